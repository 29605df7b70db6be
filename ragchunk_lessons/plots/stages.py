"""Lesson 18: the place of one answer after each stage of a chain, a line for each phrasing, panels side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

# Lines that share a place are drawn side by side, this far apart in places.
_APART = 0.16


@styled
def plot_stages(
    panels: Mapping[str, Mapping[str, Sequence[int | None]]],
    stages: Sequence[str],
    title: str | None = None,
) -> Plot:
    """How the place of an answer changes from stage to stage: place 1 is at the top, what is not there at the bottom.

    Parameters
    ----------
    panels : mapping from the name of a panel to its lines
        A line is a short name, such as a letter, and a place for each stage; None where the answer is not in the list.
    stages : sequence of str
        At least two.
    title : str, optional
        A sentence; by default it counts the lines that end at place 1.

    Raises
    ------
    ValueError
        If there are no panels or lines, fewer than two stages, a line has another number of places, or a place is
        below 1.

    Examples
    --------
    >>> plot_stages({"tuned": {"A": [5, 1]}, "natural": {"A": [16, None]}}, ["search", "reranked"])
    Plot('At the end the answer stands first in 1 of 2 cases, and in 1 it is not there.')
    """
    if len(stages) < 2:
        raise ValueError(f"stages has {len(stages)} names; give at least two")
    if not panels or not all(panels.values()):
        raise ValueError("panels needs at least one panel, and every panel at least one line")
    for panel, lines in panels.items():
        for name, places in lines.items():
            if len(places) != len(stages):
                raise ValueError(
                    f"line {name!r} of {panel!r} has {len(places)} places for {len(stages)} stages; give one for each"
                )
            if any(place is not None and place < 1 for place in places):
                raise ValueError(f"line {name!r} of {panel!r} has the places {list(places)}; they count from 1")
    known = [place for lines in panels.values() for places in lines.values() for place in places if place is not None]
    bottom = max(known, default=1) + 3
    figure, axes = new_axes(height=3.9)
    axes.remove()
    for axes, (panel, lines) in zip(
        figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels.items(), strict=True
    ):
        _draw_panel(axes, lines, stages, bottom)
        axes.set_title(panel, loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    last = [places[-1] for lines in panels.values() for places in lines.values()]
    said = f"At the end the answer stands first in {last.count(1)} of {len(last)} cases"
    said += f", and in {last.count(None)} it is not there." if None in last else "."
    alt = f"The place of the answer at the stages {', '.join(stages)}. " + " ".join(
        f"{panel}: "
        + "; ".join(f"{name} {', '.join(_said(place) for place in places)}" for name, places in lines.items())
        + "."
        for panel, lines in panels.items()
    )
    return Plot(figure, title or said, alt)


def _draw_panel(axes, lines: Mapping[str, Sequence[int | None]], stages: Sequence[str], bottom: int) -> None:
    steps = range(len(stages))
    middle = (len(lines) - 1) / 2
    for number, (_, places) in enumerate(lines.items()):
        heights = [(bottom if place is None else place) + (number - middle) * _APART for place in places]
        color = COLOR["loss" if places[-1] is None else "a-ink"]
        axes.plot(steps, heights, color=color, linewidth=1.6, marker="o", markersize=4, clip_on=False)
    for step, side, align in ((0, -8, "right"), (len(stages) - 1, 8, "left")):
        at: dict[int, list[str]] = {}
        for name, places in lines.items():
            at.setdefault(bottom if places[step] is None else places[step], []).append(name)
        for height, names in zip(_spread(list(at), bottom), at.values(), strict=True):
            axes.annotate(
                "all" if len(names) == len(lines) > 1 else " ".join(names),
                (step, height),
                (side, 0),
                textcoords="offset points",
                ha=align,
                va="center",
                fontsize=SMALL,
                color=COLOR["ink"],
            )
    ticks = [1, *range(5, bottom - 2, 5)]
    axes.set_yticks([*ticks, bottom], [*map(str, ticks), "none"])
    axes.set_xticks(list(steps), [name.replace(" ", "\n", 1) for name in stages])
    axes.set_xlim(-0.45, len(stages) - 1 + 0.6)
    axes.set_ylim(bottom + 0.9, 0.2)
    axes.axhline(bottom - 1.5, color=COLOR["line"], linewidth=1.0, linestyle=(0, (4, 3)))
    bare(axes, "left", "bottom")
    first = axes.get_subplotspec().is_first_col()
    axes.tick_params(labelleft=first, labelbottom=True)
    if first:
        axes.set_ylabel("place of the answer")


def _spread(heights: list[int], bottom: int, least: float = 1.15) -> list[float]:
    """The heights, moved apart where labels would touch; the bottom row stays where it is."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = [float(height) for height in heights]
    for before, after in pairwise(order):
        if heights[after] != bottom:
            moved[after] = max(moved[after], moved[before] + least)
    return moved


def _said(place: int | None) -> str:
    return "not there" if place is None else str(place)
