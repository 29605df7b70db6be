"""The parts of a source in any language, from what its layout shows: blank lines and indentation.

A block starts at a line that stands as far left as any, behind a blank line, and is not what closes the block before.
So a function with blank lines inside stays one block, whatever its language calls it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ._atoms import Atom

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# What goes on with the block before it, however far left it stands.
_GOES_ON = re.compile(
    r"[)\]}{]|(?:end|fi|done|esac|else|elif|elsif|except|finally|catch|rescue|ensure|then)\b|(?:public|private|protected):"
)
# What belongs to the line behind it: comments, annotations and decorators.
_LEADS = re.compile(r"#|//|/\*|\*|--|@")
_DEEPEST = 60  # levels; beyond them every line is a part of its own


class Line(NamedTuple):
    start: int
    indent: int  # -1: blank
    goes_on: bool
    leads: bool


def lines_of(text: str, start: int, end: int) -> list[Line]:
    """The lines of a stretch of text, with how far each one is indented.

    Examples
    --------
    >>> [(line.start, line.indent) for line in lines_of("if x:\\n\\ty()\\n", 0, 11)]
    [(0, 0), (6, 8)]
    """
    found = []
    for match in _LINE.finditer(text, start, end):
        if match.end() == match.start():
            continue
        bare = match.group().strip()
        if not bare:
            found.append(Line(match.start(), -1, False, False))
            continue
        raw = match.group()
        white = raw[: len(raw) - len(raw.lstrip())].expandtabs()
        found.append(Line(match.start(), len(white), bool(_GOES_ON.match(bare)), bool(_LEADS.match(bare))))
    return found


def layout_atoms(
    text: str, fits: Callable[[int, int], bool], start: int = 0, end: int | None = None, group: int = 0
) -> Iterator[Atom]:
    """The blocks of a source as atoms; one that does not fit in the atoms of its own blocks.

    A block with an indented line is a group of its own. Flat blocks, such as imports, are one group with their flat
    neighbours. With a ``group``, all are of that one.
    """
    end = len(text) if end is None else end
    lines = lines_of(text, start, end)
    starts = [line.start for line in lines] + [end]

    def cut(low: int, high: int, group: int, depth: int) -> Iterator[Atom]:
        parts = _parts(lines, low, high) if depth < _DEEPEST else [*range(low, high), high]
        for first, last in pairwise(parts):
            own = group or (starts[first] + 1 if _is_deep(lines, first, last) else 0)
            if last - first == 1 or fits(starts[first], starts[last]):
                leads = last < high and all(line.leads for line in lines[first:last] if line.indent >= 0)
                head = bool(group) and first == low and last - first == 1 and last < high
                yield Atom(starts[first], starts[last], own, leads=leads or head)
            else:
                yield from cut(first, last, own, depth + 1)

    if lines:
        yield from cut(0, len(lines), group, 0)


def _parts(lines: list[Line], low: int, high: int) -> list[int]:
    """Where the parts of the lines from ``low`` to ``high`` start, and ``high``: two parts, if there can be."""
    first = next((n for n in range(low, high) if lines[n].indent >= 0), high)
    base = min((line.indent for line in lines[low:high] if line.indent >= 0 and not line.goes_on), default=0)
    left = [n for n in range(first + 1, high) if 0 <= lines[n].indent <= base and not lines[n].goes_on]
    starts = [n for n in left if lines[n - 1].indent < 0] or left
    if not starts and first + 1 < high:  # one head and what is indented under it
        starts = [first + 1]
    return [low, *starts, high]


def _is_deep(lines: list[Line], low: int, high: int) -> bool:
    indents = [line.indent for line in lines[low:high] if line.indent >= 0]
    return bool(indents) and max(indents) > min(indents)
