"""Lessons 15 and 16: which threshold joins leaves to parents, and whether parents and neighbours go together.

Every way to read is given the same number of characters, so that a longer result has no advantage by its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ._question import Plain, holds_zero, interval_row, open_question
from ._station import found, manual, questions

_ASKED, _BUDGET = 20, 2000  # leaves a question, characters read
_SETTINGS = ((4, 1), (4, 2), (4, 3), (4, 4), (8, 2), (8, 4))  # leaves a parent, threshold
_OTHER = "universal-sentence-encoder-multilingual-3"
_MORE = (5, 10, 20, 40)


@cache
def _found(model: str = "") -> dict[str, list[Any]]:
    """For every question, forty leaves, best first: those of the station's index, or by another model."""
    if not model:
        return found(max(_MORE))
    from ..models import load_embedder
    from ..retrieval import ChunkIndex
    from ._station import leaf_index

    index = ChunkIndex(leaf_index().chunks, load_embedder(model))
    return {one.text: index.search(one.text, max(_MORE)) for one in questions()}


@cache
def _family(per_parent: int) -> list[Any]:
    from ..searching.parents import split_parents

    return split_parents(manual(), 250, per_parent)


def regrouped(hits: Sequence[Any], per_parent: int) -> list[Any]:
    """Hits on the same leaves, with parents of so many leaves."""
    from ..retrieval import Hit

    leaves = _family(per_parent)
    return [Hit(leaves[hit.chunk.metadata["leaf"] - 1], hit.score, hit.rank) for hit in hits]


def _evaluate(read: Callable[[list[Any]], list[Any]], model: str = "") -> Any:
    """The scores of a way to read the first leaves of every question, at the same number of characters."""
    from ..evaluate import evaluate_retrieval

    hits = _found(model)
    return evaluate_retrieval(lambda query, k: read(hits[query][:_ASKED]), questions(), budget=_BUDGET)


def _merged(per_parent: int, threshold: int) -> Callable[[list[Any]], list[Any]]:
    from ..searching.parents import merge_parents

    return lambda hits: merge_parents(regrouped(hits, per_parent), threshold)


def came_whole(per_parent: int, threshold: int, asked: int) -> float:
    """How many parents come whole for a question, on average, of so many leaves."""
    from ..searching.parents import merge_parents

    read = [merge_parents(regrouped(hits[:asked], per_parent), threshold) for hits in _found().values()]
    return sum("found" in hit.chunk.metadata for hits in read for hit in hits) / len(read)


def _named(per_parent: int, threshold: int) -> str:
    return f"{threshold} of {per_parent}"


