"""The ladder: try the coarsest separator first, merge what is small, climb down only where a piece is too big.

The usual way builds every piece as a string and joins pieces again. Here a piece is never built: pieces touch each
other, so a window is two positions, and its end is found by looking back from the farthest place it may reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import Span, build, validate
from .ladder import CJK_LADDER, LADDER, Separator, check_separators, climb_down
from .measured import measured_windows
from .patterns import watched
from .rungs import MARKS, Rung

__all__ = ["CJK_LADDER", "LADDER", "split_recursive"]


def split_recursive(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    separators: Sequence[Separator] = LADDER,
    length_function: Callable[[str], int] = len,
    keep_separator: str | bool = "start",
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks cut at the coarsest separator that keeps each one within ``chunk_size``.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        The most a chunk may measure, in the unit of ``length_function``; code points by default.
    chunk_overlap : int
        The most two neighbours may share, in the same unit. Whole pieces are repeated, so often less is shared, and
        nothing across a piece that was too big for a chunk of its own.
    separators : sequence of str or re.Pattern
        From coarse to fine; ``CJK_LADDER`` knows Chinese stops too. A ``str`` is taken literally, and its line ends
        match any line end. A pattern is used as it stands and may match a place only, such as
        ``re.compile(r"(?=\\d)")``. ``""`` stands for the place between any two characters; where the list ends without
        it, a piece that is still too big is cut there all the same.
    length_function : callable
        From ``str`` to a number. It is asked about the text of the chunk itself; lengths need not add up.
    keep_separator : {"start", "end"}
        Whether a separator opens the piece behind it or closes the one before it. ``True`` means ``"start"``.
    metadata : mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        In order, without white space at their ends, none inside a neighbour. Blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work.
    ValueError
        If ``length_function`` finds a single character longer than ``chunk_size``, or the matching of a pattern
        takes too long, see ``split_on``.

    Notes
    -----
    Source: the recursive character splitting that RAG courses teach and LangChain ships. With character lengths
    and LF line ends the chunks are those of its ``RecursiveCharacterTextSplitter``, less the ones that lie wholly
    inside a neighbour; a cut that would fall inside a character that people see as one is moved.

    Examples
    --------
    >>> [chunk.text for chunk in split_recursive("One line.\\nAnother line.", 14)]
    ['One line.', 'Another line.']
    >>> [chunk.start for chunk in split_recursive("ok no\\n\\nok", 8, 6)]
    [0, 7]
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    at_end = _at_end(keep_separator)
    rungs = climb_down(document.text, check_separators(separators), at_end)
    if not document.text or document.text.isspace():
        return []
    if length_function is len:
        spans = _windows(document.text, chunk_size, chunk_overlap, rungs)
    else:
        spans = measured_windows(document.text, chunk_size, chunk_overlap, rungs, length_function)
    own = [separator for separator in separators if separator not in CJK_LADDER]
    with watched(own, len(document.text)):
        return build(document, spans, metadata)


def _at_end(keep_separator: str | bool) -> bool:
    if keep_separator is True or keep_separator == "start":
        return False
    if isinstance(keep_separator, str) and keep_separator == "end":
        return True
    if keep_separator is False:
        raise ValueError(
            "keep_separator=False would lose the separators' text; "
            'keep them with "start" or "end" (white space at the ends of a chunk is left out anyway)'
        )
    raise ValueError(f'keep_separator={keep_separator!r} must be "start" or "end"')


def _windows(text: str, size: int, overlap: int, rungs: Sequence[Rung]) -> Iterator[Span]:
    """The spans of the chunks, white space and all, where a piece measures as many units as it has code points.

    A piece shorter than ``size`` is merged with its neighbours; any other one goes to the next rung, alone.
    """
    find, rfind = text.find, text.rfind
    regions = [(0, len(text), 0)]
    while regions:
        start, high, level = regions.pop()
        rung = rungs[level]
        last, next_cut = rung.last, rung.next
        # What a plain separator needs in nine of ten windows stands here, since a call costs as much as a search does.
        sep, head, tip, width = rung.plain, rung.plain[:1], rung.plain[-1:], len(rung.plain)
        # Short, so that two looks compare it, and no match can reach over the region's end.
        quick = width == 1 or (width == 2 and level == 0)
        lead = width if text.isascii() and sep.isspace() else 0  # left out here, it costs nothing
        skipped = 0
        while high - start > size:
            if quick:
                end = rfind(tip, start + width, start + size + width) + 1 - width
                if end <= 0:
                    end = start
                elif text[end] != head or (before := text[end - 1]) == tip or before >= MARKS:
                    end = last(start, start + size, high)
            else:
                end = last(start, start + size, high)
            if end == start:  # the piece that starts here is too big
                end = next_cut(start, start + size + 1, high)
                if end < high:
                    regions.append((end, high, level))
                regions.append((start, end, level + 1))
                break
            yield start + skipped, end
            skipped = lead
            if not overlap:
                start = end
                continue
            first = end - overlap if end - overlap > start else start + 1
            if quick and find(tip, first + width - 1, end) < 0:
                start = end
                continue
            first = next_cut(start, first, high)
            if first < end:  # there is something to repeat, if the next piece leaves room for it
                piece_end = next_cut(end, end + 1, high)
                if piece_end - end >= size:
                    first = end
                elif piece_end - size > first:
                    first = min(next_cut(first, piece_end - size, high), end)
            start = first
        else:
            yield start + skipped, high
