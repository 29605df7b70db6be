"""Writing a text piece by piece while noting where each piece stood in the raw input."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import RawMap

_LINE = re.compile(r"[^\r\n]*(\r\n|\r|\n|\Z)")


class Rendering:
    """A text in the making, and the segments of its ``RawMap``.

    Examples
    --------
    >>> out = Rendering()
    >>> out.put("name: "); out.copy("Ann", 4, 7)
    >>> out.text(), out.raw_map().to_raw(0, 9)
    ('name: Ann', (4, 7))
    """

    def __init__(self) -> None:
        self.length = 0
        self._parts: list[str] = []
        self._segments: list[tuple[int, int, int, int]] = []

    def put(self, text: str) -> None:
        """A text of our own, which stands nowhere in the raw input."""
        self._parts.append(text)
        self.length += len(text)

    def copy(self, text: str, raw_start: int, raw_end: int) -> None:
        """A text that was read from ``raw[raw_start:raw_end]``; of equal length it is that slice."""
        if not text:
            return
        start, end = self.length, self.length + len(text)
        self.put(text)
        exact = raw_end - raw_start == len(text)
        if exact and self._segments:
            last_start, last_end, last_raw_start, last_raw_end = self._segments[-1]
            touches = last_end == start and last_raw_end == raw_start
            if touches and last_end - last_start == last_raw_end - last_raw_start:
                self._segments[-1] = (last_start, end, last_raw_start, raw_end)
                return
        self._segments.append((start, end, raw_start, raw_end))

    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)

    def raw_map(self) -> RawMap:
        """The way back for all of it; its segments were made in order here, so they are not checked again."""
        there = object.__new__(RawMap)
        object.__setattr__(there, "segments", tuple(self._segments))
        return there


def lines(text: str, start: int = 0) -> Iterator[tuple[int, int, int]]:
    r"""Each line as ``(start, end, next)``: its span without the line end, and where the next one starts.

    A line ends at ``\n``, ``\r\n`` or ``\r`` and nowhere else; ``str.splitlines`` knows more line ends than files do.

    Examples
    --------
    >>> list(lines("a\r\nb"))
    [(0, 1, 3), (3, 4, 4)]
    """
    while start < len(text):
        line = _LINE.match(text, start)
        yield start, line.start(1), line.end()
        start = line.end()


def unique_names(names: list[str], kind: str) -> list[str]:
    """The names on one line each, none empty, none twice.

    Examples
    --------
    >>> unique_names(["a", " ", "a"], "column")
    ['a', 'column 2', 'a (2)']
    """
    taken: set[str] = set()
    counted: dict[str, int] = {}
    found = []
    for number, name in enumerate(names, 1):
        base = " ".join(name.split()) or f"{kind} {number}"
        unique = base
        while unique in taken:
            counted[base] = counted.get(base, 1) + 1
            unique = f"{base} ({counted[base]})"
        taken.add(unique)
        found.append(unique)
    return found
