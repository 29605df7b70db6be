"""Windows over the tokens of a text, narrowed until each of them, read on its own, is short enough.

Most windows begin and end where slices can be counted by subtraction. Where such a window stands is told from the one
before it, by decoding its tokens (``quick_fit``, ``quick_following``); the others are looked for step by step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from .. import lengths
from ..graphemes import boundary_after, is_boundary
from ._common import Span, trim
from ._token_counts import LOOK_BACK, TokenCounts, first_seam, last_seam
from .rungs import MARKS

_HAN, _HAN_END = "\u4e00", "\u9fff"
_WORDS = 4_096  # that are remembered
_CONTINUED = bytes(range(0x80, 0xC0))
Place = tuple[int, int]
"""The number of a token, and how many characters begin before it."""


def _plain(text: str, position: int) -> bool:
    """Whether a glance tells that this place, which is inside the text, is between two visible characters."""
    before, after = text[position - 1], text[position]
    return before < MARKS > after != "\n" or (_HAN <= before <= _HAN_END and _HAN <= after <= _HAN_END)


class TokenWindows:
    """Spans of visible text, each of which fits on its own, over the tokens of the whole text."""

    def __init__(self, text: str, size: int, overlap: int, encoding: str) -> None:
        self.text, self.size, self.overlap, self.encoding = text, size, overlap, encoding
        self.counts = TokenCounts(text, encoding)
        self.decode = lengths.get_encoding(encoding).decode_bytes
        self.of = self.counts.shapes.of
        self.anchor = 0  # the last start that was a boundary: flags are paired off from there
        self.first: Place = (0, 0)  # of the window
        # The first token behind the window, the last place in it from which on slices are counted by subtraction, and
        # how many tokens more a slice to its end has than those from there to that token.
        self.behind: tuple[Place, int, int] | None = None
        self.gains: dict[str, int] = {}  # how many tokens more a word has alone than behind a space
        self.begun = (-1, 0, 0)  # what ``gain`` has found last, and for which start

    def spans(self) -> Iterator[Span]:
        start, stop = trim(self.text, 0, len(self.text))
        if start == stop:
            return
        self.counts.have(0)
        end = self.quick_fit(start, self.holding(start, (0, 0))) or self.fit(start)
        yield start, end
        while end < stop:
            self.counts.forget(*self.first)
            found = self.behind and self.plain_following(start, end)
            start, end = found or self.quick_following(start, end) or self.following(start, end, stop)
            if found or self.is_boundary(start):
                self.anchor = start
            if start < end:
                yield start, end

    def quick_fit(self, start: int, first: Place) -> int | None:
        """As ``fit`` gives it, if all is told by subtraction."""
        counts, text, size, of = self.counts, self.text, self.size, self.of
        token, begun = first
        last = counts.have(token + size)
        tokens, base = counts.tokens, counts.base
        begun += self.characters(tokens[token - base : last - base])
        end = len(text) + 1
        while True:
            inside = of(tokens[last - base])[1] if last - base < len(tokens) else 0
            if begun - inside >= end or begun - inside <= start:
                return None
            end = begun - inside
            if end - start > lengths.ONE_BLOCK or not self.is_boundary(end):
                return None
            if blank := text[end - 1].isspace():
                end = start + len(text[start:end].rstrip())
                if end <= start or not self.is_boundary(end):
                    return None
            if counts.forced and bisect_left(counts.forced, end) > bisect_right(counts.forced, start):
                return None
            at, place = last, begun
            if blank or not counts.ascii:
                while at > token:
                    begins, into = of(tokens[at - 1 - base])
                    if place - begins - into < end:
                        break
                    at, place, inside = at - 1, place - begins, into
            seam, tail = end, 0
            if end < len(text) and (inside or place != end or not counts.clean(text, end)):
                found = last_seam(text, max(start, end - LOOK_BACK), end)
                if not found:
                    return None
                seam = found.end() - 1
                tail = len(counts.encode(text[seam:end])) - at + self.back_to(seam, (at, place))
            gain = self.gain(start, first, seam)
            if gain is None:
                return None
            excess = at - token + gain + tail - size
            if excess <= 0:
                self.first, self.behind = first, ((at, place), seam, tail)
                return end
            less = max(last - excess, token + 1)
            begun -= self.characters(tokens[less - base : last - base])
            last = less

    def gain(self, start: int, first: Place, most: int) -> int | None:
        """How many tokens more a slice that starts here has than those from ``first``, which holds this place, on.

        None if there is no place up to ``most`` from which on they are the same.
        """
        counts, text, of = self.counts, self.text, self.of
        if self.begun[0] != start:
            token, begun = first
            tokens, base = counts.tokens, counts.base
            gain = 0
            seam = start
            if start and (begun != start or of(tokens[token - base])[1] or not counts.clean(text, start)):
                found = first_seam(text, start + 1, most + 1)
                if not found:
                    return None
                seam = found.start()
                at = token - base
                while begun < seam or (at < len(tokens) and of(tokens[at])[1]):
                    begun += of(tokens[at])[0]
                    at += 1
                gain = len(counts.encode(text[start:seam])) - (at + base - token)
            self.begun = start, gain, seam
        _, gain, seam = self.begun
        return gain if seam <= most else None

    def back_to(self, seam: int, place: Place) -> int:
        """The token that starts at this seam, from one behind it."""
        at, begun = place
        tokens, base = self.counts.tokens, self.counts.base
        while True:
            begins, inside = self.of(tokens[at - 1 - base])
            at, begun = at - 1, begun - begins
            if begun == seam and not inside:
                return at

    def quick_following(self, start: int, end: int) -> Span | None:
        """As ``following`` gives it, if all is told by subtraction."""
        if not self.behind:
            return None
        tokens, base, of = self.counts.tokens, self.counts.base, self.of
        (behind, place), seam, tail = known = self.behind
        if self.overlap:
            token = max(behind - self.overlap, self.first[0] + 1)
            begun = place - self.characters(tokens[token - base : behind - base])
            while token < behind:
                excess, low = 1, begun - of(tokens[token - base])[1]
                if not self.is_boundary(low) or (low := self.visible(low)) < 0:
                    return None
                if start < low < end:
                    first = self.holding(low, (token, begun))
                    gain = self.gain(low, first, seam)
                    if gain is None:
                        return None
                    excess = behind - first[0] + gain + tail - self.overlap
                    if excess <= 0:
                        high = self.quick_fit(low, first) or self.fit(low)
                        if high > end:
                            return low, high
                        self.behind = known
                        return None
                for _ in range(min(excess, behind - token)):
                    begun += of(tokens[token - base])[0]
                    token += 1
        low = self.visible(end)
        if low < 0:
            return None
        return low, self.quick_fit(low, self.holding(low, (behind, place))) or self.fit(low)

    def plain_following(self, start: int, end: int) -> Span | None:
        """As ``quick_following``, for what is most common; written out, since a call costs as much as a step."""
        text, counts, characters, size, of = self.text, self.counts, self.characters, self.size, self.of
        clean, tokens, base, ascii = counts.clean, counts.tokens, counts.base, counts.ascii
        (token, at), _, tail = self.behind
        if at != end or tail:
            return None
        shared = 0
        if self.overlap:
            shared = min(self.overlap, token - self.first[0] - 1)
            if shared > 0:
                token -= shared
                at -= characters(tokens[token - base : token - base + shared])
        if not clean(text, at) or not (ascii or (_plain(text, at) and not of(tokens[token - base])[1])):
            return None
        low, seam, gain = at, at, 0
        if text[at] == " ":
            low = at + 1
            found = first_seam(text, low, low + LOOK_BACK)
            if not found or of(tokens[token - base])[0] == 1 or text[low] >= MARKS:  # the space is a token of its own
                return None
            seam = found.start()
            word = text[low:seam]
            if (more := self.gains.get(word)) is None:
                more = len(counts.encode(word)) - len(counts.encode(" " + word))
                if len(self.gains) < _WORDS:
                    self.gains[word] = more
            gain = more
        if text[low].isspace() or low <= start or (shared > 0 and (seam > end or shared + gain > self.overlap)):
            return None
        last = token + size
        if last - base >= len(tokens) and (counts.have(last) < last or last - base >= len(tokens)):
            return None
        high = at + characters(tokens[token - base : last - base])
        while True:
            ends = last
            if not ascii and of(tokens[last - base])[1]:  # one character back, where that is made of whole tokens
                begun, inside = high, 1
                high -= 1
                while inside:
                    ends -= 1
                    begins, inside = of(tokens[ends - base])
                    begun -= begins
                if begun != high:
                    return None
            if text[high - 1].isspace() or not _plain(text, high) or not clean(text, high) or high < seam:
                return None
            excess = ends - token + gain - size
            if excess <= 0:
                break
            if last - excess <= token or ends < last:
                return None
            last -= excess
            high -= characters(tokens[last - base : last - base + excess])
        last = ends
        if high <= end or high - low > lengths.ONE_BLOCK:
            return None
        if counts.forced and bisect_left(counts.forced, high) > bisect_right(counts.forced, low):
            return None
        self.first, self.behind = (token, at), ((last, high), high, 0)
        return low, high

    def visible(self, position: int) -> int:
        """The first place from here on that is not white space; -1 if that is not told at once."""
        text, low = self.text, position
        if not text[low].isspace():
            return low
        while low < len(text) and text[low].isspace() and low < position + 8:
            low += 1
        return low if low < len(text) and not text[low].isspace() and self.is_boundary(low) else -1

    def holding(self, position: int, place: Place) -> Place:
        """The token that starts at this position or goes on there; ``place`` is one that is not far from it."""
        token, begun = place
        of, tokens, base = self.of, self.counts.tokens, self.counts.base
        at = token - base
        while True:
            begins, inside = of(tokens[at]) if at < len(tokens) else (0, 0)
            if begun - inside >= position:
                break
            at, begun = at + 1, begun + begins
        found = begun - inside
        while at and found >= position:  # the first of those that start there
            begins, inside = of(tokens[at - 1])
            if found == position and begun - begins - inside < position:
                break
            at, begun = at - 1, begun - begins
            found = begun - inside
        return base + at, begun

    def characters(self, tokens: list[int]) -> int:
        """How many characters begin in these tokens."""
        data = self.decode(tokens)
        return len(data) if self.counts.ascii else len(data.translate(None, _CONTINUED))

    def fit(self, start: int) -> int:
        """The end of the window that starts here: at most ``size`` tokens of the text, and on its own as well."""
        counts = self.counts
        first = counts.token_at(start)
        self.first, self.behind = (first, counts.begun_before(first)), None
        last = counts.have(first + self.size)
        end = self.boundary_to(counts.start(last), start)
        while end > start:
            end = trim(self.text, start, end)[1]
            excess = counts.count(start, end) - self.size
            if excess <= 0:
                if counts.ends_token(end):
                    behind = counts.index(end)[0]
                    self.behind = (behind, counts.begun_before(behind)), end, 0
                return end
            last = max(last - excess, first + 1)
            end = self.boundary_to(min(counts.start(last), end - 1), start)
        return self.fit_inside(start)

    def fit_inside(self, start: int) -> int:
        """The end of a window that cannot hold the visible character it starts with: cut between code points."""
        # Not one token of these encodings holds eight code points of one visible character.
        end = boundary_after(self.text, start + 1, min(start + 8 * self.size + 8, len(self.text)), self.anchor)
        while (tokens := self.counts.count(start, end)) > self.size:
            if end == start + 1:
                raise ValueError(
                    f"chunk_size={self.size} cannot hold {self.text[start]!r}, which alone is {tokens} tokens in "
                    f"{self.encoding}; use a chunk_size of at least {tokens}"
                )
            # A code point has four bytes at most, so at most four tokens.
            end = max(end - max((tokens - self.size) // 4, 1), start + 1)
        return end

    def following(self, start: int, end: int, stop: int) -> Span:
        """The window after ``[start:end]``: it shares at most ``overlap`` tokens with it and reaches beyond it."""
        counts = self.counts
        behind = counts.index(end)[0] if self.overlap else 0
        token = max(behind - self.overlap, counts.token_at(start) + 1) if self.overlap else 0
        while token < behind:
            low = boundary_after(self.text, counts.start(token), end, self.anchor)
            low = trim(self.text, low, end)[0]
            excess = counts.count(low, end) - self.overlap if start < low < end else 1
            if excess <= 0:
                high = self.fit(low)
                if high > end:
                    return low, high
            token += max(excess, 1)
        low, high = trim(self.text, end, stop)
        # White space that a joiner ties to a character which had to be cut is all that may be left.
        return (low, self.fit(low)) if low < high else (stop, stop)

    def boundary_to(self, position: int, start: int) -> int:
        """The last boundary in ``text[start:position + 1]``, or ``start``, which may lie inside a visible character."""
        while position > start and not self.is_boundary(position):
            position -= 1
        return position

    def is_boundary(self, position: int) -> bool:
        """As the function of this name says it, with the answer for what most texts are made of at once."""
        if 0 < position < len(self.text) and _plain(self.text, position):
            return True
        return is_boundary(self.text, position, self.anchor)
