"""Lesson 21: a knob turned on two kinds of terms, and differences with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..evaluating.scores import METRICS
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_LOOKS = (("a-ink", "o"), ("loss", "s"), ("hint", "D"))


@styled
def plot_sweep(sweeps: Mapping[str, Any], metric: str = "hit", xlabel: str = "", title: str | None = None) -> Plot:
    """A curve for each sweep over the same values, every point with its 95 % interval.

    Parameters
    ----------
    sweeps : mapping of str to Sweep
        From one to three, by the terms they were made on, such as ``{"5 results": one, "2 000 characters": other}``.
    metric : str
        One of ``METRICS``.
    xlabel : str
        What the values are; by default the name of the knob.
    title : str, optional
        A sentence; by default it names the best value of each.

    Raises
    ------
    ValueError
        If there is no sweep or more than three, they have different values, or there is no such metric.
    """
    if not 1 <= len(sweeps) <= len(_LOOKS):
        raise ValueError(f"sweeps has {len(sweeps)} curves; give one to {len(_LOOKS)}")
    values = [[one.value for one in sweep.settings] for sweep in sweeps.values()]
    if any(other != values[0] for other in values):
        raise ValueError(f"the sweeps have different values: {values}")
    if metric not in METRICS:
        raise ValueError(f"metric={metric!r} is none of {', '.join(METRICS)}")
    names = [str(value) for value in values[0]]
    figure, axes = new_axes(height=3.6)
    said, best, ends = [], [], []
    for number, ((terms, sweep), (color, marker)) in enumerate(zip(sweeps.items(), _LOOKS, strict=False)):
        found = [one.evaluation.interval(metric) for one in sweep.settings]
        shift = 0.14 * (number - (len(sweeps) - 1) / 2)
        at = [place + shift for place in range(len(names))]
        means = [one.mean for one in found]
        axes.vlines(at, [one.low for one in found], [one.high for one in found], color=COLOR[color], linewidth=1.2)
        axes.plot(at, means, color=COLOR[color], linewidth=2.4, marker=marker, markersize=5)
        axes.annotate(
            terms,
            (1, 1.12 - 0.085 * number),
            xycoords="axes fraction",
            ha="right",
            va="top",
            color=COLOR[color],
            fontsize=SMALL,
            weight="bold",
        )
        best.append(f"{names[means.index(max(means))]} for {terms}")
        ends.append(max(one.high for one in found))
        points = (f"{name}: {one}" for name, one in zip(names, found, strict=True))
        said.append(f"{terms}: {'; '.join(points)}")
    axes.set_ylim(0, min(1.02, max(ends) + 0.05))
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_xticks(range(len(names)), [name.replace(" ", "\n") for name in names])
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel(xlabel or next(iter(sweeps.values())).knob)
    axes.set_title(METRICS[metric], loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    default = f"The best {METRICS[metric]}: {' and '.join(best)}."
    return Plot(figure, title or default, f"{METRICS[metric]} with 95 % intervals. {'. '.join(said)}.")


@styled
def plot_differences(differences: Sequence[tuple[Any, Any]], against: str, title: str | None = None) -> Plot:
    """A row for each difference: its mean, its interval, and the line at zero.

    Parameters
    ----------
    differences : sequence of (name, Interval)
        As ``Sweep.differences`` gives them.
    against : str
        What they are differences from, for the label.
    title : str, optional
        A sentence; by default it counts those whose interval leaves out zero.

    Raises
    ------
    ValueError
        If there are none.

    Examples
    --------
    >>> from ragchunk_lessons.evaluating.intervals import Interval
    >>> rows = [("b", Interval(0.2, 0.1, 0.3, 50, 0.95, 99)), ("c", Interval(0, -0.1, 0.1, 50, 0.95, 99))]
    >>> plot_differences(rows, "hit rate, minus that of a")
    Plot('1 of 2 intervals leaves out zero.')
    """
    differences = list(differences)
    if not differences:
        raise ValueError("there are no differences to draw; give at least one")
    figure, axes = new_axes(height=0.95 + 0.42 * len(differences))
    axes.axvline(0, color=COLOR["soft"], linewidth=1.2)
    for row, (_, one) in enumerate(differences):
        color = COLOR["cut" if one.excludes_zero else "soft"]
        axes.hlines(row, one.low, one.high, color=color, linewidth=2.2)
        full = {"markerfacecolor": color if one.excludes_zero else COLOR["paper"], "markeredgewidth": 2}
        axes.plot(one.mean, row, marker="o", markersize=8, color=color, **full)
    axes.set_yticks(range(len(differences)), [str(name) for name, _ in differences], color=COLOR["ink"])
    axes.set_ylim(len(differences) - 0.4, -0.6)
    axes.xaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    # Signs: a difference without one reads like a rate.
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+.1f}".replace("-", "−").replace("+0.0", "0"))
    axes.xaxis.set_major_locator(_tenths([end for _, one in differences for end in (0.0, one.low, one.high)]))
    axes.set_xlabel(against)
    clear = sum(one.excludes_zero for _, one in differences)
    default = f"{clear} of {len(differences)} intervals {'leaves' if clear == 1 else 'leave'} out zero."
    said = "; ".join(f"{name}: {one}" for name, one in differences)
    return Plot(figure, title or default, f"{against}, with 95 % intervals, and a line at zero. {said}.")


def _tenths(ends: Sequence[float]) -> Any:
    from matplotlib.ticker import MultipleLocator

    return MultipleLocator(0.1 if max(ends) - min(ends) <= 0.55 else 0.2)
