"""The search of the built book, typed as a reader types: names of code, Chinese words, and nothing at all."""

import sys

import pytest
from lesson_frame import ROOT
from site_visit import FIRST

sys.path.insert(0, str(ROOT / "scripts"))
import book_search

pytestmark = pytest.mark.site


def search(page, server, query):
    """The addresses of the results, in their order, from the field of the first page."""
    page.goto(server.url + FIRST, wait_until="networkidle")
    page.locator(".search-button__button:visible").first.click()
    page.locator("#pst-search-dialog input").fill(query)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    page.wait_for_function("document.querySelector('.search-summary')?.textContent.trim()", timeout=20_000)
    return page.eval_on_selector_all("ul.search > li > a", "links => links.map(link => link.getAttribute('href'))")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("split_recursive", "book/api.html"),
        ("chunk_overlap", "notebooks/05_overlap.html"),
        ("audit(", "book/api.html"),
        ("ragchunk audit", "book/command.html"),
        ("read_chunks", "book/api.html"),
        ("overlap", "notebooks/05_overlap.html"),
        ("块重叠", "book/glossary.html"),
        ("分词器", "book/glossary.html"),
        ("赢家诅咒", "book/glossary.html"),
    ],
)
def test_the_right_page_is_among_the_first_three(page, server, query, wanted):
    first = search(page, server, query)[:3]
    assert any(link.partition("#")[0].endswith(wanted) for link in first), first


def test_a_chinese_word_within_a_longer_run_is_found(page, server):
    """A word that stands in no page between spaces or marks."""
    assert search(page, server, "泵")  # one character
    links = search(page, server, "水泵")
    assert any("notebooks/" in link for link in links), links


def test_nothing_found_helps_on(page, server):
    assert search(page, server, "nosuchwordanywhere") == []
    help_ = page.locator("#search-help")
    help_.wait_for(state="visible")
    assert help_.locator("a").count() >= 4
    assert page.locator("#search-results").get_attribute("role") == "status"
    help_.locator("a", has_text="Symptoms").click()
    page.wait_for_url("**/book/symptoms.html")


def test_help_goes_when_something_is_found(page, server):
    assert search(page, server, "overlap")
    page.locator("#search-help").wait_for(state="hidden")


def test_words_that_are_indexed():
    assert book_search.words_of("把分块 split_text, 2×") == [
        *"把分块", "把分", "分块", "split_text", "split", "text", "2"
    ]  # fmt: skip
    assert book_search.words_of("") == [] == book_search.words_of("。，—")
