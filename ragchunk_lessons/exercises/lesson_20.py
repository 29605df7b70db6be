"""Lesson 20: three patients to be told apart, a gate for a nightly run, and labels that outlive a cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ..auditing.signs import signs
from ..chunk import Chunk
from ..corpora import load_text
from ..document import Document
from ..scenes import recipe_chunks, two_offices
from ..splitters.fixed import split_characters
from ..splitters.markdown import split_markdown
from ..splitters.recursive import split_recursive
from ..splitters.sentences import split_sentences
from . import Checked, exercise, right, wrong

_NAMES = ("mixed", "table", "scraps", "depth")


def _inspection() -> tuple[Document, list[Chunk]]:
    document = Document(load_text("inspection_table"))
    return document, split_recursive(document, 400)


def _plant() -> tuple[Document, list[Chunk]]:
    """Chapters with headings that the recipe sees, and more of them with headings that it does not."""
    _, plant = two_offices()[0]
    text = load_text("pump_manual_natural") + "\n\n" + plant.text.split("\n\n", 1)[1]
    document = Document(text)
    return document, recipe_chunks(document, 10**6)


def _pumps() -> tuple[Document, list[Chunk]]:
    document = Document(load_text("pump_manual_natural"))
    return document, split_recursive(document, 1500)


_PATIENTS: dict[str, Callable[[], tuple[Document, list[Chunk]]]] = {"a": _inspection, "b": _plant, "c": _pumps}


def patient(name: str) -> tuple[Document, list[Chunk]]:
    """A document and its chunks, with one of the failures of the lesson.

    Raises
    ------
    ValueError
        If the name is none of ``"a"``, ``"b"`` and ``"c"``.
    """
    if name not in _PATIENTS:
        raise ValueError(f"name={name!r} must be one of {', '.join(map(repr, _PATIENTS))}")
    return _PATIENTS[name]()


def failures(document: Document, chunks: Sequence[Any]) -> list[str]:
    """What the gate of the second exercise has to find, in the order of the lesson."""
    found = signs(document, chunks)
    seen = (
        found.over_headings > 0,
        found.without_header > 0,
        found.short > found.chunks / 2,
        found.longest > 10 * found.median,
    )
    return [name for name, there in zip(_NAMES, seen, strict=True) if there]


@exercise("20-1")
def three_patients(answer: object) -> Checked:
    if not isinstance(answer, dict) or set(answer) != set(_PATIENTS):
        return wrong("give a dict with the keys 'a', 'b' and 'c'")
    if unknown := [value for value in answer.values() if value not in _NAMES]:
        return wrong(f"{unknown[0]!r} is none of the four names {', '.join(_NAMES)}")
    for name in _PATIENTS:
        worst = failures(*patient(name))[-1]
        if answer[name] != worst:
            return wrong(f"patient {name!r} has another sign that stands out more; read its row again")
    return right("each of them is known by its numbers, before anybody has asked a question")


def _lengths(*lengths: int) -> tuple[Document, list[Chunk]]:
    """A text without structure, in chunks of these lengths."""
    edges = [sum(lengths[:place]) for place in range(len(lengths) + 1)]
    text = "".join(chr(0x4E00 + place % 500) for place in range(edges[-1]))
    return Document(text), [Chunk(text[a:b], a, b) for a, b in pairwise(edges)]


def _cases() -> dict[str, tuple[Document, list[Chunk]]]:
    manual, table = Document(load_text("pump_manual_natural")), Document(load_text("inspection_table"))
    return {
        "a table cut at its line ends": _inspection(),
        "the same table, a header in each piece": (table, split_markdown(table, 400)),
        "ten sections in six chunks": _pumps(),
        "ten sections, cut at their headings": (manual, split_markdown(manual, 800)),
        "a manual with a chapter that is not cut": _plant(),
        "a manual in single sentences": (manual, split_sentences(manual, 60)),
        "two chunks, one of 99 characters and one of 100": _lengths(99, 100),
        "three chunks, two of them of 99 characters": _lengths(99, 100, 99),
        "chunks of 100, 100, 100 and 1000 characters": _lengths(100, 100, 100, 1000),
        "chunks of 100, 100, 100 and 1001 characters": _lengths(100, 100, 100, 1001),
    }


@exercise("20-2")
def a_gate(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function gate itself, without brackets")
    for case, (document, chunks) in _cases().items():
        given = answer(document, chunks)
        if not isinstance(given, list):
            return wrong(f"gate gives {type(given).__name__}, not a list of names")
        wanted = failures(document, chunks)
        if missing := sorted(set(wanted) - set(given)):
            return wrong(f"{case}: {len(missing)} of the failures there pass the gate")
        if false := sorted(set(given) - set(wanted), key=str):
            return wrong(f"{case}: {false[0]!r} is a false alarm")
        if len(given) != len(wanted):
            return wrong(f"{case}: a failure is named twice")
    return right("every failure is stopped, and a clean cut passes")


def _cuts() -> dict[str, tuple[list[Chunk], list[Chunk]]]:
    manual = load_text("pump_manual_natural")
    same = "ab" * 200
    return {
        "cuts of 100 and of 50 characters": (split_characters(same, 100), split_characters(same, 50)),
        "cuts of 50 and of 120 characters": (split_characters(same, 50), split_characters(same, 120)),
        "cuts with an overlap": (split_characters(same, 60), split_characters(same, 80, 40)),
        "headings with their path in front": (
            split_markdown(manual, 500),
            split_markdown(manual, 300, add_context=True),
        ),
        "the same cut twice": (split_sentences(manual, 300), split_sentences(manual, 300)),
    }


@exercise("20-3")
def labels_that_survive(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function move_labels itself, without brackets")
    for case, (old, new) in _cuts().items():
        for numbers in ([0], [len(old) - 1, 0], list(range(len(old)))):
            given = answer(list(numbers), old, new)
            wanted = [_sharing(old[number], new) for number in numbers]
            if not isinstance(given, list) or not all(isinstance(found, list) for found in given):
                return wrong("give a list of lists, one list for each number")
            if given == wanted:
                continue
            if len(given) != len(numbers):
                return wrong(f"{case}: {len(numbers)} numbers go in and {len(given)} lists come out")
            place = next(place for place, found in enumerate(wanted) if given[place] != found)
            return wrong(
                f"{case}: old chunk {numbers[place]} shares text with {len(wanted[place])} of the new ones, and you "
                f"give {len(given[place])}" + (", not the right ones" * (len(given[place]) == len(wanted[place])))
            )
    return right("a place in the text outlives every cut")


def _sharing(chunk: Chunk, others: Sequence[Chunk]) -> list[int]:
    return [place for place, other in enumerate(others) if other.start < chunk.end and chunk.start < other.end]
