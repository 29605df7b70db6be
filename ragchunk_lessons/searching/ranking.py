"""From lists of hits to one better list: several searches fused, or one list read again by a reranker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum

import numpy as np

from ..chunk import Chunk
from ..retrieval import _DECIMALS, Hit
from .checks import check_k


def fuse(rankings: Iterable[Sequence[Hit]], k: int = 60) -> list[Hit]:
    """Reciprocal rank fusion: a chunk gets ``1 / (k + place)`` from every list that holds it.

    Only places count, so lists whose scores mean different things can be fused. A chunk that several lists hold
    stands once in the result, known by its id.

    Parameters
    ----------
    rankings : iterable of lists of Hit
        Best first. Of a chunk that stands twice in one list the better place counts.
    k : int
        The larger, the less the first places stand out. 60 is the value of the paper.

    Returns
    -------
    list of Hit
        All chunks, best first; ``score`` is the sum. Of two with the same sum the one with the better place in any
        list comes first, then the one whose text comes first (by source, start, end, id): the order of the lists
        does not matter.

    Raises
    ------
    TypeError
        If ``rankings`` is one list of hits, a list holds anything but Hit, or ``k`` is not an ``int``.
    ValueError
        If ``k < 1``.

    Source: Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning
    methods", SIGIR 2009.

    Examples
    --------
    >>> a, b, c = (Hit(Chunk(letter, at, at + 1), 0.5, 1) for at, letter in enumerate("abc"))
    >>> [hit.chunk.text for hit in fuse([[a, b], [b, c]])]
    ['b', 'a', 'c']
    """
    check_k(k)
    places: dict[str, list[int]] = {}
    chunks: dict[str, Chunk] = {}
    for number, ranking in enumerate(_lists(rankings)):
        for place, hit in enumerate(_distinct(ranking, f"rankings[{number}]"), 1):
            places.setdefault(hit.chunk.id, []).append(place)
            chunks.setdefault(hit.chunk.id, hit.chunk)
    scores = {name: fsum(1 / (k + place) for place in found) for name, found in places.items()}

    def order(name: str) -> tuple:
        chunk = chunks[name]
        source = str(chunk.metadata.get("source", ""))
        return -scores[name], min(places[name]), source, chunk.start, chunk.end, name

    ranked = sorted(scores, key=order)
    return [Hit(chunks[name], scores[name], rank) for rank, name in enumerate(ranked, 1)]


def rerank(
    query: str, hits: Sequence[Hit], reranker: Callable[[str, list[str]], np.ndarray], k: int | None = None
) -> list[Hit]:
    """The hits in the order of a second, slower judgement of their texts.

    Parameters
    ----------
    query : str
    hits : list of Hit
        The candidates. A chunk that stands in it twice is judged once.
    reranker : callable
        ``(query, list of n texts)`` gives n numbers, higher is better, such as ``load_reranker()``.
    k : int, optional
        How many to keep; all of them if not given. Cut here, after reranking, not before.

    Returns
    -------
    list of Hit
        ``score`` is the reranker's, rounded to six decimals. Equal scores keep the order of the candidates.

    Raises
    ------
    TypeError
        If ``query`` is not a ``str``, ``hits`` holds anything but Hit, ``reranker`` cannot be called, or ``k`` is not
        an ``int``.
    ValueError
        If ``query`` is blank, ``k < 1``, or the reranker's array has another shape than (n,) or holds NaN.

    Examples
    --------
    >>> hits = [Hit(Chunk("a", 0, 1), 0.9, 1), Hit(Chunk("abb", 2, 5), 0.8, 2)]
    >>> count = lambda query, texts: [text.count(query) for text in texts]
    >>> [(hit.rank, hit.score, hit.chunk.text) for hit in rerank("b", hits, count)]
    [(1, 2.0, 'abb'), (2, 0.0, 'a')]
    """
    if not isinstance(query, str):
        raise TypeError(f"query must be a str, not {type(query).__name__}; ask one question at a time")
    if not query.strip():
        raise ValueError(f"query={query!r} is blank; ask a question in words")
    if not callable(reranker):
        raise TypeError(f"reranker must be callable, such as load_reranker(), not {type(reranker).__name__}")
    if k is not None:
        check_k(k)
    candidates = _distinct(hits, "hits")
    if not candidates:
        return []
    scores = np.asarray(reranker(query, [hit.chunk.text for hit in candidates]), dtype=np.float64)
    if scores.shape != (len(candidates),):
        raise ValueError(f"the reranker gave an array of shape {scores.shape} for {len(candidates)} texts, not (n,)")
    if np.isnan(scores).any():
        raise ValueError(f"the reranker gave NaN for text {int(np.flatnonzero(np.isnan(scores))[0])}")
    scores = np.round(scores, _DECIMALS) + 0.0
    best = np.argsort(-scores, kind="stable")[:k]
    return [Hit(candidates[place].chunk, float(scores[place]), rank) for rank, place in enumerate(best, 1)]


def _lists(rankings: Iterable[Sequence[Hit]]) -> list[Sequence[Hit]]:
    if isinstance(rankings, Hit) or not isinstance(rankings, Iterable):
        raise TypeError(f"rankings must be a list of lists of Hit, not {type(rankings).__name__}")
    rankings = list(rankings)
    if any(isinstance(ranking, Hit) for ranking in rankings):
        raise TypeError("rankings must be a list of lists of Hit, not one list; write [hits] to fuse a single one")
    return rankings


def _distinct(hits: Sequence[Hit], name: str) -> list[Hit]:
    """The hits without those whose chunk has been there before."""
    if isinstance(hits, (str, Hit)) or not isinstance(hits, Iterable):
        raise TypeError(f"{name} must be a list of Hit, not {type(hits).__name__}")
    found: dict[str, Hit] = {}
    for number, hit in enumerate(hits):
        if not isinstance(hit, Hit):
            raise TypeError(f"{name}[{number}] must be a Hit, such as a search gives, not {type(hit).__name__}")
        found.setdefault(hit.chunk.id, hit)
    return list(found.values())
