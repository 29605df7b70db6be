"""Any document cut by its marks: a section begins at each heading, tables and code stay whole where they fit.

It reads the marks that ``readers/_marks.py`` describes, whoever made them: ``heading`` (``level``, ``text``),
``table`` with its ``row`` (``header``), ``code``, ``list``. All other kinds are for the reader, not for the knife. Of
two marks that cross, a heading wins over a table or code, and these win over a list.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document, Mark
from ..graphemes import boundary_before
from ._blocks import Block, line_starts
from ._common import Span
from ._pieces import Piece, cut_pieces
from ._section import PROSE_LADDER, Cutter, Unit
from ._tables import table_pieces


def cut_marked(
    document: Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    add_context: bool = False,
    wrapped: bool = False,
    labels: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks of a document with marks, each with its ``heading_path``.

    Parameters
    ----------
    document : Document
        Checked by ``validate``, as the other arguments are.
    add_context : bool
        Whether the heading path goes in front of each chunk that does not start with its heading.
    wrapped : bool
        Whether a paragraph may have several lines and ends at a blank one; else each line is a paragraph.
    labels : Mapping, optional
        What the splitter knows of all chunks; wins over ``metadata``.

    Examples
    --------
    >>> document = Document("A\\nb\\nC\\nd", marks=(Mark("heading", 0, 1, {"level": 1}), Mark("heading", 4, 5)))
    >>> [(chunk.text, chunk.metadata["heading_path"]) for chunk in cut_marked(document, 9)]
    [('A\\nb', ('A',)), ('C\\nd', ('C',))]
    """
    if not document.text.strip():
        return []
    starts, blocks = _Blocks(document, wrapped).all()
    cutter = _MarkedCutter(document, starts, chunk_size, chunk_overlap, length_function)

    def pieces() -> Iterator[Piece]:
        for path, own in _sections(blocks):
            context = " > ".join(filter(None, path)) if add_context else ""
            yield from cutter.section(own, {**(labels or {}), "heading_path": path}, context and f"{context}\n\n")

    return cut_pieces(
        document,
        pieces(),
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        separators=PROSE_LADDER,
        metadata=metadata,
    )


class _MarkedCutter(Cutter):
    """As for Markdown, but a table's header is what its marks say."""

    def _cut(self, unit: Unit, labels, context: str, heading: Span | None = None) -> Iterator[Piece]:
        if unit.block.kind != "table":
            yield from super()._cut(unit, labels, context, heading)
            return
        lines = self._lines(unit.block)
        headers = [line for line in lines if line[0] < unit.block.data["header_end"]]
        yield from table_pieces(
            self.document,
            (heading[0] if heading else unit.start, unit.end),
            headers,
            lines[len(headers) :],
            self.size,
            length_function=self.length_function,
            metadata={**labels, "kind": "table"},
            context=context,
        )


class _Range(NamedTuple):
    """A mark as a range of lines."""

    first: int
    last: int
    kind: str
    data: Mapping[str, Any]


