"""A small table of numbers, below a cell and in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from .show_style import STYLE

# The class stands twice: the style sheets of the book and of JupyterLab have rules for every table.
_T = ".rcl.rcl-numbers"
_RULES = (
    ".rcl-scroll{overflow-x:auto;margin:1rem 0}"
    f"{_T}{{border-collapse:collapse;width:auto;margin:0;border:0;background:none;"
    "font:400 .9rem/1.5 var(--rcl-sans);color:var(--rcl-ink)}"
    f"{_T} caption{{caption-side:top;text-align:left;font-weight:600;color:var(--rcl-ink);padding:0 0 .4rem;"
    "white-space:normal}"
    f"{_T} :is(th,td){{padding:.4rem .9rem .4rem 0;border:0;border-bottom:1px solid var(--rcl-line);text-align:right;"
    "vertical-align:baseline;white-space:nowrap;background:none;max-width:none;font-variant-numeric:tabular-nums}"
    f"{_T} :is(th,td):first-child{{text-align:left}}{_T} thead th{{font-weight:600;color:var(--rcl-soft)}}"
    f"{_T} thead th{{white-space:normal;vertical-align:bottom}}"
    f"{_T} tbody th{{font-weight:400;color:var(--rcl-ink)}}{_T} tbody tr:nth-child(n){{background:none}}"
)


# Names come from files: line ends, escapes, halves of characters, and signs that turn the direction of a line.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class NumberTable:
    """Rows of numbers under heads; what is a float is shown with two decimals.

    Parameters
    ----------
    heads : sequence of str
    rows : sequence of sequences
        As long as the heads. The first cell names the row; None is shown as a dash.
    caption : str

    Examples
    --------
    >>> print(NumberTable(["size", "recall"], [[250, 0.5], [1000, 2 / 3]], "Two sizes"))
    Two sizes
    size  recall
    250     0.50
    1000    0.67
    """

    def __init__(self, heads: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> None:
        self.heads, self.caption = tuple(map(_visible, heads)), _visible(caption)
        self.rows = tuple(tuple(row) for row in rows)

    def _cells(self) -> list[list[str]]:
        return [[_shown(cell) for cell in row] for row in self.rows]

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.heads)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
            for first, *rest in self._cells()
        )
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        # A wide table is scrolled; what can be scrolled must be reached with the keyboard and have a name.
        label = escape(self.caption or "Table of numbers")
        return (
            f"<style>{STYLE}{_RULES}</style>"
            f'<div class="rcl rcl-scroll" role="region" aria-label="{label}" tabindex="0">'
            f'<table class="rcl rcl-numbers">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )

    def __repr__(self) -> str:
        lines = [list(self.heads), *self._cells()]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.heads))]
        shown = [
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.caption] * bool(self.caption) + shown)


def _shown(cell: Any) -> str:
    if cell is None:
        return "–"
    return f"{cell:.2f}" if isinstance(cell, float) else _visible(str(cell))


def _visible(text: str) -> str:
    """A text in which nothing is obeyed: not by a terminal, not by a browser that turns the direction of a line."""
    return _OBEYED.sub(lambda found: repr(found[0])[1:-1], text)
