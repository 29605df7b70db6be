"""Lesson 17: the pairs that are read, the cut after the merge, and a question in the words of the answer."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..chunk import Chunk
from ..retrieval import Hit
from ..searching.ranking import rerank
from ..searching.second_pass import RememberingReranker, interleave
from . import Checked, exercise, right, wrong

_MOST = 100  # characters of a question
LOST = "en39"
"""The question of exercise 17-3."""


def _hits(numbers: str) -> list[Hit]:
    """Hits on chunks with one letter each, best first."""
    return [Hit(Chunk(letter, ord(letter), ord(letter) + 1), 1 / rank, rank) for rank, letter in enumerate(numbers, 1)]


@exercise("17-1")
def count_the_pairs(answer: object) -> Checked:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return wrong("give two numbers, (each list by itself, joined first)")
    lists = [_hits("abcdefghijkl"), _hits("ijklmnopqrst")]
    score = RememberingReranker(lambda query, texts: [0.0] * len(texts))
    for hits in lists:
        rerank("which?", hits, score)
    apart = score.asked
    joined = len(rerank("which?", interleave(*lists), score))
    if answer[0] != apart:
        return wrong("the first number is another one; who keeps a note of what the first list has had read?")
    if answer[1] != joined:
        return wrong("the first number is right, the second is not; how many different chunks are in the two lists?")
    return right("what is kept does not matter for the price: the second pass reads before it cuts")


_CASES = (
    ("abcde", "acbfg", 3),
    ("abc", "abc", 5),
    ("gfe", "", 2),
    ("ba", "dcba", 4),
)


@exercise("17-2")
def merge_then_cut(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function best_of itself, without brackets")
    for first, second, k in _CASES:
        score = RememberingReranker(lambda query, texts: [float(ord(text)) for text in texts])
        found = answer("which?", [_hits(first), _hits(second)], score, k)
        case = f"for the lists {first!r} and {second!r} and k = {k}"
        if not isinstance(found, list) or not all(isinstance(hit, Hit) for hit in found):
            return wrong(f"{case} comes something else than a list of Hit")
        said = "".join(hit.chunk.text for hit in found)
        wanted = "".join(sorted({*first, *second}, reverse=True)[:k])
        if len(set(said)) < len(said):
            return wrong(f"{case} comes {said!r}, and a chunk takes more than one place")
        if len(said) != len(wanted):
            return wrong(f"{case} come {len(said)} results, not {len(wanted)}; where is the cut?")
        if said != wanted:
            return wrong(f"{case} comes {said!r}; a chunk that scores higher is missing or stands behind")
    return right("joined, read, cut: in this order, nothing good is cut off before it was read")


@exercise("17-3")
def in_the_words_of_the_answer(answer: object) -> Checked:
    if not isinstance(answer, str) or not answer.strip():
        return wrong("give your question as a str")
    if len(answer) > _MOST:
        return wrong(f"it has {len(answer)} characters; {_MOST} are allowed")
    if not answer.rstrip().endswith("?"):
        return wrong("it must be a question and end with '?'")
    asked = _lost()
    copied = _longest_copy(answer, asked.answers[0].text)
    if copied > 4:
        return wrong(f"{copied} words in a row are copied from the answer; whoever asks has not read it")
    place, best = _after_reranking(answer, asked)
    if place is None:
        return wrong("the first search does not even have the answer among its 20 candidates")
    if place > 5:
        return wrong(f"the answer is at place {place} of 20, and the best score is {round(best):d} points")
    return right(f"place {place}, and the best score is {round(best):d} points: the words made the difference")


def _lost() -> Any:
    from ..open_questions._station import questions

    return next(one for one in questions() if one.id == LOST)


def _after_reranking(question: str, asked: Any) -> tuple[int | None, float]:
    from ..open_questions._station import leaf_index
    from ..searching.second_pass import shared_reader

    hits = rerank(question, leaf_index().search(question, 20), shared_reader())
    spans = [(one.start, one.end) for one in asked.answers]
    place = next(
        (hit.rank for hit in hits if any(start < hit.chunk.end and hit.chunk.start < end for start, end in spans)), None
    )
    return place, hits[0].score


def _longest_copy(text: str, source: str) -> int:
    """The most words in a row that both have."""
    ours, theirs = (re.findall(r"\w+", one.lower()) for one in (text, source))
    runs = np.zeros((len(ours) + 1, len(theirs) + 1), dtype=int)
    for i, one in enumerate(ours, 1):
        for j, other in enumerate(theirs, 1):
            if one == other:
                runs[i, j] = runs[i - 1, j - 1] + 1
    return int(runs.max())
