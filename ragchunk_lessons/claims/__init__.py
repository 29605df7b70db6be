"""Every published figure as a row: what the source prints, what is measured here, and the verdict.

The lessons and the evidence page call the same functions, and the tests assert every verdict. So a number on a
page cannot drift away from the code.
"""

from __future__ import annotations

from functools import cache

from . import (  # noqa: F401  each registers its rows
    anchor,
    audit,
    code,
    documents,
    door,
    failures,
    knowledge,
    ladder,
    measuring,
    neighbours,
    overlaps,
    parents,
    pump,
    records,
    reranking,
    semantic,
    tail,
    topics,
    units,
    whole,
    windows,
)
from ._claim import CLAIMS as _BY_ID
from ._claim import SOURCES, VERDICTS, Claim
from ._table import Measured, Table, as_json

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Measured", "measure", "table"]

CLAIMS: tuple[Claim, ...] = tuple(sorted(_BY_ID.values(), key=lambda row: row.lesson[:2]))
"""All rows, in the order of the lessons."""


def get(id: str) -> Claim:
    """The row of this id.

    Raises
    ------
    ValueError
        If there is none; the message lists the ids.
    """
    if id not in _BY_ID:
        raise ValueError(f"id={id!r} is not a claim; known: {', '.join(row.id for row in CLAIMS)}")
    return _BY_ID[id]


@cache
def _measure(id: str) -> Measured:
    row = get(id)
    return Measured(row, row.measure())


def measure(id: str) -> Measured:
    """What the claim's function measures here.

    Parameters
    ----------
    id : str
        Such as ``"def-chars"``.

    Returns
    -------
    Measured
        A dict of plain numbers, strings and lists. A notebook shows the whole row.

    Raises
    ------
    ValueError
        If there is no such claim.

    Examples
    --------
    >>> measure("def-chars")
    {'characters': 276}
    """
    found = _measure(id)
    return Measured(found.claim, found)


def table(format: str = "html") -> Table | str:
    """All rows, measured.

    Parameters
    ----------
    format : str
        ``"html"`` for the table of the evidence page, which a notebook shows; ``"json"`` for the same as data.

    Raises
    ------
    ValueError
        If the format is another one.

    Examples
    --------
    >>> table("yaml")
    Traceback (most recent call last):
    ...
    ValueError: format='yaml' must be 'html' or 'json'
    """
    if format not in ("html", "json"):
        raise ValueError(f"format={format!r} must be 'html' or 'json'")
    rows = [measure(row.id) for row in CLAIMS]
    return Table(rows) if format == "html" else as_json(rows)
