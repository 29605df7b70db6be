"""Findings on what the layout of a source held together: blocks of code, and tables with their headers."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from .advice import _holder, _places
from .findings import Finding, Placed
from .layout import Layout, Table, layout_of
from .report import count, quoted
from .squeezed import squeeze

_WORD = re.compile(r"\w+")


def layout(audit) -> Layout:
    """The layout of the source, worked out once."""
    return layout_of(audit.document)


def cut_fences(audit) -> list[Finding]:
    """Cuts inside a block of code."""
    fences = audit._once("layout").fences
    if not fences:
        return []
    starts = [start for start, _ in fences]
    whole = _holder(audit)
    found = []
    for at, chunk, side in _places(audit):
        number = bisect_left(starts, at) - 1
        if number < 0 or at >= fences[number][1]:
            continue
        start, end = fences[number]
        holder = whole(start, end)
        where = "in no chunk" if holder is None else f"in chunk {holder}"
        detail = f"{side} inside the block of code [{start}:{end}], which is whole {where}"
        found.append(Finding(chunk.number, chunk.start, chunk.end, detail, at))
    return found


def tables_without_header(audit) -> list[Finding]:
    """Chunks with rows of a table and without its header."""
    tables = audit._once("layout").tables
    ends = [table.end for table in tables]
    found = []
    for chunk in audit.chunks:
        for start, end in chunk.spans:
            number = bisect_right(ends, start)
            while number < len(tables) and (table := tables[number]).start < end:
                number += 1
                first = bisect_right(table.rows, start, key=lambda row: row[1])
                held = bisect_left(table.rows, end, key=lambda row: row[0]) - first
                if held <= 0 or _has_header(audit, chunk, table):
                    continue
                header = quoted(audit.document.text[slice(*table.header)], 40)
                rows = count(held, "row")
                detail = f"holds {rows} of the table [{table.start}:{table.end}] without its header {header}"
                found.append(Finding(chunk.number, chunk.start, chunk.end, detail, max(table.rows[first][0], start)))
    return found


def _has_header(audit, chunk: Placed, table: Table) -> bool:
    """Whether the header stands in the chunk, in its place or in a context in front of the passage."""
    low, high = table.header
    if any(start <= low and high <= end for start, end in chunk.spans):
        return True
    header = audit.document.text[low:high]
    if squeeze(header) in squeeze(chunk.text):
        return True
    context = chunk.text[: max(len(chunk.text) - sum(end - start for start, end in chunk.spans), 0)]
    words = _WORD.findall(header)
    return bool(words) and set(words) <= set(_WORD.findall(context))
