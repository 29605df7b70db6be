"""Questions that know where their answers stand.

The format, as JSON (a list of rows) or JSONL (a row on each line)::

    {"question": "How long?", "document": "manual", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]}

``answers`` holds the spans that are needed together, half-open, in code points of ``Document.text``. ``document`` is
the ``source`` of the chunks; a span may name another one. ``text`` is checked where the documents are given, and may
stand alone where it occurs once. ``id`` is optional, and what else a row holds is kept as ``metadata``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..document import Document, whole
from ..searching.sources import by_source

_ROW = ("question", "document", "answers", "id")


@dataclass(frozen=True, slots=True)
class Answer:
    """A passage that is needed to answer a question.

    Parameters
    ----------
    start, end : int
        Its half-open span, in code points.
    text : str
        The text of that span, not blank.
    source : str
        The document's name, as the chunks have it.

    Raises
    ------
    TypeError, ValueError
        If the span is none, the text is blank, or its length is not that of the span.
    """

    start: int
    end: int
    text: str
    source: str = ""

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        for name in ("text", "source"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} must be a str, not {type(getattr(self, name)).__name__}")
        if not 0 <= self.start < self.end:
            raise ValueError(f"span [{self.start}:{self.end}] is not 0 <= start < end")
        if len(self.text) != self.end - self.start:
            raise ValueError(
                f"span [{self.start}:{self.end}] holds {self.end - self.start} characters and text has "
                f"{len(self.text)}; count code points, and leave the end out"
            )
        if not self.text.strip():
            raise ValueError(f"span [{self.start}:{self.end}] is blank; an answer needs words")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the passages that answer it together.

    Parameters
    ----------
    text : str
        The question as a user asks it.
    answers : tuple of Answer
        All of them are needed.
    id : str
    metadata : Mapping
        What else the row said, such as ``kind``.

    Raises
    ------
    TypeError, ValueError
        If the text is blank or no answer is given.
    """

    text: str
    answers: tuple[Answer, ...]
    id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"question must be a str, not {type(self.text).__name__}")
        if not self.text.strip():
            raise ValueError(f"question={self.text!r} is blank; ask in words")
        object.__setattr__(self, "answers", tuple(self.answers))
        if not self.answers:
            raise ValueError("answers is empty; a question needs at least one span")
        for answer in self.answers:
            if not isinstance(answer, Answer):
                raise TypeError(f"answers must hold Answer, not {type(answer).__name__}")


def load_questions(
    path_or_rows: str | os.PathLike[str] | Iterable[Mapping[str, Any] | Question],
    documents: str | Document | Iterable[Document] | None = None,
) -> list[Question]:
    """Questions from a file or from rows, each span checked against its document where that is given.

    Parameters
    ----------
    path_or_rows : path or iterable
        A JSON or JSONL file in UTF-8, or the rows themselves. A ``str`` is a path.
    documents : str, Document or several, optional
        The texts the spans index. With one of them, rows need not name it. Without any, each span needs its ``text``.

    Returns
    -------
    list of Question
        In the order of the rows. A row without ``id`` is called ``q1``, ``q2`` and so on, by its place.

    Raises
    ------
    TypeError, ValueError
        If a row is not in this format, a span does not hold the text that the row says, or two rows have one id. The
        message names the row.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> manual = Document("Close the valve. Wait ten minutes.", source="manual")
    >>> load_questions([{"question": "How long?", "answers": [{"start": 17, "end": 34}]}], manual)[0].answers[0].text
    'Wait ten minutes.'
    """
    named = None if documents is None else by_source(documents)
    questions: list[Question] = []
    used: dict[str, int] = {}
    for number, row in enumerate(_rows(path_or_rows), 1):
        name = f"question {number}"
        if isinstance(row, Mapping) and row.get("id") is not None:
            name += f" ({row['id']!r})"
        try:
            question = _checked(row, number, named) if isinstance(row, Question) else _question(row, number, named)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}: {error}") from None
        if question.id in used:
            raise ValueError(f"{name}: question {used[question.id]} has the id {question.id!r} too; ids must differ")
        used[question.id] = number
        questions.append(question)
    return questions


def _rows(given: Any) -> Iterable[Any]:
    if isinstance(given, (str, os.PathLike)):
        return _read(Path(given))
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise TypeError(f"questions must be a path or a list of rows, not {type(given).__name__}")
    return given


