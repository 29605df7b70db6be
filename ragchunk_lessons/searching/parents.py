"""Small leaves to search, and the parent they belong to, handed over when enough of its leaves were found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..retrieval import Hit
from ..splitters._common import _can_change, _copied, validate, whole_number
from ..splitters.recursive import CJK_LADDER, split_recursive
from .passages import LABELS, RESERVED, Families, Family, Passage, agreed, as_hits
from .sources import source_of


def split_parents(
    document: str | Document,
    child_size: int,
    children_per_parent: int = 4,
    *,
    splitter: Callable[[Document, int], Sequence[Chunk]] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Leaves to search, each with the number and the span of its parent; nothing is lost.

    Parameters
    ----------
    document : str or Document
        With several documents in one index, each needs a ``source``.
    child_size : int
        The most a leaf may measure, in the unit of the splitter; characters by default.
    children_per_parent : int
        How many leaves in a row make a parent. The last parent may have fewer.
    splitter : callable, optional
        ``(document, child_size) -> list of Chunk``, such as ``split_sentences`` or ``split_tokens``. By default the
        text is cut as ``split_recursive`` does, at stops of Chinese too.
    metadata : Mapping, optional
        Copied into every leaf.

    Returns
    -------
    list of Chunk
        In the order of the text. ``metadata`` has ``leaf`` and ``parent``, both numbered from 1 over the document, the
        parent's span ``parent_start`` and ``parent_end``, and ``parent_leaves``, how many leaves the parent has.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, before any work; and if what the splitter gives is not chunks of this
        document in the order of its text.

    Notes
    -----
    Source: the parent and child chunks of a RAG course's chapter on context, §3-4; 250 characters, four to a parent.

    Examples
    --------
    >>> leaves = split_parents("One two. Three four. Five six.", 10, 2)
    >>> [(c.text, c.metadata["leaf"], c.metadata["parent"], c.metadata["parent_end"]) for c in leaves]
    [('One two.', 1, 1, 14), ('Three', 2, 1, 14), ('four.', 3, 2, 30), ('Five six.', 4, 2, 30)]
    """
    document = validate(document, child_size, metadata=metadata)
    whole_number("children_per_parent", children_per_parent, 1)
    taken = [name for name in metadata or () if name in RESERVED]
    if taken:
        raise ValueError(f"metadata has {taken[0]!r}, which is set here; choose another name")
    leaves = (splitter or _leaves)(document, child_size)
    _check_leaves(document, leaves)
    family = Family(document, [(leaf.start, leaf.end) for leaf in leaves])
    changeable = [name for name, value in (metadata or {}).items() if _can_change(value)]
    made = []
    for first in range(0, len(leaves), children_per_parent):
        siblings = leaves[first : first + children_per_parent]
        parent = {
            "parent": first // children_per_parent + 1,
            "parent_start": siblings[0].start,
            "parent_end": max(sibling.end for sibling in siblings),
            "parent_leaves": len(siblings),
        }
        for number, leaf in enumerate(siblings, first + 1):
            labels = {**leaf.metadata, **_copied(metadata or {}, changeable), **parent, "leaf": number}
            made.append(Passage(leaf.text, leaf.start, leaf.end, labels, family))
    return made


def _leaves(document: Document, size: int) -> list[Chunk]:
    return split_recursive(document, size, separators=CJK_LADDER, keep_separator="end")


def _check_leaves(document: Document, leaves: Sequence[Chunk]) -> None:
    begun = -1
    for number, leaf in enumerate(leaves):
        if not isinstance(leaf, Chunk):
            raise TypeError(f"the splitter must give chunks, not {type(leaf).__name__}")
        where = f"chunk {number} [{leaf.start}:{leaf.end}] of the splitter"
        if leaf.end > len(document.text) or not leaf.text.endswith(document.text[leaf.start : leaf.end]):
            raise ValueError(
                f"{where} is not a slice of the document; if it reads its input, read it first and give the Document"
            )
        if leaf.start <= begun:
            raise ValueError(f"{where} does not start after the one before it; parents need the order of the text")
        begun = leaf.start


