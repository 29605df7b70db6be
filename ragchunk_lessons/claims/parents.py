"""Lesson 15: parents and children: what is handed over, what falls off, what has to be stored."""

from __future__ import annotations

from typing import Any

from ..corpora import load_text
from ._claim import Plain, claim, listed

_LESSON = "15_parents"
_SIZE, _FAMILY = 250, 4  # characters a leaf, leaves a parent: the sizes of the source


def leaves_of(count: int, per_parent: int = _FAMILY) -> list[Any]:
    """So many leaves of exactly the source's size. The text has no spaces, which would be trimmed at a cut."""
    from ..searching.parents import split_parents
    from ..splitters.fixed import split_characters

    text = "".join(f"{number:05}" for number in range(count * _SIZE // 5))
    return split_parents(text, _SIZE, per_parent, splitter=split_characters)


def hits_on(leaves: list[Any], numbers: tuple[int, ...]) -> list[Any]:
    """Hits on the leaves of these numbers, best first."""
    from ..retrieval import Hit

    return [Hit(leaves[number - 1], 1 - rank / 10, rank) for rank, number in enumerate(numbers, 1)]


@claim(
    "parents-125",
    "contextnotes",
    "§4",
    "Leaves 1, 2 and 5 are found, four make a parent, the threshold is 2: parent 1 comes whole, leaf 5 alone.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["parents"] == [1] and m["its leaves"] == [1, 2, 3, 4] and m["alone"] == [5] and m["characters"] == [1000, 250]
    ),
    finding=lambda m: (
        f"Parent {listed(m['parents'])} comes whole, with leaves {listed(m['its leaves'])}, and leaf "
        f"{listed(m['alone'])} alone: {listed(m['characters'])} characters."
    ),
)
def parents_125() -> Plain:
    from ..searching.parents import merge_parents

    leaves = leaves_of(8)
    results = [hit.chunk for hit in merge_parents(hits_on(leaves, (1, 2, 5)), threshold=2)]
    whole = [chunk for chunk in results if "found" in chunk.metadata]
    return {
        "parents": [chunk.metadata["parent"] for chunk in whole],
        "its leaves": [
            leaf.metadata["leaf"]
            for leaf in leaves
            if any(chunk.start <= leaf.start and leaf.end <= chunk.end for chunk in whole)
        ],
        "alone": [chunk.metadata["leaf"] for chunk in results if "found" not in chunk.metadata],
        "characters": [len(chunk.text) for chunk in results],
    }


@claim(
    "parents-tail",
    "contextnotes",
    "§3",
    "Children and parents are the same text, stored twice; the loop makes len(text) // 250 children.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["children"] == 200
        and m["lost"] == 110
        and m["last line"].startswith("**Wear ring.**")
        and m["most"] == _SIZE - 1
        and m["rule broken"] == 0
    ),
    finding=lambda m: (
        f"{m['children']} children of our manual, and the last {m['lost']} characters in none: "
        f"the line that begins with “{m['last line'][:14]}”. It is the remainder of the length, true for "
        f"{m['lengths'] - m['rule broken']} of {m['lengths']} lengths, so up to {m['most']} characters."
    ),
)
def parents_tail() -> Plain:
    from .. import published

    text = load_text("station_manual")

    def lost(text: str) -> int:
        children, _ = published.parent_chunks(text)
        return len(text) - sum(len(child["text"]) for child in children)

    lengths = range(1, 1001)
    found = [lost(text[:length]) for length in lengths]
    return {
        "children": len(published.parent_chunks(text)[0]),
        "lost": lost(text),
        "last line": text[len(text) - lost(text) :].split("\n")[-1],
        "lengths": len(lengths),
        "rule broken": sum(count != length % _SIZE for count, length in zip(found, lengths, strict=True)),
        "most": max(found),
    }


@claim(
    "parents-vectors",
    "contextnotes",
    "§3",
    "Only the children get a vector, so parents add almost nothing to what indexing costs.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["texts embedded"] == m["leaves"] and m["parents"] == -(-m["leaves"] // _FAMILY),
    finding=lambda m: (
        f"{m['leaves']} leaves in {m['parents']} parents: the model reads {m['texts embedded']} texts, those of the "
        "leaves. A parent is two positions in the text, which is kept anyway."
    ),
)
def parents_vectors() -> Plain:
    import numpy as np

    from ..retrieval import ChunkIndex
    from ..searching.parents import split_parents

    read: list[str] = []

    def count(texts: list[str]) -> Any:
        read.extend(texts)
        return np.ones((len(texts), 1), dtype=np.float32)

    leaves = split_parents(load_text("station_manual"), _SIZE, _FAMILY)
    ChunkIndex(leaves, count)
    return {
        "leaves": len(leaves),
        "parents": len({leaf.metadata["parent"] for leaf in leaves}),
        "texts embedded": len(read),
    }
