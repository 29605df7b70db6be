"""Question sets as they are published, as documents and questions with spans that were checked."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.questions import Question, load_questions
from ragchunk_lessons.readers._csv_limit import long_cells
from ragchunk_lessons.readers._folder import files_in
from ragchunk_lessons.searching.sources import by_source

_ENDINGS = (".txt", ".md")
_SHOWN = 3


@dataclass
class QuestionSet:
    """Documents, questions, and what was left out and why.

    Parameters
    ----------
    documents : list of Document
    questions : list of Question
    skipped : dict
        How many rows were left out for each reason that is no fault, such as ``"no answer"``.
    mismatches : list of str
        One line for each question that cannot be used, such as one whose span holds another text than the set says.
    """

    documents: list[Document]
    questions: list[Question] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    mismatches: list[str] = field(default_factory=list)


def read_questions(
    path: Path, corpus: Iterable[Path] = (), *, format: str = "ragchunk", mismatch: str = "stop"
) -> QuestionSet:
    """A question set in one of ``FORMATS``.

    Parameters
    ----------
    path : Path
        The file with the questions.
    corpus : iterable of Path
        Files, or folders of ``.txt`` and ``.md`` files. A document is called by the name of its file, without the
        ending. SQuAD needs none, since its file holds the texts.
    format : str
        ``"ragchunk"``, ``"squad"`` or ``"chroma"``.
    mismatch : str
        What a span with another text does: ``"stop"`` raises, ``"skip"`` leaves the question out and counts it.

    Raises
    ------
    FileNotFoundError
        If a file is missing.
    ValueError
        If the format is unknown, a file is not in it or not in UTF-8, no question is left, or spans do not fit and
        ``mismatch`` is ``"stop"``.
    """
    if format not in FORMATS:
        raise ValueError(f"format={format!r} is unknown; known: {', '.join(FORMATS)}")
    if mismatch not in ("stop", "skip"):
        raise ValueError(f"mismatch={mismatch!r} must be 'stop' or 'skip'")
    corpus = list(corpus)
    if (format == "squad") is bool(corpus):
        what = "holds its own texts; leave the corpus out" if corpus else "needs the texts; give the corpus"
        raise ValueError(f"the format {format} {what}")
    try:
        found = FORMATS[format](path, corpus)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path.name} is no text in UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise ValueError(f"{path.name} is nested too deeply") from None
    rows = len(found.questions) + len(found.mismatches)
    if found.mismatches and mismatch == "stop":
        shown = "".join(f"\n  {line}" for line in found.mismatches[:_SHOWN])
        more = len(found.mismatches) - _SHOWN
        raise ValueError(
            f"{len(found.mismatches)} of {rows} questions cannot be used:{shown}"
            + (f"\n  and {more} more" if more > 0 else "")
            + "\ntake the texts that the set was made with, or leave these questions out: --mismatch skip"
        )
    if not found.questions:
        left = ", ".join(f"{reason}: {count}" for reason, count in found.skipped.items()) or "the file has none"
        raise ValueError(
            f"{path.name} gives no question that can be asked ({left}, mismatches: {len(found.mismatches)})"
        )
    found.questions = load_questions(found.questions)
    return found


def read_corpus(paths: Iterable[Path], *, newlines: bool = True) -> list[Document]:
    """The texts of files and folders, each called by its name without the ending.

    ``newlines`` keeps line ends as they are in the file; without it each is one ``"\\n"``, as Python reads a text.
    """
    documents = []
    for path in paths:
        if path.is_dir():
            files = [one for one in files_in(path) if one.suffix.lower() in _ENDINGS]
            if not files:
                raise ValueError(f"{path} holds no file that ends in {' or '.join(_ENDINGS)}")
        else:
            files = [path]
        for file in files:
            try:
                with file.open(encoding="utf-8-sig", newline="" if newlines else None) as opened:
                    documents.append(Document(opened.read(), file.stem))
            except UnicodeDecodeError as error:
                raise ValueError(f"{file} is no text in UTF-8: {error.reason} at byte {error.start}") from None
    by_source(documents)  # refuses two of one name
    return documents


def _ragchunk(path: Path, corpus: list[Path]) -> QuestionSet:
    """The format of ``ragchunk_lessons.evaluating.questions``: JSON or JSONL, spans with start, end and text."""
    found = QuestionSet(read_corpus(corpus))
    _check_rows(found, _json_rows(path))
    return found


def _json_rows(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8-sig")
    try:
        rows = json.loads(text)
    except json.JSONDecodeError:
        try:
            return [json.loads(line) for line in text.split("\n") if line.strip()]
        except json.JSONDecodeError as error:
            raise ValueError(f"{path.name} is neither JSON nor JSONL ({error.msg})") from None
    if isinstance(rows, Mapping) and "question" in rows:
        return [rows]
    if not isinstance(rows, list):
        raise ValueError(f"{path.name} holds a {type(rows).__name__}; the format ragchunk is a list of rows")
    return rows


def _squad(path: Path, corpus: list[Path]) -> QuestionSet:
    """SQuAD 1.1 and 2.0: an article is one document, its paragraphs parted by a blank line.

    Of several answers, which are alternatives and not parts, the one that most annotators gave counts, the first of
    them where it is a tie. Questions without an answer are left out and counted.
    """
    articles = _squad_articles(path)
    found, rows, names, taken = QuestionSet([]), [], Counter(), set()
    for article in articles:
        title = str(article.get("title") or "article")
        name = title
        while name in taken:  # a title may itself end in such a number
            names[title] += 1
            name = f"{title} ({names[title] + 1})"
        taken.add(name)
        contexts, offset = [], 0
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                answers = [(one["answer_start"], one["text"]) for one in asked.get("answers") or ()]
                if asked.get("is_impossible") or not answers:
                    found.skipped["no answer"] = found.skipped.get("no answer", 0) + 1
                    continue
                (start, text), _ = Counter(answers).most_common(1)[0]
                span = {"start": offset + start, "end": offset + start + len(text), "text": text}
                rows.append({"id": asked.get("id"), "question": asked["question"], "document": name, "answers": [span]})
            contexts.append(paragraph["context"])
            offset += len(paragraph["context"]) + 2
        found.documents.append(Document("\n\n".join(contexts), name))
    _check_rows(found, rows)
    return found


def _squad_articles(path: Path) -> list[Any]:
    try:
        whole = json.loads(path.read_text(encoding="utf-8-sig"))
        articles = whole["data"]
        for article in articles:
            for paragraph in article["paragraphs"]:
                paragraph["context"] + ""
                for asked in paragraph["qas"]:
                    asked["question"] + ""
                    for answer in asked.get("answers") or ():
                        answer["answer_start"] + len(answer["text"])
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(
            f"{path.name} is not in the format of SQuAD ({type(error).__name__}: {error}); it is a JSON object with "
            '"data", articles with "paragraphs", and those with "context" and "qas"'
        ) from None
    return articles


def _chroma(path: Path, corpus: list[Path]) -> QuestionSet:
    """The CSV of Chroma's chunking evaluation: question, references (JSON), corpus_id.

    All references of a row are needed together. ``corpus_id`` is the name of a text without its ending; in those texts
    every line end counts as one character.
    """
    found, rows = QuestionSet(read_corpus(corpus, newlines=False)), []
    with long_cells(), path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = {"question", "references", "corpus_id"} - set(reader.fieldnames or ())
        if missing:
            raise ValueError(
                f"{path.name} is not in the format of Chroma's evaluation: "
                f"it lacks the column {', '.join(sorted(missing))}"
            )
        for number, row in enumerate(reader, 1):
            try:
                spans = [
                    {"start": one["start_index"], "end": one["end_index"], "text": one["content"]}
                    for one in json.loads(row["references"])
                ]
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                raise ValueError(
                    f"row {number} of {path.name}: references is no JSON list of content, start_index and end_index "
                    f"({type(error).__name__}: {error})"
                ) from None
            rows.append({"question": row["question"], "document": row["corpus_id"], "answers": spans})
    _check_rows(found, rows)
    return found


def _check_rows(found: QuestionSet, rows: Iterable[Any]) -> None:
    """Questions from rows, each checked by itself, so that all that cannot be used are known at once."""
    named = by_source(found.documents)
    for number, row in enumerate(rows, 1):
        if isinstance(row, Mapping) and row.get("id") is None:
            row = {**row, "id": f"q{number}"}
        try:
            found.questions += load_questions([row], _needed(row, named) or found.documents)
        except (TypeError, ValueError) as error:
            found.mismatches.append(f"question {number}{str(error).removeprefix('question 1')}")


def _needed(row: Any, named: dict[str, Document]) -> list[Document]:
    """The one document that a row names, which is quicker than all of them; none where it is not that simple."""
    name = row.get("document") if isinstance(row, Mapping) else None
    spans = row.get("answers") if isinstance(row, Mapping) else None
    if not isinstance(name, str) or name not in named or not isinstance(spans, list):
        return []
    return [] if any(isinstance(span, Mapping) and "document" in span for span in spans) else [named[name]]


FORMATS: dict[str, Callable[[Path, list[Path]], QuestionSet]] = {
    "ragchunk": _ragchunk,
    "squad": _squad,
    "chroma": _chroma,
}
"""The known formats by name."""
