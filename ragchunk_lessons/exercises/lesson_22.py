"""Lesson 22: the smallest overlap, a question that no audit answers, and a loss that was planted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ..audit import Audit, audit
from ..corpora import load_text
from ..document import Document
from ..splitters.fixed import split_characters
from ..splitters.markdown import split_markdown
from . import Checked, exercise, right, wrong

_SIZE = 500
_FIRST = 3


def sample() -> Document:
    """The document that stands for one of your own."""
    return Document(load_text("workshop_rules"), source="workshop_rules.md")


def damaged() -> list[str]:
    """The chunks of the sample as a careless step left them: a row is gone, and a word was changed."""
    texts = [chunk.text for chunk in split_markdown(sample(), _SIZE)]
    row = "| kiln | yard | yes | 14 hours | 3 euros |\n"
    return [text.replace(row, "").replace("within forty seconds", "within fourteen seconds") for text in texts]


@exercise("22-1")
def smallest_overlap(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return wrong("give one whole number of characters")
    if not 0 <= answer < _SIZE:
        return wrong(f"the overlap lies between 0 and {_SIZE - 1}")
    if broken := len(_windows(answer).broken_sentences):
        return wrong(f"with {answer} there {'is' if broken == 1 else 'are'} still {broken} that no window holds whole")
    if any(not _windows(less).broken_sentences for less in range(answer)):
        return wrong(f"{answer} is enough, and so is less")
    again = next((more for more in range(answer + 1, _SIZE) if _windows(more).broken_sentences), None)
    and_then = "" if again is None else f", and with {again} it does not"
    return right(
        f"with {answer} every sentence is whole in some window{and_then}: an overlap that was tuned to one text"
    )


@cache
def _windows(overlap: int) -> Audit:
    return audit(sample(), split_characters(sample(), _SIZE, overlap))


@exercise("22-2")
def no_help_from_the_audit(answer: object) -> Checked:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2 or not all(isinstance(part, str) for part in answer):
        return wrong("give two strings: (question, text of the answer)")
    question, text = answer
    if len(question.split()) < 4 or not question.rstrip().endswith("?"):
        return wrong("ask a whole question, of at least four words and with its question mark")
    if sample().text.count(text) != 1 or not text.strip():
        return wrong(f"the answer stands {sample().text.count(text) if text else 0} times in the sample, not once")
    chunks = split_markdown(sample(), _SIZE)
    home = [number for number, chunk in enumerate(chunks) if text in chunk.text]
    if not home:
        return wrong("no chunk holds this answer whole, and an audit can tell you that")
    by_words, by_meaning = _searches()
    if home[0] in by_words(question):
        return wrong(f"the search by words has it among its first {_FIRST}; which of your words stand in that chunk?")
    if home[0] not in by_meaning(question):
        return wrong(
            f"neither search has it among its first {_FIRST}; does the question ask for this? Say it more plainly"
        )
    return right(
        "the audit is ok, the answer is whole, and the search by words does not find it: only a question can show that"
    )


@cache
def _searches() -> tuple[Any, Any]:
    """The numbers of the chunks that each search brings first, as functions of a question."""
    from ..models import load_embedder
    from ..retrieval import ChunkIndex
    from ..searching.keyword import KeywordIndex

    chunks = split_markdown(sample(), _SIZE)
    numbers = {chunk.id: number for number, chunk in enumerate(chunks)}

    def first(index: Any) -> Any:
        return lambda question: [numbers[hit.chunk.id] for hit in index.search(question, _FIRST)]

    return first(KeywordIndex(chunks)), first(ChunkIndex(chunks, load_embedder()))


@exercise("22-3")
def find_what_was_planted(answer: object) -> Checked:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return wrong("give a pair: the text that is lost, and the number of the chunk that was changed")
    text, number = answer
    if not isinstance(text, str) or isinstance(number, bool) or not isinstance(number, int):
        return wrong("the first of the two is a string, the second a whole number")
    lost, changed = _planted()
    said = text.strip()
    if said != lost:
        if said and said in lost:
            return wrong("this is a part of what is lost; give all of it, as the audit quotes it from the source")
        if said and said in sample().text:
            return wrong("this text still stands in a chunk; look at the gaps that the audit lists")
        return wrong("the sample does not hold this text; copy it from a gap, or slice the document")
    if number not in changed:
        return wrong(f"the text is right; chunk {number} is as it was")
    return right("one row and one word, in a list that looks as it did before")


def _planted() -> tuple[str, Sequence[int]]:
    found = audit(sample(), damaged())
    (row,) = [gap.text.strip() for gap in found.lost if "kiln" in gap.text]
    return row, [number for number, text in enumerate(damaged()) if "fourteen" in text]
