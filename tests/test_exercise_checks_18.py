"""Checks of lesson 18: plausible wrong answers, and that the reply says what is wrong without giving the answer."""

from __future__ import annotations

import pytest

from ragchunk_lessons.exercises import check


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (12, "as a string"),
        ("  ", "as a string"),
        ("Pump 3 reports\nhigh temperature.", "without a line end"),
        ("Pump 3 reports high temperature. " * 8, "263 characters are too many"),
        ("When pump 3 reports e17, call the office.", "leave the code out"),
        ("E-17 at high temperature: see the door.", "leave the code out"),
    ],
)
def test_a_paragraph_that_is_none(answer, said):
    reply = check("18-1", answer)
    assert not reply.ok and said in repr(reply)


@pytest.mark.models
@pytest.mark.parametrize(
    "answer",
    [
        "Paint on the bed plates is renewed every three years.",
        "When pump 3 runs hot, call the office.",
        "The code E-71 is not used on this site.",
    ],
)
def test_a_paragraph_that_breaks_nothing(answer):
    reply = check("18-1", answer)
    assert not reply.ok and "still stands first" in repr(reply)


@pytest.mark.models
def test_a_paragraph_that_breaks_it():
    reply = check("18-1", "Pump 3 reports high temperature. How do I handle it? Ask the shift leader of the day.")
    assert reply.ok and "at place 2, and your paragraph stands at place 1" in repr(reply)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (["Pump 3 stopped with E-17."], "as a string"),
        ("", "as a string"),
        ("How do I reset it after E-17?", "name the pump and the code"),
        ("Pump 3 is too hot. How do I reset it?", "name the pump and the code"),
        ("Pump 3 shows E-18. How do I reset it?", "name the pump and the code"),
        ("pump 3 E-17 let the winding cool", "“let the winding cool” is copied"),
    ],
)
def test_a_question_that_is_not_fair(answer, said):
    reply = check("18-2", answer)
    assert not reply.ok and said in repr(reply)


@pytest.mark.models
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("How is pump 3 restarted after E-17?", "does not bring the leaf among 20"),
        ("What should I do when pump 3 reports E-17 at high temperature?", "puts it at place 4"),
        ("E-17 pump 3 hot", "puts it at place 6"),
    ],
)
def test_a_question_that_does_not_save_it(answer, said):
    reply = check("18-2", answer)
    assert not reply.ok and said in repr(reply)


@pytest.mark.models
def test_questions_that_save_it():
    for answer in ("Pump 3 stopped with E-17. How do I reset it?", "pump 3, e17: how long must the winding cool?"):
        assert check("18-2", answer).ok, answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (60, "it is ahead, and at a worse one too"),
        (1, "it is ahead, and at a worse one too"),
        (62, "it is not ahead any more"),
        (122, "it is not ahead any more"),
        (61.0, "one whole number"),
        (True, "one whole number"),
        ("61", "one whole number"),
        (0, "one whole number"),
    ],
)
def test_two_against_one(answer, said):
    reply = check("18-3", answer)
    assert not reply.ok and said in repr(reply)
    assert "61" not in repr(check("18-3", 30))


def test_two_against_one_solved():
    assert check("18-3", 61).ok
