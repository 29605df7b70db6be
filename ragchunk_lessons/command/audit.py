"""``ragchunk audit``: whether the chunks of any pipeline hold their documents."""

from __future__ import annotations

import sys
from argparse import BooleanOptionalAction, Namespace
from pathlib import Path

from ..auditing.report import count
from ._options import add_include, add_reading, add_sizes, add_tolerance, complain, length_function, patterns

ADVISED = 4_000_000
"""Characters of a document for which advice is given unasked: its sentences and subjects take about a second for each
million, where the verdict takes one for each 20 million."""

_OF_CHUNKS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet")

_ABOUT = """\
Put chunks back together and compare them with the documents they were cut from.

CHUNKS is a file of JSON Lines, a JSON list, CSV, Parquet (with pyarrow), a folder of text files, one chunk each, or -
for standard input. The field names of LangChain, LlamaIndex, Haystack, Chonkie, Unstructured and Docling are known;
others are named with --text-field and the like. Where chunks say where they start and end, that is checked; where not,
they are located.

SOURCE is a file, or a folder with all documents: each chunk then names its own in the field source, of its own or in
its metadata. With --records it is a file of which each record is a document, with the fields id and text.

Nothing may be lost, rewritten, misplaced or, with --chunk-size, oversize. Everything else is advice.
"""

_EXAMPLES = """\
examples:
  ragchunk audit manual.md chunks.jsonl
  ragchunk audit docs/ chunks.jsonl --json
  ragchunk audit articles.jsonl chunks.jsonl --records
  ragchunk audit manual.md chunks.csv --text-field passage --normalize quotes,space
  ragchunk audit manual.md chunks.jsonl --ignore 'Page [0-9]+' --min-coverage 99.5%
  ragchunk audit docs/ chunks.jsonl --write-baseline known.json
  ragchunk audit docs/ chunks.jsonl --baseline known.json --annotations github

exit status: 0 clean or within the limits, 1 not ok, 2 bad use
"""


def add(parts) -> None:
    """Describe the subcommand."""
    from ._chunk_files import add_fields
    from ._limits import add_limits
    from ._records import add_records
    from ._schema import PrintSchema

    parser = parts.add_parser(
        "audit",
        help="prove that chunks hold their documents",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk audit [OPTION ...] SOURCE CHUNKS",
    )
    parser.add_argument("source", metavar="SOURCE", help="the document, or the folder or file of all documents")
    parser.add_argument("chunks", metavar="CHUNKS", help="the chunks: a file, a folder, or - for standard input")
    add_sizes(parser, None, "the most that a chunk may hold")
    add_tolerance(parser)
    add_fields(parser)
    add_records(parser)
    add_include(parser)
    add_reading(parser)
    add_limits(parser)
    parser.add_argument("--baseline", metavar="FILE", help="findings that are known: only others count")
    parser.add_argument("--write-baseline", metavar="FILE", help="write what is found as a baseline, and end with 0")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--schema", action=PrintSchema, nargs=0, help="print the JSON Schema of that result, and end")
    parser.add_argument("--annotations", choices=["github"], help="also as annotations of GitHub Actions")
    parser.add_argument(
        "--advice",
        action=BooleanOptionalAction,
        help=f"add what does not decide (default: for one document of up to {ADVISED // 10**6} million characters, "
        "without --json)",
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Audit, and tell."""
    from ._baseline import write_baseline
    from ._notes import notes
    from ._reports import as_annotations, as_data, as_text
    from ._writing import as_page

    result, everything = examine(options)
    advice = options.advice
    if advice is None:
        advice = len(result.checked) == 1 and not options.json
        size = sum(len(each.document.text) for each in result.checked)
        if advice and size > ADVISED:
            advice = False
            print(f"advice is left out for a text of {size:,} characters; --advice adds it", file=sys.stderr)
    if options.annotations:
        for line in as_annotations(result):
            print(line, file=sys.stderr if options.json else sys.stdout)
    if options.json:
        print(as_page(as_data(result, advice)))
    else:
        for line in as_text(result, advice, verdict=not options.write_baseline):
            print(line)
    for note in notes(result, options):
        complain(f"note: {note}")
    if options.write_baseline:
        number = write_baseline(options.write_baseline, everything)
        print(f"baseline: {count(number, 'finding')} written to {options.write_baseline}", file=sys.stderr)
        return 0
    return 0 if result.ok else 1


def examine(options: Namespace):
    """The result of an audit, and all that was found, known or not."""
    from ..audit import audit
    from ._baseline import is_baseline, only_new, read_baseline
    from ._chunk_files import read_chunk_file
    from ._documents import STDIN
    from ._found import found_in
    from ._limits import broken, limits_of
    from ._matching import Checked
    from ._reports import Result
    from ._sources import Sources
    from ._writing import check_output, progress

    if options.source == STDIN and options.chunks == STDIN:
        raise ValueError("only one of SOURCE and CHUNKS can be standard input")
    ignore, measure = patterns(options), length_function(options)
    known = read_baseline(options.baseline) if options.baseline else None
    old = options.write_baseline if options.write_baseline and is_baseline(options.write_baseline) else None
    # Chunks and baselines may lie beside their documents.
    sources = Sources(options, [options.chunks, options.baseline, old])
    if options.write_baseline and options.write_baseline != STDIN:
        check_output(options.write_baseline, [options.chunks, *sources.files], "--write-baseline")
    matched = sources.match(_records(read_chunk_file, options))
    checked = []
    for name in progress(sources.names, len(sources.names), "documents"):
        document = sources.read(name)
        of = matched.records[name]
        found = audit(
            document,
            [record.item for record in of],
            options.chunk_size,
            options.chunk_overlap,
            measure,
            normalize=options.normalize,
            ignore=ignore,
        )
        checked.append(Checked(document, of, found))
    limits = limits_of(options)
    everything = found_in(checked, list(limits) if "lost" in limits else ["lost", *limits])
    counted, are_known, gone = (everything, [], 0) if known is None else only_new(everything, known)
    reasons = broken(limits, options.min_coverage, counted, checked)
    if matched.strangers:
        reasons.append(f"{count(len(matched.strangers), 'source')} named by chunks and not found in {options.source}")
    if sources.unread:
        reasons.append(f"{count(sources.unread, 'record')} of {options.source} not read")
    result = Result(checked, matched, limits, options.min_coverage, counted, are_known, gone, reasons, sources.places)
    return result, everything


def _records(read_chunk_file, options: Namespace):
    try:
        return read_chunk_file(options.chunks, options)
    except ValueError as error:
        suffixes = [Path(name).suffix.lower() for name in (options.source, options.chunks)]
        if Path(options.chunks).is_dir():
            raise
        if suffixes[0] in _OF_CHUNKS and suffixes[1] not in _OF_CHUNKS:
            raise ValueError(f"{error}; SOURCE comes first and CHUNKS second, is it the other way round?") from None
        raise
