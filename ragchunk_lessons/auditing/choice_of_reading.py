"""Which of several ways of reading a text that repeats itself: the one that leaves out least."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from .findings import Span, gaps
from .into_gaps import any_reaches, into_gaps
from .locator import Locator

_Result = TypeVar("_Result")
Run = tuple[_Result, list[tuple[int, int, int]], int]


def least_left_out(text: str, run: Callable[[Locator], Run[_Result]], free: Mapping[int, str]) -> _Result:
    """What ``run`` makes of the text in the reading that leaves out least and changes least; of several, the first.

    The readings are those of a ``Locator``, and a last one in which texts with several places go ``into_gaps``.

    Parameters
    ----------
    text : str
    run : callable
        It is given a ``Locator``, and returns its result, what is held as (number, start, end), and how many texts
        read otherwise there.
    free : mapping of int to str
        Texts that claim no place, by number.

    Examples
    --------
    >>> pieces = {0: "no no", 1: "no no no"}
    >>> def run(locator):
    ...     spans = [locator.place(piece, number)[1][0] for number, piece in pieces.items()]
    ...     return spans, [(number, *span) for number, span in enumerate(spans)], 0
    >>> least_left_out("no no no no no", run, pieces)
    [(0, 5), (6, 14)]
    """
    locator = Locator(text)
    best, held, changed = run(locator)
    least = _lost(text, held), changed
    readings = [*["directly"] * locator.passed_by, *["furthest"] * locator.asked]
    for reading in readings if least[0] or locator.loose else ():
        result, spans, changed = run(locator.again(reading))
        cost = _lost(text, spans), changed
        if cost < least:
            best, held, least = result, spans, cost
    if least[0] and locator.asked and (planned := _plan(text, held, free)):
        result, spans, changed = run(locator.again("first", planned))
        if changed <= least[1] and (_lost(text, spans), changed) < least:
            best = result
    return best


def _plan(text: str, held: list[tuple[int, int, int]], free: Mapping[int, str]) -> dict[int, Span]:
    """Other places for the texts that stand somewhere word for word, around those that do not."""
    pieces = {number: piece for number, piece in free.items() if piece and not piece.isspace()}
    fixed: list[Span] = []
    now: dict[int, Span] = {}
    for number, start, end in held:
        if pieces.get(number) == text[start:end]:
            now[number] = start, end
        else:  # it reads otherwise, or claims its place, or joins several: it stays
            pieces.pop(number, None)
            fixed.append((start, end))
    missing = [(gap.start, gap.end) for gap in gaps(text, [span for _, *span in held])]
    return into_gaps(text, pieces, fixed, now) if any_reaches(text, set(pieces.values()), missing) else {}


def _lost(text: str, held: list[tuple[int, int, int]]) -> int:
    return sum(gap.characters for gap in gaps(text, [span for _, *span in held]))
