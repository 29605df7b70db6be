"""Checks of the exercises 11-4, 12-2 and 12-3: wrong answers that once passed, and what the reply says."""

from __future__ import annotations

import re

import pytest
from lesson_frame import LESSONS, read

from ragchunk_lessons import audit
from ragchunk_lessons.exercises import check


def guard(text, chunks):
    result = audit(text, chunks)
    if not result.ok:
        raise ValueError(result.report(advice=False))


def lost_only(text, chunks):
    result = audit(text, chunks)
    if result.lost:
        raise ValueError(result.report(advice=False))


def wrong_error_for_rewritten(text, chunks):
    lost_only(text, chunks)
    assert audit(text, chunks).ok


def test_a_guard_must_catch_more_than_what_is_lost():
    assert check("11-4", guard).ok
    answer = check("11-4", lost_only)
    assert not answer.ok and "“loading” became “reading” pass" in repr(answer)
    answer = check("11-4", wrong_error_for_rewritten)
    assert not answer.ok and "it raises AssertionError; raise a ValueError" in repr(answer)


@pytest.mark.parametrize(
    ("stops", "said"),
    [
        (lambda text, chunks: None, "without the last sentence pass"),
        (lambda text, chunks: 1 / 0, "chunks that are whole are stopped: ZeroDivisionError"),
    ],
)
def test_a_guard_that_stops_nothing_or_everything(stops, said):
    answer = check("11-4", stops)
    assert not answer.ok and said in repr(answer)


@pytest.mark.models
def test_whether_the_subject_turns_is_left_to_the_reader():
    """No turn at all: the check sees numbers, and says so."""
    answer = check(
        "12-2",
        [
            "The pump runs all day.",
            "The pump runs all night.",
            "Long-legged birds stood in shallow water.",
        ],
    )
    assert "The numbers fit." in repr(answer) and "only you can judge" in repr(answer)
    assert "falls at the wrong place" not in repr(answer)


def test_too_few_words_are_refused_and_the_lesson_says_how_many():
    answer = check("12-2", ["The crane lifted.", "The crane rested.", "Birds stood around."])
    assert not answer.ok and "at least four words each" in repr(answer)
    assert "at least four words each" in _exercise("ex-12-2")


def test_the_function_of_12_3_has_one_name():
    answer = check("12-3", "cut_once")
    assert not answer.ok and "the function cut_once itself" in repr(answer)
    text = _exercise("ex-12-3")
    assert "`cut_once(text, embedder, folder)`" in text and not re.search(r"\bcut\(", text)


def _exercise(label):
    cells = [cell.source for path in LESSONS for cell in read(path).cells if f":label: {label}\n" in cell.source]
    assert len(cells) == 1
    return " ".join(cells[0].split())
