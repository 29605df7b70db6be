"""Turns and times of a transcript whose lines are shown as they are: nothing is rendered, only marked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..document import Mark
from ._render import lines
from ._speaker import Label, label_at, labelled, named
from ._times import Times, stamp_at, times_within

_NAMED_STAMP = re.compile(r"[ \t]*(?P<name>[^:：]{1,60}?)[ \t]*(?=[\[(]\d)")


class Turn(NamedTuple):
    """Where a turn starts, where its words do, and who speaks."""

    start: int
    words: int
    speaker: str | None


def stamped_lines(text: str, speakers: Collection[str] | None = None) -> tuple[Mark, ...]:
    """The marks of a transcript that is its own text: ``"turn"`` for each turn, ``"cue"`` for each time.

    Examples
    --------
    >>> for mark in stamped_lines("[00:05] Ann: Ready?\\n[00:09] Ben: Yes."):
    ...     print(mark.kind, mark.start, mark.end, sorted(mark.data.items()))
    cue 0 19 [('end_given', False), ('end_time', 9.0), ('line', 1), ('start_time', 5.0)]
    turn 0 19 [('end_time', 9.0), ('speaker', 'Ann'), ('start_time', 5.0), ('words', 13)]
    cue 20 37 [('end_given', False), ('end_time', 9.0), ('line', 2), ('start_time', 9.0)]
    turn 20 37 [('end_time', 9.0), ('speaker', 'Ben'), ('start_time', 9.0), ('words', 33)]
    """
    times: list[tuple[int, int, Times]] = []
    opened: list[tuple[int, Label]] = []
    alone = None  # where a line with a time and nothing else starts, if no words have followed it
    for number, (start, end, _) in enumerate(lines(text), 1):
        at = start + 1 if text.startswith("\ufeff", start) else start
        at += len(text[at:end]) - len(text[at:end].lstrip())
        if at == end:
            continue
        stamp = stamp_at(text, at, end, number)
        label = label_at(text, stamp.end if stamp else at, end, speakers)
        if stamp is None:
            stamp, label = _named_stamp(text, at, end, number, speakers) or (None, label)
        if stamp:
            times.append((start, number, stamp))
        if label:
            opened.append((start if alone is None else alone, label))
        alone = start if stamp and not label and not text[stamp.end : end].strip() else None
    cues = _cues(text, times)
    return (*sorted((*cues, *turn_marks(text, _turns(opened), cues)), key=lambda mark: (mark.start, mark.kind)),)


def labelled_lines(text: str, speakers: Collection[str] | None = None) -> list[Turn]:
    """The turns of a text that are opened by names alone."""
    opened = []
    for start, end, _ in lines(text):
        if label := label_at(text, start, end, speakers):
            opened.append((start, label))
    return _turns(opened)


def _turns(opened: Sequence[tuple[int, Label]]) -> list[Turn]:
    """A turn for each label that counts."""
    counts = named([label for _, label in opened])
    return [
        Turn(start, label.end, label.name) for (start, label), is_name in zip(opened, counts, strict=True) if is_name
    ]


def turn_marks(text: str, turns: Sequence[Turn], cues: Sequence[Mark]) -> list[Mark]:
    """A mark for each turn, up to the next one, with its times where there are cues.

    What stands before the first turn gets a mark too, with the speaker ``None``, if it is more than white space.
    """
    if not turns or text[: turns[0].start].strip("\ufeff").strip():
        turns = [Turn(0, 0, None), *turns]
    starts = [cue.start for cue in cues]
    marks = []
    for turn, after in zip(turns, [*(turn.start for turn in turns[1:]), len(text)], strict=True):
        end = turn.start + len(text[turn.start : after].rstrip())
        if end > turn.start:
            said = {"speaker": turn.speaker, "words": turn.words, **times_within(cues, starts, turn.start, end)}
            marks.append(Mark("turn", turn.start, end, said))
    return marks


def _named_stamp(
    text: str, start: int, end: int, number: int, speakers: Collection[str] | None
) -> tuple[Times, Label] | None:
    """A name, a time in brackets, and then a colon or the end of the line."""
    found = _NAMED_STAMP.match(text, start, end)
    if found is None or labelled(found["name"].strip(), 0, "", speakers) is None:
        return None
    stamp = stamp_at(text, found.end(), end, number)
    if stamp is None:
        return None
    behind = text[stamp.end : end]
    if behind.strip() and behind[0] not in ":：":
        return None
    words = behind[1:].lstrip()
    return stamp, labelled(found["name"].strip(), end - len(words), words[:1], speakers)


def _cues(text: str, times: Sequence[tuple[int, int, Times]]) -> list[Mark]:
    """A mark for each time, up to the next one; a cue without an end lasts until the next one starts.

    Such an end is a guess, and ``end_given`` says so: the next words may come after a long silence.
    """
    cues = []
    for at, (start, number, stamp) in enumerate(times):
        after = times[at + 1] if at + 1 < len(times) else None
        last = stamp.end_time
        if last is None:
            last = max(after[2].start_time, stamp.start_time) if after else stamp.start_time
        stop = after[0] if after else len(text)
        said = {"start_time": stamp.start_time, "end_time": last, "line": number}
        if stamp.end_time is None:
            said["end_given"] = False
        cues.append(Mark("cue", start, start + len(text[start:stop].rstrip()), said))
    return cues
