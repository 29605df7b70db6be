"""Lesson 7: what time a piece of a transcript claims, and what time it is from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._frame import COLOR, SMALL, Plot, new_axes, styled

_INKS = ("loss", "cut")


@styled
def plot_time_labels(pieces: Mapping[str, Sequence[tuple[float, float, int]]], *, title: str | None = None) -> Plot:
    """The label of each piece against the time at which its first record was said, for one or two recipes.

    Parameters
    ----------
    pieces : mapping from a recipe to its pieces
        Each piece as (seconds of its first record, seconds of its label, number of records).
    title : str, optional
        A sentence; by default it gives the largest lag of the first recipe, and how many of its pieces lag behind.

    Raises
    ------
    ValueError
        If there is no recipe or more than two, or a recipe has no pieces.

    Examples
    --------
    >>> plot_time_labels({"as published": [(5, 0, 3), (700, 60, 1)], "repaired": [(5, 5, 3), (700, 700, 1)]})
    Plot('One label of 2 is wrong by a minute or more, the worst by 10.7 minutes.')
    """
    if not 1 <= len(pieces) <= len(_INKS):
        raise ValueError(f"pieces has {len(pieces)} recipes; give one or two, or the figure cannot be read")
    for name, found in pieces.items():
        if not found:
            raise ValueError(f"pieces[{name!r}] is empty; give at least one piece")
    figure, axes = new_axes(height=3.6)
    most = max(seconds for found in pieces.values() for piece in found for seconds in piece[:2]) / 60
    end = max(most, 1) * 1.06
    axes.plot([0, end], [0, end], color=COLOR["line"], linewidth=1.4, zorder=1)
    axes.text(end * 0.4, end * 0.44, "label = time", ha="right", va="bottom", fontsize=SMALL, color=COLOR["soft"])
    for found, ink in zip(pieces.values(), _INKS, strict=False):
        times, labels = ([piece[at] / 60 for piece in found] for at in (0, 1))
        axes.plot(times, labels, color=COLOR[ink], linewidth=1.2, alpha=0.6, zorder=2)
        for time, label, (_, _, records) in zip(times, labels, found, strict=True):
            face = COLOR[ink] if records != 1 else COLOR["paper"]
            axes.plot(time, label, "o", markersize=5.5, markeredgecolor=COLOR[ink], markerfacecolor=face, zorder=3)
    first = next(iter(pieces.values()))
    worst = max(first, key=lambda piece: abs(piece[0] - piece[1]))
    lag = abs(worst[0] - worst[1])
    if lag >= 60:
        time, label = worst[0] / 60, worst[1] / 60
        axes.plot([time, time], sorted([label, time]), color=COLOR["loss"], linewidth=1, linestyle=(0, (2, 2)))
        words = {"s": f"{lag / 60:.1f} min ", "ha": "right", "va": "center", "color": COLOR["loss"], "weight": "bold"}
        axes.text(time, (time + label) / 2, **words)
    for at, (name, ink) in enumerate(zip(pieces, _INKS, strict=False)):
        axes.text(0.02, 0.97 - 0.09 * at, name, transform=axes.transAxes, va="top", color=COLOR[ink], weight="bold")
    axes.set_xlim(0, end)
    axes.set_ylim(0, end)
    axes.locator_params(nbins=6, integer=True, steps=[1, 2, 5, 10])
    axes.set_xlabel("first record said at, in minutes")
    about = "what the label says, in minutes; hollow: a piece of one record"
    axes.set_title(about, loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    late = sum(abs(time - label) >= 60 for time, label, _ in first)
    are = "One label" if late == 1 else f"{late} labels"
    default = (
        f"{are} of {len(first)} {'is' if late == 1 else 'are'} wrong by a minute or more, "
        f"the worst by {lag / 60:.1f} minutes."
        if late
        else f"None of {len(first)} labels is wrong by a minute or more."
    )
    return Plot(figure, title or default, f"Dots of label against time, on a line where both agree. {_said(pieces)}")


def _said(pieces: Mapping[str, Sequence[tuple[float, float, int]]]) -> str:
    """Every piece of every recipe in words."""
    told = (
        f"{name}: "
        + "; ".join(
            f"said at {_clock(time)}, labelled {_clock(label)}, {records} record{'s' * (records != 1)}"
            for time, label, records in found
        )
        for name, found in pieces.items()
    )
    return " ".join(f"{line}." for line in told)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
