"""The rule of overlap: when a sentence is whole in some chunk, and the same thing counted on real chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..chunk import Chunk


def probability_whole(length: int, chunk_size: int, chunk_overlap: int) -> float:
    """How likely a sentence is to stand whole in some window of a sliding cut, when it begins anywhere.

    With S for the size, O for the overlap and L for the length, all in the same unit: for certain if
    ``L <= O + 1``, never if ``L > S``, and ``(S - L + 1) / (S - O)`` in between.

    The windows begin ``S - O`` apart. A sentence is whole in a window if it begins at one of the first
    ``S - L + 1`` places of it; so of every ``S - O`` places where it may begin, that many are good.

    Raises
    ------
    ValueError
        If ``length < 1`` or not ``0 <= chunk_overlap < chunk_size``.

    Examples
    --------
    >>> probability_whole(51, 200, 50), probability_whole(126, 200, 50), probability_whole(201, 200, 50)
    (1.0, 0.5, 0.0)
    """
    if length < 1:
        raise ValueError(f"length={length} must be at least 1")
    if not 0 <= chunk_overlap < chunk_size:
        raise ValueError(f"chunk_overlap={chunk_overlap} must be at least 0 and smaller than chunk_size={chunk_size}")
    return min(1.0, max(0.0, (chunk_size - length + 1) / (chunk_size - chunk_overlap)))


def count_whole(spans: Iterable[tuple[int, int]], chunks: Sequence[Chunk]) -> int:
    """How many of the spans lie whole inside at least one chunk.

    Parameters
    ----------
    spans : iterable of (start, end)
        Such as the sentences of the text, in code points.
    chunks : sequence of Chunk
        In order of ``start``, none inside its neighbour, as every splitter here gives them.

    Examples
    --------
    >>> count_whole([(0, 3), (4, 7)], [Chunk("one t", 0, 5), Chunk("e two", 2, 7)])
    2
    >>> count_whole([(0, 3), (4, 7)], [Chunk("one t", 0, 5)])
    1
    """
    whole = 0
    chunks = sorted(chunks, key=lambda chunk: chunk.start)
    reach, place, furthest = sorted(spans), 0, -1
    for start, end in reach:
        while place < len(chunks) and chunks[place].start <= start:
            furthest = max(furthest, chunks[place].end)
            place += 1
        whole += end <= furthest
    return whole


def index_size(text: str, chunks: Iterable[Chunk]) -> float:
    """The characters of all chunks together, as a multiple of the text's own.

    Raises
    ------
    ValueError
        If the text is empty.

    Examples
    --------
    >>> index_size("one two", [Chunk("one t", 0, 5), Chunk("e two", 2, 7)])
    1.4285714285714286
    """
    if not text:
        raise ValueError("text is empty; there is nothing to compare the chunks with")
    return sum(len(chunk.text) for chunk in chunks) / len(text)
