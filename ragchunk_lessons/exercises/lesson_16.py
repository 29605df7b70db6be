"""Lesson 16: windows that meet, neighbours by what they are, and a window in tokens."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..claims.parents import hits_on, leaves_of
from ..corpora import load_text
from ..searching.neighbours import add_neighbours
from . import Checked, exercise, right, wrong


@exercise("16-1")
def windows_that_meet(answer: object) -> Checked:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return wrong("give two numbers, (windows, characters)")
    made = add_neighbours(hits_on(leaves_of(40), (1, 4, 8, 40)), 2)
    windows, characters = len(made), sum(len(hit.chunk.text) for hit in made)
    if answer[0] != windows:
        return wrong("another number of windows comes out; which of them share a leaf?")
    if answer[1] != characters:
        return wrong("the windows are counted right, the characters are not; a leaf in two windows is sent once")
    return right("three windows have become one, and two stop at an edge of the document")


_STORE = [
    {"source": source, "number": number, "text": f"{source} {number}"}
    for number, source in [(10, "a"), (2, "b"), (9, "a"), (1, "a"), (1, "b"), (11, "a"), (2, "a"), (3, "b"), (12, "b")]
]


@exercise("16-2")
def guard_the_recipe(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function around itself, without brackets")
    for record in _STORE:
        wanted = _around(record)
        given = answer([dict(other) for other in _STORE], dict(record))
        if given == wanted:
            continue
        case = f"around {record['text']}"
        if not isinstance(given, list) or not all(isinstance(one, dict) and "source" in one for one in given):
            return wrong(f"{case} comes something else than a list of records")
        if any(one["source"] != record["source"] for one in given):
            return wrong(f"{case} comes a record of another source")
        if sorted(one["number"] for one in given) == [one["number"] for one in wanted]:
            return wrong(f"{case} the records are right and their order is not")
        return wrong(f"{case} come the numbers {[one['number'] for one in given]}")
    return right("the order of the store does not matter any more, and no window leaves its document")


def _around(record: dict[str, Any]) -> list[dict[str, Any]]:
    near = {
        one["number"]: one for one in _STORE if one["source"] == record["source"] and one["number"] in _near(record)
    }
    return [near[number] for number in sorted(near)]


def _near(record: dict[str, Any]) -> range:
    return range(record["number"] - 1, record["number"] + 2)


@exercise("16-3")
def a_window_in_tokens(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int) or answer < 0:
        return wrong("give one whole number, the neighbours on either side")
    tokens = _tokens(answer)
    if tokens < 750:
        return wrong(f"this window has {tokens} tokens, still too few")
    if answer and _tokens(answer - 1) >= 750:
        return wrong(f"this window has {tokens} tokens, and a narrower one would do")
    return right(f"{tokens} tokens in {2 * answer + 1} leaves; the unit decides how many neighbours a window needs")


@cache
def _tokens(n: int) -> int:
    from ..lengths import count_tokens
    from ..searching.parents import split_parents

    leaves = split_parents(load_text("station_manual"), 250)
    (window,) = add_neighbours(hits_on(leaves, (100,)), n)
    return count_tokens(window.chunk.text)