@open_question(
    "merge-threshold",
    "contextnotes",
    "§11",
    "How many leaves of a parent must be found before it comes whole? With four leaves the threshold is two; "
    "would it be two or four of eight?",
    "15_parents",
    scope=(
        "That leaves found together are evidence for their parent held with both models. The gain did not. One manual, "
        "fifty questions of ours, short leaves, and the best of six settings, which flatters it: choose the threshold "
        "with your own questions, together with the number of leaves."
    ),
    holds=lambda m: (
        m["clearly better"] == ["2 of 4"]
        and m["intervals"][0][2] > 0
        and all(holds_zero(row) for row in m["intervals"][1:])
        and m["whole"][0] > 3 * m["whole"][1] > 0
        and m["hit rates"][2] > max(m["hit rates"][:2] + m["hit rates"][3:])
    ),
    answer=lambda m: (
        f"Of {m['leaves']} leaves, at {m['characters']} characters read, the hit rate is {m['hit rates'][2]:.2f} with "
        f"2 of 4, {m['hit rates'][6]:.2f} with 4 of 8 and {m['hit rates'][0]:.2f} with leaves alone. Only 2 of 4 is "
        "clearly better than leaves alone, and 4 of 8 cannot be told apart from it. The same share is not the same "
        f"rule: {m['whole'][0]:.1f} parents a question come whole by 2 of 4, {m['whole'][1]:.1f} by 4 of 8. With "
        "another model 2 of 4 gains nothing that these questions can show."
    ),
)
def merge_threshold() -> Plain:
    from ..evaluating.scores import compare_evaluations

    alone = _evaluate(list)
    scores = {_named(*setting): _evaluate(_merged(*setting)) for setting in _SETTINGS}
    gains = {name: compare_evaluations(alone, one, "hit") for name, one in scores.items()}
    pair = compare_evaluations(scores["2 of 4"], scores["4 of 8"], "hit")
    elsewhere = compare_evaluations(_evaluate(list, _OTHER), _evaluate(_merged(4, 2), _OTHER), "hit")
    return {
        "leaves": _ASKED,
        "characters": _BUDGET,
        "settings": ["leaves alone", *scores],
        "hit rates": [round(one.hit_rate, 2) for one in (alone, *scores.values())],
        "clearly better": [name for name, gain in gains.items() if gain.low > 0],
        "whole": [round(came_whole(4, 2, _ASKED), 2), round(came_whole(8, 4, _ASKED), 2)],
        "whole by leaves asked for": [
            [asked, round(came_whole(4, 2, asked), 2), round(came_whole(8, 4, asked), 2)] for asked in _MORE
        ],
        "intervals": [
            interval_row("2 of 4 minus leaves alone", gains["2 of 4"]),
            interval_row("4 of 8 minus leaves alone", gains["4 of 8"]),
            interval_row("4 of 8 minus 2 of 4", pair),
            interval_row("2 of 4 minus leaves alone, another model", elsewhere),
        ],
    }


@open_question(
    "parents-and-neighbours",
    "contextnotes",
    "§11",
    "Parents and neighbours use the same numbers of chunks. What comes of using both?",
    "16_neighbours",
    scope=(
        "The budget makes it so: what one cure spends, the other cannot spend again, and fewer places of the text are "
        "read. That will return elsewhere. The sizes will not: one manual, fifty questions of ours, short leaves, "
        "two models. Where characters are free, both together read more."
    ),
    holds=lambda m: (
        m["hit rates"][3] < m["hit rates"][2]
        and m["hit rates"][3] <= m["hit rates"][1] + 0.02
        and m["intervals"][1][2] > 0
        and m["intervals"][3][1] < 0
        and all(holds_zero(m["intervals"][at]) for at in (0, 2, 3, 4))
    ),
    answer=lambda m: (
        f"Together they are no better than one of them. At {m['characters']} characters read, the hit rate is "
        f"{m['hit rates'][3]:.2f} with both, {m['hit rates'][2]:.2f} with parents, {m['hit rates'][1]:.2f} with "
        f"neighbours and {m['hit rates'][0]:.2f} with leaves alone. The questions cannot tell both from parents alone, "
        "with either model."
    ),
)
def parents_and_neighbours() -> Plain:
    from ..evaluating.scores import compare_evaluations
    from ..searching.neighbours import add_neighbours
    from ..searching.parents import merge_parents

    ways: dict[str, Callable[[list[Any]], list[Any]]] = {
        "leaves alone": list,
        "neighbours": lambda hits: add_neighbours(hits, 1),
        "parents": lambda hits: merge_parents(hits, 2),
        "both": lambda hits: add_neighbours(merge_parents(hits, 2), 1),
    }
    scores = {name: _evaluate(way) for name, way in ways.items()}
    others = {name: _evaluate(ways[name], _OTHER) for name in ("parents", "both")}
    alone = scores["leaves alone"]
    return {
        "characters": _BUDGET,
        "read": list(scores),
        "hit rates": [round(one.hit_rate, 2) for one in scores.values()],
        "intervals": [
            *(
                interval_row(f"{name} minus leaves alone", compare_evaluations(alone, scores[name], "hit"))
                for name in ("neighbours", "parents", "both")
            ),
            interval_row("both minus parents", compare_evaluations(scores["parents"], scores["both"], "hit")),
            interval_row(
                "both minus parents, another model", compare_evaluations(others["parents"], others["both"], "hit")
            ),
        ],
    }
