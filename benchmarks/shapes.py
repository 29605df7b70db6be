"""Five shapes of text, each made the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable

from ragchunk_lessons.corpora import load_text

MEGABYTE = 1_000_000

_WORDS = (
    "the a of and to in is on for with water pump valve pressure alarm engineer reading closed opened temperature "
    "inlet outlet motor bearing checks replaces before after every shift night station reservoir flow level gauge"
).split()
_HAN = "洪水警报已经发布请居民尽快撤离到高处不要返回车站学校都是临时避难所那里备有饮毛毯值班人员会回答问题"


def _words(rng: random.Random, characters: int) -> str:
    return " ".join(rng.choices(_WORDS, k=characters // 4))


def _paragraphs(rng: random.Random, characters: int) -> str:
    parts, total = [], 0
    while total < characters:
        parts.append(_words(rng, rng.randint(120, 900)).capitalize() + ".")
        total += len(parts[-1]) + 2
    return "\n\n".join(parts)


def _chinese(rng: random.Random, characters: int) -> str:
    marks = rng.choices("，，，。", k=characters // 12 + 1)
    return "".join("".join(rng.choices(_HAN, k=rng.randint(6, 18))) + mark for mark in marks)


def _manual(rng: random.Random, characters: int) -> str:
    manual = load_text("station_manual")
    return (manual + "\n\n") * (characters // len(manual) + 1)


SHAPES: dict[str, Callable[[random.Random, int], str]] = {
    "paragraphs": _paragraphs,
    "one line": _words,
    "no separators": lambda rng, characters: "".join(rng.choices("acgt", k=characters)),
    "Chinese": _chinese,
    "Markdown manual": _manual,
}
"""Paragraphs of which some are longer than a chunk; a text without line ends; one without any separator; Chinese
without line ends; and a real manual, whose paragraphs nearly all fit into a chunk."""


def make_text(shape: str, characters: int) -> str:
    """Exactly so many characters: a block of at most a million, repeated."""
    block = SHAPES[shape](random.Random(0), min(characters, MEGABYTE) + 1000)[: min(characters, MEGABYTE)]
    return (block * -(-characters // len(block)))[:characters]
