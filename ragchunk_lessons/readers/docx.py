"""A Word document: paragraphs, lists and tables in the order of the page, with marks for what its styles show."""

from __future__ import annotations

import os
import re
from typing import Any

from ..document import Document, Mark
from . import _word_xml as xml
from ._decode import as_path
from ._marks import JOINT, in_order
from ._word_lists import Numbering
from ._word_package import refuse_bomb, refuse_entities

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BASED_ON = 50  # styles at most; Word itself allows eleven
_HEADING = re.compile(r"heading ([1-9])$", re.IGNORECASE)


def read_docx(source: str | os.PathLike[str], *, headers: bool = False) -> Document:
    """The text of a Word document, one paragraph a line, with marks for headings, lists and tables.

    Parameters
    ----------
    source : Path
        A ``.docx`` file. A ``.docx`` has no pages until a program lays it out, so there is no mark for pages.
    headers : bool
        Whether the running headers stand before the text and the footers behind it, each wording once. They repeat on
        every page and are left out by default.

    Returns
    -------
    Document
        Blocks are parted by a blank line; list items and rows by a line end. A row is one line, its cells joined by
        ``" | "``; a merged cell shows its text once. What Word draws in front of a list item stands there, with two
        spaces of indent a level, and so does the number of a numbered heading. A text box comes behind the paragraph
        it hangs on, and footnotes and endnotes at the end, each with the label in brackets that also stands in the
        text: 1, 2, ... for footnotes and e1, e2, ... for endnotes, in the order of the text. The reading of a ruby
        text stands in brackets behind its base. Deleted text of tracked changes, comments and pictures are left out.

        Marks: ``"heading"`` with ``level`` and ``text``, ``"paragraph"``, ``"list"``, ``"table"``, and ``"row"`` with
        ``header``. A title counts as level 1, and then each heading is one level deeper. ``split_html`` cuts a
        document by these marks, whatever it was read from.

    Raises
    ------
    TypeError
        If the source is no path.
    ValueError
        If the file is not a ``.docx``, is encrypted or damaged, or unpacks to more than honest documents need: the
        limits stand in ``readers/_bounds.py``, and the environment variable ``RAGCHUNK_LIMITS`` multiplies them.
    ImportError
        If ``python-docx`` is not installed.

    Notes
    -----
    The first row of a table is its header if the file says so, or if no row says so and the table has two rows. A
    table with a heading in a cell is taken for a layout, as in ``read_html``: its cells are blocks, one after the
    other, and no rows. A table in a cell of another one stands on the line of that cell.

    Numbers are drawn as Word draws them in decimal, Roman, letters, ordinals, words (English), circles and the common
    Chinese, Japanese and Korean formats; other formats are in digits. The bullet of a heading is left out.

    Source: the document loaders of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> read_docx("letter.docx")
    Traceback (most recent call last):
    ...
    TypeError: source must be a Path, since a .docx file is no text; write read_docx(Path('letter.docx'))
    """
    if isinstance(source, str):
        shown = source if len(source) <= 40 else source[:39] + "…"
        raise TypeError(f"source must be a Path, since a .docx file is no text; write read_docx(Path({shown!r}))")
    path = as_path(source)
    document = _opened(path)
    try:
        for part in document.part.package.iter_parts():
            if (root := getattr(part, "_element", None)) is not None:
                refuse_entities(root, path.as_posix())
        writer = _Writer(document, path.as_posix())
        if headers:
            writer.running(document, "header")
        writer.body(document.element.body)
        writer.notes(document)
        if headers:
            writer.running(document, "footer")
    except (AttributeError, KeyError, ValueError, OverflowError, RecursionError) as error:
        if path.as_posix() in str(error):
            raise
        raise ValueError(f"{path.as_posix()} is damaged: {type(error).__name__}: {error}") from error
    return Document("".join(writer.parts), path.as_posix(), in_order(writer.marks))


