"""Markdown: one section after the other, tables and code whole, and each chunk with the path of its headings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document, Mark, as_document
from ._blocks import Block, heading_text, line_starts, markdown_blocks
from ._common import trim, validate
from ._front_matter import front_matter
from ._pieces import Piece, cut_pieces
from ._section import PROSE_LADDER, Cutter


def split_markdown(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    normalize_levels: bool = False,
    add_context: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks that never cross a heading, cut at the blocks of the text by the rules of CommonMark.

    A section begins at a heading that stands for itself; one inside a list, a quote or a fence begins none. The blocks
    of a section are packed up to ``chunk_size``. Code and tables stay whole where they fit. Where they do not, code is
    cut between lines, and each piece of a table carries the header; a list is cut between its items, and a paragraph
    by ``split_recursive``, at sentences first.

    Parameters
    ----------
    text : str or Document
        Its text is cut as it stands; nothing is rendered.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Chunks of one section share whole paragraphs, and those of one paragraph
        whole sentences, as far as they fit into ``chunk_overlap``. Code and tables are never repeated.
    length_function : callable
        From ``str`` to a number. It is asked about the text of the chunk itself; lengths need not add up.
    normalize_levels : bool
        Whether ``heading_level`` counts the steps down to the heading, so that a ``###`` right below a ``#`` is on
        level 2, and not the signs in front of it.
    add_context : bool
        Whether the heading path (``A > B``, then a blank line) goes in front of each chunk that does not start with
        its heading. It counts towards ``chunk_size``; where it finds no room, ``context_left_out`` says so.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Each with ``heading_path`` (a tuple, outermost first; empty before the first heading) and, below a heading,
        ``heading_level``. A chunk of nothing but code or tables has ``kind`` (``"code"``, ``"table"``), and
        ``language`` where the fence names it. YAML front matter is a chunk of its own, of the kind
        ``"front_matter"``; every chunk has what it says in ``front_matter``, or in ``front_matter_error`` why it
        cannot be read.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work.
    ImportError
        If ``markdown-it-py`` is not installed, or ``PyYAML`` is not and the text has front matter.

    Notes
    -----
    Source: splitting Markdown at its headings, a recipe of a RAG course's chunking chapter, §7; and the cutting by
    structure of a slicing guide, §2.3, whose ``structure_chunk`` is in ``published``.

    Examples
    --------
    >>> chunks = split_markdown("# Pump\\n\\n## Start\\n\\nOpen the valve.\\n\\n~~~sh\\n# not a heading\\n~~~\\n", 60)
    >>> [(chunk.metadata["heading_path"], chunk.text[:8]) for chunk in chunks]
    [(('Pump',), '# Pump'), (('Pump', 'Start'), '## Start')]
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    if not document.text.strip():
        return []
    begin, labels = front_matter(document.text)
    body = document.text[begin:]
    starts = [begin + start for start in line_starts(body)]
    cutter = Cutter(document, starts, chunk_size, chunk_overlap, length_function)

    def pieces() -> Iterator[Piece]:
        if begin:
            yield from _front_pieces(document, begin, chunk_size, chunk_overlap, length_function, labels)
        for section in _sections(*markdown_blocks(body)):
            own = {**labels, "heading_path": section.path}
            if section.level:
                own["heading_level"] = len(section.path) if normalize_levels else section.level
            context = " > ".join(filter(None, section.path)) if add_context else ""
            yield from cutter.section(section.blocks, own, context and f"{context}\n\n")

    return cut_pieces(
        document,
        pieces(),
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        separators=PROSE_LADDER,
        metadata=metadata,
    )


def markdown_headings(text: str | Document) -> tuple[Mark, ...]:
    """The headings that begin a section, each with its span, its ``level`` and its plain ``text``.

    Raises
    ------
    TypeError
        If ``text`` is not a ``str`` or a ``Document``.
    ImportError
        If ``markdown-it-py`` is not installed.

    Examples
    --------
    >>> [(mark.start, mark.end, mark.data) for mark in markdown_headings("Hello\\n===\\n\\n    # code")]
    [(0, 9, {'level': 1, 'text': 'Hello'})]
    """
    text = as_document(text).text
    begin, _ = front_matter(text)
    starts = [begin + start for start in line_starts(text[begin:])]
    marks = []
    for section in _sections(*markdown_blocks(text[begin:])):
        if section.level:
            low, high = trim(text, starts[section.blocks[0].first], starts[section.blocks[0].last])
            marks.append(Mark("heading", low, high, {"level": section.level, "text": section.path[-1]}))
    return tuple(marks)


class _Section(NamedTuple):
    path: tuple[str, ...]
    level: int  # 0: before the first heading
    blocks: list[Block]


def _sections(blocks: Sequence[Block], references: dict[str, Any]) -> Iterator[_Section]:
    """The blocks up to each heading, with the path of headings that leads there."""
    above: list[tuple[int, str]] = []
    section = _Section((), 0, [])
    for block in blocks:
        if block.kind == "heading":
            if section.blocks:
                yield section
            level = block.data["level"]
            while above and above[-1][0] >= level:
                above.pop()
            above.append((level, heading_text(block.data["content"], references)))
            section = _Section(tuple(text for _, text in above), level, [])
        section.blocks.append(block)
    if section.blocks:
        yield section


def _front_pieces(document, end, chunk_size, chunk_overlap, length_function, labels) -> Iterator[Piece]:
    """The front matter, in one piece or line by line."""
    starts = line_starts(document.text[:end])
    block = Block("html", 0, len(starts) - 1)
    cutter = Cutter(document, starts, chunk_size, chunk_overlap, length_function)
    yield from cutter.section([block], {**labels, "heading_path": (), "kind": "front_matter"})
