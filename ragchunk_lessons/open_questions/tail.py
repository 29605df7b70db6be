"""Lesson 21: does it hurt retrieval that the n-gram recipe drops its tail?"""

from __future__ import annotations

from functools import cache
from typing import Any

from ..claims import _sweeping as cuts
from ..claims._sweeping import holds_zero
from ._question import Plain, interval_row, open_question

_WORDS, _OVERLAP = 60, 20


@cache
def _windows(apart: bool) -> tuple[list[Any], list[Any]]:
    """The windows that the recipe keeps, and all: of the manual as one document, or of each section as its own."""
    manual, _ = cuts.station()
    spans = cuts.sections(manual) if apart else [(0, len(manual.text))]
    return cuts.word_windows(manual, spans, _WORDS, _OVERLAP)


def _lost(apart: bool) -> tuple[int, list[Any]]:
    """How many words are in no window that the recipe keeps, and the questions whose answer needs one of them."""
    from ..audit import audit
    from ..lengths import count_words

    manual, questions = cuts.station()
    gaps = audit(manual, _windows(apart)[0]).lost
    words = sum(count_words(manual.text[gap.start : gap.end]) for gap in gaps)
    hurt = [
        one
        for one in questions
        if any(answer.start < gap.end and gap.start < answer.end for answer in one.answers for gap in gaps)
    ]
    return words, hurt


@open_question(
    "lost-tail",
    "ragcourse",
    "§8",
    "The n-gram recipe drops the words after its last whole window. Does that hurt retrieval?",
    "21_measure",
    scope=(
        "The loss is arithmetic: less than a step of words for each document, and the whole of a document that is "
        "shorter than a window. So long documents lose next to nothing and short ones much, everywhere. How many "
        "answers stand in what is lost is a matter of the texts and of the questions."
    ),
    holds=lambda m: (
        m["questions hurt"][0] == 0
        and m["questions hurt"][1] >= 10
        and m["words lost"][0] < 40 < 40 * m["documents"][0] + 40 < m["words lost"][1]
        and m["hit rates"][0] < m["hit rates"][1]
        and m["hurt found"] == 0
        and m["intervals"][0][2] > 0
        and m["intervals"][1][2] > 0
        and holds_zero(m["intervals"][2])
    ),
    answer=lambda m: (
        f"As one document of {m['words']} words the manual loses {m['words lost'][0]} words, and none of "
        f"{m['questions']} questions asks for them. Cut as {m['documents'][1]} short documents it loses "
        f"{m['words lost'][1]} words, and {m['questions hurt'][1]} questions need one of them: the hit rate is "
        f"{m['hit rates'][0]:.2f} without the tails and {m['hit rates'][1]:.2f} with them, at {m['characters']} "
        "characters read. For the other questions the difference holds zero."
    ),
)
def lost_tail() -> Plain:
    from ..evaluating.scores import compare_evaluations
    from ..lengths import count_words

    manual, questions = cuts.station()
    lost = [_lost(apart) for apart in (False, True)]
    kept, every = _windows(True)
    made = cuts.indexes({"kept": kept, "every": every}, cuts.ENGLISH, questions)
    found = cuts.scores(made, budget=cuts.BUDGET)
    hurt = cuts.only(lost[1][1])
    parts = {
        "all questions": found,
        "answers that lose words": {name: one.where(hurt) for name, one in found.items()},
        "all other questions": {name: one.where(lambda row: not hurt(row)) for name, one in found.items()},
    }
    return {
        "window": [_WORDS, _OVERLAP],
        "words": count_words(manual.text),
        "questions": len(questions),
        "characters": cuts.BUDGET,
        "documents": [1, len(cuts.sections(manual))],
        "words lost": [words for words, _ in lost],
        "questions hurt": [len(hit) for _, hit in lost],
        "hit rates": cuts.rates(found.values()),
        "hurt found": round(parts["answers that lose words"]["kept"].hit_rate, 2),
        "intervals": [
            interval_row(f"tail kept minus lost, {what}", compare_evaluations(one["kept"], one["every"], "hit"))
            for what, one in parts.items()
        ],
    }
