"""The same windows where a length has to be asked for: tokens, words, bytes, whatever the caller counts.

Such lengths need not add up, and a question costs time. So a window's end is guessed from the window before, bracketed
by a few questions, and the chunk as it will be shown is asked about last of all. No question is ever about much more
text than fits into a chunk, however far away the next separator is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ._common import Span, measured, trim
from ._token_counts import token_counts
from .rungs import Rung


def measured_windows(
    text: str, size: int, overlap: int, rungs: Sequence[Rung], length_function: Callable[[str], int]
) -> Iterator[Span]:
    """The spans of the chunks, white space and all; each one fits when trimmed.

    Raises
    ------
    TypeError
        If ``length_function`` gives anything but a number.
    ValueError
        If it gives a negative number or NaN, or finds a single character longer than ``size``.
    """
    ruler = _Ruler(text, size, overlap, length_function)
    regions = [(0, len(text), 0)]
    while regions:
        start, high, level = regions.pop()
        rung = rungs[level]
        done = start  # how far the windows of this region reach
        while done < high:
            end = ruler.window_end(start, done, high, rung)
            if end > done:
                ruler.show(start, end)
                yield start, end
                start = ruler.next_start(start, end, high, rung) if overlap and end < high else end
                done = end
            elif start < done:
                start = done  # with the shared text in front nothing new fits
            elif level + 1 < len(rungs):
                end = rung.next(start, start + 1, high)
                if end < high:
                    regions.append((end, high, level))
                regions.append((start, end, level + 1))
                break
            elif text[start].isspace():
                start = done = start + 1
            else:
                raise ValueError(
                    f"length_function gives {ruler.length(start, start + 1)} for the single character "
                    f"{text[start]!r} at {start}, more than chunk_size={size}; "
                    "a character cannot be cut, so give a larger chunk_size"
                )


class _Ruler:
    """Measures spans of one text and finds windows by as few measurements as it can."""

    def __init__(self, text: str, size: int, overlap: int, length_function: Callable[[str], int]) -> None:
        self.text, self.size, self.overlap, self.length_function = text, size, overlap, length_function
        self.counts = token_counts(length_function, text)
        if self.counts:
            self.length = self.counts.count
        self.reach = size  # code points in the last window: the first guess for the next one
        self.shown = 0  # where the last chunk ends, trimmed

    def length(self, start: int, end: int) -> int:
        return measured(self.length_function, self.text[start:end])

    def show(self, start: int, end: int) -> None:
        self.reach = end - start
        if self.counts and self.counts.read:
            self.counts.forget(self.counts.index(start)[0])
        first, last = trim(self.text, start, end)
        if first < last:
            self.shown = max(self.shown, last)

    def window_end(self, low: int, done: int, high: int, rung: Rung) -> int:
        """The last cut up to which the text from ``low`` fits, or at most ``done`` if nothing beyond that does."""
        best, best_length = low, 0
        wall, wall_length = high + 1, None  # the first place known not to fit
        probe, step, halve = low + self.reach, 1, False
        while best + 1 < wall and best < high:
            probe = min(max(probe, best + 1), wall - 1)
            cut = high if probe >= high else rung.last(best, probe, high)
            if cut == best:
                cut = rung.next(best, probe + 1, high)
                if cut >= wall:
                    break
                if cut - low > 2 * (probe - low):
                    # The next cut is far away: ask about the way to it before asking about all of it.
                    if self.length(low, probe) > self.size:
                        break
                    probe = low + 2 * (probe - low)
                    continue
            length = self.length(low, cut)
            if length <= self.size:
                best, best_length = cut, length
            else:
                wall, wall_length = cut, length
            if wall_length is None:
                scale = min(self.size / best_length, 8) if best_length > 0 else 2
                probe, step = max(low + int((best - low) * scale), best + step), step * 2
            elif halve or wall_length <= best_length:
                probe = (best + wall) // 2
            else:
                probe = best + int((wall - best) * (self.size - best_length) / (wall_length - best_length))
            halve = wall_length is not None and not halve
        known = (low, best)  # measured already, if nothing needs to be trimmed
        while best > done:
            first, last = trim(self.text, low, best)
            if first == last or (first, last) == known or self.length(first, last) <= self.size:
                break
            best = rung.last(low, best - 1, high)
        return best

    def next_start(self, start: int, end: int, high: int, rung: Rung) -> int:
        """The first cut from which the shared text is within the overlap and the next piece still fits."""
        guess = end - 1 - self.overlap * self.reach // self.size
        first = self._earliest(start, end, high, rung, guess, lambda cut: self.length(cut, end) <= self.overlap)
        if first == end:
            return end
        piece_end = rung.next(end, end + 1, high)
        if self._fills(end, piece_end):
            return end

        def leaves_room(cut: int) -> bool:
            return self.length(cut, piece_end) <= self.size

        if not leaves_room(first):
            first = self._earliest(first, end, high, rung, first + 1, leaves_room)
        while first < end and not self._shares_little(first, end):
            first = rung.next(first, first + 1, high)
        return min(first, end)

    def _fills(self, start: int, end: int) -> bool:
        """Whether this piece fills a chunk alone, found out without measuring a very long one whole."""
        ahead = 2 * self.reach + 1
        while start + ahead < end:
            if self.length(start, start + ahead) >= self.size:
                return True
            ahead *= 2
        return self.length(start, end) >= self.size

    def _shares_little(self, start: int, end: int) -> bool:
        first, last = trim(self.text, start, end)
        return first == last or first >= self.shown or self.length(first, self.shown) <= self.overlap

    def _earliest(self, low: int, end: int, high: int, rung: Rung, probe: int, fine: Callable[[int], bool]) -> int:
        """The first cut in ``(low, end)`` that is ``fine``, as all behind it are; ``end`` if none is."""
        bad, good, step = low, end, 1
        while bad + 1 < good:
            probe = min(max(probe, bad + 1), good - 1)
            cut = rung.next(bad, probe, high)
            if cut >= good:
                cut = rung.last(bad, probe - 1, high) if probe - 1 > bad else bad
                if cut == bad:
                    break
            if fine(cut):
                good = cut
            else:
                bad = cut
            if bad > low and good < end:
                probe = (bad + good) // 2
            else:
                probe, step = (good - step if good < end else bad + step), step * 2
        return good
