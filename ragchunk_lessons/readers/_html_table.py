"""A table of data on a page: one line a row, its cells joined, its header rows known."""

from __future__ import annotations

from ._html_text import OpenMark, Writer
from ._html_tokens import Token

CELLS = frozenset({"td", "th"})
_SECTIONS = frozenset({"thead", "tbody", "tfoot"})


class Table:
    """Reads the tags between ``<table>`` and ``</table>``; text that stands in no cell gets a row of its own."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self._table: OpenMark | None = None
        self._row: OpenMark | None = None
        self._caption: OpenMark | None = None
        self._cells = self._header_cells = 0
        self._in_head = False
        self._only_headers = True  # so far: header rows stand at the top

    def open(self, token: Token) -> None:
        name = token.name
        if name == "tr" or name in _SECTIONS:
            self._end_row()
            self._in_head = name == "thead" if name in _SECTIONS else self._in_head
        elif name in CELLS:
            self._begin_row()
            if self._cells:
                self.writer.joints.append((token.start, token.end))
            else:
                self.writer.space()
            self._cells += 1
            self._header_cells += name == "th"
        elif name == "caption" and self._table is None:
            self._caption = self.writer.open("paragraph")

    def close(self, token: Token) -> None:
        name = token.name
        if name == "tr" or name in _SECTIONS:
            self._end_row()
            self._in_head = self._in_head and name != "thead"
        elif name == "caption":
            self._end_caption()
        elif name in CELLS:
            self.writer.space()

    def before_text(self) -> None:
        """Visible text follows."""
        if self._caption is None:
            self._begin_row()

    def end(self) -> None:
        self._end_caption()
        self._end_row()
        if self._table is not None:
            self.writer.close(self._table)

    def _begin_row(self) -> None:
        self._end_caption()
        if self._row is not None:
            return
        self.writer.line_ends(1)
        if self._table is None:
            self._table = self.writer.open("table")
        self._row = self.writer.open("row")
        self._cells = self._header_cells = 0
        self.writer.flat = True

    def _end_row(self) -> None:
        self._end_caption()
        if self._row is None:
            return
        header = self._only_headers and (self._in_head or 0 < self._header_cells == self._cells)
        self._row.data["header"] = header
        if self.writer.close(self._row):
            self._only_headers = header
        self._row = None
        self.writer.flat = False
        self.writer.joints.clear()
        self.writer.line_ends(1)

    def _end_caption(self) -> None:
        if self._caption is not None:
            self.writer.close(self._caption)
            self.writer.line_ends(1)
            self._caption = None
