"""Lessons 2, 3 and 9: what a unit of length holds, which words a cut hits, and what a text's length decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_characters_per_token(ratios: Mapping[str, Mapping[str, float]], title: str | None = None) -> Plot:
    """How many characters one token holds, by kind of text and by encoding.

    Parameters
    ----------
    ratios : mapping from a kind of text to a mapping from an encoding to characters per token
    title : str, optional
        By default it gives the smallest and the largest ratio.

    Examples
    --------
    >>> plot_characters_per_token({"prose": {"gpt2": 4.6}, "Chinese": {"gpt2": 0.5}})
    Plot('One token holds from 0.5 to 4.6 characters.')
    """
    values = [ratio for kind in ratios.values() for ratio in kind.values()]
    if not values:
        raise ValueError("ratios is empty; give at least one kind of text with one encoding")
    rows, places, position = [], [], 0.0
    for kind, encodings in ratios.items():
        places.append((kind, position + 0.35))
        position += 1.05
        for encoding, ratio in encodings.items():
            rows.append((encoding, ratio, position))
            position += 0.74
        position += 0.35
    figure, axes = new_axes(height=0.15 + 0.27 * position)
    for kind, place in places:
        axes.text(0, place, kind, ha="left", va="center")
    for encoding, ratio, place in rows:
        axes.barh(place, ratio, height=0.5, color=COLOR["a-ink"])
        axes.text(ratio + max(values) * 0.015, place, f"{ratio:.1f}", ha="left", va="center", weight="bold")
        # The number takes about a tenth of the width; the name follows it.
        name = {"x": ratio + max(values) * 0.1, "y": place, "s": encoding, "fontsize": SMALL, "color": COLOR["soft"]}
        axes.text(**name, ha="left", va="center")
    axes.set_ylim(position - 0.2, -0.3)
    axes.set_xlim(0, max(values) * 1.36)
    bare(axes, "left", "bottom")
    said = "; ".join(
        f"{kind}: " + ", ".join(f"{encoding} {ratio:.1f}" for encoding, ratio in encodings.items())
        for kind, encodings in ratios.items()
    )
    default = f"One token holds from {min(values):.1f} to {max(values):.1f} characters."
    return Plot(figure, title or default, f"Bars of characters per token. {said}.")


@styled
def plot_cut_words(cuts: Mapping[str, tuple[int, int]], title: str | None = None) -> Plot:
    """How many of the cuts fall inside a word.

    Parameters
    ----------
    cuts : mapping from a way of cutting to (cuts inside a word, all cuts)
    title : str, optional

    Examples
    --------
    >>> plot_cut_words({"characters": (12, 20), "tokens": (1, 20)})
    Plot('60 % (characters) and 5 % (tokens) of the cuts fall inside a word.')
    """
    for label, (inside, total) in cuts.items():
        if not 0 <= inside <= total or total == 0:
            raise ValueError(
                f"cuts[{label!r}]=({inside}, {total}) must be (cuts inside a word, all cuts), at least one"
            )
    if not cuts:
        raise ValueError("cuts is empty; give at least one way of cutting")
    shares = {label: round(100 * inside / total) for label, (inside, total) in cuts.items()}
    figure, axes = new_axes(height=0.15 + 0.66 * len(cuts))
    for row, (label, (inside, total)) in enumerate(cuts.items()):
        axes.barh(row, 100, height=0.24, color=COLOR["line"])
        axes.barh(row, 100 * inside / total, height=0.24, color=COLOR["loss"])
        axes.text(0, row - 0.2, label, ha="left", va="bottom")
        fact = f"{shares[label]} %, {inside} of {total} cuts"
        axes.text(100, row - 0.2, fact, ha="right", va="bottom", weight="bold")
    axes.set_ylim(len(cuts) - 0.7, -0.72)
    axes.set_xlim(0, 100)
    bare(axes, "left", "bottom")
    said = [f"{share} % ({label})" for label, share in shares.items()]
    default = " and ".join([", ".join(said[:-1]), said[-1]][len(said) == 1 :]) + " of the cuts fall inside a word."
    facts = "; ".join(f"{label}: {inside} of {total} cuts" for label, (inside, total) in cuts.items())
    return Plot(figure, title or default, f"Bars of the share of cuts that fall inside a word. {facts}.")


@styled
def plot_lengths_sawtooth(
    lengths: Sequence[int],
    values: Sequence[float],
    flagged: Sequence[bool],
    *,
    value: str,
    unit: str = "characters",
    flag: str = "",
    title: str | None = None,
) -> Plot:
    """What the length of a text decides, length by length, with the bad lengths marked.

    Parameters
    ----------
    lengths : sequence of n int
        In rising order.
    values : sequence of n float
        What is measured at each length.
    flagged : sequence of n bool
        Whether this length is one of the bad ones.
    value : str
        What the values are, for the axis, such as ``"words lost"``.
    unit : str
        What the lengths are counted in.
    flag : str
        What is wrong at the flagged lengths, in a few words, written over the first run of them.
    title : str, optional

    Raises
    ------
    ValueError
        If the three sequences differ in length, are shorter than two, or the lengths do not rise.

    Examples
    --------
    >>> plot_lengths_sawtooth([8, 9, 10], [0, 1, 2], [False, True, True], value="words lost", unit="words")
    Plot('2 of 3 lengths are bad: 9–10 words.')
    """
    if not len(lengths) == len(values) == len(flagged) or len(lengths) < 2:
        raise ValueError(
            f"lengths, values and flagged hold {len(lengths)}, {len(values)} and {len(flagged)}; "
            "give the same number of each, at least 2"
        )
    if any(b <= a for a, b in pairwise(lengths)):
        raise ValueError("lengths must rise from one to the next")
    runs = _runs(lengths, flagged)
    figure, axes = new_axes(height=2.7)
    top = max(*values, 1)
    step = lengths[1] - lengths[0]
    ceiling = top * (1.26 if flag else 1.08)
    for low, high in runs:
        axes.axvspan(low - step / 2, high + step / 2, 0, top * 1.08 / ceiling, color=COLOR["loss-soft"], linewidth=0)
    # A gap between two teeth: the line is broken where the value falls back.
    teeth: list[list[tuple[int, float, bool]]] = [[]]
    for point in zip(lengths, values, flagged, strict=True):
        if teeth[-1] and (point[1] < teeth[-1][-1][1] or point[2] != teeth[-1][-1][2]):
            teeth.append([])
        teeth[-1].append(point)
    for tooth in teeth:
        color, width = (COLOR["loss"], 2.6) if tooth[0][2] else (COLOR["a-ink"], 1.8)
        dots = {"marker": "o", "markersize": 3} if len(tooth) == 1 or len(lengths) <= 60 else {}
        xs, ys = [point[0] for point in tooth], [point[1] for point in tooth]
        axes.plot(xs, ys, color=color, linewidth=width, clip_on=False, **dots)
    if flag and runs:
        low, high = runs[0]
        room = {"xytext": (0, 1), "textcoords": "offset points", "color": COLOR["loss"], "weight": "bold"}
        early = low < lengths[0] + 0.6 * (lengths[-1] - lengths[0])
        axes.annotate(flag, (low if early else high, top * 1.08), ha="left" if early else "right", va="bottom", **room)
    axes.set_ylim(0 if min(values) >= 0 else min(values) * 1.08, ceiling)
    axes.set_xlim(lengths[0] - step, lengths[-1] + step)
    axes.yaxis.grid(True)
    axes.yaxis.get_major_locator().set_params(integer=True, nbins=5)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel(f"length of the text in {unit}")
    axes.set_title(value, loc="left", fontsize=SMALL, color=COLOR["soft"], pad=6)
    bad = sum(flagged)
    listed = ", ".join(f"{low}–{high}" if high > low else f"{low}" for low, high in runs[:4])
    listed += ", …" if len(runs) > 4 else ""
    default = f"{bad} of {len(lengths)} lengths are bad: {listed} {unit}." if bad else "No length is bad."
    alt = (
        f"A line of {value} against length, {lengths[0]} to {lengths[-1]} {unit}; the values lie between "
        f"{min(values):g} and {max(values):g}. {bad} of {len(lengths)} lengths are flagged"
        + (f" ({flag}): {listed}." if flag and bad else f": {listed}." if bad else ".")
    )
    return Plot(figure, title or default, alt)


def _runs(lengths: Sequence[int], flagged: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and last length of each unbroken run of flagged ones."""
    runs = []
    for bad, run in groupby(zip(lengths, flagged, strict=True), key=lambda pair: bool(pair[1])):
        if bad:
            run = list(run)
            runs.append((run[0][0], run[-1][0]))
    return runs
