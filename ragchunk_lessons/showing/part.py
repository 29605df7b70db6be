"""A part of a document, with the chunks that touch it, small enough for one picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..chunk import Chunk
from ..document import Document, as_document, whole


def part_of(source: str | Document, chunks: Iterable[Chunk], start: int, end: int) -> tuple[str, list[Chunk]]:
    """The chunks that touch a part of a document, and the text from the first to the last of them.

    Parameters
    ----------
    source : str or Document
    chunks : iterable of Chunk
        Chunks of the whole document, as a splitter gives them.
    start, end : int
        The part: characters of the document, half-open. Where it ends behind the document, the document ends it.

    Returns
    -------
    tuple
        The text, and its chunks with places that count from its beginning: what ``show_chunks`` takes. The text
        holds the whole part and every chunk that touches it.

    Raises
    ------
    TypeError
        If ``start`` or ``end`` is not an ``int``.
    ValueError
        If the part is empty or begins before the document.

    Examples
    --------
    >>> part_of("One. Two. Six.", [Chunk("One.", 0, 4), Chunk("Two.", 5, 9)], 6, 8)
    ('Two.', [Chunk(text='Two.', start=0, end=4, metadata={})])
    """
    text = as_document(source).text
    start, end = whole("start", start), min(whole("end", end), len(text))
    if not 0 <= start < end:
        raise ValueError(f"[{start}:{end}] is no part of a text of {len(text)} characters; give 0 <= start < end")
    touching = [chunk for chunk in chunks if chunk.start < end and start < chunk.end]
    low = min([start, *(chunk.start for chunk in touching)])
    high = max([end, *(chunk.end for chunk in touching)])
    moved = [replace(chunk, start=chunk.start - low, end=chunk.end - low) for chunk in touching]
    return text[low:high], moved
