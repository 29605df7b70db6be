"""Lesson 19: what an edit leaves in place, stale chunks, a filter that means what it says, and citations to mend."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ..chunk import Chunk
from ..corpora import load_text
from ..document import Document
from ..searching.citations import Citation, check_citation, cite
from ..searching.knowledge_base import compare_chunks, split_document
from . import Checked, exercise, right, wrong


@exercise("19-1")
def first_line_last_line(answer: object) -> Checked:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return wrong("give two numbers, (last, first)")
    last, first = _kept()
    if tuple(answer) == (first, last):
        return wrong("these are the two numbers in the other order; which edit moves what stands behind it?")
    if answer[0] != last:
        return wrong(
            "an edit in the last line leaves another number of ids; what does it move, and what does it change?"
        )
    if answer[1] != first:
        return wrong("the last line is right, the first is not; which chunk begins where it began before?")
    return right("an edit changes its own chunk, and the place of everything behind it")


@cache
def _kept() -> tuple[int, int]:
    manual = load_text("station_manual")
    line, rest = manual.split("\n", 1)
    edits = (manual.rstrip("\n") + "!", f"{line}!\n{rest}")
    before, *after = (split_document(Document(text, "manual.md"), 500) for text in (manual, *edits))
    last, first = (len(compare_chunks(before, one).kept) for one in after)
    return last, first


# The case of 19-2: what each chunk is, in the order of the list.
_DOCUMENTS = {
    "a.md": Document("Wait ten minutes. Then start the pump. Wait ten minutes.", "a.md"),
    "b.csv": Document("part: seal\nstock: 4", "b.csv"),
}
_PLACED = (
    (Chunk("Wait ten minutes.", 0, 17, {"source": "a.md"}), "", False),
    (Chunk("Stop the pump.", 18, 32, {"source": "a.md"}), "a text that its source does not hold", True),
    (Chunk("Then start the pump.", 30, 50, {"source": "a.md"}), "a text that has moved", True),
    (Chunk("Manual\n\nWait ten minutes.", 39, 56, {"source": "a.md"}), "a chunk with a context in front", False),
    (Chunk("stock: 4", 11, 19, {"source": "b.csv"}), "", False),
    (Chunk("Wait ten minutes.", 0, 17, {"source": "b.csv"}), "a text that only another source holds", True),
    (Chunk("stock: 4", 11, 19, {"source": "c.csv"}), "a source that is not there", True),
    (Chunk("stock: 4", 90, 98, {"source": "b.csv"}), "a place behind the end of the source", True),
)


@exercise("19-2")
def find_what_is_stale(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function stale itself, without brackets")
    given = answer([chunk for chunk, _, _ in _PLACED], dict(_DOCUMENTS))
    if not isinstance(given, list) or not all(isinstance(one, Chunk) for one in given):
        return wrong("give a list of chunks")
    for chunk, what, is_stale in _PLACED:
        if is_stale and chunk not in given:
            return wrong(f"not found: {what}")
        if not is_stale and chunk in given:
            return wrong(f"taken for stale, and it stands at its place: {what or 'a chunk that nothing happened to'}")
    if given != [chunk for chunk, _, is_stale in _PLACED if is_stale]:
        return wrong("the chunks are right, their order is not that of the list, or one comes twice")
    return right("own source, own place: moved and orphaned chunks are found with the changed ones")


def _labelled(source: str, **labels: object) -> Chunk:
    return Chunk("E-17", 0, 4, {"source": source, **labels})


_FILTERED = (
    (_labelled("manual.md", heading_path=("Manual", "8 Alarms")), True),
    (_labelled("manual.md", heading_path=("Manual", "8 Alarms", "8.5 After an E-17")), True),
    (_labelled("manual.md", heading_path=("Manual", "4 Operation", "4.5 Alarms of the round")), False),
    (_labelled("manual.md", heading_path=("Manual", "18 Alarms")), False),
    (_labelled("manual.md", heading_path=()), False),
    (_labelled("handbook.html", heading_path=("Pump station handbook", "Alarms")), False),
    (_labelled("handbook.html", heading_path=("Manual", "8 Alarms")), False),
    (_labelled("pump_rules.pdf", page=2), True),
    (_labelled("pump_rules.pdf", page=12), False),
    (_labelled("other.pdf", page=2), False),
    (_labelled("spare_parts.csv", row=2), False),
    (_labelled("support_call.vtt", start_time=2.0, end_time=8.0), False),
)


@exercise("19-3")
def a_filter_that_means_what_it_says(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function allowed itself, without brackets")
    for chunk, wanted in _FILTERED:
        labels = ", ".join(f"{key}={value!r}" for key, value in chunk.metadata.items())
        try:
            given = answer(chunk)
        except Exception as error:
            return wrong(f"it stops with {type(error).__name__} ({error}) on a chunk with {labels}")
        if bool(given) != wanted:
            return wrong(f"it {'lets through' if given else 'keeps out'} a chunk with {labels}")
    return right("a label has a meaning only together with its source")


@exercise("19-4")
def mend_the_citations(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function mended itself, without brackets")
    text = "Open the valve. Wait ten minutes. Start the pump."
    before = split_document(Document(text, "a.txt"), 17)
    made = [cite(chunk) for chunk in before]
    for now, what in (
        (text, "nothing has changed"),
        ("Good morning. " + text, "everything has moved"),
        (text.replace("ten", "five"), "one sentence has changed and what is behind it has moved"),
        (f"Then: {text} Once more: Start the pump.", "one sentence stands there twice now"),
    ):
        documents = [Document(now, "a.txt"), Document("Nothing.", "b.txt")]
        given = answer(list(made), documents)
        if not isinstance(given, list) or not all(isinstance(one, Citation) for one in given):
            return wrong("give a list of citations")
        wanted = _mended(made, documents)
        if given == wanted:
            continue
        if any(not check_citation(one, documents).ok for one in given):
            return wrong(f"where {what}, one of your citations does not hold")
        if len(given) < len(wanted):
            return wrong(f"where {what}, a citation is missing that can be kept")
        return wrong(f"where {what}, other citations are expected, in the order of the list")
    return right("what has moved is mended by a program; what is gone, or stands there twice, is left to a person")


def _mended(citations: list[Citation], documents: list[Document]) -> list[Citation]:
    checked = [(one, check_citation(one, documents)) for one in citations]
    return [replace(one, start=now.start, end=now.end) for one, now in checked if now.start is not None]
