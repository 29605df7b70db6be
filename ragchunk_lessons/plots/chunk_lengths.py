"""Lesson 22: how long the chunks of each splitter are."""

from __future__ import annotations

from ..auditing.report import count
from ..evaluating.comparing import Comparison
from ..evaluating.distribution import length_distribution
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_DOTS = 80  # more of them in one row are no longer seen one by one


@styled
def plot_chunk_lengths(comparison: Comparison, title: str | None = None) -> Plot:
    """A row for each splitter: a dot for each chunk, a bar from quartile to quartile, a tick at the median.

    Parameters
    ----------
    comparison : Comparison
        As ``compare_splitters`` gives it.
    title : str, optional
        A sentence; by default it names the shortest and the longest chunk.

    Raises
    ------
    ValueError
        If no splitter made a chunk.

    Examples
    --------
    >>> from ragchunk_lessons.evaluating.comparing import compare_splitters
    >>> plot_chunk_lengths(compare_splitters("One two. Three four.", ["sentences"], chunk_size=12))
    Plot('The shortest chunk is 8 long, the longest 11.')
    """
    found = {
        name: length_distribution([chunk.text for chunk in audit.chunks], audit.length_function)
        for name, audit in comparison.audits.items()
        if audit.chunks
    }
    if not found:
        raise ValueError("there are no chunks to draw; compare splitters that make some")
    figure, axes = new_axes(height=1.1 + 0.42 * len(found))
    said = []
    for y, (name, lengths) in enumerate(found.items()):
        low, middle, high = lengths.quartiles
        axes.plot([lengths.values[0], lengths.values[-1]], [y, y], color=COLOR["line"], linewidth=1, zorder=1)
        axes.plot([low, high], [y, y], color=COLOR["a"], linewidth=9, solid_capstyle="butt", zorder=2)
        if lengths.count <= _DOTS:
            axes.plot(lengths.values, [y] * lengths.count, "o", markersize=3.5, color=COLOR["a-ink"], zorder=3)
        axes.plot(middle, y, "|", markersize=17, markeredgewidth=2.5, color=COLOR["cut"], zorder=4)
        said.append(
            f"{name}: {count(lengths.count, 'chunk')}, {lengths.values[0]} to {lengths.values[-1]}, median {middle:.0f}"
        )
    top = -0.75
    if comparison.chunk_size is not None:
        axes.plot([comparison.chunk_size] * 2, [len(found) - 0.5, top], color=COLOR["loss"], linewidth=1, dashes=(4, 3))
        style = {"ha": "right", "va": "bottom", "color": COLOR["loss"], "fontsize": SMALL}
        axes.text(comparison.chunk_size, top, f"size {comparison.chunk_size}", **style)
        said.append(f"A line marks the size, {comparison.chunk_size}")
    axes.set_yticks(range(len(found)), list(found))
    axes.tick_params(axis="y", labelcolor=COLOR["ink"])
    axes.set_ylim(len(found) - 0.5, top)
    axes.set_xlim(left=0)
    axes.set_xlabel("length of a chunk; the tick is the median")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    bare(axes, "top")
    shortest = min(lengths.values[0] for lengths in found.values())
    longest = max(lengths.values[-1] for lengths in found.values())
    default = f"The shortest chunk is {shortest} long, the longest {longest}."
    return Plot(figure, title or default, f"{'. '.join(said)}.")
