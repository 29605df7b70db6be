"""One section of a Markdown text as pieces: its blocks packed, and those that are too big cut by their own rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ..document import Document
from ._blocks import Block
from ._common import Span, measured, most, trim
from ._pieces import LEFT_OUT, Piece, cut_beside
from ._tables import table_pieces
from .ladder import CJK_LADDER

# Inside a paragraph a line end is a space to a reader: sentences come first.
PROSE_LADDER = (CJK_LADDER[2], "\n", *CJK_LADDER[3:])
# What stands between the last sign of a line and the next line, if that is not a blank one.
_LINE_ENDS = re.compile(r"[^\S\r\n]*(?:\r\n?|\n)")


class Unit(NamedTuple):
    """A block, or a part of one, that is not cut if it fits."""

    start: int
    end: int
    block: Block
    fits: bool


class Cutter:
    """The text, its lines and the limits; what it gives are pieces for ``cut_pieces``."""

    def __init__(
        self,
        document: Document,
        starts: Sequence[int],
        chunk_size: int,
        chunk_overlap: int,
        length_function: Callable[[str], int],
    ) -> None:
        self.document, self.text, self.starts = document, document.text, starts
        self.size, self.overlap, self.length_function = chunk_size, chunk_overlap, length_function

    def measure(self, front: str, start: int, end: int) -> int:
        """The length of the span with a text in front of it."""
        if self.length_function is len:
            return len(front) + end - start
        return measured(self.length_function, front + self.text[start:end])

    def fits(self, front: str, start: int, end: int) -> bool:
        return self.measure(front, start, end) <= self.size

    def units(self, block: Block, nested: bool = False) -> Iterator[Unit]:
        """The block if it fits; else the parts that it has, and theirs."""
        line, high = self.starts[block.first], self.starts[block.last]
        low, end = trim(self.text, line, high)
        if low == end:
            return
        # The indent of a paragraph says nothing; that of code and of a list does.
        start = low if not nested and block.kind in ("prose", "heading") else line
        fits = self.fits("", start, end)
        if fits or not block.parts:
            yield Unit(start, end, block, fits)
            return
        for part in block.parts:
            yield from self.units(part, nested=True)

    def section(self, blocks: Sequence[Block], labels: Mapping[str, Any], context: str = "") -> Iterator[Piece]:
        """The pieces of a section: a heading, if it has one, and what follows it up to the next one.

        ``context`` goes in front of each piece that does not start with the heading.
        """
        units = [unit for block in blocks for unit in self.units(block)]
        later = labels  # of the pieces that do not start with the heading
        if context and 2 * self.measure(context, 0, 0) > self.size:
            context, later = "", {**labels, LEFT_OUT: True}
        at = 0
        headed = bool(units) and units[0].block.kind == "heading"
        if headed and len(units) > 1 and units[0].fits and not self._fit_together(units[0], units[1]):
            pieces = self._heading_and_part(units[0], units[1], labels, later, context)
            yield from pieces or [Piece(units[0].start, units[0].end, labels)]
            at, headed = (2 if pieces else 1), False
        while at < len(units):
            if units[at].fits:
                stop = next((n for n in range(at, len(units)) if not units[n].fits), len(units))
                yield from self._packed(units[at:stop], labels, later, context, headed)
                at = stop
            else:
                yield from self._cut(units[at], labels if headed else later, "" if headed else context)
                at += 1
            headed = False

    def _fit_together(self, heading: Unit, after: Unit) -> bool:
        return after.fits and self.fits("", heading.start, after.end)

    def _packed(self, units, labels, later, context, headed) -> Iterator[Piece]:
        """As many units to a piece as fit; pieces share whole units of prose where the overlap has room for them."""
        first = again = 0
        while first < len(units):
            start, begins = units[first].start, headed and not first
            front = "" if begins else context

            def fits(more: int, first: int = first, start: int = start, front: str = front) -> bool:
                return self.fits(front, start, units[first + more].end)

            # One more than what is repeated is known to fit, even where lengths do not grow with the text.
            last = first + max(most(fits, len(units) - 1 - first), again)
            own = units[first : last + 1]
            whole = any(unit.block.kind != "prose" for unit in own)
            yield Piece(start, own[-1].end, {**(labels if begins else later), **_kind(own)}, front, whole, True)
            if last + 1 == len(units):
                return
            again = self._repeated(units, first, last, context)
            first = last + 1 - again

    def _repeated(self, units: Sequence[Unit], first: int, last: int, context: str) -> int:
        """How many units at the end of a piece stand again at the start of the next one."""
        repeatable = 0
        while self.overlap and last - repeatable > first and units[last - repeatable].block.kind == "prose":
            repeatable += 1

        def shared(count: int) -> bool:
            low = units[last + 1 - count].start
            repeated = self.measure("", low, units[last].end)
            return repeated <= self.overlap and self.fits(context, low, units[last + 1].end)

        return most(shared, repeatable)

    def _heading_and_part(self, heading, after, labels, later, context) -> list[Piece]:
        """The heading with as much of the next block as fits, and the rest of it; nothing if the heading stays alone.

        Code and tables that fit without the heading are not cut for its sake.
        """
        kind = after.block.kind
        if not after.fits and kind in ("code", "html", "table"):
            first, *more = self._cut(after, later, context, (heading.start, heading.end))
            return [first._replace(metadata=labels, context=""), *more] if first.start == heading.start else []
        if kind != "prose":
            return []
        front, body = self.text[heading.start : after.start], self.text[after.start : after.end]
        if self.overlap and len(context) > len(front):
            front = context
        parts = cut_beside(body, [front], self.size, self.overlap, self.length_function, PROSE_LADDER)
        spans = [(after.start + low, after.start + high) for low, high in parts]
        if len(spans) > 1 and (not self.overlap or (context and self.length_function is not len)):
            spans[1:] = [(spans[0][1], after.end)]  # it has more room than beside the heading: cut anew
        pieces = [Piece(low, high, later, context) for low, high in spans]
        return [Piece(heading.start, pieces[0].end, labels), *pieces[1:]] if pieces else []

    def _cut(self, unit: Unit, labels, context: str, heading: Span | None = None) -> Iterator[Piece]:
        """The pieces of a unit that is too big; the first one takes the heading in, if there is one and it fits."""
        kind, own = unit.block.kind, {**labels, **_kind([unit])}
        if kind == "table":
            lines = self._lines(unit.block)
            yield from table_pieces(
                self.document,
                (heading[0] if heading else unit.start, unit.end),
                lines[:2],
                lines[2:],
                self.size,
                length_function=self.length_function,
                metadata=own,
                context=context,
                first_context="" if heading else None,
            )
        elif kind in ("code", "html"):
            for low, high in self._joined_lines(unit, context, heading):
                yield Piece(low, high, own, context, True, True)
        else:
            yield Piece(unit.start, unit.end, labels, context, False, True)

    def _lines(self, block: Block) -> list[Span]:
        """The lines of a block that are not blank, each up to its last sign."""
        spans = ((low, trim(self.text, low, high)) for low, high in pairwise(self.starts[block.first : block.last + 1]))
        return [(low, high) for low, (start, high) in spans if start < high]

    def _joined_lines(self, unit: Unit, context: str, heading: Span | None) -> Iterator[Span]:
        """The lines of code packed: first what no blank line parts, then as many of these as fit."""
        lines = self._lines(unit.block)
        if heading and self.fits("", heading[0], lines[0][1]):
            lines[0] = (heading[0], lines[0][1])
        elif heading:
            lines.insert(0, heading)
        # The fence goes with the line beside it.
        if len(lines) > 2 and self.fits(context, lines[0][0], lines[1][1]):
            lines[:2] = [(lines[0][0], lines[1][1])]
        if len(lines) > 2 and self.fits(context, lines[-2][0], lines[-1][1]):
            lines[-2:] = [(lines[-2][0], lines[-1][1])]
        groups: list[list[Span]] = []
        for low, high in lines:
            if groups and _LINE_ENDS.fullmatch(self.text, groups[-1][-1][1], low):
                groups[-1].append((low, high))
            else:
                groups.append([(low, high)])

        def fits(low: int, high: int) -> bool:
            return self.fits(context, low, high)

        spans: list[Span] = []
        for group in groups:
            low, high = group[0][0], group[-1][1]
            spans += [(low, high)] if fits(low, high) else group
        first = 0
        while first < len(spans):
            low, left = spans[first][0], len(spans) - 1 - first
            more = most(lambda more, first=first, low=low: fits(low, spans[first + more][1]), left)
            yield low, spans[first + more][1]
            first += more + 1


def _kind(units: Sequence[Unit]) -> dict[str, str]:
    """The labels of a chunk that is nothing but code or nothing but tables."""
    kinds = {unit.block.kind for unit in units}
    if kinds not in ({"code"}, {"table"}):
        return {}
    languages = {unit.block.data.get("language") for unit in units}
    named = {"language": languages.pop()} if len(languages) == 1 and None not in languages else {}
    return {"kind": kinds.pop(), **named}
