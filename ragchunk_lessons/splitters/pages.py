"""Pages: each on its own, or with the paragraph that runs over its end."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..chunk import Chunk
from ..document import Document, Mark
from ..readers.pages import page_marks, read_pages
from ._pieces import Piece, check, cut_pieces

_BLANK_LINE = re.compile(r"(?>\r\n|\r|\n)[^\S\r\n\f]*(?=[\r\n])")
_STOPPED = re.compile(r"[.!?:;…。！？；：][\"'”’)\]」』）】》]*\Z")
_STOPPED_LINE = re.compile(r"[.!?…。！？][\"'”’)\]」』）】》]*[^\S\r\n]*(?=[\r\n])")
_STOPPED_SENTENCE = re.compile(r"(?:[.!?…][\"'”’)\]]*(?=\s)|[。！？][”’」』）】》]*)")
# A list item or a heading starts something new, even where the page before ends without a stop.
_OPENS = re.compile(r"\s*(?:[-*•‣◦▪●–—#]\s|\d{1,3}[.)]\s|\(\d{1,3}\)|第[\d一二三四五六七八九十百]+[章节条])")


def split_pages(
    source: str | os.PathLike[str] | Document,
    chunk_size: int | None = None,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    across: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""One chunk a page, or several where a page is too big.

    Parameters
    ----------
    source : Path, str or Document
        A ``Path`` is a file and a ``str`` is text with form feeds between pages, both as ``read_pages`` reads them. A
        ``Document`` is cut at its ``"page"`` marks; one without such marks at its form feeds.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Pages that are too big are cut by the ladder, and only their parts overlap.
        Without a size, pages stay whole.
    length_function : callable
        ``str -> int``, such as ``len``, ``count_words`` or ``token_length()``.
    across : bool
        Whether a paragraph that runs over the end of a page stays with the page it starts on. It runs over if the
        page ends without a stop and the next one does not open a list item; it ends at the next page's first blank
        line, or, without one, at the first stop.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        ``metadata["page"]`` is the page a chunk starts on, from 1. A chunk that crosses pages also has ``pages``, the
        numbers of all of them. ``page_label`` is the page's label, where the file gives one, and ``unreadable`` how
        many characters of its pages are no known letters, if any are not. Blank pages give no chunk and count all the
        same.

    Raises
    ------
    TypeError, ValueError, ImportError
        As ``read_pages``; or if an argument cannot be used.

    Notes
    -----
    Source: the recipe for pages of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> [(chunk.text, chunk.metadata["page"]) for chunk in split_pages("Cover\f\fThe pump is\fswitched off.")]
    [('Cover', 1), ('The pump is', 3), ('switched off.', 4)]
    >>> split_pages("The pump is\fswitched off.", across=True)[0].metadata["pages"]
    (1, 2)
    """
    stand_in = source if isinstance(source, (str, Document)) else ""
    check(stand_in, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    if not isinstance(across, bool):
        raise TypeError(f"across must be True or False, not {type(across).__name__} ({across!r})")
    document = source if isinstance(source, Document) else read_pages(source)
    pages = sorted((mark for mark in document.marks if mark.kind == "page"), key=lambda mark: (mark.start, mark.end))
    pages = pages or list(page_marks(document.text))
    cuts = _cuts(document.text, pages, across)
    chunks = cut_pieces(
        document,
        [Piece(start, end) for start, end in pairwise(cuts)],
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        metadata=metadata,
    )
    starts = [page.start for page in pages]
    for chunk in chunks:
        first, last = (max(bisect_right(starts, at) - 1, 0) for at in (chunk.start, chunk.end - 1))
        chunk.metadata.update(_labels(pages, first, last))
    return chunks


def _labels(pages: Sequence[Mark], first: int, last: int) -> dict[str, Any]:
    """What a chunk says of the pages it lies on; a mark without a number has that of its place."""
    numbers = tuple(pages[at].data.get("number", at + 1) for at in range(first, last + 1))
    labels = {"page": numbers[0]}
    if len(numbers) > 1:
        labels["pages"] = numbers
    if "label" in pages[first].data:
        labels["page_label"] = pages[first].data["label"]
    lost = sum(pages[at].data.get("unreadable", 0) for at in range(first, last + 1))
    if lost:
        labels["unreadable"] = lost
    return labels


def _cuts(text: str, pages: Sequence[Mark], across: bool) -> list[int]:
    """Where the pieces start, and the end of the text; what stands before the first mark goes with its page."""
    cuts = [0]
    for page, following in pairwise(pages):
        at = following.start
        if across:
            at = _end_of_run(text, page, following)
        if at is not None and at > cuts[-1]:
            cuts.append(at)
    return [*cuts, len(text)]


def _end_of_run(text: str, page: Mark, following: Mark) -> int | None:
    """Where the paragraph ends that runs from one page to the next: its start if none does, ``None`` if it goes on."""
    start, end = following.start, following.end
    last = text[page.start : start].rstrip()[-12:]
    head = text[start:end]
    if not last or not head.strip() or _STOPPED.search(last) or _OPENS.match(head):
        return start
    first = start + len(head) - len(head.lstrip())
    for ending in (_BLANK_LINE, _STOPPED_LINE, _STOPPED_SENTENCE):
        found = ending.search(text, first, end)
        if found:
            return found.end()
    return None
