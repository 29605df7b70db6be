"""The stage of lesson 20: a manual of two offices, questions on it, and a look at what came back from a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from .auditing.layout import layout_of
from .chunk import Chunk
from .corpora import load_json, load_text
from .document import Document, whole
from .evaluating.questions import Answer, Question, load_questions
from .locate import locate
from .published import structure_chunk
from .remembering import RememberingEmbedder, remembered

_SECOND_OFFICE = "## 10 Valves and pipework"
_BAR = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r"(?m)^#{2,}(?= )")


def shared_embedder(name: str = "all-MiniLM-L6-v2") -> RememberingEmbedder:
    """An embedder that remembers, one for each model: a lesson and its claims embed every text once."""
    return remembered(name)


@cache
def station() -> tuple[Document, tuple[Question, ...]]:
    """The station manual and its fifty questions."""
    manual = Document(load_text("station_manual"))
    return manual, tuple(load_questions(load_json("station_questions"), manual))


def deeper(text: str, levels: int) -> str:
    """The same Markdown with every heading but the title ``levels`` further down.

    Parameters
    ----------
    text : str
        Its code blocks must not have lines that begin with ``##``.
    levels : int
        Below 0 the headings are lifted, down to no sign less than two.

    Examples
    --------
    >>> deeper("# Title\\n\\n## Oil\\n\\nYearly.", 2)
    '# Title\\n\\n#### Oil\\n\\nYearly.'
    """
    levels = whole("levels", levels)
    return _HEADING.sub(lambda found: "#" * max(2, len(found[0]) + levels), text)


@cache
def two_offices(levels: int = 3) -> tuple[tuple[Document, Document], tuple[Question, ...]]:
    """The station manual as two documents whose headings begin at different depths, and its questions.

    The first holds chapters 1 to 9 as they are. The second holds the rest, its headings ``levels`` further down, as an
    editor writes them that keeps the first levels for itself. The answers are found again by their text.

    Examples
    --------
    >>> [document.source for document in two_offices()[0]]
    ['operation', 'plant']
    """
    manual, questions = station()
    at = manual.text.index(_SECOND_OFFICE)
    title = "# Alder Hill Pumping Station: Plant\n\n"
    documents = (
        Document(manual.text[:at], "operation"),
        Document(title + deeper(manual.text[at:], levels), "plant"),
    )
    return documents, tuple(
        Question(one.text, tuple(_moved(answer, at, documents) for answer in one.answers), one.id, one.metadata)
        for one in questions
    )


def _moved(answer: Answer, at: int, documents: Sequence[Document]) -> Answer:
    first, second = documents
    if answer.end <= at:
        return Answer(answer.start, answer.end, answer.text, first.source)
    start = second.text.index(answer.text)
    if second.text.find(answer.text, start + 1) >= 0:
        raise ValueError(f"the answer {answer.text[:40]!r} stands twice in {second.source!r}")
    return Answer(start, start + len(answer.text), answer.text, second.source)


def on_second_office(offices: tuple[Sequence[Document], Sequence[Question]]) -> list[Question]:
    """Of ``two_offices``, the questions that need a text of the second one.

    Examples
    --------
    >>> len(on_second_office(two_offices()))
    11
    """
    documents, questions = offices
    return [one for one in questions if any(answer.source == documents[1].source for answer in one.answers)]


def recipe_chunks(document: Document, limit: int) -> list[Chunk]:
    """The pieces of ``published.structure_chunk`` with their places, without the white space at their ends.

    Examples
    --------
    >>> [chunk.text for chunk in recipe_chunks(Document("# A\\n\\na\\n\\n#### B\\n\\nb"), 100)]
    ['# A\\n\\na\\n\\n#### B\\n\\nb']
    """
    pieces = (piece.strip() for piece in structure_chunk(document.text, limit))
    return list(locate(document, [piece for piece in pieces if piece]))


def answered(document: Document, question: Question, hits: Iterable[Any]) -> float:
    """1.0 if every span of the answer stands whole in a result, a row of a table together with its header; else 0.0.

    Parameters
    ----------
    document : Document
        The text that the chunks were cut from.
    question : Question
    hits : iterable of Hit or Chunk

    Examples
    --------
    >>> from ragchunk_lessons.chunk import Chunk
    >>> table = Document("| Pump | Oil |\\n|---|---|\\n| 1 | no |\\n| 2 | yes |")
    >>> row = Question("Has Pump 2 oil?", (Answer(36, 47, "| 2 | yes |"),))
    >>> answered(table, row, [Chunk(table.text, 0, 47)]), answered(table, row, [Chunk("| 2 | yes |", 36, 47)])
    (1.0, 0.0)
    """
    chunks = [getattr(hit, "chunk", hit) for hit in hits]
    return float(all(any(_holds(document, chunk, answer) for chunk in chunks) for answer in question.answers))


def _holds(document: Document, chunk: Any, answer: Answer) -> bool:
    if not (chunk.start <= answer.start and answer.end <= chunk.end):
        return False
    tables = [table for table in layout_of(document).tables if table.start <= answer.start < table.end]
    return all(document.text[slice(*table.header)].strip() in chunk.text for table in tables)


def within(hits: Iterable[Any], budget: int) -> list[Any]:
    """The first hits that together have at most ``budget`` characters, each whole.

    Examples
    --------
    >>> from ragchunk_lessons.chunk import Chunk
    >>> len(within([Chunk("four", 0, 4), Chunk("five!", 5, 10), Chunk("x", 11, 12)], 8))
    1
    """
    kept, left = [], whole("budget", budget)
    for hit in hits:
        left -= len(getattr(hit, "chunk", hit).text)
        if left < 0:
            break
        kept.append(hit)
    return kept


def row_questions(document: Document) -> list[Question]:
    """A question for each row of each table: what does it say in its last column? Terse, and made by rule.

    Examples
    --------
    >>> [one.text for one in row_questions(Document("| Pump | Oil |\\n|---|---|\\n| 1 | no |\\n| 2 | yes |"))]
    ['1: Oil?', '2: Oil?']
    """
    found = []
    for table in layout_of(document).tables:
        last = _cells(document.text[slice(*table.header)])[-1]
        for start, end in table.rows:
            row = document.text[start:end].rstrip()
            answer = Answer(start, start + len(row), row, document.source)
            found.append(Question(f"{_cells(row)[0]}: {last}?", (answer,), f"row{len(found) + 1}"))
    return found


def _cells(row: str) -> list[str]:
    """The cells of a row; an escaped bar stands in its cell, and the first and the last cell may be empty."""
    cells = _BAR.split(row.strip().removeprefix("|"))
    return [cell.strip().replace("\\|", "|") for cell in (cells if cells[-1].strip() else cells[:-1])]


def holder(chunks: Sequence[Any], answer: Answer) -> int | None:
    """The number of the first chunk that holds the whole span, from 0; None if none does.

    Examples
    --------
    >>> from ragchunk_lessons.chunk import Chunk
    >>> holder([Chunk("Wait.", 0, 5), Chunk("Then go.", 6, 14)], Answer(11, 13, "go"))
    1
    """
    return next(
        (number for number, chunk in enumerate(chunks) if chunk.start <= answer.start and answer.end <= chunk.end),
        None,
    )
