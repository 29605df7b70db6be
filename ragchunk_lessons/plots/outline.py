"""Lesson 6: the headings of a page beside the sections that several programs make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..splitters.markdown import markdown_headings
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_LINE, _BAR, _COLUMN = 0.085, 0.5, 0.85
_LONGEST = 28


def section_lines(text: str, pieces: Sequence[str]) -> list[int]:
    """The line on which each piece begins, counted from 0, by its first line that is not blank.

    White space at the ends of a line is left out, for some programs change it.

    Raises
    ------
    ValueError
        If a piece begins with no line of the text that is left.

    Examples
    --------
    >>> section_lines("# A\\n\\ntext\\n\\n# B", ["# A  \\ntext", "# B"])
    [0, 4]
    """
    lines = [line.strip() for line in text.split("\n")]
    found, at = [], 0
    for piece in pieces:
        opening = next((line.strip() for line in piece.split("\n") if line.strip()), None)
        if opening is None:
            continue
        try:
            at = lines.index(opening, at)
        except ValueError:
            raise ValueError(f"no line of the text, from line {at} on, is {opening!r}") from None
        found.append(at)
        at += 1
    return found


@styled
def plot_outline(text: str, readings: Mapping[str, Sequence[str]], *, title: str | None = None) -> Plot:
    """The headings of a Markdown text as a tree, and beside it the sections that each program found.

    A section that begins where no heading is has a dashed line and a cross; a heading that began no section has a
    ring. Which lines are headings is told by the rules of CommonMark.

    Parameters
    ----------
    text : str
        A page of at most some hundred lines.
    readings : mapping of str to sequence of str
        The name of each program, and the pieces it made.
    title : str, optional

    Raises
    ------
    ValueError
        If there are no readings, the text has no headings, or a piece begins with no line of the text.

    Examples
    --------
    >>> plot_outline("# A\\n```\\n# b\\n```\\n## C", {"lines": ["# A", "# b", "## C"], "rules": ["# A", "## C"]})
    Plot('1 of 2 programs finds the sections that the rules give.')
    """
    marks = markdown_headings(text)
    if not readings or not marks:
        raise ValueError("give a text with at least one heading, and at least one reading of it")
    count = len(text.split("\n"))
    headings = {text.count("\n", 0, mark.start): mark.data for mark in marks}
    found = {name: section_lines(text, pieces) for name, pieces in readings.items()}
    figure, axes = new_axes(height=_LINE * count + 0.9)
    for line, data in headings.items():
        axes.text(0.3 * (data["level"] - 1), line, _short(data["text"]), va="center", fontsize=SMALL, weight="bold")
    for line in sorted({line for lines in found.values() for line in lines} - set(headings)):
        label = _short(text.split("\n")[line].strip())
        axes.text(0.3, line, label, va="center", fontsize=SMALL, color=COLOR["loss"], family="monospace")
    left = 5.3
    for column, (name, lines) in enumerate(found.items()):
        middle = left + column * _COLUMN
        for number, (low, high) in enumerate(pairwise([*lines, count])):
            tint = "ab"[number % 2]
            axes.bar(middle, high - low, bottom=low, width=_BAR, color=COLOR[tint], edgecolor="none")
            wrong = low not in headings
            style = {"color": COLOR["loss" if wrong else f"{tint}-ink"], "linestyle": "--" if wrong else "-"}
            axes.plot([middle - _BAR / 2, middle + _BAR / 2], [low, low], linewidth=1.6, **style)
            if wrong:
                axes.plot([middle], [low], marker="x", markersize=7, markeredgewidth=1.8, color=COLOR["loss"])
        for line in set(headings) - set(lines):
            axes.plot([middle], [line], marker="o", markersize=7, markerfacecolor="none", color=COLOR["loss"])
        axes.text(middle, -2, name, rotation=40, ha="left", va="bottom", fontsize=SMALL)
        axes.text(middle, count + 1, str(len(lines)), ha="center", va="top", weight="bold")
    axes.text(0, count + 1, "sections", va="top", weight="bold")
    axes.set_xlim(-0.05, left + len(found) * _COLUMN + 0.1)
    axes.set_ylim(count + 3.5, -2)
    bare(axes, "left", "bottom")
    right = sum(lines == sorted(headings) for lines in found.values())
    verb = "finds" if right == 1 else "find"
    default = f"{right} of {len(found)} programs {verb} the sections that the rules give."
    return Plot(figure, title or default, _said(found, set(headings)))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _said(found: Mapping[str, Sequence[int]], headings: set[int]) -> str:
    said = [
        f"{name}: {len(lines)} sections, {len(set(lines) - headings)} of them at no heading, "
        f"{len(headings - set(lines))} headings missed"
        for name, lines in found.items()
    ]
    return f"A page with {len(headings)} headings. {'; '.join(said)}."
