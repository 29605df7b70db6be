"""Anchor coverage: whether a chunk holds the words by which its subject is called."""

from __future__ import annotations

import pytest
from chunk_makers import numbers, slices

from ragchunk_lessons import Chunk, Document, audit
from ragchunk_lessons.auditing.anchors import LEAST, Anchor, content_words, share
from ragchunk_lessons.corpora import load_json
from ragchunk_lessons.document import Mark

ITEMS = load_json("anchor_items")
CHINESE = load_json("anchor_items_zh")


def test_the_heading_tells_named_passages_from_orphans():
    """A name keeps a chunk findable, wherever in it it stands; a pronoun and a general noun both lose it."""
    for named in ("named", "pronoun_then_name"):
        assert all(share(item["heading"], item[named]) >= LEAST["heading"] for item in ITEMS)
    for lost in ("with_pronoun", "generic"):
        assert all(share(item["heading"], item[lost]) < LEAST["heading"] for item in ITEMS)


def test_the_sentence_before_tells_most_of_them_apart():
    for named in ("named", "pronoun_then_name"):
        assert all(share(item["previous"], item[named]) >= LEAST["sentence"] for item in ITEMS)
    for lost in ("with_pronoun", "generic"):
        orphans = sum(share(item["previous"], item[lost]) < LEAST["sentence"] for item in ITEMS)
        assert orphans >= 0.7 * len(ITEMS)


def test_chinese_headings_tell_them_apart_too():
    assert all(share(item["subject"], item["named"]) >= LEAST["heading"] for item in CHINESE)
    assert all(share(item["subject"], item["with_pronoun"]) < LEAST["heading"] for item in CHINESE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The heat pumps of John's house", {"heat", "pump", "john", "house"}),
        ("Batteries, boxes and glasses", {"battery", "box", "glass"}),
        ("status of this bus", {"status", "bus"}),
        ("热泵的好处", {"热泵", "好处"}),
        ("镀锌层", {"镀锌", "锌层"}),
        ("水", {"水"}),
        ("E-17 报警", {"e", "17", "报警"}),
        ("It is what it was", set()),
        ("的了是", set()),
        ("Größe und Straße", {"größe", "und", "straße"}),
        ("펌프 밀봉", {"펌프", "밀봉"}),
        ("", set()),
    ],
)
def test_content_words(text, words):
    assert content_words(text) == words


MARKDOWN = (
    "# Heat pumps\n\nA heat pump moves warmth. It cuts bills by a third.\n\nThe heat pump needs air.\n\nIt is loud.\n"
)


def cut(text, *openings):
    starts = [text.index(opening) for opening in openings]
    return slices(text, *zip([0, *starts], [*starts, len(text)], strict=True))


def test_the_heading_above_is_the_anchor():
    result = audit(MARKDOWN, cut(MARKDOWN, "It cuts", "The heat", "It is"))
    assert result.anchors == [
        Anchor(1, "heading", "Heat pumps", 0.0),
        Anchor(2, "heading", "Heat pumps", 1.0),
        Anchor(3, "heading", "Heat pumps", 0.0),
    ]
    assert numbers(result.orphans) == [1, 3]
    words = "holds 0 % of the words of the heading 'Heat pumps'"
    assert result.orphans[0].detail == f"{words}; hint: opens with 'It', a word that points back"
    assert "orphan, without the words by which its subject is called: 2 chunks" in result.report()
    assert result.ok


def test_a_heading_path_goes_before_what_the_text_shows():
    text = "Setup. It cuts bills. Heat pumps are loud."
    path = {"heading_path": ("Guide", "Heat pumps")}
    chunks = [Chunk(text[7:21], 7, 21, path), Chunk(text[22:], 22, 42, path)]
    result = audit(text, chunks)
    assert [(anchor.text, anchor.coverage) for anchor in result.anchors] == [("Heat pumps", 0.0), ("Heat pumps", 1.0)]
    with_context = Chunk("Guide > Heat pumps: " + text[7:21], 7, 21, path)
    assert audit(text, [with_context]).orphans == []  # the context restores the words
    assert audit(text, [Chunk(text[7:21], 7, 21, {"heading_path": ("Heat pumps", "How it is")})]).anchors[0].text == (
        "Heat pumps"
    )


def test_the_number_of_a_section_is_no_word():
    text = "## 2.3 Heat pumps\n\nOne.\n\nHeat pumps are loud.\n\nThey use 3 wires.\n"
    result = audit(text, cut(text, "Heat pumps are", "They"))
    assert [(anchor.text, anchor.coverage) for anchor in result.anchors] == [("Heat pumps", 1.0), ("Heat pumps", 0.0)]


def test_a_heading_mark_is_a_heading():
    text = "Heat pumps\nThey cut bills.\nThey are loud."
    document = Document(text, marks=[Mark("heading", 0, 10, {"level": 1})])
    assert numbers(audit(document, cut(text, "They are")).orphans) == [1]


def test_without_a_heading_the_sentence_before_is_the_anchor():
    pytest.importorskip("nupunkt")
    text = "A heat pump moves warmth. It cuts bills.\n\nThe valve is old. The valve leaks. "
    text += "热泵很省电。它也很安静。热泵要保养。"
    result = audit(text, cut(text, "It cuts", "The valve", "The valve leaks", "它也", "热泵要"))
    assert [(anchor.number, anchor.text) for anchor in result.anchors] == [
        (1, "A heat pump moves warmth."),
        (3, "The valve is old."),  # chunk 2 opens a paragraph: nothing before it is its own
        (4, "热泵很省电。"),
        (5, "它也很安静。"),
    ]
    assert numbers(result.orphans)[:1] == [1]
    assert 3 not in numbers(result.orphans)
    inside = audit(text, cut(text, "warmth"))
    assert inside.anchors[0].text == "A heat pump moves"  # the sentence that was cut, up to the cut


def test_a_chunk_that_opens_with_its_heading_has_no_anchor():
    assert audit(MARKDOWN, [MARKDOWN]).anchors == []
    assert audit("", []).orphans == []


def test_the_opening_word_alone_makes_no_orphan():
    text = "# Heat pumps\n\nOne.\n\nIt is known that heat pumps are loud.\n"
    result = audit(text, cut(text, "It is"))
    assert (result.orphans, numbers(result.openings)) == ([], [1])
    assert "hint, opens as if something stood before: 1 chunk" in result.report()


def test_a_latin_word_that_opens_a_chinese_sentence_is_no_hint():
    text = "先断电。token，按模型计数。"
    assert audit(text, [text[:4], text[4:]]).openings == []
    assert numbers(audit("Stop. token by token.", ["Stop.", "token by token."]).openings) == [1]


def test_the_report_leaves_running_prose_in_peace():
    pytest.importorskip("nupunkt")
    text = "Gravel rattles in the casing. Lay a hand on the bearing cap."
    result = audit(text, cut(text, "Lay"))
    assert numbers(result.orphans) == [1]
    assert "orphan" not in result.report()


def test_opening_words_miss_half_of_a_set_they_were_not_written_for():
    """Why the opening is a hint only: its rules take every third innocent opening for an orphan."""
    items = load_json("openings")
    found = {True: 0, False: 0}
    for item in items:
        text = "Start. " + item["text"]
        found[item["orphan"]] += bool(audit(text, [Chunk(item["text"], 7, len(text))]).openings)
    innocent = sum(not item["orphan"] for item in items)
    assert found[False] > innocent / 3
