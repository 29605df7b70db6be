"""Text and chunks as they are compared, and the way back to how they were given."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace

from .agreement import Agreement
from .findings import Span
from .locator import Locator
from .normalizing import View, passages

Read = tuple[str, int | None, int | None, dict]


class Reading:
    """Text and chunks as they are compared, and the way back to how they were given.

    Parameters
    ----------
    text : str
    given : list of Read
    view : View or None
    """

    def __init__(self, text: str, given: list[Read], view: View | None) -> None:
        self.given = given
        self.view = view
        self.source = text
        self.text = view.text if view else text
        # What is ignored may stand in a chunk too, even half of it: then the source as it is without ignoring counts.
        self.plain = View(view.source, view.kinds, ()) if view and view.patterns else view
        self.right: dict[int, Span] = {}  # chunks that agree with it, and their spans in the source
        self._claimed: dict[int, Span] = {}
        self._beside: Locator | None = None
        self.agreement = Agreement(self.text)
        self._agreement = Agreement(self.plain.text) if self.plain is not view else self.agreement
        self.chunks = [self._seen(number, *chunk) for number, chunk in enumerate(given)] if view else given

    def _seen(self, number: int, piece: str, start: int | None, end: int | None, metadata: dict) -> Read:
        """A chunk through the view; a claim that holds there is made exact."""
        view, seen = self.view, self.view.normal(piece)
        if start is None or end is None:
            return (seen.strip() if "whitespace" in view.kinds else seen), None, None, metadata
        low, high = view.to_view(start), view.to_view(end)
        if 0 <= start <= end <= len(view.source):
            body = view.text[low:high]
            if view.source[start:end] == piece or self._agrees(piece, start, end, metadata):
                self._claimed[number] = start, end
                return body, low, high, metadata
            if seen.strip() == body.strip() if "whitespace" in view.kinds else seen == body:
                return body, low, high, metadata
        if end - start == len(piece) and view.text.startswith(seen, max(low, 0)):  # only the start was claimed
            high = low + len(seen)
        return seen, low, high, metadata

    def _agrees(self, piece: str, start: int, end: int, metadata: dict) -> bool:
        """Whether a claim holds after a context where nothing is ignored."""
        plain, agreement = self.plain, self._agreement
        if plain is self.view:
            return False
        piece, start, end = plain.normal(piece), plain.to_view(start), plain.to_view(end)
        return agreement.holds(piece, start, end, metadata) and agreement.front(piece, start, end) is None

    def start(self, reading: str) -> None:
        """Begin to place the chunks, in this reading."""
        self.right = dict(self._claimed)
        if self.plain is not self.view:
            self._beside = Locator(self.plain.text, reading)

    def place(self, locator: Locator, number: int, piece: str) -> tuple[str, list[Span]]:
        """As ``Locator.place``, but first as the chunk is without ignoring, where that stands no later."""
        beside = self._beside
        if beside is None:
            return locator.place(piece, number)
        if number in locator.planned:
            return self._both(locator, number, piece)
        whole = self.plain.normal(self.given[number][0])
        whole = whole.strip() if "whitespace" in self.view.kinds else whole
        beside.follow(self.plain.to_view(self.at(locator.last)))
        found, here = beside.ahead(whole), locator.ahead(piece)
        source = self.plain.to_source(*found) if found else (0, 0)
        if here and self.where(*here)[0] < source[0]:
            found = None
        elif not piece.strip():  # nothing but what is ignored: it counts only if it goes on directly
            found = found if not self.view.text[locator.last : self.view.to_view(source[0])].strip() else None
        elif not found and not here and not locator.behind(piece):
            found = beside.behind(whole)
        if found:
            locator.asked = True
            locator.passed_by |= beside.goes_on(whole) not in (None, found)
            beside.note(*found)
            self.right[number] = start, end = self.plain.to_source(*found)
            span = self.view.to_view(start), self.view.to_view(end)
            locator.note(*span)
            return "exact", [span]
        return self._both(locator, number, piece)

    def _both(self, locator: Locator, number: int, piece: str) -> tuple[str, list[Span]]:
        """Place a chunk as it is compared, and go on from there beside."""
        kind, spans = locator.place(piece, number)
        for span in spans:
            start, end = self.where(*span)
            self._beside.note(self.plain.to_view(start), self.plain.to_view(end))
        return kind, spans

    def where(self, low: int, high: int) -> Span:
        """A span of the compared text in the text that was given."""
        return self.view.to_source(low, high) if self.view else (low, high)

    def at(self, position: int) -> int:
        """A position of the compared text in the text that was given."""
        return self.where(position, position)[0]

    def claim(self, number: int) -> Span:
        """What a chunk claims."""
        return self.given[number][1:3]

    def back(self, placing):
        """A placing in the terms of what was given."""
        if not self.view:
            return placing
        placed = []
        for chunk in placing.placed:
            piece = self.given[chunk.number][0]
            spans = [self.where(*span) for span in chunk.spans]
            if chunk.number in self.right:
                spans = [self.right[chunk.number]]
            elif len(spans) == 1:
                spans = [self._exact(piece, *spans[0])]
            placed.append(replace(chunk, text=piece, spans=tuple(spans)))
        moved = []
        for finding in placing.misplaced:
            start, end = self.claim(finding.number)
            moved.append(replace(finding, start=start, end=end, at=self._or(finding.at)))
        changed = []
        for finding in placing.rewritten:
            if finding.start is not None:
                start, end = self.where(finding.start, finding.end)
                finding = replace(finding, start=start, end=end, at=self._or(finding.at))
            changed.append(finding)
        return replace(placing, placed=placed, misplaced=moved, rewritten=changed)

    def _exact(self, piece: str, start: int, end: int) -> Span:
        """The span of a piece with what is ignored at its ends, if the source has it there word for word."""
        source, ignored = self.view.source, self.view.ignored
        at = source.find(piece, max(end - len(piece), 0), start + len(piece))
        if 0 <= at <= start and at + len(piece) >= end:
            return at, at + len(piece)
        own = passages(piece, self.view.patterns)
        if own and not piece[: own[0][0]].strip():
            before = bisect_right(ignored, (start, len(source))) - 1
            if before >= 0 and not source[ignored[before][1] : start].strip():
                start = min(start, ignored[before][0])
        if own and not piece[own[-1][1] :].strip():
            after = bisect_left(ignored, (end, 0))
            if after < len(ignored) and not source[end : ignored[after][0]].strip():
                end = max(end, ignored[after][1])
        return start, end

    def _or(self, at: int | None) -> int | None:
        return None if at is None else self.at(at)