class _Blocks:
    """The lines of a document and the blocks that its marks make of them."""

    def __init__(self, document: Document, wrapped: bool) -> None:
        self.text, self.wrapped = document.text, wrapped
        # A mark without a character says nothing about where to cut.
        self.marks = [mark for mark in document.marks if mark.start < mark.end]
        self.starts = self._line_starts()

    def all(self) -> tuple[list[int], list[Block]]:
        headings = self._ranges("heading", [])
        solid = sorted(headings + self._ranges("table", headings) + self._ranges("code", headings))
        solid = _apart(solid)
        lists = self._ranges("list", [*headings])
        return self.starts, list(self._blocks(0, len(self.starts) - 1, solid, lists))

    def _line_starts(self) -> list[int]:
        """Where lines start; a row of a table is one line, and a mark in the middle of a line begins a new one."""
        starts = set(line_starts(self.text))
        lines = sorted(starts)
        for mark in self.marks:
            if mark.kind == "row":
                starts.difference_update(lines[bisect_right(lines, mark.start) : bisect_left(lines, mark.end)])
        for mark in self.marks:
            if mark.kind in ("heading", "table", "code", "row"):
                starts.update(at for at in (mark.start, mark.end) if self._inside_a_line(at))
        if self.text.isascii():
            return sorted(starts)
        return sorted({boundary_before(self.text, at) for at in starts})

    def _inside_a_line(self, at: int) -> bool:
        return self.text[at - 1 : at] not in ("", "\r", "\n") and self.text[at : at + 1] not in ("", "\r", "\n")

    def _ranges(self, kind: str, stronger: Sequence[_Range]) -> list[_Range]:
        """The marks of a kind as lines, without those inside another one and those that cross a stronger one."""
        found = []
        for mark in self.marks:
            if mark.kind == kind:
                first = bisect_right(self.starts, mark.start) - 1
                last = bisect_left(self.starts, mark.end, first + 1)
                found.append(_Range(first, last, kind, self._data(mark)))
        found = _apart(sorted(found, key=lambda part: (part.first, -part.last)))
        taken = [part.first for part in stronger]

        def free(part: _Range) -> bool:
            at = bisect_left(taken, part.last)
            return not at or stronger[at - 1].last <= part.first

        return [part for part in found if free(part)]

    def _data(self, mark: Mark) -> dict[str, Any]:
        if mark.kind == "heading":
            text = mark.data.get("text") or self.text[mark.start : mark.end]
            return {"level": mark.data.get("level", 1), "content": " ".join(str(text).split())}
        if mark.kind == "code" and mark.data.get("language"):
            return {"language": mark.data["language"]}
        return {"header_end": self._header_end(mark)} if mark.kind == "table" else {}

    def _header_end(self, table: Mark) -> int:
        end = table.start
        rows = self._rows
        for row in rows[bisect_left(rows, table.start, key=lambda mark: mark.start) :]:
            if row.start >= table.end or not row.data.get("header"):
                break
            end = row.end
        return end

    @property
    def _rows(self) -> list[Mark]:
        if not hasattr(self, "_found_rows"):
            rows = (mark for mark in self.marks if mark.kind == "row")
            self._found_rows = sorted(rows, key=lambda mark: mark.start)
        return self._found_rows

    def _blocks(self, first: int, last: int, solid: Sequence[_Range], lists: Sequence[_Range]) -> Iterator[Block]:
        """The blocks of these lines: what is solid as it is, a list with its parts, and the rest as paragraphs."""
        at = number = 0
        line = first
        while line < last:
            while number < len(lists) and lists[number].first < line:
                number += 1
            stop = solid[at].first if at < len(solid) else last
            if number < len(lists) and lists[number].first < stop:
                stop = lists[number].first
                yield from self._paragraphs(line, stop)
                own = lists[number]
                inside = [part for part in solid[at : at + own.last - own.first] if part.last <= own.last]
                # Something solid that begins in a list and ends behind it: the list ends before it.
                end = own.last if at + len(inside) >= len(solid) else min(own.last, solid[at + len(inside)].first)
                parts = tuple(self._blocks(stop, end, inside, ()))
                if parts:
                    yield Block("container", stop, end, {}, parts)
                at += len(inside)
                line, number = end, number + 1
            elif stop < last or at < len(solid):
                yield from self._paragraphs(line, stop)
                yield Block(solid[at].kind, solid[at].first, solid[at].last, solid[at].data)
                line, at = solid[at].last, at + 1
            else:
                yield from self._paragraphs(line, last)
                line = last

    def _paragraphs(self, first: int, last: int) -> Iterator[Block]:
        begun = -1
        for line in range(first, last):
            blank = not self.text[self.starts[line] : self.starts[line + 1]].strip()
            if blank or not self.wrapped:
                if begun >= 0:
                    yield Block("prose", begun, line)
                    begun = -1
                if not blank:
                    yield Block("prose", line, line + 1)
            elif begun < 0:
                begun = line
        if begun >= 0:
            yield Block("prose", begun, last)


def _apart(ranges: Sequence[_Range]) -> list[_Range]:
    """The ranges in order without those that touch a line of an earlier one."""
    kept: list[_Range] = []
    for part in ranges:
        if not kept or part.first >= kept[-1].last:
            kept.append(part)
    return kept


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """The path of headings and the blocks of each section."""
    above: list[tuple[int, str]] = []
    own: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            if own:
                yield tuple(text for _, text in above), own
                own = []
            while above and above[-1][0] >= block.data["level"]:
                above.pop()
            above.append((block.data["level"], block.data["content"]))
        own.append(block)
    if own:
        yield tuple(text for _, text in above), own
