"""Texts that mix prose, lists, tables and code: each by its own rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..graphemes import boundary_before
from ._atoms import Atom, pack
from ._common import measured, trim, validate
from ._pieces import Piece, cut_pieces
from ._regions import Line, Region, is_item, lines_of, regions
from ._tables import table_pieces
from .code import CODE_LADDER, code_pieces, indent_start
from .ladder import CJK_LADDER

_DEEPEST = 40  # levels of a list that are told apart


def split_mixed(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""Prose, lists, tables and code, each by its own rule.

    Paragraphs are packed, and one that is too big is cut at its sentences. List items are packed; an item keeps the
    items under it where they fit. A table stays whole or is cut between rows, each piece with the header in front.
    A block of code stays whole or is cut as ``split_code`` does. No chunk holds two kinds.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        In the unit of ``length_function``.
    chunk_overlap : int
        Only the parts of one paragraph, one item or one line that is too long share text.
    length_function : callable
        ``str -> int``, such as ``len``, ``count_words`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        ``metadata["kind"]`` is ``"prose"``, ``"list"``, ``"table"`` or ``"code"``. Code has ``language`` where it is
        known, and ``definition`` where a block was cut.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used, before any work.
    ImportError
        If a paragraph must be cut at sentences and ``nupunkt`` is not installed.

    Notes
    -----
    A line is an item if it starts with a bullet or a number and white space; a hyphen elsewhere makes no list. Code
    is what stands in a fence, is indented by four, or is Python or a block in braces by its syntax.

    Source: the adaptive recipe of a RAG course's chunking chapter, §11, which cuts at every blank line first.

    Examples
    --------
    >>> text = "A well-known rule.\n\n- one\n- two\n\n```\nx = 1\n\ny = 2\n```\n"
    >>> [(chunk.metadata["kind"], chunk.text) for chunk in split_mixed(text, 40)]
    [('prose', 'A well-known rule.'), ('list', '- one\n- two'), ('code', '```\nx = 1\n\ny = 2\n```')]
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    cutter = _Cutter(document, chunk_size, length_function)
    chunks: list[Chunk] = []
    for kind, pieces in cutter.groups():
        for piece in pieces:
            low, high = trim(document.text, piece.start, piece.end)
            if kind == "prose" and not cutter.fits(low, high):
                chunks += _sentences(document, low, high, piece, chunk_size, chunk_overlap, length_function, metadata)
            else:
                chunks += cut_pieces(
                    document,
                    [piece],
                    chunk_size,
                    chunk_overlap,
                    length_function=length_function,
                    separators=CODE_LADDER if kind == "code" else CJK_LADDER,
                    metadata=metadata,
                )
    return chunks


def _sentences(document, low, high, piece, chunk_size, chunk_overlap, length_function, metadata) -> Iterator[Chunk]:
    from .sentences import split_sentences

    part = Document(document.text[low:high], document.source)
    labels = {**(metadata or {}), **piece.metadata}
    for chunk in split_sentences(part, chunk_size, chunk_overlap, length_function=length_function, metadata=labels):
        yield Chunk(chunk.text, low + chunk.start, low + chunk.end, chunk.metadata)


class _Cutter:
    """Turns the regions of one text into pieces."""

    def __init__(self, document: Document, size: int, length_function: Callable[[str], int]) -> None:
        self.document, self.text = document, document.text
        self.size, self.length_function = size, length_function
        self.lines = lines_of(self.text)

    def fits(self, start: int, end: int, path: object = None) -> bool:
        if self.length_function is len and end - start <= self.size:
            return True
        start, end = trim(self.text, start, end)
        return measured(self.length_function, self.text[start:end]) <= self.size

    def at(self, line: int) -> int:
        """Where a line starts; before the line end, where a mark behind it belongs to it."""
        return boundary_before(self.text, self.lines[line].start) if line < len(self.lines) else len(self.text)

    def groups(self) -> Iterator[tuple[str, Iterator[Piece]]]:
        """Each run of one kind with its pieces; paragraphs that follow each other are one run."""
        if not self.text or self.text.isspace():
            return
        prose: list[Region] = []
        for region in regions(self.lines):
            if region.kind == "prose":
                prose.append(region)
                continue
            if prose:
                yield "prose", self.prose(prose)
                prose = []
            yield region.kind, getattr(self, region.kind)(region)
        if prose:
            yield "prose", self.prose(prose)

    def prose(self, paragraphs: list[Region]) -> Iterator[Piece]:
        atoms = [Atom(self.at(region.first), self.at(region.last)) for region in paragraphs]
        for atom in pack(atoms, self.fits):
            yield Piece(atom.start, atom.end, {"kind": "prose"})

    def list(self, region: Region) -> Iterator[Piece]:
        for atom in pack(list(self.items(region.first, region.last)), self.fits_indented):
            yield Piece(atom.start, atom.end, {"kind": "list"}, indented=True)

    def items(self, first: int, last: int, group: int = 0, depth: int = 0) -> Iterator[Atom]:
        """The items between two lines; one that is too big gives its own text and the items under it."""
        starts = _item_starts(self.lines, first, last, deep=depth >= _DEEPEST)
        for low, high in zip(starts, [*starts[1:], last], strict=True):
            if self.fits_indented(self.at(low), self.at(high)):
                yield Atom(self.at(low), self.at(high), group)
                continue
            under = next((n for n in range(low + 1, high) if is_item(self.lines[n])), high)
            yield Atom(self.at(low), self.at(under), low + 1, leads=under < high)
            if under < high:
                yield from self.items(under, high, low + 1, depth + 1)

    def fits_indented(self, start: int, end: int, path: object = None) -> bool:
        low, end = trim(self.text, start, end)
        return measured(self.length_function, self.text[indent_start(self.text, low, start) : end]) <= self.size

    def table(self, region: Region) -> Iterator[Piece]:
        def span(line: int) -> tuple[int, int]:
            return self.lines[line].start, self.lines[line].start + len(self.lines[line].text)

        yield from table_pieces(
            self.document,
            (self.at(region.first), self.at(region.last)),
            [span(region.first), span(region.first + 1)],
            [span(line) for line in range(region.first + 2, region.last)],
            self.size,
            length_function=self.length_function,
            metadata={"kind": "table"},
        )

    def code(self, region: Region) -> Iterator[Piece]:
        start, end = self.at(region.first), self.at(region.last)
        labels = {"kind": "code", **({"language": region.language} if region.language else {})}
        if self.fits_indented(start, end):
            yield Piece(start, end, labels, indented=True)
            return
        low = self.at(region.first + 1) if region.fenced else start
        high = self.at(region.last - 1) if region.closed else end
        inner = [
            Piece(low + piece.start, low + piece.end, {**piece.metadata, **labels}, indented=True)
            for piece in code_pieces(self.text[low:high], self.size, region.language or "text", self.length_function)
        ]
        for piece in inner:
            if not region.language:
                piece.metadata.pop("language")
        yield from self.with_fences(inner, labels, (start, low), (high, end))

    def with_fences(self, inner, labels, opener, closer) -> Iterator[Piece]:
        """The pieces with the fence lines: in the first and the last one where they fit, else on their own."""
        if opener[0] < opener[1]:
            if inner and self.fits(opener[0], inner[0].end):
                inner[0] = inner[0]._replace(start=opener[0])
            else:
                inner.insert(0, Piece(*opener, labels))
        if closer[0] < closer[1]:
            if inner and self.fits(inner[-1].start, closer[1]):
                inner[-1] = inner[-1]._replace(end=closer[1])
            else:
                inner.append(Piece(*closer, labels))
        yield from inner


def _item_starts(lines: list[Line], first: int, last: int, deep: bool) -> list[int]:
    """Where the items of the outermost level start; with ``deep``, those of all levels."""
    starts, level = [first], lines[first].indent
    for number in range(first + 1, last):
        line = lines[number]
        if is_item(line) and (deep or line.indent <= level + 1):
            starts.append(number)
            level = min(level, line.indent)
    return starts
