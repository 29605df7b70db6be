"""Lesson 12: how alike neighbouring sentences are to a model, and what a threshold makes of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_COLORS = ("cut", "b-ink", "a-ink", "hint")


@styled
def plot_similarity_scales(
    similarities: Mapping[str, Sequence[float]], turns: Collection[int], threshold: float, title: str | None = None
) -> Plot:
    """Every place between two sentences as a dot, one row a model, with the threshold as a line.

    Parameters
    ----------
    similarities : mapping from a model's name to its n similarities
        One for each place between two sentences, in the order of the text.
    turns : collection of int
        The numbers of the places, from 0, at which the subject changes. They are drawn large.
    threshold : float
    title : str, optional
        A sentence; by default it says how many places lie below the threshold for each model.

    Raises
    ------
    ValueError
        If there is no model, or two of them differ in the number of places.

    Examples
    --------
    >>> plot_similarity_scales({"one": [0.9, 0.2, 0.8], "other": [0.6, 0.1, 0.7]}, [1], 0.75)
    Plot('Of 3 places, 1 lie below 0.75 with one and 3 with other.')
    """
    _check(similarities)
    turns = set(turns)
    figure, axes = new_axes(height=0.95 + 0.85 * len(similarities))
    said, parts = [], []
    for row, (name, numbers) in enumerate(similarities.items()):
        inner = [value for place, value in enumerate(numbers) if place not in turns]
        turning = [value for place, value in enumerate(numbers) if place in turns]
        # Dots of one row are spread over a little height, so that equal values can be told apart.
        axes.plot(
            inner, [row - 0.1 + 0.05 * (n % 5) for n in range(len(inner))], "o", color=COLOR["soft"], markersize=4
        )
        axes.plot(turning, [row] * len(turning), "D", color=COLOR["cut"], markersize=7)
        axes.text(0, row - 0.27, name, ha="left", va="bottom", weight="bold", fontsize=SMALL)
        below = sum(value < threshold for value in numbers)
        said.append(f"{below} lie below {threshold:.2f} with {name}" if not said else f"{below} with {name}")
        parts.append(
            f"{name}: {_range('turns', turning)}; {_range('other places', inner)}; "
            f"{below} of {len(numbers)} below the threshold."
        )
    axes.axvline(threshold, color=COLOR["hint"], linewidth=1.5, linestyle=(0, (3, 2)))
    last = len(similarities) - 1
    axes.text(threshold, last + 0.42, f"{threshold:.2f} ", ha="right", va="center", color=COLOR["hint"])
    axes.text(
        0, last + 0.42, "diamond: a turn; dot: no turn", ha="left", va="center", fontsize=SMALL, color=COLOR["soft"]
    )
    axes.set_ylim(last + 0.6, -0.75)
    axes.set_xlim(min(0, *(value for numbers in similarities.values() for value in numbers)) - 0.02, 1)
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    bare(axes, "left")
    axes.set_xlabel("similarity of two neighbouring sentences")
    alt = f"Rows of dots, one a model, with a line at {threshold:.2f}. {' '.join(parts)}"
    return Plot(figure, title or f"Of {len(numbers)} places, {' and '.join(said)}.", alt)


@styled
def plot_chunks_by_threshold(
    similarities: Mapping[str, Sequence[float]], threshold: float, *, right: int | None = None, title: str | None = None
) -> Plot:
    """How many chunks each threshold makes, one curve a model.

    Parameters
    ----------
    similarities : mapping from a model's name to its n similarities
    threshold : float
        The one whose counts are written at the curves.
    right : int, optional
        The number of subjects in the text, drawn as a line.
    title : str, optional
        A sentence; by default it gives the counts at the threshold.

    Raises
    ------
    ValueError
        If there is no model, or two of them differ in the number of places.

    Examples
    --------
    >>> plot_chunks_by_threshold({"one": [0.9, 0.2, 0.8], "other": [0.6, 0.1, 0.7]}, 0.75)
    Plot('At 0.75: 2 chunks with one and 4 chunks with other.')
    """
    _check(similarities)
    figure, axes = new_axes(height=3.1)
    grid = [number / 200 for number in range(201)]
    said, parts = [], []
    most = 1 + max(map(len, similarities.values()))
    for (name, numbers), color in zip(similarities.items(), _COLORS, strict=False):
        rising = sorted(float(value) for value in numbers)
        counts = [1 + bisect_left(rising, value) for value in grid]
        here = 1 + bisect_left(rising, threshold)
        axes.plot(grid, counts, color=COLOR[color], linewidth=2.2)
        axes.plot([threshold], [here], "o", color=COLOR[color], markersize=6)
        axes.annotate(
            f"{here}: {name}",
            (threshold, here),
            xytext=(-9, 7 if here > most / 4 else -3),
            textcoords="offset points",
            ha="right",
            va="bottom" if here > most / 4 else "top",
            color=COLOR[color],
            weight="bold",
            fontsize=SMALL,
        )
        said.append(f"{here} chunk{'s' * (here != 1)} with {name}")
        at = ", ".join(f"{counts[round(value * 200)]} at {value}" for value in (0.3, 0.5, 0.7, 0.9))
        parts.append(f"{name}: {here} at {threshold:.2f}; {at}.")
    axes.axvline(threshold, color=COLOR["hint"], linewidth=1.4, linestyle=(0, (3, 2)))
    if right is not None:
        axes.axhline(right, color=COLOR["soft"], linewidth=1, linestyle=(0, (1, 2)))
        axes.text(
            0, right + most * 0.015, f"{right} subjects", ha="left", va="bottom", color=COLOR["soft"], fontsize=SMALL
        )
        parts.append(f"A line at {right}, the number of subjects.")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, most * 1.05)
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("threshold")
    axes.set_title("chunks", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    alt = f"Rising curves of the number of chunks against the threshold. {' '.join(parts)}"
    return Plot(figure, title or f"At {threshold:.2f}: {' and '.join(said)}.", alt)


def _check(similarities: Mapping[str, Sequence[float]]) -> None:
    counts = {name: len(numbers) for name, numbers in similarities.items()}
    if not 1 <= len(counts) <= len(_COLORS):
        raise ValueError(f"similarities has {len(counts)} models; give 1 to {len(_COLORS)}")
    if len(set(counts.values())) > 1 or not min(counts.values()):
        raise ValueError(f"similarities differ in length or are empty: {counts}; give one for each place of one text")


def _range(label: str, values: Sequence[float]) -> str:
    return f"{label} from {min(values):.2f} to {max(values):.2f}" if values else f"no {label}"
