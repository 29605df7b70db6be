"""Parts that begin with a label, such as ``column: value`` or ``Name: words``, cut so that no piece lacks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..document import Document, Mark
from ._common import Span, measured, most, trim
from ._pieces import LEFT_OUT, Piece, cut_beside
from .ladder import CJK_LADDER


def labelled(
    text: str,
    span: Span,
    body: int,
    context: str,
    labels: Mapping[str, Any],
    chunk_size: int | None,
    chunk_overlap: int = 0,
    length_function: Callable[[str], int] = len,
) -> Iterator[Piece]:
    """Pieces of ``text[span]``, whose label ends at ``body``: the first has it in the text, the others as a context.

    Where label and context take more than half of the size, the piece is cut without them and says so.

    Examples
    --------
    >>> [piece.context + "Ann: so it is"[piece.start:piece.end] for piece in labelled("Ann: so it is", (0, 13), 5,
    ...  "Ann: ", {}, 11)]
    ['Ann: so it', 'Ann: is']
    """
    start, end = span
    low, high = trim(text, body, end)
    if chunk_size is None or low == high or measured(length_function, text[start:high].strip()) <= chunk_size:
        yield Piece(start, end, labels)
        return
    parts = cut_beside(
        text[low:high], {text[start:low], context}, chunk_size, chunk_overlap, length_function, CJK_LADDER
    )
    if not parts:
        yield Piece(start, end, {**labels, LEFT_OUT: True} if context else labels)
        return
    yield Piece(start, low + parts[0][1], labels)
    for part_start, part_end in parts[1:]:
        yield Piece(low + part_start, low + part_end, labels, context)


def record_pieces(
    document: Document,
    kind: str,
    labels: Callable[[Mark, bool], Mapping[str, Any]],
    chunk_size: int | None,
    length_function: Callable[[str], int],
) -> Iterator[Piece]:
    """Each mark of one kind as a piece; one that is too big is cut between its cells, then inside them.

    A mark reaches to the next one, so that the pieces touch. Only a cell that is too big on its own is cut, each part
    with the name of its column in front. ``labels`` is given the mark, and whether it is cut at its cells.
    """
    text = document.text
    records = sorted((mark for mark in document.marks if mark.kind == kind), key=lambda mark: mark.start)
    cells = sorted((mark for mark in document.marks if mark.kind == "cell"), key=lambda mark: mark.start)
    starts = [0, *(record.start for record in records[1:])] if records else []
    ends = [*starts[1:], len(text)] if records else []
    at = 0
    for record, start, end in zip(records, starts, ends, strict=True):
        first = at
        while at < len(cells) and cells[at].start < end:
            at += 1
        low, high = trim(text, start, end)
        if chunk_size is None or measured(length_function, text[low:high]) <= chunk_size or first == at:
            yield Piece(start, end, labels(record, False))
            continue
        yield from _cells(text, (start, end), cells[first:at], labels(record, True), chunk_size, length_function)


def _cells(
    text: str,
    span: Span,
    cells: list[Mark],
    said: Mapping[str, Any],
    chunk_size: int,
    length_function: Callable[[str], int],
) -> Iterator[Piece]:
    """The cells of one record, as many whole ones as fit into each piece."""
    starts = [span[0], *(cell.start for cell in cells[1:]), span[1]]

    def fits(first: int, after: int) -> bool:
        low, high = trim(text, starts[first], starts[after])
        return measured(length_function, text[low:high]) <= chunk_size

    for first, after in groups(0, len(cells), fits):
        low, high = starts[first], starts[after]
        if after - first > 1 or fits(first, after):
            yield Piece(low, high, said)
            continue
        column = cells[first].data["column"]
        words = cells[first].start + len(column) + 1  # behind the name and its colon
        labels = {**said, "column": column}
        yield from labelled(
            text, (low, high), words, f"{column}: ", labels, chunk_size, length_function=length_function
        )


def groups(first: int, stop: int, fits: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """Numbers from ``first`` to ``stop`` in groups as large as ``fits(first, after)`` holds, of at least one.

    Examples
    --------
    >>> list(groups(0, 5, lambda first, after: after - first <= 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    while first < stop:
        after = first + 1 + most(lambda more, first=first: fits(first, first + 1 + more), stop - first - 1)
        yield first, after
        first = after
