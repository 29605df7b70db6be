"""How long the chunks are: the quickest look at whether a cut did what was asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import fmean, quantiles

from ..chunk import Chunk
from ..showing.number_table import NumberTable


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of some chunks, in order of size.

    Parameters
    ----------
    values : tuple of int
        In the unit they were measured in.
    """

    values: tuple[int, ...] = field(repr=False)

    @property
    def count(self) -> int:
        """How many chunks there are; far more than expected is a sign of its own."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """The mean length."""
        return fmean(self.values)

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The lengths that a quarter, a half and three quarters of the chunks do not pass."""
        if len(self.values) == 1:
            return (float(self.values[0]),) * 3
        low, middle, high = quantiles(self.values, n=4, method="inclusive")
        return low, middle, high

    @property
    def median(self) -> float:
        """The length in the middle."""
        return self.quartiles[1]

    def share(self, low: float, high: float) -> float:
        """The share of chunks whose length lies from ``low`` to ``high``, both included.

        Raises
        ------
        ValueError
            If ``low`` is above ``high``.
        """
        if low > high:
            raise ValueError(f"low={low} is above high={high}; give the smaller one first")
        return sum(low <= value <= high for value in self.values) / len(self.values)

    def table(self) -> NumberTable:
        """Count, extremes, quartiles and mean as one row."""
        low, middle, high = self.quartiles
        heads = ["chunks", "shortest", "first quartile", "median", "third quartile", "longest", "mean"]
        row = [self.count, self.values[0], low, middle, high, self.values[-1], self.mean]
        return NumberTable(heads, [row], "Lengths of the chunks")

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __repr__(self) -> str:
        return f"Lengths({self.count} chunks, {self.values[0]} to {self.values[-1]}, median {self.median:g})"


def length_distribution(chunks: Iterable[Chunk | str], length_function: Callable[[str], int] = len) -> Lengths:
    """The lengths of the chunks, contexts included.

    Parameters
    ----------
    chunks : iterable of Chunk or str
    length_function : callable
        ``str -> int``; characters by default.

    Raises
    ------
    TypeError, ValueError
        If there are no chunks, or one is neither a Chunk nor a ``str``.

    Notes
    -----
    Source: one of two distributions that a guide to slicing strategies watches besides the hit rate, §5.

    Examples
    --------
    >>> length_distribution(["one", "three", "seven"])
    Lengths(3 chunks, 3 to 5, median 5)
    """
    if isinstance(chunks, (str, Chunk)):
        raise TypeError(f"chunks must be a list, not one {type(chunks).__name__}")
    texts = [getattr(chunk, "text", chunk) for chunk in chunks]
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"chunks[{number}] must be a Chunk or a str, not {type(text).__name__}")
    if not texts:
        raise ValueError("there are no chunks to measure; give at least one")
    return Lengths(tuple(sorted(length_function(text) for text in texts)))
