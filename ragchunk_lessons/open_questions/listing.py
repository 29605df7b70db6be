"""Lesson 17: several result lists become one: repeats, places, and the best of all against the best of each."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from typing import Any

from ._question import Plain, interval_row, open_question
from ._station import found, leaf_index, questions
from .reranking import Way, _evaluate, _holds_zero, _minus, _within, first_pass

_LIST, _EACH = 10, 5  # results of each search, and how many of them are taken from each


@cache
def keyword_index() -> Any:
    """The same leaves, to be searched by words."""
    from ..searching.keyword import KeywordIndex

    return KeywordIndex(leaf_index().chunks)


@cache
def _two_lists(question: str) -> tuple[list[Any], list[Any]]:
    return found()[question][:_LIST], keyword_index().search(question, _LIST)


def five_of_each(question: str) -> list[Any]:
    """The first five of either search, in turns, each leaf once."""
    from ..searching.second_pass import interleave

    return interleave(*(one[:_EACH] for one in _two_lists(question)))


def with_repeats(question: str) -> list[Any]:
    """The same two lists in turns, with the leaves that both found standing twice."""
    pairs = zip_longest(*(one[:_EACH] for one in _two_lists(question)))
    return [hit for pair in pairs for hit in pair if hit is not None]


def _of_all(question: str) -> list[Any]:
    from ..searching.ranking import fuse

    return fuse(_two_lists(question))


def _of_all_read(question: str) -> list[Any]:
    from ..searching.ranking import rerank
    from ..searching.second_pass import shared_reader

    return rerank(question, _of_all(question), shared_reader())


def _of_all_voted(question: str) -> list[Any]:
    from ..searching.ranking import fuse

    return fuse([_of_all(question), _of_all_read(question)])


def _as_many(way: Way) -> Way:
    """As many results as five of each give for this question."""
    return lambda question: way(question)[: len(five_of_each(question))]


@open_question(
    "merge-lists",
    "contextnotes",
    "§7, §11",
    "Several searches bring several lists. How are repeats removed and places given, and are the best five of all "
    "better than five of each?",
    "17_rerank",
    scope=(
        "That repeats cost places follows from the count. The rest is one manual, fifty questions of ours, two "
        "searches over the same leaves. Where one source holds everything and the others nothing, as the advice "
        "supposes, it can turn out otherwise: that was not measured."
    ),
    holds=lambda m: (
        m["intervals"][0][1] < 0 >= m["intervals"][0][3]
        and all(_holds_zero(row) for row in m["intervals"][1:4])
        and m["found by"]["one search only"] > 0
        and m["repeats a question"] > 1
        and m["hit rates"]["five of each"] >= m["hit rates"]["five of all, reranked"]
    ),
    answer=lambda m: (
        f"Remove repeats before the cut: two lists of five share {m['repeats a question']:.1f} leaves a "
        f"question, and each takes a place. At the same number of results, the hit rate is "
        f"{m['hit rates']['five of each']:.2f} with five of each, {m['hit rates']['by places']:.2f} by rank fusion "
        f"and {m['hit rates']['reranked']:.2f} after reranking all: not to be told apart. Five of all are fewer "
        f"results than five of each, and find no more: {m['hit rates']['five of all, reranked']:.2f}. "
        f"{m['found by']['one search only']} of {m['questions']} questions have a part of their answer among the first "
        "five of one search only."
    ),
)
def merge_lists() -> Plain:
    lists = [_two_lists(one.text) for one in questions()]
    repeats = sum(len({h.chunk.id for h in a[:_EACH]} & {h.chunk.id for h in b[:_EACH]}) for a, b in lists)
    in_turns = _evaluate(with_repeats, k=_EACH)
    once = _evaluate(five_of_each, k=_EACH)
    each = _evaluate(five_of_each, k=2 * _EACH)
    ways = {"by places": _of_all, "reranked": _of_all_read, "both votes": _of_all_voted}
    scores = {name: _evaluate(_as_many(way), k=2 * _EACH) for name, way in ways.items()}
    of_all = _evaluate(_of_all_read, k=_EACH)
    by = [[_within(row.rank, _EACH) for row in _evaluate(way, k=_EACH).rows] for way in (first_pass, _words)]
    return {
        "questions": len(lists),
        "repeats a question": round(repeats / len(lists), 1),
        "results": round(sum(len(five_of_each(one.text)) for one in questions()) / len(lists), 1),
        "hit rates": {
            "five of each": round(each.hit_rate, 2),
            **{name: round(one.hit_rate, 2) for name, one in scores.items()},
            "five of all, reranked": round(of_all.hit_rate, 2),
        },
        "found by": {
            "both searches": sum(one and other for one, other in zip(*by, strict=True)),
            "one search only": sum(one != other for one, other in zip(*by, strict=True)),
            "none": sum(not one and not other for one, other in zip(*by, strict=True)),
        },
        "intervals": [
            interval_row("five with repeats minus five without", _minus(once, in_turns)),
            *(
                interval_row(f"all, {name}, minus five of each, as many results", _minus(each, one))
                for name, one in scores.items()
            ),
            interval_row("five of all, reranked, minus five of each, fewer results", _minus(each, of_all)),
        ],
    }


def _words(question: str) -> list[Any]:
    return _two_lists(question)[1]
