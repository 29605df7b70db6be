"""Every published figure as a row: what the source prints, what is measured here, and the verdict.

The lessons and the evidence page call the same functions, and the tests assert every verdict. So a number on a
page cannot drift away from the code.
"""

from __future__ import annotations

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
from ._claim import ROWS, SOURCES, VERDICTS, Claim
from ._table import Measured, Table, as_json

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Measured", "measure", "table"]

CLAIMS: tuple[Claim, ...] = ROWS.in_order()
"""All rows, in the order of the lessons."""


get = ROWS.get


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
    return Measured(get(id), ROWS.measure(id))


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
