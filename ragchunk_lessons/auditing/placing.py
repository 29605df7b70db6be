"""Putting chunks back in their place: whether each stands where it claims, and reads as it stood there."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import islice

from .agreement import names
from .alignment import passage_end, passage_start
from .choice_of_reading import Run, least_left_out
from .findings import Finding, Placed, Span, first_difference, gaps
from .locator import Locator
from .normalizing import View
from .reading import Read, Reading
from .sentence_index import in_order
from .squeezed import squeeze

_SHOWN = 16
_FEW = 6  # letters that must agree at an end, where most of the words between agree too
_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Placing:
    """Every chunk in its place, and those that stand elsewhere or read otherwise.

    Parameters
    ----------
    placed : list of Placed
    misplaced, rewritten : list of Finding
    """

    placed: list[Placed]
    misplaced: list[Finding]
    rewritten: list[Finding]


def place(text: str, chunks: list[Read], view: View | None = None) -> Placing:
    """Put chunks, read by ``adapters.read_chunk``, back into the text.

    With a view, texts are compared as they read through it; every position stays that of the text itself.

    A claimed span is right if the chunk's text is the slice, or ends with it after an added context. An added
    context ends with white space or a sign, not inside a word; and the slice has a letter or a digit, or the context
    ends with a line end or has no word that is new to the source and to the chunk's metadata. Lines that stand in
    front of the slice in the source as well, such as a table's header, are a context where other chunks hold them; any
    other text that does is the chunk's own, and its claim is wrong. Whether a context is true, nobody can tell
    from the source. A wrong span is searched for, in the order of the chunks.

    A text that repeats itself can be read in several ways: see ``least_left_out``.

    Examples
    --------
    >>> place("one two", [("two", 5, 8, {})]).misplaced[0].detail
    'claims [5:8], which runs past the end of the source at 7; the text stands at [4:7]'
    """
    if view:
        # What stands there as it is needs no view: nothing is to be overlooked.
        less = [None, View(text, view.kinds, ())] if view.kinds and view.patterns else [None]
        for other in less:
            if (found := _placed(Reading(text, chunks, other), whole=True)) is not None:
                return found
    return _placed(Reading(text, chunks, view))


def _placed(read: Reading, whole: bool = False) -> Placing | None:
    """The chunks in their places; None where only a whole and unchanged text is wanted, and it is not."""

    def run(locator: Locator) -> Run[Placing | None]:
        placing = _in_order(locator, read, whole)
        if placing is None:
            return None, [], 0
        held = [(chunk.number, *span) for chunk in placing.placed for span in chunk.spans]
        return read.back(placing), held, len(placing.rewritten)

    free = {number: piece for number, (piece, start, end, _) in enumerate(read.chunks) if start is None or end is None}
    placing = least_left_out(read.text, run, free)
    return None if placing is None or (whole and gaps(read.source, _spans(placing))) else placing


def _spans(placing: Placing) -> list[Span]:
    return [span for chunk in placing.placed for span in chunk.spans]


def _in_order(locator: Locator, read: Reading, whole: bool = False) -> Placing | None:
    """Every chunk in its place, one after the other; None at the first finding if the text must be whole."""
    text = locator.text
    read.start(locator.reading)
    placed: list[Placed] = []
    misplaced: list[Finding] = []
    rewritten: list[Finding] = []
    fronts: list[tuple[int, int]] = []
    for number, (piece, start, end, metadata) in enumerate(read.chunks):
        if start is None or end is None:
            spans, finding = _unclaimed(locator, read, number, piece)
            if finding:
                rewritten.append(finding)
        elif 0 <= start <= end <= len(text) and read.agreement.holds(piece, start, end, metadata):
            low = read.agreement.front(piece, start, end)
            if low is not None:
                fronts.append((number, low))
            locator.note(start, end)
            spans = ((start, end),)
        else:
            spans, moved, changed = _wrong(locator, read, number, piece, start, end)
            misplaced += [moved] if moved else []
            rewritten += [changed] if changed else []
        if whole and (misplaced or rewritten):
            return None
        placed.append(Placed(number, piece, spans, metadata))
    if fronts:
        misplaced += _further_in_front(read, placed, fronts)
        misplaced.sort(key=lambda finding: finding.number)
    if whole and misplaced:
        return None
    return Placing(placed, misplaced, rewritten)


def _further_in_front(read: Reading, placed: list[Placed], fronts: list[tuple[int, int]]) -> list[Finding]:
    """Findings on chunks whose whole text stands in the source, further in front than they claim.

    What other chunks hold is a context, if it is lines or the chunk's own label: the header of a table, repeated in
    front of its first row, or the name of a speaker.
    """
    missing = gaps(read.text, [span for chunk in placed for span in chunk.spans])
    starts = [gap.start for gap in missing]
    found = []
    for number, low in fronts:
        [(start, end)] = placed[number].spans
        gap = bisect_right(starts, start) - 1
        held = gap < 0 or missing[gap].end <= low
        front = read.text[low:start]
        if held and (front[-1] in "\r\n" or names(front, placed[number].metadata)):
            continue
        detail = f"claims {_span(read.claim(number))}; the text stands at {_span(read.where(low, end))}"
        found.append(Finding(number, start, end, detail, low))
        placed[number] = replace(placed[number], spans=((low, end),))
    return found


def _unclaimed(locator: Locator, read: Reading, number: int, piece: str) -> tuple[tuple[Span, ...], Finding | None]:
    """Place a chunk that says nothing of its position."""
    kind, spans = read.place(locator, number, piece)
    if kind == "white space":
        return tuple(spans), _changed(read, number, piece, *spans[0])
    if kind == "slices":
        return tuple(spans), _out_of_order(read, number, spans)
    if kind != "missing" or not piece.strip():
        return tuple(spans), None
    guess = locator.guess(piece)
    passage = (
        _passage(locator, piece, guess)
        or _passage(locator, piece, locator.guess(piece, _FEW), sure=False)
        or _next_passage(locator, piece)
    )
    if passage:
        locator.note(*passage)
        return _kept(locator.text, piece, *passage), _changed(read, number, piece, *passage)
    if guess is None:
        return (), Finding(number, None, None, f"not in the source: {_short(piece)}")
    (start, end), opens, _ = guess
    locator.note(start, end)
    if opens:
        whole = min(start + len(piece), len(locator.text))
        return ((start, end),), _changed(read, number, piece, start, whole)
    detail = f"only its end stands in the source, from {read.at(start)}"
    return ((start, end),), Finding(number, start, end, detail, start)


def _passage(locator: Locator, piece: str, guess: tuple[Span, bool, bool] | None, sure: bool = True) -> Span | None:
    """The passage of a piece with changed words, told from an end at which they agree; both ends may be sure enough."""
    if guess is None:
        return None
    (start, end), opens, closes = guess
    if opens and closes and sure:
        return start, end
    if opens and (found := passage_end(locator.text, piece, start)):
        return start, found
    if closes and (found := passage_start(locator.text, piece, end)) is not None:
        return found, end
    return None


def _next_passage(locator: Locator, piece: str) -> Span | None:
    """The passage after the last text, if most of the piece's words stand there though both ends were changed."""
    end = passage_end(locator.text, piece, locator.last)
    start = None if end is None else passage_start(locator.text, piece, end)
    return None if start is None else (start, end)


