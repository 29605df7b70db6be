"""The description and the card of a page, and the picture on the card."""

import re
import sys

import pytest
from docutils.core import publish_doctree
from lesson_frame import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import book_head

PAGE, BASE = "https://example.org/b/notebooks/x.html", "https://example.org/b/"


def named(lines):
    return {
        key: content
        for one in lines
        for key, content in re.findall(r'(?:name|property)="([^"]+)" content="([^"]*)"', one)
    }


def test_with_an_address_the_card_has_a_picture_with_words():
    found = named(book_head.tags("Why?", "Because.", "Book", "en", PAGE, BASE))
    assert found["description"] == found["og:description"] == "Because."
    assert found["og:title"] == "Why?" and found["og:url"] == PAGE and found["og:locale"] == "en_US"
    assert found["og:image"] == found["twitter:image"] == "https://example.org/b/_static/card.png"
    assert found["og:image:alt"] == found["twitter:image:alt"] != ""
    assert found["twitter:card"] == "summary_large_image"


def test_without_an_address_nothing_needs_one():
    lines = book_head.tags('Why "so"?', "Because.", "Book", "en")
    assert not any("://" in one for one in lines) and "image" not in "".join(lines)
    assert {"description", "og:title", "og:type", "twitter:card"} <= set(named(lines))
    assert 'content="Why &quot;so&quot;?"' in "".join(lines)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("One. Two.", "One. Two."),
        (
            "A sentence that says enough for a description of a page, really. " + "word " * 60,
            "A sentence that says enough for a description of a page, really.",
        ),
        ("Short. " + "word " * 60, "Short. " + "word " * 37 + "word…"),
        ("Tables end [16, 17, 21]. This page is ours.", "Tables end. This page is ours."),
        ("字" * 300, "字" * 199 + "…"),
        ("一句话。第二句。", "一句话。第二句。"),
    ],
)
def test_a_description_ends_with_a_sentence_or_says_that_it_goes_on(text, short):
    assert book_head.shortened(text) == short and len(short) <= book_head.LONGEST


def test_the_opening_is_the_paragraph_below_the_title():
    assert (
        book_head.opening(publish_doctree("Title\n=====\n\n- item\n\nOpening *words*.\n\nMore.\n")) == "Opening words."
    )
    assert book_head.opening(publish_doctree("Title\n=====\n\n- item\n")) == ""


def test_the_picture_has_the_size_that_the_tags_say():
    data = (ROOT / "assets" / "card.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) < 300_000
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == book_head.CARD_SIZE
