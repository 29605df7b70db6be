"""Cells of any length for the csv module, whose limit of 131,072 characters is one for the whole process."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager

_MOST = 2**31 - 1  # what a C long holds on every system


@contextmanager
def long_cells() -> Iterator[None]:
    """Cells of any length, as long as this lasts.

    Examples
    --------
    >>> before = csv.field_size_limit()
    >>> with long_cells():
    ...     len(next(csv.reader(["x" * 200_000]))[0])
    200000
    >>> csv.field_size_limit() == before
    True
    """
    usual = csv.field_size_limit(_MOST)
    try:
        yield
    finally:
        csv.field_size_limit(usual)
