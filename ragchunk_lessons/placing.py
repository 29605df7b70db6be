"""Putting chunks back in their place: whether each stands where it claims, and reads as it stood there."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category

from .findings import Finding, Gap, Placed, Span, first_difference
from .locator import Locator
from .squeezed import squeeze

Read = tuple[str, int | None, int | None, dict]
_SHOWN = 16
_BLOCK = 1 << 16


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


def place(text: str, chunks: list[Read]) -> Placing:
    """Put chunks, read by ``adapters.read_chunk``, back into the text.

    A claimed span is right if the chunk's text is the slice, or ends with it after an added context. An added
    context is a text in front of the slice that the source does not have there. It ends with white space or a
    sign, not inside a word; and the slice has a letter or a digit, or the context ends with a line end. Whether
    the context is true, nobody can tell from the source. A wrong span is searched for, in the order of the chunks.

    A text that repeats itself can be read in two ways: with overlap, or each chunk directly after the last one.
    The first is taken unless the second leaves out less.

    Examples
    --------
    >>> place("one two", [("two", 5, 8, {})]).misplaced[0].detail
    'claims [5:8], which runs past the end of the source at 7; the text stands at [4:7]'
    """
    locator = Locator(text)
    first = _in_order(locator, chunks)
    if not locator.passed_by or not (lost := _lost(text, first)):
        return first
    second = _in_order(Locator(text, directly=True), chunks)
    return second if _lost(text, second) < lost else first


def _lost(text: str, placing: Placing) -> int:
    return sum(gap.characters for gap in gaps(text, [span for chunk in placing.placed for span in chunk.spans]))


def _in_order(locator: Locator, chunks: list[Read]) -> Placing:
    """Every chunk in its place, one after the other."""
    text = locator.text
    placed: list[Placed] = []
    misplaced: list[Finding] = []
    rewritten: list[Finding] = []
    for number, (piece, start, end, _) in enumerate(chunks):
        if start is None or end is None:
            spans, finding = _unclaimed(locator, number, piece)
            if finding:
                rewritten.append(finding)
        elif 0 <= start <= end <= len(text) and _agrees(text, piece, start, end):
            low = end - len(piece)
            if low < start and low >= 0 and text.startswith(piece, low):  # all of it is source: no added context
                detail = f"claims [{start}:{end}]; the text stands at [{low}:{end}]"
                misplaced.append(Finding(number, start, end, detail, low))
                start = low
            locator.note(start, end)
            spans = ((start, end),)
        else:
            spans, moved, changed = _wrong(locator, number, piece, start, end)
            misplaced += [moved] if moved else []
            rewritten += [changed] if changed else []
        placed.append(Placed(number, piece, spans))
    return Placing(placed, misplaced, rewritten)


def _agrees(text: str, piece: str, start: int, end: int) -> bool:
    """Whether the chunk is its slice, or ends with it: after what stands there in the source, or a context."""
    body = text[start:end]
    if piece == body:
        return True
    if not piece.endswith(body) or not body or body.isspace():
        return False
    low = end - len(piece)
    if low >= 0 and text.startswith(piece, low):
        return True
    sign = piece[len(piece) - len(body) - 1]
    if sign in "\r\n":
        return True
    return not _in_word(sign) and any(char.isalnum() for char in body)


def _in_word(char: str) -> bool:
    return char.isalnum() or category(char)[0] == "M"


def _unclaimed(locator: Locator, number: int, piece: str) -> tuple[tuple[Span, ...], Finding | None]:
    """Place a chunk that says nothing of its position."""
    kind, spans = locator.place(piece)
    if kind == "white space":
        return tuple(spans), _changed(locator.text, number, piece, *spans[0])
    if kind != "missing" or not piece.strip():
        return tuple(spans), None
    guess = locator.guess(piece)
    if guess is None:
        return (), Finding(number, None, None, f"not in the source: {_short(piece)}")
    (start, end), opens, closes = guess
    locator.note(start, end)
    if opens and closes:
        return _kept(locator.text, piece, start, end), _changed(locator.text, number, piece, start, end)
    if opens:
        whole = min(start + len(piece), len(locator.text))
        return ((start, end),), _changed(locator.text, number, piece, start, whole)
    return ((start, end),), Finding(number, start, end, f"only its end stands in the source, from {start}", start)


def _wrong(
    locator: Locator, number: int, piece: str, start: int, end: int
) -> tuple[tuple[Span, ...], Finding | None, Finding | None]:
    """Place a chunk whose claim is wrong: it stands elsewhere, or reads otherwise, or both."""
    text = locator.text
    claim = f"claims [{start}:{end}]"
    outside = ""
    if start < 0:
        outside = ", which starts before the source"
    elif end < start:
        outside = ", which ends before it starts"
    elif end > len(text):
        outside = f", which runs past the end of the source at {len(text)}"
    elif (
        squeeze(piece) == squeeze(text[start:end]) and piece not in text[max(start - len(piece), 0) : end + len(piece)]
    ):
        locator.note(start, end)
        return ((start, end),), None, _changed(text, number, piece, start, end)
    kind, spans = locator.place(piece)
    if kind in ("exact", "white space", "again"):
        low, high = spans[0]
        moved = Finding(number, start, end, f"{claim}{outside}; the text stands at [{low}:{high}]", low)
        changed = None if text[low:high] == piece else _changed(text, number, piece, low, high)
        return tuple(spans), moved, changed
    if kind == "slices":
        where = " and ".join(f"[{low}:{high}]" for low, high in spans)
        moved = Finding(number, start, end, f"{claim}{outside}", None) if outside else None
        return tuple(spans), moved, Finding(number, start, end, f"joins {where}", spans[0][0])
    if not outside:
        locator.note(start, end)
        return _kept(text, piece, start, end), None, _changed(text, number, piece, start, end)
    moved = Finding(number, start, end, f"{claim}{outside}")
    if not piece.strip():
        return (), moved, None
    return (), moved, Finding(number, start, end, f"not in the source: {_short(piece)}")


def _changed(text: str, number: int, piece: str, start: int, end: int) -> Finding:
    """A finding on a chunk that reads otherwise than its passage, with the first difference."""
    body = text[start:end]
    at = first_difference(piece, body)
    only = "white space only, " if squeeze(piece) == squeeze(body) else ""
    has = _short(piece[at:]) if at < len(piece) else "nothing more"
    had = _short(body[at:]) if at < len(body) else "nothing more"
    return Finding(number, start, end, f"{only}at {start + at}: {has} where the source has {had}", start + at)


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


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def visible(text: str) -> int:
    """How many characters of a text are not white space; a block at a time, so that memory stays bounded.

    Examples
    --------
    >>> visible("a b\\n")
    2
    """
    return sum(len(squeeze(text[at : at + _BLOCK])) for at in range(0, len(text), _BLOCK))


def gaps(text: str, spans: list[Span]) -> list[Gap]:
    """The passages that no span holds, less their white space; a gap of nothing else is none.

    Examples
    --------
    >>> gaps("one two three", [(0, 3), (8, 13)])
    [Gap(start=4, end=7, text='two')]
    """
    found = []
    covered = 0
    for start, end in [*sorted(spans), (len(text), len(text))]:
        if start > covered:
            missing = text[covered:start]
            bare = missing.strip()
            if bare:
                low = covered + len(missing) - len(missing.lstrip())
                found.append(Gap(low, low + len(bare), bare))
        covered = max(covered, end)
    return found
