"""Lesson 11: which inputs come out of which library undamaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..peer_cases import OURS
from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@styled
def plot_damage(survey: Mapping[str, Mapping[str, Sequence[str] | None]], title: str | None = None) -> Plot:
    """A row for each input, a column for each library: a ring without damage, a square with the kinds counted.

    Parameters
    ----------
    survey : dict of dict
        For each input and library the kinds of damage, as ``peer_cases.survey`` gives them; None where the library
        was not run.
    title : str, optional
        A sentence; by default it counts the runs of the libraries, and leaves out those of this package.

    Raises
    ------
    ValueError
        If there is no input or no library, or the rows do not name the same libraries.

    Examples
    --------
    >>> plot_damage({"table": {"one": ["no header"], "two": []}, "emoji": {"one": ["lost"], "two": None}})
    Plot('Of 3 runs of two libraries, 2 come out damaged.')
    """
    libraries = list(next(iter(survey.values()), {}))
    if not libraries or any(list(row) != libraries for row in survey.values()):
        raise ValueError("survey must hold at least one input, and each row the same libraries")
    figure, axes = new_axes(height=1.5 + 0.34 * len(survey))
    for y, row in enumerate(survey.values()):
        axes.axhline(y, color=COLOR["line"], linewidth=0.8, zorder=0)
        for x, library in enumerate(libraries):
            kinds = row[library]
            if kinds is None:
                continue
            if kinds:
                axes.plot(x, y, marker="s", markersize=17, color=COLOR["loss-soft"], markeredgecolor=COLOR["loss"])
                style = {"ha": "center", "va": "center_baseline", "weight": "bold", "color": COLOR["loss"]}
                axes.text(x, y, str(len(kinds)), fontsize=SMALL, **style)
            else:
                axes.plot(x, y, marker="o", markersize=9, color=COLOR["paper"], markeredgecolor=COLOR["cut"], mew=2)
    axes.set_yticks(range(len(survey)), list(survey), color=COLOR["ink"])
    axes.set_xticks(range(len(libraries)), libraries, rotation=40, ha="left", rotation_mode="anchor")
    axes.tick_params(axis="x", labelcolor=COLOR["ink"])
    axes.xaxis.tick_top()
    axes.set_xlim(-0.6, len(libraries) - 0.1)
    axes.set_ylim(len(survey) - 0.4, -0.6)
    for side in ("left", "bottom", "top"):
        axes.spines[side].set_visible(False)
    bare(axes, "bottom")
    axes.tick_params(length=0)
    theirs = [library for library in libraries if library != OURS] or libraries
    runs = [row[library] for row in survey.values() for library in theirs if row[library] is not None]
    said = []
    for library in libraries:
        ran = {name: row[library] for name, row in survey.items() if row[library] is not None}
        hurt = [f"{name} ({', '.join(kinds)})" for name, kinds in ran.items() if kinds]
        said.append(
            f"{library}: {len(ran) - len(hurt)} of {len(ran)} undamaged" + (f"; {', '.join(hurt)}" if hurt else "")
        )
    damaged = sum(bool(kinds) for kinds in runs)
    number = _WORDS[len(theirs)] if len(theirs) < len(_WORDS) else len(theirs)
    kind = "library" if len(theirs) == 1 else "libraries"
    default = f"Of {len(runs)} runs of {number} {kind}, {damaged} come out damaged."
    return Plot(figure, title or default, f"Inputs by libraries, kinds of damage counted. {'. '.join(said)}.")
