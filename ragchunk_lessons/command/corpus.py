"""``ragchunk corpus``: a corpus too large for one go is cut and audited by several workers, into Parquet."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ..auditing.report import count
from ._options import UNITS, add_include, as_options, one_line, whole_from
from ._writing import as_page

_ABOUT = """\
Cut and audit every document of a corpus on several workers, and write Parquet files.

SOURCE is a folder (each file is a document), a .jsonl (each line is one, with the fields id and text) or a
.parquet (each row is one). Called again with the same options it goes on where it was stopped: what it
reported as done is on the disk, even if all processes were killed. Documents that fail are rows of
DIR/documents with the reason; they stop nothing. Needs pip install "ragchunk-lessons[dask]".
"""

_EXAMPLES = """\
examples:
  ragchunk corpus docs/ --out chunks/ --splitter markdown --include '*.md'
  ragchunk corpus articles.jsonl --out chunks/ --workers 4 --json
  ragchunk corpus /shared/articles.parquet --out /shared/chunks --scheduler tcp://10.0.0.5:8786

exit status: 0 every document is cut and whole, 1 some failed or are not ok, 2 bad use
"""
_SHOWN = 5


def add(parts) -> None:
    """Describe the subcommand."""
    parser = parts.add_parser(
        "corpus",
        help="cut a whole corpus on several workers",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk corpus [OPTION ...] SOURCE --out DIR",
    )
    parser.add_argument("source", metavar="SOURCE", help="a folder, a .jsonl or a .parquet")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder of the results")
    parser.add_argument(
        "--splitter", default="recursive", metavar="NAME", help="as of ragchunk split (default: recursive)"
    )
    parser.add_argument("--chunk-size", type=whole_from(1), default=500, metavar="N", help="in the unit (default: 500)")
    parser.add_argument(
        "--chunk-overlap", type=whole_from(0), default=0, metavar="N", help="what neighbours share (default: 0)"
    )
    parser.add_argument("--unit", choices=UNITS, help="what sizes count (default: characters)")
    parser.add_argument("--encoding", default="cl100k_base", metavar="NAME", help="of the tokens")
    parser.add_argument("--embedder", metavar="NAME", help="a model whose vectors stand beside the chunks")
    parser.add_argument("--no-audit", action="store_true", help="do not audit the documents")
    parser.add_argument(
        "--workers", type=whole_from(0), default=2, metavar="N", help="processes; 0 for this one, without Dask"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler whose workers are used instead")
    parser.add_argument(
        "--part-bytes", type=whole_from(1), metavar="N", help="how much one worker takes at a time (default: 16000000)"
    )
    parser.add_argument(
        "--time-limit", type=float, default=60, metavar="S", help="seconds for one document (default: 60)"
    )
    parser.add_argument("--text-field", default="text", metavar="NAME", help="where records have their text")
    parser.add_argument("--id-field", default="id", metavar="NAME", help="where records have their id")
    add_include(parser)
    parser.add_argument("--file-encoding", metavar="NAME", help="of a folder, what its texts are written in")
    parser.add_argument(
        "--broken-lines",
        choices=("raise", "keep"),
        default="raise",
        help="of a folder, what becomes of a line of JSON Lines that is no JSON (default: raise)",
    )
    parser.add_argument("--restart", action="store_true", help="throw the results of an earlier run away")
    parser.add_argument("--quiet", action="store_true", help="no lines on how far it is")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Cut, and say what became of it."""
    from ..batch import split_corpus

    try:
        report = _split(split_corpus, options)
    except RecursionError:
        raise
    except (RuntimeError, ValueError) as error:  # also when another run holds the folder, or no worker is left
        raise ValueError(str(error).replace("restart=True", "--restart")) from error
    if options.json:
        print(as_page(report.to_dict()))
    else:
        for line in _lines(report, options.out):
            print(line)
    return 0 if report.ok else 1


def _split(split_corpus, options: Namespace):
    return split_corpus(
        options.source,
        options.out,
        splitter=options.splitter,
        chunk_size=options.chunk_size,
        chunk_overlap=options.chunk_overlap,
        unit=options.unit,
        encoding=options.encoding,
        audit=not options.no_audit,
        embedder=options.embedder,
        workers=options.workers,
        scheduler=options.scheduler,
        part_bytes=options.part_bytes,
        time_limit=options.time_limit,
        include=options.include,
        file_encoding=options.file_encoding,
        broken_lines=options.broken_lines,
        text_field=options.text_field,
        id_field=options.id_field,
        restart=options.restart,
        progress=None if options.quiet else _say,
    )


def _say(progress) -> None:
    print(f"ragchunk corpus: {progress}", file=sys.stderr, flush=True)


def _lines(report, out):
    from ..batch._names import doubled_names
    from ..batch._report import COUNTED
    from ..batch.checking import troubled_documents

    verdict = "ok" if report.ok else "not ok"
    yield f"{verdict}: {report.documents} documents, {report.chunks} chunks in {Path(out).as_posix()}"
    for name, words in COUNTED.items():
        if getattr(report, name):
            yield f"{words}: {getattr(report, name)}"
    if report.not_ok or report.failed or report.set_aside:
        for row in troubled_documents(report.out, _SHOWN):
            yield f"  {one_line(row['source'])}: {row['status']}: {as_options(row['words'])}"
    if report.doubled:
        for name in doubled_names(report.out, _SHOWN):
            yield f"  {one_line(name)}: documents with different texts have this name, and chunks with the same id"
    if report.resumed:
        yield f"gone on: {report.resumed} of {report.parts} parts were done before"
    if report.changed:
        yield f"cut again: the source of {count(report.changed, 'part')} done before has changed"
    if report.damaged:
        yield f"cut again: {count(report.damaged, 'part')} done before had a damaged file"
