"""Windows over the tokens of a text, narrowed until each of them, read on its own, is short enough."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ..graphemes import boundary_after, is_boundary
from ..lengths import token_length, token_starts
from ._common import Span, trim


class TokenWindows:
    """Spans of visible text, each of which fits on its own, over the tokens of the whole text."""

    def __init__(self, text: str, size: int, overlap: int, encoding: str) -> None:
        self.text, self.size, self.overlap, self.encoding = text, size, overlap, encoding
        self.starts, self.measure = token_starts(text, encoding), token_length(encoding)
        self.anchor = 0  # the last start that was a boundary: flags are paired off from there

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
            if start < end:
                yield start, end

    def fit(self, start: int) -> int:
        """The end of the window that starts here: at most ``size`` tokens of the text, and on its own as well."""
        first = self.token_at(start)
        last = min(first + self.size, len(self.starts) - 1)
        end = self.boundary_to(self.starts[last], start)
        while end > start:
            end = trim(self.text, start, end)[1]
            excess = self.measure(self.text[start:end]) - self.size
            if excess <= 0:
                return end
            last = max(last - excess, first + 1)
            end = self.boundary_to(min(self.starts[last], end - 1), start)
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
        behind = bisect_left(self.starts, end)
        token = max(behind - self.overlap, self.token_at(start) + 1)
        while token < behind:
            low = boundary_after(self.text, self.starts[token], end, self.anchor)
            low = trim(self.text, low, end)[0]
            excess = self.measure(self.text[low:end]) - self.overlap if start < low < end else 1
            if excess <= 0:
                high = self.fit(low)
                if high > end:
                    return low, high
            token += max(excess, 1)
        low, high = trim(self.text, end, stop)
        # White space that a joiner ties to a character which had to be cut is all that may be left.
        return (low, self.fit(low)) if low < high else (stop, stop)

    def boundary_to(self, position: int, start: int) -> int:
        """The last boundary in ``text[start:position + 1]``, or ``start``, which may lie inside a visible character."""
        while position > start and not is_boundary(self.text, position, self.anchor):
            position -= 1
        return position

    def token_at(self, position: int) -> int:
        """The first token that has a byte of the character at this position."""
        token = bisect_left(self.starts, position)
        return token if self.starts[token] == position else token - 1
