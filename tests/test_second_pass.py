"""Around the second pass: pairs are read once, a silent reranker is not followed, and lists are joined in turns."""

from __future__ import annotations

import pytest

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.searching.ranking import rerank
from ragchunk_lessons.searching.second_pass import RememberingReranker, interleave, rerank_if_sure


def hits_on(letters):
    return [Hit(Chunk(one, ord(one), ord(one) + 1), 1 / place, place) for place, one in enumerate(letters, 1)]


def texts(hits):
    return "".join(hit.chunk.text for hit in hits)


class Recording:
    def __init__(self):
        self.lists = []

    def __call__(self, query, texts):
        self.lists.append((query, list(texts)))
        return [float(len(query) * ord(text)) for text in texts]


def test_a_pair_is_read_once_and_its_score_stays():
    inner = Recording()
    score = RememberingReranker(inner)
    assert score("q", ["a", "b", "a"]).tolist() == [97, 98, 97]
    assert score("q", ["c", "b"]).tolist() == [99, 98]
    assert score("qq", ["b"]).tolist() == [196]
    assert inner.lists == [("q", ["a", "b"]), ("q", ["c"]), ("qq", ["b"])]
    assert (score.pairs, score.asked) == (4, 6)
    assert score("q", ["a"]).tolist() == [97] and len(inner.lists) == 3
    assert score("q", []).shape == (0,)


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_several_threads_give_the_same_scores_in_the_same_order(workers):
    inner = Recording()
    given = ["e", "b", "d", "a", "c"]
    assert RememberingReranker(inner, workers)("q", given).tolist() == [101, 98, 100, 97, 99]
    assert len(inner.lists) == min(workers, 5)
    assert sorted(text for _, texts in inner.lists for text in texts) == sorted(given)


@pytest.mark.models
def test_the_shared_reader_scores_as_the_reranker_does():
    from ragchunk_lessons.rerankers import load_reranker
    from ragchunk_lessons.searching.second_pass import shared_reader

    given = ["It is too hot.", "It is blue.", "The pump stops when its motor is too hot.", "A"]
    wanted = load_reranker()("Why does the pump stop?", given)
    assert shared_reader()("Why does the pump stop?", given).tolist() == wanted.tolist()
    assert shared_reader() is shared_reader() and shared_reader().workers == 2


def test_it_says_what_it_holds():
    assert repr(RememberingReranker(Recording())) == "RememberingReranker(a reranker, 0 pairs read)"


def test_what_is_no_reranker_is_named():
    with pytest.raises(TypeError, match="reranker must be callable, such as load_reranker\\(\\), not str"):
        RememberingReranker("ms-marco")
    with pytest.raises(ValueError, match="workers=0 must be at least 1"):
        RememberingReranker(Recording(), 0)
    with pytest.raises(TypeError, match="workers"):
        RememberingReranker(Recording(), "two")
    with pytest.raises(ValueError, match=r"shape \(1,\) for 3 texts"):
        RememberingReranker(lambda query, texts: [1.0], 2)("q", list("abcde"))
    with pytest.raises(ValueError, match=r"shape \(1,\) for 2 texts"):
        RememberingReranker(lambda query, texts: [1.0])("q", ["a", "b"])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({"a": -3, "b": 2, "c": -1}, "bca"),
        ({"a": -3, "b": -2, "c": -1}, "abc"),
        ({"a": -3, "b": 0, "c": -1}, "abc"),
        ({"a": 0, "b": 0, "c": 0.1}, "cab"),
    ],
)
def test_the_second_order_counts_if_one_score_is_above_the_least(scores, expected):
    score = lambda query, given: [scores[text] for text in given]  # noqa: E731
    found = rerank_if_sure("q", hits_on("abc"), score)
    assert texts(found) == expected
    assert texts(rerank_if_sure("q", hits_on("abc"), score, 2)) == expected[:2]
    if expected != "abc":
        assert found == rerank("q", hits_on("abc"), score)
    else:
        assert found == hits_on("abc")


def test_the_least_score_can_be_set():
    score = lambda query, given: [{"a": -3, "b": -2}[text] for text in given]  # noqa: E731
    assert texts(rerank_if_sure("q", hits_on("ab"), score, least=-2.5)) == "ba"
    assert texts(rerank_if_sure("q", hits_on("ab"), score, least=-2)) == "ab"
    assert rerank_if_sure("q", [], score) == []


def test_lists_are_joined_in_turns_and_each_chunk_comes_once():
    assert texts(interleave(hits_on("abc"), hits_on("dbef"))) == "adbcef"
    assert texts(interleave(hits_on("a"), hits_on("bcd"), hits_on("ae"))) == "abced"
    assert texts(interleave(hits_on("aba"))) == "ab"
    assert interleave() == [] == interleave([], [])


def test_the_hit_of_the_better_place_is_kept():
    (one, *_) = interleave(hits_on("ab"), hits_on("ba"))
    assert one.rank == 1 and one.chunk.text == "a"


def test_what_is_no_list_of_texts_or_hits_is_refused():
    score = RememberingReranker(lambda query, texts: [1.0] * len(texts))
    with pytest.raises(TypeError, match="not one str"):
        score("q", "abc")
    assert score.asked == 0
    with pytest.raises(TypeError, match=r"rankings\[1\]\[0\] must be a Hit"):
        interleave([], ["a"])
    with pytest.raises(TypeError, match=r"rankings\[0\] must be a list of Hit"):
        interleave(Hit(Chunk("a", 0, 1), 0.5, 1))


@pytest.mark.parametrize(("least", "kind"), [(float("nan"), ValueError), ("0", TypeError), (True, TypeError)])
def test_the_least_score_is_a_number(least, kind):
    with pytest.raises(kind, match="least"):
        rerank_if_sure("q", [], lambda query, texts: [], least=least)


def test_hits_that_can_be_walked_through_once_come_back_in_their_order():
    hits = [Hit(Chunk(letter, at, at + 1), 0.5, at + 1) for at, letter in enumerate("ab")]
    assert rerank_if_sure("q", iter(hits), lambda query, texts: [-1.0] * len(texts)) == hits
