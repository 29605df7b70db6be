"""The marks that readers of laid-out documents (HTML, Word) leave, so that one splitter can cut by them all.

Spans are half-open, in code points of ``Document.text``, and hold no line end of their own at either side.

=============  ====================================  ==========================================================
kind           data                                  span
=============  ====================================  ==========================================================
``title``      ``text``                              empty: the title of the whole document is not in its text
``heading``    ``level`` (from 1), ``text``          the heading's words, white space and all
``paragraph``                                        one paragraph or caption
``list``                                             all items; a list in a list has a mark of its own
``table``                                            all rows, first to last
``row``        ``header`` (bool)                     one row: its cells, joined by ``" | "``
``code``                                             a block of preformatted text, byte for byte
``quote``                                            a quotation with all that is in it
=============  ====================================  ==========================================================

Marks come in order of their start; of two that start together the outer one comes first. A row lies in its table.
Heading ``text`` is the heading on one line, which is what a heading path shows.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..document import Mark

JOINT = " | "
"""What stands between two cells of a row."""

OUTER_FIRST = ("title", "quote", "list", "table", "row", "code", "heading", "paragraph")


def in_order(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks in order of their start, outer ones first.

    Examples
    --------
    >>> [mark.kind for mark in in_order([Mark("row", 0, 3), Mark("table", 0, 9)])]
    ['table', 'row']
    """
    rank = {kind: number for number, kind in enumerate(OUTER_FIRST)}
    return tuple(
        sorted(marks, key=lambda mark: (mark.start, mark.kind != "title", -mark.end, rank.get(mark.kind, len(rank))))
    )
