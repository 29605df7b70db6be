"""The rungs of a ladder of separators, each of which finds its own cuts from a position onwards.

Nothing here builds a list of pieces. A rung answers two questions about a text, and the answers are positions:
where is the last cut that a window can reach, and where is the first cut from here on? Both start from ``low``,
a place that is known to be a cut (or the start of the region), because matching goes from left to right without
overlap: in ``"\\n\\n\\n\\n\\n"`` the separator ``"\\n\\n"`` stands at 0 and 2, never at 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from ..graphemes import boundary_after, boundary_before, is_boundary
from .patterns import matching


class Rung(Protocol):
    """What the cutting asks of a separator; ``high`` is the end of the region, ``low`` a cut or its start."""

    plain: str
    """A separator of ASCII that opens the piece behind it; empty for any other rung."""

    def last(self, low: int, limit: int, high: int) -> int:
        """The last cut in ``(low, limit]``, or ``low`` where there is none; ``limit < high``."""

    def next(self, low: int, at: int, high: int) -> int:
        """The first cut at or after ``at``, or ``high`` where there is none; ``at > low``."""


MARKS = "\u0300"
"""Below this no character combines with the one before it; a joiner stands above it."""


class Literal:
    """A separator that is plain text and cannot overlap itself."""

    __slots__ = ("ahead", "careful", "plain", "sep", "shift", "skip", "text", "width")

    def __init__(self, text: str, sep: str, at_end: bool, careful: bool) -> None:
        self.text, self.sep, self.width, self.careful = text, sep, len(sep), careful
        self.shift = len(sep) if at_end else 0  # from the match to the cut
        self.ahead = len(sep) - self.shift  # from the cut to the end of the match
        self.plain = sep if sep.isascii() and not at_end else ""
        self.skip = 0 if at_end else 1  # the match that the cut at low comes from is not looked at again

    def last(self, low: int, limit: int, high: int) -> int:
        text, stop = self.text, limit + self.ahead
        match = text.rfind(self.sep, low + self.skip, stop if stop < high else high)
        while match >= 0:
            cut = match + self.shift
            if not self.careful or text[cut - 1] < MARKS > text[cut] or is_boundary(text, cut, low):
                return cut
            match = text.rfind(self.sep, low + self.skip, match + self.width - 1)
        return low

    def next(self, low: int, at: int, high: int) -> int:
        text, begin = self.text, at - self.shift
        match = text.find(self.sep, begin if begin > low else low, high)
        while match >= 0:
            cut = match + self.shift
            if not self.careful or cut == high or text[cut - 1] < MARKS > text[cut] or is_boundary(text, cut, low):
                return cut
            match = text.find(self.sep, match + self.width, high)
        return high


class Run(Literal):
    """A separator that is one character repeated, such as a blank line: a longer run of it has its cuts by count."""

    __slots__ = ("char",)

    def __init__(self, text: str, sep: str, at_end: bool, careful: bool) -> None:
        super().__init__(text, sep, at_end, careful)
        self.char = sep[0]

    def last(self, low: int, limit: int, high: int) -> int:
        text, stop = self.text, limit + self.ahead
        match = text.rfind(self.sep, low + self.skip, stop if stop < high else high)
        while match >= 0:
            if text[match - 1] == self.char:
                match -= self._into_run(low, match)
            cut = match + self.shift
            if not self.careful or text[cut - 1] < MARKS > text[cut] or is_boundary(text, cut, low):
                return cut
            match = text.rfind(self.sep, low + self.skip, match + self.width - 1)
        return low

    def next(self, low: int, at: int, high: int) -> int:
        text, begin = self.text, at - self.shift
        match = text.find(self.sep, begin if begin > low else low, high)
        while match >= 0:
            if text[match - 1] == self.char and (into := self._into_run(low, match)):
                match = text.find(self.sep, match + self.width - into, high)
                continue
            cut = match + self.shift
            if not self.careful or cut == high or text[cut - 1] < MARKS > text[cut] or is_boundary(text, cut, low):
                return cut
            match = text.find(self.sep, match + self.width, high)
        return high

    def _into_run(self, low: int, match: int) -> int:
        """How far ``match``, with one more of the character before it, is behind the place where matching from left to
        right finds the separator."""
        return (match - low - len(self.text[low:match].rstrip(self.char))) % self.width


class Matches:
    """A separator that is a pattern: its matches are walked through, from the window's start."""

    __slots__ = ("at_end", "careful", "find", "text")
    plain = ""

    def __init__(self, text: str, pattern: re.Pattern[str], at_end: bool, careful: bool) -> None:
        self.text, self.find, self.at_end, self.careful = text, pattern.finditer, at_end, careful

    @matching(lambda frame: frame.f_locals["self"].find.__self__)
    def _cuts(self, low: int, high: int) -> Iterator[int]:
        text = self.text
        for match in self.find(text, low, high):
            cut = match.end() if self.at_end else match.start()
            if self.careful and low < cut < high and text[cut] == "\n" and text[cut - 1] == "\r":
                cut += 1 if self.at_end else -1  # a pattern that knows only half of a line end
            if low < cut < high:
                yield cut

    def last(self, low: int, limit: int, high: int) -> int:
        found = []
        for cut in self._cuts(low, high):
            if cut > limit:
                break
            found.append(cut)
        while found and self.careful and not is_boundary(self.text, found[-1], low):
            found.pop()
        return found[-1] if found else low

    def next(self, low: int, at: int, high: int) -> int:
        for cut in self._cuts(low, high):
            if cut >= at and (not self.careful or is_boundary(self.text, cut, low)):
                return cut
        return high


class Characters:
    """The rung ``""``: between any two characters as people see them."""

    __slots__ = ("text",)
    plain = ""

    def __init__(self, text: str) -> None:
        self.text = text

    def last(self, low: int, limit: int, high: int) -> int:
        return boundary_before(self.text, limit, low)

    def next(self, low: int, at: int, high: int) -> int:
        return boundary_after(self.text, at, high, low)


class CodePoints:
    """The last rung, for a character that is itself longer than a chunk may be."""

    __slots__ = ()
    plain = ""

    def last(self, low: int, limit: int, high: int) -> int:
        return limit

    def next(self, low: int, at: int, high: int) -> int:
        return min(at, high)
