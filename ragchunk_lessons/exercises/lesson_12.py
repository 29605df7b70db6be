"""Lesson 12: a percentile, a turn that shares words, and cuts that are kept."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache
from typing import Any

from ..corpora import load_text
from . import Checked, exercise, right, wrong

_WANTED = 6


@cache
def _minilm() -> Any:
    from ..models import load_embedder

    return load_embedder()


def _cut(percentile: float) -> int:
    from ..splitters.breakpoints import split_semantic

    return len(split_semantic(load_text("maintenance_prose"), 5000, embedder=_minilm(), percentile=percentile))


@exercise("12-1")
def pick_a_percentile(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        return wrong("give one number, from 0 to 100")
    if not 0 <= answer <= 100:
        return wrong(f"{answer} is not from 0 to 100")
    found = _cut(answer)
    if found != _WANTED:
        way = "lower" if found < _WANTED else "higher"
        return wrong(f"this makes {found} chunk{'s' * (found != 1)}; a {way} percentile comes nearer to {_WANTED}")
    return right(f"{_WANTED} chunks are {_WANTED - 1} cuts, whatever the similarities are; the order alone decides")


@exercise("12-2")
def a_turn_that_shares_words(answer: object) -> Checked:
    if not isinstance(answer, (list, tuple)) or len(answer) != 3 or not all(isinstance(text, str) for text in answer):
        return wrong("give a list of three sentences, as strings: a, b and c")
    a, b, c = (text.strip() for text in answer)
    if min(len(text.split()) for text in (a, b, c)) < 4 or len({a, b, c}) < 3:
        return wrong("give three different sentences of at least four words each")
    if not _words(a) & _words(b):
        return wrong("the first two share no word of four letters or more; let the turn share a word")
    if shared := _words(b) & _words(c):
        return wrong(f"the last two share the word {min(shared)!r}; say the same subject in other words")
    vectors = _minilm()([a, b, c])
    turn, inside = float(vectors[0] @ vectors[1]), float(vectors[1] @ vectors[2])
    if turn <= inside:
        return wrong(
            f"the model finds your turn: {turn:.2f} across it and {inside:.2f} after it; "
            "let the first two look more alike, or the last two less"
        )
    return right(
        f"{turn:.2f} at the first place, {inside:.2f} at the second. The numbers fit. Whether the subject turns at the "
        "first place and not at the second, only you can judge."
    )


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) >= 4}


class _Letters:
    """An embedder without a name that counts its calls and knows its version."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.calls = 0

    def __call__(self, texts: list[str]) -> list[list[float]]:
        self.calls += 1
        return [[1 + text.count("e"), 1 + text.count("o"), len(self.version)] for text in texts]


@exercise("12-3")
def freeze_and_reuse(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function cut_once itself, without brackets")
    with tempfile.TemporaryDirectory() as folder:
        return _frozen(answer, folder)


def _frozen(cut: Callable[..., Any], folder: str) -> Checked:
    text = load_text("rag_three_paragraphs")
    old, new = _Letters("2026-05"), _Letters("2026-11")
    first, again = list(cut(text, old, folder) or []), list(cut(text, old, folder) or [])
    if not first or first != again:
        return wrong("two calls with the same text and embedder give different chunks, or none")
    if old.calls != 1:
        return wrong(
            f"after two calls the embedder was asked {old.calls} times; the second call should read the folder"
        )
    cut(text, new, folder)
    if new.calls == 0:
        return wrong("an embedder of another version was given the cuts of the old one; put the version into the name")
    cut(text, old, folder)
    if old.calls != 1:
        return wrong("after a visit of another version, the first one was asked again; both should keep their file")
    return right("one file for each version: the embedder is asked once, and never mistaken for its successor")
