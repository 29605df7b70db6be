"""Which splitter, unit, size, overlap and cure for which text: every row backed by a measurement, or called an opinion.

The rows are data. So the tests can check that every function, lesson and measurement they name exists.
"""

from __future__ import annotations

from ._choice import Choice
from ._rows import TABLES as _TABLES
from ._table import Table

__all__ = ["NAMES", "Choice", "Table", "rows", "table"]

NAMES: tuple[str, ...] = tuple(_TABLES)
"""The names of the tables, in the order of the page."""


def rows(name: str) -> tuple[Choice, ...]:
    """The rows of one table, as data.

    Parameters
    ----------
    name : str
        One of ``NAMES``.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> rows("documents")[0].functions
    ('split_sentences',)
    """
    return _get(name)[1]


def table(name: str) -> Table:
    """One table, as a notebook shows it.

    Parameters
    ----------
    name : str
        One of ``NAMES``.

    Raises
    ------
    ValueError
        If there is no such table.

    Examples
    --------
    >>> table("colours")
    Traceback (most recent call last):
    ...
    ValueError: name='colours' must be one of ('documents', 'units', 'sizes', 'overlaps', 'cures', 'advice')
    """
    heads, found = _get(name)
    return Table(name, heads, found)


def _get(name: str) -> tuple[tuple[str, str], tuple[Choice, ...]]:
    if not isinstance(name, str) or name not in _TABLES:
        raise ValueError(f"name={name!r} must be one of {NAMES}")
    return _TABLES[name]
