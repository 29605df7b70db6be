"""A table that is too big for one chunk: its rows packed, and its header in front of each piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..document import Document
from ._common import Span, measured, most, trim
from ._pieces import Piece

_LINE_END = re.compile(r"\r\n?|\n")


def table_pieces(
    document: Document,
    span: Span,
    headers: Sequence[Span],
    rows: Sequence[Span],
    chunk_size: int | None,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
    context: str = "",
    first_context: str | None = None,
) -> Iterator[Piece]:
    """The table as one piece if it fits, else as pieces of whole rows that all carry the header.

    The pieces are for ``cut_pieces``. The first one holds the header where it stands; in front of the later ones it is
    a context. A row that finds no room beside the header goes without it, and ``cut_pieces`` says so in the metadata.

    Parameters
    ----------
    document : Document
    span : (int, int)
        All of the table: what stands in front of its header (a caption, a heading) and behind its last row included.
    headers : sequence of (int, int)
        The spans of its header lines, before the rows. None: there is nothing to repeat.
    rows : sequence of (int, int)
        The spans of its rows, in order. What stands between two of them goes with the first.
    chunk_size : int or None
        ``None``: the table is one piece.
    length_function : callable
    metadata : Mapping, optional
        The labels of each piece.
    context : str
        A text for the front of each piece, before the header, such as a heading path. Where only one of the two finds
        room, it is the header.
    first_context : str, optional
        What the first piece has in its place, such as ``""`` where it begins with the heading itself.

    Yields
    ------
    Piece

    Examples
    --------
    >>> document = Document("|a|\\n|-|\\n|1|\\n|2|")
    >>> pieces = table_pieces(document, (0, 15), [(0, 3), (4, 7)], [(8, 11), (12, 15)], 11)
    >>> [(piece.start, piece.end, piece.context) for piece in pieces]
    [(0, 12, ''), (12, 15, '|a|\\n|-|\\n')]
    """
    text, (start, end) = document.text, span
    labels = metadata or {}
    ends = [*(low for low, _ in rows[1:]), end][: len(rows)]  # a row reaches up to the next one
    reached = [trim(text, low, high)[1] for (low, _), high in zip(rows, ends, strict=True)]

    def fits(front: str, low: int, high: int) -> bool:
        return chunk_size is None or measured(length_function, front + text[low:high]) <= chunk_size

    low, high = trim(text, start, end)
    opening = context if first_context is None else first_context
    if not rows or fits(opening, low, high):
        yield Piece(start, end, labels, opening, True)
        return
    header = _header_text(text, headers)
    row, count = 0, 0
    if header:
        count = _count(lambda last: fits(opening, low, reached[last]), 0, len(rows))
        if not count and opening:  # better header and row without the path than apart
            count, opening = _count(lambda last: fits("", low, reached[last]), 0, len(rows)), ""
        yield Piece(start, ends[count - 1] if count else rows[0][0], labels, opening, True)
        row = count
    elif start < rows[0][0]:
        rows = [(start, rows[0][1]), *rows[1:]]
    while row < len(rows):
        at = rows[row][0]
        for front in dict.fromkeys([context + header, header]):
            count = _count(lambda last, front=front, at=at: fits(front, at, reached[last]), row, len(rows))
            if count:
                break
        yield Piece(at, ends[row + max(count, 1) - 1], labels, front, True)
        row += max(count, 1)


def _count(holds: Callable[[int], bool], first: int, stop: int) -> int:
    """How many rows from ``first`` on fit together; 0 if not even one does."""
    if not holds(first):
        return 0
    return 1 + most(lambda more: holds(first + more), stop - first - 1)


def _header_text(text: str, headers: Sequence[Span]) -> str:
    """The header lines as a text to put in front, each with a line end of the table's own kind."""
    if not headers:
        return ""
    found = _LINE_END.search(text, headers[-1][1])
    line_end = found.group() if found else "\n"
    return "".join(text[low:high].strip("\r\n") + line_end for low, high in headers)
