"""What stands before and behind a chunk that was found, as one slice of the document."""

from __future__ import annotations

from collections.abc import Iterable

from ..chunk import Chunk
from ..document import Document
from ..retrieval import Hit
from ..splitters._common import whole_number
from .passages import LABELS, Families, Family, Passage, agreed, as_hits
from .sources import source_of


def add_neighbours(
    hits: Iterable[Hit],
    n: int = 1,
    *,
    chunks: Iterable[Chunk] | None = None,
    documents: str | Document | Iterable[Document] | None = None,
) -> list[Hit]:
    """Every hit with the ``n`` chunks before it and the ``n`` after it, as one slice of the document.

    A window stops at the edge of its document. Windows that share a chunk or a character are joined; windows that only
    touch stay apart. Neighbours are found by position, so the order of the chunks in an index does not matter.

    Parameters
    ----------
    hits : iterable of Hit
        Best first: leaves of ``split_parents``, what ``merge_parents`` made of them, or other chunks.
    n : int
        How many chunks on either side; 0 joins overlapping hits and does nothing else.
    chunks, documents : optional
        All the chunks, such as ``index.chunks``, and the text or texts they were cut from. Needed where the chunks are
        those of another splitter, or were read from a file.

    Returns
    -------
    list of Hit
        A window stands where its best hit stood and has that hit's score; ranks count from 1 again. ``metadata`` holds
        what the hits in it agree on, ``found``, the numbers of the chunks that were found, and ``window``, those of the
        first and the last chunk in it; numbers count from 1 over the document. A context that a splitter put in front,
        such as a table header, is not in the window.

    Raises
    ------
    TypeError
        If something in ``hits`` is not a Hit, or ``n`` is not an ``int``.
    ValueError
        If ``n < 0``, the document of a hit is not at hand, or the hit is none of the chunks.

    Notes
    -----
    Source: adding by position in a RAG course's chapter on context, §5.

    Examples
    --------
    >>> from ragchunk_lessons.searching.parents import split_parents
    >>> leaves = split_parents("aaaa bbbb cccc dddd eeee", 4, 4)
    >>> [hit.chunk.text for hit in add_neighbours([Hit(leaves[4], 0.9, 1), Hit(leaves[0], 0.8, 2)], n=1)]
    ['dddd eeee', 'aaaa bbbb']
    """
    hits = as_hits(hits)
    whole_number("n", n, 0)
    families = Families(documents, chunks)
    windows: list[_Window] = []
    for place, hit in enumerate(hits):
        family = families.of(place, hit.chunk)
        places = family.places(hit.chunk)
        if places is None:
            raise ValueError(
                f"hit {place} [{hit.chunk.start}:{hit.chunk.end}] is none of the {len(family.spans)} chunks of "
                f"{source_of(hit.chunk)!r}; give all of them as chunks=, such as index.chunks"
            )
        windows.append(_Window(place, hit, family, places, n))
    order: dict[Family, int] = {}
    for window in windows:
        order.setdefault(window.family, len(order))
    joined: list[_Window] = []
    for window in sorted(windows, key=lambda window: (order[window.family], window.start, window.place)):
        if joined and joined[-1].meets(window):
            joined[-1].join(window)
        else:
            joined.append(window)
    ordered = sorted(joined, key=lambda window: window.place)
    return [Hit(window.chunk(), window.score, rank) for rank, window in enumerate(ordered, 1)]


class _Window:
    """A run of chunks of one document, and the hits that it grew from."""

    def __init__(self, place: int, hit: Hit, family: Family, places: tuple[int, int], n: int) -> None:
        self.family, self.place, self.score = family, place, hit.score
        self.hits, self.numbers = [hit.chunk], set(hit.chunk.metadata.get("found", range(places[0] + 1, places[1] + 2)))
        self.first, self.last = max(0, places[0] - n), min(len(family.spans) - 1, places[1] + n)
        self.start = min(hit.chunk.start, family.spans[self.first][0])
        self.end = max(hit.chunk.end, *(end for _, end in family.spans[self.first : self.last + 1]))

    def meets(self, other: _Window) -> bool:
        """Whether the other one, which starts no earlier, shares text with it. A document cut twice is two families."""
        return self.family is other.family and other.start < self.end

    def join(self, other: _Window) -> None:
        if other.place < self.place:
            self.place, self.score = other.place, other.score
        if other.hits[0] not in self.hits:
            self.hits += other.hits
        self.numbers |= other.numbers
        self.last, self.end = max(self.last, other.last), max(self.end, other.end)

    def chunk(self) -> Chunk:
        """The slice; a hit that nothing was added to stays as it was."""
        if len(self.hits) == 1 and (self.start, self.end) == (self.hits[0].start, self.hits[0].end):
            return self.hits[0]
        labels = agreed([hit.metadata for hit in self.hits])
        labels = {name: value for name, value in labels.items() if name not in LABELS}
        labels.update(found=tuple(sorted(self.numbers)), window=(self.first + 1, self.last + 1))
        return Passage(self.family.document.text[self.start : self.end], self.start, self.end, labels, self.family)
