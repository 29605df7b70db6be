"""An open question is a row: what a source asks and leaves, the function that measures it here, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..claims import SOURCES
from ..claims._rows import Rows

Plain = dict[str, Any]


@dataclass(frozen=True)
class OpenQuestion:
    """One question that a source leaves open, and what a measurement here says to it.

    Parameters
    ----------
    id : str
        A short name, such as ``"merge-threshold"``.
    key : str
        The source's key in the bibliography.
    place : str
        Where it stands in the source, such as ``"§4"``; may be empty.
    question : str
        The question in our words.
    lesson : str
        The name of the lesson's page, such as ``"15_parents"``.
    scope : str
        How far the answer can be generalised: one sentence without measured numbers.
    measure : callable
        Measures it and gives a small dict of plain numbers, strings and lists. Its key ``"intervals"`` is a list of
        ``[what, mean, low, high]``: differences or means with their 95 % intervals.
    holds : callable
        Whether the answer's words hold for such a dict. The tests assert it for every row.
    answer : callable
        The answer in one or two sentences; every number comes from the dict.
    """

    id: str
    key: str
    place: str
    question: str
    lesson: str
    scope: str
    measure: Callable[[], Plain] = field(repr=False)
    holds: Callable[[Mapping[str, Any]], bool] = field(repr=False)
    answer: Callable[[Mapping[str, Any]], str] = field(repr=False)

    @property
    def source(self) -> str:
        """The source in words, with the place in it."""
        return f"{SOURCES[self.key]}, {self.place}" if self.place else SOURCES[self.key]


ROWS: Rows[OpenQuestion] = Rows("an open question")


def open_question(
    id: str,
    key: str,
    place: str,
    question: str,
    lesson: str,
    *,
    scope: str,
    holds: Callable[[Mapping[str, Any]], bool],
    answer: Callable[[Mapping[str, Any]], str],
) -> Callable[[Callable[[], Plain]], Callable[[], Plain]]:
    """Make a row of the function below, which measures it.

    Raises
    ------
    ValueError
        If the id is taken, or the source is not known.
    """
    if key not in SOURCES:
        raise ValueError(f"key={key!r} must be one of {tuple(SOURCES)}")

    def register(function: Callable[[], Plain]) -> Callable[[], Plain]:
        ROWS.add(OpenQuestion(id, key, place, question, lesson, scope, function, holds, answer))
        return function

    return register


def interval_row(what: str, interval: Any) -> list[Any]:
    """An ``Interval`` as a row of ``"intervals"``, rounded to the two decimals that are printed.

    Examples
    --------
    >>> from ragchunk_lessons.evaluating.intervals import bootstrap
    >>> interval_row("hit rate", bootstrap([1, 1, 0, 1]))
    ['hit rate', 0.75, 0.25, 1.0]
    """
    return [what, *(round(float(number), 2) for number in (interval.mean, interval.low, interval.high))]


def holds_zero(row: list[Any]) -> bool:
    """Whether 0 lies in a row of ``"intervals"``: for a difference, that these questions cannot tell the two apart.

    Examples
    --------
    >>> holds_zero(["x", 0.1, 0.0, 0.2]), holds_zero(["x", -0.1, -0.2, -0.01])
    (True, False)
    """
    return row[2] <= 0 <= row[3]


def interval_words(row: list[Any]) -> str:
    """A row of ``"intervals"`` in words.

    Examples
    --------
    >>> interval_words(["2 of 4 against leaves alone", 0.16, 0.04, 0.28])
    '2 of 4 against leaves alone: 0.16 [0.04, 0.28]'
    """
    what, *numbers = row
    return f"{what}: {interval_numbers(*numbers)}"


def interval_numbers(mean: float, low: float, high: float) -> str:
    """A mean and its interval, with a minus sign that is not a hyphen.

    Examples
    --------
    >>> interval_numbers(-0.08, -0.2, 0.02)
    '−0.08 [−0.20, 0.02]'
    """
    # What is rounded to zero has no sign.
    mean, low, high = (f"{round(number, 2) + 0.0:.2f}".replace("-", "−") for number in (mean, low, high))
    return f"{mean} [{low}, {high}]"