def _read(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8-sig")
    try:
        found = json.loads(text)
    except json.JSONDecodeError as whole_error:
        rows = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    rows.append(json.loads(line))
                except json.JSONDecodeError as error:
                    why = whole_error if number == 1 else error
                    raise ValueError(f"{path} is neither JSON nor JSONL: line {number}: {why.msg}") from None
        return rows
    if isinstance(found, Mapping) and "question" in found:
        return [found]  # JSONL of one line
    if not isinstance(found, list):
        raise ValueError(f"{path} holds a {type(found).__name__}; it must be a list of rows")
    return found


def _question(row: Any, number: int, named: dict[str, Document] | None) -> Question:
    if not isinstance(row, Mapping):
        raise TypeError(f"a row must be a dict, not {type(row).__name__}")
    missing = [name for name in ("question", "answers") if name not in row]
    if missing:
        raise ValueError(f"the row lacks {' and '.join(missing)}; it has {', '.join(map(str, row)) or 'nothing'}")
    spans = row["answers"]
    if isinstance(spans, (str, Mapping)) or not isinstance(spans, Iterable):
        raise TypeError(f"answers must be a list of spans, not {type(spans).__name__}")
    answers = []
    for place, span in enumerate(spans):
        try:
            answers.append(_answer(span, row.get("document"), named))
        except (TypeError, ValueError) as error:
            raise type(error)(f"answers[{place}]: {error}") from None
    name = row.get("id")
    return Question(
        row["question"],
        tuple(answers),
        f"q{number}" if name is None else str(name),
        {key: value for key, value in row.items() if key not in _ROW},
    )


def _answer(span: Any, document: Any, named: dict[str, Document] | None) -> Answer:
    if isinstance(span, (list, tuple)) and len(span) == 2:
        span = {"start": span[0], "end": span[1]}
    if not isinstance(span, Mapping):
        raise TypeError(f'a span must be {{"start": ..., "end": ...}}, not {type(span).__name__}')
    said, name = span.get("text"), span.get("document", document)
    if said is not None and not isinstance(said, str):
        raise TypeError(f"text must be a str, not {type(said).__name__}")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"document must be a str, the source of the chunks, not {type(name).__name__}")
    if named is None:
        if said is None or "start" not in span or "end" not in span:
            raise ValueError("a span needs start, end and text where no documents are given; give documents=")
        return Answer(span["start"], span["end"], said, name or "")
    if name is None:
        if len(named) != 1:
            raise ValueError(f'the span names no document, and there are {len(named)}; add "document"')
        name = next(iter(named))
    if name not in named:
        raise ValueError(f"no document is called {name!r}; there are {', '.join(map(repr, named)) or 'none'}")
    text = named[name].text
    if "start" not in span and "end" not in span:
        start, end = _only_place(text, said)
    elif "start" in span and "end" in span:
        start, end = whole("start", span["start"]), whole("end", span["end"])
    else:
        raise ValueError("a span needs both start and end")
    if not 0 <= start < end <= len(text):
        raise ValueError(f"span [{start}:{end}] does not lie in the {len(text)} characters of {name!r}")
    if said is not None and text[start:end] != said:
        at = text.find(said) if said else -1
        hint = f"; that text stands at [{at}:{at + len(said)}]" if at >= 0 else "; that text is not in it"
        raise ValueError(f"{name!r} has {_short(text[start:end])!r} at [{start}:{end}], not {_short(said)!r}{hint}")
    return Answer(start, end, text[start:end], name)


def _only_place(text: str, said: str | None) -> tuple[int, int]:
    """Where a text stands that was given without its place: it must stand there and nowhere else."""
    if not said:
        raise ValueError("a span needs start and end, or a text that occurs once")
    at = text.find(said)
    if at < 0:
        raise ValueError(f"the document does not hold {_short(said)!r}; copy the answer from its text")
    if text.find(said, at + 1) >= 0:
        raise ValueError(f"{_short(said)!r} occurs more than once; give start and end, or a longer text")
    return at, at + len(said)


def _checked(question: Question, number: int, named: dict[str, Document] | None) -> Question:
    """A question that was made before; its answers are looked up again where documents are given."""
    for answer in question.answers if named is not None else ():
        _answer({"start": answer.start, "end": answer.end, "text": answer.text}, answer.source, named)
    return question if question.id else replace(question, id=f"q{number}")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
