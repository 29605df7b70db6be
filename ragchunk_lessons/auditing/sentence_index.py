"""Reading a piece as whole sentences of a source, wherever each of them stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate, pairwise

from .squeezed import squeeze

# Only source and piece need to agree on where a sentence ends, so a plain rule does: after a stop that white
# space follows, after a full-width stop, and at the end of a line.
_ENDS = re.compile(r"[.!?;:…]+[\"'”’)\]]*(?=\s)|[。！？；…]+[”’」』）]*|[\r\n]+")
_STOPS = ".!?;:…。！？；\"'”’)]」』）"
_KEY = 12
_MOST = 200


def in_order(spans: list[tuple[int, int]]) -> bool:
    """Whether each passage stands behind the one before it.

    Examples
    --------
    >>> in_order([(0, 3), (4, 7)]), in_order([(4, 7), (0, 3)]), in_order([(0, 3), (0, 3)])
    (True, False, False)
    """
    return all(one[1] <= other[0] for one, other in pairwise(spans))


class SentenceIndex:
    """The sentences of a text, to be found by how they open.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> index = SentenceIndex("One is red. Two is blue. Three is green.")
    >>> index.read("One is red. Three is green.")
    [(0, 11), (25, 40)]
    """

    def __init__(self, text: str) -> None:
        self.spans: list[tuple[int, int]] = []
        self._whole: list[str] = []
        self._core: list[str] = []
        self._by_opening: dict[str, list[int]] = {}
        start = 0
        for end in [*(match.end() for match in _ENDS.finditer(text)), len(text)]:
            sentence = text[start:end]
            core = squeeze(sentence).rstrip(_STOPS)
            if core:
                left = start + len(sentence) - len(sentence.lstrip())
                self._by_opening.setdefault(core[:_KEY], []).append(len(self.spans))
                self.spans.append((left, start + len(sentence.rstrip())))
                self._whole.append(squeeze(sentence))
                self._core.append(core)
            start = end

    def read(self, piece: str, last: int = 0) -> list[tuple[int, int]]:
        """The passages that the piece is made of, in its own order; empty if it is not made of whole sentences.

        Parameters
        ----------
        piece : str
            White space in it does not matter, nor does a stop that is missing at the end of a sentence.
        last : int
            Of equal sentences, the first that ends after this position is taken.
        """
        words = piece.split()
        joints = set(accumulate(map(len, words)))
        letters = "".join(words)
        found: list[tuple[int, int]] = []
        at, previous = 0, -2
        while at < len(letters):
            step = self._next(letters, at, joints, previous, last)
            if step is None:
                return []
            number, at = step
            start, end = self.spans[number]
            if number == previous + 1 and found:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
            previous, last = number, end
        return found

    def _next(self, letters: str, at: int, joints: set[int], previous: int, last: int) -> tuple[int, int] | None:
        """The number of the sentence that stands at ``at`` of the piece, and where it ends there."""
        best: tuple[int, int] | None = None
        for number in self._openings(letters, at, previous, last):
            whole, core = self._whole[number], self._core[number]
            if letters.startswith(whole, at):
                end = at + len(whole)
            elif letters.startswith(core, at):
                end = at + len(core)
            else:
                continue
            # Two sentences meet at white space or at a stop, never inside a word.
            if end != len(letters) and end not in joints and letters[end - 1] not in _STOPS:
                continue
            if number == previous + 1:
                return number, end
            if best is None or end > best[1]:
                best = number, end
        return best

    def _openings(self, letters: str, at: int, previous: int, last: int) -> list[int]:
        """Sentences that may stand there: the next one, then those after ``last``, then those before."""
        numbers = [previous + 1] if 0 <= previous + 1 < len(self.spans) else []
        for length in range(min(_KEY, len(letters) - at), 0, -1):
            bucket = self._by_opening.get(letters[at : at + length])
            if bucket:
                middle = bisect_left(bucket, last, key=lambda number: self.spans[number][1])
                middle += middle < len(bucket) and self.spans[bucket[middle]][1] == last
                numbers += bucket[middle : middle + _MOST] + bucket[: min(middle, _MOST)]
        return numbers
