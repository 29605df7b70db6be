"""Documents by the names that stand on the command line: files, folders, and ``-`` for standard input."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from ..document import Document
from ..readers._decode import decode_bytes

STDIN = "-"


def files_of(names: Iterable[str], include: list[str] | None = None) -> list[str]:
    """The files behind some names, in order: a folder stands for all files in it, hidden ones left out.

    With ``include``, for those whose names fit one of these patterns, such as ``*.md``.

    Raises
    ------
    ValueError
        If a folder has no file, or one file is named twice.
    """
    files: list[str] = []
    for name in names:
        if name != STDIN and Path(name).is_dir():
            inside = in_folder(Path(name))
            if include:
                inside = [path for path in inside if any(fnmatch(path.name, pattern) for pattern in include)]
            if not inside:
                fitting = f" that fits {' or '.join(include)}" if include else ""
                raise ValueError(f"folder {name} has no file in it{fitting}")
            files += [path.as_posix() for path in inside]
        else:
            files.append(name)
    twice = next((name for name in files if files.count(name) > 1), None) if len(set(files)) < len(files) else None
    if twice is not None:
        raise ValueError(f"{twice} is named twice")
    return files


def in_folder(folder: Path) -> list[Path]:
    """All files below a folder, in the order of their names; hidden ones are left out.

    Links to folders are not followed, so that none leads back.
    """
    return sorted(
        (
            path
            for path in folder.rglob("*")
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ),
        key=lambda path: path.as_posix(),
    )


def read_document(name: str, options: Namespace) -> Document:
    """The document of a name; its source is the path as it was given, so that ids are the same in every folder.

    Raises
    ------
    ValueError, OSError, ImportError
        As the readers raise them, with the name of the file.
    """
    from ..readers import read_file

    form, encoding = options.format, options.file_encoding
    if name == STDIN:
        return parsed(read_stdin(encoding or "utf-8"), form or "text", options)
    path = Path(name)
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe, such as <(command): read once
        text = decode_bytes(path.read_bytes(), encoding or "utf-8", name)
        return parsed(text, form or "text", options)
    if form is None and options.broken_lines == "keep" and path.suffix.lower() in (".jsonl", ".ndjson"):
        form = "jsonl"
    if form is None:
        return _named(path, lambda: read_file(path, encoding=encoding, source=path.as_posix()))
    if not path.is_file():  # said as read_file says it
        read_file(path)
    return _named(path, lambda: replace(parsed(path, form, options), source=path.as_posix()))


def _named(path: Path, read) -> Document:
    """What a reader gives, or its error with the name of the file in front."""
    try:
        return read()
    except ValueError as error:
        if path.name in str(error):
            raise
        raise ValueError(f"{path.as_posix()}: {error}") from error


def parsed(source: Path | str, form: str, options: Namespace) -> Document:
    """A file, or content, as one of ``FORMATS``."""
    from .. import readers

    given = {}
    if options.file_encoding and isinstance(source, Path):
        given["encoding"] = options.file_encoding
    if form == "jsonl":
        given["errors"] = options.broken_lines
    return getattr(readers, f"read_{form}")(source, **given)


def read_stdin(encoding: str = "utf-8") -> str:
    """All of standard input, line ends as they are.

    Raises
    ------
    ValueError
        If it is in another encoding.
    """
    stream = getattr(sys.stdin, "buffer", None)
    data = stream.read() if stream is not None else sys.stdin.read().encode("utf-8", "surrogatepass")
    return decode_bytes(data, encoding, "standard input")
