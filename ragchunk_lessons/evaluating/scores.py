"""What an evaluation hands out: a score for every question, their means, and how sure the means are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..showing.number_table import NumberTable
from .questions import Question

METRICS: dict[str, str] = {
    "hit": "hit rate",
    "in_one": "in one result",
    "recall": "recall",
    "precision": "precision",
    "iou": "IoU",
}
"""The metrics by their field, with the names that tables show."""


@dataclass(frozen=True, slots=True)
class Score:
    """How one question fared. Every metric lies in [0, 1]; white space is not counted, and no character counts twice.

    Parameters
    ----------
    question : Question
    hit : float
        1 if every needed span was retrieved whole, by all results taken together; else 0.
    in_one : float
        1 if every needed span stands whole in a single result; else 0. Two spans may stand in two results.
    recall : float
        The retrieved share of the needed characters.
    precision : float
        The needed share of the retrieved characters; 0 where nothing was retrieved.
    iou : float
        Characters both needed and retrieved, as a share of those that are either: intersection over union.
    rank : int or None
        The place of the first result that holds a needed character.
    results : int
        How many results were read.
    characters : int
        The length of their texts together, repetitions and white space included: what a model would be sent.
    """

    question: Question
    hit: float
    in_one: float
    recall: float
    precision: float
    iou: float
    rank: int | None
    results: int
    characters: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of all questions, and their means.

    Parameters
    ----------
    rows : tuple of Score
        One for each question, in their order.
    k, budget : int or None
        The terms on which the results were read.
    """

    rows: tuple[Score, ...] = field(repr=False)
    k: int | None = None
    budget: int | None = None

    def values(self, metric: str) -> list[float]:
        """One number for each question, in their order.

        Raises
        ------
        ValueError
            If there is no such metric.
        """
        if metric not in METRICS and metric != "characters":
            raise ValueError(f"metric={metric!r} is none of {', '.join(METRICS)}, characters")
        return [float(getattr(row, metric)) for row in self.rows]

    @property
    def means(self) -> dict[str, float]:
        """Every metric's mean over the questions."""
        return {metric: sum(self.values(metric)) / len(self.rows) for metric in METRICS}

    @property
    def hit_rate(self) -> float:
        """The share of questions whose needed spans were all retrieved whole."""
        return self.means["hit"]

    @property
    def in_one(self) -> float:
        """The share of questions where every needed span stands whole in a single result."""
        return self.means["in_one"]

    @property
    def recall(self) -> float:
        """The mean recall."""
        return self.means["recall"]

    @property
    def precision(self) -> float:
        """The mean precision."""
        return self.means["precision"]

    @property
    def iou(self) -> float:
        """The mean intersection over union."""
        return self.means["iou"]

    @property
    def characters(self) -> float:
        """How many characters were read for a question, on average."""
        return sum(self.values("characters")) / len(self.rows)

    @property
    def terms(self) -> str:
        """How many questions, and on which terms, in words."""
        said = [f"{len(self.rows)} question{'' if len(self.rows) == 1 else 's'}"]
        said += [f"k = {self.k}"] * (self.k is not None)
        return ", ".join(said + [f"{self.budget} characters a question"] * (self.budget is not None))

    def interval(self, metric: str = "recall", **settings: Any) -> Any:
        """The mean of a metric with its bootstrap interval; ``settings`` are those of ``bootstrap``."""
        from .intervals import bootstrap

        return bootstrap(self.values(metric), **settings)

    def where(self, condition: Callable[[Score], bool]) -> Evaluation:
        """The same for the questions of one kind, such as ``lambda row: "code" in row.question.metadata["kind"]``.

        Raises
        ------
        ValueError
            If no question is left.
        """
        rows = tuple(row for row in self.rows if condition(row))
        if not rows:
            raise ValueError(f"the condition holds for none of the {len(self.rows)} questions")
        return Evaluation(rows, self.k, self.budget)

    def table(self) -> NumberTable:
        """The means with their 95 % intervals."""
        rows = []
        for metric, name in METRICS.items():
            found = self.interval(metric)
            rows.append([name, found.mean, f"{found.low:.2f} to {found.high:.2f}"])
        return NumberTable(["metric", "mean", "95 % interval"], rows, self.terms)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __repr__(self) -> str:
        said = ", ".join(f"{METRICS[metric]} {mean:.2f}" for metric, mean in self.means.items())
        return f"Evaluation({self.terms}: {said})"


def compare_evaluations(before: Evaluation, after: Evaluation, metric: str = "recall", **settings: Any) -> Any:
    """How much ``after`` is above ``before``, question by question, with its paired bootstrap interval.

    Parameters
    ----------
    before, after : Evaluation
        Of the same questions in the same order.
    metric : str
        One of ``METRICS``, or ``"characters"``.
    settings
        Those of ``paired_bootstrap``.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If the questions differ, or there is no such metric.
    """
    from .intervals import paired_bootstrap

    asked = [[(row.question.id, row.question.text) for row in one.rows] for one in (before, after)]
    if asked[0] != asked[1]:
        raise ValueError("the two evaluations are not about the same questions in the same order; score both with one")
    return paired_bootstrap(before.values(metric), after.values(metric), **settings)
