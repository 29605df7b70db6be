"""Reports: a section for each numbered or fixed heading, the title with its content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import validate
from ._marked import cut_marked
from ._numbering import PATTERN, headings
from .patterns import watched

__all__ = ["PATTERN", "split_report"]

# A document that says this much of itself has one paragraph on each line.
_LAID_OUT = frozenset({"paragraph", "list", "row"})


def split_report(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    heading: str | re.Pattern[str] = PATTERN,
    length_function: Callable[[str], int] = len,
    add_context: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""Chunks that never cross a heading, where a heading is a line that looks like one.

    The paragraphs of a section are packed up to ``chunk_size``; one that is too long is cut at its sentences first.
    A heading stays with what follows it. A section without a heading stands before the first one, and a text in
    which nothing looks like a heading is cut as one section.

    Parameters
    ----------
    text : str or Document
        Cut as it stands. A ``Document`` with marks of the kind ``heading`` is cut by these, whatever ``heading`` says.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Chunks of one section share whole paragraphs, and those of one paragraph
        whole sentences, as far as they fit into ``chunk_overlap``.
    heading : str or re.Pattern
        A ``str`` is what a heading begins with, literally. A pattern is asked about one line at a time, from its
        first character that is no white space to its last one; it must match at the start of the line, and then all
        of the line is the heading. Its depth is that of the first number in the group ``number``, if the pattern has
        one, else in the line: ``2`` is on level 1, ``2.1`` on level 2. Lines of more than 200 characters are no
        headings.

        ``PATTERN``, the default, knows ``1 Title``, ``1.1 Title``, ``A.1 Title``, ``IV. Title``, ``Part II``,
        ``Chapter 3``, ``Appendix A``, ``Section 2.1``, ``§ 3``, ``第一编``, ``第三章``, ``第二节``, ``附录A``,
        ``一、标题`` and ``（一）标题``. A title does not begin with a small letter nor end with a stop, a line of a
        table of contents (dots, then a page) is none, a heading does not go on a sentence of the line before, and
        numbers of one step (``1.``, ``2.``) with nothing between them are a list.
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
        Each with ``heading_path``, a tuple, outermost first; empty before the first heading.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work: an empty ``heading``, or one that also matches an empty
        line.

    Notes
    -----
    A pattern sees one line, not its meaning. The default one takes ``3 Apples`` on a line of its own for a heading,
    and so a numbered item of a list that has text between its items and no stop at its end. It misses headings that
    begin with a small letter (``2 pH values``) or end with a stop, and a title on the line below its number is text.
    For such reports give a pattern of your own. One that takes too long is stopped, as in ``split_on``.

    Source: splitting reports at their numbered or fixed headings, a recipe of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> report = "1 Pump\n\nTwo kinds.\n\n1.1 Start\n\nOpen the valve.\n1.5 litres of water are needed."
    >>> [(chunk.metadata["heading_path"], chunk.text[:9]) for chunk in split_report(report, 60)]
    [(('1 Pump',), '1 Pump\n\nT'), (('1 Pump', '1.1 Start'), '1.1 Start')]
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    _check_heading(heading)
    marks = document.marks
    if not any(mark.kind == "heading" and mark.start < mark.end for mark in marks):
        with watched([] if heading is PATTERN else [heading], len(document.text)):
            document = replace(document, marks=(*marks, *headings(document.text, heading)))
    return cut_marked(
        document,
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        add_context=add_context,
        wrapped=not any(mark.kind in _LAID_OUT for mark in marks),
        metadata=metadata,
    )


def _check_heading(heading: object) -> None:
    if isinstance(heading, str):
        if not heading.strip():
            raise ValueError(f"heading={heading!r} is blank; give what each heading begins with, such as 'Article'")
        if heading != heading.strip() or any(sign in heading for sign in "\r\n"):
            raise ValueError(
                f"heading={heading!r} has white space at an end or a line end; a heading is one line, "
                "compared without the white space around it"
            )
    elif isinstance(heading, re.Pattern) and isinstance(heading.pattern, str):
        if heading.match(""):
            raise ValueError(
                f"heading={heading!r} also matches an empty line, so every line would be a heading; "
                "let it match at least one character"
            )
    else:
        raise TypeError(f"heading must be a str or a compiled pattern for str, not {heading!r}")
