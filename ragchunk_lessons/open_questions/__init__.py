"""The questions that the sources leave open, each with a measured answer, its interval and its limits.

The lessons and the page of open questions call the same functions, and the tests assert every answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import crossing, listing, merging, overlaps, reranking, sizes, splitting, tail  # noqa: F401  each registers its rows
from ._question import ROWS, OpenQuestion
from ._table import Answered, Table, as_json

__all__ = ["QUESTIONS", "Answered", "OpenQuestion", "measure", "table"]

QUESTIONS: tuple[OpenQuestion, ...] = ROWS.in_order()
"""All rows, in the order of the lessons."""

IDS: tuple[str, ...] = tuple(row.id for row in QUESTIONS)


get = ROWS.get


def measure(id: str) -> Answered:
    """What the question's function measures here, once per process.

    Parameters
    ----------
    id : str
        Such as ``"merge-threshold"``.

    Returns
    -------
    Answered
        A dict of plain numbers, strings and lists. A notebook shows the whole row.

    Raises
    ------
    ValueError
        If there is no such question.

    Examples
    --------
    >>> measure("which-font")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: id='which-font' is not an open question; known: merge-threshold, ...
    """
    return Answered(get(id), ROWS.measure(id))


def table(format: str = "html", *, ids: Iterable[str] | None = None) -> Table | str:
    """All rows, measured, or some of them.

    Parameters
    ----------
    format : str
        ``"html"`` for the table of the page, which a notebook shows; ``"json"`` for the same as data.
    ids : iterable of str, optional
        Only these rows, in this order.

    Raises
    ------
    ValueError
        If the format is another one, or there is no such question.

    Examples
    --------
    >>> table("yaml")
    Traceback (most recent call last):
    ...
    ValueError: format='yaml' must be 'html' or 'json'
    """
    if format not in ("html", "json"):
        raise ValueError(f"format={format!r} must be 'html' or 'json'")
    rows = [measure(id) for id in (IDS if ids is None else ids)]
    return Table(rows) if format == "html" else as_json(rows)
