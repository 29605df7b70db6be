"""From a list of hits to one that does not say the same thing twice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from numbers import Real
from operator import itemgetter

from ..chunk import Chunk
from ..retrieval import Hit
from .checks import check_k
from .ranking import _distinct
from .sources import source_of
from .stretches import Stretch, common, size, union

_start, _end = itemgetter(0), itemgetter(1)


def deduplicate(hits: Sequence[Hit], max_shared: float = 0.5, k: int | None = None) -> list[Hit]:
    """The hits without those that repeat what a better one has said.

    A hit goes if more than ``max_shared`` of its visible characters stand at the same places in the hits that were
    kept before it, or if its text is that of one of them, white space aside, wherever it stands. Where chunks overlap,
    one passage can fill several places of a list; here it takes one.

    Parameters
    ----------
    hits : list of Hit
        Best first. Ask the search for more than are needed: places that become free are filled from what follows.
    max_shared : float
        From 0, where hits that share a single character with a better one go, to 1, where only repetitions of the
        text go.
    k : int, optional
        How many to keep; all that remain if not given.

    Returns
    -------
    list of Hit
        In the same order with the same scores; ranks are counted anew.

    Raises
    ------
    TypeError
        If ``hits`` holds anything but Hit, ``max_shared`` is not a number, or ``k`` is not an ``int``.
    ValueError
        If ``max_shared`` is not between 0 and 1, ``k < 1``, or a text is shorter than its span.

    Notes
    -----
    Source: a guide to slicing strategies, §3.2, names the trouble (overlaps of one passage in three of the first five
    places) and leaves the cure.

    Examples
    --------
    >>> text = "one two three four"
    >>> hits = [Hit(Chunk(text[a:b], a, b), 0.9, 1) for a, b in ((0, 13), (4, 13), (8, 18))]
    >>> [(hit.rank, hit.chunk.text) for hit in deduplicate(hits)]
    [(1, 'one two three')]
    >>> [(hit.rank, hit.chunk.text) for hit in deduplicate(hits, max_shared=0.6)]
    [(1, 'one two three'), (2, 'three four')]
    """
    if isinstance(max_shared, bool) or not isinstance(max_shared, Real):
        raise TypeError(f"max_shared must be a number, not {type(max_shared).__name__}")
    if not 0 <= max_shared <= 1:
        raise ValueError(f"max_shared={max_shared} must be between 0 and 1")
    if k is not None:
        check_k(k)
    kept: list[Hit] = []
    said: set[str] = set()
    covered: dict[str, list[Stretch]] = {}
    for hit in _distinct(hits, "hits"):
        if len(kept) == k:
            break
        words = " ".join(hit.chunk.text.split())
        part = _slice(hit.chunk)
        source, start, end, _ = part
        stretches = covered.setdefault(source, [])
        # Only the stretches that the part can touch: a long list must not be walked through for every hit.
        near = slice(bisect_right(stretches, start, key=_end), bisect_left(stretches, end, key=_start))
        there = stretches[near]
        own = union([part])
        if words in said or common(own, {source: there}) > max_shared * size(own):
            continue
        said.add(words)
        stretches[near] = union([*((source, *stretch) for stretch in there), part]).get(source, [])
        kept.append(Hit(hit.chunk, hit.score, len(kept) + 1))
    return kept


def _slice(chunk: Chunk) -> tuple[str, int, int, str]:
    """What the chunk stands for, without a context in front of it."""
    if len(chunk.text) < chunk.end - chunk.start:
        raise ValueError(f"the chunk [{chunk.start}:{chunk.end}] has a text that is shorter than its span")
    return source_of(chunk), chunk.start, chunk.end, chunk.text[len(chunk.text) - (chunk.end - chunk.start) :]
