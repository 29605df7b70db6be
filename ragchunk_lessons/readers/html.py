"""HTML as a person sees it: the text in the order of the page, marks for its parts, and the way back to the source."""

from __future__ import annotations

import os

from ..document import Document, RawMap
from ._bounds import HTML_TAGS, check_size
from ._decode import as_path, as_text, bytes_of, check_encoding, decode_bytes
from ._html_encoding import declared_encoding
from ._html_page import Page
from ._marks import in_order


def read_html(source: str | os.PathLike[str], *, encoding: str | None = None) -> Document:
    """The text of an HTML page in document order, with marks for what the tags say and a map back to the source.

    Nothing is fetched and no script is run. A broken page is read like any other: what browsers repair is repaired,
    and where a browser would hide text behind a tag that is never closed, the text is kept.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file, a ``str`` is content.
    encoding : str, optional
        Of the file. Without it, the ``<meta charset>`` or ``<meta http-equiv="content-type">`` in the head of the file
        counts, if it names an encoding of the web, else UTF-8. A byte order mark wins.

    Returns
    -------
    Document
        ``raw`` maps every character that can be seen to its place in the source.

    Raises
    ------
    TypeError, ValueError, OSError
        As ``read_text``; a ``ValueError`` too for more than 500,000 tags (``readers/_bounds.py``).

    Notes
    -----
    *White space* is collapsed as browsers do it; no-break spaces inside a line stay. A blank line stands around
    paragraphs, headings, lists, tables, quotations and code; other blocks begin a new line. Preformatted text is kept
    byte for byte, references decoded, without the blank lines at its two ends.

    *Lists* give one line to an item, without the number or the dot that a browser draws. *Tables* give one line to a
    row, cells joined by ``" | "``; a row is a header if it stands in ``<thead>`` or is the first and holds ``<th>``
    only. A cell over several rows or columns is written once. A table with a heading, code or another table in it is
    taken for a layout: its cells are blocks.

    *The reading of a ruby text* stands in brackets behind its base, the texts of a drawing (``<svg>``) apart from each
    other and from the words around it.

    *Left out*: tags, comments, scripts and styles. The page's title is a mark, and the ``alt`` text of an image stands
    where the image stood. Style sheets are not read, so text that they hide is kept, as are ``<noscript>`` and
    ``<template>``. The marks are those of ``readers/_marks.py``: ``title``, ``heading``, ``paragraph``, ``list``,
    ``table``, ``row``, ``code`` and ``quote``.

    Source: the HTML recipe of a RAG course's chunking chapter, §7, which takes the texts of known tags and so loses
    what stands outside them.

    Examples
    --------
    >>> page = read_html("<h1>Pump</h1><p>Press the <b>red</b> button &amp; <a>wait</a>.<p>Done")
    >>> page.text
    'Pump\\n\\nPress the red button & wait.\\n\\nDone'
    >>> [(mark.kind, page.text[mark.start : mark.end]) for mark in page.marks][0]
    ('heading', 'Pump')
    """
    if encoding is not None:
        check_encoding(encoding)
    if isinstance(source, str) or encoding is not None:
        raw, name = as_text(source, encoding or "utf-8")
    else:
        path = as_path(source)
        data = bytes_of(path)
        raw, name = decode_bytes(data, declared_encoding(data), os.fspath(path)), path.as_posix()
    check_size(name or "the page", raw.count("<"), HTML_TAGS, "tags", "part it")
    page = Page(raw)
    page.read()
    return Document(page.writer.text(), name, in_order(page.all_marks()), RawMap(tuple(page.writer.segments)))
