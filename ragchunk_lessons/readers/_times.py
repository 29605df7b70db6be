"""Times as transcripts write them: on a cue's own line, or in brackets at the start of a line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..document import Mark

_CLOCK = r"\d{1,9}(?::\d{1,2}){1,2}(?:[.,]\d{1,20})?"
_ARROW = re.compile(rf"[ \t]*(?P<start>{_CLOCK})[ \t]*-->[ \t]*(?P<end>{_CLOCK})(?:[ \t]+(?P<settings>.*))?[ \t]*")
# Digits and colons next to an arrow are meant as a cue's line, whatever is wrong with it.
_MEANT = re.compile(
    r"[ \t]*[\d:.,;]*\d[:;]\d[\d:.,;]*[ \t]*-->|[ \t]*[^\s\[(]*[ \t]*-->[ \t]*\d+[:;]\d\d\b"
    r"|[ \t]*\d+:\d\d:\d\d[.,]\d+[ \t]*->"
)
_STAMP_CLOCK = r"\d{1,9}:(?:\d{1,2}:)?\d{2}(?:[.,]\d{1,20})?"
_STAMP = re.compile(
    rf"(?P<open>[\[(])[ \t]*(?P<start>{_STAMP_CLOCK})(?:[ \t]*(?:-->|->|-|–|—)[ \t]*(?P<end>{_STAMP_CLOCK}))?"
    r"[ \t]*(?P<close>[\])])[ \t]*"
)


class Times(NamedTuple):
    """The times of a cue in seconds; ``end_time`` is ``None`` where only a start is given."""

    start_time: float
    end_time: float | None
    end: int  # where in the text the times end
    settings: str = ""


def cue_line(text: str, start: int, end: int, number: int) -> Times | None:
    """The times of a line such as ``00:01.000 --> 00:04.000 align:left``; ``None`` if it is none.

    Raises
    ------
    ValueError
        If the line is meant as one and its times cannot be: the message names the line.

    Examples
    --------
    >>> cue_line("100:00:01,500 --> 100:00:02", 0, 27, 1)
    Times(start_time=360001.5, end_time=360002.0, end=27, settings='')
    """
    arrow = text.find("->", start, end)
    if arrow < 0:
        return None
    found = _ARROW.fullmatch(text, start, end)
    if found is None:
        if _MEANT.match(text, start, end):
            raise ValueError(
                f"line {number}: {text[start:end].strip()[:80]!r} is not the line of a cue; "
                "write it as 00:00:01.000 --> 00:00:04.000"
            )
        return None
    return _times(found, end, number)


def stamp_at(text: str, start: int, end: int, number: int) -> Times | None:
    """The time in brackets that opens ``text[start:end]``: ``[hh:mm:ss]``, ``[mm:ss]``, or the same in ``( )``.

    Raises
    ------
    ValueError
        If its minutes or seconds are above 59 (minutes without hours may be more), or it ends before it starts.

    Examples
    --------
    >>> stamp_at("[01:02:03.5] Hello", 0, 18, 1)
    Times(start_time=3723.5, end_time=None, end=13, settings='')
    """
    found = _STAMP.match(text, start, end)
    if found is None or (found["open"], found["close"]) not in (("[", "]"), ("(", ")")):
        return None
    return _times(found, found.end(), number)


def _times(found: re.Match[str], end: int, number: int) -> Times:
    first = _seconds(found["start"], number)
    last = _seconds(found["end"], number) if found["end"] else None
    if last is not None and last < first:
        raise ValueError(
            f"line {number}: a cue ends at {found['end']}, before it starts at {found['start']}; mend one of the two"
        )
    return Times(first, last, end, (found.groupdict().get("settings") or "").strip())


def _seconds(clock: str, number: int) -> float:
    """Seconds of ``h:mm:ss`` or ``mm:ss``, with a dot or a comma before the fraction."""
    whole, _, fraction = clock.replace(",", ".").partition(".")
    parts = whole.split(":")
    hours = int(parts[0]) if len(parts) == 3 else 0
    minutes, seconds = int(parts[-2]), int(parts[-1])
    if seconds > 59 or (len(parts) == 3 and minutes > 59):
        raise ValueError(f"line {number}: {clock} is no time: minutes and seconds go to 59; mend it")
    return float(f"{hours * 3600 + minutes * 60 + seconds}.{fraction or 0}")


def times_within(cues: Sequence[Mark], starts: Sequence[int], low: int, high: int) -> dict[str, float]:
    """When what stands in ``text[low:high]`` was said, by the cues it touches; empty if it touches none.

    Parameters
    ----------
    cues : sequence of Mark
        In the order of the text, without overlap there.
    starts : sequence of int
        Where each of them starts in the text.

    Examples
    --------
    >>> cues = [Mark("cue", 0, 5, {"start_time": 1.0, "end_time": 2.0})]
    >>> times_within(cues, [0], 3, 9), times_within(cues, [0], 5, 9)
    ({'start_time': 1.0, 'end_time': 2.0}, {})
    """
    first, last = max(bisect_right(starts, low) - 1, 0), bisect_left(starts, high)
    touched = [cue.data for cue in cues[first:last] if cue.end > low]
    if not touched:
        return {}
    return {
        "start_time": min(data["start_time"] for data in touched),
        "end_time": max(data["end_time"] for data in touched),
    }
