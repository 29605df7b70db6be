"""A text without its white space, and the way back: what a search needs that does not care about white space."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from .last_place import last_place

_BLOCK = 64
# Below this, scanning is quicker than building an index; beyond it, texts that stand nowhere would each cost
# one walk through the whole source.
_FREE_SCANS = 20
_SMALL = 200_000
_MANY = 5000


def squeeze(text: str) -> str:
    """The text without white space.

    Examples
    --------
    >>> squeeze("a b\\n c")
    'abc'
    """
    return "".join(text.split())


class Squeezed:
    """A text without white space, with positions that translate both ways.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> squeezed = Squeezed("ab  cd")
    >>> squeezed.text, squeezed.to_source(2), squeezed.to_squeezed(4)
    ('abcd', 4, 2)
    """

    def __init__(self, text: str) -> None:
        self.source = text
        parts = [squeeze(text[at : at + _BLOCK]) for at in range(0, len(text), _BLOCK)]
        self.text = "".join(parts)
        self._before = list(accumulate(map(len, parts), initial=0))
        self._scanned = 0
        self._step = 8 if len(self.text) < 2_000_000 else 16
        self._index: dict[str, list[int]] | None = None
        self._alphabet = set(self.text)
        self._latest: tuple[str, list[int] | None] = ("", None)

    def to_source(self, position: int) -> int:
        """Where the character at ``position`` stands in the source."""
        block = bisect_right(self._before, position) - 1
        left = position - self._before[block]
        for at, char in enumerate(self.source[block * _BLOCK : (block + 1) * _BLOCK], block * _BLOCK):
            if not char.isspace():
                if not left:
                    return at
                left -= 1
        raise ValueError(f"position {position} is outside a text of {len(self.text)} characters")

    def to_squeezed(self, position: int) -> int:
        """How many characters that are not white space stand before ``position`` of the source."""
        block = min(position // _BLOCK, len(self._before) - 1)
        return self._before[block] + len(squeeze(self.source[block * _BLOCK : position]))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that holds ``text[start:end]``, which must not be empty."""
        return self.to_source(start), self.to_source(end - 1) + 1

    def after(self, needle: str, start: int) -> Iterator[int]:
        """Every place at or after ``start`` where the needle stands, first one first."""
        places = self._candidates(needle)
        if places is not None:
            yield from places[bisect_left(places, start) :]
            return
        at = start - 1
        while (found := self.text.find(needle, at + 1)) >= 0:
            self._scanned += found - at
            at = found
            yield at
        self._scanned += len(self.text) - at

    def before(self, needle: str, end: int) -> Iterator[int]:
        """Every place where the needle stands and ends at or before ``end``, last one first."""
        places = self._candidates(needle)
        if places is not None:
            yield from reversed(places[: bisect_right(places, end - len(needle))])
            return
        while (found := last_place(self.text, needle, 0, end)) >= 0:
            self._scanned += end - found
            end = found + len(needle) - 1
            yield found
        self._scanned += max(end, 0)

    def _candidates(self, needle: str) -> list[int] | None:
        """Every place where the needle stands, by the index; None where a plain scan serves better."""
        if not self._alphabet.issuperset(needle):
            return []
        step = self._step
        if len(needle) < 2 * step - 1 or len(self.text) < _SMALL:
            return None
        if self._index is None:
            if self._scanned < _FREE_SCANS * len(self.text):
                return None
            self._index = {}
            for at in range(0, len(self.text) - step + 1, step):
                self._index.setdefault(self.text[at : at + step], []).append(at)
        if self._latest[0] != needle:
            self._latest = needle, self._look_up(needle, self._index)
        return self._latest[1]

    def _look_up(self, needle: str, index: dict[str, list[int]]) -> list[int] | None:
        # One in `step` places of the text is in the index, so the needle meets it at one of its first `step`
        # offsets. Every later gram at the same offset must be there too: the rarest of them has the fewest places.
        step = self._step
        places: list[int] = []
        for offset in range(step):
            rarest: list[int] | None = None
            shift = 0
            for at in range(offset, len(needle) - step + 1, step):
                found = index.get(needle[at : at + step])
                if not found:
                    rarest = None
                    break
                if rarest is None or len(found) < len(rarest):
                    rarest, shift = found, at
            if len(places) + len(rarest or ()) > _MANY:  # a text that repeats itself without end: a scan finds it soon
                return None
            places.extend(at - shift for at in rarest or () if at >= shift)
        return sorted(at for at in places if self.text.startswith(needle, at))
