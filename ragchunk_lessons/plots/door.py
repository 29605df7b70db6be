"""Lesson 13: what a model does not read, and how much text fits into what it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_answer_past_limit(
    places: Sequence[int],
    similarities: Sequence[float],
    limit: int,
    without: float,
    title: str | None = None,
) -> Plot:
    """How near a text lies to a question as the answer in it moves past the limit of the model.

    Parameters
    ----------
    places : sequence of n int
        How many tokens stand before the answer, in rising order.
    similarities : sequence of n float
        Of the text to the question, with the answer at that place.
    limit : int
        How many tokens the model reads.
    without : float
        The similarity of the same text without the answer.
    title : str, optional
        A sentence; by default it names the similarity before the limit and behind it.

    Raises
    ------
    ValueError
        If the two differ in length, the places do not rise, or none lies on one side of the limit.

    Examples
    --------
    >>> plot_answer_past_limit([0, 200, 300], [0.5, 0.4, 0.1], 256, 0.1)
    Plot('Behind token 256 the answer counts for nothing: 0.40 before, 0.10 behind.')
    """
    places, similarities = [int(place) for place in places], [float(value) for value in similarities]
    if len(places) != len(similarities):
        raise ValueError(f"places has {len(places)} numbers and similarities has {len(similarities)}; give as many")
    if any(one >= other for one, other in pairwise(places)):
        raise ValueError("places must rise from one to the next; sort them")
    seen = [number for number, place in enumerate(places) if place < limit]
    unseen = [number for number, place in enumerate(places) if place >= limit]
    if not seen or not unseen:
        raise ValueError(f"limit={limit} must lie between the places, which go from {places[0]} to {places[-1]}")
    figure, axes = new_axes(height=2.9)
    axes.axvspan(limit, places[-1], color=COLOR["line"], alpha=0.45, linewidth=0)
    axes.axvline(limit, color=COLOR["hint"], linewidth=1.6, linestyle=(0, (2, 2)))
    axes.axhline(without, color=COLOR["soft"], linewidth=1.2, linestyle=(0, (4, 3)))
    axes.plot(places, similarities, color=COLOR["line"], linewidth=1.2)
    for numbers, color in ((seen, "cut"), (unseen, "loss")):
        xs, ys = [places[number] for number in numbers], [similarities[number] for number in numbers]
        axes.plot(xs, ys, color=COLOR[color], linewidth=2.2, marker="o", markersize=4.5)
    top = max(*similarities, without)
    axes.text(limit - 6, top * 1.2, "read", ha="right", va="top", color=COLOR["cut"], weight="bold")
    axes.text(limit + 6, top * 1.2, "not read", ha="left", va="top", color=COLOR["loss"], weight="bold")
    axes.text(places[0], without + 0.015, f"without the answer: {without:.2f}", va="bottom", fontsize=SMALL)
    axes.set_ylim(min(0, *similarities, without), top * 1.24)
    axes.set_xlim(min(0, places[0]) - 6, places[-1] + 6)
    axes.set_xticks([place for place in range(0, places[-1] + 1, 128)])
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("tokens before the answer")
    axes.set_title("similarity to the question", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    last, first = similarities[seen[-1]], similarities[unseen[0]]
    alt = (
        f"A line of {len(places)} points. With the answer after {places[0]} to {places[seen[-1]]} tokens the "
        f"similarity lies between {min(similarities[n] for n in seen):.2f} and "
        f"{max(similarities[n] for n in seen):.2f}. From {places[unseen[0]]} tokens on it lies between "
        f"{min(similarities[n] for n in unseen):.2f} and {max(similarities[n] for n in unseen):.2f}. "
        f"A dashed line at {without:.2f} is the text without the answer."
    )
    said = f"Behind token {limit} the answer counts for nothing: {last:.2f} before, {first:.2f} behind."
    return Plot(figure, title or said, alt)


@styled
def plot_room_in_tokens(characters: Mapping[str, int], tokens: int, title: str | None = None) -> Plot:
    """How many characters of each kind of text a number of tokens holds, as bars.

    Parameters
    ----------
    characters : mapping from a kind of text to its characters
        In the order in which the bars are to stand.
    tokens : int
    title : str, optional
        A sentence; by default it names the most and the least.

    Raises
    ------
    ValueError
        If there is no kind, or a number is not positive.

    Examples
    --------
    >>> plot_room_in_tokens({"prose": 1200, "codes": 400}, 256)
    Plot('256 tokens hold 1200 characters of prose, or 400 of codes.')
    """
    if not characters or min(characters.values()) < 1:
        raise ValueError(f"characters={dict(characters)!r} must name at least one kind, each with a positive number")
    most, least = max(characters, key=characters.get), min(characters, key=characters.get)
    figure, axes = new_axes(height=0.3 + 0.62 * len(characters))
    for row, (kind, count) in enumerate(characters.items()):
        axes.barh(row, count, height=0.3, color=COLOR["loss" if kind == least else "a-ink"])
        axes.text(0, row - 0.22, kind, ha="left", va="bottom")
        axes.text(count + characters[most] * 0.015, row, f"{count}", ha="left", va="center", weight="bold")
    axes.set_ylim(len(characters) - 0.6, -0.75)
    axes.set_xlim(0, characters[most] * 1.14)
    bare(axes, "left", "bottom")
    said = ", ".join(f"{kind}: {count}" for kind, count in characters.items())
    alt = f"Bars of the characters that {tokens} tokens hold. {said}."
    default = f"{tokens} tokens hold {characters[most]} characters of {most}, or {characters[least]} of {least}."
    return Plot(figure, title or default, alt)
