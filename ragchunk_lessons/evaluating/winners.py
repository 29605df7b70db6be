"""The best of several settings looks better than it is: choose it on half of the questions, and ask the other half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..document import whole


@dataclass(frozen=True, slots=True)
class Choice:
    """What came of choosing a winner again and again, each time on another half of the questions.

    Parameters
    ----------
    seen : float
        The winner's mean on the half that chose it, averaged over the draws.
    unseen : float
        The same winner's mean on the other half.
    wins : tuple of (name, int)
        How often each setting was chosen, most often first. Of equals the first in the mapping is taken.
    repeats : int
    """

    seen: float
    unseen: float
    wins: tuple[tuple[Any, int], ...]
    repeats: int

    def __str__(self) -> str:
        return f"{self.seen:.2f} on the half that chose, {self.unseen:.2f} on the other"


def choose_on_half(values: Mapping[Any, Sequence[float]], *, repeats: int = 2000, seed: int = 0) -> Choice:
    """Choose the setting with the best mean on a random half of the questions, and look at it on the other half.

    Parameters
    ----------
    values : mapping
        For every setting one finite number a question, in the same order: ``evaluation.values("hit")``.
    repeats, seed : int
        How many halves are drawn; the same seed gives the same ones.

    Returns
    -------
    Choice

    Raises
    ------
    TypeError, ValueError
        If there are no settings, they differ in length, a value is not a finite number, there are fewer than two
        questions, or ``repeats < 1``.

    Examples
    --------
    >>> choose_on_half({"a": [0, 0, 0, 0], "b": [1, 1, 1, 1]}, repeats=10)
    Choice(seen=1.0, unseen=1.0, wins=(('b', 10),), repeats=10)
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"values must be a mapping from each setting to its numbers, not {type(values).__name__}")
    names = list(values)
    lengths = sorted({len(values[name]) for name in names})
    if len(lengths) != 1:
        raise ValueError(f"the settings have {lengths} values; give at least one, and the same questions for each")
    if lengths[0] < 2:
        raise ValueError(f"{lengths[0]} question cannot be halved; give at least two")
    repeats = whole("repeats", repeats)
    if repeats < 1:
        raise ValueError(f"repeats={repeats} must be at least 1")
    table = np.asarray([list(values[name]) for name in names], dtype=float)
    if table.ndim != 2 or not np.isfinite(table).all():
        bad = names[0] if table.ndim != 2 else names[int(np.flatnonzero(~np.isfinite(table).all(axis=1))[0])]
        raise ValueError(f"the values of {bad!r} are not all finite numbers; give one number for each question")
    draw, half = np.random.default_rng(seed), lengths[0] // 2
    seen = unseen = 0.0
    wins: Counter[Any] = Counter()
    for _ in range(repeats):
        order = draw.permutation(lengths[0])
        # Rounded, so that equal means are equal whatever the order of their sum.
        means = table[:, order[:half]].mean(axis=1).round(12)
        best = int(means.argmax())
        wins[names[best]] += 1
        seen += means[best]
        unseen += table[best, order[half:]].mean()
    return Choice(
        round(float(seen) / repeats, 12), round(float(unseen) / repeats, 12), tuple(wins.most_common()), repeats
    )