def _wrong(
    locator: Locator, read: Reading, number: int, piece: str, start: int, end: int
) -> tuple[tuple[Span, ...], Finding | None, Finding | None]:
    """Place a chunk whose claim is wrong: it stands elsewhere, or reads otherwise, or both."""
    text = locator.text
    claim = f"claims {_span(read.claim(number))}"
    outside = ""
    if start < 0:
        outside = ", and -1 means not found in LangChain" if start == -1 else ", which starts before the source"
    elif end < start:
        outside = ", which ends before it starts"
    elif end > len(text):
        outside = f", which runs past the end of the source at {read.where(0, len(text))[1]}"
    elif (
        squeeze(piece) == squeeze(text[start:end]) and piece not in text[max(start - len(piece), 0) : end + len(piece)]
    ):
        locator.note(start, end)
        return ((start, end),), None, _changed(read, number, piece, start, end)
    kind, spans = read.place(locator, number, piece)
    only_start = end - start == len(piece)  # the end may be no claim: it follows from the length
    if kind in ("exact", "white space", "again"):
        low, high = spans[0]
        where = _span(read.right.get(number) or read.where(low, high))
        moved = Finding(number, start, end, f"{claim}{outside}; the text stands at {where}", low)
        changed = None if kind == "exact" or text[low:high] == piece else _changed(read, number, piece, low, high)
        return tuple(spans), None if changed and only_start and low == start else moved, changed
    if only_start and 0 <= start < len(text):
        outside = ""  # words that were put in made it too long
    # A word said twice stands elsewhere too: the chunk is where it claims, if most of its words are.
    here = not outside and not in_order(spans) and passage_end(text, piece, start)
    if kind == "slices" and not here:
        where = " and ".join(_span(read.where(low, high)) for low, high in spans)
        moved = Finding(number, start, end, f"{claim}{outside}", None) if outside else None
        return tuple(spans), moved, Finding(number, start, end, f"joins {where}", spans[0][0])
    if not outside:
        low = locator.start_near(piece, start)
        high = low + (end - start)
        if only_start:
            high = (
                locator.end_of(piece, low, high) or _replaced(text, piece, low) or passage_end(text, piece, low) or high
            )
        high = min(high, len(text))
        locator.note(low, high)
        moved = None
        if low != start:
            detail = f"{claim}; the text stands at {_span(read.where(low, high))}"
            moved = Finding(number, start, end, detail, low)
        return _kept(text, piece, low, high), moved, _changed(read, number, piece, low, high)
    moved = Finding(number, start, end, f"{claim}{outside}")
    spans, changed = _unclaimed(locator, read, number, piece)
    if changed and not spans:
        changed = replace(changed, start=start, end=end)
    return spans, moved, changed


