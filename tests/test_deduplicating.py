"""deduplicating: what a better hit has said already goes, and nothing else."""

from __future__ import annotations

import pytest
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.searching.deduplicating import deduplicate
from ragchunk_lessons.splitters.fixed import split_characters

TEXT = "".join(chr(0x4E00 + number) for number in range(200))  # every character once, no white space


def hits(*spans, source=""):
    chunks = [Chunk(TEXT[a:b], a, b, {"source": source} if source else {}) for a, b in spans]
    return [Hit(chunk, 1 - rank / 100, rank) for rank, chunk in enumerate(chunks, 1)]


def spans(found):
    return [(hit.chunk.start, hit.chunk.end) for hit in found]


def test_one_passage_takes_one_place():
    given = hits((0, 100), (60, 160), (40, 140), (160, 200))
    # 40 of 100 are shared with the first and it stays; the third lies in the two together and goes
    assert spans(deduplicate(given)) == [(0, 100), (60, 160), (160, 200)]
    assert [hit.rank for hit in deduplicate(given)] == [1, 2, 3]
    assert [hit.score for hit in deduplicate(given)] == [given[0].score, given[1].score, given[3].score]


def test_exactly_the_share_stays_and_one_more_goes():
    assert len(deduplicate(hits((0, 100), (50, 150)), 0.5)) == 2
    assert len(deduplicate(hits((0, 100), (49, 149)), 0.5)) == 1


def test_a_free_place_is_filled_from_what_follows():
    assert spans(deduplicate(hits((0, 50), (10, 60), (100, 150), (150, 200)), k=2)) == [(0, 50), (100, 150)]


@pytest.mark.parametrize(("max_shared", "kept"), [(0, 1), (0.09, 1), (0.1, 2), (1, 2)])
def test_the_ends_of_the_range(max_shared, kept):
    assert len(deduplicate(hits((0, 10), (9, 19)), max_shared)) == kept


def test_the_same_place_of_another_document_is_another_place():
    other = [Hit(Chunk(TEXT[100:150], 0, 50, {"source": "b"}), 0.5, 1)]
    assert len(deduplicate(hits((0, 50), source="a") + other)) == 2


def test_the_same_words_elsewhere_are_a_repetition():
    one = Hit(Chunk("Close  the valve.", 0, 17, {"source": "a"}), 0.9, 1)
    two = Hit(Chunk("Close the\nvalve.", 40, 56, {"source": "b"}), 0.8, 2)
    assert deduplicate([one, two], max_shared=1) == [one]


def test_a_context_in_front_is_not_shared_text():
    first = Hit(Chunk("Pump 3\n" + TEXT[:50], 0, 50), 0.9, 1)
    second = Hit(Chunk("Pump 3\n" + TEXT[50:60], 50, 60), 0.8, 2)
    assert deduplicate([first, second], max_shared=0) == [first, second]


def test_white_space_is_not_counted():
    text = "ab" + " " * 96 + "cd"
    given = [Hit(Chunk(text[:99], 0, 99), 0.9, 1), Hit(Chunk(text[2:], 2, 100), 0.8, 2)]
    assert len(deduplicate(given, 0.5)) == 2  # one visible character of two
    assert len(deduplicate(given, 0.49)) == 1


@given(
    st.lists(st.tuples(st.integers(0, 190), st.integers(1, 60)), max_size=12),
    st.sampled_from([0, 0.3, 0.5, 1]),
)
def test_what_is_kept_is_new_and_what_goes_was_said(parts, max_shared):
    found = hits(*((a, min(200, a + n)) for a, n in parts))
    kept = deduplicate(found, max_shared)
    places = [[hit.chunk for hit in found].index(hit.chunk) for hit in kept]
    assert places == sorted(set(places))
    said = set()
    for hit in kept:
        own = set(range(hit.chunk.start, hit.chunk.end))
        assert len(own & said) <= max_shared * len(own)
        said |= own
    for hit in found:
        own = set(range(hit.chunk.start, hit.chunk.end))
        assert hit.chunk in {one.chunk for one in kept} or len(own & said) > max_shared * len(own)


def test_overlapping_windows_leave_every_other_one():
    chunks = split_characters(TEXT, 40, 20)
    found = [Hit(chunk, 1 - rank / 100, rank) for rank, chunk in enumerate(chunks, 1)]
    assert [hit.chunk.start for hit in deduplicate(found, 0.4)] == [0, 40, 80, 120, 160]


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (TypeError, "max_shared must be a number, not str", ([], "half")),
        (TypeError, "max_shared must be a number, not bool", ([], True)),
        (ValueError, "max_shared=1.5 must be between 0 and 1", ([], 1.5)),
        (ValueError, "max_shared=nan must be between 0 and 1", ([], float("nan"))),
        (TypeError, "hits\\[0\\] must be a Hit", (["text"],)),
        (ValueError, "k=0", ([], 0.5, 0)),
        (ValueError, "shorter than its span", ([Hit(Chunk("ab", 0, 3), 1.0, 1)],)),
    ],
)
def test_bad_input(error, message, arguments):
    with pytest.raises(error, match=message):
        deduplicate(*arguments)


def test_nothing_gives_nothing():
    assert deduplicate([]) == []


def test_a_second_time_changes_nothing():
    found = [Hit(chunk, 1 - rank / 1000, rank) for rank, chunk in enumerate(split_characters(TEXT * 3, 40, 33), 1)]
    for share in (0, 0.3, 0.5, 0.9, 1):
        once = deduplicate(found[::-1], share)
        assert deduplicate(once, share) == once


def test_a_long_list_of_one_document_takes_time_in_step():
    def hits(size):
        return [
            Hit(Chunk(f"{at:09d}", at * 20, at * 20 + 9), 0.5, 1) for at in sorted(range(size), key=lambda n: n % 7)
        ]

    small, large = hits(500), hits(5_000)
    assert len(deduplicate(small)) == 500
    assert_in_step(lambda: deduplicate(small), lambda: deduplicate(large), limit=20)
