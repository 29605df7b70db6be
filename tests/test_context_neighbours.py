"""Neighbours: windows by position, the edges of a document, windows that meet, and parents with neighbours."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fake_embedders import by_words
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk, ChunkIndex, Document, Hit
from ragchunk_lessons.context import add_neighbours, merge_parents, split_parents
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.splitters.fixed import split_characters
from ragchunk_lessons.splitters.markdown import split_markdown

# A hundred words of three letters: leaf n is [4(n-1):4(n-1)+3].
WORDS = Document(" ".join(f"{number:03}" for number in range(1, 101)), source="words")
LEAVES = split_parents(WORDS, 3, 4)


def embed(texts):
    vectors = by_words(texts)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def hits(*numbers, leaves=LEAVES):
    return [Hit(leaves[number - 1], 1 - rank / 100, rank) for rank, number in enumerate(numbers, 1)]


def windows(results):
    return [hit.chunk.metadata["window"] for hit in results]


def test_the_walk_through_reads_twelve_leaves_in_four_windows():
    results = add_neighbours(hits(1, 2, 41, 77, 5), n=1)
    assert windows(results) == [(1, 3), (40, 42), (76, 78), (4, 6)]
    assert [hit.chunk.metadata["found"] for hit in results] == [(1, 2), (41,), (77,), (5,)]
    assert [hit.chunk.text for hit in results] == ["001 002 003", "040 041 042", "076 077 078", "004 005 006"]
    assert [hit.rank for hit in results] == [1, 2, 3, 4]
    assert [hit.score for hit in results] == [0.99, 0.97, 0.96, 0.95]


def test_windows_that_touch_stay_apart_and_windows_that_meet_are_one():
    assert windows(add_neighbours(hits(2, 5), 1)) == [(1, 3), (4, 6)]
    (one,) = add_neighbours(hits(7, 5), 1)
    assert one.chunk.metadata["window"] == (4, 8) and one.chunk.metadata["found"] == (5, 7)
    assert one.score == 0.99 and one.chunk.text == "004 005 006 007 008"


def test_a_window_stops_at_the_edges_of_its_document():
    documents = [Document("aa bb cc", "one"), Document("dd ee ff", "two")]
    chunks = [leaf for document in documents for leaf in split_parents(document, 2, 2)]
    results = add_neighbours(hits(3, 4, leaves=chunks), n=1)
    assert [(hit.chunk.text, hit.chunk.metadata["source"]) for hit in results] == [("bb cc", "one"), ("dd ee", "two")]
    assert [hit.chunk.text for hit in add_neighbours(hits(2, leaves=chunks), n=50)] == ["aa bb cc"]


@given(st.lists(st.integers(1, 100), max_size=15), st.integers(0, 6))
def test_windows_agree_with_sets_of_numbers(numbers, n):
    results = add_neighbours(hits(*numbers), n)
    wanted = {near for number in numbers for near in range(max(1, number - n), min(100, number + n) + 1)}
    covered = []
    for hit in results:
        assert hit.chunk.text == WORDS.text[hit.chunk.start : hit.chunk.end]
        covered += hit.chunk.text.split()
    assert len(covered) == len(set(covered)), "a leaf is in two windows"
    assert {int(word) for word in covered} == wanted
    # The n-th result holds the best hit that no earlier result holds.
    left = list(dict.fromkeys(numbers))
    for rank, hit in enumerate(results, 1):
        inside = {int(word) for word in hit.chunk.text.split()}
        assert left[0] in inside and hit.rank == rank
        assert hit.score == 1 - (numbers.index(left[0]) + 1) / 100
        left = [number for number in left if number not in inside]
    assert not left


def test_the_order_of_the_chunks_in_the_index_does_not_matter():
    document = Document(load_text("maintenance_prose"), "prose")
    chunks = split_characters(document, 100)
    shuffled = random.Random(1).sample(chunks, len(chunks))
    found = ChunkIndex(shuffled, embed).search("oil pump bearing", 4)
    results = add_neighbours(found, 1, chunks=shuffled, documents=document)
    assert results == add_neighbours(found, 1, chunks=chunks * 2, documents=document)
    for hit in results:
        first, last = hit.chunk.metadata["window"]
        assert (hit.chunk.start, hit.chunk.end) == (chunks[first - 1].start, chunks[last - 1].end)


def test_chunks_that_overlap_make_windows_that_meet():
    text = "abcdefghijklmnop"
    chunks = split_characters(text, 6, 2)
    assert [chunk.text for chunk in chunks] == ["abcdef", "efghij", "ijklmn", "mnop"]
    found = hits(1, 2, leaves=chunks)
    (one,) = add_neighbours(found, 0, chunks=chunks, documents=text)
    assert one.chunk.text == "abcdefghij" and one.chunk.metadata["window"] == (1, 2)
    (one,) = add_neighbours(hits(2, leaves=chunks), 1, chunks=chunks, documents=text)
    assert one.chunk.text == "abcdefghijklmn" and one.chunk.metadata["found"] == (2,)


def test_without_neighbours_nothing_changes():
    found = hits(9, 3, 40)
    results = add_neighbours(found, 0)
    assert results == found and all(hit.chunk is leaf.chunk for hit, leaf in zip(results, found, strict=True))
    assert add_neighbours(hits(9, 3, 9), 0) == hits(9, 3)
    assert add_neighbours([], 1) == []
    lonely = split_parents("one", 3)
    assert add_neighbours(hits(1, leaves=lonely), 2)[0].chunk is lonely[0]


def test_parents_and_neighbours_together():
    merged = merge_parents(hits(5, 6, 20), 2)
    assert [hit.chunk.text for hit in merged] == ["005 006 007 008", "020"]
    results = add_neighbours(merged, 1)
    assert windows(results) == [(4, 9), (19, 21)]
    assert [hit.chunk.metadata["found"] for hit in results] == [(5, 6), (20,)]
    again = add_neighbours(results, 1)
    assert windows(again) == [(3, 10), (18, 22)] and [hit.rank for hit in again] == [1, 2]


def test_a_parent_and_a_leaf_that_meet_are_one_window():
    (one,) = add_neighbours(merge_parents(hits(9, 5, 6), 2), 1)
    assert one.chunk.metadata["window"] == (4, 10) and one.chunk.metadata["found"] == (5, 6, 9)
    assert one.chunk.text == "004 005 006 007 008 009 010"


def test_a_saved_index_needs_the_chunks_and_the_document(tmp_path):
    ChunkIndex(LEAVES, embed).save(tmp_path / "index")
    index = ChunkIndex.load(tmp_path / "index", embed)
    found = index.search("041", 1)
    with pytest.raises(ValueError, match="hit 0 does not know its document"):
        add_neighbours(found, 1)
    with pytest.raises(ValueError, match="chunks is given without documents"):
        add_neighbours(found, 1, chunks=index.chunks)
    with pytest.raises(ValueError, match="none of the 0 chunks of 'words'; give all of them"):
        add_neighbours(found, 1, documents=WORDS)
    (one,) = add_neighbours(found, 1, chunks=index.chunks, documents=WORDS)
    assert one.chunk.text == "040 041 042"
    both = add_neighbours(merge_parents(found, 1, documents=WORDS), 1, chunks=index.chunks, documents=WORDS)
    assert windows(both) == [(40, 45)] and both[0].chunk.metadata["found"] == (41,)


def test_a_header_in_front_is_not_in_the_window():
    table = "| part | price |\n|---|---|\n| bolt | 10 |\n| nut | 20 |\n| washer | 30 |"
    chunks = split_markdown(table, 44)
    assert chunks[1].text == "| part | price |\n|---|---|\n| nut | 20 |"
    (alone,) = add_neighbours([Hit(chunks[1], 0.9, 1)], 0, chunks=chunks, documents=table)
    assert alone.chunk is chunks[1]
    (one,) = add_neighbours([Hit(chunks[1], 0.9, 1)], 1, chunks=chunks, documents=table)
    assert one.chunk.text == table


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (ValueError, "n=-1 must be at least 0", lambda: add_neighbours([], -1)),
        (TypeError, "n must be an int, not float", lambda: add_neighbours([], 1.0)),
        (TypeError, r"hits\[0\] must be a Hit", lambda: add_neighbours([Chunk("a", 0, 1)], 1)),
        (
            ValueError,
            r"hit 0 \[0:1\] is not a slice of the document",
            lambda: add_neighbours([Hit(Chunk("b", 0, 1), 0.5, 1)], 1, chunks=[Chunk("a", 0, 1)], documents="a"),
        ),
        (
            ValueError,
            r"hit 0 \[0:1\] is none of the 1 chunks of ''",
            lambda: add_neighbours([Hit(Chunk("a", 0, 1), 0.5, 1)], 1, chunks=[Chunk("ab", 0, 2)], documents="ab"),
        ),
    ],
)
def test_bad_input(error, message, call):
    with pytest.raises(error, match=message):
        call()


def test_a_document_cut_twice_is_two_families():
    coarse = split_parents(WORDS, 15, 4)
    results = add_neighbours([Hit(LEAVES[0], 0.9, 1), Hit(coarse[0], 0.8, 2)], 1)
    assert [hit.chunk.text for hit in results] == ["001 002", WORDS.text[: coarse[1].end]]