def merge_parents(
    hits: Iterable[Hit],
    threshold: int = 2,
    k: int | None = None,
    *,
    documents: str | Document | Iterable[Document] | None = None,
) -> list[Hit]:
    """The whole parent where enough of its leaves were found; the leaf alone where not.

    Ask the index for more leaves than you want results, and cut here: siblings are merged before the cut.

    Parameters
    ----------
    hits : iterable of Hit
        Leaves of ``split_parents``, best first. A leaf that comes twice counts once.
    threshold : int
        How many different leaves of a parent must be among the hits: 2 means two or more. A parent with fewer leaves
        than that, such as the last one of a document, is handed over when all of them were found.
    k : int, optional
        How many results to keep. No parent has a second one while another parent would have none.
    documents : str, Document or several, optional
        Needed only where the leaves were read from a file, such as a saved index.

    Returns
    -------
    list of Hit
        A parent's text is a slice of its document. It stands where its best leaf stood and has that leaf's score; ranks
        count from 1 again. Its ``metadata`` holds what the found leaves agree on, ``parent``, and their numbers as
        ``found``.

    Raises
    ------
    TypeError
        If something in ``hits`` is not a Hit, or a number is not an ``int``. A share such as 0.5 is refused.
    ValueError
        If a number is below 1, a hit has no parent, or its document is not at hand.

    Notes
    -----
    Source: merging by structure in a RAG course's chapter on context, §4. It speaks of leaves, so the threshold counts
    leaves: 2 of 4, or 4 of 8.

    Examples
    --------
    >>> leaves = split_parents("aaaa bbbb cccc dddd eeee", 4, 4)
    >>> hits = [Hit(leaves[number - 1], 0.9 - number / 10, rank) for rank, number in enumerate([1, 2, 5], 1)]
    >>> [(hit.rank, hit.chunk.text) for hit in merge_parents(hits, threshold=2)]
    [(1, 'aaaa bbbb cccc dddd'), (2, 'eeee')]
    """
    hits = as_hits(hits)
    whole_number("threshold", threshold, 1)
    if k is not None:
        whole_number("k", k, 1)
    families = Families(documents)
    of_hits = [families.of(place, hit.chunk) for place, hit in enumerate(hits)]
    parents = [_parent(place, hit.chunk) for place, hit in enumerate(hits)]
    found: dict[tuple[str, int, int], dict[tuple[int, int], Chunk]] = {}
    for hit, parent in zip(hits, parents, strict=True):
        found.setdefault(parent, {}).setdefault((hit.chunk.start, hit.chunk.end), hit.chunk)

    seen: set[tuple] = set()
    results: list[tuple[tuple, Chunk, float]] = []
    for hit, parent, family in zip(hits, parents, of_hits, strict=True):
        chunk, leaves = hit.chunk, found[parent]
        size = chunk.metadata.get("parent_leaves", 1)
        if size > 1 and len(leaves) >= min(threshold, size):
            key, chunk = parent, _whole_parent(parent, list(leaves.values()), family)
        else:
            key = (parent, chunk.start, chunk.end)
        if key not in seen:
            seen.add(key)
            results.append((parent, chunk, hit.score))
    kept = results if k is None else _one_each_first(results, k)
    return [Hit(chunk, score, rank) for rank, (_, chunk, score) in enumerate(kept, 1)]


def _parent(place: int, chunk: Chunk) -> tuple[str, int, int]:
    """What tells one parent from another: its document and its span. A context that was made before is its own."""
    labels = chunk.metadata
    if "found" in labels:
        return source_of(chunk), chunk.start, chunk.end
    if any(name not in labels for name in LABELS):
        raise ValueError(f"hit {place} has no parent; cut the document with split_parents")
    return source_of(chunk), labels["parent_start"], labels["parent_end"]


def _whole_parent(parent: tuple[str, int, int], leaves: Sequence[Chunk], family: Family) -> Passage:
    _, start, end = parent
    labels = agreed([leaf.metadata for leaf in leaves])
    labels = {name: value for name, value in labels.items() if name == "parent" or name not in LABELS}
    labels["found"] = tuple(sorted(leaf.metadata["leaf"] for leaf in leaves))
    return Passage(family.document.text[start:end], start, end, labels, family)


def _one_each_first(results: list[tuple[tuple, Chunk, float]], k: int) -> list[tuple[tuple, Chunk, float]]:
    """The first ``k`` results, where a parent's second one waits until every parent has one; in their old order."""
    first = {parent: place for place, (parent, *_) in reversed(list(enumerate(results)))}
    waiting = [place for place, (parent, *_) in enumerate(results) if first[parent] != place]
    chosen = (sorted(first.values()) + waiting)[:k]
    return [results[place] for place in sorted(chosen)]
