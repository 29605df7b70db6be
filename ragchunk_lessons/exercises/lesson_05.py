"""Lesson 5: what an overlap buys, and what it costs."""

from __future__ import annotations

from functools import cache

from ..auditing.overlap import probability_whole
from ..corpora import load_text
from ..lengths import count_tokens
from ..splitters.sentences import sentence_spans
from . import Checked, exercise, right, wrong


@cache
def _lengths() -> tuple[int, ...]:
    """The lengths of the sentences of the lesson's page, in characters."""
    text = load_text("maintenance_prose")
    return tuple(len(text[start:end].rstrip()) for start, end in sentence_spans(text))


def _mean_chance(size: int, overlap: int) -> float:
    return sum(probability_whole(length, size, overlap) for length in _lengths()) / len(_lengths())


@exercise("05-1")
def smallest_safe_overlap(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return wrong("give a whole number of characters")
    if not 0 <= answer < 400:
        return wrong("the overlap lies between 0 and the size of the windows")
    at_risk = sum(probability_whole(length, 400, answer) < 1 for length in _lengths())
    if at_risk:
        return wrong(f"with an overlap of {answer}, {at_risk} of {len(_lengths())} sentences may still break")
    if answer and all(probability_whole(length, 400, answer - 1) == 1 for length in _lengths()):
        near = "; one character less" if answer <= max(_lengths()) else "; much less"
        return wrong(f"every sentence is safe, but a smaller overlap would do{near}")
    return right(f"the longest sentence has {max(_lengths())} characters, and {answer} are enough")


@exercise("05-2")
def where_cost_passes_benefit(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int) or answer % 10 or not 0 <= answer < 200:
        return wrong("give one of the overlaps 0, 10, 20, …, 190")

    def pays(overlap: int) -> bool:
        gain = _mean_chance(200, overlap + 10) - _mean_chance(200, overlap)
        return 200 / (190 - overlap) - 200 / (200 - overlap) <= 3 * gain

    last = next(overlap for overlap in range(0, 190, 10) if not pays(overlap))
    if answer < last:
        return wrong(f"the step from {answer} to {answer + 10} costs no more than three points of index for each point")
    if answer > last:
        return wrong(
            f"on the way to {answer} there is a step that costs more than three points of index for each point"
        )
    return right(f"beyond {answer} a whole sentence costs more than you were ready to pay")


@exercise("05-3")
def units_mixed(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the sentence itself, as a str")
    if not answer.strip() or len(answer) > 51:
        return wrong(f"this text has {len(answer)} characters; it should have 1 to 51")
    tokens = count_tokens(answer)
    if tokens <= 51:
        return wrong(f"{tokens} of 51 tokens: still safe; look for characters that need several tokens")
    chance = probability_whole(tokens, 200, 50) if tokens <= 200 else 0
    return right(f"{len(answer)} characters, {tokens} tokens: whole with chance {chance:.2f} and not for certain")


@exercise("05-4")
def overlap_for(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function itself, without brackets")
    for length, size, chance in (
        (40, 200, 1),
        (126, 200, 0.5),
        (126, 200, 1),
        (200, 200, 0.5),
        (201, 200, 0.5),
        (5, 10, 0.9),
    ):
        good = (overlap for overlap in range(size) if probability_whole(length, size, overlap) >= chance)
        wanted, given = next(good, None), answer(length, size, chance)
        if given == wanted:
            continue
        call = f"overlap_for({length}, {size}, {chance})"
        if given is None or given is ...:
            return wrong(f"{call} gives {given}, but there is an overlap that is enough")
        if wanted is None:
            return wrong(f"{call} gives {given}; a sentence longer than the window is never whole")
        if given > wanted:
            return wrong(f"{call} gives {given}; a smaller one is enough")
        return wrong(f"{call} gives {given}; that is not enough")
    return right("the price of a promise, before the first run")
