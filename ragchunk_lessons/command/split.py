"""``ragchunk split``: files become chunks, as JSON Lines."""

from __future__ import annotations

from argparse import Namespace

from ..auditing.report import count
from ._documents import files_of, read_document
from ._options import add_include, add_reading, add_sizes
from ._splitters import NAMES, splitter
from ._writing import as_line, output, progress

_ABOUT = """\
Cut files into chunks and write them as JSON Lines with the fields id, text, start, end and metadata.

start and end are the passage of the document that a chunk stands for, in code points; the source in its
metadata is the path as it was given. A folder stands for all files in it, and - for standard input.
"""

_EXAMPLES = """\
examples:
  ragchunk split manual.md --splitter markdown --chunk-size 500 --chunk-overlap 50 --out chunks.jsonl
  ragchunk split docs/ --splitter sentences --chunk-size 256 --unit tokens --out chunks.jsonl
  cat notes.txt | ragchunk split - | head -n 1
"""


def add(parts) -> None:
    """Describe the subcommand."""
    parser = parts.add_parser(
        "split",
        help="cut files into chunks",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk split [OPTION ...] FILE [FILE ...]",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a folder, or - for standard input")
    parser.add_argument(
        "--splitter",
        choices=NAMES,
        default="recursive",
        metavar="NAME",
        help=", ".join(NAMES) + " (default: recursive)",
    )
    add_sizes(parser, 500, "the most that a chunk may hold")
    parser.add_argument(
        "--add-context", action="store_true", help="put headings or speakers in front of what they stand above"
    )
    parser.add_argument(
        "--window-seconds", type=float, default=60, metavar="S", help="for --splitter time_windows (default: 60)"
    )
    add_include(parser)
    add_reading(parser)
    parser.add_argument("--out", metavar="FILE", help="where the chunks go (default: standard output)")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Cut, and write."""
    files = files_of(options.files, options.include)
    cut = splitter(options)
    written = 0
    with output(options.out, files) as stream:
        for name in progress(files, len(files), "files"):
            document = read_document(name, options)
            try:
                chunks = cut(document)
            except (ValueError, ImportError) as error:
                kind = ImportError if isinstance(error, ImportError) else ValueError  # others take more than words
                raise kind(f"{name}: {error}") from error
            for chunk in chunks:
                stream.write(as_line(chunk.to_dict()) + "\n")
            written += len(chunks)
    if options.out not in (None, "-"):
        print(f"{count(written, 'chunk')} from {count(len(files), 'file')} in {options.out}")
    return 0
