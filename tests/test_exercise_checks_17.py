"""Checks of lesson 17: answers that are plausible and wrong, and what the reply says."""

from __future__ import annotations

import pytest

from ragchunk_lessons.exercises import check, lesson_17
from ragchunk_lessons.searching.ranking import fuse, rerank
from ragchunk_lessons.searching.second_pass import interleave


@pytest.mark.parametrize("answer", [(24, 20), [24, 20]])
def test_pairs_are_counted(answer):
    assert check("17-1", answer).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((20, 20), "the first number is another one"),
        ((5, 5), "the first number is another one"),
        ((10, 5), "the first number is another one"),
        ((24, 16), "the second is not"),
        ((24, 24), "the second is not"),
        ((24, 5), "the second is not"),
        (24, "give two numbers"),
        ((24, 20, 5), "give two numbers"),
        ("24, 20", "give two numbers"),
    ],
)
def test_pairs_that_are_counted_wrong(answer, said):
    reply = check("17-1", answer)
    assert not reply.ok and said in reply.message
    assert "24" not in reply.message and "20" not in reply.message


def merged(question, lists, score, k):
    return rerank(question, interleave(*lists), score, k)


def in_a_row(question, lists, score, k):
    # rerank itself leaves repeats out, so this is right as well.
    return rerank(question, [hit for hits in lists for hit in hits], score)[:k]


@pytest.mark.parametrize("answer", [merged, in_a_row])
def test_join_read_cut(answer):
    assert check("17-2", answer).ok


def cut_first(question, lists, score, k):
    return rerank(question, interleave(*(hits[:k] for hits in lists)), score, k)


def apart(question, lists, score, k):
    return [hit for hits in lists for hit in rerank(question, hits, score)][:k]


def never_read(question, lists, score, k):
    return interleave(*lists)[:k]


def only_fused(question, lists, score, k):
    return fuse(lists)[:k]


def never_cut(question, lists, score, k):
    return rerank(question, interleave(*lists), score)


def upside_down(question, lists, score, k):
    return rerank(question, interleave(*lists), score)[::-1][:k]


def only_texts(question, lists, score, k):
    return [hit.chunk.text for hit in merged(question, lists, score, k)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (cut_first, "scores higher is missing"),
        (apart, "scores higher is missing"),
        (never_read, "scores higher is missing"),
        (only_fused, "scores higher is missing"),
        (never_cut, "where is the cut?"),
        (upside_down, "scores higher is missing"),
        (only_texts, "something else than a list of Hit"),
        (lambda *given: None, "something else than a list of Hit"),
        (lambda *given: 1 / 0, "ZeroDivisionError"),
        ("merged", "without brackets"),
    ],
)
def test_a_wrong_order_of_steps_is_told(answer, said):
    reply = check("17-2", answer)
    assert not reply.ok and said in reply.message


def test_repeats_are_told():
    def repeated(question, lists, score, k):
        first = rerank(question, interleave(*lists), score)[0]
        return [first] * k

    reply = check("17-2", repeated)
    assert not reply.ok and "takes more than one place" in reply.message


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "as a str"),
        (17, "as a str"),
        ("gravel", "end with '?'"),
        ("gravel " * 15 + "?", "100 are allowed"),
        ("Is a crackle like gravel in the casing cavitation?", "7 words in a row are copied"),
        ("Should I open the inlet valve fully?", "5 words in a row are copied"),
    ],
)
def test_a_question_that_is_none_is_refused_without_a_model(answer, said, monkeypatch):
    monkeypatch.setattr(lesson_17, "_after_reranking", lambda *given: 1 / 0)
    reply = check("17-3", answer)
    assert not reply.ok and said in reply.message


@pytest.mark.parametrize(
    ("place", "ok", "said"),
    [
        (1, True, "place 1"),
        (5, True, "place 5"),
        (6, False, "the answer is at place 6 of 20"),
        (None, False, "does not even have the answer"),
    ],
)
def test_five_places_count(place, ok, said, monkeypatch):
    monkeypatch.setattr(lesson_17, "_after_reranking", lambda *given: (place, 2.0))
    reply = check("17-3", "There is a noise like gravel. What now?")
    assert reply.ok == ok and said in reply.message


@pytest.mark.models
def test_the_words_make_the_difference():
    asked = lesson_17._lost()
    reply = check("17-3", asked.text)
    assert not reply.ok and "of 20" in reply.message
    assert not check("17-3", "Why does it rattle?").ok
    assert check("17-3", "There is a noise like gravel in the pump. What can I do?").ok


def test_words_in_a_row():
    count = lesson_17._longest_copy
    assert count("Open the valve now", "then open the valve") == 3
    assert count("a b", "c d") == 0 and count("", "a") == 0 and count("A, b!", "a b") == 2
