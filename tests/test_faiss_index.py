"""faiss_index: the same hits and scores as the exact index, filters too; on disk it refuses what is not its own."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from fake_embedders import by_hash
from hypothesis import given
from hypothesis import strategies as st
from test_retrieval import Letters, chunks_of

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import ChunkIndex
from ragchunk_lessons.searching.faiss_index import FaissIndex


def unit(texts):
    vectors = by_hash(texts)
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@given(
    st.lists(st.text("abcd", min_size=1, max_size=3), max_size=40),
    st.text("abcd", min_size=1, max_size=4),
    st.integers(1, 45),
    st.sets(st.integers(0, 3)),
)
def test_it_finds_what_the_exact_index_finds(texts, query, k, pages):
    chunks = [
        Chunk(chunk.text, chunk.start, chunk.end, {"page": number % 4})
        for number, chunk in enumerate(chunks_of(*texts))
    ]
    for embed in (Letters(), unit):
        exact, ours = ChunkIndex(chunks, embed), FaissIndex(chunks, embed)
        assert ours.search(query, k) == exact.search(query, k)
        assert ours.search(query, k, where={"page": pages}) == exact.search(query, k, where={"page": pages})


def test_many_ties_across_the_cut():
    texts = [letter * count for count in range(1, 40) for letter in "abcd"]
    embed = lambda texts: np.tile(np.float32([1, 0]), (len(texts), 1))  # noqa: E731
    exact, ours = ChunkIndex(chunks_of(*texts), embed), FaissIndex(chunks_of(*texts), embed)
    assert ours.search("a", 7) == exact.search("a", 7)
    assert [hit.chunk.start for hit in ours.search("a", 7)] == [chunk.start for chunk in ours.chunks[:7]]


def test_saved_and_loaded_it_is_the_same_index(tmp_path):
    chunks = [Chunk("a\nb 中文", 0, 6, {"source": "x.md", "pages": (1, 2)}), *chunks_of("bbb", "c", "bbb", page=1)]
    index = FaissIndex(chunks, Letters())
    index.save(tmp_path / "index")
    embed = Letters()
    loaded = FaissIndex.load(tmp_path / "index", embed)
    assert loaded.chunks == index.chunks and embed.seen == [[chunks[0].text]]
    assert np.array_equal(loaded.vectors, index.vectors)
    assert np.array_equal(loaded.vectors, ChunkIndex(chunks, Letters()).vectors)
    assert loaded.search("b") == index.search("b")
    assert loaded.search("b", where={"page": 1}) == index.search("b", where={"page": 1})
    assert [entry.name for entry in tmp_path.iterdir()] == ["index"]
    index.save(tmp_path / "again")
    for name in ("vectors.faiss", "chunks.npz"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "index" / name).read_bytes()


def test_an_index_is_replaced_by_the_next_one(tmp_path):
    FaissIndex(chunks_of("a", "b"), Letters()).save(tmp_path / "index")
    old = FaissIndex.load(tmp_path / "index", Letters())
    FaissIndex(chunks_of("c"), Letters()).save(tmp_path / "index")
    assert len(FaissIndex.load(tmp_path / "index", Letters())) == 1
    assert len(old) == 2


def test_an_empty_index_survives_the_disk(tmp_path):
    FaissIndex([], Letters()).save(tmp_path / "empty")
    assert FaissIndex.load(tmp_path / "empty", Letters()).search("a") == []


def test_another_model_or_setting_is_refused(tmp_path):
    FaissIndex(chunks_of("aab"), Letters()).save(tmp_path / "index")
    other, shorter = Letters(), Letters()
    other.name, shorter.max_tokens = "numbers", 50
    with pytest.raises(ValueError, match="was made with model='letters', this embedder has model='numbers'"):
        FaissIndex.load(tmp_path / "index", other)
    with pytest.raises(ValueError, match="max_tokens=99, this embedder has max_tokens=50"):
        FaissIndex.load(tmp_path / "index", shorter)
    for alphabet in ("bacd", "abcde"):
        with pytest.raises(ValueError, match="its first chunk lies elsewhere now"):
            FaissIndex.load(tmp_path / "index", Letters(alphabet))


def test_vectors_of_another_index_are_refused(tmp_path):
    FaissIndex(chunks_of("a", "b"), Letters()).save(tmp_path / "one")
    FaissIndex(chunks_of("a", "c"), Letters()).save(tmp_path / "two")
    (tmp_path / "one" / "vectors.faiss").write_bytes((tmp_path / "two" / "vectors.faiss").read_bytes())
    with pytest.raises(ValueError, match=r"vectors.faiss is damaged, or belongs to another index"):
        FaissIndex.load(tmp_path / "one", Letters())


def test_what_is_not_an_index_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"chunks.npz does not exist; build the index"):
        FaissIndex.load(tmp_path, Letters())
    FaissIndex(chunks_of("a"), Letters()).save(tmp_path / "index")
    (tmp_path / "index" / "vectors.faiss").unlink()
    with pytest.raises(FileNotFoundError, match=r"vectors.faiss does not exist"):
        FaissIndex.load(tmp_path / "index", Letters())
    ChunkIndex(chunks_of("a"), Letters()).save(tmp_path / "index" / "chunks.npz")
    (tmp_path / "index" / "vectors.faiss").write_bytes(b"")
    with pytest.raises(ValueError, match="was made with kind=None"):
        FaissIndex.load(tmp_path / "index", Letters())


def test_a_folder_that_is_no_index_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for name in ("mine", "mine/letter.txt"):
        with pytest.raises(FileExistsError, match="is there and is not an index; give the name of a new folder"):
            FaissIndex(chunks_of("a"), Letters()).save(tmp_path / name)
    with pytest.raises(FileNotFoundError, match="does not exist; create it first"):
        FaissIndex(chunks_of("a"), Letters()).save(tmp_path / "no" / "index")
    with pytest.raises(TypeError, match="the metadata of chunk 0 cannot be written as JSON"):
        FaissIndex([Chunk("b", 2, 3, {"odd": {1}})], Letters()).save(tmp_path / "index")
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine"]


def test_questions_of_another_width_and_bad_input_are_named():
    embed = Letters()
    index = FaissIndex(chunks_of("a"), embed)
    with pytest.raises(ValueError, match="is blank"):
        index.search(" ")
    embed.alphabet = "abcde"
    with pytest.raises(ValueError, match="the question has 5 dimensions and the chunks have 4"):
        index.search("a")
    with pytest.raises(TypeError, match=r"chunks\[0\] is a plain str"):
        FaissIndex(["a"], Letters())


def test_a_missing_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(ImportError, match="pip install faiss-cpu"):
        FaissIndex(chunks_of("a"), Letters())


def test_repr():
    assert repr(FaissIndex(chunks_of("a", "b"), Letters())) == "FaissIndex(2 chunks, letters)"
