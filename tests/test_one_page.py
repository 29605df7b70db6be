"""The page to show a colleague: everything that was measured, nothing from elsewhere, and no markup from the text."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons import audit, count_words, evaluate_retrieval, load_questions
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.comparing import compare_splitters, display_name
from ragchunk_lessons.evaluating.one_page import page_html, write_page
from ragchunk_lessons.showing.page_style import PAGE_STYLE
from ragchunk_lessons.showing.show_style import TOKENS, contrast
from ragchunk_lessons.splitters.sentences import split_sentences

ROOT = Path(ragchunk_lessons.__file__).parent.parent
MANUAL = Document(load_text("maintenance_prose"), source="prose.txt")
EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)> & "quoted"'
VOID = {"meta", "br"}


class Page(HTMLParser):
    """The elements of a page, its visible words, and whether every element is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.tags, self.links, self.words, self.attributes = [], [], [], [], {}
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))
        self.links += [value for name, value in attrs if name in ("src", "href", "action", "data", "srcset")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script"} & set(self.open):
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def parts():
    chunks = split_sentences(MANUAL, 400)
    rows = [
        {"question": "Where does it stand?", "answers": [{"text": MANUAL.text[10:60]}]},
        {"question": "What is never said?", "answers": [{"text": MANUAL.text[-60:-10]}]},
    ]
    # A retriever that always brings the first chunk: the first answer whole, of the second nothing.
    evaluation = evaluate_retrieval(lambda query, k: chunks[:1], load_questions(rows, MANUAL), k=1)
    return chunks, audit(MANUAL, chunks, 400, 0), evaluation, compare_splitters(MANUAL, chunk_size=400)


def test_everything_that_was_measured_stands_on_the_page():
    chunks, found, evaluation, comparison = parts()
    page = Page(
        page_html(MANUAL, chunks, found, evaluation, comparison, settings={"splitter": "sentences", "model": "words"})
    )
    for said in (
        "How prose.txt was cut",
        f"ok {len(chunks)} chunks, coverage 100 %: nothing is lost, rewritten or misplaced.",
        "splitter sentences model words chunk_size 400 chunk_overlap 0",
        " ".join(found.report().split()),
        "2 questions, k = 1 metric mean 95 % interval hit rate 0.50",
        "Where does it stand? found whole , first in result 1",
        "What is never said? not found",
        "prose.txt, size 400, overlap 0",
        f"ragchunk-lessons {ragchunk_lessons.__version__} Python {sys.version.split()[0]}",
    ):
        assert said in page.text, said
    for row in comparison.rows:
        assert re.search(rf"{row['splitter']} (yes|no) {row['chunks']} {row['median']} ", page.text)
    heads = re.findall(r"<h2>(.*?)</h2>", page_html(MANUAL, chunks, found, evaluation, comparison))
    assert heads == [
        "The document",
        "The settings",
        "What the audit found",
        "Splitters side by side",
        "The questions",
        "How to read this page",
        "Made with",
    ]


def test_what_was_not_measured_is_not_there():
    html = page_html("One. Two.", ["One.", "Two."])
    assert "The questions" not in html and "side by side" not in html
    assert "How the document was cut" in html


def test_a_loss_is_said_first_and_found_in_part_is_said():
    html = Page(page_html("One two. Three.", ["One two."])).text
    assert "not ok 1 chunk, coverage 53.8 %: 6 characters in no chunk." in html
    text = Document("Wait ten minutes.", source="a")
    rows = [{"question": "How long?", "answers": [{"text": "ten minutes"}]}]
    made = evaluate_retrieval(lambda query, k: split_sentences(text, 8)[:1], load_questions(rows, text), k=1)
    assert "found in part, 30 %" in Page(page_html(text, [text.text], None, made)).text


def test_oversize_and_rewritten_chunks_are_named():
    html = Page(page_html("One two. Three.", ["One 2.", "Three."], audit("One two. Three.", ["One 2.", "Three."], 5)))
    assert "1 chunk rewritten; 2 chunks oversize." in html.text


# --- alone, on every screen ------------------------------------------------------------------------------------


def test_the_page_asks_for_nothing_and_runs_nothing():
    chunks, found, evaluation, comparison = parts()
    html = page_html(MANUAL, chunks, found, evaluation, comparison)
    page = Page(html)
    assert page.links == [] and not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert "url(" not in html and "@import" not in html and "http:" not in html and "https:" not in html
    assert any("default-src 'none'" in (meta.get("content") or "") for meta in page.attributes["meta"])


def test_language_width_theme_and_paper():
    html = page_html(MANUAL, ["x"], lang="zh-Hans")
    page = Page(html)
    assert page.attributes["html"][0]["lang"] == "zh-Hans"
    metas = {meta.get("name"): meta.get("content") for meta in page.attributes["meta"]}
    assert metas["viewport"] == "width=device-width, initial-scale=1" and metas["color-scheme"] == "light dark"
    assert html.count("<style>") == 1
    for rule in ("(prefers-color-scheme:dark)", "(max-width:480px)", "@media print"):
        assert rule in html
    assert PAGE_STYLE.count("{") == PAGE_STYLE.count("}")
    for theme in (0, 1):
        for ink, paper in (("ink", "paper"), ("soft", "paper"), ("cut", "cut-soft"), ("loss", "loss-soft")):
            assert contrast(TOKENS[ink][theme], TOKENS[paper][theme]) >= 4.5


def test_one_heading_and_what_scrolls_can_be_reached_with_the_keyboard():
    chunks, found, evaluation, comparison = parts()
    page = Page(page_html(MANUAL, chunks, found, evaluation, comparison))
    assert page.tags.count("h1") == 1 and page.tags.count("main") == 1
    (report,) = page.attributes["pre"]
    assert report["tabindex"] == "0" and report["aria-label"]


def test_a_long_text_is_folded_and_a_huge_one_keeps_the_page_small():
    long = "\n\n".join(f"Paragraph {n} stands here for a while." for n in range(300))
    assert "<details" in page_html(long, long.split("\n\n"))
    huge = long * 40
    assert len(page_html(huge, split_sentences(huge, 500))) < 100_000


# --- untrusted text --------------------------------------------------------------------------------------------


def test_text_is_never_markup_wherever_it_comes_from():
    text = Document(f"{EVIL} One. {EVIL} Two.", source=EVIL)
    chunks = [f"{EVIL} One.", f"changed {EVIL}"]
    rows = [{"question": EVIL, "answers": [{"start": 0, "end": len(EVIL)}]}]
    made = evaluate_retrieval(
        lambda query, k: split_sentences(text, 40)[:1], load_questions(rows, Document(text.text, source=EVIL)), k=1
    )
    html = page_html(
        text,
        chunks,
        None,
        made,
        compare_splitters(text, {EVIL: lambda d: [d.text]}, chunk_size=None),
        title=EVIL,
        settings={EVIL: EVIL},
    )
    page = Page(html)
    assert not {"script", "img"} & set(page.tags) and "<script" not in html and "<img" not in html
    assert EVIL in "".join(page.words)


def test_a_style_sheet_in_the_text_stays_text():
    text = "<style>body{display:none}</style> One."
    html = page_html(text, [text], title=text)
    assert "<style>body{display" not in html and text in "".join(Page(html).words)


def test_characters_that_no_file_holds_are_pictured(tmp_path):
    text = Document("One \ud800 two\0.", source="a\udcff.txt")
    # The name of the document stands in the caption of the comparison too, where nothing pictures it.
    compared = compare_splitters(text, ["recursive"])
    path = write_page(tmp_path / "page.html", text, [text.text], None, None, compared, settings={"by": "A\0"})
    page = path.read_bytes().decode("utf-8")
    assert "A␀" in page and "two␀" in page and "\0" not in page


def test_folders_of_the_machine_stay_off_the_page():
    for source in ("/home/ann/secret/manual.txt", r"C:\Users\ann\secret\manual.txt"):
        document = Document(MANUAL.text, source=source)
        html = page_html(document, [document.text], comparison=compare_splitters(document))
        assert "secret" not in html and "manual.txt" in html
    assert display_name(Document("", source="docs/manual.txt")) == "docs/manual.txt"


# --- the file --------------------------------------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes(tmp_path):
    chunks, found, evaluation, comparison = parts()
    for name in ("one.html", "two.html"):
        assert write_page(tmp_path / name, MANUAL, chunks, found, evaluation, comparison) == tmp_path / name
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    write_page(str(tmp_path / "one.html"), "Other.", iter(["Other."]))
    assert (tmp_path / "one.html").read_bytes() != (tmp_path / "two.html").read_bytes()


@pytest.mark.parametrize(
    ("given", "settings", "kind", "said"),
    [
        (("One.", None), {}, TypeError, "chunks is None"),
        (("One.", "One."), {}, TypeError, "chunks"),
        ((3, ["One."]), {}, TypeError, "text must be a str or a Document, not int"),
        (("One.", ["One."], "ok"), {}, TypeError, "audit must be an Audit"),
        (("One.", ["One."], audit("Two.", ["Two."])), {}, ValueError, "the audit is of another text"),
        (("One.", ["One."], audit("One.", [])), {}, ValueError, "the audit is of 0 chunks, and 1 are given"),
        (("One.", ["One."], None, 0.8), {}, TypeError, "evaluation must have rows and table(), not be float"),
        (("One.", ["One."], None, None, [1]), {}, TypeError, "comparison must have audits and table(), not be list"),
        (("One.", ["One."]), {"title": 3}, TypeError, "title must be a str or None, not int (3)"),
        (("One.", ["One."]), {"settings": [3]}, TypeError, "settings must be a mapping of names to values, not list"),
        (("One.", ["One."]), {"lang": '"><b>'}, ValueError, "must be a language"),
    ],
)
def test_what_cannot_be_written_leaves_no_file(tmp_path, given, settings, kind, said):
    with pytest.raises(kind) as caught:
        write_page(tmp_path / "page.html", *given, **settings)
    assert said in str(caught.value) and list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere; make it first"):
        write_page(tmp_path / "nowhere" / "page.html", "One.", ["One."])
    with pytest.raises(IsADirectoryError, match="is a folder; give the name of a file in it"):
        write_page(tmp_path, "One.", ["One."])


def test_a_document_without_chunks_has_a_page_too():
    assert "not ok 0 chunks, coverage 0 %: 4 characters in no chunk." in Page(page_html("One.", [])).text
    assert "ok 0 chunks" in Page(page_html("", [])).text


def test_lengths_are_in_the_unit_of_the_audit():
    pieces = ["One two.", "Three."]
    html = page_html("One two. Three.", pieces, audit("One two. Three.", pieces, 2, 0, count_words))
    assert "unit count_words" in Page(html).text


def test_the_standard_library_is_enough():
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from ragchunk_lessons.evaluating.one_page import page_html\n"
        "from ragchunk_lessons.evaluating.comparing import compare_splitters\n"
        "page = page_html('One. Two.', ['One.', 'Two.'], comparison=compare_splitters('One. Two.', chunk_size=8))\n"
        "print('sentences is left out' in page, 'numpy' in sys.modules, len(page) > 2000)"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "True False True\n"


def test_an_audit_or_a_comparison_of_something_else_is_refused():
    text = "One. Two."
    found = audit(text, ["One."])
    with pytest.raises(ValueError, match="the audit is of other chunks: chunk 0 has another text"):
        page_html(text, ["Two."], found)
    with pytest.raises(ValueError, match="the comparison is of another text"):
        page_html(text, ["One."], found, comparison=compare_splitters("Three. Four.", ["characters"], 10))
