"""The book as one PDF: the pages in one document, and what a reader of the file finds in it."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from bs4 import BeautifulSoup
from lesson_frame import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import pdf
import pdf_finish
import pdf_pages
from site_check import find_browser

TOC = """root: book/intro
parts:
  - caption: Part one
    chapters: [{file: notebooks/01_a}, {file: notebooks/02_b}]
"""
INTRO = '<h1>Begin<a class="headerlink" href="#x">#</a></h1><p>See <a href="../notebooks/02_b.html#why">why</a>.</p>'
FIRST = (
    '<h1>First?</h1><div class="run">Download</div><h2 id="why">Why</h2>'
    "<style>#why ~ p { color: red } a { color: #0b6e69 }</style>"
    '<svg><defs><path id="dot"/></defs><use href="#dot" fill="url(#dot)"/></svg><pre>one\nline</pre>'
    '<div class="admonition exercise" id="ex-01-1"><p class="admonition-title">Exercise 1 · Try</p></div>'
    '<details class="admonition tip dropdown"><summary class="admonition-title">Hint</summary><p>Think.</p></details>'
    '<div class="admonition solution dropdown" id="sol-01-1"><p class="admonition-title">Solution</p><p>Done.</p></div>'
    '<h2>Go on</h2><p><a href="../data.csv">data</a> <a href="https://example.org/">out</a>'
    ' <a href="../book/intro.html">home</a></p>'
)
SECOND = '<h1>Second?</h1><h2 id="why">Why so</h2><label for="a">A</label><input id="a"><p lang="zh-Hans">分块</p>'
VALUES = {
    "language": "en",
    "title": "The Book",
    "author": "Authors",
    "address": "",
    "line": "On cutting.",
    "version": "1.2.3",
}


@pytest.fixture
def site(tmp_path):
    (tmp_path / "_toc.yml").write_text(TOC, encoding="utf-8")
    for name, body in {"book/intro": INTRO, "notebooks/01_a": FIRST, "notebooks/02_b": SECOND}.items():
        path = tmp_path / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        page = f"<html><body><article class='bd-article'>{body}</article><!--pdf ../--><!--/pdf--></body></html>"
        path.write_text(page, encoding="utf-8")
    return tmp_path


def read(site, address=""):
    return {page.name: page for _, page in pdf_pages.read_pages(site, site, address)}


def hrefs(page):
    return {tag.get_text(): tag.get("href") for tag in page.article.find_all(["a", "span"])}


def test_every_page_of_the_book_comes_in_order_under_its_part():
    found = list(pdf_pages.chapters(ROOT))
    files = re.findall(r"(?:root|file): *([^\s#]+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    assert [page for _, page in found] == files and found[0][0] == "" and all(part for part, _ in found[1:])


def test_links_between_pages_stay_in_the_document(site):
    pages = read(site)
    assert hrefs(pages["book/intro"]) == {"why": "#notebooks-02_b--why"}
    assert hrefs(pages["notebooks/01_a"]) == {"data": None, "out": "https://example.org/", "home": "#book-intro"}
    assert hrefs(read(site, "https://example.org/b")["notebooks/01_a"])["data"] == "https://example.org/b/data.csv"


def test_equal_ids_of_two_pages_become_different(site):
    text = pdf_pages.body(pdf_pages.read_pages(site, site))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and {"notebooks-01_a--why", "notebooks-02_b--why"} <= set(ids)
    assert 'href="#notebooks-01_a--dot"' in text and "url(#notebooks-01_a--dot)" in text
    assert 'for="notebooks-02_b--a"' in text
    style = pdf_pages.without_repeats(pdf_pages.read_pages(site, site))
    assert "#notebooks-01_a--why ~ p" in style and "#0b6e69" in style


def test_hints_and_solutions_stand_at_the_end_with_the_name_of_their_exercise(site):
    article = read(site)["notebooks/01_a"].article
    words = [tag.get_text() for tag in article.select("h2, h3, .admonition-title")]
    last = ["Hints and solutions", "Exercise 1 · Try: hint", "Exercise 1 · Try: solution"]
    assert words == ["First?", "Why", "Exercise 1 · Try", "Go on", *last]
    assert article.find("details").has_attr("open") and "Download" not in article.get_text()


def test_headings_go_down_by_one_below_a_part(site):
    pages = read(site)
    assert pages["book/intro"].article.h1.get_text() == "Begin" and pages["book/intro"].article.h1["class"] == ["lv1"]
    assert [tag.name for tag in pages["notebooks/02_b"].article.find_all(re.compile("^h"))] == ["h2", "h3"]


def test_the_style_of_a_figure_comes_once(site):
    pages = pdf_pages.read_pages(site, site)
    for _, page in pages:
        page.article.append(BeautifulSoup("<style>.x{}</style><style>.x{}</style>", "html.parser"))
    assert pdf_pages.without_repeats(pages).count(".x{}") == 1


def test_the_link_to_the_file_stands_on_each_page_once(site, tmp_path_factory):
    target = tmp_path_factory.mktemp("made") / "made.pdf"
    target.write_bytes(b"%PDF" + bytes(2_000_000))
    for _ in range(2):
        pdf.link_from_pages(site, target, 12)
    text = (site / "book" / "intro.html").read_text(encoding="utf-8")
    assert text.count('<a href="../made.pdf">All pages as one PDF</a> (12 pages, 2 MB)') == 1
    assert (site / "made.pdf").read_bytes() == target.read_bytes()


@pytest.mark.parametrize(("title", "said"), [("WhyWhy", "Why"), ("Why", "Why"), ("aa", "a"), ("a", "a"), ("", "")])
def test_a_doubled_title_is_said_once(title, said):
    assert pdf_finish.said_once(title) == said


def test_the_printed_book(site, tmp_path):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("playwright")
    if not find_browser():
        pytest.skip("no Chromium on this machine")
    render, names = pdf.make_document(site, site, VALUES)
    with ThreadPoolExecutor(1) as apart:  # a browser of its own, beside that of the other tests
        numbers = apart.submit(pdf.print_document, site, render, names, tmp_path / "printed.pdf").result()
    about = {"title": "The Book", "author": "Authors", "subject": "On cutting", "language": "en"}
    count = pdf_finish.finish(tmp_path / "printed.pdf", tmp_path / "book.pdf", **about)
    reader = pypdf.PdfReader(tmp_path / "book.pdf")
    root = reader.trailer["/Root"]
    assert len(reader.pages) == count >= 5 and root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root and root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert (reader.metadata.title, reader.metadata.author) == ("The Book", "Authors")
    assert "/CreationDate" not in reader.metadata
    text = [page.extract_text() for page in reader.pages]
    assert "Version 1.2.3" in text[0] and "Contents" in text[1]
    for title, name in {"Begin": "book-intro", "First?": "notebooks-01_a", "Second?": "notebooks-02_b"}.items():
        assert re.search(rf"{re.escape(title)}\s+{numbers[name]}\b", text[1]), "the contents say the page"
        assert title in text[numbers[name] - 1]
    assert "分块" in text[numbers["notebooks-02_b"] - 1]

    def tree(entries):
        return [tree(one) if isinstance(one, list) else one.title for one in entries]

    assert tree(reader.outline) == [
        "Contents",
        "Begin",
        "Part one",
        ["First?", ["Why", "Go on", "Hints and solutions"], "Second?", ["Why so"]],
    ]
    inside = [link.get_object() for link in reader.pages[numbers["book-intro"] - 1]["/Annots"]]
    assert [link["/Dest"] for link in inside] == ["/notebooks-02_b--why"]
    everywhere = str([link.get_object() for page in reader.pages for link in page.get("/Annots", [])])
    assert "127.0.0.1" not in everywhere
