"""Lesson 19: what a new edition does to the chunks: which keep their id, which only moved, which are new."""

from __future__ import annotations

from typing import Any

from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ..searching.sources import source_of
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_A_ROW, _ROW = 42, 1.7
# The words, the colour, and the top of the cell: what a cell means can be seen without its colour.
_KINDS = {
    "kept": ("same id", "line", 0.5),
    "moved": ("other id, same text", "a", 0.0),
    "added": ("new text", "hint", -0.32),
}


@styled
def plot_changes(changes: Any, *, title: str | None = None) -> Plot:
    """Every chunk of the new edition as a cell, in the order of the text.

    Low cells kept their id, cells of full height only stand at another place, and tall ones hold text that a model has
    to read.

    Parameters
    ----------
    changes : Changes
        From ``compare_chunks``.
    title : str, optional
        A sentence; by default it counts what is drawn.

    Raises
    ------
    ValueError
        If nothing is left to draw.

    Examples
    --------
    >>> from ragchunk_lessons.chunk import Chunk
    >>> from ragchunk_lessons.searching.knowledge_base import compare_chunks
    >>> plot_changes(compare_chunks([Chunk("a", 0, 1)], [Chunk("a", 0, 1), Chunk("b", 2, 3)]))
    Plot('1 of 2 chunks hold a new text; 1 keep their id.')
    """
    kinds = {"kept": changes.kept, "moved": [new for _, new in changes.moved], "added": changes.added}
    cells = sorted(
        ((source_of(chunk), chunk.start, chunk.end, kind) for kind, chunks in kinds.items() for chunk in chunks)
    )
    if not cells:
        raise ValueError("changes has no chunk that is kept, moved or added; there is nothing to draw")
    rows, width = -(-len(cells) // _A_ROW), min(len(cells), _A_ROW)
    figure, axes = new_axes(height=0.6 + 0.34 * rows)
    for kind, (_, color, top) in _KINDS.items():
        drawn = [_cell(*divmod(number, _A_ROW), top) for number, cell in enumerate(cells) if cell[3] == kind]
        if drawn:
            rim = {"edgecolor": COLOR["a-ink"], "linewidth": 0.8} if kind == "moved" else {"edgecolor": "none"}
            axes.add_patch(PathPatch(Path.make_compound_path(*drawn), facecolor=COLOR[color], **rim))
    left = 0.0
    for kind, (words, color, _) in _KINDS.items():
        if kinds[kind]:
            rim = COLOR["a-ink" if color == "a" else color]
            axes.plot(
                [left + width * 0.012], [-1.25], marker="s", markersize=8, color=COLOR[color], markeredgecolor=rim
            )
            axes.text(left + width * 0.035, -1.25, words, ha="left", va="center", fontsize=SMALL)
            left += width * (0.1 + 0.0185 * len(words))
    axes.set_xlim(-0.1, width + 0.1)
    axes.set_ylim(rows * _ROW - 0.5, -1.8)
    bare(axes, "left", "bottom")
    counts = {kind: len(chunks) for kind, chunks in kinds.items()}
    default = f"{counts['added']} of {len(cells)} chunks hold a new text; {counts['kept']} keep their id."
    said = ", ".join(f"{words}: {counts[kind]}" for kind, (words, _, _) in _KINDS.items())
    places = ", ".join(str(number) for number, cell in enumerate(cells, 1) if cell[3] == "added") or "none"
    alt = f"{len(cells)} cells for the chunks, in the order of the text. {said}. The new texts are number {places}."
    return Plot(figure, title or default, alt)


def _cell(row: int, column: int, top: float) -> Path:
    left, right, low, high = column, column + 0.86, row * _ROW + top, row * _ROW + 1
    return Path([(left, low), (right, low), (right, high), (left, high), (left, low)], closed=True)
