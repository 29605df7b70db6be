"""The text of a page as it grows: white space as browsers collapse it, line ends between blocks, and the way back."""

from __future__ import annotations

import re

from ..document import Mark
from ._html_tokens import REFERENCE, decoded
from ._marks import JOINT

# Words with single spaces between them go through in one step: most of a page is that.
_WORDS = r"([^\s&]+(?: [^\s&]+)*)|(\s+)"
_PARTS = re.compile(rf"{_WORDS}|{REFERENCE.pattern}|&")
_BARE_PARTS = re.compile(_WORDS.replace("&", ""))
_LINE_END = re.compile(r"\r\n?|\n")
_BROWSER_SPACE = " \t\n\f\r"
_SPACES = re.compile(rf"[{_BROWSER_SPACE}]+")
_NOT_YET, _FORGOTTEN = -1, -2


class OpenMark:
    """A mark whose end is not known yet, nor its start until the first character of it is written."""

    __slots__ = ("data", "kind", "start")

    def __init__(self, kind: str, data: dict | None = None) -> None:
        self.kind, self.data, self.start = kind, data or {}, _NOT_YET


class Writer:
    """Writes a text piece by piece and remembers where each piece came from.

    Line ends and spaces are held back until something visible follows, so none stands at the end of a line.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.marks: list[Mark] = []
        self.segments: list[tuple[int, int, int, int]] = []
        self.flat = False  # in a row of a table: a line end becomes a space
        self.verbatim = False  # in preformatted text: white space stays
        self.joints: list[tuple[int, int]] = []  # the tags of the cells since the last visible character
        self._fresh = False  # nothing visible yet in this preformatted text
        self._parts: list[str] = []
        self._length = 0
        self._breaks = 0
        self._held: list[str] = []
        self._waiting: list[OpenMark] = []

    def text(self) -> str:
        return "".join(self._parts)

    # White space to come

    def line_ends(self, wanted: int) -> None:
        """At least so many line ends before whatever comes next."""
        if self.flat:
            self.space()
        else:
            self._breaks = max(self._breaks, wanted)
            if not self.verbatim:
                self._held.clear()

    def line_end(self) -> None:
        """One line end more, at most a blank line."""
        if self.verbatim:
            self._held.append("\n")
        else:
            self.line_ends(min(self._breaks + 1, 2))

    def space(self, run: str = " ") -> None:
        """White space: what a browser collapses becomes one space, any other stays."""
        run = _SPACES.sub(" ", run)
        if run[0] == " " and self._held and self._held[-1][-1] == " ":
            run = run[1:]
        self._hold(run)

    def _hold(self, run: str) -> None:
        if run:
            self._held.append(run)

    def begin_verbatim(self) -> None:
        self._held.clear()
        self.verbatim = self._fresh = True

    def end_verbatim(self) -> None:
        self._held.clear()
        self.verbatim = self._fresh = False

    def stand_in(self, piece: str, start: int, end: int) -> None:
        """A text that the source does not hold, in the place of ``raw[start:end]``."""
        self._ink(piece, start, end)

    # Marks

    def open(self, kind: str, data: dict | None = None) -> OpenMark:
        mark = OpenMark(kind, data)
        self._waiting.append(mark)
        return mark

    def close(self, mark: OpenMark) -> bool:
        """The mark ends with the last visible character; one that saw none is forgotten, and False is given."""
        if mark.start < 0:
            mark.start = _FORGOTTEN
            return False
        self.marks.append(Mark(mark.kind, mark.start, self._length, mark.data))
        return True

    def since(self, start: int) -> str:
        """What has been written from a position onwards, for short stretches."""
        size, parts = self._length, []
        for part in reversed(self._parts):
            if size <= start:
                break
            parts.append(part)
            size -= len(part)
        return "".join(reversed(parts))[max(start - size, 0) :]

    # Visible characters

    def write(self, start: int, end: int, references: bool = True) -> None:
        """The source from ``start`` to ``end`` as text."""
        if self.verbatim:
            self._write_verbatim(start, end, references)
            return
        raw = self.raw
        for part in (_PARTS if references else _BARE_PARTS).finditer(raw, start, end):
            if part.lastindex == 1:
                self._ink(part[1], part.start(), part.end())
            elif part.lastindex == 2:
                self.space(part[2])
            else:
                self._reference(part[0], part.start(), part.end())

    def _write_verbatim(self, start: int, end: int, references: bool) -> None:
        raw, at = self.raw, start
        for found in REFERENCE.finditer(raw, start, end) if references else ():
            self._plain(at, found.start())
            self._reference(found[0], found.start(), found.end())
            at = found.end()
        self._plain(at, end)

    def _plain(self, start: int, end: int) -> None:
        piece = self.raw[start:end]
        body = piece.strip()
        if not body:
            self._hold(piece)
            return
        lead = len(piece) - len(piece.lstrip())
        self._hold(piece[:lead])
        self._ink(body, start + lead, start + lead + len(body))
        self._hold(piece[lead + len(body) :])

    def _reference(self, piece: str, start: int, end: int) -> None:
        meant = decoded(piece)
        if meant.strip():
            self._ink(meant, start, end)
        elif self.verbatim:
            self._hold(meant)
        elif meant:
            self.space(meant)

    def _ink(self, piece: str, start: int, end: int) -> None:
        self._settle()
        self._add(piece, start, end)

    def _settle(self) -> None:
        """Writes what was held back, and starts the marks that waited for something visible."""
        gap = "".join(self._held)
        self._held.clear()
        new_line = not self._length or self._breaks
        if self.verbatim:
            if self._fresh:  # blank lines go, the indent of the first line stays
                gap = _LINE_END.split(gap)[-1]
            missing = self._breaks - (0 if self._fresh else len(_LINE_END.findall(gap)))
            self._fresh = False
        else:
            missing, gap = self._breaks, "" if new_line or self.joints else gap
        if self._length and missing > 0:
            self._put("\n" * missing)
        if gap and not self.verbatim:
            self._put(gap)
        self._breaks = 0
        for mark in self._waiting:
            if mark.start == _NOT_YET:
                mark.start = self._length
        self._waiting.clear()
        if gap and self.verbatim:
            self._put(gap)
        for start, end in self.joints:
            self._add(JOINT.lstrip() if new_line else JOINT, start, end)
            new_line = False
        self.joints.clear()

    def _add(self, piece: str, start: int, end: int) -> None:
        at, to = self._length, self._length + len(piece)
        if len(piece) == end - start and self.segments:
            low, last, raw_low, raw_last = self.segments[-1]
            if last == at and raw_last == start and last - low == raw_last - raw_low:
                at, start = low, raw_low
                self.segments.pop()
        self.segments.append((at, to, start, end))
        self._put(piece)

    def _put(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)
