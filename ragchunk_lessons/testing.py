"""For test suites: chunks that do not hold their source fail a test, and the message is the audit's report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .audit import Audit, audit
from .document import Document, as_document


def assert_covers(
    source: str | Path | Document,
    chunks: Iterable[Any],
    chunk_size: int | None = None,
    chunk_overlap: int | None = None,
    length_function: Callable[[str], int] = len,
    *,
    normalize: Any = None,
    ignore: Any = None,
    min_coverage: float | None = None,
) -> Audit:
    """Fail unless nothing is lost, rewritten or misplaced, and nothing oversize where a size is given.

    Parameters
    ----------
    source : str, Path or Document
        The text that was cut; a ``Path`` is a file, read as its name says.
    chunks, chunk_size, chunk_overlap, length_function, normalize, ignore
        As for ``audit``: chunks of any make, or the ``Path`` of a JSONL file.
    min_coverage : float, optional
        From 0 to 1. Loss is then allowed as long as this share of the source is in some chunk.

    Returns
    -------
    Audit
        For further assertions.

    Raises
    ------
    AssertionError
        With the report of the audit, without advice.
    TypeError, ValueError
        As ``audit``; if ``min_coverage`` is not from 0 to 1.

    Examples
    --------
    >>> assert_covers("One. Two.", ["One.", "Two."]).coverage
    1.0
    >>> assert_covers("One. Two.", ["One."])
    Traceback (most recent call last):
    ...
    AssertionError: not ok: 1 chunk, coverage 50 %
    lost: 1 span, 4 characters
      [5:9] 'Two.'
    """
    __tracebackhide__ = True  # pytest shows the caller's line
    if min_coverage is not None:
        if isinstance(min_coverage, bool) or not isinstance(min_coverage, (int, float)):
            raise TypeError(f"min_coverage must be a number from 0 to 1, not {type(min_coverage).__name__}")
        if not 0 <= min_coverage <= 1:
            raise ValueError(f"min_coverage={min_coverage} must be from 0 to 1")
    if isinstance(source, Path):
        from .readers import read_file

        source = read_file(source)
    found = audit(
        as_document(source), chunks, chunk_size, chunk_overlap, length_function, normalize=normalize, ignore=ignore
    )
    if min_coverage is None or found.rewritten or found.misplaced or found.oversize:
        passes = found.ok
    else:
        passes = found.coverage >= min_coverage
    if not passes:
        asked = "" if min_coverage is None else f"\nasked: coverage of at least {min_coverage}"
        raise AssertionError(found.report(advice=False) + asked)
    return found