def _opened(path: Any) -> Any:
    try:
        import docx
    except ImportError:
        raise ImportError("reading a Word file needs python-docx; run `pip install python-docx`") from None
    name = path.as_posix()
    with path.open("rb") as file:
        begin = file.read(8)
    if begin.startswith(_OLD_OFFICE):
        raise ValueError(
            f"{name} is encrypted, or an old .doc file; open it in a word processor and save it as a .docx "
            "without a password"
        )
    if not begin.startswith(b"PK"):
        what = "it is empty (0 bytes)" if not begin else "its content is no zip archive"
        raise ValueError(f"{name} is not a .docx: {what}")
    try:
        refuse_bomb(path, name)
        return docx.Document(os.fspath(path))
    except (Exception, MemoryError) as error:  # a broken package breaks the parser in many ways
        if name in str(error):
            raise
        said = f"{type(error).__name__}: {error}"
        raise ValueError(f"{name} cannot be read as a .docx ({said}); it is damaged or another kind of file") from error


class _Writer:
    """Gathers the text and the marks of one document."""

    def __init__(self, document: Any, name: str = "the file") -> None:
        self.name = name
        self.parts: list[str] = []
        self.marks: list[Mark] = []
        self.length = 0
        self.styles = {style.style_id: style for style in document.styles}
        self.chains: dict[Any, list[Any]] = {}  # each style with those that it is based on
        self.numbering = Numbering(document)
        self.noted = xml.Notes()
        self.items: tuple[int, int] | None = None  # the span of the list that is being read
        paragraphs = document.element.body.iter(xml.PARAGRAPH)
        self.deeper = any(self.style_name(self.style(one)) == "title" for one in paragraphs)

    def write(self, text: str, parted_by: str) -> tuple[int, int]:
        """The span of this text, put behind what there is."""
        if self.length:
            self.parts.append(parted_by)
            self.length += len(parted_by)
        self.parts.append(text)
        self.length += len(text)
        return self.length - len(text), self.length

    def body(self, element: Any) -> None:
        for block in xml.blocks(element):
            if block.tag == xml.TABLE:
                self.close_list()
                self.table(block)
            else:
                self.paragraph(block)
                for box in xml.boxes(block):
                    self.close_list()
                    self.body(box)
        self.close_list()

    def paragraph(self, paragraph: Any) -> None:
        text = xml.paragraph_text(paragraph, self.noted).rstrip().lstrip("\r\n")
        if not text.strip():
            return
        style = self.style(paragraph)
        level = self.heading_level(paragraph, style)
        item = None if level else self.numbering.item(paragraph, style)
        if item is not None:
            span = self.write("  " * item[0] + item[1] + text, "\n" if self.items else "\n\n")
            self.items = (self.items[0] if self.items else span[0], span[1])
            return
        self.close_list()
        number = self.numbering.heading(paragraph, style) if level else ""
        start, end = self.write(number + text, "\n\n")
        if level:
            text = number + text
            self.marks.append(Mark("heading", start, end, {"level": level, "text": " ".join(text.split())}))
        else:
            self.marks.append(Mark("paragraph", start, end))

    def close_list(self) -> None:
        if self.items:
            self.marks.append(Mark("list", *self.items))
        self.items = None

    def table(self, table: Any) -> None:
        found = xml.shown_rows(table)
        if any(self.holds_heading(cell) for _, cells in found for cell in cells if cell is not None):
            for _, cells in found:
                for cell in cells:
                    if cell is not None:
                        self.body(cell)
            return
        rows = [(row, self.lines(cells)) for row, cells in found]
        rows = [(row, cells) for row, cells in rows if any(cells)]
        said = [row.find(f"{xml.name('trPr')}/{xml.name('tblHeader')}") is not None for row, _ in rows]
        begun = None
        for number, (_, cells) in enumerate(rows):
            start, end = self.write(JOINT.join(cells), "\n" if begun is not None else "\n\n")
            begun = start if begun is None else begun
            header = said[number] if any(said) else number == 0 and len(rows) > 1
            self.marks.append(Mark("row", start, end, {"header": header}))
        if begun is not None:
            self.marks.append(Mark("table", begun, self.length))

    def holds_heading(self, cell: Any) -> bool:
        """Whether a table with this cell holds a layout and no data, as it does in ``read_html``."""
        return any(
            self.heading_level(one, self.style(one)) and xml.paragraph_text(one, xml.Notes()).strip()
            for one in cell.iter(xml.PARAGRAPH)
        )

    def lines(self, cells: list[Any]) -> list[str]:
        return ["" if cell is None else self.line(cell) for cell in cells]

    def line(self, element: Any) -> str:
        """All of a cell, a header or a note on one line, tables and boxes inside it too."""
        words: list[str] = []
        for block in xml.blocks(element):
            if block.tag == xml.TABLE:
                for _, cells in xml.shown_rows(block):
                    words += self.lines(cells)
                continue
            item = self.numbering.item(block, self.style(block))
            text = xml.paragraph_text(block, self.noted)
            words.append((item[1] if item and text.strip() else "") + text)
            words += [self.line(box) for box in xml.boxes(block)]
        return " ".join(" ".join(words).split())

    def notes(self, document: Any) -> None:
        """Footnotes, then endnotes, in the order in which the text names them; those it does not name at last."""
        from docx.oxml import parse_xml

        for kind in ("/footnotes", "/endnotes"):
            notes: list[Any] = []
            for relation in document.part.rels.values():
                if not relation.is_external and relation.reltype.endswith(kind):
                    root = parse_xml(relation.target_part.blob)
                    refuse_entities(root, self.name)
                    notes += root
            named = {key: number for number, key in enumerate(self.noted.labels)}
            for note in sorted(notes, key=lambda note: named.get(xml.Notes.key(note), len(named))):
                text = self.line(note) if note.get(xml.name("type")) is None else ""
                if text:
                    label = self.noted.label(note)
                    self.marks.append(Mark("paragraph", *self.write(f"[{label}] {text}", "\n\n")))

    def running(self, document: Any, kind: str) -> None:
        """The headers or footers of all sections, each wording once."""
        seen = []
        for section in document.sections:
            for which in (kind, f"first_page_{kind}", f"even_page_{kind}"):
                text = self.line(getattr(section, which)._element)
                if text and text not in seen:
                    seen.append(text)
                    self.marks.append(Mark("paragraph", *self.write(text, "\n\n")))

    def style(self, paragraph: Any) -> list[Any]:
        """The style of a paragraph and those that it is based on, the nearest first."""
        found = paragraph.find(f"{xml.name('pPr')}/{xml.name('pStyle')}")
        key = found.get(xml.name("val")) if found is not None else None
        if key not in self.chains:
            chain: list[Any] = []
            style = self.styles.get(key) if found is not None else None
            # In a damaged file a style may be based on itself, or on a very long row of others.
            while style is not None and len(chain) < _BASED_ON and all(style.style_id != one.style_id for one in chain):
                chain.append(style)
                style = style.base_style
            self.chains[key] = chain
        return self.chains[key]

    def style_name(self, styles: list[Any]) -> str:
        return (styles[0].name or "").lower() if styles else ""

    def heading_level(self, paragraph: Any, styles: list[Any]) -> int:
        """The level of a heading from 1, by its style or by the outline level it is given; 0 for other paragraphs."""
        outline = paragraph.find(f"{xml.name('pPr')}/{xml.name('outlineLvl')}")
        for number, style in enumerate(styles):
            if self.style_name(styles[number:]) == "title":
                return 1
            if found := _HEADING.match(self.style_name(styles[number:])):
                return int(found[1]) + self.deeper
            if outline is None:
                outline = style.element.find(f"{xml.name('pPr')}/{xml.name('outlineLvl')}")
        level = int(outline.get(xml.name("val"), 9)) if outline is not None else 9
        return level + 1 + self.deeper if level < 9 else 0
