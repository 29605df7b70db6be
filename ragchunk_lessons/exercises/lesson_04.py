"""Checks of lesson 4: counting ahead, a chunk of one stop, a ladder for a log, and the merge."""

from __future__ import annotations

import re

from ..corpora import load_text
from ..splitters.recursive import split_recursive
from . import exercise, right, wrong

LOG = """\
2026-03-02 06:10 INFO pump 1 started, current 24 A
2026-03-02 06:14 WARN pump 3 bearing at 78 degrees
  checked by hand, warm, not hot

  next reading at 06:30
2026-03-02 06:30 ERROR pump 3 stopped
  code E-17

  fan grille blocked, cleaned at 06:41
  reset once
2026-03-02 06:58 INFO pump 3 started, current 26 A
2026-03-02 07:05 INFO round finished"""

_DATE = re.compile(r"\d{4}-\d\d-\d\d ")
_SIZES = (280, 340, 600, 900)


@exercise("04-1")
def count_ahead(answer):
    text = load_text("rag_three_paragraphs")
    measured = [len(split_recursive(text, size)) for size in _SIZES]
    given = list(answer)
    if len(given) != len(_SIZES):
        return wrong(f"give one number for each of the sizes {', '.join(map(str, _SIZES))}")
    off = [size for size, mine, there in zip(_SIZES, given, measured, strict=True) if mine != there]
    if off:
        return wrong(f"look again at size {off[0]}: which paragraphs fit, and which two fit together?")
    return right("first what fits alone, then what fits together")


@exercise("04-2")
def one_stop(answer):
    if not isinstance(answer, str):
        return wrong("give the text as a string")
    if len(answer) > 60:
        return wrong(f"{len(answer)} characters are too many; 60 are enough")
    chunks = split_recursive(answer, 20, separators=["\n\n", "\n", ".", " ", ""])
    if any(chunk.text == "." for chunk in chunks):
        return right("the sentence went one rung down alone, and left its stop behind")
    if "." not in answer:
        return wrong("there is no full stop in it")
    return wrong(
        f"the chunks are {[chunk.text for chunk in chunks]}; the stop was merged, so make its neighbour too big"
    )


@exercise("04-3")
def log_ladder(answer):
    longest = max(len(entry) for entry in re.split(r"\n(?=\d{4}-)", LOG))
    for size in (160, *range(longest + 2, len(LOG), 10)):  # an entry and its two line ends
        chunks = split_recursive(LOG, size, separators=answer)
        stray = [chunk.text for chunk in chunks if not _DATE.match(chunk.text)]
        if stray:
            first = stray[0][:30]
            return wrong(
                f"at size {size}, {len(stray)} of {len(chunks)} chunks begin without a date, such as {first!r}"
            )
    # Every chunk begins with an entry, so the one before it ends with one.
    return right("every chunk begins with a date, so no entry is cut")


@exercise("04-4")
def merge_lengths(answer):
    if not callable(answer):
        return wrong("give the function itself, without calling it")
    cases = (
        ([3, 4, 5, 6], 10, [7, 5, 6]),
        ([5, 5], 10, [10]),
        ([2, 12, 3, 4], 10, [2, 12, 7]),
        ([12, 1], 10, [12, 1]),
        ([1] * 42, 8, [8, 8, 8, 8, 8, 2]),
        ([], 10, []),
    )
    for lengths, size, merged in cases:
        given = answer(list(lengths), size)
        if given is None:
            return wrong("the function returns nothing yet")
        if list(given) != merged:
            return wrong(f"{lengths} with {size} gives {list(given)}; which piece should have begun a new chunk?")
    return right("as long as it fits, and no further")
