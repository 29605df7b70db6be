"""The text of a Word paragraph, from its XML: whatever a reader of the page sees, and nothing twice.

``python-docx`` opens the package and knows the styles. Its ``text`` leaves out what stands in content controls, in
tracked insertions and in text boxes, so the paragraphs are walked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SHOWN = {
    f"{_W}tab": "\t",
    f"{_W}ptab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "\u2011",
    f"{_W}softHyphen": "\u00ad",
}
# Deleted text, the properties of things, and the second copy of a drawing for old programs.
_HIDDEN = {f"{_W}del", f"{_W}moveFrom", f"{_W}pPr", f"{_W}rPr", f"{_W}sectPr", f"{_W}tblPr", f"{_W}trPr", _FALLBACK}
BOX = f"{_W}txbxContent"
PARAGRAPH, TABLE, ROW, CELL = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc"


def name(tag: str) -> str:
    """The full name of one of Word's own tags or attributes."""
    return _W + tag


def blocks(element: Any) -> Iterator[Any]:
    """The paragraphs and tables of a body, a cell or a box in order, also those inside content controls."""
    for child in element:
        if child.tag in (PARAGRAPH, TABLE):
            yield child
        elif isinstance(child.tag, str) and child.tag not in _HIDDEN:
            yield from blocks(child)


def inside(element: Any, tag: str) -> Iterator[Any]:
    """The rows of a table or the cells of a row, also those inside content controls, but none of a table inside."""
    for child in element:
        if child.tag == tag:
            yield child
        elif isinstance(child.tag, str) and child.tag not in _HIDDEN and child.tag not in (TABLE, ROW, CELL):
            yield from inside(child, tag)


class Notes:
    """The labels of footnotes and endnotes: 1, 2, ... and e1, e2, ... in the order in which the text names them.

    Word numbers notes so when it draws the page; the numbers in the file are names and have no order.
    """

    def __init__(self) -> None:
        self.labels: dict[tuple[str, str], str] = {}
        self._counts = {"e": 0, "": 0}

    def label(self, element: Any, own_mark: str = "") -> str:
        """The label of a note, or of a reference to one; the first call for a note gives it the next number."""
        key = self.key(element)
        if key not in self.labels:
            if not own_mark:
                self._counts[key[0]] += 1
            self.labels[key] = own_mark or f"{key[0]}{self._counts[key[0]]}"
        return self.labels[key]

    @staticmethod
    def key(element: Any) -> tuple[str, str]:
        """Which note an element is or names."""
        return "e" if "endnote" in element.tag else "", str(element.get(f"{_W}id"))


def paragraph_text(paragraph: Any, notes: Notes) -> str:
    """What a paragraph shows, without its text boxes; a note is shown as its label in brackets."""
    parts: list[str] = []
    _gather(paragraph, parts, notes)
    return "".join(parts)


def _gather(element: Any, parts: list[str], notes: Notes) -> None:
    for child in element:
        tag = child.tag
        if tag in (f"{_W}t", _MATH_TEXT):
            parts.append(child.text or "")
        elif tag == f"{_W}sym":
            parts.append(_sign(child.get(f"{_W}char", "0")))
        elif tag in _SHOWN:
            parts.append(_SHOWN[tag])
        elif tag in (f"{_W}footnoteReference", f"{_W}endnoteReference"):
            own_mark = ""
            if child.get(f"{_W}customMarkFollows", "0") not in ("0", "false", "off"):
                own_mark = _text_up_to_next(child).strip()
            label = notes.label(child, own_mark)
            parts.append("" if own_mark else f"[{label}]")
        elif tag == f"{_W}ruby":
            _gather_ruby(child, parts, notes)
        elif isinstance(tag, str) and tag not in _HIDDEN and tag != BOX:
            _gather(child, parts, notes)


def _text_up_to_next(note: Any) -> str:
    """The text behind a reference to a note in its run, up to the next reference."""
    texts = []
    for after in note.itersiblings():
        if after.tag in (f"{_W}footnoteReference", f"{_W}endnoteReference"):
            break
        if after.tag == f"{_W}t":
            texts.append(after.text or "")
    return "".join(texts)


def _sign(number: str) -> str:
    """The character of a symbol font; what is no character stands as the sign for an object."""
    code = int(number, 16)
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else "\ufffc"


def _gather_ruby(ruby: Any, parts: list[str], notes: Notes) -> None:
    """The base and then, in brackets, the reading above it, which comes first in the file."""
    reading: list[str] = []
    for child in ruby:
        if child.tag == f"{_W}rt":
            _gather(child, reading, notes)
        elif child.tag == f"{_W}rubyBase":
            _gather(child, parts, notes)
    if "".join(reading).strip():
        parts.append(f"({''.join(reading)})")


def boxes(paragraph: Any) -> Iterator[Any]:
    """The text boxes that hang on a paragraph, each once."""
    for child in paragraph:
        if child.tag == BOX:
            yield child
        elif isinstance(child.tag, str) and child.tag not in _HIDDEN:
            yield from boxes(child)


def shown_rows(table: Any) -> list[tuple[Any, list[Any]]]:
    """The rows of a table with their cells; ``None`` where a cell is the lower part of a merged one and shows nothing.

    A cell that says that it goes on, with no merged cell above it in the same columns, stands for itself.
    """
    rows = []
    open_cells: set[tuple[int, int]] = set()  # the columns of the merged cells that reach into the row above
    for row in inside(table, ROW):
        cells: list[Any] = []
        reaching: set[tuple[int, int]] = set()
        column = _number(row, "trPr", "gridBefore", 0)
        for cell in inside(row, CELL):
            columns = (column, column + _number(cell, "tcPr", "gridSpan", 1))
            column = columns[1]
            merge = cell.find(f"{_W}tcPr/{_W}vMerge")
            if merge is not None:
                reaching.add(columns)
            goes_on = merge is not None and merge.get(f"{_W}val", "continue") == "continue"
            cells.append(None if goes_on and columns in open_cells else cell)
        open_cells = reaching
        rows.append((row, cells))
    return rows


def _number(element: Any, properties: str, tag: str, default: int) -> int:
    found = element.find(f"{_W}{properties}/{_W}{tag}")
    return default if found is None else int(found.get(f"{_W}val", default))
