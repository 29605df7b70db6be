"""What a corpus is read from: a folder, JSON Lines or Parquet, parted by bytes."""

from __future__ import annotations

from pathlib import Path

from . import _folder, _jsonl, _parquet
from ._parts import Items, Part
from ._settings import Settings

_KINDS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}


def plan(source: Path, part_bytes: int, settings: Settings, without: Path) -> list[Part]:
    """All parts of a source, in its order.

    Raises
    ------
    FileNotFoundError, OSError
        If it is not there or cannot be read.
    ValueError
        If it is of no kind that is known, or has no document.
    """
    if source.is_dir():
        return _folder.plan(source, part_bytes, tuple(settings.include), without)
    if not source.exists():
        raise FileNotFoundError(f"there is no {source.as_posix()}; check the path, and the folder you are in")
    kind = _KINDS.get(source.suffix.lower())
    if settings.include:
        raise ValueError(f"include={list(settings.include)!r} chooses files of a folder; {source.name} is a file")
    if settings.file_encoding or settings.broken_lines != "raise":
        name = "file_encoding" if settings.file_encoding else "broken_lines"
        raise ValueError(f"{name} is for the files of a folder; the records of {source.name} are read as they stand")
    if kind == "jsonl":
        return _jsonl.plan(source, part_bytes)
    if kind == "parquet":
        return _parquet.plan(source, part_bytes, settings.text_field)
    raise ValueError(
        f"a corpus is a folder, a .jsonl or a .parquet; {source.as_posix()} is none: cut it with ragchunk split"
    )


def items(part: Part, settings: Settings) -> Items:
    """The documents of a part, one after the other; each is read when it is asked for."""
    if part.kind == "folder":
        return _folder.items(part, settings.max_document_bytes, settings.file_encoding, settings.broken_lines)
    source = _jsonl if part.kind == "jsonl" else _parquet
    return source.items(part, settings.max_document_bytes, settings.text_field, settings.id_field)
