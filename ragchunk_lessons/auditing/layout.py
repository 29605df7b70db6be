"""What the layout of a source says: its blocks of code, its tables and its headings.

A document that was read with marks is believed. A plain text is looked at as Markdown: only what CommonMark would
take for a fence, a heading or (GitHub's addition) a table counts, so that ordinary prose has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..document import Document

Span = tuple[int, int]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t]*$)")
_FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
_ATX = re.compile(r"#{1,6}(?:[ \t]+|$)")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_PIPE = re.compile(r"(?<!\\)\|")
# A quick look: a text without any of these has nothing to find. Each begins with one plain character, which Python
# finds far faster than a choice.
_HEADING = r"[> \t]*(?:[-+*][ \t]+)?#{1,6}(?:[ \t\r\n]|$)"
_OPENS_HEADING = re.compile(_HEADING)
_ANY = [
    re.compile(sign)
    for sign in (
        "```",
        "~~~",
        r"\|[ \t]*:?-",
        r"-:?[ \t]*\|",
        *(end + line for end in (r"\n", r"\r") for line in (_HEADING, r"[> ]*[=-]+[ \t]*(?:[\r\n]|$)")),
    )
]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the source.

    Parameters
    ----------
    start, end : int
        Its span, header included.
    header : (start, end)
        Its header row.
    rows : tuple of (start, end)
        Its other rows, a row of dashes not among them.
    """

    start: int
    end: int
    header: Span
    rows: tuple[Span, ...]


@dataclass(slots=True)
class Layout:
    """The blocks of a source, each list in order.

    Parameters
    ----------
    fences : list of (start, end)
        Blocks of code, their fences included.
    tables : list of Table
    headings : list of (start, end, words)
        With the span of the whole heading.
    """

    fences: list[Span] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    headings: list[tuple[int, int, str]] = field(default_factory=list)


def layout_of(document: Document) -> Layout:
    """The layout of a document: by its marks where it has some of a kind, else as Markdown.

    Examples
    --------
    >>> found = layout_of(Document("# Pump\\n\\n```\\nstop\\n```\\n\\n| a |\\n|---|\\n| 1 |"))
    >>> found.headings, found.fences, found.tables[0].rows
    ([(0, 6, 'Pump')], [(8, 20)], ((34, 39),))
    """
    text = document.text
    found = _Reader(text).read() if _may_have_any(text) else Layout()
    size = len(text)
    marks = [mark for mark in document.marks if mark.start < mark.end <= size]
    if fences := [(mark.start, mark.end) for mark in marks if mark.kind == "code"]:
        found.fences = sorted(fences)
    if headings := [mark for mark in marks if mark.kind == "heading"]:
        found.headings = sorted(
            (mark.start, mark.end, str(mark.data.get("text") or text[mark.start : mark.end])) for mark in headings
        )
    rows = sorted((mark.start, mark.end, bool(mark.data.get("header"))) for mark in marks if mark.kind == "row")
    if rows:
        spans = sorted((mark.start, mark.end) for mark in marks if mark.kind == "table") or [(0, size)]
        found.tables = [table for span in spans if (table := _marked(span, rows))]
    return found


def _may_have_any(text: str) -> bool:
    return bool(_OPENS_HEADING.match(text)) or any(sign.search(text) for sign in _ANY)


def _marked(span: Span, rows: list[tuple[int, int, bool]]) -> Table | None:
    """The table of a mark, if its first row is a header."""
    inside = [row for row in rows if span[0] <= row[0] and row[1] <= span[1]]
    if not inside or not inside[0][2]:
        return None
    heads = [row for row in inside if row[2]]
    return Table(*span, heads[0][:2], tuple((start, end) for start, end, header in inside if not header))


@dataclass(slots=True)
class _Open:
    """A fence that is not closed yet."""

    start: int
    sign: str
    indent: int
    quotes: int
    plain: bool  # no word after it that names a language
    last: int = 0
    apart: bool = False  # a blank line, or nothing, is above it
    opens: bool | None = None  # whether its first line has something
    blank: bool = False  # whether its last line so far was blank


