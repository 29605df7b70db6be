"""The command ``ragchunk``: cut files, audit the chunks of any pipeline, compare splitters, show what was cut.

One file a subcommand; each has ``add``, which describes its options, and ``run``, which returns the exit status:
0 clean, 1 not ok, 2 bad use. A missing file, a broken line and a wrong option are bad use, told in one line. Nothing
beyond the standard library is imported before a subcommand needs it.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from . import audit, compare, completion, corpus, evaluate, show, split
from ._options import Parser, complain, told

OK, NOT_OK, BAD_USE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
_FILES = ("file", "files", "source", "chunks", "questions", "out", "baseline", "write_baseline")
_PARTS = (split, audit, compare, show, evaluate, corpus, completion)

_EPILOG = """\
examples:
  ragchunk split manual.md --splitter markdown --chunk-size 500 --out chunks.jsonl
  ragchunk audit manual.md chunks.jsonl
  ragchunk compare manual.md
  ragchunk show manual.md chunks.jsonl --out page.html
  ragchunk evaluate manual.md chunks.jsonl questions.json

exit status: 0 clean, 1 not ok, 2 bad use (a wrong option, a file that cannot be read)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands behind ``ragchunk``; those of this process by default.

    Returns
    -------
    int
        The exit status: 0 clean, 1 not ok, 2 bad use, 130 after Ctrl-C, 141 when nobody reads on.

    Examples
    --------
    >>> main(["--version"])
    ragchunk 0.1.0
    0
    """
    if arguments is None:
        _speak_utf8()
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return BROKEN_PIPE
    except OSError as error:  # a full disk is noticed when the rest is written
        _close_quietly()
        complain(f"ragchunk: error: {told(error)}")
        return BAD_USE
    return status


def parser() -> Parser:
    """The options of all subcommands."""
    from .. import __version__

    top = Parser(
        prog="ragchunk",
        description="Cut documents into chunks that know where they came from, and prove that nothing was lost.",
        epilog=_EPILOG,
    )
    top.add_argument("--version", action="version", version=f"ragchunk {__version__}")
    parts = top.add_subparsers(metavar="COMMAND", dest="command")
    for part in _PARTS:
        part.add(parts)
    return top


def _run(arguments: Sequence[str] | None) -> int:
    top = parser()
    try:
        options, rest = top.parse_known_args(arguments)
        if options.command is None:
            top.print_help(sys.stderr)
            return BAD_USE
        if rest:
            raise ValueError(f"unknown: {' '.join(rest)}; see ragchunk {options.command} --help")
        _refuse_empty_names(options)
        return options.run(options)
    except SystemExit as end:  # argparse: after --help, and after an option that it refuses
        return end.code if isinstance(end.code, int) else BAD_USE
    except BrokenPipeError:
        raise
    except (OSError, ValueError, TypeError, ImportError) as error:
        complain(f"ragchunk {options.command}: error: {told(error)}")
        return BAD_USE
    except RecursionError:
        complain(f"ragchunk {options.command}: error: a file is nested too deeply")
        return BAD_USE
    except MemoryError:
        complain(f"ragchunk {options.command}: error: there is not enough memory for this; give it in smaller files")
        return BAD_USE


def _refuse_empty_names(options: Namespace) -> None:
    """Python takes the empty name for the current folder; on a command line, a variable of the shell was empty."""
    for name in _FILES:
        given = getattr(options, name, None)
        if given == "" or (isinstance(given, list) and "" in given):
            raise ValueError(f"the name given for {name.upper().replace('_', '-')} is empty")


def _speak_utf8() -> None:
    """JSON Lines are UTF-8 with plain line ends on every system; what was closed is written to nowhere."""
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _close_quietly() -> None:
    """Leave nothing for the interpreter to write at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # a stream without a file behind it
        pass
