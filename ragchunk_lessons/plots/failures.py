"""Lesson 20: five failures on one scale, before and after the cure."""

from __future__ import annotations

from collections.abc import Sequence

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled


@styled
def plot_before_after(rows: Sequence[tuple[str, float, float]], title: str | None = None) -> Plot:
    """One line for each cure, from the share before it to the share after it.

    Parameters
    ----------
    rows : sequence of (name, before, after)
        Shares from 0 to 1, the first row on top.
    title : str, optional
        A sentence; by default it counts the cures that helped and names the largest step.

    Raises
    ------
    ValueError
        If there is no row, or a share lies outside 0 to 1.

    Examples
    --------
    >>> plot_before_after([("half a table", 0.2, 0.4), ("short chunks", 0.5, 0.5)])
    Plot('1 of 2 cures helped, most of all against “half a table”: from 0.20 to 0.40.')
    """
    rows = [(str(name), float(before), float(after)) for name, before, after in rows]
    if not rows:
        raise ValueError("rows is empty; give at least one (name, before, after)")
    for name, *shares in rows:
        for share in shares:
            if not 0 <= share <= 1:
                raise ValueError(f"row {name!r} has {share}, which is no share from 0 to 1")
    figure, axes = new_axes(height=0.75 + 0.58 * len(rows))
    for place, (name, before, after) in enumerate(rows):
        axes.plot([0, 1], [place, place], color=COLOR["line"], linewidth=1)
        axes.text(0, place - 0.22, name, ha="left", va="bottom", fontsize=SMALL)
        axes.plot([before, after], [place, place], color=COLOR["a-ink"], linewidth=3)
        axes.plot(before, place, marker="o", markersize=8, color=COLOR["loss"], markerfacecolor=COLOR["paper"], mew=2)
        axes.plot(after, place, marker="o", markersize=9, color=COLOR["a-ink"])
        to_right = after >= before
        for share, right, color in ((before, not to_right, "loss"), (after, to_right, "a-ink")):
            # At the left end of the scale there is no room for a number; it goes below its dot.
            inside = not right and share < 0.12
            axes.annotate(
                f"{share:.2f}",
                (share, place),
                (0, -9) if inside else (9 if right else -9, 0),
                textcoords="offset points",
                ha="center" if inside else "left" if right else "right",
                va="top" if inside else "center",
                color=COLOR[color],
                weight="bold",
            )
    axes.set_xlim(-0.03, 1.13)
    axes.set_ylim(len(rows) - 0.35, -0.95)
    axes.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    bare(axes, "left")
    axes.spines["bottom"].set_visible(False)
    axes.set_title("○ before   ● after the cure", loc="left", fontsize=SMALL, color=COLOR["soft"], pad=6)
    steps = [(after - before, name, before, after) for name, before, after in rows]
    better = sum(step > 0 for step, *_ in steps)
    _, most, before, after = max(steps, key=lambda step: step[0])
    default = f"{better} of {len(rows)} cures helped"
    default += f", most of all against “{most}”: from {before:.2f} to {after:.2f}." if better else "."
    said = "; ".join(f"{name}: {before:.2f} before, {after:.2f} after" for name, before, after in rows)
    return Plot(figure, title or default, f"A scale from 0 to 1 with two dots for each of {len(rows)} rows. {said}.")
