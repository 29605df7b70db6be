"""Lesson 1: how a vector turns away from each of its topics when topics are added."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_mixing(sizes: Sequence[int], title: str | None = None) -> Plot:
    """The sum of n arrows at right angles, seen from one of them: its cosine with that one is 1/√n.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of topics, one arrow each, in rising order.
    title : str, optional

    Raises
    ------
    ValueError
        If there is no size, or one is below 1.

    Examples
    --------
    >>> plot_mixing([1, 2, 4])
    Plot('With 4 unrelated topics, the vector keeps a cosine of 0.50 with each.')
    """
    if not sizes or min(sizes) < 1:
        raise ValueError(f"sizes={list(sizes)!r} must hold at least one number of topics, each at least 1")
    figure, axes = new_axes(height=2.8)
    axes.plot([0, 1.12], [0, 0], color=COLOR["line"], linewidth=1)
    cosines = [1 / sqrt(size) for size in sizes]
    for size, x in zip(sizes, cosines, strict=True):
        y, color = sqrt(1 - x * x), COLOR["cut" if size == 1 else "a-ink"]
        axes.plot([x, x], [0, y], color=COLOR["soft"], linewidth=1, linestyle=(0, (2, 3)))
        arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 14}
        axes.annotate("", (x, y), xytext=(0, 0), arrowprops=arrow)
        place = {
            "xytext": (9, 7 if size == 1 or x < 0.4 else 1),
            "textcoords": "offset points",
            "va": "center",
            "color": color,
        }
        axes.annotate(f"{size} topic{'s' * (size != 1)}: {x:.2f}", (x, y), weight="bold", **place)
    axes.text(1.12, -0.045, "direction of one topic", ha="right", va="top", fontsize=SMALL, color=COLOR["soft"])
    axes.set_aspect("equal", anchor="W")
    axes.set_xlim(-0.02, 1.62)
    axes.set_ylim(-0.14, 1.04)
    bare(axes, "left", "bottom")
    said = ", ".join(f"{x:.2f} for {size}" for size, x in zip(sizes, cosines, strict=True))
    default = f"With {sizes[-1]} unrelated topics, the vector keeps a cosine of {cosines[-1]:.2f} with each."
    alt = f"Arrows of equal length that turn away from the direction of one topic. Cosine with it: {said}."
    return Plot(figure, title or default, alt)
