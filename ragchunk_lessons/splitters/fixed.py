"""Cutting by counting: windows of a fixed number of characters, words or tokens.

The simplest splitters. They know nothing of sentences or paragraphs, but they lose nothing, stop at the end of
the text, never cut a character that people see as one, and every chunk knows where it came from.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..graphemes import boundary_after, boundary_before, is_boundary
from ..lengths import token_length, token_starts
from ._common import Span, build, trim, validate

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
    return build(document, _character_windows(document.text, chunk_size, chunk_overlap), metadata)


def _character_windows(text: str, size: int, overlap: int) -> Iterator[Span]:
    start, stop, anchor = 0, len(text), 0
    while start < stop:
        end = min(start + size, stop)
        whole = _last_boundary(text, end, start, anchor)
        end = whole if whole > start else end
        yield start, end
        if end == stop:
            return
        # A window is of use if it reaches beyond the next visible character after this end.
        reach = boundary_after(text, end + 1, min(end + size, stop), anchor) if overlap else end + size
        start = boundary_after(text, max(end - overlap, reach - size, start + 1), end, anchor)
        anchor = start if is_boundary(text, start, anchor) else anchor


def _last_boundary(text: str, position: int, start: int, anchor: int) -> int:
    """The last boundary in ``text[start:position + 1]``, or ``start``.

    ``anchor`` is a boundary at or before ``start``, which itself may lie inside a visible character that was too
    long for its window. Flags are paired off from there.
    """
    while position > start and not is_boundary(text, position, anchor):
        position -= 1
    return position


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
    return build(document, _word_windows(document.text, chunk_size, chunk_size - chunk_overlap), metadata)


def _word_windows(text: str, size: int, step: int) -> Iterator[Span]:
    starts, ends = array("I"), array("I")
    for word in _WORD.finditer(text):
        starts.append(word.start())
        ends.append(word.end())
    for first in range(0, len(starts), step):
        last = min(first + size, len(starts))
        # A word may begin with a combining mark, which belongs to the white space before it.
        yield boundary_before(text, starts[first], ends[first - 1] if first else 0), ends[last - 1]
        if last == len(starts):
            return


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
    measure = token_length(encoding)
    starts = token_starts(document.text, encoding)
    windows = _TokenWindows(document.text, starts, chunk_size, chunk_overlap, measure, encoding)
    return build(document, windows.spans(), metadata)


class _TokenWindows:
    """Spans of visible text, each of which fits on its own, over the tokens of the whole text."""

    def __init__(
        self, text: str, starts: array, size: int, overlap: int, measure: Callable[[str], int], encoding: str
    ) -> None:
        self.text, self.starts, self.measure, self.encoding = text, starts, measure, encoding
        self.size, self.overlap = size, overlap
        self.anchor = 0

    def spans(self) -> Iterator[Span]:
        start, stop = trim(self.text, 0, len(self.text))
        if start == stop:
            return
        end = self.fit(start)
        yield start, end
        while end < stop:
            start, end = self.following(start, end, stop)
            if is_boundary(self.text, start, self.anchor):
                self.anchor = start
            yield start, end

    def fit(self, start: int) -> int:
        """The end of the window that starts here: at most ``size`` tokens of the text, and on its own as well."""
        last = min(self.token_at(start) + self.size, len(self.starts) - 1)
        end = _last_boundary(self.text, self.starts[last], start, self.anchor)
        while end > start:
            end = trim(self.text, start, end)[1]
            excess = self.measure(self.text[start:end]) - self.size
            if excess <= 0:
                return end
            last -= excess
            end = _last_boundary(self.text, min(self.starts[last], end - 1), start, self.anchor)
        return self.fit_inside(start)

    def fit_inside(self, start: int) -> int:
        """The end of a window that cannot hold the visible character it starts with: cut between code points."""
        # Not one token of these encodings holds eight code points of one visible character.
        end = boundary_after(self.text, start + 1, min(start + 8 * self.size + 8, len(self.text)), self.anchor)
        while (tokens := self.measure(self.text[start:end])) > self.size:
            if end == start + 1:
                raise ValueError(
                    f"chunk_size={self.size} cannot hold {self.text[start]!r}, which alone is {tokens} tokens in "
                    f"{self.encoding}; use a chunk_size of at least {tokens}"
                )
            # A code point has four bytes at most, so at most four tokens.
            end = max(end - max((tokens - self.size) // 4, 1), start + 1)
        return end

    def following(self, start: int, end: int, stop: int) -> Span:
        """The window after ``[start:end]``: it shares at most ``overlap`` tokens with it and reaches beyond it."""
        token = max(bisect_left(self.starts, end) - self.overlap, self.token_at(start) + 1)
        while self.overlap and self.starts[token] < end:
            low = boundary_after(self.text, self.starts[token], end, self.anchor)
            low = trim(self.text, low, end)[0]
            excess = self.measure(self.text[low:end]) - self.overlap
            if start < low < end and excess <= 0:
                high = self.fit(low)
                if high > end:
                    return low, high
            token += max(excess, 1)
        low = trim(self.text, end, stop)[0]
        return low, self.fit(low)

    def token_at(self, position: int) -> int:
        """The first token that has a byte of the character at this position."""
        token = bisect_left(self.starts, position)
        return token if self.starts[token] == position else token - 1
