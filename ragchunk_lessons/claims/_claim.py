"""A claim is a row: what a source prints, the function that measures it here, and what must be true of the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._rows import Rows

Plain = dict[str, Any]

VERDICTS = ("reproduced", "corrected", "refuted", "not measurable here")

# The keys are those of the bibliography.
SOURCES = {
    "ragcourse": "RAG course notes, chunking chapter",
    "sliceguide": "Guide to slicing strategies",
    "fixednotes": "Notes on fixed-size chunks",
    "contextnotes": "RAG course notes, chapter on adding context",
}


@dataclass(frozen=True)
class Claim:
    """One published statement, and its test.

    Parameters
    ----------
    id : str
        A short name, such as ``"def-chars"``.
    key : str
        The source's key in the bibliography.
    place : str
        Where it stands in the source, such as ``"§3"``; may be empty.
    published : str
        What the source prints, in our words.
    verdict : str
        One of ``VERDICTS``.
    lesson : str
        The name of the lesson's page, such as ``"03_fixed_size"``; empty where no lesson shows it.
    measure : callable
        Measures it and gives a small dict of plain numbers, strings and lists.
    holds : callable
        Whether the verdict holds for such a dict. The tests assert it for every row.
    finding : str or callable
        One sentence in which every number comes from the dict: a template for ``str.format``, or a function.
    """

    id: str
    key: str
    place: str
    published: str
    verdict: str
    lesson: str
    measure: Callable[[], Plain] = field(repr=False)
    holds: Callable[[Mapping[str, Any]], bool] = field(repr=False)
    finding: str | Callable[[Mapping[str, Any]], str] = field(repr=False)

    @property
    def source(self) -> str:
        """The source in words, with the place in it."""
        return f"{SOURCES[self.key]}, {self.place}" if self.place else SOURCES[self.key]

    def say(self, measured: Mapping[str, Any]) -> str:
        """The finding as a sentence, for what was measured."""
        return self.finding(measured) if callable(self.finding) else self.finding.format(**measured)


ROWS: Rows[Claim] = Rows("a claim")


def claim(
    id: str,
    key: str,
    place: str,
    published: str,
    verdict: str,
    lesson: str,
    *,
    holds: Callable[[Mapping[str, Any]], bool],
    finding: str | Callable[[Mapping[str, Any]], str],
) -> Callable[[Callable[[], Plain]], Callable[[], Plain]]:
    """Make a row of the function below, which measures it.

    Raises
    ------
    ValueError
        If the id is taken, or the verdict or the source is not known.
    """
    if verdict not in VERDICTS:
        raise ValueError(f"verdict={verdict!r} must be one of {VERDICTS}")
    if key not in SOURCES:
        raise ValueError(f"key={key!r} must be one of {tuple(SOURCES)}")

    def register(function: Callable[[], Plain]) -> Callable[[], Plain]:
        ROWS.add(Claim(id, key, place, published, verdict, lesson, function, holds, finding))
        return function

    return register


def listed(items: Any) -> str:
    """A list in words: ``[1, 2, 3]`` as ``1, 2 and 3``.

    Examples
    --------
    >>> listed([1, 2, 3]), listed(["one"])
    ('1, 2 and 3', 'one')
    """
    items = [str(item) for item in items]
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
