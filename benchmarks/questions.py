"""Splitters and sizes on a question set that you give: hit rate, recall, precision and IoU with their intervals.

    python -m benchmarks questions --questions FILE --corpus DIR_OR_FILES --splitter recursive,sentences --sizes 250,500

The format ragchunk is a JSON list (or JSONL) of rows such as
{"question": "How long?", "document": "manual", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]},
where document is the name of a file without its ending and a span counts characters from 0, its end left out.
Also read: the JSON of SQuAD 1.1 and 2.0, and the CSV of Chroma's chunking evaluation. Nothing is downloaded.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import ragchunk_lessons
from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluate import METRICS, Evaluation, compare_evaluations, evaluate_retrieval
from ragchunk_lessons.evaluating.questions import Question
from ragchunk_lessons.showing.number_table import NumberTable

from .formats import FORMATS, QuestionSet, read_questions

SPLITTERS = {
    "characters": "split_characters",
    "recursive": "split_recursive",
    "sentences": "split_sentences",
    "markdown": "split_markdown",
    "words": "split_words",
    "tokens": "split_tokens",
}
"""The splitters by name; the sizes of the last two are in their own unit."""
BM25 = "bm25"
_SHOWN = ("hit", "recall", "precision", "iou")
_BUDGET = 2000


class _Asked:
    """An embedder that knows the vectors of the questions: they are the same for every setting."""

    def __init__(self, embedder: Callable[[list[str]], np.ndarray], questions: Sequence[Question]) -> None:
        texts = list(dict.fromkeys(question.text for question in questions))
        self._embedder, self._known = embedder, dict(zip(texts, embedder(texts), strict=True))
        self.name, self.max_tokens = embedder.name, embedder.max_tokens

    def __call__(self, texts: list[str]) -> np.ndarray:
        if len(texts) == 1 and texts[0] in self._known:
            return self._known[texts[0]][None, :]
        return self._embedder(texts)


def limited(found: QuestionSet, questions: int | None, documents: int | None) -> QuestionSet:
    """The first so many documents with the questions about them, and of those the first so many.

    Documents that no question is about stay: they are what a search must not find.
    """
    kept = found.documents[:documents]
    names = {document.source for document in kept}
    about = [one for one in found.questions if {answer.source for answer in one.answers} <= names]
    if not about:
        raise ValueError(f"documents={documents}: no question is about the first of them alone; take more")
    return QuestionSet(kept, about[:questions], found.skipped, found.mismatches)


def cut(documents: Sequence[Document], splitter: str, size: int, overlap: int) -> list[Chunk]:
    """The chunks of all documents."""
    split = getattr(ragchunk_lessons, SPLITTERS[splitter])
    return [chunk for document in documents for chunk in split(document, size, overlap)]


def run(
    found: QuestionSet,
    settings: Sequence[tuple[str, int]],
    *,
    overlap: int = 0,
    k: int | None = None,
    budget: int | None = None,
    embedder: str = "all-MiniLM-L6-v2",
    progress: Callable[[str], None] = lambda line: None,
) -> list[tuple[str, int, int, Evaluation]]:
    """For each setting its splitter, its size, the number of chunks and the evaluation."""
    from ragchunk_lessons.models import load_embedder
    from ragchunk_lessons.retrieval import ChunkIndex
    from ragchunk_lessons.searching.keyword import KeywordIndex

    embed = None if embedder == BM25 else _Asked(load_embedder(embedder), found.questions)
    results = []
    for number, (splitter, size) in enumerate(settings, 1):
        chunks = cut(found.documents, splitter, size, overlap)
        progress(f"[{number}/{len(settings)}] {splitter} {size}: {len(chunks)} chunks to index")
        index = KeywordIndex(chunks) if embed is None else ChunkIndex(chunks, embed)
        progress(f"[{number}/{len(settings)}] {splitter} {size}: {len(found.questions)} questions to ask")
        results.append((splitter, size, len(chunks), evaluate_retrieval(index, found.questions, k, budget=budget)))
    return results


def table(results: Sequence[tuple[str, int, int, Evaluation]]) -> NumberTable:
    """A row a setting, each mean with its 95 % interval, and the difference of the recall from the first row."""
    first = results[0][3]
    heads = [
        "setting",
        "chunks",
        *(METRICS[metric] for metric in _SHOWN),
        "recall, against the first",
        "characters read",
    ]
    rows = []
    for splitter, size, chunks, one in results:
        beside = "" if one is first else str(compare_evaluations(first, one, "recall"))
        means = [str(one.interval(metric)) for metric in _SHOWN]
        rows.append([f"{splitter} {size}", chunks, *means, beside, round(one.characters)])
    return NumberTable(heads, rows, f"{first.terms}; in brackets the 95 % interval")


def as_json(results: Sequence[tuple[str, int, int, Evaluation]]) -> list[dict[str, Any]]:
    """The same as plain data, and for every metric the paired difference from the first setting."""
    first = results[0][3]
    return [
        {
            "splitter": splitter,
            "size": size,
            "chunks": chunks,
            "characters": round(one.characters, 1),
            **{metric: _interval(one.interval(metric)) for metric in METRICS},
            "against_first": {metric: _interval(compare_evaluations(first, one, metric)) for metric in METRICS},
        }
        for splitter, size, chunks, one in results
    ]


def _interval(found: Any) -> dict[str, float]:
    return {name: round(getattr(found, name), 4) for name in ("mean", "low", "high")}


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _positive(text: str) -> int:
    value = int(text) if text.strip().lstrip("-").isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from 1")
    return value


def _splitters(text: str) -> list[str]:
    names = _listed(text)
    unknown = [name for name in names if name not in SPLITTERS]
    if unknown or not names:
        raise argparse.ArgumentTypeError(
            f"{', '.join(unknown) or text!r} is no splitter; known: {', '.join(SPLITTERS)}"
        )
    return list(dict.fromkeys(names))


def _sizes(text: str) -> list[int]:
    return list(dict.fromkeys(_positive(part) for part in _listed(text) or [text]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks questions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--questions", required=True, type=Path, metavar="FILE")
    parser.add_argument(
        "--corpus", nargs="+", type=Path, default=[], metavar="PATH", help="files or folders; not for squad"
    )
    parser.add_argument("--format", choices=FORMATS, default="ragchunk")
    parser.add_argument("--mismatch", choices=("stop", "skip"), default="stop", help="if a span holds another text")
    parser.add_argument("--splitter", type=_splitters, default=["recursive"], help="names with commas between them")
    parser.add_argument("--sizes", type=_sizes, default=[500], help="numbers with commas between them")
    parser.add_argument("--overlap", type=int, default=0, help="in the unit of the splitter")
    parser.add_argument("--k", type=_positive, help="how many results are read")
    parser.add_argument("--budget", type=_positive, help=f"how many characters are read ({_BUDGET} if k is not given)")
    parser.add_argument("--embedder", default="all-MiniLM-L6-v2", help=f"the name of a model, or {BM25} for words")
    parser.add_argument("--limit", type=_positive, help="only the first so many questions")
    parser.add_argument("--documents", type=_positive, help="only the first so many documents")
    parser.add_argument("--out", type=Path, metavar="PATH", help="also write the figures to this JSON file")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments, score every setting, print the table and write the file."""
    parser = _parser()
    options = parser.parse_args(arguments)
    budget = options.budget or (None if options.k else _BUDGET)
    try:
        if options.out and not options.out.parent.is_dir():
            raise ValueError(f"the folder of {options.out} does not exist; create it first")
        if options.out and options.out.is_dir():
            raise ValueError(f"{options.out} is a folder; give the name of a file in it")
        settings = [(splitter, size) for splitter in options.splitter for size in options.sizes]
        for splitter, size in settings:
            cut([Document("a", "a")], splitter, size, options.overlap)  # refuses an overlap that does not fit
        found = read_questions(options.questions, options.corpus, format=options.format, mismatch=options.mismatch)
        found = limited(found, options.limit, options.documents)
        _say_what_is_read(found)
        results = run(
            found,
            settings,
            overlap=options.overlap,
            k=options.k,
            budget=budget,
            embedder=options.embedder,
            progress=lambda line: print(line, file=sys.stderr, flush=True),
        )
    except (ImportError, OSError, TypeError, ValueError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    print(table(results))
    if options.out:
        content = json.dumps(_content(options, budget, found, results), indent=1) + "\n"
        try:
            options.out.write_text(content, encoding="utf-8")
        except OSError as error:
            parser.exit(2, f"{parser.prog}: {options.out} could not be written: {error.strerror}\n")


def _say_what_is_read(found: QuestionSet) -> None:
    characters = sum(len(document.text) for document in found.documents)
    print(f"{len(found.questions)} questions, {len(found.documents)} documents, {characters} characters")
    left = {**found.skipped, **({"cannot be used": len(found.mismatches)} if found.mismatches else {})}
    for reason, count in left.items():
        print(f"left out, {reason}: {count}")


def _content(options: Any, budget: int | None, found: QuestionSet, results: Sequence[Any]) -> dict[str, Any]:
    return {
        "versions": {"python": platform.python_version(), "ragchunk-lessons": ragchunk_lessons.__version__},
        "questions_file": options.questions.name,
        "format": options.format,
        "questions": len(found.questions),
        "documents": len(found.documents),
        "skipped": found.skipped,
        "mismatches": len(found.mismatches),
        "overlap": options.overlap,
        "k": options.k,
        "budget": budget,
        "embedder": options.embedder,
        "settings": as_json(results),
    }
