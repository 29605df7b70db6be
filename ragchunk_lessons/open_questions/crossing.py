"""Lesson 21: twenty questions that cross a cut, and what such a sample leaves out."""

from __future__ import annotations

from typing import Any

from ..claims import _sweeping as cuts
from ..claims._sweeping import holds_zero
from ._question import Plain, interval_row, open_question

_TWENTY = 20


def ways() -> dict[str, Any]:
    """The indexes that are compared: three shares of overlap, and whole sentences without any."""
    made = cuts.overlap_indexes()
    return {
        **{f"{percent} %": made[percent] for percent in (0, 20, 50)},
        "sentences": cuts.splitter_indexes()["sentences"],
    }


def twenty() -> list[Any]:
    """The first twenty questions whose answer is cut in two by windows without overlap."""
    return cuts.crossing(cuts.overlap_indexes()[0].chunks, cuts.station()[1], _TWENTY)


@open_question(
    "crossing-cuts",
    "sliceguide",
    "§3.2",
    "Take twenty questions that cross a cut: does at least one result hold the whole answer, with an overlap and "
    "without?",
    "21_measure",
    scope=(
        "A sample that one setting fails by choice flatters every other setting: that holds for any text and model. "
        "The sizes are those of one manual, one model, one size of window and fifty questions."
    ),
    holds=lambda m: (
        m["twenty, whole in one result"][0] == 0
        and m["intervals"][0][2] > 0
        and m["intervals"][1][1] < 0
        and m["intervals"][1][3] < 0
        and holds_zero(m["intervals"][2])
        and m["intervals"][3][2] > 0
        and m["twenty, whole in some chunk"][1] > 2 * m["twenty, whole in one result"][1]
    ),
    answer=lambda m: (
        f"Of the {m['taken']} that windows without overlap cut, {m['twenty, whole in some chunk'][1]} stand whole in a "
        f"chunk with {m['ways'][1]} overlap, and {m['twenty, whole in one result'][1]} are found whole. But the other "
        f"{m['others']} questions fall from {m['others, whole in one result'][0]} to "
        f"{m['others, whole in one result'][1]}, for the cuts have moved. Over all {m['questions']} the overlap "
        f"gains nothing that can be shown; cuts at sentence ends do, from {m['all, whole in one result'][0]} to "
        f"{m['all, whole in one result'][3]} found whole."
    ),
)
def crossing_cuts() -> Plain:
    from ..evaluating.scores import compare_evaluations

    made, questions, chosen = ways(), cuts.station()[1], twenty()
    found = cuts.scores(made, k=cuts.K)
    picked = cuts.only(chosen)
    of_twenty = {name: one.where(picked) for name, one in found.items()}
    others = {name: one.where(lambda row: not picked(row)) for name, one in found.items()}

    def whole(scores: dict[str, Any]) -> list[int]:
        return [round(sum(one.values("in_one"))) for one in scores.values()]

    def gain(what: str, scores: dict[str, Any], of: str) -> list[Any]:
        return interval_row(what, compare_evaluations(scores["0 %"], scores[of], "in_one"))

    return {
        "ways": list(made),
        "taken": len(chosen),
        "others": len(questions) - len(chosen),
        "questions": len(questions),
        "results": cuts.K,
        "twenty, whole in some chunk": [
            sum(cuts.stands_whole(index.chunks, one) for one in chosen) for index in made.values()
        ],
        "twenty, whole in one result": whole(of_twenty),
        "others, whole in one result": whole(others),
        "all, whole in one result": whole(found),
        "intervals": [
            gain("20 % minus no overlap, the twenty", of_twenty, "20 %"),
            gain("20 % minus no overlap, the others", others, "20 %"),
            gain("20 % minus no overlap, all questions", found, "20 %"),
            gain("sentences minus no overlap, all questions", found, "sentences"),
        ],
    }
