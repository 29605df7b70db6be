"""overlap: the rule against a count of every place, and the count against the obvious one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.auditing.overlap import count_whole, index_size, probability_whole
from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.splitters.fixed import split_characters


@pytest.mark.parametrize(
    ("length", "expected"),
    # at 10/4 the windows begin 6 apart; a sentence of 7 fits from 4 of these 6 places
    [(1, 1), (4, 1), (5, 1), (6, 5 / 6), (7, 4 / 6), (10, 1 / 6), (11, 0), (50, 0)],
)
def test_values_worked_by_hand(length, expected):
    assert probability_whole(length, 10, 4) == pytest.approx(expected)


def test_without_overlap_only_a_single_character_is_certain():
    assert probability_whole(1, 10, 0) == 1
    assert probability_whole(2, 10, 0) == pytest.approx(0.9)


@given(st.integers(1, 40), st.integers(0, 39), st.integers(1, 45))
def test_the_rule_is_what_is_counted_over_every_place(size, overlap, length):
    overlap %= size
    step = size - overlap
    windows = [(start, start + size) for start in range(0, 4 * size + 4 * step, step)]
    begins = range(2 * size, 2 * size + step)
    whole = sum(any(a <= begin and begin + length <= b for a, b in windows) for begin in begins)
    assert probability_whole(length, size, overlap) == pytest.approx(whole / step)


def test_the_splitter_keeps_to_the_rule():
    chunks = split_characters("x" * 900, 100, 20)
    for length in range(1, 110, 9):
        share = count_whole([(begin, begin + length) for begin in range(160, 240)], chunks) / 80
        assert share == pytest.approx(probability_whole(length, 100, 20))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 10, 4), "length=0 must be at least 1"),
        ((5, 10, 10), "chunk_overlap=10 must be at least 0 and smaller than chunk_size=10"),
        ((5, 10, -1), "chunk_overlap=-1 must be at least 0"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        probability_whole(*arguments)


spans = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda pair: (pair[0], sum(pair))), max_size=8)


@given(spans, spans)
def test_counting_is_the_obvious_counting(sentences, places):
    chunks = [Chunk("x" * (end - start), start, end) for start, end in places]
    expected = sum(any(a <= start and end <= b for a, b in places) for start, end in sentences)
    assert count_whole(sentences, chunks) == expected


def test_index_size():
    text = "one two three"
    assert index_size(text, split_characters(text, 50)) == 1
    assert index_size(text, []) == 0
    assert index_size("abcdef", [Chunk("abcd", 0, 4), Chunk("cdef", 2, 6)]) == pytest.approx(8 / 6)
    with pytest.raises(ValueError, match="text is empty"):
        index_size("", [])
