"""Lesson 21: what a cut leaves whole, what questions can tell apart, two budgets, and a winner seen by others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ..claims import _sweeping as cuts
from . import Checked, exercise, right, wrong


@exercise("21-1")
def left_whole(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function left_whole itself, without brackets")
    document, questions = cuts.station()
    some = questions[:30]
    for size in (100, 400, 1000):
        chunks = cuts.cut_at(document, size)
        wanted = sum(cuts.stands_whole(chunks, one) for one in some) / len(some)
        given = answer(list(chunks), list(some))
        if isinstance(given, bool) or not isinstance(given, (int, float)):
            return wrong(f"give a share from 0 to 1, not {type(given).__name__}")
        if abs(given - wanted) > 1e-9:
            any_span = sum(
                any(cuts.stands_whole(chunks, _with(one, [span])) for span in one.answers) for one in some
            ) / len(some)
            if abs(given - any_span) < 1e-9:
                return wrong(f"at {size} characters a question counts although one of its two spans is cut")
            if abs(given - wanted * len(some)) < 1e-9 or given > 1:
                return wrong("the questions are counted; give their share")
            return wrong(f"another share of these {len(some)} questions stands whole at {size} characters")
    return right("no search can find an answer whole that the cut has parted: this is the ceiling of “in one result”")


def _with(question: Any, spans: Sequence[Any]) -> Any:
    from dataclasses import replace

    return replace(question, answers=tuple(spans))


@exercise("21-2")
def told_apart(answer: object) -> Checked:
    if not isinstance(answer, (list, tuple, set)):
        return wrong("give a list of sizes, such as [600, '300 tokens']")
    unknown = [one for one in answer if one not in cuts.SIZES or one == cuts.SIZE]
    if unknown:
        return wrong(f"{unknown[0]!r} is none of the sizes that were compared with 400")
    clear = _clear()
    too_many = [one for one in answer if one not in clear]
    if too_many:
        return wrong(f"the interval of {too_many[0]} holds zero")
    if len(set(answer)) < len(clear):
        return wrong("these are right, and one is missing" if answer else "at least one interval leaves out zero")
    return right("all the others may be better or worse than 400 characters; these questions cannot say")


@cache
def _clear() -> tuple[int | str, ...]:
    from ..evaluating.scores import compare_evaluations

    found = cuts.scores(cuts.size_indexes(), budget=cuts.BUDGET)
    return tuple(size for size, one in found.items() if compare_evaluations(found[cuts.SIZE], one, "hit").excludes_zero)


@exercise("21-3")
def two_budgets(answer: object) -> Checked:
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return wrong("give two numbers of characters: one where 200 wins, one where 800 tokens win")
    for budget in answer:
        if isinstance(budget, bool) or not isinstance(budget, int) or not 1 <= budget <= 60_000:
            return wrong(f"{budget!r} is no number of characters between 1 and 60000")
    for budget, wins, loses in zip(answer, (200, "800 tokens"), ("800 tokens", 200), strict=True):
        rates = {size: _rate(size, budget) for size in (wins, loses)}
        if rates[wins] <= rates[loses]:
            how = "equal" if rates[wins] == rates[loses] else "the other way round"
            return wrong(f"at {budget} characters the two are {how}")
    return right("the better size depends on how much is read; no size is best by itself")


@cache
def _rate(size: int | str, budget: int) -> float:
    return cuts.scores({size: cuts.size_indexes()[size]}, budget=budget)[size].hit_rate


_TABLES = (
    ({"a": [1, 1, 0, 0, 0], "b": [0, 0, 1, 1, 1]}, [0, 1]),
    ({"a": [1, 1, 0, 0, 0], "b": [0, 0, 1, 1, 1]}, [2, 3]),
    ({"one": [0, 1, 1, 0, 1, 0], "two": [1, 1, 0, 1, 1, 1], "three": [1, 0, 0, 0, 1, 1]}, [0, 4, 5]),
    ({"x": [0, 0, 1, 0, 1], "y": [1, 0, 0, 1, 1], "z": [0, 1, 1, 1, 0]}, [1, 2]),
)


@exercise("21-4")
def a_winner_seen_by_others(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function winner itself, without brackets")
    for values, chosen in _TABLES:
        given = answer({name: list(row) for name, row in values.items()}, list(chosen))
        if not isinstance(given, (list, tuple)) or len(given) != 3:
            return wrong("give three things: the name, its mean on the chosen questions, its mean on the others")
        rest = [number for number in range(len(next(iter(values.values())))) if number not in chosen]
        best = max(values, key=lambda name: _mean(values[name], chosen))
        wanted = (best, _mean(values[best], chosen), _mean(values[best], rest))
        case = f"for {values} and the questions {chosen}"
        if given[0] != wanted[0]:
            everyone = max(values, key=lambda name: sum(values[name]))
            if given[0] == everyone:
                return wrong(f"{case} the others had a say in the choice")
            return wrong(f"{case} another name is best on those questions")
        if abs(given[1] - wanted[1]) > 1e-9:
            return wrong(f"{case} the mean on the chosen questions is another one")
        if abs(given[2] - wanted[2]) > 1e-9:
            return wrong(f"{case} the mean on the other questions is another one")
    return right("a choice is always tested on questions that had no say in it")


def _mean(row: Sequence[float], numbers: Sequence[int]) -> float:
    return sum(row[number] for number in numbers) / len(numbers)
