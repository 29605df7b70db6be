"""``ragchunk compare``: splitters side by side on one document."""

from __future__ import annotations

from argparse import Namespace

from ._options import add_reading, add_sizes, check_overlap, length_function

_ABOUT = """\
Cut one document in several ways, audit each, and show what each makes of it. Without --splitters, all that suit it.
"""

_EXAMPLES = """\
examples:
  ragchunk compare manual.md
  ragchunk compare manual.md --splitters recursive,markdown --chunk-size 200 --unit tokens
  ragchunk compare manual.md --json

exit status: 0 if every splitter keeps the document, 1 if one does not, 2 bad use
"""


def add(parts) -> None:
    """Describe the subcommand."""
    parser = parts.add_parser(
        "compare",
        help="splitters side by side",
        description=_ABOUT,
        epilog=_EXAMPLES,
        usage="ragchunk compare [OPTION ...] FILE",
    )
    parser.add_argument("file", metavar="FILE", help="the document, or - for standard input")
    parser.add_argument("--splitters", metavar="NAMES", help="their names, with commas between")
    add_sizes(parser, 500, "the most that a chunk may hold")
    add_reading(parser)
    parser.add_argument("--json", action="store_true", help="the rows as JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Compare, and tell."""
    from ..evaluating.comparing import compare_splitters
    from ..readers._bounds import COMPARED, check_size
    from ._documents import read_document
    from ._writing import as_page, progress

    check_overlap(options)
    names = None
    if options.splitters is not None:
        names = [name.strip() for name in options.splitters.split(",") if name.strip()]
        if not names:
            raise ValueError("--splitters names none; name at least one, or leave it out")
    document = read_document(options.file, options)
    check_size(options.file, len(document.text), COMPARED, "characters to compare splitters on", "give a part of it")
    found = compare_splitters(
        document,
        names,
        options.chunk_size,
        options.chunk_overlap,
        length_function=length_function(options),
        progress=lambda names: progress(names, len(names), "splitters"),
    )
    rows = found.rows
    if options.json:
        print(as_page({"source": document.source, "rows": rows, "left_out": dict(found.left_out)}))
    else:
        print(found)
    return 0 if all(row["ok"] for row in rows) else 1
