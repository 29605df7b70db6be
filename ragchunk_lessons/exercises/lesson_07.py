"""Lesson 7: names before colons, rows with line ends inside, windows by silence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..published import time_window_chunks
from ..readers import read_table
from . import Checked, exercise, right, wrong

_LINES = (
    ("Ana: Good. Did it start?", "Ana"),
    ("小本：阀门只开了一半。", "小本"),
    ("Dr. Osei: Yes, at noon.", "Dr. Osei"),
    ("10:15, each time after a few minutes.", None),
    ("9:40 and then again", None),
    ("Note: the bearing must be below sixty degrees.", None),
    ("See https://example.org for the list.", None),
    ("Then close the valve.", None),
    ("安娜:好。", "安娜"),
)


@exercise("07-1")
def who_speaks(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function speaker itself, without brackets")
    for line, name in _LINES:
        found = answer(line)
        if found != name:
            said = "nobody" if found is None else repr(found)
            return wrong(f"on the line {line!r} your function finds {said}")
    return right("both colons, no times, no notes: and your rule is still only a rule")


@exercise("07-2")
def two_rows_five_lines(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the text of the file, as a str")
    rows = [mark for mark in read_table(answer).marks if mark.kind == "row" and mark.data["row"]]
    if len(rows) != 2:
        return wrong(f"this table has {len(rows)} row{'s' * (len(rows) != 1)} below its header; it should have 2")
    count = answer.strip().count("\n") + 1
    if count < 5:
        return wrong(f"the file has {count} lines; where may a line end stand without ending a row?")
    if "\n\n" in answer.replace("\r\n", "\n"):
        return wrong("it works with empty lines between the rows too; do it without them")
    return right(f"two rows on {count} lines: whoever cuts this file at line ends cuts a row in two")


@exercise("07-3")
def windows_by_silence(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function by_silence itself, without brackets")
    for times in ([4, 11, 22, 91, 700, 718, 735, 1200], [5], [0, 30, 60, 90], [0, 31, 62], [0, 60, 60, 121, 122], []):
        for pause in (30, 60, 300):
            found = answer(list(times), pause)
            if not isinstance(found, Iterable):
                return wrong(f"give a list of lists; this is {type(found).__name__}")
            found = [list(window) for window in found]
            where = f"for the times {times} and a pause of {pause}"
            if [time for window in found for time in window] != times:
                return wrong(f"{where}, {found} does not hold each time once, in order")
            if not all(found):
                return wrong(f"{where}, a window is empty")
            if any(after - before > pause for window in found for before, after in pairwise(window)):
                return wrong(f"{where}, a window goes on across a longer silence")
            if any(after[0] - before[-1] <= pause for before, after in pairwise(found)):
                return wrong(f"{where}, a window ends although the silence is not longer than that")
    return right("the silence cuts, and no clock is needed; how long may such a window become?")


@exercise("07-4")
def half_an_hour_of_silence(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return wrong("give the number of pieces, as an int")
    records = [(0, "r")] + [(1800 + 20 * number, "r") for number in range(90)]
    pieces = time_window_chunks(records, 60)
    times = [seconds for seconds, _ in records]
    behind, at = 0, 0
    for piece in pieces:
        behind += times[at] - piece["start_time"] >= 60
        at += len(piece["text"].split())
    if answer != behind:
        gain = "how much does the label gain on the clock with each piece?"
        return wrong(f"{'fewer' if answer > behind else 'more'} pieces are a minute or more behind; {gain}")
    return right("and each of them holds one record, of twenty seconds, under a wrong time")
