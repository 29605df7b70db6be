"""Lesson 23: which documents one worker takes at a time, and what can be won by more workers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..document import whole
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_A_ROW = 20


@styled
def plot_parts(
    documents: int, size: int, bad: Collection[int] = (), lost: Collection[int] = (), *, title: str | None = None
) -> Plot:
    """One cell for each document, in the tint of its part; what is lost is empty with a red rim.

    Parameters
    ----------
    documents : int
        How many there are.
    size : int
        Documents in a part.
    bad : collection of int
        Documents, from 0, that end their worker: marked by a cross.
    lost : collection of int
        Documents, from 0, that are in no result.
    title : str, optional

    Raises
    ------
    ValueError
        If a number is below 1, or names a document that is not there.

    Examples
    --------
    >>> plot_parts(40, 10, bad=[27], lost=range(20, 30))
    Plot('1 document ends its worker, and 10 of 40 are lost.')
    """
    if whole("documents", documents) < 1 or whole("size", size) < 1:
        raise ValueError(f"documents={documents} and size={size} must be at least 1")
    wrong = [number for number in (*bad, *lost) if not 0 <= number < documents]
    if wrong:
        raise ValueError(f"there is no document {wrong[0]}; give numbers from 0 to {documents - 1}")
    rows = -(-documents // _A_ROW)
    figure, axes = new_axes(height=0.42 * rows + 0.15)
    for number in range(documents):
        tint = "ab"[number // size % 2]
        top, left = divmod(number, _A_ROW)
        face, edge = ("none", COLOR["loss"]) if number in lost else (COLOR[tint], COLOR[f"{tint}-ink"])
        axes.barh(top, 0.84, left=left + 0.08, height=0.66, facecolor=face, edgecolor=edge, linewidth=1.2)
        if number in bad:
            axes.plot(left + 0.5, top, "x", color=COLOR["loss"], markersize=8, markeredgewidth=2)
    axes.set_xlim(-0.1, min(documents, _A_ROW) + 0.1)
    axes.set_ylim(rows - 0.5, -0.5)
    bare(axes, "left", "bottom")
    guilty = f"{len(bad)} document{'s' * (len(bad) != 1)} end{'s' * (len(bad) == 1)} its worker, and "
    default = f"{guilty if bad else ''}{len(lost)} of {documents} {'is' if len(lost) == 1 else 'are'} lost."
    names = ", ".join(str(number + 1) for number in sorted(bad)) or "none"
    said = f"{documents} cells in parts of {size}, in alternating tints; ends its worker: {names}; lost: {_runs(lost)}."
    return Plot(figure, title or default, said)


@styled
def plot_speed_up(serial: Sequence[float] = (0.01, 0.1), most: int = 16, *, title: str | None = None) -> Plot:
    """How many times as fast some workers can be, if a share of the work cannot be parted (Amdahl's law).

    Parameters
    ----------
    serial : sequence of float
        Shares from 0 to 1 of the work that one process does alone.
    most : int
        The largest number of workers.
    title : str, optional

    Raises
    ------
    ValueError
        If a share is not from 0 to 1, or ``most`` is below 2.

    Notes
    -----
    Source: G. M. Amdahl, "Validity of the single processor approach to achieving large scale computing capabilities",
    1967.

    Examples
    --------
    >>> plot_speed_up([0.1], 8)
    Plot('With 10 % of the work in one process, 8 workers are at most 4.7 times as fast.')
    """
    if whole("most", most) < 2:
        raise ValueError(f"most={most} must be at least 2")
    if not serial or not all(0 <= share <= 1 for share in serial):
        raise ValueError(f"serial={list(serial)!r} must be shares from 0 to 1")
    workers = list(range(1, most + 1))
    figure, axes = new_axes(height=2.6)
    axes.plot(workers, workers, color=COLOR["line"], linewidth=1.5)
    axes.text(most, most, " 0 %", ha="left", va="center", fontsize=SMALL, color=COLOR["soft"])
    said = []
    for number, share in enumerate(serial):
        times = [speed_up(count, share) for count in workers]
        axes.plot(
            workers, times, color=COLOR["ab"[number % 2] + "-ink"], linewidth=2, linestyle="-" if number % 2 else "--"
        )
        axes.text(most, times[-1], f" {100 * share:g} %", ha="left", va="center", fontsize=SMALL)
        said.append(f"with {100 * share:g} % in one process, {times[-1]:.1f} times at {most} workers")
    axes.set_xlabel("workers")
    axes.set_ylabel("times as fast")
    axes.set_xlim(1, most * 1.12)
    axes.set_ylim(0, most * 1.05)
    last = speed_up(most, max(serial))
    default = (
        f"With {100 * max(serial):g} % of the work in one process, {most} workers are at most {last:.1f} times as fast."
    )
    return Plot(figure, title or default, f"Curves that bend down from the straight line; {'; '.join(said)}.")


def speed_up(workers: int, serial: float) -> float:
    """How many times as fast, at most.

    Examples
    --------
    >>> speed_up(2, 0.0), round(speed_up(2, 0.1), 2)
    (2.0, 1.82)
    """
    return 1 / (serial + (1 - serial) / workers)


def _runs(numbers: Collection[int]) -> str:
    """Numbers from 1 in runs, such as ``21 to 30``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{low + 1} to {high + 1}" if low < high else f"{low + 1}" for low, high in runs) or "none"
