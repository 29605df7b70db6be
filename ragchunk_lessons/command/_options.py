"""Options that several subcommands share, and errors in one line."""

from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from collections.abc import Callable
from typing import NoReturn

FORMATS = ("text", "html", "table", "jsonl", "transcript")
UNITS = ("characters", "words", "tokens")
_KINDS = {"nfc": "nfc", "quotes": "quotes", "case": "case", "space": "whitespace", "whitespace": "whitespace"}
_PATTERN = 2_000  # characters: Python compiles a thousand in a second, if they are made for that
_AS_ARGUMENT = re.compile(r"""\b(encoding)=["']([\w-]+)["']""")  # how readers, which are functions, say it


class Parser(argparse.ArgumentParser):
    """A parser whose errors take one line and whose options are not guessed from a beginning."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: error: {one_line(message)}; see {self.prog} --help")
        sys.exit(2)


def one_line(text: object) -> str:
    """A text in one line, with what a terminal would obey made visible.

    Examples
    --------
    >>> one_line("two\\nlines \\x1b[31m")
    'two lines \\\\x1b[31m'
    """
    line = " ".join(str(text).split())
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in line)


def told(error: BaseException) -> str:
    """An error as a person reads it, without the number that a system gives it.

    Examples
    --------
    >>> told(FileNotFoundError(2, "No such file or directory", "a.md"))
    'a.md: no such file or directory'
    """
    if isinstance(error, OSError) and error.errno and error.strerror:
        name = "the output" if error.filename is None else error.filename  # what is read has a name
        return one_line(f"{name}: {error.strerror[:1].lower()}{error.strerror[1:]}")
    return as_options(error).replace("audit(source, chunks)", "ragchunk audit") or type(error).__name__


def as_options(error: object) -> str:
    """What a function says of its arguments, in one line and with the options of the command instead.

    Examples
    --------
    >>> as_options("keep it as it stands with errors='keep'")
    'keep it as it stands with --broken-lines keep'
    """
    line = _AS_ARGUMENT.sub(r"--file-\1 \2", one_line(error))
    return line.replace("errors='keep'", "--broken-lines keep")


def whole_from(least: int) -> Callable[[str], int]:
    """A reader of whole numbers that are at least so large."""

    def read(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{value!r} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{value} must be at least {least}")
        return number

    return read


def share(value: str) -> float:
    """A share from 0 to 1, or a percentage.

    Examples
    --------
    >>> share("0.995"), share("99.5%")
    (0.995, 0.995)
    """
    try:
        number = round(float(value[:-1]) / 100, 12) if value.endswith("%") else float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{value!r} is neither a share such as 0.99 nor a percentage") from None
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{value} must be from 0 to 1, or from 0% to 100%")
    return number


def asked_for(least: float) -> str:
    """A share as it was asked for, as a percentage.

    Examples
    --------
    >>> asked_for(0.9995)
    '99.95 %'
    """
    return f"{round(least * 100, 10):.12g} %"


def complain(line: str) -> None:
    """An error on standard error; where that cannot be written, the status alone has to do."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = open(os.devnull, "w")


def add_sizes(parser: argparse.ArgumentParser, size: int | None, why: str) -> None:
    """``--chunk-size``, ``--chunk-overlap``, ``--unit`` and ``--encoding``."""
    given = "" if size is None else f" (default: {size})"
    parser.add_argument(
        "--chunk-size", type=whole_from(1), default=size, metavar="N", help=f"{why}, in the unit{given}"
    )
    parser.add_argument(
        "--chunk-overlap",
        type=whole_from(0),
        default=None if size is None else 0,
        metavar="N",
        help="what neighbours share, in the unit" + ("" if size is None else " (default: 0)"),
    )
    parser.add_argument(
        "--unit",
        choices=UNITS,
        help="what sizes count (default: characters); words are runs without white space, of which Chinese has few",
    )
    parser.add_argument(
        "--encoding",
        default="cl100k_base",
        metavar="NAME",
        help="the tokenizer behind --unit tokens: cl100k_base, o200k_base or gpt2 (default: cl100k_base)",
    )


def add_reading(parser: argparse.ArgumentParser) -> None:
    """``--format`` and ``--file-encoding``."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="how a document is read; without it, as its name says, and standard input as text",
    )
    parser.add_argument(
        "--broken-lines",
        choices=("raise", "keep"),
        default="raise",
        help="what becomes of a line of JSON Lines that is no JSON: an error, or kept as it stands (default: raise)",
    )
    parser.add_argument("--file-encoding", metavar="NAME", help="what the documents are written in (default: UTF-8)")


def add_include(parser: argparse.ArgumentParser) -> None:
    """``--include``."""
    parser.add_argument(
        "--include",
        action="append",
        metavar="PATTERN",
        help="of a folder, only files with such names, such as '*.md'; may be given several times",
    )


def add_tolerance(parser: argparse.ArgumentParser) -> None:
    """``--normalize`` and ``--ignore``."""
    parser.add_argument(
        "--normalize",
        type=_kinds,
        metavar="KINDS",
        help="differences that are meant: nfc, quotes, case, space, with commas between",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        metavar="PATTERN",
        help="a regular expression for passages that need not be in a chunk; may be given several times",
    )


def _kinds(value: str) -> list[str]:
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        if name not in _KINDS:
            raise argparse.ArgumentTypeError(f"{name!r} is not known; choose from nfc, quotes, case, space")
    return [_KINDS[name] for name in names]


def patterns(options: argparse.Namespace) -> list[re.Pattern[str]] | None:
    """The arguments of ``--ignore``; ``^`` and ``$`` are the ends of a line.

    Raises
    ------
    ValueError
        If one is empty or no regular expression.
    """
    found = []
    for text in options.ignore or []:
        if not text:
            raise ValueError("--ignore '' would match everywhere; leave it out")
        if len(text) > _PATTERN:
            raise ValueError(f"--ignore {text[:20]!r}… has {len(text)} characters, more than {_PATTERN}; part it")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # on what may mean something else in a later Python
                found.append(re.compile(text, re.MULTILINE))
        except (re.error, OverflowError, RecursionError) as error:
            why = "nested too deeply" if isinstance(error, RecursionError) else error
            raise ValueError(f"--ignore {text[:60]!r} is no regular expression: {why}") from None
    return found or None


def length_function(options: argparse.Namespace) -> Callable[[str], int]:
    """What the unit counts with."""
    from .. import lengths

    if options.unit == "tokens":
        return lengths.token_length(options.encoding)
    return lengths.count_words if options.unit == "words" else len


def check_overlap(options: argparse.Namespace) -> None:
    """An overlap as large as the chunk would never come to an end."""
    if options.chunk_size is not None and (options.chunk_overlap or 0) >= options.chunk_size:
        raise ValueError(
            f"--chunk-overlap {options.chunk_overlap} must be smaller than --chunk-size {options.chunk_size}"
        )
