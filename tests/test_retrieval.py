"""retrieval: exact, stable, and an index on disk that refuses another model."""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import ChunkIndex, Hit


class Letters:
    """A toy model: how often each letter of its alphabet stands in the text, plus one, scaled to length 1."""

    name = "letters"
    max_tokens = 99

    def __init__(self, alphabet="abcd"):
        self.alphabet = alphabet
        self.seen = []

    def __call__(self, texts):
        self.seen.append(list(texts))
        counts = np.array([[1 + text.count(letter) for letter in self.alphabet] for text in texts], dtype=float)
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)


def chunks_of(*texts, **metadata):
    chunks, position = [], 0
    for text in texts:
        chunks.append(Chunk(text, position, position + len(text), dict(metadata)))
        position += len(text) + 1
    return chunks


def test_nearest_first_with_ranks_from_one():
    hits = ChunkIndex(chunks_of("aaaa", "bbbb", "aabb"), Letters()).search("aaa", k=3)
    assert [hit.chunk.text for hit in hits] == ["aaaa", "aabb", "bbbb"]
    assert [hit.rank for hit in hits] == [1, 2, 3]
    assert all(-1 <= hit.score <= 1 for hit in hits)


def test_the_score_is_the_cosine_worked_by_hand():
    # "aa" -> (3, 1, 1, 1) / sqrt(12); "a" -> (2, 1, 1, 1) / sqrt(7); the product is 9 / sqrt(84) = 0.98198
    (hit,) = ChunkIndex(chunks_of("aa"), Letters()).search("a")
    assert hit.score == pytest.approx(9 / 84**0.5, abs=1e-6)


def test_equal_scores_keep_the_order_of_the_chunks():
    chunks = chunks_of(*["same"] * 40, "aaa", *["same"] * 40)
    hits = ChunkIndex(chunks, Letters()).search("b", k=81)
    same = [hit.chunk.start for hit in hits if hit.chunk.text == "same"]
    assert same == sorted(same)
    assert len({hit.score for hit in hits if hit.chunk.text == "same"}) == 1


@given(st.lists(st.text("abcd", min_size=1, max_size=6), max_size=12), st.text("abcd", min_size=1, max_size=6))
def test_search_is_the_full_ranking(texts, query):
    embed = Letters()
    hits = ChunkIndex(chunks_of(*texts), embed).search(query, k=99)
    assert sorted(hit.chunk.text for hit in hits) == sorted(texts)
    if texts:
        cosines = [float(row @ embed([query])[0]) for row in embed([hit.chunk.text for hit in hits])]
        assert all(a >= b - 2e-6 for a, b in pairwise(cosines))
        assert all(abs(hit.score - cosine) < 2e-6 for hit, cosine in zip(hits, cosines, strict=True))


def test_more_than_there_are_gives_all():
    assert len(ChunkIndex(chunks_of("a", "b"), Letters()).search("a", k=50)) == 2


def test_fewer_than_there_are():
    assert len(ChunkIndex(chunks_of("a", "b", "c"), Letters()).search("a", k=2)) == 2


def test_an_empty_index_finds_nothing_but_still_checks():
    index = ChunkIndex([], Letters())
    assert index.search("a") == [] and len(index) == 0 and len(index.vectors) == 0
    with pytest.raises(ValueError):
        index.search("a", k=0)


def test_each_text_is_embedded_once():
    embed = Letters()
    index = ChunkIndex(chunks_of("a", "b", "a"), embed)
    assert embed.seen == [["a", "b"]]
    assert index.vectors.shape == (3, 4)
    assert np.array_equal(index.vectors[0], index.vectors[2])


def test_vectors_is_a_copy():
    index = ChunkIndex(chunks_of("a", "b"), Letters())
    index.vectors[:] = 0
    assert index.vectors.any()


def test_a_hit_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Hit(Chunk("a", 0, 1), 0.5, 1).rank = 2


