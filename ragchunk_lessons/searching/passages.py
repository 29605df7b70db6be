"""Passages that hold on to their document, so that more of it can be handed over than was found.

A chunk knows its span. To give back a parent or a neighbour, the text around the span is needed as well. A ``Passage``
carries a reference to it; a chunk that was read from a file has none, and its document is given by hand.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..retrieval import Hit
from .sources import by_source, source_of

Span = tuple[int, int]

LABELS = ("parent", "leaf", "parent_start", "parent_end", "parent_leaves")
"""What a leaf says of itself and its parent."""

RESERVED = (*LABELS, "found", "window")
"""The metadata keys that are set by what adds context."""


class Family:
    """A document and the spans of all chunks that were cut from it, in the order of the text.

    Parameters
    ----------
    document : Document
    spans : iterable of (start, end)
        In any order; a span that comes twice counts once. Chunk number 1 is the first in the text.
    """

    __slots__ = ("document", "spans")

    def __init__(self, document: Document, spans: Iterable[Span]) -> None:
        self.document = document
        self.spans = sorted(set(spans))

    def places(self, chunk: Chunk) -> Span | None:
        """The numbers of the first and the last chunk that this one is made of, from 0; None if it is made of none.

        Examples
        --------
        >>> family = Family(Document("one two six"), [(0, 3), (4, 7), (8, 11)])
        >>> family.places(Chunk("two six", 4, 11)), family.places(Chunk("two", 4, 7)), family.places(Chunk("o", 4, 5))
        ((1, 2), (1, 1), None)
        """
        first = bisect_left(self.spans, (chunk.start, chunk.end))
        if first < len(self.spans) and self.spans[first] == (chunk.start, chunk.end):
            return first, first
        first = bisect_left(self.spans, (chunk.start,))
        last = bisect_right(self.spans, (chunk.end,)) - 1
        while last >= first and self.spans[last][1] > chunk.end:
            last -= 1
        return (first, last) if first <= last else None


@dataclass(frozen=True, slots=True, eq=False)
class Passage(Chunk):
    """A chunk that holds on to the document it was cut from.

    It is equal to the plain chunk with the same content, and it is saved as one: on disk the reference is lost.

    Parameters
    ----------
    family : Family
        The document, and the chunks beside this one.
    """

    family: Family | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunk):
            return NotImplemented
        mine, others = ((c.text, c.start, c.end, c.metadata) for c in (self, other))
        return mine == others

    __hash__ = Chunk.__hash__


class Families:
    """The families of some hits: those the hits carry, or those of the documents that are given.

    Parameters
    ----------
    documents : str, Document, iterable of Document, or None
    chunks : iterable of Chunk or None
        All chunks of the documents; without them a family has no spans.
    """

    def __init__(self, documents: Any = None, chunks: Iterable[Chunk] | None = None) -> None:
        self.given: dict[str, Family] | None = None
        self._met: dict[str, Family] = {}
        if documents is None:
            if chunks is not None:
                raise ValueError("chunks is given without documents; give both: the text between two chunks is needed")
            return
        spans: dict[str, list[Span]] = {}
        for number, chunk in enumerate(chunks or ()):
            if not isinstance(chunk, Chunk):
                raise TypeError(
                    f"chunks[{number}] must be a Chunk, not {type(chunk).__name__}; see locate() for strings"
                )
            spans.setdefault(source_of(chunk), []).append((chunk.start, chunk.end))
        self.given = {name: Family(found, spans.get(name, ())) for name, found in by_source(documents).items()}

    def of(self, number: int, chunk: Chunk) -> Family:
        """The family of a hit's chunk, after a look at whether the chunk is a slice of the document.

        Raises
        ------
        ValueError
            If the document is not known, another one has the same name, or the chunk is not a slice of it.
        """
        name = source_of(chunk)
        if self.given is not None:
            if name not in self.given:
                names = ", ".join(map(repr, self.given)) or "none"
                raise ValueError(
                    f"hit {number} comes from {name!r}, and documents has {names}; "
                    f"give Document(text, source={name!r}) as well"
                )
            family = self.given[name]
        else:
            family = getattr(chunk, "family", None)
            if family is None:
                raise ValueError(
                    f"hit {number} does not know its document: split_parents did not cut it, or it was read from a "
                    "file; give documents= (and add_neighbours also chunks=, such as index.chunks)"
                )
            known = self._met.setdefault(name, family)
            if known is not family and known.document.text != family.document.text:
                raise ValueError(
                    f"two different documents are called {name!r}; give each a name: Document(text, source=...)"
                )
        if not chunk.text.endswith(family.document.text[chunk.start : chunk.end]) or (
            chunk.end > len(family.document.text)
        ):
            raise ValueError(
                f"hit {number} [{chunk.start}:{chunk.end}] is not a slice of the document {name!r}; "
                "give the text that was cut"
            )
        return family


def agreed(metadata: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What several chunks have in common: equal labels, the start of the heading path, all pages.

    Examples
    --------
    >>> agreed([{"page": 2, "heading_path": ("A", "B"), "row": 1}, {"page": 3, "heading_path": ("A", "C"), "row": 2}])
    {'page': 2, 'heading_path': ('A',), 'pages': (2, 3)}
    """
    first, *others = metadata
    shared = {key: value for key, value in first.items() if all(key in o and o[key] == value for o in others)}
    if others and all("heading_path" in labels for labels in metadata):
        shared["heading_path"] = tuple(_common_start([labels["heading_path"] for labels in metadata]))
    pages = sorted({page for labels in metadata for page in labels.get("pages", (labels.get("page"),))} - {None})
    if len(pages) > 1:
        shared.update(page=pages[0], pages=tuple(pages))
    return {key: shared[key] for key in [*(k for k in first if k in shared), *(k for k in shared if k not in first)]}


def _common_start(paths: Sequence[Sequence[str]]) -> Iterator[str]:
    return (step[0] for step in takewhile(lambda step: len(set(step)) == 1, zip(*paths, strict=False)))


def as_hits(hits: Iterable[Hit]) -> list[Hit]:
    """The hits as a list, after a look at each.

    Raises
    ------
    TypeError
        If one is not a Hit.
    """
    hits = list(hits)
    for place, hit in enumerate(hits):
        if not isinstance(hit, Hit):
            raise TypeError(f"hits[{place}] must be a Hit, such as index.search gives, not {type(hit).__name__}")
    return hits
