"""What gives a bad cut away before anybody asks a question: a few numbers for a set of chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..audit import audit
from ..document import Document, as_document, whole
from ..showing.number_table import NumberTable
from .layout import layout_of

_HEADS = (
    "cut",
    "chunks",
    "over a heading",
    "without the header",
    "cut code blocks",
    "short",
    "median",
    "longest",
)


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of one cut. Made by ``signs``.

    Parameters
    ----------
    chunks : int
        How many there are.
    over_headings : int
        Chunks with text of two sections or more: subjects are mixed.
    without_header : int
        Chunks with rows of a table and without its header.
    cut_fences : int
        Cuts inside a block of code.
    short : int
        Chunks below the least length.
    median, longest : int
        Lengths, in characters. A longest one of many times the median means that the cut is out of control.
    """

    chunks: int
    over_headings: int
    without_header: int
    cut_fences: int
    short: int
    median: int
    longest: int


def signs(source: str | Document, chunks: Iterable[Any], *, least: int = 100) -> Signs:
    """The signs of four of the five failures; the fifth shows only when the same text is cut twice.

    Parameters
    ----------
    source : str or Document
        The text that was cut. Without marks it is looked at as Markdown.
    chunks : iterable
        Of any make that ``audit`` takes; at least one.
    least : int
        A chunk of fewer characters is short.

    Returns
    -------
    Signs

    Raises
    ------
    TypeError, ValueError
        If there are no chunks, or as ``audit``.

    Notes
    -----
    Source: the failures that a guide to slicing strategies describes, §4.1 to §4.5; the signs are ours.

    Examples
    --------
    >>> found = signs("# Oil\\n\\nYearly.\\n\\n# Water\\n\\nDaily.", ["# Oil\\n\\nYearly.", "# Water\\n\\nDaily."])
    >>> found.over_headings, found.longest
    (0, 15)
    """
    document = as_document(source)
    least = whole("least", least)
    found = audit(document, chunks)
    if not found.chunks:
        raise ValueError("there are no chunks to look at; give at least one")
    lengths = sorted(len(chunk.text) for chunk in found.chunks)
    return Signs(
        chunks=len(lengths),
        over_headings=len(_over_headings(document, found.chunks)),
        without_header=len(found.tables_without_header),
        cut_fences=len(found.cut_fences),
        short=sum(length < least for length in lengths),
        median=lengths[(len(lengths) - 1) // 2],
        longest=lengths[-1],
    )


def over_headings(source: str | Document, chunks: Iterable[Any]) -> list[int]:
    """The numbers of the chunks that hold text of two sections or more. A heading without text below it is no text.

    Examples
    --------
    >>> over_headings("# Oil\\n\\nYearly.\\n\\n# Water\\n\\nDaily.", ["Yearly.\\n\\n# Water\\n\\nDaily.", "Daily."])
    [0]
    """
    document = as_document(source)
    return _over_headings(document, audit(document, chunks).chunks)


def _over_headings(document: Document, placed: Iterable[Any]) -> list[int]:
    text, headings = document.text, layout_of(document).headings
    # What stands between two headings is the text of the first; before the first heading is a section of its own.
    edges = [(0, 0), *((start, end) for start, end, _ in headings), (len(text), len(text))]
    bodies = [(end, start) for (_, end), (start, _) in pairwise(edges)]
    ends = [high for _, high in bodies]
    found = []
    for chunk in placed:
        sections: set[int] = set()
        for start, end in chunk.spans:
            number = bisect_right(ends, start)
            while number < len(bodies) and bodies[number][0] < end and len(sections) < 2:
                low, high = bodies[number]
                if text[max(low, start) : min(high, end)].strip():
                    sections.add(number)
                number += 1
        if len(sections) > 1:
            found.append(chunk.number)
    return found


def signs_table(cuts: Mapping[str, Signs], caption: str = "") -> NumberTable:
    """Several cuts, one row each.

    Examples
    --------
    >>> print(signs_table({"one piece": signs("# A\\n\\na\\n\\n# B\\n\\nb", ["a\\n\\n# B\\n\\nb"])}))
    cut        chunks  over a heading  without the header  cut code blocks  short  median  longest
    one piece       1               1                   0                0      1       9        9
    """
    rows = [
        [
            name,
            one.chunks,
            one.over_headings,
            one.without_header,
            one.cut_fences,
            one.short,
            one.median,
            one.longest,
        ]
        for name, one in cuts.items()
    ]
    return NumberTable(_HEADS, rows, caption)
