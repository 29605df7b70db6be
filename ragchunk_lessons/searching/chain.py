"""The whole way of one question, with the list of every stage kept: search, second pass, parents, neighbours.

A pipeline that gives only its last list hides where an answer was lost. Here each stage can be asked for its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..chunk import Chunk
from ..retrieval import Hit
from ..showing.number_table import NumberTable
from ..splitters._common import whole_number
from .neighbours import add_neighbours
from .parents import merge_parents
from .ranking import rerank
from .sources import source_of

STAGES: tuple[str, ...] = ("first search", "reranked", "merged", "handed over")
"""The names of the stages, in their order."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One list on the way of a question.

    Parameters
    ----------
    name : str
    hits : tuple of Hit
        Best first.
    shown : int
        How many of them a table shows.
    """

    name: str
    hits: tuple[Hit, ...] = field(repr=False)
    shown: int = 5

    @property
    def characters(self) -> int:
        """The length of all texts of this stage together."""
        return sum(len(hit.chunk.text) for hit in self.hits)

    def place(self, chunk: Chunk) -> int | None:
        """The place, from 1, of the first result that holds this chunk whole; None if none does."""
        for place, hit in enumerate(self.hits, 1):
            if _holds(hit.chunk, chunk):
                return place
        return None


def run_stages(
    query: str,
    search: Any,
    reranker: Callable[[str, list[str]], np.ndarray],
    *,
    pool: int = 20,
    keep: int = 5,
    threshold: int = 2,
    results: int = 3,
    neighbours: int = 1,
) -> list[Stage]:
    """Search, rerank, merge siblings into parents, add neighbours; and the list after each of the four.

    Parameters
    ----------
    query : str
    search : ChunkIndex or callable
        Has ``search(query, k)``, or is such a function itself. Its chunks are leaves of ``split_parents``.
    reranker : callable
        As for ``rerank``.
    pool : int
        How many leaves the first search gives to the reranker. What is not among them is lost for good.
    keep : int
        How many reranked leaves are looked at for siblings.
    threshold : int
        As for ``merge_parents``.
    results : int
        How many results are kept after merging.
    neighbours : int
        How many leaves on either side of a result are handed over with it; 0 for none.

    Returns
    -------
    list of Stage
        Named as in ``STAGES``.

    Raises
    ------
    TypeError, ValueError
        If ``search`` is neither index nor function, a number is below 1 (``neighbours``: below 0), or as ``rerank`` and
        ``merge_parents``.

    Notes
    -----
    Source: the walkthrough of a RAG course's chapter on context, §8. It adds parents or neighbours; here are both.

    Examples
    --------
    >>> from ragchunk_lessons.context import split_parents
    >>> leaves = split_parents("pump oil. E-17: stop. pump seal. fan belt.", 12, 2)
    >>> found = lambda query, k: [Hit(leaf, 0.5, rank) for rank, leaf in enumerate(leaves, 1)][:k]
    >>> codes = lambda query, texts: [text.count(query) for text in texts]
    >>> stages = run_stages("E-17", found, codes, keep=1, neighbours=0)
    >>> [(stage.name, stage.place(leaves[1])) for stage in stages]
    [('first search', 2), ('reranked', 1), ('merged', 1), ('handed over', 1)]
    """
    for name, value in (("pool", pool), ("keep", keep), ("threshold", threshold), ("results", results)):
        whole_number(name, value, 1)
    whole_number("neighbours", neighbours, 0)
    ask = getattr(search, "search", search)
    if not callable(ask):
        raise TypeError(f"search must have search(query, k) or be such a function, not {type(search).__name__}")
    found = list(ask(query, pool))[:pool]
    ranked = rerank(query, found, reranker)
    merged = merge_parents(ranked[:keep], threshold)
    handed = add_neighbours(merged[:results], neighbours) if neighbours else merged[:results]
    lists = (found, ranked, merged, handed)
    shown = (keep, results, results, results)
    return [Stage(name, tuple(hits), count) for name, hits, count in zip(STAGES, lists, shown, strict=True)]


def stage_table(stages: Sequence[Stage], needed: Chunk, caption: str = "") -> NumberTable:
    """A row for each stage: its first results, and the place of the leaf that is needed.

    Parameters
    ----------
    stages : sequence of Stage
    needed : Chunk
        The leaf that answers. A result that holds it is marked with a star.
    caption : str

    Returns
    -------
    NumberTable
        A leaf is shown by its number, a parent as ``parent 2``, a window as its first and last leaf, ``5–7``.

    Raises
    ------
    ValueError
        If there are no stages.

    Examples
    --------
    >>> from ragchunk_lessons.context import split_parents
    >>> leaves = split_parents("one two. three four. five six.", 12, 2)
    >>> hits = tuple(Hit(leaves[number], 0.5, rank) for rank, number in enumerate((2, 0), 1))
    >>> print(stage_table([Stage("first search", hits)], leaves[0]))
    stage         results  first of them  place
    first search        2           3 1*      2
    """
    if not stages:
        raise ValueError("stages is empty; give those of run_stages")
    rows = []
    for stage in stages:
        first = [_name(hit.chunk) + "*" * _holds(hit.chunk, needed) for hit in stage.hits[: stage.shown]]
        apart = " " if all("leaf" in hit.chunk.metadata for hit in stage.hits[: stage.shown]) else ", "
        rows.append([stage.name, len(stage.hits), apart.join(first), stage.place(needed)])
    return NumberTable(["stage", "results", "first of them", "place"], rows, caption)


def _name(chunk: Chunk) -> str:
    labels = chunk.metadata
    if "window" in labels:
        return "–".join(map(str, labels["window"]))
    if "leaf" in labels:
        return str(labels["leaf"])
    return f"parent {labels['parent']}" if "parent" in labels else f"[{chunk.start}:{chunk.end}]"


def _holds(result: Chunk, leaf: Chunk) -> bool:
    return source_of(result) == source_of(leaf) and result.start <= leaf.start and leaf.end <= result.end
