"""A folder as a corpus: every file that the readers know is a document, called by its path in the folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from ..document import Document
from ..readers import read_file, read_jsonl
from ..readers._folder import files_in
from ._parts import Item, Items, Loaded, Part


def plan(folder: Path, part_bytes: int, include: tuple[str, ...], without: Path) -> list[Part]:
    """The parts of a folder, in the order of the paths; what lies in the folder ``without`` is left out.

    Raises
    ------
    ValueError
        If no file is left.
    OSError
        If a folder cannot be looked into.
    """
    without = without.resolve()
    parts: list[Part] = []
    files: list[tuple[str, int, int]] = []
    size = 0

    def close() -> None:
        nonlocal files, size
        if files:
            parts.append(Part("folder", str(folder), len(parts), size, tuple(files), 1, ""))
        files, size = [], 0

    for path in files_in(folder):
        if include and not any(fnmatch(path.name, pattern) for pattern in include):
            continue
        if without in path.resolve().parents:
            continue
        try:
            found = path.stat()
            bytes_, changed = found.st_size, found.st_mtime_ns
        except OSError:  # a link that leads nowhere: told when it is read
            bytes_, changed = 0, 0
        if files and size + bytes_ > part_bytes:
            close()
        files.append((path.relative_to(folder).as_posix(), bytes_, changed))
        size += bytes_
    close()
    if not parts:
        fitting = f" that fits {' or '.join(include)}" if include else ""
        raise ValueError(f"folder {folder.as_posix()} has no file in it{fitting}")
    return parts


def items(part: Part, most_bytes: int, encoding: str | None = None, broken_lines: str = "raise") -> Items:
    """The files of a part."""

    def read(path: Path, name: str) -> Document:
        if broken_lines == "keep" and path.suffix.lower() in (".jsonl", ".ndjson"):
            given = {"encoding": encoding} if encoding else {}
            return replace(read_jsonl(path, errors="keep", **given), source=name)
        return read_file(path, encoding=encoding, source=name)

    for name, *_ in part.where:
        label = _readable(name)
        path = Path(part.path, name)
        load = partial(_load, path, label, most_bytes, read)
        yield Item(label, load, lambda label=label: label)


def _load(path: Path, name: str, most_bytes: int, read: Callable[[Path, str], Document]) -> Loaded:
    size = path.stat().st_size
    if size > most_bytes:
        raise ValueError(
            f"{size} bytes are more than the {most_bytes} that one document may have; "
            "give a file of records as the source itself, or a larger max_document_bytes"
        )
    return Loaded(read(path, name), {})


def _readable(name: str) -> str:
    """A name that UTF-8 can write: a file system may hold bytes that are no text."""
    return os.fsencode(name).decode("utf-8", "backslashreplace") if not name.isascii() else name
