"""The embedder that remembers: the same vectors, and each text once."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from ragchunk_lessons import Chunk, ChunkIndex
from ragchunk_lessons.remembering import RememberingEmbedder, remembered


class Counting:
    """Turns a text into a direction, and notes every list it was given."""

    name, max_tokens, dimension = "counting", 7, 2

    def __init__(self):
        self.lists = []

    def __call__(self, texts):
        self.lists.append(list(texts))
        angles = np.array([len(text) for text in texts], dtype=float)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_every_text_is_embedded_once_and_the_order_is_kept():
    inside = Counting()
    embed = RememberingEmbedder(inside)
    first = embed(["bb", "a", "bb"])
    assert inside.lists == [["bb", "a"]]
    second = embed(["a", "ccc", "bb"])
    assert inside.lists == [["bb", "a"], ["ccc"]] and len(embed) == 3
    assert np.array_equal(first[[1, 0]], second[[0, 2]]) and np.array_equal(first[0], first[2])
    assert np.array_equal(second, Counting()(["a", "ccc", "bb"])) and second.dtype == np.float32


def test_learning_says_how_many_were_new():
    embed = RememberingEmbedder(Counting())
    assert embed.learn(text for text in ["a", "bb", "a"]) == 2
    assert embed.learn(["bb"]) == 0 and embed.learn(["ccc", "bb"]) == 1
    assert len(embed.lists) == 2, "what is known is not asked again"


def test_what_is_handed_out_is_a_copy():
    embed = RememberingEmbedder(Counting())
    embed(["a"])[0] = 9
    assert abs(np.linalg.norm(embed(["a"])[0]) - 1) < 1e-6


def test_it_passes_for_the_embedder_inside():
    embed = RememberingEmbedder(Counting())
    assert (embed.name, embed.max_tokens, embed.dimension) == ("counting", 7, 2)
    index = ChunkIndex([Chunk("ab", 0, 2), Chunk("cde", 2, 5)], embed)
    assert repr(index) == "ChunkIndex(2 chunks, counting)"
    assert [hit.chunk.text for hit in index.search("xyz", 2)] == ["cde", "ab"] and len(embed) == 3
    assert repr(embed).endswith("3 texts)") and len(ChunkIndex([], embed)) == 0
    with pytest.raises(AttributeError, match="max_words"):
        _ = embed.max_words


def test_nothing_gives_nothing_and_a_copy_works():
    embed = RememberingEmbedder(Counting())
    assert embed([]).shape == (0, 2)
    embed(["a"])
    for other in (copy.copy(embed), pickle.loads(pickle.dumps(embed))):
        assert len(other) == 1 and np.array_equal(other(["a"]), embed(["a"]))


def test_bad_input():
    with pytest.raises(TypeError, match="embedder must be callable, such as load_embedder"):
        RememberingEmbedder("all-MiniLM-L6-v2")
    with pytest.raises(TypeError, match="texts must be a list of str, not one str"):
        RememberingEmbedder(Counting())("text")


@pytest.mark.models
def test_one_memory_for_each_model():
    from ragchunk_lessons import load_embedder

    name = "universal-sentence-encoder-multilingual-3"
    assert remembered(name) is remembered(name) and remembered(name).embedder is load_embedder(name)
    assert np.allclose(remembered(name)(["A pump."]), load_embedder(name)(["A pump."]), atol=1e-6)
    assert remembered() is remembered("all-MiniLM-L6-v2") is remembered(name="all-MiniLM-L6-v2") is not remembered(name)
    with pytest.raises(ValueError, match="name='none' is not a model"):
        remembered("none")


@pytest.mark.parametrize("shape", [lambda v: v[:1], lambda v: np.vstack([v, v]), lambda v: v[:, 0]])
def test_nothing_is_remembered_of_an_answer_that_does_not_fit(shape):
    embed = RememberingEmbedder(lambda texts: shape(np.ones((len(texts), 2), dtype=np.float32)))
    with pytest.raises(ValueError, match=r"the embedder gave an array of shape .* for 2 texts, not \(2, d\)"):
        embed(["a", "b"])
    assert len(embed) == 0


def test_an_array_that_the_embedder_uses_again_does_not_change_what_is_known():
    array = np.zeros((1, 2), dtype=np.float32)

    def embedder(texts):
        array[:] = len(texts[0])
        return array

    embed = RememberingEmbedder(embedder)
    embed(["a"]), embed(["bb"])
    assert embed(["a", "bb"]).tolist() == [[1, 1], [2, 2]]


def test_one_text_is_not_learnt_by_its_letters():
    with pytest.raises(TypeError, match="not one str"):
        RememberingEmbedder(lambda texts: np.ones((len(texts), 2))).learn("abc")
