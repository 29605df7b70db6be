"""Lesson 4: the ladder of separators as a tree, and the merging that the name "recursive" hides."""

from __future__ import annotations

from collections.abc import Sequence

from ..splitters.ladder import Rung, Separator, check_separators, climb_down
from ..splitters.recursive import LADDER, split_recursive
from ._frame import COLOR, SMALL, TEXT, Plot, bare, new_axes, styled

_NAMES = {"\n\n": "empty lines", "\n": "line ends", " ": "spaces"}
_ROW, _BAR = 1.0, 0.36


@styled
def plot_ladder(
    text: str,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    separators: Sequence[Separator] = LADDER,
    title: str | None = None,
) -> Plot:
    """Which pieces each separator makes, which of them go one rung down, and the chunks that merging makes of them.

    Parameters
    ----------
    text : str
        Short enough to be drawn to scale: a few paragraphs.
    chunk_size, chunk_overlap : int
        In code points.
    separators : sequence of str or re.Pattern
        As for ``split_recursive``. Rungs that nothing reaches are not drawn.
    title : str, optional

    Raises
    ------
    ValueError
        If the text is blank, or the sizes are not ``chunk_size > chunk_overlap >= 0``.

    Examples
    --------
    >>> plot_ladder("One line.\\nAnother line.", 16)
    Plot('The ladder makes 2 pieces, and merging them makes 2 chunks.')
    """
    chunks = split_recursive(text, chunk_size, chunk_overlap, separators=separators)
    if not chunks:
        raise ValueError("text is blank; there is nothing to draw")
    rows = list(_rows(text, chunk_size, separators))
    figure, axes = new_axes(height=0.62 * (len(rows) + 1) + 0.1)
    for number, (_, pieces) in enumerate(rows):
        for start, end in pieces:
            big = end - start >= chunk_size
            face, edge = ("none", COLOR["loss"]) if big else (COLOR["a"], COLOR["a-ink"])
            style = {"facecolor": face, "edgecolor": edge, "linewidth": 1.2, "linestyle": "--" if big else "-"}
            axes.barh(number * _ROW, end - start, left=start, height=_BAR, **style)
        axes.text(0, number * _ROW - 0.26, _label(rows[number], chunk_size), ha="left", va="bottom", fontsize=SMALL)
    place = len(rows) * _ROW
    for number, chunk in enumerate(chunks):
        tint = "ab"[number % 2]
        low = place + (0.1 if number % 2 else -0.1)  # neighbours may share text: they step up and down
        style = {"facecolor": COLOR[tint], "edgecolor": COLOR[f"{tint}-ink"], "linewidth": 1.2}
        axes.barh(low, chunk.end - chunk.start, left=chunk.start, height=_BAR, **style)
        if chunk.end - chunk.start > 0.025 * len(text):  # a number needs room
            middle = (chunk.start + chunk.end) / 2
            axes.text(middle, low, str(number), ha="center", va="center", weight="bold", color=COLOR[f"{tint}-ink"])
    made = f"{len(chunks)} chunk{'s' * (len(chunks) != 1)}"
    said = f"merged up to {chunk_size}: {made}"
    axes.text(0, place - 0.34, said, ha="left", va="bottom", fontsize=TEXT, weight="bold")
    axes.set_xlim(-len(text) * 0.01, len(text) * 1.01)
    axes.set_ylim(place + 0.4, -0.75)
    bare(axes, "left", "bottom")
    leaves = sum(end - start < chunk_size for _, pieces in rows for start, end in pieces)
    default = f"The ladder makes {leaves} pieces, and merging them makes {made}."
    steps = "; ".join(_label(row, chunk_size) for row in rows)
    return Plot(figure, title or default, f"Rows of pieces drawn to scale. {steps}; {said}.")


def _rows(text: str, size: int, separators: Sequence[Separator]):
    """For each rung that is reached: its name, and the spans of its pieces."""
    ladder = check_separators(separators)
    rungs = climb_down(text, ladder, at_end=False)
    regions = [(0, len(text))]
    for number, rung in enumerate(rungs):
        pieces = [piece for start, high in regions for piece in _pieces(rung, start, high)]
        yield _name(ladder, number), pieces
        regions = [(start, end) for start, end in pieces if end - start >= size]
        if not regions or size == 1:
            return


def _pieces(rung: Rung, start: int, high: int):
    while start < high:
        end = rung.next(start, start + 1, high)
        yield start, end
        start = end


def _name(ladder: Sequence[Separator], number: int) -> str:
    if number >= len(ladder):
        return "between any two characters"
    separator = ladder[number]
    if isinstance(separator, str):
        return f"at {_NAMES.get(separator, repr(separator))}"
    return "at a pattern"


def _label(row: tuple[str, list[tuple[int, int]]], size: int) -> str:
    name, pieces = row
    big = sum(end - start >= size for start, end in pieces)
    if not big:
        more = "none too big"
    else:
        more = ("all" if big == len(pieces) else str(big)) + " too big, so one rung down"
    return f"{name}: {len(pieces)} piece{'s' * (len(pieces) != 1)}, {more}"
