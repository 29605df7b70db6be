"""Cutting by counting: windows of a fixed number of characters, words or tokens.

The simplest splitters. They know nothing of sentences or paragraphs, but they lose nothing, stop at the end of
the text, never cut a character that people see as one, and every chunk knows where it came from.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..graphemes import boundary_after, boundary_before, is_boundary
from ..lengths import get_encoding
from ._common import Span, build, validate
from .token_windows import TokenWindows

_WORD = re.compile(r"\S+")


def split_characters(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Windows of at most ``chunk_size`` characters (code points), each starting ``chunk_overlap`` before the last end.

    Parameters
    ----------
    text : str or Document
    chunk_size, chunk_overlap : int
        In code points. A window that would end inside a visible character (an accented letter, a flag, a family
        of emoji) ends before it; one that is longer than ``chunk_size`` on its own is cut.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Without the white space at the ends of each window; ``[]`` for blank text.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong type, or the sizes are not ``chunk_size > chunk_overlap >= 0``.

    Notes
    -----
    Source: the character-based split of a guide to fixed-size chunks. Its print keeps the space at the end of each
    window; here it belongs to no chunk.

    Examples
    --------
    >>> [chunk.text for chunk in split_characters("The quick brown fox jumps over the lazy dog.", 20)]
    ['The quick brown fox', 'jumps over the lazy', 'dog.']
    """
    document = validate(text, chunk_size, chunk_overlap, metadata=metadata)
    text = document.text

    def may_cut(position: int, anchor: int) -> bool:
        return is_boundary(text, position, anchor)

    return build(document, _windows(len(text), chunk_size, chunk_overlap, may_cut), metadata)


def _windows(count: int, size: int, overlap: int, may_cut: Callable[[int, int], bool]) -> Iterator[Span]:
    """Windows of at most ``size`` units that begin and end where ``may_cut(position, anchor)`` allows.

    A stretch of more than ``size`` units in which no cut is allowed is cut all the same. ``anchor`` is the last
    start before which a cut was allowed: flags are paired off from there.
    """

    def first_cut(position: int, high: int) -> int:
        while position < high and not may_cut(position, anchor):
            position += 1
        return position

    start = anchor = 0
    while start < count:
        end = whole = min(start + size, count)
        while whole > start and not may_cut(whole, anchor):
            whole -= 1
        end = whole if whole > start else end
        yield start, end
        if end == count:
            return
        if overlap:
            # A window is of use if it reaches the next place to cut behind this end.
            reach = first_cut(end + 1, min(end + size, count))
            start = first_cut(max(end - overlap, reach - size, start + 1), end)
        else:
            start = end
        anchor = start if may_cut(start, anchor) else anchor


def split_words(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""Windows of at most ``chunk_size`` words, where a word is a run of anything but white space (``\S+``).

    Chinese and Japanese are written without spaces: a whole paragraph of them is one word here, and so one chunk.
    Use ``split_characters`` or ``split_recursive`` for such text.

    Parameters
    ----------
    text : str or Document
    chunk_size, chunk_overlap : int
        In words, as ``count_words`` counts them.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        The white space between the words of a chunk is that of the text.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong type, or the sizes are not ``chunk_size > chunk_overlap >= 0``.

    Examples
    --------
    >>> [chunk.text for chunk in split_words("one two  three four five", 3, 1)]
    ['one two  three', 'three four five']
    """
    document = validate(text, chunk_size, chunk_overlap, metadata=metadata)
    text = document.text
    starts, ends = array("I"), array("I")
    for word in _WORD.finditer(text):
        starts.append(word.start())
        ends.append(word.end())

    def may_cut(number: int, anchor: int) -> bool:
        """Whether there is a boundary in the white space before this word: a joiner and a mark can tie two words."""
        if number in (0, len(starts)):
            return True
        return any(is_boundary(text, at, starts[anchor]) for at in range(ends[number - 1], starts[number] + 1))

    windows = _windows(len(starts), chunk_size, chunk_overlap, may_cut)
    return build(document, (_around(text, starts, ends, *window) for window in windows), metadata)


def _around(text: str, starts: array, ends: array, first: int, last: int) -> Span:
    """The span of words ``first`` to ``last - 1``, with white space only where it is tied to one of them."""
    low = boundary_before(text, starts[first], ends[first - 1] if first else 0)
    return low, boundary_after(text, ends[last - 1], starts[last] if last < len(starts) else len(text))


def split_tokens(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    encoding: str = "cl100k_base",
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Windows of at most ``chunk_size`` tokens, sliced from the text and never decoded.

    The windows are counted out over the tokens of the whole text. A token may begin or end inside a character, so
    each window is narrowed to whole characters; and a slice on its own may have more tokens than it had inside the
    text, so a window shrinks until its own count fits. What neighbours share is measured in the same way.

    Parameters
    ----------
    text : str or Document
        ``<|endoftext|>`` and its kind are text like any other.
    chunk_size, chunk_overlap : int
        In tokens of ``encoding``.
    encoding : str
        ``"cl100k_base"``, ``"o200k_base"`` or ``"gpt2"``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Without the white space at the ends of each window.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong type, the encoding is unknown, the sizes are not
        ``chunk_size > chunk_overlap >= 0``, or one code point of the text alone has more than ``chunk_size`` tokens,
        which takes a ``chunk_size`` below 4.

    Notes
    -----
    Source: the token-based split of a guide to fixed-size chunks (windows 1–512, 463–974, 925–1436 for 512/50).

    Examples
    --------
    >>> [chunk.text for chunk in split_tokens("The quick brown fox jumps over the lazy dog.", 5)]
    ['The quick brown fox jumps', 'over the lazy dog.']
    """
    document = validate(text, chunk_size, chunk_overlap, metadata=metadata)
    get_encoding(encoding)  # an unknown name is refused for an empty text as well
    return build(document, TokenWindows(document.text, chunk_size, chunk_overlap, encoding).spans(), metadata)
