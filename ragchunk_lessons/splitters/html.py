"""HTML: one section after the other, tables and code whole, and each chunk with its place in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import validate
from ._marked import cut_marked


def split_html(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    add_context: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks of a page that never cross a heading, cut at its blocks.

    The blocks of a section are packed up to ``chunk_size``. Code and tables stay whole where they fit. Where they do
    not, code is cut between lines, and each piece of a table carries the header rows; a list is cut between its lines,
    and a paragraph by ``split_recursive``, at sentences first. A heading stays with what follows it where both fit.

    Parameters
    ----------
    text : str or Document
        A ``str`` is HTML and is read by ``read_html``, so the spans index ``read_html(text).text``. A ``Document``,
        from any reader, is cut by its marks.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Chunks of one section share whole paragraphs, and those of one paragraph
        whole sentences, as far as they fit into ``chunk_overlap``. Code and tables are never repeated.
    length_function : callable
        From ``str`` to a number. It is asked about the text of the chunk itself; lengths need not add up.
    add_context : bool
        Whether the heading path (``A > B``, then a blank line) goes in front of each chunk that does not start with
        its heading. It counts towards ``chunk_size``; where it finds no room, ``context_left_out`` says so.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Each with ``heading_path`` (a tuple, outermost first; empty before the first heading) and, where known,
        ``title`` (of the page), ``raw_start`` and ``raw_end`` (the span of the source that it was read from). A chunk
        of nothing but code or tables has ``kind`` (``"code"``, ``"table"``), and ``language`` where the page names it.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work.

    Notes
    -----
    Source: splitting HTML at its tags, a recipe of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> source = "<h1>Pump</h1><p>Two kinds.</p><h2>Start</h2><p>Open the <b>valve</b>."
    >>> [(chunk.metadata["heading_path"], chunk.text) for chunk in split_html(source, 60)]
    [(('Pump',), 'Pump\\n\\nTwo kinds.'), (('Pump', 'Start'), 'Start\\n\\nOpen the valve.')]
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    if isinstance(text, str):
        from ..readers.html import read_html

        document = read_html(text)
    title = next((mark.data.get("text") for mark in document.marks if mark.kind == "title"), None)
    chunks = cut_marked(
        document,
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        add_context=add_context,
        labels={"title": title} if title else {},
        metadata=metadata,
    )
    return _with_raw(document, chunks)


def _with_raw(document: Document, chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with the span of the source in their metadata, where the document knows it."""
    segments = document.raw.segments if document.raw else ()
    ends = [segment[1] for segment in segments]
    for chunk in chunks:
        at, found = bisect_right(ends, chunk.start), []
        while at < len(segments) and segments[at][0] < chunk.end:
            start, end, raw_start, raw_end = segments[at]
            if end - start == raw_end - raw_start:
                raw_start, raw_end = raw_start + max(chunk.start - start, 0), raw_end - max(end - chunk.end, 0)
            found.append((raw_start, raw_end))
            at += 1
        if found:
            chunk.metadata.update(raw_start=min(found)[0], raw_end=max(end for _, end in found))
    return chunks
