"""The page on speed: the figures of one run of the benchmark, as a figure and as tables.

Nothing is measured here. ``python -m benchmarks`` writes ``benchmarks/results.json``, and its content goes in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..showing.number_table import NumberTable
from ._frame import COLOR, SMALL, Plot, new_axes, styled

_SHORT = {"RecursiveCharacterTextSplitter": "recursive", "RecursiveDocumentSplitter": "recursive"}
_FAULT = "*"


def _rows(results: Mapping[str, Any], setting: str) -> list[Mapping[str, Any]]:
    rows = [row for row in results.get("peers", ()) if row["setting"] == setting]
    if not rows:
        known = sorted({row["setting"] for row in results.get("peers", ())})
        raise ValueError(f"setting {setting!r} is not in these results; choose {known}")
    return rows


def _name(row: Mapping[str, Any]) -> str:
    name = row["name"]
    for long, short in _SHORT.items():
        name = name.replace(long, short)
    return name


def _first(results: Mapping[str, Any]) -> str:
    return str(min(results["characters"]))


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


@styled
def plot_speed(results: Mapping[str, Any], setting: str, *, title: str | None = None) -> Plot:
    """How many times as long as ours each peer takes: a row a peer, a dot a shape of text, on a log axis.

    Parameters
    ----------
    results : mapping
        The content of ``benchmarks/results.json``. The shortest text is shown, which every peer was given.
    setting : str
        One of the settings in it.
    title : str, optional
        By default it counts how often ours is ahead.

    Raises
    ------
    ValueError
        If the setting is not in the results.

    Examples
    --------
    >>> row = {"setting": "s", "shape": "one line", "name": "A", "made_of": "pure Python", "ratio": {"100": 4.0}}
    >>> plot_speed({"characters": [100], "peers": [row]}, "s")
    Plot('Ours takes less time in 1 of 1 comparisons.')
    """
    rows, at = _rows(results, setting), _first(results)
    names = list(dict.fromkeys((_name(row), row["made_of"]) for row in rows))
    figure, axes = new_axes(height=1.0 + 0.52 * len(names))
    axes.axvline(1, color=COLOR["soft"], linewidth=1.5, linestyle="--")
    said, ahead, total = [], 0, 0
    for place, (name, made_of) in enumerate(names):
        values = [row["ratio"][at] for row in rows if _name(row) == name]
        ahead, total = ahead + sum(value > 1 for value in values), total + len(values)
        ink = COLOR["a-ink" if made_of == "pure Python" else "b-ink"]
        axes.plot([min(values), max(values)], [place, place], color=COLOR["line"], linewidth=2, zorder=1)
        marker = "o" if made_of == "pure Python" else "D"
        axes.plot(values, [place] * len(values), marker, color=ink, markersize=6, linestyle="none", zorder=2)
        axes.text(0.0, place - 0.3, f"{name} ({made_of})", transform=axes.get_yaxis_transform(), fontsize=SMALL)
        said.append(f"{name}, {made_of}: {_times(min(values))} to {_times(max(values))}")
    axes.set_xscale("log")
    axes.set_xlabel("time, as a multiple of ours (log scale)")
    axes.set_ylim(len(names) - 0.5, -0.85)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    ticks = [tick for tick in (0.1, 1, 10, 100, 1000, 10000) if axes.get_xlim()[0] <= tick <= axes.get_xlim()[1]]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    default = f"Ours takes less time in {ahead} of {total} comparisons."
    alt = "Dots on a log axis, right of a line at one where ours takes less time; round for pure Python, a diamond "
    return Plot(figure, title or default, alt + "for what is compiled in part or whole. " + "; ".join(said) + ".")


def speed_table(results: Mapping[str, Any], setting: str) -> NumberTable:
    """The time of each peer as a multiple of ours, a column a shape of text; below one the peer is faster.

    A star marks a peer that gave chunks over the limit on that text, and so did less.

    Raises
    ------
    ValueError
        If the setting is not in the results.

    Examples
    --------
    >>> row = {"setting": "9/0", "name": "B", "made_of": "compiled", "over_the_limit": 1}
    >>> rows = [row | {"shape": "one line", "ratio": {"5": 0.9}}, row | {"shape": "Chinese", "ratio": {"5": 12.0}}]
    >>> print(speed_table({"characters": [5], "peers": rows}, "9/0"))
    9/0; texts of 5 characters
    peer   made of  one line  Chinese
    B     compiled     0.90*      12*
    """
    rows, at = _rows(results, setting), _first(results)
    shapes = list(dict.fromkeys(row["shape"] for row in rows))
    found: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        fault = _FAULT if row.get("over_the_limit") else ""
        found.setdefault((_name(row), row["made_of"]), {})[row["shape"]] = _times(row["ratio"][at]) + fault
    body = [[*key, *(cells.get(shape) for shape in shapes)] for key, cells in found.items()]
    return NumberTable(["peer", "made of", *shapes], body, f"{setting}; texts of {int(at):,} characters")


def growth_table(results: Mapping[str, Any], setting: str) -> NumberTable:
    """How many times as long ten times the text takes, for the longest text of each peer and shape.

    A dash stands where a longer text was left out, since one run would have taken more than the budget.

    Raises
    ------
    ValueError
        If the setting is not in the results.
    """
    rows = _rows(results, setting)
    shapes = list(dict.fromkeys(row["shape"] for row in rows))
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        if row["growth"]:
            found.setdefault(_name(row), {})[row["shape"]] = list(row["growth"].values())[-1]
        else:
            found.setdefault(_name(row), {})
    body = [[name, *(cells.get(shape) for shape in shapes)] for name, cells in found.items()]
    return NumberTable(["peer", *shapes], body, "Time for ten times the text, as a multiple")


def units_table(results: Mapping[str, Any]) -> NumberTable:
    """The peers that count tokens or words, as multiples of ours that counts the same: a column a shape of text.

    A star marks chunks over the limit, as in ``speed_table``.

    Examples
    --------
    >>> row = {"setting": "9 words", "shape": "one line", "name": "A", "beside": "B", "unit": "words"}
    >>> print(units_table({"characters": [5], "peers": [row | {"ratio": {"5": 2.0}}]}))
    Tokens and words; texts of 5 characters
    setting  peer  beside  one line
    9 words     A       B      2.00
    """
    rows, at = [row for row in results["peers"] if row["unit"] != "characters"], _first(results)
    shapes = list(dict.fromkeys(row["shape"] for row in rows))
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in rows:
        fault = _FAULT if row.get("over_the_limit") else ""
        key = row["setting"], _name(row), row["beside"]
        found.setdefault(key, {})[row["shape"]] = _times(row["ratio"][at]) + fault
    body = [[*key, *(cells.get(shape) for shape in shapes)] for key, cells in found.items()]
    title = f"Tokens and words; texts of {int(at):,} characters"
    return NumberTable(["setting", "peer", "beside", *shapes], body, title)


def own_table(results: Mapping[str, Any]) -> NumberTable:
    """Every splitter of ours on its own kind of text: growth for ten times the text, and peak memory."""
    body = [[row["name"], row["growth"], row["peak"]] for row in results["own"]]
    heads = ["splitter", "time for ten times the text", "peak memory, times the text"]
    return NumberTable(heads, body, "Our splitters, each on its own kind of text")


def audit_table(results: Mapping[str, Any]) -> NumberTable:
    """An audit of a long text: growth, time beside the cutting, and memory as multiples of the text."""
    heads = ["audit of", "time for ten times the text", "times the cutting", "memory it takes", "with text and chunks"]
    body = [[row["name"], row["growth"], row["ratio"], row["peak"], row["resident"]] for row in results["audit"]]
    return NumberTable(heads, body, f"Audit of {results['audit'][0]['characters']:,} characters, memory in texts")
