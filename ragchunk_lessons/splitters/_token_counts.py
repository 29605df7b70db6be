"""How many tokens a slice of a text has on its own, told from the tokens of the whole text.

The tokens of a slice are not those that it has inside the text: a token may reach over its ends, and the tokenizer
looks at what stands around. But between two places of the right kind they are the same, so a slice is counted by
subtraction there, and only what stands outside of these places is given to the tokenizer again. Two kinds are right:

* A **seam** ends a token in any text: no pattern of these encodings has one match with a letter and then a mark, or
  with a visible character and then a space. What stands before it and what stands behind it never meet.
* A **joint** is a place inside one run of letters where a token ends in this text. Byte pair encoding merges the pair
  of lowest rank until none is left. Where no merge has crossed a place, the merges on either side of it were those of
  that side alone, in the same order; so a slice that ends or begins there has the same tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from .. import lengths

_MARKS = r"[ \t\r\n.,;:!?()。，、；：！？]"
_SEAM = rf"{_MARKS}(?:(?<=[A-Za-z\u4e00-\u9fa5]{_MARKS})|(?<=\S[ \t]))"  # the mark first: so it is searched for fastest
# Three letters before it, so that it is behind 's and 'll; small ones only, since o200k_base begins words at capitals.
_JOINT = r"(?<=[a-z]{3})(?=[a-z])"
_HAN_JOINT = r"(?<=[\u4e00-\u9fa5]{3})(?=[\u4e00-\u9fa5])"  # o200k_base ties Han and capitals in ways of its own
_CLEAN = re.compile(f"{_SEAM}|{_JOINT}|{_HAN_JOINT}").match
_CLEAN_O200K = re.compile(f"{_SEAM}|{_JOINT}").match
_SEAM_HERE = re.compile(_SEAM)
first_seam = _SEAM_HERE.search
last_seam = re.compile(rf"(?s:.*)(?:{_SEAM})").match
LOOK_BACK = 100  # code points for the last seam; what has none there is encoded as it is
_AT_ONCE = 8_192  # code points encoded at a time: a list of tokens takes ten times the room of the text


class TokenCounts:
    """Counts slices of one text, roughly from left to right: what was forgotten cannot be asked about again."""

    def __init__(self, text: str, encoding: str, joints: bool = True) -> None:
        self.text, self.encoding, self.ascii = lengths.encodable(text), encoding, text.isascii()
        self.encode = lengths.get_encoding(encoding).encode_ordinary
        self.shapes = lengths.token_shapes(encoding)
        # Where slices end anywhere, few end at a joint: without joints, a text without seams need not be encoded whole.
        self.joint = _CLEAN_O200K if encoding == "o200k_base" else _CLEAN
        self.clean = self.joint if joints else _SEAM_HERE.match
        self.given: tuple[int, int, list[int]] = (0, -1, [])
        self.more, self.read = self._pieces(), 0  # up to where the tokens are known
        self.joints = joints
        self.forced: list[int] = []  # where a block had to end although nothing says that a token does
        # The tokens that are kept, how many were before them, how many characters begin before each: of the first ones
        # that were asked about, and before the next one.
        self.tokens: list[int] = []
        self.base = 0
        self.begun: list[int] = []
        self.placed = 0

    def have(self, token: int) -> int:
        """The number of this token, which is known then; or how many there are, where the text has fewer."""
        while token - self.base >= len(self.tokens) and self.read < len(self.text):
            self._read_on()
        return min(token, self.base + len(self.tokens))

    def start(self, token: int) -> int:
        """Where a token starts that is known; or the end of the text."""
        at = token - self.base
        inside = 0 if self.ascii or at == len(self.tokens) else self.shapes.of(self.tokens[at])[1]
        return self.begun_before(token) - inside

    def begun_before(self, token: int) -> int:
        """How many characters begin before a token that is known."""
        self._place()
        at = token - self.base
        return self.begun[at] if at < len(self.tokens) else len(self.text)

    def index(self, position: int) -> tuple[int, bool]:
        """The first token that starts at this position or behind it, and whether one ends right before it."""
        while position >= self.read < len(self.text):
            self._read_on()
        if position == len(self.text):
            return self.base + len(self.tokens), True
        self._place()
        at = bisect_right(self.begun, position) - 1
        if self.begun[at] == position and (self.ascii or not self.shapes.inside[self.tokens[at]]):
            return self.base + at, True
        return self.base + at + 1, False

    def token_at(self, position: int) -> int:
        """The token that starts at this position, or the one that goes on there."""
        token, exact = self.index(position)
        return token if exact or self.start(token) == position else token - 1

    def forget(self, token: int, begun: int | None = None) -> None:
        """Keep no longer what stands before this token; done now and then.

        ``begun`` is how many characters begin before it, where that is known.
        """
        behind = token - self.base
        if behind > _AT_ONCE:
            if begun is None:
                self._place()
            elif behind >= len(self.begun):
                self.placed = begun
            del self.tokens[:behind], self.begun[:behind]
            self.base = token

    def _place(self) -> None:
        more = self.tokens[len(self.begun) :]
        if more:
            places = accumulate(self.shapes.begins(more), initial=self.placed)
            self.begun.extend(places)
            self.placed = self.begun.pop()

    def count(self, start: int, end: int) -> int:
        """The number of tokens of ``text[start:end]`` on its own, as ``count_tokens`` counts it.

        Examples
        --------
        >>> TokenCounts("tokenized, tokenized", "cl100k_base").count(1, 9)
        2
        """
        text, low, high = self.text, start, end
        if end - start > lengths.ONE_BLOCK:
            return self.alone(start, end)
        if end < len(text) and not self.ends_token(end):
            seam = last_seam(text, max(start, end - LOOK_BACK), end)
            if not seam:
                return self.alone(start, end)
            high = seam.end() - 1
        if start and not self.ends_token(start):
            seam = first_seam(text, start + 1, high + 1)
            if not seam:
                return self.alone(start, end)
            low = seam.start()
        found = self.index(high)[0] - self.index(low)[0]
        if self.forced and bisect_left(self.forced, high) > bisect_right(self.forced, low):
            return self.alone(start, end)
        if low > start:
            found += len(self.encode(text[start:low]))
        return found + len(self.encode(text[high:end])) if high < end else found

    def ends_token(self, position: int) -> bool:
        """Whether slices that end or begin here have the tokens of the whole text up to or from here."""
        return bool(self.clean(self.text, position)) and (not self.joints or self.index(position)[1])

    def alone(self, start: int, end: int) -> int:
        """The same, by giving the slice to the tokenizer; what lies inside the last such slice may be told from it."""
        low, high, places = self.given
        if low <= start and end <= high:
            first, last = bisect_left(places, start), bisect_left(places, end)
            if (
                places[first] == start
                and places[last] == end
                and (start == low or self.joint(self.text, start))
                and (end == high or self.joint(self.text, end))
            ):
                return last - first
        piece = self.text[start:end]
        if end - start > lengths.ONE_BLOCK:
            return lengths.count_tokens(piece, self.encoding)
        tokens = self.encode(piece)
        if not (low <= start and end <= high) and piece.isascii():
            self.given = start, end, list(accumulate(self.shapes.begins(tokens), initial=start))
        return len(tokens)

    def _read_on(self) -> None:
        self.read, tokens = next(self.more)
        self.tokens += tokens

    def _pieces(self) -> Iterator[tuple[int, list[int]]]:
        """The tokens of the whole text, some hundreds at a time, each time with where they end."""
        text = self.text
        for start, end in lengths.block_spans(text):
            if start and not _SEAM_HERE.match(text, start):
                self.forced.append(start)
            while start < end:
                near = start + _AT_ONCE
                seam = first_seam(text, near, near + _AT_ONCE) if near + _AT_ONCE < end else None
                stop = seam.start() if seam else end
                yield stop, self.encode(text[start:stop])
                start = stop


def token_counts(length_function: Callable[[str], int], text: str) -> TokenCounts | None:
    """For a length function that counts tokens, what counts slices of this text in the same way.

    Examples
    --------
    >>> token_counts(lengths.token_length(), "one two three").count(4, 13)
    2
    >>> token_counts(len, "one two three") is None
    True
    """
    if length_function is lengths.count_tokens:
        return TokenCounts(text, "cl100k_base", joints=False)
    encoding = getattr(length_function, "ragchunk_encoding", None)
    return TokenCounts(text, encoding, joints=False) if encoding in lengths.ENCODINGS else None