def _replaced(text: str, piece: str, start: int) -> int | None:
    """Where the passage ends that starts here and reads as the piece but for one character."""
    end = start + len(piece)
    if text[end - 1 : end].isspace():  # a sign at the end is no space: it belongs further on
        return None
    at = first_difference(piece, text[start:end])
    return end if end <= len(text) and text.startswith(piece[at + 1 :], start + at + 1) else None


def _changed(read: Reading, number: int, piece: str, start: int, end: int) -> Finding:
    """A finding on a chunk that reads otherwise than its passage, with the first difference."""
    body = read.text[start:end]
    here = there = first_difference(piece, body)
    only = "white space only, " if squeeze(piece) == squeeze(body) else ""
    if not only:  # white space that differs before it is no matter
        same = first_difference(squeeze(piece[here:]), squeeze(body[there:]))
        if same:
            here, there = _visible(piece, here, same), _visible(body, there, same)
    has = _short(piece[here:]) if here < len(piece) else "nothing more"
    had = _short(body[there:]) if there < len(body) else "nothing more"
    at = start + there
    return Finding(number, start, end, f"{only}at {read.at(at)}: {has} where the source has {had}", at)


def _visible(text: str, start: int, count: int) -> int:
    """The position of the character after ``count`` that are not white space; the end if there is none."""
    found = next(islice(_VISIBLE.finditer(text, start), count, None), None)
    return found.start() if found else len(text)


def _out_of_order(read: Reading, number: int, spans: list[Span]) -> Finding | None:
    """A finding on a chunk whose parts stand in another order in the source, or that says one of them twice."""
    reached = 0
    for at, (start, end) in enumerate(spans):
        if start >= reached:
            reached = end
            continue
        low, high = min(low for low, _ in spans), max(high for _, high in spans)
        twice = next((span for span in spans[:at] if span[0] < end and start < span[1]), None)
        if twice:
            start, end = max(start, twice[0]), min(end, twice[1])
            detail = f"says twice what stands once, at {_span(read.where(start, end))}: {_short(read.text[start:end])}"
        else:
            one = _span(read.where(*spans[at - 1]))
            detail = f"parts in another order than in the source: {one}, then {_span(read.where(start, end))}"
        return Finding(number, low, high, detail, start)
    return None


def _kept(text: str, piece: str, start: int, end: int) -> tuple[Span, ...]:
    """What of its passage a changed chunk still stands for.

    Words that were replaced are rewritten, not lost. Words that were left out, so that opening and end of the
    passage make up the whole chunk, are lost.
    """
    letters, body = squeeze(piece), squeeze(text[start:end])
    head = first_difference(letters, body)
    tail = first_difference(letters[head:][::-1], body[head:][::-1])
    if head + tail < len(letters) or len(letters) >= len(body):
        return ((start, end),)
    spans = []
    if head:
        spans.append((start, _walk(text, start, head)))
    if tail:
        spans.append((_walk(text, start, len(body) - tail, opening=True), end))
    return tuple(spans)


def _walk(text: str, start: int, count: int, opening: bool = False) -> int:
    """The position after ``count`` characters that are not white space, or of the next such one if opening."""
    at = start
    while count or (opening and text[at].isspace()):
        count -= not text[at].isspace()
        at += 1
    return at


def _span(span: Span) -> str:
    return f"[{span[0]}:{span[1]}]"


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
