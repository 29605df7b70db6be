"""Lesson 16: what wider windows find when nobody counts the characters, and when somebody does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_window_growth(
    widths: Sequence[int],
    free: Sequence[float],
    characters: Sequence[float],
    fixed: Sequence[float],
    budget: int,
    title: str | None = None,
) -> Plot:
    """Two curves of the hit rate against the width of the window: with as much text as comes, and with equal text.

    Parameters
    ----------
    widths : sequence of n int
        How many neighbours on either side, in rising order.
    free : sequence of n float
        The hit rates of a fixed number of results, however long.
    characters : sequence of n float
        How many characters those results have, on average.
    fixed : sequence of n float
        The hit rates when every question is given ``budget`` characters.
    budget : int
    title : str, optional
        A sentence; by default it names the two best widths.

    Raises
    ------
    ValueError
        If there are no widths, they do not rise, or another sequence has another length.

    Examples
    --------
    >>> plot_window_growth([0, 1, 2], [0.5, 0.7, 0.8], [900, 2300, 3600], [0.6, 0.7, 0.6], 2000)
    Plot('The hit rate is best at 2 neighbours where length is free, and at 1 where it is not.')
    """
    counts = [len(numbers) for numbers in (widths, free, characters, fixed)]
    if not counts[0] or len(set(counts)) > 1:
        raise ValueError(
            f"widths, free, characters and fixed have {counts} numbers; give as many of each, at least one"
        )
    if any(one >= other for one, other in pairwise(widths)):
        raise ValueError(f"widths={list(widths)} must rise")
    figure, axes = new_axes(height=3.4)
    axes.plot(widths, free, color=COLOR["a-ink"], linewidth=2.4, marker="o", markersize=5)
    axes.plot(widths, fixed, color=COLOR["loss"], linewidth=2.4, marker="s", markersize=5)
    for width, rate, count, other in zip(widths, free, characters, fixed, strict=True):
        above = rate >= other
        axes.annotate(
            _grouped(count),
            (width, rate),
            xytext=(0, 8 if above else -8),
            textcoords="offset points",
            ha="center",
            va="bottom" if above else "top",
            color=COLOR["a-ink"],
            fontsize=SMALL,
        )
    where = dict(ha="right", fontsize=SMALL, weight="bold", xycoords="axes fraction")
    axes.annotate("results of any length, in characters", (1, 1.0), va="bottom", color=COLOR["a-ink"], **where)
    axes.annotate(f"{_grouped(budget)} characters for each", (0.99, 0.03), va="bottom", color=COLOR["loss"], **where)
    axes.set_ylim(0, min(1.1, max(*free, *fixed) + 0.14))
    axes.set_xlim(widths[0] - 0.35, widths[-1] + 0.35)
    axes.set_xticks(list(widths))
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("neighbours on either side")
    axes.set_title("hit rate", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    rows = zip(widths, free, characters, fixed, strict=True)
    said = "; ".join(
        f"{width} neighbours: {one:.2f} with {_grouped(count)} characters, {other:.2f} with {_grouped(budget)}"
        for width, one, count, other in rows
    )
    best = [widths[max(range(len(rates)), key=rates.__getitem__)] for rates in (free, fixed)]
    default = f"The hit rate is best at {best[0]} neighbours where length is free, and at {best[1]} where it is not."
    return Plot(figure, title or default, f"Two curves of the hit rate. {said}.")


def _grouped(count: float) -> str:
    return f"{round(count):,}".replace(",", " ")
