"""Scores for a retriever: what share of the needed text did it bring, and how much else with it.

Questions name spans of the source, and chunks know their spans. So nothing is searched for and no wording decides: the
characters that were retrieved are compared with the characters that were needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .chunk import Chunk
from .document import whole
from .evaluating.questions import Answer, Question, load_questions
from .evaluating.scores import METRICS, Evaluation, Score, compare_evaluations
from .searching.sources import source_of
from .searching.stretches import common, size, union

__all__ = ["METRICS", "Evaluation", "Score", "compare_evaluations", "evaluate_retrieval"]

_FIRST_ASK = 8


def evaluate_retrieval(
    index: Any,
    questions: Iterable[Question | Mapping[str, Any]],
    k: int | None = None,
    *,
    budget: int | None = None,
) -> Evaluation:
    """Scores for every question, on the first ``k`` results or on as many as fill ``budget`` characters.

    Equal ``k`` gives large chunks more text than small ones. Equal budgets compare settings on equal terms.

    Parameters
    ----------
    index : ChunkIndex or callable
        Has ``search(query, k)``, or is such a function itself: ``(query, k) -> list of Hit``. So a whole pipeline can
        be scored: ``lambda query, k: merge_parents(index.search(query, 4 * k), 2, k)``.
    questions : iterable of Question
        From ``load_questions``, or rows in its format.
    k : int, optional
        How many results are read; what comes beyond is left out.
    budget : int, optional
        How many characters are read; the result that passes the budget is cut there. Repetitions are charged. The
        retriever is asked for more until the budget is full or nothing more comes.

    Returns
    -------
    Evaluation

    Raises
    ------
    TypeError, ValueError
        If neither ``k`` nor ``budget`` is given or one is below 1, there are no questions, what comes back is not hits,
        or chunks and questions do not come from the same documents.

    Notes
    -----
    Source: the test set of a guide to slicing strategies, §5, measured by span instead of by substring.

    Examples
    --------
    >>> rows = [{"question": "How long?", "answers": [{"start": 5, "end": 10, "text": "ten s"}]}]
    >>> row = evaluate_retrieval(lambda query, k: [Chunk("Wait ten", 0, 8)], rows, k=1).rows[0]
    >>> row.hit, row.recall, round(row.precision, 2), row.iou
    (0.0, 0.75, 0.43, 0.375)
    """
    ask = _retriever(index)
    for name, value in (("k", k), ("budget", budget)):
        if value is not None and whole(name, value) < 1:
            raise ValueError(f"{name}={value} must be at least 1")
    if k is None and budget is None:
        raise ValueError("give k, how many results are read, or budget, how many characters")
    questions = load_questions(questions)
    if not questions:
        raise ValueError("there are no questions; give at least one")
    needed = {answer.source for question in questions for answer in question.answers}
    _check_sources({source_of(chunk) for chunk in getattr(index, "chunks", ())}, needed)

    first_ask = _likely_enough(getattr(index, "chunks", ()), budget)
    rows, met = [], set()
    for question in questions:
        hits = _read(ask, question.text, k, budget, first_ask)
        met.update(source_of(chunk) for chunk in hits)
        rows.append(_score(question, hits, budget))
    _check_sources(met, needed)
    return Evaluation(tuple(rows), k, budget)


def _retriever(index: Any) -> Callable[[str, int], Iterable[Any]]:
    ask = getattr(index, "search", index)
    if not callable(ask):
        raise TypeError(f"index must have search(query, k) or be such a function, not {type(index).__name__}")
    return ask


def _likely_enough(chunks: Sequence[Chunk], budget: int | None) -> int:
    """How many results to ask for at first: those that fill the budget, and some more, if they are of usual length."""
    if not chunks or budget is None:
        return _FIRST_ASK
    usual = sum(len(chunk.text) for chunk in chunks) / len(chunks)
    return min(len(chunks), _FIRST_ASK + int(1.5 * budget / max(usual, 1)))


def _read(
    ask: Callable[[str, int], Iterable[Any]], query: str, k: int | None, budget: int | None, first_ask: int
) -> list[Chunk]:
    """The chunks that are read: the first ``k``, or enough to fill the budget."""
    if budget is None:
        return _chunks(ask(query, k))[:k]
    asked, before = first_ask, -1
    while True:
        asked = asked if k is None else min(asked, k)
        found = _chunks(ask(query, asked))[:asked]
        characters = sum(len(chunk.text) for chunk in found)
        if characters >= budget or asked == k or characters == before:
            return found
        asked, before = asked * 4, characters


def _chunks(hits: Iterable[Any]) -> list[Chunk]:
    if isinstance(hits, (str, Mapping)) or not isinstance(hits, Iterable):
        raise TypeError(f"the retriever must give a list of Hit, not {type(hits).__name__}")
    chunks = [getattr(hit, "chunk", hit) for hit in hits]
    for place, chunk in enumerate(chunks):
        if not isinstance(chunk, Chunk):
            raise TypeError(f"result {place} must be a Hit or a Chunk, not {type(chunk).__name__}")
        if len(chunk.text) < chunk.end - chunk.start:
            raise ValueError(f"result {place} [{chunk.start}:{chunk.end}] has a text that is shorter than its span")
    return chunks


def _check_sources(met: set[str], needed: set[str]) -> None:
    if met and not met & needed:
        raise ValueError(
            f"the chunks come from {_listed(met)} and the answers stand in {_listed(needed)}; "
            "load the questions with documents=, or give the chunks a source"
        )


def _listed(names: set[str]) -> str:
    return ", ".join(map(repr, sorted(names)))


def _score(question: Question, chunks: Sequence[Chunk], budget: int | None) -> Score:
    parts, characters = [], 0
    for chunk in chunks:
        if budget is not None and characters >= budget:
            break
        room = len(chunk.text) if budget is None else min(len(chunk.text), budget - characters)
        characters += room
        # A context, such as a table header, stands in front of the slice and is read first.
        context = len(chunk.text) - (chunk.end - chunk.start)
        body = chunk.text[context:room]
        parts.append((source_of(chunk), chunk.start, chunk.start + len(body), body))
    answers = union((answer.source, answer.start, answer.end, answer.text) for answer in question.answers)
    found = union(parts)
    shared, needed, retrieved = common(found, answers), size(answers), size(found)
    return Score(
        question,
        hit=float(shared == needed),
        in_one=float(all(any(_holds(part, answer) for part in parts) for answer in question.answers)),
        recall=shared / needed,
        precision=shared / retrieved if retrieved else 0.0,
        iou=shared / (needed + retrieved - shared),
        rank=next((rank for rank, part in enumerate(parts, 1) if common(union([part]), answers)), None),
        results=len(parts),
        characters=characters,
    )


def _holds(part: tuple[str, int, int, str], answer: Answer) -> bool:
    """Whether one result holds every visible character of the answer."""
    source, start, end, _ = part
    first = answer.start + len(answer.text) - len(answer.text.lstrip())
    last = answer.end - len(answer.text) + len(answer.text.rstrip())
    return source == answer.source and start <= first and last <= end
