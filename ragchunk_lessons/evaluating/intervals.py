"""How sure a mean is: the questions are drawn again and again, with replacement, and the mean is taken each time.

An interval says how much the mean would move with another set of questions of the same kind. It says nothing of other
documents or other models.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..document import whole

# Draws are made in blocks of about this many numbers, so that many questions do not need much memory.
_BLOCK = 1_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the interval around it.

    Parameters
    ----------
    mean : float
    low, high : float
        The percentile interval. It has no width where all values are equal, which is a limit of the method.
    n : int
        How many questions it rests on.
    level : float
        The share of the drawn means that lie inside, such as 0.95.
    repeats : int
        How often the questions were drawn.
    """

    mean: float
    low: float
    high: float
    n: int
    level: float
    repeats: int

    @property
    def excludes_zero(self) -> bool:
        """Whether 0 lies outside: for a difference, whether these questions can tell the two apart."""
        return not self.low <= 0 <= self.high

    def __str__(self) -> str:
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]"


def bootstrap(values: Iterable[float], *, level: float = 0.95, repeats: int = 10_000, seed: int = 0) -> Interval:
    """The mean of the values with its percentile bootstrap interval; the same seed gives the same interval.

    Parameters
    ----------
    values : iterable of n float
        One for each question.
    level : float
        Between 0 and 1.
    repeats : int
    seed : int

    Raises
    ------
    TypeError, ValueError
        If there are no values, one is not a finite number, or a setting is out of its range.

    Examples
    --------
    >>> print(bootstrap([1, 1, 0, 1]))
    0.75 [0.25, 1.00]
    """
    numbers = np.asarray(list(values), dtype=float)
    if numbers.ndim != 1 or not len(numbers):
        raise ValueError(f"values has shape {numbers.shape}; give one number for each question, at least one")
    if not np.isfinite(numbers).all():
        raise ValueError(f"values[{int(np.flatnonzero(~np.isfinite(numbers))[0])}] is not a finite number")
    if not 0 < level < 1:
        raise ValueError(f"level={level} must lie between 0 and 1, such as 0.95")
    repeats = whole("repeats", repeats)
    if repeats < 1:
        raise ValueError(f"repeats={repeats} must be at least 1")
    draw, n = np.random.default_rng(seed), len(numbers)
    block = max(1, _BLOCK // n)
    means = np.concatenate(
        [
            numbers[draw.integers(0, n, (min(block, repeats - done), n))].mean(axis=1)
            for done in range(0, repeats, block)
        ]
    )
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    # Sums in another order differ in the last bits; rounding them off lets the mean lie inside its interval.
    mean, low, high = (round(float(value), 12) for value in (numbers.mean(), low, high))
    return Interval(mean, low, high, n, level, repeats)


def paired_bootstrap(
    one: Iterable[float], other: Iterable[float], *, level: float = 0.95, repeats: int = 10_000, seed: int = 0
) -> Interval:
    """How much ``other`` is above ``one``, question by question, with its interval.

    The two must be about the same questions in the same order. Some questions are hard for every setting; taking the
    difference on each of them first leaves that out, so the interval is narrower than two separate ones suggest.

    Raises
    ------
    TypeError, ValueError
        If the two differ in length, or as ``bootstrap``.

    Examples
    --------
    >>> print(paired_bootstrap([0, 1, 0, 0.5], [0.5, 1, 0.5, 1]))
    0.38 [0.12, 0.50]
    """
    before, after = list(one), list(other)
    if len(before) != len(after):
        raise ValueError(f"{len(before)} and {len(after)} values cannot be paired; score the same questions with both")
    return bootstrap([b - a for a, b in zip(before, after, strict=True)], level=level, repeats=repeats, seed=seed)
