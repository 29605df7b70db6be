"""Lesson 1: how near a piece of text lies to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_similarity_bars(scores: Mapping[str, Sequence[float]], title: str | None = None) -> Plot:
    """How near each kind of text lies to its questions: the mean as a bar, every question as a tick.

    Parameters
    ----------
    scores : mapping from a label to its similarities
        One number a question, from 0 to 1, in the order in which the bars are to stand.
    title : str, optional
        A sentence; by default it names the nearest kind and its mean.

    Raises
    ------
    ValueError
        If a label has no numbers.

    Examples
    --------
    >>> plot_similarity_bars({"right": [0.7, 0.6], "whole": [0.2, 0.3]})
    Plot('The nearest is right, at 0.65 on average.')
    """
    means = {}
    for label, numbers in scores.items():
        if len(numbers) == 0:
            raise ValueError(f"scores[{label!r}] is empty; give at least one similarity")
        means[label] = sum(numbers) / len(numbers)
    if not means:
        raise ValueError("scores is empty; give at least one label with its similarities")
    best = max(means, key=means.get)
    count = max(len(numbers) for numbers in scores.values())
    figure, axes = new_axes(height=0.55 + 0.66 * len(means))
    for row, (label, mean) in enumerate(means.items()):
        strong = label == best
        axes.barh(row, mean, height=0.26, color=COLOR["cut" if strong else "a-ink"])
        for number in scores[label]:
            axes.plot([number] * 2, [row + 0.19, row + 0.29], color=COLOR["soft"], linewidth=1.1)
        axes.text(0, row - 0.2, label, ha="left", va="bottom")
        axes.text(mean + 0.012, row, f"{mean:.2f}", ha="left", va="center", weight="bold")
    key = "bar: the mean; tick: one question" if count > 1 else "bar: one question"
    axes.text(0, len(means) - 0.55, key, ha="left", va="top", fontsize=SMALL, color=COLOR["soft"])
    axes.set_ylim(len(means) - 0.2, -0.72)
    largest = max(max(numbers) for numbers in scores.values())
    axes.set_xlim(min(0, *(min(numbers) for numbers in scores.values())), max(largest * 1.16, 0.1))
    bare(axes, "left", "bottom")
    said = "; ".join(
        f"{label}: mean {means[label]:.2f}, from {min(numbers):.2f} to {max(numbers):.2f}"
        for label, numbers in scores.items()
    )
    alt = f"Bars of the similarity to {count} question{'s' * (count != 1)}, one tick a question. {said}."
    return Plot(figure, title or f"The nearest is {best}, at {means[best]:.2f} on average.", alt)


@styled
def plot_similarity_by_topics(
    first: Sequence[float], last: Sequence[float], *, limit: int | None = None, title: str | None = None
) -> Plot:
    """How near a piece of 1, 2, …, n topics lies to a question that one of the topics answers.

    Parameters
    ----------
    first, last : sequences of n similarities
        With the answer at the beginning of the piece, and at its end. Both begin with the answer alone.
    limit : int, optional
        How many topics the model can still read; from there on it cuts the text off, and the figure says so.
    title : str, optional

    Raises
    ------
    ValueError
        If the two differ in length or hold fewer than two numbers.

    Examples
    --------
    >>> plot_similarity_by_topics([0.7, 0.5, 0.4], [0.7, 0.4, 0.3])
    Plot('With 3 topics in one piece, the similarity falls from 0.70 to 0.40 or 0.30.')
    """
    if len(first) != len(last) or len(first) < 2:
        raise ValueError(f"first has {len(first)} numbers and last has {len(last)}; give the same number, at least 2")
    topics = range(1, len(first) + 1)
    figure, axes = new_axes(height=2.9)
    apart = first[-1] >= last[-1]
    for numbers, name, color, up in ((first, "first", "cut", apart), (last, "last", "b-ink", not apart)):
        axes.plot(topics, numbers, color=COLOR[color], linewidth=2.2, marker="o", markersize=4)
        place = max(1, len(first) * 2 // 3)
        axes.annotate(
            f"answer {name}",
            (topics[place], numbers[place]),
            xytext=(0, 11 if up else -11),
            textcoords="offset points",
            ha="center",
            va="bottom" if up else "top",
            color=COLOR[color],
            weight="bold",
        )
        axes.annotate(
            f"{numbers[-1]:.2f}",
            (topics[-1], numbers[-1]),
            xytext=(7, 0),
            textcoords="offset points",
            ha="left",
            va="center" if abs(first[-1] - last[-1]) > 0.06 else ("bottom" if up else "top"),
        )
    top = max(*first, *last) * 1.14
    if limit is not None:
        axes.axvline(limit + 0.5, color=COLOR["hint"], linewidth=1.4, linestyle=(0, (2, 2)))
        left = limit < len(first) * 0.6
        axes.annotate(
            "the model reads no further",
            (limit + 0.5, top),
            xytext=(5 if left else -5, 0),
            textcoords="offset points",
            ha="left" if left else "right",
            va="top",
            fontsize=SMALL,
            color=COLOR["hint"],
        )
    axes.annotate(
        f"{first[0]:.2f}, the answer alone", (1, first[0]), xytext=(9, 0), textcoords="offset points", va="center"
    )
    axes.set_xlim(0.6, len(first) + 0.4)
    axes.set_ylim(min(0, *first, *last), top)
    axes.set_xticks([1, *range(5, len(first) + 1, 5)] if len(first) > 9 else list(topics))
    axes.set_yticks([0, 0.2, 0.4, 0.6, 0.8][: int(max(*first, *last) / 0.2) + 1])
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("topics in one piece")
    axes.set_title("similarity to the question", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    ends = f"{first[-1]:.2f} with the answer first and {last[-1]:.2f} with the answer last"
    alt = f"Two falling lines from 1 to {len(first)} topics. The answer alone: {first[0]:.2f}. At the end: {ends}."
    if limit is not None:
        alt += f" A line after {limit} topics marks where the model reads no further."
    said = f"{first[-1]:.2f} or {last[-1]:.2f}"
    default = f"With {len(first)} topics in one piece, the similarity falls from {first[0]:.2f} to {said}."
    return Plot(figure, title or default, alt)
