"""Around the second pass: what it reads is counted, and its order is taken only where it has an opinion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import isnan
from numbers import Real
from typing import Any

import numpy as np

from ..document import whole
from ..retrieval import Hit
from .ranking import _distinct, rerank


class RememberingReranker:
    """A reranker that remembers the pairs it has read, and counts them.

    A pair's score does not depend on other pairs, so a pair that comes again need not be read again.

    Parameters
    ----------
    reranker : callable
        ``(query, list of n texts)`` gives n numbers that do not depend on each other.
    workers : int
        How many threads read at the same time, each a part of the list. Only for a reranker that may be called from
        several threads.

    Attributes
    ----------
    pairs : int
        How many pairs were read so far; a repeated one counts once.
    asked : int
        How many pairs were asked for so far, repetitions included.

    Raises
    ------
    TypeError
        If the reranker cannot be called or ``workers`` is not an ``int``.
    ValueError
        If ``workers < 1``.

    Examples
    --------
    >>> score = RememberingReranker(lambda query, texts: [len(text) for text in texts])
    >>> score("q", ["a", "bb", "a"]).tolist(), score.pairs, score.asked
    ([1.0, 2.0, 1.0], 2, 3)
    """

    def __init__(self, reranker: Callable[[str, list[str]], Any], workers: int = 1) -> None:
        if not callable(reranker):
            raise TypeError(f"reranker must be callable, such as load_reranker(), not {type(reranker).__name__}")
        if whole("workers", workers) < 1:
            raise ValueError(f"workers={workers} must be at least 1")
        self.reranker, self.workers = reranker, workers
        self.asked = 0
        self._scores: dict[tuple[str, str], float] = {}

    @property
    def pairs(self) -> int:
        """How many different pairs were read so far."""
        return len(self._scores)

    def __call__(self, query: str, texts: Sequence[str]) -> np.ndarray:
        """The scores of the texts, as the reranker gives them: an array of shape (n,), float64.

        Raises
        ------
        TypeError
            If ``texts`` is one ``str``.
        ValueError
            If the reranker gives another number of scores than there are texts.
        """
        if isinstance(texts, str):
            raise TypeError("texts must be a list of str, not one str; write [text] to judge a single text")
        self.asked += len(texts)
        new = [text for text in dict.fromkeys(texts) if (query, text) not in self._scores]
        if new:
            scores = self._read(query, new)
            self._scores.update(zip(((query, text) for text in new), scores.tolist(), strict=True))
        return np.array([self._scores[query, text] for text in texts], dtype=np.float64)

    def _read(self, query: str, texts: list[str]) -> np.ndarray:
        parts = [texts[start :: self.workers] for start in range(min(self.workers, len(texts)))]
        if len(parts) == 1:
            found = [self.reranker(query, texts)]
        else:
            with ThreadPoolExecutor(len(parts)) as pool:
                found = list(pool.map(self.reranker, [query] * len(parts), parts))
        scores = np.empty(len(texts))
        for start, (part, given) in enumerate(zip(parts, found, strict=True)):
            given = np.asarray(given, dtype=np.float64)
            if given.shape != (len(part),):
                raise ValueError(f"the reranker gave an array of shape {given.shape} for {len(part)} texts, not (n,)")
            scores[start :: self.workers] = given
        return scores

    def __repr__(self) -> str:
        return f"RememberingReranker({getattr(self.reranker, 'name', 'a reranker')}, {self.pairs} pairs read)"


@cache
def shared_reader() -> RememberingReranker:
    """The default reranker, remembering: one for the whole process, so that no lesson reads a pair twice."""
    from ..rerankers import load_reranker

    # Its session reads one pair at a time and lets go of the interpreter, so two threads read on two cores.
    return RememberingReranker(load_reranker(), workers=2)


def rerank_if_sure(
    query: str,
    hits: Sequence[Hit],
    reranker: Callable[[str, list[str]], Any],
    k: int | None = None,
    *,
    least: float = 0.0,
) -> list[Hit]:
    """The reranker's order if at least one candidate scores above ``least``; else the order of the first search.

    A logit above 0 says "this text answers the question". If no candidate gets there, the reranker has recognised none
    of them, and the order of its low scores says little.

    Parameters
    ----------
    query, hits, reranker, k
        As for ``rerank``.
    least : float
        In points of the reranker.

    Returns
    -------
    list of Hit
        Reranked, with the reranker's scores; or the first ``k`` hits as they came.

    Raises
    ------
    TypeError, ValueError
        As ``rerank``; if ``least`` is no number.

    Examples
    --------
    >>> from ..chunk import Chunk
    >>> hits = [Hit(Chunk("a", 0, 1), 0.9, 1), Hit(Chunk("abb", 2, 5), 0.8, 2)]
    >>> count = lambda query, texts: [text.count(query) for text in texts]
    >>> [[hit.chunk.text for hit in rerank_if_sure(query, hits, count)] for query in ("b", "c")]
    [['abb', 'a'], ['a', 'abb']]
    """
    if isinstance(least, bool) or not isinstance(least, Real):
        raise TypeError(f"least must be a number, not {type(least).__name__}")
    if isnan(least):
        raise ValueError("least is NaN; give a number, such as 0.0")
    hits = list(hits) if isinstance(hits, Iterable) else hits
    ranked = rerank(query, hits, reranker, k)
    return ranked if not ranked or ranked[0].score > least else list(hits)[:k]


def interleave(*rankings: Iterable[Hit]) -> list[Hit]:
    """Several lists as one, taken in turns: the first of each, then the second of each; a chunk comes once.

    Parameters
    ----------
    *rankings : iterables of Hit
        Best first.

    Raises
    ------
    TypeError
        If one of them holds anything but Hit.

    Returns
    -------
    list of Hit
        Scores and ranks are those that the hits came with.

    Examples
    --------
    >>> from ..chunk import Chunk
    >>> a, b, c = (Hit(Chunk(letter, at, at + 1), 0.5, 1) for at, letter in enumerate("abc"))
    >>> [hit.chunk.text for hit in interleave([a, b], [c, a])]
    ['a', 'c', 'b']
    """
    waiting = [_distinct(ranking, f"rankings[{number}]") for number, ranking in enumerate(rankings)]
    found: dict[str, Hit] = {}
    for place in range(max(map(len, waiting), default=0)):
        for ranking in waiting:
            if place < len(ranking):
                found.setdefault(ranking[place].chunk.id, ranking[place])
    return list(found.values())
