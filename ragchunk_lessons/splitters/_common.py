"""What every splitter does first and last: check its arguments, and turn spans into chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document, as_document
from ..graphemes import boundary_after, boundary_before

Span = tuple[int, int]


def validate(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """The document to cut, after every argument has been found usable.

    Raises
    ------
    TypeError
        If the text is not a ``str`` or a ``Document``, a size is not an ``int``, ``length_function`` cannot be
        called or ``metadata`` is not a mapping.
    ValueError
        If ``chunk_size < 1``, ``chunk_overlap < 0`` or ``chunk_overlap >= chunk_size``.

    Examples
    --------
    >>> validate("abc", 50, 60)
    Traceback (most recent call last):
    ...
    ValueError: chunk_overlap=60 must be smaller than chunk_size=50; with no step forward the cutting would never end
    """
    document = as_document(text)
    whole_number("chunk_size", chunk_size, 1)
    whole_number("chunk_overlap", chunk_overlap, 0)
    if chunk_overlap >= chunk_size:
        raise ValueError(
            f"chunk_overlap={chunk_overlap} must be smaller than chunk_size={chunk_size}; "
            "with no step forward the cutting would never end"
        )
    if not callable(length_function):
        raise TypeError(f"length_function must be callable, such as len, not {type(length_function).__name__}")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise TypeError(f"metadata must be a mapping, not {type(metadata).__name__}")
    return document


def whole_number(name: str, value: object, least: int) -> None:
    """Refuse what is not a whole number of at least ``least``, by name and value."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, not {type(value).__name__} ({value!r})")
    if value < least:
        raise ValueError(f"{name}={value} must be at least {least}")


def trim(text: str, start: int, end: int) -> Span:
    """The span without white space at its ends; ``start == end`` if it holds nothing else.

    White space that carries a combining mark is not blank to the eye and stays at the start; white space that a
    joiner ties to the character before it stays at the end.

    Examples
    --------
    >>> trim("  ab ", 0, 5)
    (2, 4)
    """
    low, window = start, 32
    while True:
        # Slices that double keep a long run of white space linear and the usual short one cheap.
        piece = text[low : low + window] if low + window < end else text[low:end]
        bare = piece.lstrip()
        low += len(piece) - len(bare)
        if bare:
            break
        if low >= end:
            return start, start
        window *= 2
    high, window = end, 32
    while True:
        piece = text[high - window : high] if high - window > low else text[low:high]
        bare = piece.rstrip()
        high -= len(piece) - len(bare)
        if bare:
            break
        window *= 2
    if low > start and text[low] >= "\u0300":
        low = boundary_before(text, low, start)
    if high < end and text[high - 1] >= "\u0300":
        high = boundary_after(text, high, end, low)
    return low, high


def build(document: Document, spans: Iterable[Span], metadata: Mapping[str, Any] | None = None) -> list[Chunk]:
    """Chunks for spans that come in order: trimmed, none blank, none inside its neighbour.

    Examples
    --------
    >>> [chunk.text for chunk in build(Document("one two"), [(0, 4), (4, 7), (5, 7)])]
    ['one', 'two']
    """
    text = document.text
    base = {"source": document.source} if document.source else {}
    base.update(metadata or {})
    kept: list[Chunk] = []
    begun = reached = -1
    for start, end in spans:
        piece = text[start:end]
        body = piece.strip()
        if len(body) != len(piece):
            if body and body[0] < "\u0300" and body[-1] < "\u0300":
                start += len(piece) - len(piece.lstrip())
                end = start + len(body)
            else:  # nothing is left, or a mark or a joiner may hold on to white space
                start, end = trim(text, start, end)
                body = text[start:end]
        if start == end or end <= reached:
            continue
        while kept and start <= begun:
            kept.pop()
            begun = kept[-1].start if kept else -1
        kept.append(Chunk(body, start, end, dict(base)))
        begun, reached = start, end
    return kept
