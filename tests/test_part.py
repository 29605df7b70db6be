"""A part of a document for one picture: whole chunks, at places that count from the part."""

from __future__ import annotations

import pytest

from ragchunk_lessons import Document, audit, split_characters, split_markdown
from ragchunk_lessons.showing.part import part_of

TEXT = "# A\n\nOne two three. Four five.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n## B\n\nSix seven eight nine."


@pytest.mark.parametrize("start", range(0, len(TEXT), 7))
@pytest.mark.parametrize("overlap", [0, 3])
def test_the_chunks_are_slices_of_the_part_and_cover_it(start, overlap):
    text, chunks = part_of(TEXT, split_characters(TEXT, 10, overlap), start, start + 15)
    assert TEXT[start : start + 15] in text and text in TEXT
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert audit(text, chunks).ok


def test_a_repeated_header_is_still_known_as_context():
    chunks = split_markdown(TEXT, 32)
    at = TEXT.index("| 3 | 4 |")
    text, some = part_of(Document(TEXT), chunks, at, at + 3)
    assert len(some) == 1 and some[0].text.startswith("| a | b |") and audit(text, some).ok


def test_chunks_that_only_touch_its_edge_stay_out():
    text, chunks = part_of(TEXT, split_characters(TEXT, 10), 10, 20)
    assert text == TEXT[10:20] and [chunk.text for chunk in chunks] == [TEXT[10:20].strip()]


def test_a_gap_is_part_of_the_part():
    text, chunks = part_of(TEXT, split_characters(TEXT, 10)[2:], 0, 25)
    assert text == TEXT[:30] and audit(text, chunks).lost_characters > 0


def test_a_part_that_is_too_long_ends_with_the_document():
    assert part_of(TEXT, [], 80, 10_000) == (TEXT[80:], [])


@pytest.mark.parametrize("start, end", [(5, 5), (-1, 5), (len(TEXT), len(TEXT) + 5), (9, 3)])
def test_an_empty_part_is_refused(start, end):
    with pytest.raises(ValueError, match="is no part of a text of"):
        part_of(TEXT, [], start, end)


def test_places_are_whole_numbers():
    with pytest.raises(TypeError, match="start must be an int"):
        part_of(TEXT, [], 1.5, 3)