class _Reader:
    """One pass over the lines of a Markdown text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Layout()
        self.items: list[int] = []
        self.fence: _Open | None = None
        self.unsure: list[Span] = []  # fences that prose might have as ornaments
        self.comment: tuple[int, int] | None = None  # quotes and indent of an HTML comment that is not closed yet
        self.gap = True  # whether the line above is blank, or there is none
        self.before: tuple[int, int, str] | None = None  # the paragraph line above: where, and its words
        self.above_blank = True  # whether that line opened its paragraph
        self.table: list[Span] | None = None
        self.sure = False

    def read(self) -> Layout:
        for start, end, line in _lines(self.text):
            self._line(start, end, line)
            self.gap = not line.strip("> \t")
        if self.fence:
            self._close(len(self.text.rstrip()), closed=False)
        self._end_table()
        if self.sure or self.found.tables or self.found.fences:
            self.found.fences = sorted([*self.found.fences, *self.unsure])
        return self.found

    def _line(self, start: int, end: int, line: str) -> None:
        quote = _QUOTE.match(line)
        quotes = quote[0].count(">") if quote else 0
        rest = line[quote.end() :] if quote else line
        indent = len(rest) - len(rest.lstrip(" \t"))
        width = len(rest[:indent].expandtabs(4))
        words = rest[indent:]
        at = end - len(words)
        blank = not words.strip()
        if self.fence and self._in_fence(quotes, width, words, end, blank):
            return
        if self.comment and self._in_comment(quotes, width, words, blank):
            return
        if blank:
            self._end_table()
            self.before, self.above_blank = None, True
            return
        while self.items and width < self.items[-1]:
            self.items.pop()
            self.before = None  # a line of dashes below an item is no underline
        base = self.items[-1] if self.items else 0
        while width - base <= 3 and (item := _ITEM.match(words)) and not _UNDERLINE.match(words):
            shift = len(item[0]) + (not item[0][-1:].isspace())
            base = width + shift
            self.items.append(base)
            width, words, at = base, words[item.end() :], at + item.end()
            self.before = None
            self._end_table()
        if width - base > 3 and self.before is None:  # an indented block
            self._end_table()
            return
        if width - base <= 3 and words.startswith("<!--"):
            self._end_table()
            self.before, self.above_blank = None, True
            self.comment = None if "-->" in words else (quotes, base)
            return
        fence = _FENCE.match(words.rstrip()) if width - base <= 3 else None
        if fence:
            self._end_table()
            sign, info = fence[1] or fence[3], fence[2] if fence[1] else fence[4]
            self.fence = _Open(at, sign, base, quotes, not info.strip(), end, self.gap)
            self.before = None
            return
        self._other(at, end, words.rstrip(), width - base)

    def _in_fence(self, quotes: int, width: int, words: str, end: int, blank: bool) -> bool:
        fence = self.fence
        if quotes < fence.quotes or (not blank and width < fence.indent):  # the quotation or the item is over
            self._close(fence.last)
            return False
        bare = words.rstrip()
        end -= len(words) - len(bare)
        if bare and width - fence.indent <= 3 and not bare.strip(fence.sign[0]) and len(bare) >= len(fence.sign):
            self._close(end)
        else:
            fence.opens = not blank if fence.opens is None else fence.opens
            fence.blank = blank
            fence.last = fence.last if blank else end
        return True

    def _in_comment(self, quotes: int, width: int, words: str, blank: bool) -> bool:
        outer, indent = self.comment
        if quotes < outer or (not blank and width < indent):  # the quotation or the item is over
            self.comment = None
            return False
        if "-->" in words:
            self.comment = None
        return True

    def _close(self, end: int, closed: bool = True) -> None:
        """A fence ends. An ornament of prose has a blank line below it, and is seldom alone."""
        fence, self.fence = self.fence, None
        self.before, self.above_blank = None, True
        span = (fence.start, max(end, fence.start + len(fence.sign)))
        if not fence.plain:
            sure = True
        elif closed:
            sure = fence.sign[0] == "`" or (bool(fence.opens) and not fence.blank)
        else:
            sure = fence.apart and bool(fence.opens) and not self.unsure
        (self.found.fences if sure else self.unsure).append(span)

    def _other(self, at: int, end: int, words: str, indent: int) -> None:
        """A line that is no fence: a heading, a row, or a line of a paragraph."""
        if indent <= 3 and (heading := _ATX.match(words)):
            self._end_table()
            self.found.headings.append((at, end, _title(words[heading.end() :])))
            self.sure = True
            self.before, self.above_blank = None, True
            return
        if self.table is not None:
            if _PIPE.search(words):
                self.table.append((at, end))
                return
            self._end_table()
        if self.before and indent <= 3:
            if _DELIMITER.match(words) and "|" in words and _cells(words) == _cells(self.before[2]):
                self.table = [self.before[:2], (at, end)]
                self.before = None
                return
            if _UNDERLINE.match(words) and self.above_blank:
                self.found.headings.append((self.before[0], end, self.before[2]))
                self.before, self.above_blank = None, True
                return
        self.above_blank = self.before is None
        self.before = (at, end, words)

    def _end_table(self) -> None:
        if self.table:
            header, _, *rows = self.table
            self.found.tables.append(Table(header[0], self.table[-1][1], header, tuple(rows)))
        self.table = None


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Every line with its span, without its line end."""
    for match in _LINE.finditer(text):
        line = match[0].rstrip("\r\n")
        yield match.start(), match.start() + len(line), line


def _title(words: str) -> str:
    """The words of a heading without the hashes that close it."""
    words = words.strip()
    bare = words.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else words


def _cells(row: str) -> int:
    """How many cells a row has."""
    return len(_PIPE.split(row.strip().removeprefix("|").removesuffix("|")))
