"""One splitter out of several, by a rule that can be read: what the audit says first, then the questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..showing.number_table import NumberTable
from .comparing import Comparison

_GENERAL = ("sentences", "recursive_cjk", "recursive", "characters")  # those without labels, finest rule first


@dataclass(frozen=True, slots=True)
class Choice:
    """Which splitter is taken, and for each of the others why it is not.

    Parameters
    ----------
    name : str
    reasons : dict of str to str
        For every splitter that was compared, in the order of the table.
    rows : tuple of tuple
        Its name, its damage, its mean score (None without questions) and the reason.
    metric : str
    """

    name: str
    reasons: dict[str, str]
    rows: tuple[tuple[Any, ...], ...]
    metric: str

    def table(self) -> NumberTable:
        """One line for each splitter; the column of scores only where there are any."""
        heads = ["splitter", "damage", self.metric, "verdict"]
        if all(row[2] is None for row in self.rows):
            return NumberTable([*heads[:2], heads[3]], [(*row[:2], row[3]) for row in self.rows])
        return NumberTable(heads, self.rows)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __repr__(self) -> str:
        return repr(self.table())


def damage(row: dict[str, Any]) -> int:
    """The damage in a row of a comparison: cuts inside words and sentences, and table rows without their header.

    Examples
    --------
    >>> damage({"cut_words": 2, "cut_sentences": 5, "tables_without_header": 1})
    8
    """
    return row["cut_words"] + (row["cut_sentences"] or 0) + row["tables_without_header"]


def choose_splitter(comparison: Comparison, scores: Any = None, metric: str = "recall") -> Choice:
    """The splitter that a careful reader of these tables would take.

    1. What is not ``ok`` is out.
    2. Where there are scores: what is surely below the best mean, by the paired interval, is out.
    3. Of the rest, the least damage counts.
    4. Of equals, one that labels its chunks (pages, rows, headings) comes first, then ``sentences``, ``recursive`` and
       ``characters``.

    Parameters
    ----------
    comparison : Comparison
        As ``compare_splitters`` gives it.
    scores : Sweep, optional
        Over the names of the splitters, as ``sweep`` gives it.
    metric : str
        What the scores are compared by.

    Returns
    -------
    Choice

    Raises
    ------
    TypeError
        If ``comparison`` is none.
    ValueError
        If no splitter is ``ok``, the scores are not about the same splitters, or there is no such metric.

    Examples
    --------
    >>> from ragchunk_lessons.evaluating.comparing import compare_splitters
    >>> choose_splitter(compare_splitters("One two. Three four.", ["characters", "sentences"], chunk_size=10)).name
    'sentences'
    """
    if not isinstance(comparison, Comparison):
        raise TypeError(f"comparison must be a Comparison, of compare_splitters, not {type(comparison).__name__}")
    rows = {row["splitter"]: row for row in comparison.rows}
    evaluations = {} if scores is None else {one.value: one.evaluation for one in scores.settings}
    if evaluations and set(evaluations) != set(rows):
        raise ValueError(f"the scores are about {sorted(evaluations)}, the comparison is about {sorted(rows)}")
    for one in evaluations.values():
        if metric not in one.means:
            raise ValueError(f"metric={metric!r} must be one of {', '.join(one.means)}")
    means = {name: one.means[metric] for name, one in evaluations.items()}
    reasons = {name: "not ok: read its audit" for name, row in rows.items() if not row["ok"]}
    left = [name for name in rows if name not in reasons]
    if not left:
        raise ValueError(f"none of {', '.join(rows)} is ok; read their audits")
    if evaluations:
        best = max(left, key=lambda name: means[name])
        reasons |= {name: f"finds less than {best}" for name in left if _surely_less(evaluations, name, best, metric)}
        left = [name for name in left if name not in reasons]
    least = min(damage(rows[name]) for name in left)
    reasons |= {name: f"more damage than {least}" for name in left if damage(rows[name]) > least}
    left = [name for name in left if name not in reasons]
    chosen = min(left, key=_preference)
    reasons |= {name: "chosen" if name == chosen else f"no better than {chosen}" for name in left}
    shown = tuple((name, damage(row), means.get(name), reasons[name]) for name, row in rows.items())
    return Choice(chosen, {name: reasons[name] for name in rows}, shown, metric)


def _surely_less(evaluations: dict[str, Any], name: str, best: str, metric: str) -> bool:
    from .scores import compare_evaluations

    return compare_evaluations(evaluations[best], evaluations[name], metric).high < 0


def _preference(name: str) -> int:
    """Splitters that label come first, in the order of the table; the general ones after them."""
    return _GENERAL.index(name) + 1 if name in _GENERAL else 0