@pytest.mark.parametrize(
    ("query", "k", "error", "message"),
    [
        ("", 5, ValueError, "query='' is blank"),
        (" \n", 5, ValueError, "is blank; ask a question"),
        (["a"], 5, TypeError, "query must be a str, not list; ask one question"),
        (None, 5, TypeError, "query must be a str, not NoneType"),
        ("a", 0, ValueError, "k=0 must be at least 1"),
        ("a", -1, ValueError, "k=-1 must be at least 1"),
        ("a", 2.0, TypeError, "k must be an int, not float"),
        ("a", True, TypeError, "k must be an int, not bool"),
    ],
)
def test_bad_questions(query, k, error, message):
    with pytest.raises(error, match=message):
        ChunkIndex(chunks_of("a"), Letters()).search(query, k)


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        (["plain"], r"chunks\[0\] is a plain str.*locate\(document, pieces\)"),
        ([Chunk("a", 0, 1), 3], r"chunks\[1\] must be a Chunk, not int"),
        ("plain", "must be a list of Chunk, not one str"),
        (Chunk("a", 0, 1), "must be a list of Chunk, not one Chunk"),
    ],
)
def test_bad_chunks(chunks, message):
    with pytest.raises(TypeError, match=message):
        ChunkIndex(chunks, Letters())


@pytest.mark.parametrize(
    ("embed", "message"),
    [
        (lambda texts: np.ones((len(texts), 3)), r"row 0 .* has length 1.73, not 1"),
        (lambda texts: np.zeros((len(texts), 3)), r"row 0 .* has length 0, not 1"),
        (lambda texts: np.full((len(texts), 3), np.nan), r"row 0 .* has length nan, not 1"),
        (lambda texts: np.ones(3), r"shape \(3,\) for 2 texts"),
        (lambda texts: np.ones((1, 1)), r"shape \(1, 1\) for 2 texts"),
    ],
)
def test_bad_embedders(embed, message):
    with pytest.raises(ValueError, match=message):
        ChunkIndex(chunks_of("a", "b"), embed)


def test_an_embedder_must_be_callable():
    with pytest.raises(TypeError, match=r"embedder must be callable.*not str"):
        ChunkIndex(chunks_of("a"), "all-MiniLM-L6-v2")


def test_an_embedder_that_changes_its_width_is_noticed():
    embed = Letters()
    index = ChunkIndex(chunks_of("a"), embed)
    embed.alphabet = "abcde"
    with pytest.raises(ValueError, match="the question has 5 dimensions and the chunks have 4"):
        index.search("a")


def test_saved_and_loaded_it_is_the_same_index(tmp_path):
    chunks = [
        Chunk(
            "a\nb \ud800 中文",
            0,
            8,
            {"source": "x.md", "heading_path": ("One", "Two"), "pages": [1, 2], "n": {"k": 1.5}},
        ),
        Chunk("bbb", 9, 12, {"tuple": [1], "dict": None}),
        Chunk("bbb", 13, 16),
    ]
    index = ChunkIndex(chunks, Letters())
    path = tmp_path / "index.chunks"
    index.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["index.chunks"], "the name as given, nothing left behind"
    embed = Letters()
    loaded = ChunkIndex.load(path, embed)
    assert loaded.chunks == index.chunks
    assert [chunk.id for chunk in loaded.chunks] == [chunk.id for chunk in chunks]
    assert isinstance(loaded.chunks[0].metadata["heading_path"], tuple)
    assert np.array_equal(loaded.vectors, index.vectors)
    assert embed.seen == [[chunks[0].text]], "only the first chunk is embedded again"
    assert loaded.search("b") == index.search("b")


def test_the_same_index_gives_the_same_bytes(tmp_path):
    index = ChunkIndex(chunks_of("a", "b", source="x"), Letters())
    index.save(tmp_path / "one")
    index.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_an_empty_index_survives_the_disk(tmp_path):
    ChunkIndex([], Letters()).save(tmp_path / "empty")
    assert ChunkIndex.load(tmp_path / "empty", Letters()).search("a") == []


def test_another_model_is_refused(tmp_path):
    ChunkIndex(chunks_of("aab"), Letters()).save(tmp_path / "index")
    other = Letters()
    other.name = "numbers"
    with pytest.raises(ValueError, match="was made with model='letters', this embedder has model='numbers'"):
        ChunkIndex.load(tmp_path / "index", other)
    shorter = Letters()
    shorter.max_tokens = 50
    with pytest.raises(ValueError, match="max_tokens=99, this embedder has max_tokens=50"):
        ChunkIndex.load(tmp_path / "index", shorter)
    for alphabet in ("bacd", "abcde"):
        with pytest.raises(ValueError, match="its first chunk lies elsewhere now"):
            ChunkIndex.load(tmp_path / "index", Letters(alphabet))


