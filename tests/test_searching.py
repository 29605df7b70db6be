"""searching: filters by metadata or by a function, before the first k are taken."""

from __future__ import annotations

import pytest
from test_retrieval import Letters

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import ChunkIndex

CHUNKS = [
    Chunk("aaaa", 0, 4, {"source": "x", "page": 1, "heading_path": ("One", "Two")}),
    Chunk("aaab", 5, 9, {"source": "y", "page": 2}),
    Chunk("aabb", 10, 14, {"source": "x", "page": None}),
    Chunk("aaaa", 15, 19, {"source": "y"}),
]


@pytest.fixture
def index():
    return ChunkIndex(CHUNKS, Letters())


@pytest.mark.parametrize(
    ("where", "starts"),
    [
        (None, [0, 15, 5, 10]),
        ({}, [0, 15, 5, 10]),
        ({"source": "y"}, [15, 5]),
        ({"source": "y", "page": 2}, [5]),
        ({"page": {1, 2}}, [0, 5]),
        ({"page": None}, [10]),
        ({"heading_path": ("One", "Two")}, [0]),
        ({"page": 9}, []),
        ({"page": set()}, []),
        (lambda chunk: chunk.start > 4, [15, 5, 10]),
        (lambda chunk: "One" in chunk.metadata.get("heading_path", ()), [0]),
        (lambda chunk: False, []),
    ],
)
def test_only_what_fits_is_found(index, where, starts):
    hits = index.search("aaa", k=4, where=where)
    assert [hit.chunk.start for hit in hits] == starts
    assert [hit.rank for hit in hits] == list(range(1, len(starts) + 1))


def test_the_filter_comes_before_the_cut(index):
    assert [hit.chunk.start for hit in index.search("aaa", k=1, where={"page": None})] == [10]


def test_scores_are_those_without_the_filter(index):
    free = {hit.chunk.start: hit.score for hit in index.search("ab", k=4)}
    assert all(free[hit.chunk.start] == hit.score for hit in index.search("ab", where={"source": "x"}))


def test_a_key_that_no_chunk_has_is_named(index):
    with pytest.raises(ValueError, match=r"where names 'sorce', which no chunk .* have heading_path, page, source"):
        index.search("a", where={"sorce": "x"})
    with pytest.raises(ValueError, match="they have no metadata"):
        ChunkIndex([Chunk("a", 0, 1)], Letters()).search("a", where={"page": 1})
    assert ChunkIndex([], Letters()).search("a", where={"page": 1}) == []


@pytest.mark.parametrize("where", ["source", 3, [("page", 1)]])
def test_what_is_no_filter_is_named(index, where):
    with pytest.raises(TypeError, match=f"where must be a mapping, .* not {type(where).__name__}"):
        index.search("a", where=where)
