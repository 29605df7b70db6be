"""Checks of lesson 20: plausible wrong answers, and what the reply says."""

from __future__ import annotations

import pytest

from ragchunk_lessons import audit
from ragchunk_lessons.auditing.signs import signs
from ragchunk_lessons.exercises import check
from ragchunk_lessons.exercises.lesson_20 import _cases, failures, patient

RIGHT = {"a": "table", "b": "depth", "c": "mixed"}


def test_the_three_patients():
    assert check("20-1", RIGHT).ok
    assert failures(*patient("a")) == ["table"] and failures(*patient("c")) == ["mixed"]
    assert all(audit(*patient(name)).ok for name in "abc")
    with pytest.raises(ValueError, match="'d' must be one of"):
        patient("d")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({**RIGHT, "b": "mixed"}, "patient 'b'"),
        ({**RIGHT, "a": "scraps"}, "patient 'a'"),
        ({**RIGHT, "c": "depth"}, "patient 'c'"),
        ({**RIGHT, "c": "topics"}, "'topics' is none of the four"),
        ({"a": "table"}, "the keys"),
        (["table", "depth", "mixed"], "give a dict"),
        ({**RIGHT, "c": ["mixed"]}, "none of the four"),
    ],
)
def test_a_wrong_diagnosis(answer, said):
    found = check("20-1", answer)
    assert not found.ok and said in found.message


def gate(document, chunks, *, any_short=0.5, times=10, strict=True):
    found = signs(document, chunks)
    share = found.short / found.chunks
    seen = {
        "mixed": found.over_headings > 0,
        "table": found.without_header > 0,
        "scraps": share > any_short if strict else share >= any_short,
        "depth": found.longest > times * found.median if strict else found.longest >= times * found.median,
    }
    return [name for name, there in seen.items() if there]


def test_a_gate_that_holds_in_any_order():
    assert check("20-2", gate).ok
    assert check("20-2", lambda document, chunks: gate(document, chunks)[::-1]).ok


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda document, chunks: [], "pass the gate"),
        (lambda document, chunks: ["mixed", "table", "scraps", "depth"], "false alarm"),
        (lambda document, chunks: gate(document, chunks, strict=False), "'scraps' is a false alarm"),
        (lambda document, chunks: gate(document, chunks, times=9), "'depth' is a false alarm"),
        (lambda document, chunks: gate(document, chunks, any_short=0.7), "pass the gate"),
        (lambda document, chunks: [name for name in gate(document, chunks) if name != "table"], "pass the gate"),
        (lambda document, chunks: gate(document, chunks) * 2, "named twice"),
        (lambda document, chunks: audit(document, chunks).ok, "gives bool"),
        (lambda document, chunks: not_there, "NameError"),  # noqa: F821
        (["mixed"], "the function gate itself"),
    ],
)
def test_a_gate_with_a_hole_or_a_false_alarm(wrong, said):
    found = check("20-2", wrong)
    assert not found.ok and said in found.message


def test_the_cases_of_the_gate_know_every_failure_and_none():
    found = [failures(*case) for case in _cases().values()]
    assert [] in found and {name for names in found for name in names} == {"mixed", "table", "scraps", "depth"}


def shared(old, new, *, edge=False):
    def meets(one, other):
        if edge:
            return one.start <= other.end and other.start <= one.end
        return one.start < other.end and other.start < one.end

    return [place for place, chunk in enumerate(new) if meets(chunk, old)]


def test_labels_that_are_moved():
    assert check("20-3", lambda numbers, old, new: [shared(old[n], new) for n in numbers]).ok


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda numbers, old, new: [[n] for n in numbers], "shares text with"),
        (lambda numbers, old, new: [shared(old[n], new, edge=True) for n in numbers], "shares text with"),
        (lambda numbers, old, new: [shared(old[n], new)[:1] for n in numbers], "you give 1"),
        (lambda numbers, old, new: [[k + 1 for k in shared(old[n], new)] for n in numbers], "not the right ones"),
        (lambda numbers, old, new: [shared(chunk, new) for chunk in old], "lists come out"),
        (lambda numbers, old, new: [shared(old[n], new) for n in sorted(numbers)], "shares text with"),
        (
            lambda numbers, old, new: [[k for k, c in enumerate(new) if c.text in old[n].text] for n in numbers],
            "shares text with",
        ),
        (
            lambda numbers, old, new: [
                [k for k, c in enumerate(new) if old[n].start <= c.start < old[n].end] for n in numbers
            ],
            "shares text with",
        ),
        (lambda numbers, old, new: {n: shared(old[n], new) for n in numbers}, "a list of lists"),
        (lambda numbers, old: [], "TypeError"),
        (3, "the function move_labels itself"),
    ],
)
def test_labels_that_are_lost(wrong, said):
    found = check("20-3", wrong)
    assert not found.ok and said in found.message
