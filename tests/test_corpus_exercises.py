"""The checks of lesson 23: wrong answers get the hint that is theirs."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import count, permutations

import pytest

from ragchunk_lessons.exercises import check
from ragchunk_lessons.exercises.lesson_23 import STEPS, _fault, lost_with_parts

NEXT = count()


def digest(*fields):
    return sha256(json.dumps(fields).encode()).hexdigest()


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (lambda name, start, end, text: hash((name, start, end, text)), "differs from process to process"),
        (lambda name, start, end, text: digest(start, end, text), "have one id"),
        (lambda name, start, end, text: f"{name}{start}{end}{text}", "joined to the same text"),
        (lambda *fields: next(NEXT), "another id"),
        ("an id", "without brackets"),
    ],
)
def test_ids(answer, hint):
    assert hint in repr(check("23-1", answer))
    assert check("23-1", digest).ok


def test_done_again():
    assert check("23-2", 80).ok and check("23-2", 80.0).ok
    assert "how many work at that moment" in repr(check("23-2", 40))
    assert "worst moment" in repr(check("23-2", 1000)) and "a number" in repr(check("23-2", True))


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (lambda expected, rows: [], "name these two"),
        (lambda expected, rows: expected, "nothing is missing"),
        (lambda expected, rows: sorted(set(expected) - set(rows)), "how many of each name"),
        (lambda expected, rows: sorted(((c := Counter(expected)) - Counter(rows)).elements()) or c - c, None),
        (lambda expected, rows: sorted({*expected} ^ {*rows}) + ["a"] * (expected.count("a") > 1), "a row too many"),
    ],
)
def test_missing(answer, hint):
    found = check("23-3", answer)
    assert found.ok if hint is None else hint in repr(found)


def test_one_order_holds_and_every_other_one_is_refused():
    right = [order for order in permutations(STEPS) if check("23-4", list(order)).ok]
    assert right == [("write", "sync", "rename", "report")]
    assert "is reported" in _fault(["write", "report", "sync", "rename"])
    assert "need not be on the disk" in _fault(["write", "rename", "sync", "report"])
    assert "nobody has written" in _fault(["sync", "write", "rename", "report"])
    assert "each once" in repr(check("23-4", ["write"]))


def test_the_last_part_may_be_short():
    assert lost_with_parts(10, 4, 9) == range(8, 10)
