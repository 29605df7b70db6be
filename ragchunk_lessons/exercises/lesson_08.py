"""Checks of lesson 8: a class that slips through, what makes a list, a long function, and a step that does nothing."""

from __future__ import annotations

import ast

from ..audit import audit
from ..chunk import Chunk
from ..published import adaptive_chunks, metadata_group_chunks
from ..splitters.recursive import split_recursive
from . import Checked, exercise, right, wrong

LONG = "def log(pump):\n" + "".join(f"    step_{number}(pump)\n" for number in range(600)) + "    return pump\n"

_BLOCKS = (
    ("- check the oil\n- check the seal", True),
    ("* one\n* two\n* three", True),
    ("- a well-known rule", True),
    ("A well-known rule\nspans two lines.", False),
    ("E-17: the motor is too hot.", False),
    ("The range is 8 - 10 degrees.", False),
    ("It fell to\n-5 degrees.", False),
    ("total = gain - loss", False),
    ("- oil\nCheck the seal.", False),
    ("Check:\n- oil", False),
    ("-5\n-6", False),
)
_NOTES = (
    [{"text": "Oil is low. Call Ana.", "team": "north"}, {"text": "Seal is new.", "team": "south"}],
    [{"text": "One. Two. Three.", "team": name} for name in "abab"],
    [{"text": "Pump 3 is hot.\n\nFan is blocked.", "team": "b"}, {"text": "All is well.", "team": "a"}],
    [{"text": "Open the valve and wait. Write down what the gauge says. Then close it. " * 3, "team": "a"}],
)


@exercise("08-1")
def class_that_slips_through(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the source as a str")
    try:
        body = ast.parse(answer).body
    except SyntaxError:
        return wrong("this is no Python that can be parsed")
    if len(body) != 1 or not isinstance(body[0], ast.ClassDef):
        return wrong("give one class and nothing else")
    if sum(isinstance(node, ast.FunctionDef) for node in body[0].body) < 2:
        return wrong("the class needs two methods at least")
    lines = answer.strip().splitlines()
    if all(line.strip() for line in lines):
        return wrong("there is no blank line between the methods")
    pieces = adaptive_chunks(answer)
    if len(pieces) > 1:
        return wrong(f"the recipe still makes {len(pieces)} pieces; what exactly does it look for when it cuts?")
    return right("a blank line to a person is not always two line ends in a row; the recipe is saved by an accident")


@exercise("08-2")
def what_makes_a_list(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function is_list itself, without brackets")
    for block, expected in _BLOCKS:
        if bool(answer(block)) != expected:
            what = "is a list" if expected else "is no list"
            return wrong(f"{block!r} {what}, and your function says the opposite")
    return right("a list is told by how its lines begin, not by a sign somewhere inside")


@exercise("08-3")
def long_function(answer: object) -> Checked:
    chunks = list(answer)
    if not chunks or not all(isinstance(chunk, Chunk) for chunk in chunks):
        return wrong("give the list of chunks that a splitter of this package returns")
    found = audit(LONG, chunks, 1000)
    if not found.ok:
        return wrong(f"the audit with a limit of 1000 says {found!r}")
    nameless = sum(not chunk.text.startswith("def log(pump):\n") for chunk in chunks)
    if nameless:
        return wrong(f"{nameless} of {len(chunks)} chunks do not say which function they are from")
    for chunk in chunks:
        try:
            ast.parse(chunk.text)
        except SyntaxError:
            return wrong("one of the chunks is no Python on its own")
    return right(f"{len(chunks)} chunks, each within the limit, each with the name of the function, and each parses")


def _joining(records: list[dict[str, str]], key: str, chunk_size: int = 100) -> list[str]:
    """Groups for real: the texts of one group are joined before they are cut."""
    groups: dict[str, list[str]] = {}
    for record in records:
        groups.setdefault(record[key], []).append(record["text"])
    return [chunk.text for texts in groups.values() for chunk in split_recursive("\n\n".join(texts), chunk_size)]


def _forgetful(records: list[dict[str, str]], key: str, chunk_size: int = 100) -> list[str]:
    """Loses what it has seen before: equal pieces of one group come out once."""
    return list(dict.fromkeys(metadata_group_chunks(records, key, chunk_size)))


def _rewording(records: list[dict[str, str]], key: str, chunk_size: int = 100) -> list[str]:
    """Another word of the same length: neither the number of the pieces nor their lengths show it."""
    return [piece.replace("hot", "old") for piece in metadata_group_chunks(records, key, chunk_size)]


def _swapping(records: list[dict[str, str]], key: str, chunk_size: int = 100) -> list[str]:
    """The first letters of the first and of the last piece change places: all letters are still there."""
    first, *between, last = metadata_group_chunks(records, key, chunk_size)
    return [last[0] + first[1:], *between, first[0] + last[1:]]


def _backwards(records: list[dict[str, str]], key: str, chunk_size: int = 100) -> list[str]:
    return metadata_group_chunks(records, key, chunk_size)[::-1]


@exercise("08-4")
def step_that_does_nothing(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function same_pieces itself, without brackets")
    for records in _NOTES:
        if not answer(metadata_group_chunks, records):
            return wrong("the published recipe gives the same pieces, cut at 100, with its groups and without")
        if not answer(_backwards, records):
            return wrong("the same pieces in another order are the same pieces; order does not count")
    if answer(_joining, _NOTES[1]):
        return wrong(
            "a recipe that joins the texts of a group gives other pieces, and your function calls them the same"
        )
    if answer(_forgetful, _NOTES[1]):
        return wrong("a recipe that drops a piece which comes twice is not the same; count the pieces too")
    if answer(_rewording, _NOTES[2]):
        return wrong("a recipe that puts another word into a piece gives another piece; do not only count or measure")
    if answer(_swapping, _NOTES[0]):
        return wrong("a recipe that swaps two letters between pieces gives other pieces; compare piece by piece")
    return right("take the step away and compare: if nothing changes, the step does nothing")
