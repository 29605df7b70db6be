"""``ragchunk evaluate``: how much of what questions need is retrieved from some chunks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ..auditing.report import count
from ._options import add_include, add_reading, asked_for, complain, one_line, share, whole_from

_ABOUT = """\
Search the chunks for every question and measure how much of the passages that answer it comes back.

QUESTIONS is a JSON list or JSON Lines, a row a question:
  {"question": "How long?", "document": "manual.md", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]}
Spans are those of the document, half-open, in code points. With one document, no row need name it.

The chunks must hold passages of their documents: ragchunk audit says where they do not.
"""

_EXAMPLES = """\
examples:
  ragchunk evaluate manual.md chunks.jsonl questions.json
  ragchunk evaluate articles.jsonl chunks.jsonl questions.json --records
  ragchunk evaluate docs/ chunks.jsonl questions.jsonl -k 3 --retriever embeddings
  ragchunk evaluate manual.md chunks.jsonl questions.json --budget 2000 --min-recall 0.8 --json

exit status: 0 if the limits hold or none is given, 1 if one does not, 2 bad use
"""
_LIMITS = {"min_hit_rate": "hit", "min_recall": "recall"}
_MOST = 10


def add(parts) -> None:
    """Describe the subcommand."""
    from ._chunk_files import add_fields
    from ._records import add_records

    parser = parts.add_parser(
        "evaluate",
        help="measure retrieval with questions",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk evaluate [OPTION ...] SOURCE CHUNKS QUESTIONS",
    )
    parser.add_argument("source", metavar="SOURCE", help="the document, or the folder or file of all documents")
    parser.add_argument("chunks", metavar="CHUNKS", help="the chunks, as for ragchunk audit")
    parser.add_argument("questions", metavar="QUESTIONS", help="the questions and the passages that answer them")
    parser.add_argument(
        "--retriever",
        choices=("keywords", "embeddings"),
        default="keywords",
        help="BM25, which needs bm25s (pip install bm25s), or the embedding model of the lessons (default: keywords)",
    )
    parser.add_argument("-k", type=whole_from(1), metavar="N", help="how many results are read (default: 5)")
    parser.add_argument(
        "--budget", type=whole_from(1), metavar="N", help="read as many results as fill so many characters"
    )
    parser.add_argument("--min-hit-rate", type=share, metavar="SHARE", help="of questions answered whole")
    parser.add_argument("--min-recall", type=share, metavar="SHARE", help="of the needed characters, on average")
    add_fields(parser)
    add_records(parser)
    add_include(parser)
    add_reading(parser)
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Evaluate, and tell."""
    from ..auditing.report import percent
    from ..evaluate import METRICS, evaluate_retrieval
    from ._writing import as_page

    documents, chunks = _documents_and_chunks(options)
    questions = _questions(options.questions, documents)
    k = 5 if options.k is None and options.budget is None else options.k
    found = evaluate_retrieval(_index(options.retriever, chunks), questions, k, budget=options.budget)
    reasons = []
    for option, metric in _LIMITS.items():
        least = getattr(options, option)
        if least is not None and found.means[metric] < least:
            asked = f"at least {asked_for(least)} asked"
            reasons.append(f"{METRICS[metric]} {percent(found.means[metric], False)}, {asked}")
    if options.json:
        print(as_page(_data(found, len(chunks), options.retriever, reasons)))
    else:
        for line in _text(found, reasons):
            print(line)
    return 1 if reasons else 0


def _documents_and_chunks(options: Namespace):
    from ..auditing.adapters import as_chunks, read_chunk
    from ..chunk import Chunk
    from ._chunk_files import read_chunk_file
    from ._documents import STDIN
    from ._sources import Sources

    if [options.source, options.chunks, options.questions].count(STDIN) > 1 or options.questions == STDIN:
        raise ValueError("only one of SOURCE and CHUNKS can be standard input")
    sources = Sources(options, [options.chunks, options.questions])
    documents = [sources.read(name) for name in sources.names]
    matched = sources.match(read_chunk_file(options.chunks, options))
    if matched.strangers:
        raise ValueError(f"no document of {options.source} is {next(iter(matched.strangers))!r}, which chunks name")
    chunks, blank = [], 0
    for name, document in zip(sources.names, documents, strict=True):
        items = [record.item for record in matched.records[name]]
        visible = [item for item in items if read_chunk(item)[0].strip()]
        blank += len(items) - len(visible)
        try:
            found = as_chunks(document, visible)
        except ValueError as error:
            raise ValueError(f"{f'{name}: ' if len(documents) > 1 else ''}{error}") from None
        for chunk in found:
            chunks.append(Chunk(chunk.text, chunk.start, chunk.end, {**chunk.metadata, "source": document.source}))
    if blank:
        complain(f"ragchunk: left out: {count(blank, 'blank chunk')}")
    return documents, chunks


def _questions(name: str, documents: Sequence[Any]):
    """The questions; a name in them may leave out the beginning of a path, and the suffix."""
    from ..evaluating.questions import _read, load_questions
    from ._matching import Names

    sources = [document.source for document in documents]
    names, by_stem = Names(sources), {}
    for source in sources:
        by_stem.setdefault(PurePosixPath(source).stem, []).append(source)
    rows = [_with_path(row, names, by_stem) for row in _read(Path(name))]
    try:
        return load_questions(rows, documents)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from None


def _with_path(row: Any, names: Any, by_stem: Mapping[str, list[str]]) -> Any:
    if not isinstance(row, Mapping):
        return row
    row = dict(row)
    if isinstance(said := row.get("document"), str):
        fitting = names.found(said)
        fitting = fitting or by_stem.get(said, [])
        if len(fitting) == 1:
            row["document"] = fitting[0]
    if isinstance(row.get("answers"), list):
        row["answers"] = [_with_path(span, names, by_stem) for span in row["answers"]]
    return row


def _index(retriever: str, chunks: Sequence[Any]):
    if retriever == "keywords":
        try:
            from ..searching.keyword import KeywordIndex
        except ModuleNotFoundError as error:
            raise ImportError(f"the search by words needs {error.name}; run: pip install bm25s") from error
        return KeywordIndex(chunks)
    from ..models import load_embedder
    from ..retrieval import ChunkIndex

    return ChunkIndex(chunks, load_embedder())


def _data(found, chunks: int, retriever: str, reasons: list[str]) -> dict[str, Any]:
    return {
        "ok": not reasons,
        "status": 1 if reasons else 0,
        "reasons": reasons,
        "retriever": retriever,
        "k": found.k,
        "budget": found.budget,
        "chunks": chunks,
        "means": {metric: round(value, 6) for metric, value in found.means.items()},
        "questions": [
            {
                "id": row.question.id,
                "question": row.question.text,
                **{metric: round(getattr(row, metric), 6) for metric in found.means},
                "rank": row.rank,
            }
            for row in found.rows
        ],
    }


def _text(found, reasons: list[str]) -> Iterator[str]:
    yield str(found.table())
    missed = [row for row in found.rows if not row.hit]
    if missed:
        yield f"not found whole: {len(missed)} of {len(found.rows)}"
        yield from (f"  {one_line(row.question.id)}: {one_line(row.question.text)}" for row in missed[:_MOST])
        if len(missed) > _MOST:
            yield f"  and {len(missed) - _MOST} more"
    yield from (f"result: not ok, {reason}" for reason in reasons)
    if not reasons:
        yield "result: ok"
