"""Lesson 5: what an overlap buys, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from ..auditing.overlap import probability_whole
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_INKS = ("cut", "a-ink", "b-ink", "hint")
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.6)), (0, (7, 2, 1.5, 2)))


@styled
def plot_overlap_probability(
    settings: Sequence[tuple[int, int]],
    dots: Sequence[tuple[int, int, int, float]] = (),
    *,
    unit: str = "characters",
    title: str | None = None,
) -> Plot:
    """How likely a sentence of each length is to be whole in some chunk, for up to four settings.

    Parameters
    ----------
    settings : sequence of (chunk_size, chunk_overlap)
    dots : sequence of (chunk_size, chunk_overlap, length, share)
        What was counted, drawn on the curve of its setting.
    unit : str
    title : str, optional

    Raises
    ------
    ValueError
        If there are no settings or more than four, or a dot belongs to none of them.

    Examples
    --------
    >>> plot_overlap_probability([(200, 50), (500, 50)])
    Plot('A sentence is sure to be whole only up to the overlap plus one.')
    """
    if not 1 <= len(settings) <= len(_INKS):
        raise ValueError(f"settings has {len(settings)} pairs; give 1 to {len(_INKS)}, or the figure cannot be read")
    pen = {tuple(setting): (COLOR[ink], dash) for setting, ink, dash in zip(settings, _INKS, _DASHES, strict=False)}
    for size, overlap, length, _ in dots:
        if (size, overlap) not in pen:
            raise ValueError(f"the dot ({size}, {overlap}, {length}) belongs to none of the settings {list(pen)}")
    for size, overlap in pen:
        probability_whole(1, size, overlap)  # refuses a setting that is none
    figure, axes = new_axes(height=3.1)
    widest = max(size for size, _ in pen)
    for (size, overlap), (height, side) in _places(list(pen)).items():
        color, dash = pen[size, overlap]
        axes.plot([1, overlap + 1, size + 1], [1, 1, 0], color=color, linestyle=dash, linewidth=2, clip_on=False)
        axes.annotate(
            f"{size}/{overlap}",
            (_crossing(size, overlap, height), height),
            xytext=(8, 6) if side > 0 else (-8, -3),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="center",
            color=color,
            weight="bold",
            zorder=3,
        )
    for setting, (color, _) in pen.items():
        own = [(length, share) for size, overlap, length, share in dots if (size, overlap) == setting]
        if own:
            axes.plot(*zip(*own, strict=True), "o", markersize=4.5, color=color, clip_on=False)
    axes.set_ylim(0, 1.04)
    axes.set_xlim(0, widest * 1.12)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel(f"length of the sentence in {unit}")
    about = "whole in some chunk, by size/overlap" + ("; dots: counted" if dots else "")
    axes.set_title(about, loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8)
    said = "; ".join(
        f"size {size}, overlap {overlap}: certain up to {overlap + 1}, a chance of one half near "
        f"{round((size + overlap) / 2) + 1}, never beyond {size}"
        for size, overlap in pen
    )
    alt = f"Falling lines, one a setting, in {unit}. {said}."
    if dots:
        off = max(abs(share - probability_whole(length, size, overlap)) for size, overlap, length, share in dots)
        alt += f" {len(dots)} counted dots lie at most {off:.2f} from their line."
    return Plot(figure, title or "A sentence is sure to be whole only up to the overlap plus one.", alt)


def _crossing(size: int, overlap: int, height: float) -> float:
    """The sentence length at which the falling part of a line has this height."""
    return size + 1 - height * (size - overlap)


def _places(settings: list[tuple[int, int]]) -> dict[tuple[int, int], tuple[float, int]]:
    """For each line the height and the side (1 right, -1 left) where its label has most room to the next line."""
    free = [0.52, 0.28, 0.76, 0.09]
    enough = 0.3 * max(settings)[0]
    places = {}
    for setting in sorted(settings, key=sum):

        def room(place: tuple[float, int], setting: tuple[int, int] = setting) -> float:
            height, side = place
            here = _crossing(*setting, height)
            gaps = [side * (_crossing(*other, height) - here) for other in settings if other != setting]
            gaps.append(here if side < 0 else 1.12 * max(settings)[0] - here)
            return min(enough, *(gap for gap in gaps if gap >= 0))

        places[setting] = max(((height, side) for height in free for side in (1, -1)), key=room)
        free.remove(places[setting][0])
    return places


@styled
def plot_cost(
    overlaps: Sequence[int],
    index_sizes: Sequence[float],
    whole: Sequence[float] | None = None,
    *,
    unit: str = "characters",
    title: str | None = None,
) -> Plot:
    """What an overlap costs in index size, and what it buys in whole sentences.

    Parameters
    ----------
    overlaps : sequence of n int
        In rising order, in ``unit``.
    index_sizes : sequence of n float
        The size of all chunks together, as a multiple of the text.
    whole : sequence of n float, optional
        The share of sentences, from 0 to 1, that stand whole in some chunk; drawn above, on the same overlaps.
    unit : str
    title : str, optional

    Raises
    ------
    ValueError
        If the sequences differ in length, or hold fewer than two numbers.

    Examples
    --------
    >>> plot_cost([0, 50, 100], [1.0, 1.3, 2.0], [0.4, 0.8, 0.9])
    Plot('From overlap 0 to 100, the index grows from 1.0× to 2.0×; whole sentences rise from 40 % to 90 %.')
    """
    if len(overlaps) != len(index_sizes) or len(overlaps) < 2 or (whole is not None and len(whole) != len(overlaps)):
        raise ValueError("overlaps, index_sizes and whole must hold the same number of values, at least 2")
    lines = [("index size, as a multiple of the text", index_sizes, "b-ink", lambda v: f"{v:.1f}×")]
    if whole is not None:
        lines.insert(0, ("sentences that are whole in some chunk", whole, "cut", lambda v: f"{100 * v:.0f} %"))
    figure, axes = new_axes(height=1.75 * len(lines) + 0.25)
    axes.remove()
    panels = figure.subplots(len(lines), sharex=True, squeeze=False)[:, 0]
    for panel, (name, values, color, say) in zip(panels, lines, strict=True):
        panel.plot(overlaps, values, color=COLOR[color], linewidth=2.2, marker="o", markersize=4, clip_on=False)
        bend = (len(overlaps) - 1) // 2
        for place in sorted({0, bend, len(overlaps) - 1}):
            panel.annotate(
                say(values[place]),
                (overlaps[place], values[place]),
                xytext=(0, 8),
                textcoords="offset points",
                ha={0: "left", len(overlaps) - 1: "right"}.get(place, "center"),
                va="bottom",
                color=COLOR[color],
                weight="bold",
            )
        low = 0 if say(0.5) == "50 %" else 1
        panel.set_ylim(low, low + (max(values) - low) * 1.3 if max(values) > low else low + 1)
        panel.set_xlim(overlaps[0], overlaps[-1])
        panel.set_yticks([])
        bare(panel, "left")
        panel.set_title(name, loc="left", fontsize=SMALL, color=COLOR["soft"], pad=6)
        panel.tick_params(length=3, pad=4)
    panels[-1].set_xlabel(f"overlap in {unit}")
    grows = f"the index grows from {index_sizes[0]:.1f}× to {index_sizes[-1]:.1f}×"
    rises = f"; whole sentences rise from {100 * whole[0]:.0f} % to {100 * whole[-1]:.0f} %" if whole else ""
    points = "; ".join(
        f"overlap {overlap}: {size:.2f}×" + (f" and {100 * whole[n]:.0f} % whole" if whole else "")
        for n, (overlap, size) in enumerate(zip(overlaps, index_sizes, strict=True))
    )
    default = f"From overlap {overlaps[0]} to {overlaps[-1]}, {grows}{rises}."
    return Plot(figure, title or default, f"{'Two lines' if whole else 'A line'} against overlap. {points}.")
