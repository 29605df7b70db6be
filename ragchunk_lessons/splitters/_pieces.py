"""From labelled pieces of a document to chunks: what every structure splitter does last.

A structure splitter says where the parts are and what is known of each: a section, a row, a turn, a function. Here
each part becomes a chunk with its labels, a part that is too big is cut by the ladder, and a context such as a table
header is put in front and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document
from ..graphemes import boundary_before, is_boundary
from ._common import Span, _can_change, _copied, measured, trim, validate
from .ladder import CJK_LADDER, Separator
from .recursive import split_recursive

LEFT_OUT = "context_left_out"
"""The metadata key that says, with ``True``, that a context found no room in front of the chunk."""


class Piece(NamedTuple):
    """A labelled part of a document's text.

    Parameters
    ----------
    start, end : int
        Its half-open span. White space at its ends may be included.
    metadata : Mapping
        Its labels, copied into every chunk made of it.
    context : str
        A text to put in front of each of its chunks, with the line end or the space that parts the two.
    whole : bool
        Whether the context is left out rather than the piece cut, as for a row of a table. A piece that is too big
        without its context is cut all the same, and then has none.
    indented : bool
        Whether the white space in front of a chunk's first line belongs to it, as in code.
    """

    start: int
    end: int
    metadata: Mapping[str, Any] = {}
    context: str = ""
    whole: bool = False
    indented: bool = False


def check(
    text: str | Document,
    chunk_size: int | None,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """As ``validate``, for splitters that need no size; without a size there is nothing an overlap could mean.

    Examples
    --------
    >>> check("abc", None, 5)
    Traceback (most recent call last):
    ...
    ValueError: chunk_overlap=5 needs a chunk_size; without one, no piece is cut and nothing is repeated
    """
    size = 1 if chunk_size is None else chunk_size
    if chunk_size is None and chunk_overlap:
        raise ValueError(
            f"chunk_overlap={chunk_overlap!r} needs a chunk_size; without one, no piece is cut and nothing is repeated"
        )
    return validate(text, size, chunk_overlap, length_function=length_function, metadata=metadata)


def cut_pieces(
    document: Document,
    pieces: Iterable[Piece],
    chunk_size: int | None = None,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    separators: Sequence[Separator] = CJK_LADDER,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks of the pieces: trimmed, none blank, none longer than ``chunk_size`` with its context.

    Parameters
    ----------
    document : Document
        Checked by ``check`` or ``validate``, as the other arguments are.
    pieces : iterable of Piece
        In order, without overlap. What lies between them should be white space: nothing else is looked at, so it
        would be lost. An end that would fall inside a character that people see as one is moved before it.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Only the parts of one piece overlap. ``None``: nothing is cut.
    length_function : callable
    separators : sequence of str or re.Pattern
        The ladder for what is too big.
    metadata : Mapping, optional
        Copied into every chunk; a piece's own labels win.

    Returns
    -------
    list of Chunk

    Examples
    --------
    >>> document = Document("one two three")
    >>> [(c.text, c.start) for c in cut_pieces(document, [Piece(0, 3), Piece(3, 13, {"row": 2}, "n: ")], 8)]
    [('one', 0), ('n: two', 4), ('n: three', 8)]
    """
    text = document.text
    base = {"source": document.source} if document.source else {}
    base.update(metadata or {})

    def fits(piece: str) -> bool:
        return chunk_size is None or measured(length_function, piece) <= chunk_size

    chunks: list[Chunk] = []
    floor = 0
    for piece in _on_boundaries(text, pieces):
        start, end = trim(text, piece.start, piece.end) if piece.start < piece.end else (0, 0)
        if start == end:
            continue
        labels = {**base, **piece.metadata}
        context, spans = _fitted(
            text, piece, (start, end), chunk_size, chunk_overlap, fits, length_function, separators
        )
        if piece.context and not context:
            labels[LEFT_OUT] = True
        changeable = [key for key, value in labels.items() if _can_change(value)]
        for start, end in spans:
            if piece.indented:
                start = _with_indent(text, start, end, max(piece.start, floor), context, fits)
            chunks.append(Chunk(context + text[start:end], start, end, _copied(labels, changeable)))
            floor = end
    return chunks


