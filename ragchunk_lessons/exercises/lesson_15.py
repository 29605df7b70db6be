"""Lesson 15: what is handed over, the tail, and the order of joining and cutting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..claims.parents import hits_on, leaves_of
from ..searching.parents import merge_parents
from . import Checked, exercise, right, wrong

_FOUND = (3, 9, 4, 10, 16, 11)
_RANKINGS = ((1, 2, 3, 4, 5, 9, 13, 17), (5, 1, 6, 2, 9, 10, 13, 7), (1, 2, 3), (4, 8, 12, 16, 20))


@exercise("15-1")
def count_before_you_run(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        return wrong("give one number of characters")
    made = [hit.chunk for hit in merge_parents(hits_on(leaves_of(16), _FOUND), threshold=3)]
    characters = sum(len(chunk.text) for chunk in made)
    if answer == len(_FOUND) * 250:
        return wrong("these are the leaves that were found; does one parent come whole?")
    if answer != characters:
        return wrong("another number comes out; write down the parent of each leaf, and count")
    return right(f"{len(made)} results, one of them a whole parent")


@exercise("15-2")
def keep_the_tail(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function cut itself, without brackets")
    for length in (0, 1, 249, 250, 251, 999, 1000, 1110):
        text = "".join(chr(0x100 + place) for place in range(length))
        for size in (1, 7, 250):
            pieces = answer(text, size)
            if not isinstance(pieces, list) or not all(isinstance(piece, str) for piece in pieces):
                return wrong("give a list of strings")
            case = f"of {length} characters in pieces of {size}"
            if missing := length - len("".join(pieces)):
                return wrong(f"{case}, {abs(missing)} are {'lost' if missing > 0 else 'too many'}")
            if "".join(pieces) != text:
                return wrong(f"{case}, the pieces joined are not the text")
            if not all(pieces) or any(len(piece) > size for piece in pieces):
                return wrong(f"{case}, a piece is empty or too long")
    return right("a piece starts wherever a character is left, so nothing is behind the last one")


@exercise("15-3")
def join_then_cut(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function results itself, without brackets")
    leaves = leaves_of(20)
    for numbers in _RANKINGS:
        for k in (1, 3, 5):
            given = answer(hits_on(leaves, numbers), k)
            wanted = merge_parents(hits_on(leaves, numbers), threshold=2, k=k)
            if _spans(given) == _spans(wanted):
                continue
            case = f"of leaves {', '.join(map(str, numbers))} with k={k}"
            if len(given) < len(wanted):
                return wrong(f"{case} you hand over {len(given)} of {len(wanted)} results; what took their places?")
            if len(given) > k:
                return wrong(f"{case} you hand over {len(given)} results")
            return wrong(f"{case} other results are handed over; join the siblings before anything is cut away")
    return right("siblings share one place, and no passage is pushed out by another one's second leaf")


def _spans(hits: Sequence[Any]) -> list[tuple[int, int]]:
    return [(hit.chunk.start, hit.chunk.end) for hit in hits]
