"""ranking: fusion by places, each chunk once, the same result for any order of the lists; and reranking."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.searching.ranking import fuse, rerank

CHUNKS = [Chunk(letter, place, place + 1) for place, letter in enumerate("abcdef")]


def ranking(letters):
    return [Hit(CHUNKS["abcdef".index(letter)], 1 - rank / 10, rank) for rank, letter in enumerate(letters, 1)]


def texts(hits):
    return "".join(hit.chunk.text for hit in hits)


def test_the_sum_worked_by_hand():
    hits = fuse([ranking("abc"), ranking("bd")])
    assert texts(hits) == "badc"
    assert [hit.score for hit in hits] == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62, 1 / 63])
    assert [hit.rank for hit in hits] == [1, 2, 3, 4]


def test_two_good_places_beat_one_best():
    assert texts(fuse([ranking("ab"), ranking("cb")]))[0] == "b"


def test_k_says_how_much_the_first_places_stand_out():
    lists = [ranking("abc"), ranking("dec"), ranking("a")]
    assert texts(fuse([ranking("abc"), ranking("dec")], k=60))[0] == "c"
    assert texts(fuse([ranking("abc"), ranking("dec")], k=1))[0] != "c" or 1 / 4 * 2 >= 1 / 2
    assert texts(fuse(lists, k=1))[0] == "a"


def test_ties_go_by_best_place_and_then_by_text():
    assert texts(fuse([ranking("ba"), ranking("ab")])) == "ab"
    assert texts(fuse([ranking("f"), ranking("c"), ranking("e")])) == "cef"
    one = Hit(Chunk("z", 0, 1, {"source": "a"}), 0.5, 1)
    two = Hit(Chunk("a", 0, 1, {"source": "b"}), 0.5, 1)
    assert texts(fuse([[two], [one]])) == "za"


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=4))
def test_fusion_is_the_sum_of_the_places_for_any_order_of_the_lists(lists):
    hits = fuse([ranking(letters) for letters in lists])
    exact = {}
    for letters in lists:
        for place, letter in enumerate(dict.fromkeys(letters), 1):
            exact[letter] = exact.get(letter, 0) + Fraction(1, 60 + place)
    assert {hit.chunk.text: hit.score for hit in hits} == {key: pytest.approx(float(v)) for key, v in exact.items()}
    assert [exact[hit.chunk.text] for hit in hits] == sorted(exact.values(), reverse=True)
    assert all(fuse([ranking(letters) for letters in other]) == hits for other in permutations(lists))


def test_no_lists_and_empty_lists():
    assert fuse([]) == fuse([[], []]) == []


@pytest.mark.parametrize(
    ("rankings", "k", "error", "message"),
    [
        (ranking("ab"), 60, TypeError, r"not one list; write \[hits\]"),
        (ranking("a")[0], 60, TypeError, "must be a list of lists of Hit, not Hit"),
        (None, 60, TypeError, "not NoneType"),
        ([ranking("a"), [CHUNKS[0]]], 60, TypeError, r"rankings\[1\]\[0\] must be a Hit, .*not Chunk"),
        ([ranking("a"), "text"], 60, TypeError, r"rankings\[1\] must be a list of Hit, not str"),
        ([ranking("a")], 0, ValueError, "k=0 must be at least 1"),
        ([ranking("a")], 1.5, TypeError, "k must be an int, not float"),
    ],
)
def test_fuse_names_what_is_wrong(rankings, k, error, message):
    with pytest.raises(error, match=message):
        fuse(rankings, k)


def by_letter(query, found):
    return [ord(text) for text in found]


def test_rerank_orders_by_the_second_judgement_and_cuts_afterwards():
    hits = rerank("q", ranking("abcdef"), by_letter, k=2)
    assert (texts(hits), [hit.score for hit in hits], [hit.rank for hit in hits]) == ("fe", [102.0, 101.0], [1, 2])
    assert texts(rerank("q", ranking("abc"), by_letter)) == "cba"
    assert len(rerank("q", ranking("abc"), by_letter, k=50)) == 3


def test_equal_scores_keep_the_order_of_the_candidates():
    assert texts(rerank("q", ranking("dacb"), lambda query, found: np.zeros(len(found)))) == "dacb"


def test_a_chunk_is_judged_once_and_the_question_is_passed_on():
    seen = []

    def judge(query, found):
        seen.append((query, found))
        return np.arange(len(found))

    assert texts(rerank("why?", ranking("abab"), judge)) == "ba"
    assert seen == [("why?", ["a", "b"])]


def test_nothing_to_rerank_asks_nobody():
    assert rerank("q", [], lambda query, found: 1 / 0) == []


@pytest.mark.parametrize(
    ("query", "hits", "reranker", "k", "error", "message"),
    [
        ("", "a", by_letter, None, ValueError, "query='' is blank"),
        (3, "a", by_letter, None, TypeError, "query must be a str, not int"),
        ("q", "a", "MiniLM", None, TypeError, "reranker must be callable, such as load_reranker"),
        ("q", "a", by_letter, 0, ValueError, "k=0 must be at least 1"),
        ("q", "a", by_letter, True, TypeError, "k must be an int, not bool"),
        ("q", "ab", lambda query, found: [1.0], None, ValueError, r"shape \(1,\) for 2 texts"),
        ("q", "ab", lambda query, found: np.ones((2, 1)), None, ValueError, r"shape \(2, 1\) for 2 texts"),
        ("q", "ab", lambda query, found: [1.0, np.nan], None, ValueError, "gave NaN for text 1"),
    ],
)
def test_rerank_names_what_is_wrong(query, hits, reranker, k, error, message):
    with pytest.raises(error, match=message):
        rerank(query, ranking(hits), reranker, k)


def test_rerank_refuses_plain_texts():
    with pytest.raises(TypeError, match=r"hits\[0\] must be a Hit, such as a search gives, not str"):
        rerank("q", ["a"], by_letter)
