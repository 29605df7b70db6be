"""``ragchunk show``: what was cut, as one HTML page that opens without a server."""

from __future__ import annotations

from argparse import Namespace

from ._options import add_reading, add_sizes, add_tolerance, length_function, patterns

_ABOUT = """\
Write one HTML page with the document, its chunks in their places, the audit and the lengths. The page asks for nothing
else: it opens from a disk, and can be sent.
"""

_EXAMPLES = """\
examples:
  ragchunk show manual.md chunks.jsonl --out page.html
  ragchunk show manual.md chunks.jsonl --chunk-size 500 --title "Pump manual" --out page.html
  ragchunk show articles.jsonl chunks.jsonl --record a-17 --out page.html

exit status: 0 if the page was written, whatever it shows, 2 bad use
"""


def add(parts) -> None:
    """Describe the subcommand."""
    from ._chunk_files import add_fields
    from ._records import add_record

    parser = parts.add_parser(
        "show",
        help="a page to look at",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk show [OPTION ...] FILE CHUNKS",
    )
    parser.add_argument("file", metavar="FILE", help="the document, or - for standard input")
    parser.add_argument("chunks", metavar="CHUNKS", help="the chunks, as for ragchunk audit")
    parser.add_argument("--out", metavar="FILE", help="where the page goes (default: standard output)")
    parser.add_argument("--title", metavar="TEXT", help="the heading of the page")
    add_sizes(parser, None, "the most that a chunk may hold")
    add_tolerance(parser)
    add_fields(parser)
    add_record(parser)
    add_reading(parser)
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Audit, and write the page."""
    from ..audit import audit
    from ..evaluating.one_page import page_html
    from ..readers._bounds import SHOWN, check_size
    from ._chunk_files import read_chunk_file
    from ._documents import STDIN
    from ._writing import output

    if options.file == STDIN and options.chunks == STDIN:
        raise ValueError("only one of FILE and CHUNKS can be standard input")
    measure, ignore = length_function(options), patterns(options)
    document, match = _document(options)
    check_size(options.file, len(document.text), SHOWN, "characters to show", "give a part of it")
    of = match(read_chunk_file(options.chunks, options))
    chunks = [record.item for record in of]
    found = audit(
        document,
        chunks,
        options.chunk_size,
        options.chunk_overlap,
        measure,
        normalize=options.normalize,
        ignore=ignore,
    )
    page = page_html(document, chunks, found, title=options.title)
    with output(options.out, [options.file, options.chunks]) as stream:
        stream.write(page.encode("utf-8", "replace").decode("utf-8"))
    return 0


def _document(options: Namespace):
    """The document that is shown, and what finds its chunks among those of a file."""
    from ._documents import read_document
    from ._matching import match_one, match_records, record_called
    from ._records import of_records, read_records, tell_unread

    if not of_records(options):
        document = read_document(options.file, options)
        return document, lambda records: match_one(options.file, records).records[options.file]
    placed, unread = read_records(options.file, options)
    name = record_called(options.record, placed)
    if name not in placed:
        for each in unread:
            if each.label == options.record or each.name == record_called(options.record, (each.name,)):
                raise ValueError(f"{each.label}: {each.why}")
        tell_unread(unread)  # the one that is looked for may be among them
        raise ValueError(f"{options.file} has no record called {options.record!r}; the first is {next(iter(placed))!r}")
    names = list(placed)
    return placed[name].document, lambda records: match_records(names, records).records[name]
