"""The passages of lesson 14 in their wordings: their scores, their similarities, and whether a search finds them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ..chunk import Chunk
from ..corpora import load_json

_CANDIDATES = 10

VARIANTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "named": lambda item: item["named"],
    "pronoun": lambda item: item["with_pronoun"],
    "noun": lambda item: item["generic"],
    "name later": lambda item: item["pronoun_then_name"],
    "heading": lambda item: f"{item['heading']}\n\n{item['with_pronoun']}",
    "wrong heading": lambda item: f"{_next(item)['heading']}\n\n{item['with_pronoun']}",
    "sentence before": lambda item: f"{item['previous']} {item['with_pronoun']}",
    "section": lambda item: " ".join([*item["distractors"], item["with_pronoun"]]),
}
"""What becomes of a passage of ``anchor_items``: its name, and a function from the item to the text."""


@cache
def items() -> list[dict[str, Any]]:
    """The twenty anchor items, read once."""
    return load_json("anchor_items")


def _next(item: dict[str, Any]) -> dict[str, Any]:
    numbers = [other["id"] for other in items()]
    return items()[(numbers.index(item["id"]) + 1) % len(numbers)]


@cache
def scores(variant: str, question: str = "question") -> tuple[float, ...]:
    """The reranker's score of every item's passage in this variant.

    Parameters
    ----------
    variant : str
        One of ``VARIANTS``.
    question : str
        ``"question"``, which names the subject, or ``"question_without_subject"``.
    """
    return tuple(pair_score(item[question], VARIANTS[variant](item)) for item in items())


@cache
def pair_score(question: str, text: str) -> float:
    """The reranker's score of one pair, which no other pair changes; so each is worked out once."""
    from ..rerankers import load_reranker

    return float(load_reranker()(question, [text])[0])


@cache
def similarities(variant: str, question: str = "question") -> tuple[float, ...]:
    """The embedder's cosine similarity of the same pairs as ``scores``."""
    from ..models import load_embedder

    embed = load_embedder()
    questions = embed([item[question] for item in items()])
    return tuple(map(float, (questions * embed([VARIANTS[variant](item) for item in items()])).sum(axis=1)))


def pool(variant: str) -> tuple[list[Chunk], list[Chunk]]:
    """All passages as chunks, and those among them that answer the items' questions.

    Each item brings its answer, in this variant, and its four distractors.
    """
    chunks: list[Chunk] = []
    position = 0
    for item in items():
        for text in (VARIANTS[variant](item), *item["distractors"]):
            chunks.append(Chunk(text, position, position + len(text), {"item": item["id"]}))
            position += len(text) + 1
    return chunks, chunks[:: 1 + len(items()[0]["distractors"])]


@cache
def _search(variant: str, k: int) -> list[tuple[str, Chunk, list[Any]]]:
    """The question, the answer and the first ``k`` hits of every item."""
    from ..models import load_embedder
    from ..retrieval import ChunkIndex

    chunks, answers = pool(variant)
    index = ChunkIndex(chunks, load_embedder())
    questions = [item["question"] for item in items()]
    return [(asked, answer, index.search(asked, k)) for asked, answer in zip(questions, answers, strict=True)]


@cache
def found(variant: str, reranked: bool = False, k: int = 3) -> int:
    """For how many of the questions the answer is among the first ``k`` of all passages.

    Reranked: the first ten of the search are read again, and the first ``k`` of the new order count.
    """
    from ..searching.ranking import rerank

    count = 0
    for question, answer, hits in _search(variant, max(k, _CANDIDATES)):
        if reranked:
            hits = rerank(question, hits[:_CANDIDATES], _pair_scores)
        count += answer in [hit.chunk for hit in hits[:k]]
    return count


def places(variant: str, number: int) -> tuple[int | None, int | None]:
    """The place of one item's answer among the first ten of the search, and after these ten were read again.

    Parameters
    ----------
    variant : str
        One of ``VARIANTS``.
    number : int
        The item, counted from 0.

    Returns
    -------
    tuple
        Two places from 1; None twice if the search does not have the answer among its first ten.

    Raises
    ------
    ValueError
        If there is no such variant or item.
    """
    from ..searching.ranking import rerank

    if variant not in VARIANTS:
        raise ValueError(f"variant={variant!r} must be one of {', '.join(map(repr, VARIANTS))}")
    if not 0 <= number < len(items()):
        raise ValueError(f"number={number} is no item; there are {len(items())}, counted from 0")
    question, answer, hits = _search(variant, _CANDIDATES)[number]
    orders = (hits, rerank(question, hits, _pair_scores))
    first, second = (next((hit.rank for hit in order if hit.chunk == answer), None) for order in orders)
    return first, second


def _pair_scores(question: str, texts: list[str]) -> list[float]:
    return [pair_score(question, text) for text in texts]
