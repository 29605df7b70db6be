"""Finding one text after the other in a source, each occurrence once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .findings import first_difference
from .last_place import last_place
from .sentence_index import SentenceIndex, in_order
from .squeezed import Squeezed, squeeze

Span = tuple[int, int]
_NEAR = 20_000
_TRIES = 16
_PLACES = 64  # where an opening is looked at
_DRIFT = 64
_FEW = 4  # letters of a short piece that are worth a search in the neighbourhood
_BROKEN = "\ufffd"  # what is left of a character that a cut went through


class Locator:
    """Where texts stand in a source, asked in order.

    Where a text stands in several places, which of them is taken is a matter of reading: ``"first"`` takes the first
    that ends after the last text did, and failing that the nearest before it. ``"directly"`` prefers the place
    directly after the last text. ``"furthest"`` prefers the last place that leaves no gap, as strings with an overlap
    stand in a text that repeats itself.

    Parameters
    ----------
    text : str
        The source.
    reading : str
        ``"first"``, ``"directly"`` or ``"furthest"``. White space is skipped in the last two.
    planned : mapping of int to (start, end), optional
        Places that pieces take by their number, whatever the reading.

    Attributes
    ----------
    asked : bool
        Whether any piece was asked for. If not, all readings give the same.
    passed_by : bool
        Whether a piece also stood directly after the last text and was placed elsewhere. If not, asking again with
        ``"directly"`` gives the same places.
    loose : bool
        Whether a piece was placed where white space differs though it stands word for word before the last text.

    Examples
    --------
    >>> locator = Locator("ok no\\n\\nok")
    >>> locator.place("ok no"), locator.place("ok")
    (('exact', [(0, 5)]), ('exact', [(7, 9)]))
    """

    def __init__(self, text: str, reading: str = "first", planned: Mapping[int, Span] | None = None) -> None:
        self.text = text
        self.reading = reading
        self.planned = planned or {}
        self.asked = self.passed_by = self.loose = False
        self.last = 0
        self._reached = 0  # where the text that reaches furthest ends
        self._next = (-1, -1)  # a position, and that of the first character from there on that is not white space
        self._used: set[Span] = set()
        self._done_down_to: dict[str, int] = {}
        self._squeezed: Squeezed | None = None
        self._sentences: SentenceIndex | None = None

    @property
    def squeezed(self) -> Squeezed:
        """The source without white space, made when first needed."""
        if self._squeezed is None:
            self._squeezed = Squeezed(self.text)
        return self._squeezed

    def note(self, start: int, end: int) -> None:
        """Take a span as used, and go on from its end."""
        self._used.add((start, end))
        self.last = end
        self._reached = max(self._reached, end)

    def again(self, reading: str, planned: Mapping[int, Span] | None = None) -> Locator:
        """A new locator of the same text, for another reading."""
        other = Locator(self.text, reading, planned)
        other._squeezed, other._sentences = self._squeezed, self._sentences
        return other

    def ahead(self, piece: str) -> Span | None:
        """Where the piece stands word for word so that it goes on from the last text; the place is not noted."""
        if not piece or piece.isspace():
            return None
        near = self._next_to(piece) if self.reading == "directly" else self._without_gap(piece)
        return near or self._exact_after(piece, [])

    def goes_on(self, piece: str) -> Span | None:
        """Where the piece stands directly after the last text; the place is not noted."""
        return self._next_to(piece) if piece and not piece.isspace() else None

    def behind(self, piece: str) -> Span | None:
        """Where the piece stands word for word before the last text; the place is not noted."""
        return self._exact_before(piece, []) if piece and not piece.isspace() else None

    def follow(self, end: int) -> None:
        """Go on from there, if that is further than the last text."""
        self.last, self._reached = max(self.last, end), max(self._reached, end)

    def place(self, piece: str, number: int = -1) -> tuple[str, list[Span]]:
        """How the piece was found, and where.

        Parameters
        ----------
        piece : str
        number : int
            By which it may have a planned place.

        Returns
        -------
        (kind, spans)
            ``"exact"``; ``"white space"`` if only white space differs; ``"slices"`` if it joins distant
            sentences; ``"again"`` if every place where it stands is used; ``"missing"``, with no spans.
        """
        if not piece or piece.isspace():
            return "missing", []
        self.asked = True
        if number in self.planned:
            self.note(*self.planned[number])
            return "exact", [self.planned[number]]
        again: list[Span] = []
        near = self._next_to(piece)
        wanted = near if self.reading == "directly" else self._without_gap(piece)
        if wanted:
            self.note(*wanted)
            return "exact", [wanted]
        for search in (self._exact_after, self._loose_after, self._exact_before, self._loose_before):
            found = search(piece, again)
            if found:
                self.passed_by |= near not in (None, found)
                exact = self.text[slice(*found)] == piece
                self.loose |= not exact and self._exact_before(piece, []) is not None
                self.note(*found)
                return ("exact" if exact else "white space"), [found]
        self.passed_by |= near is not None
        if again:
            return "again", again[:1]
        if self._sentences is None:
            self._sentences = SentenceIndex(self.text)
        spans = self._sentences.read(piece, self.last)
        if not in_order(spans) and in_order(early := self._sentences.read(piece)):
            spans = early
        for span in spans:
            self.note(*span)
        return ("slices", spans) if spans else ("missing", [])

    def _next_to(self, piece: str) -> Span | None:
        """The place directly after the last text, white space skipped, if the piece stands there and it is unused."""
        at, after = self.last, self._skipped(self.last)
        start = after - (len(piece) - len(piece.lstrip()))
        found = (start, start + len(piece))
        return found if start >= at and self.text.startswith(piece, start) and found not in self._used else None

    def _skipped(self, at: int) -> int:
        """The first position from ``at`` on that is not white space."""
        if self._next[0] != at:
            after = at
            while after < len(self.text) and self.text[after].isspace():
                after += 1
            self._next = (at, after)
        return self._next[1]

    def _without_gap(self, piece: str) -> Span | None:
        """In the reading that reaches furthest, the last place that leaves no gap.

        Of all places that start where something was placed already, the last one reaches furthest, whatever follows.
        A piece that cannot reach further lies inside, at the last place there that is unused.
        """
        if self.reading != "furthest":
            return None
        size, reached = len(piece), self._reached
        at = last_place(self.text, piece, max(reached - size + 1, 0), self._skipped(reached) + size)
        stop = reached
        for _ in range(_TRIES):
            if at >= 0 and (at, at + size) not in self._used:
                return at, at + size
            at = last_place(self.text, piece, max(reached - 2 * size - _NEAR, 0), stop)
            if at < 0:
                break
            stop = at + size - 1
        return None

    def _exact_after(self, piece: str, again: list[Span]) -> Span | None:
        size = len(piece)
        at, stop = max(self.last - size + 1, 0), self.last + 2 * size + _NEAR
        for _ in range(_TRIES):
            at = self.text.find(piece, at, stop)
            if at < 0:
                return None
            if (at, at + size) not in self._used:
                return at, at + size
            again.append((at, at + size))
            at += 1
        return None

    def _exact_before(self, piece: str, again: list[Span]) -> Span | None:
        size = len(piece)
        stop = min(self.last, len(self.text))
        for tries in range(_TRIES + 1):
            if tries == _TRIES:  # many equal pieces: go on below the last one that was placed
                stop = min(stop, self._done_down_to.get(piece, 0))
            at = last_place(self.text, piece, max(stop - 2 * size - _NEAR, 0), stop)
            if at < 0:
                return None
            if (at, at + size) not in self._used:
                self._done_down_to[piece] = at + size - 1
                return at, at + size
            again.append((at, at + size))
            stop = at + size - 1
        return None

    def _loose_after(self, piece: str, again: list[Span]) -> Span | None:
        letters = squeeze(piece)
        start = max(self.squeezed.to_squeezed(self.last) - len(letters) + 1, 0)
        near = self.squeezed.text.find(letters, start, start + 2 * len(letters) + _NEAR)
        if near >= 0 and (found := self._loose(piece, letters, (near,), again)):
            return found
        return self._loose(piece, letters, self.squeezed.after(letters, start), again)

    def _loose_before(self, piece: str, again: list[Span]) -> Span | None:
        letters = squeeze(piece)
        end = self.squeezed.to_squeezed(self.last)
        return self._loose(piece, letters, self.squeezed.before(letters, end), again)

    def _loose(self, piece: str, letters: str, places: Iterable[int], again: list[Span]) -> Span | None:
        """The first unused place of a few; one where even the white space agrees goes first."""
        lead = len(piece) - len(piece.lstrip())
        first = None
        for _, place in zip(range(_TRIES), places, strict=False):
            start, end = self.squeezed.span(place, place + len(letters))
            exact = start >= lead and self.text.startswith(piece, start - lead)
            found = (start - lead, start - lead + len(piece)) if exact else (start, end)
            if found in self._used:
                again.append(found)
            elif exact:
                return found
            else:
                first = first or found
        return first

    def guess(self, piece: str, key: int = _TRIES) -> tuple[Span, bool, bool] | None:
        """About where a piece stands whose words were changed, in the neighbourhood of the last text.

        Parameters
        ----------
        piece : str
        key : int
            How many letters at an end must agree, white space not counted.

        Returns
        -------
        (span, opens, closes) or None
            Whether it opens and whether it ends as the source does. If both, the span runs from that opening to
            that end; if one, the span is what agrees.
        """
        letters, text = squeeze(piece).strip(_BROKEN), self.squeezed.text
        size = len(letters)
        if not size:
            return None
        key = min(key, size)
        middle = self.squeezed.to_squeezed(self.last)
        low, high = max(middle - size, 0), middle + 2 * size + _NEAR
        heads = list(_places(text, letters[:key], low, high))
        opens = bool(heads)
        head = -1
        if opens:  # passages may open alike: the one that agrees furthest, or that goes on from the last text
            agreed = {at: first_difference(letters, text[at : at + size]) for at in heads}
            head = max(heads, key=lambda at: (agreed[at], -abs(at - middle)))
            low, high = head, head + 2 * size + _TRIES
        tail = text.find(letters[-key:], max(low, head + size // 2), high)
        closes = tail >= 0
        if not opens and not closes:
            return None
        end = tail + key
        if not closes:
            end = head + first_difference(letters, text[head : head + size])
        elif not opens:
            end, agreed = self._longest_end(letters, key, tail, high)
            head = end - agreed
        return self.squeezed.span(head, end), opens, closes

    def _longest_end(self, letters: str, key: int, tail: int, high: int) -> tuple[int, int]:
        """Where most of the end of some letters stands, of the places that have their last ones; and how much of it."""
        text, best, tried = self.squeezed.text, (0, 0), 0
        while tail >= 0 and tried < _TRIES:
            end = tail + key
            agreed = first_difference(letters[::-1], text[max(end - len(letters), 0) : end][::-1])
            best = max(best, (end, agreed), key=lambda found: found[1])
            tail, tried = text.find(letters[-key:], tail + 1, high), tried + 1
        return best

    def start_near(self, piece: str, start: int) -> int:
        """Where a piece with changed words starts: as claimed, or a few characters off if its opening stands there."""
        key = squeeze(piece).strip(_BROKEN)[:_TRIES]
        text, low = self.squeezed.text, self.squeezed.to_squeezed(start)
        if len(key) < _FEW or text.startswith(key, low):
            return start
        before = last_place(text, key, max(low - _DRIFT, 0), low + len(key))
        found = [before, text.find(key, low, low + _DRIFT + len(key))]
        near = min((at for at in found if at >= 0), key=lambda at: abs(at - low), default=None)
        return start if near is None else self.squeezed.to_source(near)

    def end_of(self, piece: str, start: int, end: int) -> int | None:
        """Where a piece ends whose words were changed and that opens at ``start``; None if its last letters are new.

        Who says only where a chunk starts claims as many characters as the chunk has: words that were left out, or put
        in, would make it end too early, or too late.
        """
        letters, text = squeeze(piece).strip(_BROKEN), self.squeezed.text
        key = letters[-_TRIES:]
        low = self.squeezed.to_squeezed(start)
        expected = low + len(letters) - len(key)
        if not letters or text.startswith(key, expected):
            return end
        before = last_place(text, key, max(low, expected - len(letters) // 2), expected + len(key))
        after = text.find(key, expected, expected + len(letters) + len(key))
        found = [at for at in (before, after) if at >= 0]
        if not found:
            return None
        return self.squeezed.to_source(min(found, key=lambda at: abs(at - expected)) + len(key) - 1) + 1


def _places(text: str, key: str, low: int, high: int) -> Iterator[int]:
    """Where a key stands, of the first places."""
    at = text.find(key, low, high)
    for _ in range(_PLACES):
        if at < 0:
            return
        yield at
        at = text.find(key, at + 1, high)
