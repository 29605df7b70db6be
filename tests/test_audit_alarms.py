"""No false alarms: our own splitters on real prose, English and Chinese, and what must never be found there."""

from __future__ import annotations

import pytest

from ragchunk_lessons import (
    Document,
    audit,
    count_words,
    split_characters,
    split_markdown,
    split_recursive,
    split_sentences,
    split_words,
)
from ragchunk_lessons.auditing.layout import layout_of
from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.splitters.recursive import CJK_LADDER


def prose(text):
    """A text without its tables and its code: what is left is prose and headings."""
    layout = layout_of(Document(text))
    for start, end in sorted([*layout.fences, *((table.start, table.end) for table in layout.tables)], reverse=True):
        text = text[:start] + text[end:].lstrip()
    return text


PROSE = [
    *(prose(load_text(name)) for name in ("station_manual", "station_manual_zh", "pump_manual_natural")),
    *(load_text(name) for name in ("maintenance_prose", "chinese_technical", "rag_three_paragraphs", "nine_sentences")),
    "\n\n".join(topic["passage"] for topic in load_json("twenty_topics")),
]
NEVER = (
    "lost rewritten misplaced oversize contexts repeated inside blank replacement cut_graphemes cut_fences "
    "tables_without_header hidden"
).split()
SPLITTERS = {
    "characters": (lambda text: split_characters(text, 400, 60), {"chunk_size": 400, "chunk_overlap": 60}, []),
    "words": (
        lambda text: split_words(text, 80, 10),
        {"chunk_size": 80, "chunk_overlap": 10, "length_function": count_words},
        ["cut_words"],
    ),
    "recursive": (lambda text: split_recursive(text, 400, 50), {"chunk_size": 400, "chunk_overlap": 50}, ["cut_words"]),
    "recursive, Chinese": (
        lambda text: split_recursive(text, 300, 0, separators=CJK_LADDER),
        {"chunk_size": 300, "chunk_overlap": 0},
        ["cut_words"],
    ),
    "sentences": (
        lambda text: split_sentences(text, 600, 120),
        {"chunk_size": 600, "chunk_overlap": 120},
        ["cut_words", "cut_sentences", "broken_sentences"],
    ),
}


def test_there_is_enough_prose():
    assert sum(map(len, PROSE)) >= 70_000
    paragraphs = [paragraph for text in PROSE for paragraph in text.split("\n\n") if len(paragraph) > 80]
    assert len(set(paragraphs)) == len(paragraphs)  # real text, none of it twice


@pytest.mark.parametrize("name", SPLITTERS)
def test_nothing_is_found_in_what_our_splitters_make_of_prose(name):
    split, asked, more = SPLITTERS[name]
    for text in PROSE:
        for given in (split(text), [chunk.text for chunk in split(text)]):
            result = audit(text, given, **asked)
            assert result.ok and result.coverage == 1.0
            assert {kind: found for kind in (*NEVER, *more) if (found := getattr(result, kind))} == {}


def test_tables_and_code_stay_whole_in_markdown():
    text = load_text("station_manual")
    layout = layout_of(Document(text))
    assert layout.tables and layout.fences
    result = audit(text, split_markdown(text, 500), 500)
    assert result.ok
    assert (result.cut_fences, result.tables_without_header, result.cut_words) == ([], [], [])
    assert len(result.contexts) >= len(layout.tables)  # the header in front of every later piece
