"""Cutting at separators of your own: blank lines, keywords, a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import Span
from ._pieces import Piece, check, cut_pieces
from .ladder import Separator, check_separators
from .patterns import spans, watched
from .recursive import _at_end


def split_on(
    text: str | Document,
    separators: Separator | Sequence[Separator],
    chunk_size: int | None = None,
    *,
    keep_separator: str | bool = "start",
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""Chunks cut at every separator, and only there unless one is longer than ``chunk_size``.

    What the separators say is never lost: it opens the chunk behind it or closes the one before it.

    Parameters
    ----------
    text : str or Document
        Cut as it stands.
    separators : str, re.Pattern, or a sequence of these
        Each of them cuts; their order says nothing. A ``str`` is taken literally, and its line ends match any line
        end: ``"\n\n"`` is a blank line. A pattern is used as it stands, on the whole text, so ``^`` needs
        ``re.MULTILINE``; one that matches a place only, such as ``re.compile(r"(?=Q\d)")``, cuts there. Of two
        matches that overlap, the first counts, and of two that begin together the longer one.
    chunk_size : int, optional
        In the unit of ``length_function``. What is longer is cut on by ``split_recursive`` with the ladder that
        knows Chinese stops. ``None``: nothing is.
    keep_separator : {"start", "end"}
        Where the separator goes. ``True`` means ``"start"``.
    length_function : callable
        From ``str`` to a number. It is asked about the text of the chunk itself; lengths need not add up.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        In order, without white space at their ends. A stretch between two separators that is blank gives none.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work: no separator, an empty one, or a pattern that matches
        between any two characters.
    ValueError
        If the matching takes more than four seconds of CPU time, and one more for each two million characters.

    Notes
    -----
    A pattern can be stopped on POSIX in the main thread only. Elsewhere one that nests endless repeats, such as
    ``(a+)+``, is refused, and how long any other one takes is up to the pattern. The environment variable
    ``RAGCHUNK_LIMITS`` multiplies the limit.

    Source: cutting at blank lines and at custom keywords, two recipes of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> [chunk.text for chunk in split_on("Intro. Q1: Why? Q2: How?", ["Q1:", "Q2:"])]
    ['Intro.', 'Q1: Why?', 'Q2: How?']
    >>> [chunk.text for chunk in split_on("alpha,  beta ;gamma", re.compile(r"\s*[,;]\s*"), keep_separator="end")]
    ['alpha,', 'beta ;', 'gamma']
    """
    document = check(text, chunk_size, length_function=length_function, metadata=metadata)
    at_end = _at_end(keep_separator)
    patterns = _patterns(separators)
    with watched((one for one in patterns if one in _listed(separators)), len(document.text)):
        found = [span for pattern in patterns for span in spans(pattern, document.text)]
    cuts = (end if at_end else start for start, end in _apart(found, len(patterns) > 1))
    pieces = (Piece(start, end) for start, end in _between(cuts, len(document.text)))
    return cut_pieces(document, pieces, chunk_size, length_function=length_function, metadata=metadata)


def _listed(separators: Separator | Sequence[Separator]) -> Sequence[Separator]:
    return [separators] if isinstance(separators, (str, re.Pattern)) else separators


def _patterns(separators: Separator | Sequence[Separator]) -> list[re.Pattern[str]]:
    listed = _listed(separators)
    if isinstance(listed, Sequence) and not isinstance(listed, (bytes, bytearray)):
        if not listed:
            raise ValueError(f'separators={listed!r} names none; give at least one, such as "\\n\\n" for blank lines')
        if any(isinstance(separator, str) and not separator for separator in listed):
            raise ValueError(
                'separator "" would cut between any two characters; '
                "give the text to cut at, or use split_characters for pieces of a fixed size"
            )
    checked = check_separators(listed)
    return [_literal(separator) if isinstance(separator, str) else separator for separator in checked]


def _literal(separator: str) -> re.Pattern[str]:
    """A pattern for the text itself, with any line end for a line end."""
    lines = re.split(r"\r\n?|\n", separator)
    return re.compile(r"(?:\r\n?+|\n)".join(map(re.escape, lines)))


def _apart(found: list[Span], several: bool) -> Iterator[Span]:
    """The spans of the separators in order, without those that overlap an earlier one."""
    if several:
        found.sort(key=lambda span: (span[0], -span[1]))
    reached = 0
    for start, end in found:
        if start >= reached:
            yield start, end
            reached = end


def _between(cuts: Iterator[int], length: int) -> Iterator[Span]:
    yield from pairwise([0, *cuts, length])
