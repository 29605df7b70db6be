"""Where results go: standard output, or a file that is whole or not there."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

_SHOW_AFTER, _SHOW_EVERY = 1.0, 0.1  # seconds


@contextmanager
def output(name: str | None, inputs: Iterable[str] = ()) -> Iterator[TextIO]:
    """A stream to write to; a file appears under its name when all is written, and not at all after an error.

    Raises
    ------
    ValueError
        If the file is one of the inputs.
    OSError
        If there is no such folder, the name is that of a folder, or standard output is closed.
    """
    if name is None or name == "-":
        if sys.__stdout__ is None and getattr(sys.stdout, "name", None) == os.devnull:  # closed when Python began
            raise OSError("standard output is closed, so the result would be lost; give --out FILE")
        yield sys.stdout
        return
    path = check_output(name, inputs)
    if path.exists() and not path.is_file():  # a device or a pipe cannot be put in place afterwards
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    part = path.with_name(f".{os.getpid()}.ragchunk.part")
    try:
        try:
            stream = part.open("w", encoding="utf-8", newline="\n")
        except OSError as error:  # said of the name that was given
            raise type(error)(error.errno, error.strerror, name) from None
        with stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def check_output(name: str, inputs: Iterable[str] = (), option: str = "--out") -> Path:
    """Where a file goes; where a link stands, that is what it leads to.

    Raises
    ------
    ValueError, OSError
        As ``output``.
    """
    path = Path(name)
    if path.is_symlink() and (path.is_file() or not path.exists()):  # /dev/stdout is a link too, to what has no path
        path = Path(os.path.realpath(name))
    if path.is_dir():
        raise IsADirectoryError(f"{name} is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent.as_posix()}; make it first")
    if path.exists() and any(Path(other).exists() and path.samefile(other) for other in inputs):
        raise ValueError(f"{option} {name} is also an input; give another name")
    return path


def as_line(record: Any) -> str:
    """A record as one line of JSON, readable in any script; half a character is escaped, as UTF-8 has none.

    Examples
    --------
    >>> as_line({"text": "泵\\n"})
    '{"text": "泵\\\\n"}'
    """
    line = json.dumps(record, ensure_ascii=False, default=str)
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        line = json.dumps(record, default=str)
    return line


def as_page(record: Any) -> str:
    """A record as JSON over several lines."""
    return json.dumps(record, ensure_ascii=True, indent=2, default=str)


def progress(items: Iterable[Any], total: int, noun: str) -> Iterator[Any]:
    """The items; while long work goes on, a line on standard error says how far it is, on a terminal only."""
    due, shown = time.monotonic() + _SHOW_AFTER, False
    try:
        for number, item in enumerate(items):
            if total > 1 and time.monotonic() > due and sys.stderr.isatty():
                print(f"\r{number} of {total} {noun}", end="", file=sys.stderr, flush=True)
                due, shown = time.monotonic() + _SHOW_EVERY, True
            yield item
    finally:
        if shown:
            print(f"\r{' ' * 40}\r", end="", file=sys.stderr, flush=True)
