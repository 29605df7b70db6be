"""Lessons 15 and 16: a map of leaves and parents, with what was found and what is handed over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ..chunk import Chunk
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_LEAVES_A_ROW, _GAP, _ROW = 40, 0.55, 1.9
_NUMBERED = 24  # so many leaves have room for their numbers
_KINDS = (("found", "hint"), ("handed over", "a"), ("neither", "line"))


@styled
def plot_leaf_map(
    leaves: Sequence[Chunk],
    hits: Iterable[Any] = (),
    results: Iterable[Any] = (),
    *,
    needed: Iterable[Any] = (),
    title: str | None = None,
) -> Plot:
    """Every leaf as a cell, in the order of the text, those of one parent side by side.

    A leaf that was found is lit. A leaf that was not, and lies in a result all the same, is tinted. Leaves that hold
    text of the answer are underlined.

    Parameters
    ----------
    leaves : sequence of Chunk
        From ``split_parents``, of one document.
    hits : iterable of Hit
        Those that the search found.
    results : iterable of Hit
        What is handed over: from ``merge_parents`` or ``add_neighbours``.
    needed : iterable of Answer
        Spans with ``start`` and ``end``.
    title : str, optional
        A sentence; by default it counts what is drawn.

    Raises
    ------
    ValueError
        If there are no leaves, or one has no parent.

    Examples
    --------
    >>> from ragchunk_lessons.searching.parents import split_parents
    >>> from ragchunk_lessons.retrieval import Hit
    >>> leaves = split_parents("aaaa bbbb cccc dddd eeee", 4, 4)
    >>> plot_leaf_map(leaves, [Hit(leaves[0], 0.9, 1), Hit(leaves[4], 0.8, 2)])
    Plot('2 of 5 leaves were found, in 2 of 2 parents.')
    """
    leaves = list(leaves)
    if not leaves or any("parent" not in leaf.metadata for leaf in leaves):
        raise ValueError(f"leaves has {len(leaves)} chunks; give at least one, all from split_parents")
    found = {(hit.chunk.start, hit.chunk.end) for hit in hits}
    spans = [(hit.chunk.start, hit.chunk.end) for hit in results]
    wanted = [(answer.start, answer.end) for answer in needed]
    lit = [(leaf.start, leaf.end) in found for leaf in leaves]
    given = [any(start <= leaf.start and leaf.end <= end for start, end in spans) for leaf in leaves]
    answer = [any(leaf.start < end and start < leaf.end for start, end in wanted) for leaf in leaves]
    places, rows = _places(leaves)
    figure, axes = new_axes(height=0.55 + (0.62 if len(leaves) <= _NUMBERED else 0.3) * rows)
    kinds = ["found" if one else "handed over" if other else "neither" for one, other in zip(lit, given, strict=True)]
    for kind, color in _KINDS:
        cells = [_cell(*place) for place, its in zip(places, kinds, strict=True) if its == kind]
        if cells:
            # In the dark the tint is near the ground; a rim keeps it apart.
            rim = {"edgecolor": COLOR["a-ink"], "linewidth": 1} if kind == "handed over" else {"edgecolor": "none"}
            axes.add_patch(PathPatch(Path.make_compound_path(*cells), facecolor=COLOR[color], **rim))
    marks = [place for place, its in zip(places, answer, strict=True) if its]
    for left, top in marks:
        axes.plot([left + 0.08, left + 0.92], [top + 1.22] * 2, color=COLOR["loss"], linewidth=3)
    if len(leaves) <= _NUMBERED:
        for leaf, kind, (left, top) in zip(leaves, kinds, places, strict=True):
            shade = {"found": "hint", "handed over": "a-ink", "neither": "soft"}[kind]
            number = str(leaf.metadata["leaf"])
            axes.text(left + 0.5, top + 1.5, number, ha="center", va="center", color=COLOR[shade], weight="bold")
    width = max(left for left, _ in places) + 1
    shown = [("found", "hint")] * any(lit) + [("handed over with it", "a")] * ("handed over" in kinds)
    _legend(axes, [*shown, *[("holds the answer", "loss")] * bool(marks)], width)
    axes.set_xlim(-0.1, width + 0.1)
    axes.set_ylim(rows * _ROW, -1.5)
    bare(axes, "left", "bottom")
    parents = [leaf.metadata["parent"] for leaf in leaves]
    hit_parents = {parent for parent, one in zip(parents, lit, strict=True) if one}
    default = f"{sum(lit)} of {len(leaves)} leaves were found, in {len(hit_parents)} of {len(set(parents))} parents."
    said = [f"{len(leaves)} cells for the leaves, grouped by {len(set(parents))} parents"]
    for words, which in (
        ("found", [kind == "found" for kind in kinds]),
        ("handed over with them", [kind == "handed over" for kind in kinds]),
        ("holding the answer", answer),
    ):
        numbers = [leaf.metadata["leaf"] for leaf, its in zip(leaves, which, strict=True) if its]
        said.append(f"{words}: {_ranges(numbers)}")
    return Plot(figure, title or default, "; ".join(said) + ".")


def _places(leaves: Sequence[Chunk]) -> tuple[list[tuple[float, float]], int]:
    """Left and top of each cell; a parent is never parted between two rows, unless it is longer than one."""
    places: list[tuple[float, float]] = []
    row, left, count, parent = 0, 0.0, 0, None
    for leaf in leaves:
        size = leaf.metadata["parent_leaves"]
        if leaf.metadata["parent"] != parent:
            if count and count + size > _LEAVES_A_ROW:
                row, left, count = row + 1, 0.0, 0
            elif count:
                left += _GAP
            parent = leaf.metadata["parent"]
        elif count == _LEAVES_A_ROW:
            row, left, count = row + 1, 0.0, 0
        places.append((left, row * _ROW))
        left, count = left + 1, count + 1
    return places, row + 1


def _cell(left: float, top: float) -> Path:
    right, bottom = left + 0.94, top + 1
    return Path([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], closed=True)


def _legend(axes: Any, shown: Sequence[tuple[str, str]], width: float) -> None:
    for number, (words, color) in enumerate(shown):
        left = number * width / 3
        rim = COLOR["a-ink" if color == "a" else color]
        swatch = {"marker": "s", "markersize": 8, "color": COLOR[color], "markeredgecolor": rim}
        axes.plot([left + width * 0.012], [-0.95], clip_on=False, **swatch)
        axes.text(left + width * 0.035, -0.95, words, ha="left", va="center", fontsize=SMALL)


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in order, with runs as ranges.

    Examples
    --------
    >>> _ranges([1, 2, 3, 7, 9, 10]), _ranges([])
    ('1–3, 7, 9–10', 'none')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs) or "none"
