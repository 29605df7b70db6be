"""Lesson 23: ids that stay, what is done again, what is missing, and the order in which a part is put in place."""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..corpora import load_text
from . import Checked, exercise, right, wrong

_EACH = 20
STEPS = ("rename", "report", "sync", "write")
"""What a worker does with a part that is cut, in the order of the alphabet."""


def station_documents() -> list[dict[str, str]]:
    """Forty short documents, sections of the manual of a pumping station, half of them Chinese.

    Examples
    --------
    >>> documents = station_documents()
    >>> len(documents), documents[0]["id"], documents[39]["id"]
    (40, 'en-01', 'zh-20')
    """
    found = []
    for language, name in (("en", "station_manual"), ("zh", "station_manual_zh")):
        sections = re.split(r"(?m)^(?=### )", load_text(name))[1 : _EACH + 1]
        found += [{"id": f"{language}-{n:02d}", "text": text} for n, text in enumerate(sections, 1)]
    return found


@exercise("23-1")
def an_id_that_stays(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function own_id itself, without brackets")
    used = []
    kept = builtins.hash
    builtins.hash = lambda value: used.append(value) or kept(value)
    try:
        cases = [
            ("a.md", 0, 4, "Pump"), ("b.md", 0, 4, "Pump"), ("a.md", 9, 13, "Pump"), ("a.md", 0, 4, "Vane"),
            ("a.md", 1, 12, "x"), ("a.md", 11, 2, "x"), ("a.md1", 1, 2, "x"),
        ]  # fmt: skip
        ids = [answer(*case) for case in cases]
        again = [answer(*case) for case in cases]
    finally:
        builtins.hash = kept
    if used:
        return wrong("hash() of a text differs from process to process; look for a function that does not")
    if ids != again:
        return wrong("the second call with the same arguments gives another id")
    if len(set(ids[:4])) < 4:
        return wrong("two passages that differ in name, place or text have one id")
    if len(set(ids)) < len(ids):
        return wrong("('a.md', 1, 12) and ('a.md', 11, 2) are joined to the same text; keep the arguments apart")
    return right("the id depends on what the chunk is, and on nothing that the run decides")


@exercise("23-2")
def done_again(answer: object) -> Checked:
    """Two workers, parts of 40 documents: each worker loses at most the part that it holds."""
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        return wrong("give a number of documents")
    workers, size, documents = 2, 40, 1000
    most = max(_again(documents, size, workers, moment) for moment in range(documents))
    if answer == size:
        return wrong("that is what one worker holds; how many work at that moment?")
    if answer != most:
        return wrong("count what is in no file at the worst moment, just before a part is put in place")
    return right(f"at most {most}: one part for each worker, whatever the size of the corpus")


def _again(documents: int, size: int, workers: int, moment: int) -> int:
    """Documents that were read and are in no file, after each worker has read so many."""
    return sum(moment % size + 1 for _ in range(workers) if workers * moment < documents)


@exercise("23-3")
def name_the_missing(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function missing itself, without brackets")
    names = [document["id"] for document in station_documents()]
    if list(answer(names, names)):
        return wrong("nothing is missing when every document has its row, and your function names something")
    if sorted(answer(names, list(reversed(names[:-2])))) != names[-2:]:
        return wrong("two documents have no row; name these two, whatever the order of the rows")
    if list(answer(["a", "a", "b"], ["a", "b"])) != ["a"]:
        return wrong("two documents are called 'a', and only one has a row; how many of each name are there?")
    if list(answer(["a"], ["a", "b"])):
        return wrong("a row too many is not a missing document")
    return right("each document that went in is looked for, and those of the same name are counted")


@exercise("23-4")
def in_this_order(answer: object) -> Checked:
    if not isinstance(answer, (list, tuple)) or sorted(map(str, answer)) != list(STEPS):
        return wrong(f"give a list of all of these, each once: {', '.join(STEPS)}")
    fault = _fault(answer)
    return wrong(fault) if fault else right("whenever the power goes, what was reported is there, and whole")


def _fault(order: Sequence[Any]) -> str | None:
    """What a reader may find when the power goes after one of the steps."""
    for stop in range(1, len(order) + 1):
        done = set(order[:stop])
        if "report" in done and not {"write", "sync", "rename"} <= done:
            return f"the power goes after step {stop}: the part is reported, and it need not be there"
        if "rename" in done and not {"write", "sync"} <= done:
            return f"the power goes after step {stop}: the part has its name, and its bytes need not be on the disk"
        if "sync" in done and "write" not in done:
            return f"step {stop} asks the disk to keep what nobody has written"
    return None


def lost_with_parts(documents: int, size: int, bad: int) -> range:
    """The documents, from 0, of the part in which a bad one stands.

    Examples
    --------
    >>> lost_with_parts(40, 10, 26)
    range(20, 30)
    """
    start = bad // size * size
    return range(start, min(start + size, documents))


def same_names(before: dict[str, Any], after: dict[str, Any]) -> int:
    """How many names still mean what they meant.

    Examples
    --------
    >>> same_names({"0-0": "a", "0-1": "b"}, {"0-0": "a", "1-0": "b"})
    1
    """
    return sum((Counter(before.items()) & Counter(after.items())).values())
