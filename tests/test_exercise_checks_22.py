"""Checks of lesson 22: answers that look right and are not, and what the reply says."""

from __future__ import annotations

import pytest

from ragchunk_lessons import audit
from ragchunk_lessons.exercises import check
from ragchunk_lessons.exercises.lesson_22 import damaged, sample
from ragchunk_lessons.splitters.fixed import split_characters

ROW = "| kiln | yard | yes | 14 hours | 3 euros |"
PAIR = "Nobody is blamed for a broken tool"


def broken(overlap):
    return len(audit(sample(), split_characters(sample(), 500, overlap)).broken_sentences)


def test_the_smallest_overlap_is_the_measured_one():
    smallest = next(overlap for overlap in range(500) if not broken(overlap))
    assert 0 < smallest < 300
    again = next(overlap for overlap in range(smallest, 500) if broken(overlap))
    reply = check("22-1", smallest)
    assert reply.ok and f"with {again} it does not" in repr(reply)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0, "that no window holds whole"),
        (50, "that no window holds whole"),
        (60, "that no window holds whole"),
        (65, "65 is enough, and so is less"),
        (321, "321 is enough, and so is less"),
        (500, "lies between 0 and 499"),
        (-1, "lies between 0 and 499"),
        (64.0, "one whole number"),
        (True, "one whole number"),
        ("64", "one whole number"),
    ],
)
def test_other_overlaps(answer, said):
    reply = check("22-1", answer)
    assert not reply.ok and said in repr(reply)


@pytest.mark.models
@pytest.mark.parametrize(
    "answer",
    [
        ("I snapped a chisel. Am I in trouble now?", PAIR),
        ["Where do I find bandages?", "First aid boxes hang beside each door."],
        (
            "How do I quit and cancel?",
            "A membership ends at the end of a quarter",
        ),
    ],
)
def test_questions_in_other_words(answer):
    assert check("22-2", answer).ok


@pytest.mark.models
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (("Who is blamed for a broken tool?", PAIR), "the search by words has it"),
        (("Does the moon have any volcanoes at all?", PAIR), "neither search has it"),
    ],
)
def test_questions_that_do_not_show_it(answer, said):
    reply = check("22-2", answer)
    assert not reply.ok and said in repr(reply)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Where are bandages?", "give two strings"),
        (("Where are bandages?",), "give two strings"),
        (("Where are bandages?", 3), "give two strings"),
        (("Bandages?", PAIR), "at least four words"),
        (("Tell me where bandages are", PAIR), "question mark"),
        (("Where do I find bandages?", "the"), "times in the sample, not once"),
        (("Where do I find bandages?", "in the cellar"), "stands 0 times"),
        (("Where do I find bandages?", ""), "stands 0 times"),
        (("Where do I find bandages?", "## 2 Machines\n\n### 2.1 Red dots"), "no chunk holds this answer whole"),
    ],
)
def test_answers_that_are_none(answer, said):
    reply = check("22-2", answer)
    assert not reply.ok and said in repr(reply)


def test_the_planted_damage_is_what_the_audit_finds():
    found = audit(sample(), damaged())
    assert [finding.number for finding in found.rewritten] == [5]
    assert [gap.text for gap in found.lost] == [ROW]
    assert check("22-3", (ROW, 5)).ok and check("22-3", [f"{ROW}\n", 5]).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((ROW, 4), "the text is right; chunk 4 is as it was"),
        ((ROW, 0), "the text is right; chunk 0 is as it was"),
        (("kiln", 5), "a part of what is lost"),
        (("rty seconds.", 5), "this text still stands in a chunk"),
        (("| planer | wood | yes | 1 hour | 2 euros |", 5), "still stands in a chunk"),
        (("", 5), "does not hold this text"),
        (("forty", 5), "still stands in a chunk"),
        (("| kiln | cellar |", 5), "does not hold this text"),
        ((5, ROW), "the first of the two is a string"),
        ((ROW, "5"), "the second a whole number"),
        (ROW, "give a pair"),
        ((ROW,), "give a pair"),
    ],
)
def test_other_finds(answer, said):
    reply = check("22-3", answer)
    assert not reply.ok and said in repr(reply), reply
