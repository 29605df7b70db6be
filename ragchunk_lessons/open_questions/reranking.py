"""Lesson 17: how many to keep after reranking, and when it errs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ._question import Plain, interval_row, open_question
from ._station import found, leaf_index, manual, questions

# The lesson builds on the same search, so that nothing is embedded twice.
__all__ = ["Way", "first_pass", "found", "if_sure", "leaf_index", "manual", "places", "questions", "second_pass"]

_READ, _FEWER = 20, 10  # candidates of the first pass
_KEPT = (3, 5, 10)
_BUDGET = 2000  # characters
_ITEMS = 3  # places that count for the passages of lesson 14, as there

Way = Callable[[str], list[Any]]


def first_pass(question: str) -> list[Any]:
    """The candidates, in the order of the first search."""
    return found()[question][:_READ]


def second_pass(question: str, candidates: int = _READ) -> list[Any]:
    """So many candidates, in the order of the reranker."""
    from ..searching.ranking import rerank
    from ..searching.second_pass import shared_reader

    return rerank(question, found()[question][:candidates], shared_reader())


def if_sure(question: str) -> list[Any]:
    """The order of the reranker where it scores one candidate above zero; else that of the first search."""
    from ..searching.second_pass import rerank_if_sure, shared_reader

    return rerank_if_sure(question, first_pass(question), shared_reader())


def _both_votes(question: str) -> list[Any]:
    from ..searching.ranking import fuse

    return fuse([first_pass(question), second_pass(question)])


def _evaluate(way: Way, **terms: int) -> Any:
    from ..evaluate import evaluate_retrieval

    return evaluate_retrieval(lambda query, k: way(query), questions(), **terms)


def _minus(before: Any, after: Any) -> Any:
    from ..evaluating.scores import compare_evaluations

    return compare_evaluations(before, after, "hit")


def _holds_zero(row: Sequence[Any]) -> bool:
    return row[2] <= 0 <= row[3]


def _rates(evaluations: Sequence[Any]) -> list[float]:
    return [round(one.hit_rate, 2) for one in evaluations]


def _listed(numbers: Sequence[float]) -> str:
    *first, last = (f"{number:.2f}" for number in numbers)
    return f"{', '.join(first)} and {last}"


@open_question(
    "rerank-keep",
    "contextnotes",
    "§11",
    "How many results are kept after reranking, 3 as in the example or 5 to 10 as in the advice, and of how many "
    "candidates?",
    "17_rerank",
    scope=(
        "That more results find more follows from the count, and will return elsewhere. The size of the gains will "
        "not: one manual, fifty questions of ours, short leaves, one embedder, one reranker. More candidates than "
        "these were not read."
    ),
    holds=lambda m: (
        m["reranked"] == sorted(m["reranked"])
        and all(after >= before for before, after in zip(m["first search"], m["reranked"], strict=True))
        and all(_holds_zero(row) for row in m["intervals"][:5])
        and m["intervals"][5][1] > 0 < m["intervals"][5][2]
        and m["characters"] == sorted(m["characters"])
    ),
    answer=lambda m: (
        f"There is no best number: what is kept is a budget. Of {m['candidates'][1]} candidates, reranked, "
        f"{m['kept'][0]}, {m['kept'][1]} and {m['kept'][2]} results give a hit rate of {_listed(m['reranked'])}; "
        f"without reranking it is {_listed(m['first search'])}. Ten are clearly better than five, and are about twice "
        f"the text. At equal numbers, or at {m['budget']} characters, the gain by reranking is not certain, nor "
        f"that of {m['candidates'][1]} candidates over {m['candidates'][0]}."
    ),
)
def rerank_keep() -> Plain:
    first = [_evaluate(first_pass, k=kept) for kept in _KEPT]
    second = [_evaluate(second_pass, k=kept) for kept in _KEPT]
    fewer = _evaluate(lambda question: second_pass(question, _FEWER), k=_KEPT[1])
    budget = [_evaluate(way, budget=_BUDGET) for way in (first_pass, second_pass)]
    return {
        "candidates": [_FEWER, _READ],
        "kept": list(_KEPT),
        "first search": _rates(first),
        "reranked": _rates(second),
        "characters": [round(one.characters) for one in second],
        "budget": _BUDGET,
        "intervals": [
            *(
                interval_row(f"reranked minus first search, {kept} kept", _minus(before, after))
                for kept, before, after in zip(_KEPT, first, second, strict=True)
            ),
            interval_row(f"reranked minus first search, {_BUDGET} characters", _minus(*budget)),
            interval_row(f"of {_READ} minus of {_FEWER} candidates, {_KEPT[1]} kept", _minus(fewer, second[1])),
            interval_row(f"{_KEPT[2]} kept minus {_KEPT[1]} kept, twice the text", _minus(second[1], second[2])),
        ],
    }


def places(way: Way) -> list[int | None]:
    """For every question, the place of the first result that holds a part of the answer."""
    return [row.rank for row in _evaluate(way, k=_READ).rows]


def _within(place: int | None, kept: int) -> bool:
    return place is not None and place <= kept


@cache
def _item_places() -> tuple[list[int | None], list[int | None]]:
    """The place of the answer of every item of lesson 14 with a pronoun for its name, before and after reranking."""
    from ..claims.wordings import items, pool
    from ..retrieval import ChunkIndex
    from ..searching.ranking import rerank
    from ..searching.second_pass import shared_reader
    from ._station import embedder

    chunks, answers = pool("pronoun")
    index = ChunkIndex(chunks, embedder())
    before, after = [], []
    for item, answer in zip(items(), answers, strict=True):
        hits = index.search(item["question"], _FEWER)
        for places, ranking in ((before, hits), (after, rerank(item["question"], hits, shared_reader()))):
            places.append(next((hit.rank for hit in ranking if hit.chunk == answer), None))
    return before, after


@open_question(
    "rerank-errs",
    "contextnotes",
    "§11",
    "The second judgement can err too, and what it cuts off has no further chance. When does it, and how often?",
    "17_rerank",
    scope=(
        "The direction is likely to return: a reranker that was trained on searches for words goes by shared words. "
        "The counts will not: one reranker, one manual, fifty questions and twenty passages of ours. The rule was "
        "found on these very questions, which flatters it: try it on yours."
    ),
    holds=lambda m: (
        m["out of the first five"] >= 3
        and m["out, in other words"] == m["out, none above zero"] == m["out of the first five"]
        and m["out, by the rule"] == 0
        and m["into the first five"] >= m["out of the first five"]
        and m["up"] > m["down"] > 0
        and _holds_zero(m["intervals"][0])
        and m["intervals"][1][1] < 0 < m["intervals"][2][2]
        and m["intervals"][3][2] >= 0 < m["intervals"][3][1]
        and all(_holds_zero(row) for row in m["intervals"][4:])
        and m["passages without their name"][1] < m["passages without their name"][0]
    ),
    answer=lambda m: (
        f"Of {m['questions']} questions {m['into the first five']} gain their answer among the first five results and "
        f"{m['out of the first five']} lose it for good. All {m['out, in other words']} that lose it ask in words "
        f"that the answer does not have, and for {m['out, none above zero']} of them no candidate scores above zero. "
        f"Keeping the first order in that case loses {m['out, by the rule']} of them. Of the passages that "
        f"lack their name, the search finds {m['passages without their name'][0]}, and after reranking it is "
        f"{m['passages without their name'][1]}."
    ),
)
def rerank_errs() -> Plain:
    from ..evaluating.intervals import bootstrap

    kept = _KEPT[1]
    asked = questions()
    before, after = places(first_pass), places(second_pass)
    ours = list(zip(asked, before, after, strict=True))
    gains = [_within(second, kept) - _within(first, kept) for _, first, second in ours]
    other = ["other_words" in question.metadata["kind"] for question in asked]
    moved = [(first, second) for _, first, second in ours if first is not None]
    out = [question for (question, *_), gain in zip(ours, gains, strict=True) if gain < 0]
    sure = [_within(place, kept) for place in places(if_sure)]
    named = [[_within(place, _ITEMS) for place in one] for one in _item_places()]
    return {
        "questions": len(asked),
        "up": sum(second < first for first, second in moved),
        "down": sum(second > first for first, second in moved),
        "same": sum(second == first for first, second in moved),
        "into the first five": sum(gain > 0 for gain in gains),
        "out of the first five": len(out),
        "out, in other words": sum("other_words" in question.metadata["kind"] for question in out),
        "out, none above zero": sum(second_pass(question.text)[0].score <= 0 for question in out),
        "out, by the rule": sum(
            _within(first, kept) and not kept_it for (_, first, _), kept_it in zip(ours, sure, strict=True)
        ),
        "passages without their name": [sum(one) for one in named],
        "intervals": [
            interval_row("in the first five: after minus before", bootstrap(gains)),
            interval_row(
                "the same, questions in other words",
                bootstrap([gain for gain, one in zip(gains, other, strict=True) if one]),
            ),
            interval_row(
                "the same, all other questions",
                bootstrap([gain for gain, one in zip(gains, other, strict=True) if not one]),
            ),
            interval_row(
                "the rule minus the first search",
                bootstrap([kept_it - _within(first, kept) for (_, first, _), kept_it in zip(ours, sure, strict=True)]),
            ),
            interval_row(
                "the rule minus reranking always",
                bootstrap([kept_it - _within(last, kept) for (*_, last), kept_it in zip(ours, sure, strict=True)]),
            ),
            interval_row(
                "passages without their name: after minus before",
                bootstrap([second - first for first, second in zip(*named, strict=True)]),
            ),
        ],
    }
