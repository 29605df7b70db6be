"""Lesson 17: what is read by one pass and by two, and where the second pass puts the answers of the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_reading_cost(candidates: Sequence[int], title: str | None = None) -> Plot:
    """How often a model runs for one question, against the number of texts that it has to choose from.

    The first pass has read the texts before: it runs once, for the question. The second runs for every candidate.

    Parameters
    ----------
    candidates : sequence of int
        Lengths of lists that are marked with their number, in rising order.
    title : str, optional
        A sentence; by default it compares the last with the first.

    Raises
    ------
    ValueError
        If there are fewer than two lengths, one is below 1, or they do not rise.

    Examples
    --------
    >>> plot_reading_cost([50, 200_000])
    Plot('The second pass reads 200 000 texts 4 000 times as long as 50.')
    """
    candidates = list(candidates)
    if len(candidates) < 2 or candidates[0] < 1 or any(one >= other for one, other in pairwise(candidates)):
        raise ValueError(f"candidates={candidates} must be at least two rising numbers from 1")
    figure, axes = new_axes(height=3.2)
    edge = candidates[-1] * 3
    axes.plot([1, edge], [1, 1], color=COLOR["a-ink"], linewidth=2.6)
    axes.plot([1, edge], [1, edge], color=COLOR["loss"], linewidth=2.6)
    for count in candidates:
        axes.plot(count, count, color=COLOR["loss"], marker="o", markersize=6)
        axes.annotate(
            _grouped(count),
            (count, count),
            (-8, 4),
            textcoords="offset points",
            ha="right",
            va="bottom",
            color=COLOR["loss"],
            fontsize=SMALL,
        )
    axes.annotate(
        "first pass: the question, once",
        (edge, 1),
        (0, 7),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=COLOR["a-ink"],
        weight="bold",
        fontsize=SMALL,
    )
    middle = edge**0.5
    axes.annotate(
        "second pass:\nevery candidate",
        (middle, middle),
        (14, -8),
        textcoords="offset points",
        ha="left",
        va="top",
        color=COLOR["loss"],
        weight="bold",
        fontsize=SMALL,
    )
    ticks = [10**power for power in range(0, len(str(edge)), 2)]
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.set_xticks(ticks, [_grouped(tick) for tick in ticks])
    axes.set_yticks(ticks, [_grouped(tick) for tick in ticks])
    axes.set_xlim(0.8, edge * 1.3)
    axes.set_ylim(0.6, edge * 2)
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("texts to choose from")
    axes.set_title("runs of a model for one question", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    first, last = candidates[0], candidates[-1]
    said = f"The second pass reads {_grouped(last)} texts {_grouped(round(last / first))} times as long as {first}."
    marked = ", ".join(_grouped(count) for count in candidates)
    alt = (
        "Two lines on scales that grow by factors. First pass: one run, however many texts. Second pass: as many runs "
        f"as texts; marked at {marked}."
    )
    return Plot(figure, title or said, alt)


@styled
def plot_rank_moves(
    before: Sequence[int | None], after: Sequence[int | None], keep: int, title: str | None = None
) -> Plot:
    """From the place of the answer in the first list to its place in the second, one line a question.

    Parameters
    ----------
    before, after : sequences of n int or None
        Places from 1, of the same questions in the same order; None where the answer is not in the list.
    keep : int
        How many results are kept: lines that cross this cut are coloured.
    title : str, optional
        A sentence; by default it counts what crosses the cut.

    Raises
    ------
    ValueError
        If the two differ in length, hold no place at all, one is below 1, or ``keep < 1``.

    Examples
    --------
    >>> plot_rank_moves([1, 7, 2, None], [1, 2, 9, None], keep=5)
    Plot('1 answer comes into the first 5, 1 falls out.')
    """
    before, after = list(before), list(after)
    if len(before) != len(after):
        raise ValueError(f"before has {len(before)} places and after {len(after)}; give one a question to each")
    if keep < 1:
        raise ValueError(f"keep={keep} must be at least 1")
    moves = [(a, b) for a, b in zip(before, after, strict=True) if a is not None and b is not None]
    if not moves:
        raise ValueError(f"none of the {len(before)} answers has a place in both lists; there is nothing to draw")
    if min(map(min, moves)) < 1:
        raise ValueError(f"places count from 1, not from {min(map(min, moves))}")
    into = [move for move in moves if move[0] > keep >= move[1]]
    out = [move for move in moves if move[0] <= keep < move[1]]
    deepest = max(map(max, moves))
    figure, axes = new_axes(height=3.9)
    for (first, second), count in sorted(Counter(moves).items()):
        kind = "a-ink" if first > keep >= second else "loss" if first <= keep < second else "soft"
        strong = kind != "soft"
        axes.plot(
            [0, 1],
            [first, second],
            color=COLOR[kind],
            linewidth=2.2 if strong else 0.8 + 0.35 * min(count, 12),
            linestyle=(0, (5, 2)) if kind == "loss" else "-",
            alpha=1 if strong else 0.45,
            marker="o",
            markersize=5,
            zorder=3 if strong else 2,
        )
    axes.axhline(keep + 0.5, color=COLOR["ink"], linewidth=1.2, linestyle=(0, (2, 2)))
    axes.annotate(
        f"kept: {keep}",
        (1.2, keep + 0.5),
        (0, 3),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=SMALL,
        color=COLOR["ink"],
    )
    axes.set_xlim(-0.06, 1.2)
    axes.set_ylim(deepest + 0.7, 0.3)
    ticks = sorted({1, keep, *range(5, deepest + 1, 5), deepest})
    axes.set_yticks([tick for tick in ticks if tick == deepest or deepest - tick > 1 or tick == keep])
    axes.set_xticks([0, 1], ["first pass", "second pass"])
    axes.xaxis.get_majorticklabels()[0].set_ha("left")
    bare(axes, "left", "bottom")
    axes.tick_params(labelleft=True, labelbottom=True)
    axes.set_title("place of the answer", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    said = (
        f"{len(into)} answer{'s come' if len(into) != 1 else ' comes'} into the first {keep}, "
        f"{len(out)} fall{'s' if len(out) == 1 else ''} out."
    )
    missing = len(before) - len(moves)
    alt = (
        f"A line for each of {len(moves)} questions from the place of its answer in the first pass to that in the "
        f"second. Into the first {keep}: {_moves(into)}. Out of the first {keep}: {_moves(out)}. "
        f"{len(moves) - len(into) - len(out)} do not cross the cut"
        + (f"; {missing} answers are in neither list." if missing else ".")
    )
    return Plot(figure, title or said, alt)


def _moves(moves: list[tuple[int, int]]) -> str:
    return ", ".join(f"{first} to {second}" for first, second in sorted(moves)) or "none"


def _grouped(count: int) -> str:
    return f"{count:,}".replace(",", " ")
