"""Whether siblings are evidence: how often a parent holds an answer, by how many of its leaves were found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..chunk import Chunk
from ..retrieval import Hit
from ..searching.sources import source_of
from ..showing.number_table import NumberTable
from .questions import Question, load_questions


def sibling_evidence(found: Mapping[str, Sequence[Hit]], questions: Iterable[Question], asked: int) -> NumberTable:
    """A row for every number of leaves found in one parent: how many such parents, and the share with an answer.

    Parameters
    ----------
    found : mapping from the text of a question to its hits
        Leaves of ``split_parents``, best first.
    questions : iterable of Question
    asked : int
        How many hits of each question are looked at.

    Returns
    -------
    NumberTable

    Raises
    ------
    ValueError
        If a question has no hits here, ``asked < 1``, or a hit has no parent.

    Examples
    --------
    >>> from ragchunk_lessons.searching.parents import split_parents
    >>> leaves = split_parents("aaaa bbbb cccc dddd", 4, 2)
    >>> rows = [{"question": "b?", "answers": [{"start": 5, "end": 9, "text": "bbbb"}]}]
    >>> hits = [Hit(leaves[place], 0.5, rank) for rank, place in enumerate((0, 1, 3), 1)]
    >>> sibling_evidence({"b?": hits}, load_questions(rows), asked=3).rows
    ((1, 1, 0.0), (2, 1, 1.0))
    """
    if asked < 1:
        raise ValueError(f"asked={asked} must be at least 1")
    counts: dict[int, list[int]] = {}
    for question in load_questions(questions):
        if question.text not in found:
            raise ValueError(f"found has no hits for {question.text!r}")
        for siblings in _families(found[question.text][:asked]):
            count = counts.setdefault(len(siblings), [0, 0])
            count[0] += 1
            count[1] += _holds(next(iter(siblings.values())), question)
    rows = [[n, parents, holding / parents] for n, (parents, holding) in sorted(counts.items())]
    return NumberTable(["leaves found", "parents", "share with an answer"], rows, f"The first {asked} leaves found")


def _families(hits: Sequence[Hit]) -> Iterable[dict[int, Chunk]]:
    met: dict[tuple[str, int], dict[int, Chunk]] = {}
    for place, hit in enumerate(hits):
        labels = hit.chunk.metadata
        if "parent" not in labels or "leaf" not in labels:
            raise ValueError(f"hit {place} has no parent; cut the document with split_parents")
        met.setdefault((source_of(hit.chunk), labels["parent"]), {})[labels["leaf"]] = hit.chunk
    return met.values()


def _holds(leaf: Chunk, question: Question) -> bool:
    start, end = leaf.metadata["parent_start"], leaf.metadata["parent_end"]
    return any(a.source == source_of(leaf) and a.start < end and start < a.end for a in question.answers)