def test_what_is_not_an_index_is_refused(tmp_path):
    path = tmp_path / "index"
    with pytest.raises(FileNotFoundError):
        ChunkIndex.load(path, Letters())
    path.write_text("not an index")
    with pytest.raises(ValueError, match="is not an index written by ChunkIndex"):
        ChunkIndex.load(path, Letters())
    np.savez(path.open("wb"), other=np.ones(3))
    with pytest.raises(ValueError, match="is not an index written by ChunkIndex"):
        ChunkIndex.load(path, Letters())


def test_another_format_is_refused(tmp_path, monkeypatch):
    from ragchunk_lessons.searching import index_file

    monkeypatch.setattr(index_file, "_FORMAT", 99)
    ChunkIndex(chunks_of("a"), Letters()).save(tmp_path / "index")
    monkeypatch.undo()
    with pytest.raises(ValueError, match="has format 99, this version reads 1; build it again"):
        ChunkIndex.load(tmp_path / "index", Letters())


def test_an_index_with_a_pickle_inside_is_refused(tmp_path):
    path = tmp_path / "index"
    ChunkIndex(chunks_of("a"), Letters()).save(path)
    evil = io.BytesIO()
    np.save(evil, np.array([object()], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    parts["vectors.npy"] = evil.getvalue()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    with pytest.raises(ValueError, match="is not an index"):
        ChunkIndex.load(path, Letters())


def test_a_file_with_too_few_vectors_is_refused(tmp_path):
    from ragchunk_lessons.searching import index_file

    path = tmp_path / "index"
    head = {"model": "letters", "max_tokens": 99}
    index_file.write(path, head, chunks_of("a", "b"), np.ones((1, 1), dtype=np.float32))
    with pytest.raises(ValueError, match=r"is damaged: vectors of shape \(1, 1\) for 2 texts"):
        ChunkIndex.load(path, Letters())


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), {1: "key"}])
def test_metadata_that_json_cannot_say_is_named_and_nothing_is_written(tmp_path, value):
    chunks = [*chunks_of("a"), Chunk("b", 2, 3, {"odd": value})]
    with pytest.raises(TypeError, match="the metadata of chunk 1 cannot be written as JSON"):
        ChunkIndex(chunks, Letters()).save(tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


def test_repr_is_short():
    assert repr(ChunkIndex(chunks_of("a", "b"), Letters())) == "ChunkIndex(2 chunks, letters)"
    assert repr(ChunkIndex(chunks_of("a"), Letters())) == "ChunkIndex(1 chunk, letters)"


def test_a_file_named_like_a_half_written_index_is_left_alone(tmp_path):
    (tmp_path / "index.part").write_text("mine")
    index = ChunkIndex(chunks_of("a"), Letters())
    index.save(tmp_path / "index")
    with pytest.raises(TypeError):
        ChunkIndex([Chunk("b", 2, 3, {"odd": {1}})], Letters()).save(tmp_path / "index")
    assert (tmp_path / "index.part").read_text() == "mine"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["index", "index.part"]
    assert ChunkIndex.load(tmp_path / "index", Letters()).chunks == index.chunks


def test_threads_may_save_to_one_path(tmp_path):
    indexes = [ChunkIndex(chunks_of(*letters), Letters()) for letters in ("a", "ab", "abc", "abcd")] * 5
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda index: index.save(tmp_path / "index"), indexes))
    assert [entry.name for entry in tmp_path.iterdir()] == ["index"]
    assert len(ChunkIndex.load(tmp_path / "index", Letters())) in (1, 2, 3, 4)


