"""Documents by the names that stand on the command line: files, folders, and ``-`` for standard input."""

from __future__ import annotations

import sys
import warnings
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from ..document import Document
from ..readers._bounds import TEXT_BYTES, WAY_OUT, limit
from ..readers._decode import bytes_of, decode_bytes, read_up_to
from ..readers._folder import LinkWarning, files_in
from ._options import complain, one_line

STDIN = "-"


def files_of(names: Iterable[str], include: list[str] | None = None) -> list[str]:
    """The files behind some names, in order: a folder stands for all files in it, hidden ones left out.

    With ``include``, for those whose names fit one of these patterns, such as ``*.md``.

    Raises
    ------
    ValueError
        If a folder has no file, or one file is named twice.
    OSError
        If a folder cannot be looked into.
    """
    files: list[str] = []
    for name in names:
        if name != STDIN and Path(name).is_dir():
            inside = folder_files(Path(name))
            if include:
                inside = [path for path in inside if any(fnmatch(path.name, pattern) for pattern in include)]
            if not inside:
                fitting = f" that fits {' or '.join(include)}" if include else ""
                raise ValueError(f"folder {name} has no file in it{fitting}")
            files += [path.as_posix() for path in inside]
        else:
            files.append(name)
    seen: set[str] = set()
    for name in files:
        plain = Path(name).as_posix()  # ./manual.md and manual.md are one
        if plain in seen:
            raise ValueError(f"{plain} is named twice")
        seen.add(plain)
    return files


def folder_files(folder: Path) -> list[Path]:
    """The files of a folder; links that were left out are named on standard error, in one line.

    Raises
    ------
    OSError
        If the folder cannot be looked into.
    """
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", LinkWarning)
        files = files_in(folder)
    for warning in said:
        complain(f"ragchunk: {one_line(warning.message)}")
    return files


def documents_of(source: str, include: list[str] | None, beside: Iterable[str | None]) -> list[str]:
    """The documents of an audit: a file, or all of a folder but those that are something else, such as the chunks.

    Raises
    ------
    ValueError, OSError
        As ``files_of``; if nothing is left.
    """
    names = files_of([source], include)
    if source == STDIN or not Path(source).is_dir():
        return names
    others = [Path(other) for other in beside if other and Path(other).is_file()]
    names = [name for name in names if not any(same(name, other) for other in others)]
    if not names:
        raise ValueError(f"folder {source} has no document in it")
    return names


def same(one: str | Path, other: str | Path) -> bool:
    """Whether two names mean one file that is there."""
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)


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
        text = decode_bytes(bytes_of(path), encoding or "utf-8", name)
        return parsed(text, form or "text", options)
    if form is None and path.suffix.lower() == ".parquet" and path.is_file():
        return _named(path, lambda: _refuse_table(name, options), options)
    if form is None and options.broken_lines == "keep" and path.suffix.lower() in (".jsonl", ".ndjson"):
        form = "jsonl"
    if form is None:
        return _named(path, lambda: read_file(path, encoding=encoding, source=path.as_posix()), options)
    if not path.is_file():  # said as read_file says it
        read_file(path)
    return _named(path, lambda: replace(parsed(path, form, options), source=path.as_posix()), options)


def _refuse_table(name: str, options: Namespace) -> Document:
    ways = [f"add --{way}" for way in ("records", "record") if hasattr(options, way)]
    way_out = ways[0] if ways else "cut it with ragchunk corpus"
    raise ValueError(f"{name} is a table; if each of its rows is a document, {way_out}")


def _named(path: Path, read, options: Namespace) -> Document:
    """What a reader gives, or its error with the name of the file in front; of a folder, with how to leave it out."""
    try:
        return read()
    except (ValueError, ImportError) as error:
        words = str(error) if path.name in str(error) else f"{path.as_posix()}: {error}"
        given = getattr(options, "files", None) or [getattr(options, "source", None), getattr(options, "file", None)]
        if hasattr(options, "include") and path not in {Path(name) for name in given if name}:
            words += "; or leave such files out by naming the others: --include '*.md' --include '*.txt'"
        kind = ImportError if isinstance(error, ImportError) else ValueError  # others take more than words
        raise kind(words) from error


def parsed(source: Path | str, form: str, options: Namespace) -> Document:
    """A file, or content, as one of ``FORMATS``."""
    from .. import readers

    given = {}
    if options.file_encoding and isinstance(source, Path):
        given["encoding"] = options.file_encoding
    if form == "jsonl":
        given["errors"] = options.broken_lines
    if form == "table":
        from ..readers.any_file import delimiter_of

        name = source.name if isinstance(source, Path) else ""
        given["delimiter"] = delimiter_of(name, readers.read_text(source, **given).text)
    return getattr(readers, f"read_{form}")(source, **given)


def read_stdin(encoding: str = "utf-8") -> str:
    """All of standard input, line ends as they are.

    Raises
    ------
    ValueError
        If it is closed, in another encoding, or more than one document may have.
    """
    return decode_bytes(stdin_bytes(TEXT_BYTES), encoding, "standard input")


def stdin_bytes(most: float) -> bytes:
    """All bytes of standard input, if they are not more than ``most``.

    Raises
    ------
    ValueError
        If it is closed or longer.
    """
    if sys.stdin is None:
        raise ValueError("standard input is closed; name a file")
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        return sys.stdin.read().encode("utf-8", "surrogatepass")
    data = read_up_to(stream, limit(most))
    if len(data) > limit(most):
        raise ValueError(f"standard input gives more than {limit(most) / 2**20:,.0f} MB; {WAY_OUT}")
    return data