def _on_boundaries(text: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with no end inside a character that people see as one.

    What an end that is moved back leaves behind goes to the next piece, and after the last one to a piece of its own.
    """
    held = last = None
    floor = 0
    for piece in pieces:
        low, high = (boundary_before(text, at, floor) if 0 < at < len(text) else at for at in (piece.start, piece.end))
        if held is not None:
            low = min(low, held)
        floor = low
        last = piece
        held = high if high < piece.end and text[high : piece.end].strip() else None
        yield piece._replace(start=low, end=high) if (low, high) != (piece.start, piece.end) else piece
    if last is not None and held is not None:
        yield last._replace(start=held, context="")


def _fitted(
    text: str,
    piece: Piece,
    span: Span,
    size: int | None,
    overlap: int,
    fits: Callable[[str], bool],
    length_function: Callable[[str], int],
    separators: Sequence[Separator],
) -> tuple[str, list[Span]]:
    """The context that finds room, and the spans the piece is cut into."""
    start, end = span
    body, context = text[start:end], piece.context
    if fits(context + body):
        return context, [span]
    if context and piece.whole and fits(body):
        return "", [span]
    if (
        context
        and not piece.whole
        and (parts := cut_beside(body, [context], size, overlap, length_function, separators))
    ):
        return context, [(start + low, start + high) for low, high in parts]
    cut = split_recursive(
        body, size, overlap, separators=separators, length_function=length_function, keep_separator="end"
    )
    return "", [(start + part.start, start + part.end) for part in cut]


def cut_beside(
    body: str,
    contexts: Iterable[str],
    size: int,
    overlap: int,
    length_function: Callable[[str], int],
    separators: Sequence[Separator],
) -> list[Span]:
    """The spans of the body's parts, each short enough behind any of the contexts.

    None if a context takes more than half of the size, or if a character would have to be cut for its sake.
    """
    contexts = set(contexts)
    taken = max(measured(length_function, context) for context in contexts)
    if 2 * taken > size:
        return []
    if length_function is len:
        room, measure = size - taken, len
    else:  # lengths need not add up, so context and part are measured as one text
        room, measure = size, lambda part: max(measured(length_function, context + part) for context in contexts)
    try:
        cut = split_recursive(
            body, room, min(overlap, room - 1), separators=separators, length_function=measure, keep_separator="end"
        )
    except ValueError:  # behind a context, one character alone is too long
        return []
    if not body.isascii() and not all(is_boundary(body, at) for part in cut for at in (part.start, part.end)):
        return []  # behind it, one that people see as a whole is
    return [(part.start, part.end) for part in cut]


def _with_indent(text: str, start: int, end: int, low: int, context: str, fits: Callable[[str], bool]) -> int:
    """The start moved back over the indent of its line, where all of it is white space and finds room."""
    at = start
    while at > low and text[at - 1] in " \t":
        at -= 1
    at_line_start = at == 0 or text[at - 1] in "\r\n"
    return at if at < start and at_line_start and fits(context + text[at:end]) else start


def packed(spans: Iterable[Span], fits: Callable[[int, int], bool]) -> Iterator[Span]:
    """Neighbouring spans joined as long as ``fits(start, end)`` holds for the joined span.

    Examples
    --------
    >>> list(packed([(0, 3), (3, 5), (5, 9)], lambda start, end: end - start <= 6))
    [(0, 5), (5, 9)]
    """
    begun: Span | None = None
    for start, end in spans:
        if begun is None:
            begun = (start, end)
        elif fits(begun[0], end):
            begun = (begun[0], end)
        else:
            yield begun
            begun = (start, end)
    if begun is not None:
        yield begun
