"""Lesson 14: the same passages in several wordings, one line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_slopes(scores: Mapping[str, Sequence[float]], title: str | None = None) -> Plot:
    """How the score of each passage changes from one wording to the next: a thin line a passage, a thick mean.

    Parameters
    ----------
    scores : mapping from a wording to n scores
        In the order in which the wordings are to stand, at least two; number i is always the same passage.
    title : str, optional
        A sentence; by default it names the best and the worst wording.

    Raises
    ------
    ValueError
        If there are fewer than two wordings, no scores, or the numbers of scores differ.

    Examples
    --------
    >>> plot_slopes({"named": [3, 5], "with a pronoun": [-6, -8]})
    Plot('On average +4 points named, −7 points with a pronoun.')
    """
    columns = {name: [float(value) for value in values] for name, values in scores.items()}
    counts = {name: len(values) for name, values in columns.items()}
    if len(columns) < 2:
        raise ValueError(f"scores has {len(columns)} wordings; give at least two to compare")
    if len(set(counts.values())) > 1 or not all(counts.values()):
        raise ValueError(f"every wording needs the same number of scores, and at least one; there are {counts}")
    means = {name: sum(values) / len(values) for name, values in columns.items()}
    places = range(len(columns))
    figure, axes = new_axes(height=3.3)
    axes.axhline(0, color=COLOR["soft"], linewidth=1.2, linestyle=(0, (4, 3)))
    for line in zip(*columns.values(), strict=True):
        axes.plot(places, line, color=COLOR["soft"], linewidth=0.9, alpha=0.4)
    axes.plot(places, list(means.values()), color=COLOR["a-ink"], linewidth=2.6)
    for place, mean in zip(places, means.values(), strict=True):
        color = COLOR["loss" if mean < 0 else "a-ink"]
        axes.plot(place, mean, color=color, marker="o", markersize=8)
        axes.annotate(
            _signed(mean),
            (place, mean),
            (0, 9 if mean >= 0 else -9),
            textcoords="offset points",
            ha="center",
            va="bottom" if mean >= 0 else "top",
            color=color,
            weight="bold",
        )
    axes.set_xticks(list(places), [name.replace(" ", "\n", 1) for name in columns])
    axes.set_xlim(-0.35, len(columns) - 0.65)
    bare(axes, "left", "bottom")
    axes.tick_params(labelleft=True, labelbottom=True)
    axes.set_title("score of the reranker, in points", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    best, worst = max(means, key=means.get), min(means, key=means.get)
    below = ", ".join(
        f"{name}: mean {_signed(means[name])}, {sum(value < 0 for value in values)} below zero"
        for name, values in columns.items()
    )
    alt = f"A thin line for each of {counts[best]} passages through {len(columns)} wordings. {below}."
    said = f"On average {_signed(means[best])} points {best}, {_signed(means[worst])} points {worst}."
    return Plot(figure, title or said, alt)


def _signed(value: float) -> str:
    """Whole points with their sign: ``+3``, ``−7``, ``0``."""
    whole = round(value)
    return f"{'+' if whole > 0 else '−' if whole < 0 else ''}{abs(whole)}"