def test_a_path_that_cannot_be_written_is_named_as_typed(tmp_path):
    index = ChunkIndex(chunks_of("a"), Letters())
    missing = tmp_path / "no" / "index"
    with pytest.raises(FileNotFoundError, match=r"no does not exist; create it first: '.*no/index'") as error:
        index.save(missing)
    assert error.value.filename == str(missing)
    with pytest.raises(IsADirectoryError, match="a folder cannot be replaced by an index; give a file") as error:
        index.save(tmp_path)
    assert error.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_leaves_the_old_index(tmp_path, monkeypatch):
    path = tmp_path / "index"
    ChunkIndex(chunks_of("a"), Letters()).save(path)
    before = path.read_bytes()

    def full(file, **parts):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match=r"cannot be written .No space left on device.; give another place") as error:
        ChunkIndex(chunks_of("b"), Letters()).save(path)
    assert (error.value.errno, error.value.filename) == (28, str(path))
    assert path.read_bytes() == before and [entry.name for entry in tmp_path.iterdir()] == ["index"]


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX knows them")
def test_a_saved_index_has_the_usual_permissions(tmp_path):
    ChunkIndex(chunks_of("a"), Letters()).save(tmp_path / "index")
    (tmp_path / "other").write_text("")
    assert (tmp_path / "index").stat().st_mode == (tmp_path / "other").stat().st_mode


def damaged(path, **changed):
    """The index with other bytes in some of its parts."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    for name, array in changed.items():
        data = io.BytesIO()
        np.save(data, np.frombuffer(array, dtype=np.uint8) if isinstance(array, bytes) else array)
        parts[f"{name}.npy"] = data.getvalue()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"chunks": b'[["a", 0, 1, null], ["b", 2, 3, {"dict": {}}]]'}, "is damaged"),
        ({"chunks": b'[["a", 0, 1, {"list": {}}]]'}, "is damaged"),
        ({"chunks": b'[["a", 0]]'}, "is damaged"),
        ({"chunks": b'[["a", 0, 1.5, {"dict": {}}]]'}, "is damaged"),
        ({"chunks": b'[["a", 5, 1, {"dict": {}}]]'}, "is damaged"),
        ({"chunks": b"[["}, "is damaged"),
        ({"head": b"[]"}, "is not an index"),
        ({"vectors": np.array([["1", "0"], ["0", "1"]])}, "is damaged"),
        ({"vectors": np.array([[1, 0, 0, 0], [0, np.nan, 0, 0]], dtype=np.float32)}, "vector 1 does not have length 1"),
        ({"vectors": np.array([[1, 0, 0, 0], [0, 0, 0, 0]], dtype=np.float32)}, "vector 1 does not have length 1"),
        ({"vectors": np.array([[9, 0, 0, 0], [0, 1, 0, 0]], dtype=np.float32)}, "vector 0 does not have length 1"),
        ({"vectors": np.array([[np.inf, 0, 0, 0], [0, 1, 0, 0]])}, "vector 0 does not have length 1"),
    ],
)
def test_a_damaged_index_is_refused_in_plain_words(tmp_path, changed, message):
    path = tmp_path / "index"
    ChunkIndex(chunks_of("a", "b"), Letters()).save(path)
    damaged(path)
    assert len(ChunkIndex.load(path, Letters())) == 2
    damaged(path, **changed)
    with pytest.raises(ValueError, match=message) as error:
        ChunkIndex.load(path, Letters())
    assert str(path) in str(error.value) and "build the index" in str(error.value)


@pytest.mark.parametrize("keep", [0, 1, 100, 0.5, 0.99])
def test_half_an_index_is_refused_and_nobody_is_told_to_load_pickles(tmp_path, keep):
    path = tmp_path / "index"
    ChunkIndex(chunks_of("a", "b"), Letters()).save(path)
    data = path.read_bytes()
    for rest in (data[: int(keep * len(data)) if isinstance(keep, float) else keep], pickle.dumps([1])):
        path.write_bytes(rest)
        with pytest.raises(ValueError, match="is not an index") as error:
            ChunkIndex.load(path, Letters())
        assert "pickle" not in str(error.value) and error.value.__suppress_context__


def test_metadata_that_holds_itself_is_named(tmp_path):
    circle = {}
    circle["again"] = circle
    with pytest.raises(TypeError, match="the metadata of chunk 0 cannot be written as JSON: it holds itself"):
        ChunkIndex([Chunk("a", 0, 1, {"circle": circle})], Letters()).save(tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("chunks", [None, 3])
def test_no_chunks_at_all_is_no_list(chunks):
    with pytest.raises(TypeError, match=f"chunks must be a list of Chunk, not {type(chunks).__name__}"):
        ChunkIndex(chunks, Letters())
