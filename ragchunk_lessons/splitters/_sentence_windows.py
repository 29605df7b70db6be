"""A long paragraph in windows, so that the model of sentences holds a part of it at a time and finds the same ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

WINDOW = 1 << 18
"""Characters from where a window may end: the model takes about 300 bytes of memory for each that it holds."""

SEARCHED = 1 << 18
"""Characters in which a sure place is looked for; ordinary texts have one in the first hundred."""

AROUND = 600
"""Characters on each side of a place by which an endless run is known."""

# A place that ends no sentence and by which the model tells nothing: a word with a letter or a digit and without a
# stop, a blank, and what is neither a stop nor the number of an item, which the model knows at the start of a text.
_STOPS = ".!?…"
_SURE = re.compile(
    rf"(?<=\s)(?=[^\s{_STOPS}]*?[^\W_])[^\s{_STOPS}]++\s++"
    rf"(?![{_STOPS}]|\(?(?:\d{{1,3}}|[A-Za-z]|[ivxlcIVXLC]{{1,6}})\)?\.)"
)
_BLANK = re.compile(r"\s++(?=\S)")
_ANY_BLANK = re.compile(r"\s")


def windows(flat: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The parts of a paragraph, one after the other.

    The model decides on an end by the words on both sides of it, so a seam between two words of one sentence changes
    nothing. So does one far inside a run that is masked. Only where there is neither, which is in no ordinary text,
    the seam is at a blank, or anywhere.

    Examples
    --------
    >>> list(windows("It rains. The road is wet.", 0, 26))
    [(0, 26)]
    """
    while high - low > WINDOW:
        end = _seam(flat, low + WINDOW, high)
        yield low, end
        low = end
    if low < high:
        yield low, high


def begins_behind_a_stop(flat: str, begun: int) -> bool:
    """Whether a window begins with a sentence; one at a sure place begins in the middle of one.

    Examples
    --------
    >>> begins_behind_a_stop("A! B! C!", 3), begins_behind_a_stop("It rains. The road", 14)
    (True, False)
    """
    before = flat[max(begun - AROUND, 0) : begun]
    return before[-1:].isspace() and before.rstrip().endswith(tuple(_STOPS))


def _seam(flat: str, at: int, high: int) -> int:
    if at + AROUND < high and not _ANY_BLANK.search(flat, at - AROUND, at + AROUND):
        return at
    until = min(at + SEARCHED, high)
    sure = _SURE.search(flat, at, until)
    if sure or until == high:
        return sure.end() if sure else high
    blank = _BLANK.search(flat, at, until)
    return blank.end() if blank else until
