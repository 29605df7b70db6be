"""Redirects, the first address, sitemap and robots.txt."""

import re
import sys
from xml.etree import ElementTree

import pytest
import yaml
from lesson_frame import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import book_addresses

BASE = "https://example.org/book/"
PAGES = {"book/intro", "book/evidence", "notebooks/01_why"}
ANCHORS = {"book/evidence": {"the-table"}}


def toc_pages():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])]


def check(redirects):
    book_addresses.check_redirects(redirects, PAGES, lambda page: ANCHORS.get(page, set()))


def test_the_redirects_of_the_book_lead_to_pages_and_cover_none():
    """Anchors are checked by the build, which has the pages."""
    redirects = {old: new.partition("#")[0] for old, new in book_addresses.read_redirects(ROOT).items()}
    book_addresses.check_redirects(redirects, set(toc_pages()), lambda page: set())


def test_a_book_without_the_file_has_no_redirects(tmp_path):
    assert book_addresses.read_redirects(tmp_path) == {}


@pytest.mark.parametrize(
    ("redirects", "words"),
    [
        ({"book/evidence": "book/intro"}, "'book/evidence' is a page of the book"),
        ({"index": "book/intro"}, "'index' is a page of the book"),
        ({"book/errata": "book/gone"}, "leads to 'book/gone', which is no page"),
        ({"book/errata": "book/evidence#gone"}, "no such anchor"),
        ({"a": "b", "b": "book/intro"}, "has a line of its own"),
    ],
)
def test_a_wrong_line_is_named(redirects, words):
    with pytest.raises(book_addresses.RedirectError, match=words):
        check(redirects)


def test_a_good_line_passes():
    check({"book/errata": "book/evidence#the-table", "old/deep/page": "notebooks/01_why"})


@pytest.mark.parametrize(
    ("old", "new", "link"),
    [
        ("book/errata", "book/evidence#the-table", "evidence.html#the-table"),
        ("notebooks/09_old", "book/evidence", "../book/evidence.html"),
        ("old/deep/page", "book/evidence", "../../book/evidence.html"),
        ("index", "book/intro", "book/intro.html"),
    ],
)
def test_a_page_leads_on_with_and_without_the_refresh(old, new, link):
    text = book_addresses.leading_page(old, new, "The <title>", "en", BASE)
    assert f'content="0; url={link}"' in text and f'<a href="{link}">The &lt;title&gt;</a>' in text
    assert '<html lang="en">' in text and 'name="robots" content="noindex"' in text
    assert f'rel="canonical" href="{BASE}{new.partition("#")[0]}.html"' in text


def test_without_an_address_there_is_no_canonical_link():
    assert "canonical" not in book_addresses.leading_page("a", "book/intro", "Title", "en")


def test_the_first_address_is_for_search_engines_too():
    text = book_addresses.leading_page("index", "book/intro", "Title", "en", head=["<meta x>"], index=True)
    assert "noindex" not in text and "<meta x>" in text


@pytest.mark.parametrize("base", [BASE, BASE.rstrip("/")])
def test_the_sitemap_has_every_page_once(base):
    pages = toc_pages()
    root = ElementTree.fromstring(book_addresses.sitemap(base, pages))
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    assert root.tag == f"{space}urlset"
    found = [one.text for one in root.iter(f"{space}loc")]
    assert found == [f"{BASE}{page}.html" for page in pages] and len(found) == len(set(found))
    assert f"Sitemap: {BASE}sitemap.xml\n" in book_addresses.robots(base)


def test_the_built_site_has_them_only_with_an_address():
    site = ROOT / "_build" / "html"
    if not (site / ".nojekyll").is_file():
        pytest.skip("there is no built book; run make book first")
    index = (site / "index.html").read_text(encoding="utf-8")
    assert re.search(r'lang="\w+', index) and 'url=book/intro.html"' in index
    base = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["html"]["baseurl"]
    assert {(site / name).is_file() for name in ("sitemap.xml", "robots.txt")} == {bool(base)}
