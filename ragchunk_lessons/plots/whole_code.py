"""Lesson 8: how many definitions of a source stand whole in one chunk, by the size that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_INKS = ("loss", "a-ink", "b-ink", "hint")
_DASHES = ((0, (2, 1.6)), (0, (6, 2)), "-", (0, (7, 2, 1.5, 2)))


@styled
def plot_whole_definitions(
    sizes: Sequence[int], counts: Mapping[str, Sequence[int]], total: int, *, title: str | None = None
) -> Plot:
    """How many of the definitions are whole in some chunk, a line for each way of cutting.

    Parameters
    ----------
    sizes : sequence of int
        The sizes asked for, rising, in characters.
    counts : mapping from a name to a sequence of int
        One count for each size. At most four names; the last one is drawn as a full line if there are three.
    total : int
        How many definitions there are.
    title : str, optional

    Raises
    ------
    ValueError
        If there is no name or more than four, a name has another number of counts than there are sizes, or a count is
        not from 0 to ``total``.

    Examples
    --------
    >>> plot_whole_definitions([100, 200], {"ladder": [1, 1], "syntax tree": [1, 3]}, 3)
    Plot('At 200 characters, syntax tree keeps 3 of 3 definitions whole.')
    """
    if not 1 <= len(counts) <= len(_INKS):
        raise ValueError(f"counts has {len(counts)} names; give 1 to {len(_INKS)}, or the figure cannot be read")
    for name, values in counts.items():
        if len(values) != len(sizes) or not sizes:
            raise ValueError(f"{name!r} has {len(values)} counts for {len(sizes)} sizes; give one for each, and a size")
        if not all(0 <= value <= total for value in values):
            raise ValueError(f"a count of {name!r} is not from 0 to total={total}: {list(values)}")
    figure, axes = new_axes(height=2.9)
    width = sizes[-1] - sizes[0] or 1
    for (name, place), (values, ink, dash) in zip(
        _places(counts).items(), zip(counts.values(), _INKS, _DASHES, strict=False), strict=True
    ):
        axes.plot(sizes, values, color=COLOR[ink], linestyle=dash, linewidth=2, drawstyle="steps-post", clip_on=False)
        axes.text(
            sizes[-1] + width * 0.02,
            place,
            name,
            color=COLOR[ink],
            weight="bold",
            fontsize=SMALL,
            ha="left",
            va="center",
        )
    axes.set_xlim(sizes[0], sizes[-1] + width * 0.36)
    axes.set_xticks([size for number, size in enumerate(sizes) if number in (0, len(sizes) // 2, len(sizes) - 1)])
    axes.set_ylim(0, total * 1.04)
    axes.set_yticks(sorted({0, total // 2, total}))
    axes.yaxis.grid(True)
    bare(axes, "left")
    axes.tick_params(labelleft=True)
    axes.set_xlabel("chunk size asked for, in characters")
    axes.set_title(
        f"definitions whole in one chunk, of {total}", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=8
    )
    best = max(counts, key=lambda name: counts[name][-1])
    default = f"At {sizes[-1]} characters, {best} keeps {counts[best][-1]} of {total} definitions whole."
    said = "; ".join(f"{name}: {', '.join(map(str, values))}" for name, values in counts.items())
    alt = f"Lines by chunk size ({', '.join(map(str, sizes))} characters), definitions whole of {total}. {said}."
    return Plot(figure, title or default, alt)


def _places(counts: Mapping[str, Sequence[int]]) -> dict[str, float]:
    """The heights of the names at the right: those of the lines' ends, pushed apart where they would touch."""
    names = sorted(counts, key=lambda name: counts[name][-1])
    places: dict[str, float] = {}
    gap = 0.085 * max(max(values) for values in counts.values()) or 1
    reached = float("-inf")
    for name in names:
        reached = max(counts[name][-1], reached + gap)
        places[name] = reached
    return {name: places[name] for name in counts}
