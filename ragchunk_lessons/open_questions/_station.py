"""The station manual and its questions, prepared once: several measurements stand on the same search."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..corpora import load_json, load_text
from ..document import Document
from ..evaluating.questions import Question, load_questions


@cache
def manual() -> Document:
    """The manual, as one document."""
    return Document(load_text("station_manual"))


@cache
def questions() -> tuple[Question, ...]:
    """The fifty questions, with the spans of their answers."""
    return tuple(load_questions(load_json("station_questions"), manual()))


@cache
def embedder() -> Any:
    """The embedder that every measurement uses."""
    from ..models import load_embedder

    return load_embedder()


@cache
def leaf_index() -> Any:
    """The manual in leaves of 250 characters, four to a parent, embedded."""
    from ..retrieval import ChunkIndex
    from ..searching.parents import split_parents

    return ChunkIndex(split_parents(manual(), 250, 4), embedder())


@cache
def found(asked: int = 40) -> dict[str, list[Any]]:
    """For every question, the leaves that are found, best first."""
    return {one.text: leaf_index().search(one.text, asked) for one in questions()}
