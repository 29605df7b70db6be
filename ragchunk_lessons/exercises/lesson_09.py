"""Lesson 9: where the last words of a text go."""

from __future__ import annotations

from collections.abc import Iterable

from ..corpora import DEFINITION
from ..published import ngram_chunks
from . import Checked, exercise, right, wrong

_SETTINGS = ((8, 3), (10, 2), (12, 5), (50, 10))


def _lost(count: int, n: int, overlap: int) -> int:
    """Words that the published recipe leaves out of a text of ``count`` words."""
    words = [f"w{number}" for number in range(count)]
    return count - len(set(" ".join(ngram_chunks(" ".join(words), n, overlap)).split()))


def _words(text: str) -> str:
    count = len(text.split())
    return f"{count} word{'s' * (count != 1)}"


@exercise("09-1")
def four_settings(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        return wrong("give a list of four numbers, one for each setting in the order of the question")
    answer = list(answer)
    if len(answer) != len(_SETTINGS):
        return wrong(f"this list has {len(answer)} numbers; give four, one for each setting")
    count = len(DEFINITION.split())
    for given, (n, overlap) in zip(answer, _SETTINGS, strict=True):
        if given != _lost(count, n, overlap):
            hint = "does one window fit at all?" if n > count else "where does the last whole window end?"
            return wrong(f"with {n}/{overlap} another number of words is lost; {hint}")
    return right("one of the four keeps everything, by luck, and one leaves nothing")


@exercise("09-2")
def long_text_that_vanishes(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the text itself, as a str")
    if len(answer.strip()) < 150:
        return wrong(f"this text has {len(answer.strip())} characters; it should have at least 150")
    pieces = ngram_chunks(answer, 8, 3)
    if pieces:
        return wrong(
            f"this text is {_words(answer)} long and leaves {len(pieces)} chunk{'s' * (len(pieces) != 1)}; "
            "look for a way of writing with fewer spaces"
        )
    if len(set(answer)) < 20:
        return wrong("nothing is left of it, but nobody could read it; find a real text")
    return right(f"{len(answer)} characters in, no chunk out: for this recipe the text is {_words(answer)} long")


@exercise("09-3")
def one_character(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function starts itself, without brackets")
    for n, step in ((8, 5), (4, 3), (5, 5), (3, 1)):
        for count in range(1, 60):
            words = [str(number) for number in range(count)]
            cut = [words[start : start + n] for start in answer(words, n, step)]
            lost = count - len({word for window in cut for word in window})
            text = f"a text of {count} word{'s' * (count != 1)} in windows of {n}, step {step},"
            if lost:
                return wrong(f"{text} still loses {lost} of them")
            if not all(cut):
                return wrong(f"{text} loses nothing, but gives an empty chunk")
    return right("a window starts wherever a word is left; now count the chunks that stand inside another")
