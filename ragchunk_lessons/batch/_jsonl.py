"""A file of JSON Lines as a corpus: parts are ranges of bytes that begin and end with a line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, BinaryIO

from ..document import Document
from ._parts import Item, Items, Loaded, Part, check_text, named

_BLOCK = 1 << 20
_BOM = b"\xef\xbb\xbf"


def plan(path: Path, part_bytes: int) -> list[Part]:
    """The parts of a file, read once from end to end, a block at a time.

    Raises
    ------
    ValueError
        If the file is empty.
    OSError
        If it cannot be read.
    """
    parts: list[Part] = []
    with path.open("rb") as file:
        start, line = 0, 1
        while True:
            end, lines, hashed = _one_part(file, part_bytes)
            if end == start:
                break
            parts.append(Part("jsonl", str(path), len(parts), end - start, (start, end), line, hashed))
            start, line = end, line + lines
    if not parts:
        raise ValueError(f"file {path.as_posix()} is empty; there is nothing to cut")
    return parts


def _one_part(file: BinaryIO, part_bytes: int) -> tuple[int, int, str]:
    """From where the file stands to the end of the line in which the part is full: its end, its lines, its hash."""
    hashed, lines, left = hashlib.sha256(), 0, part_bytes
    while left > 0 and (block := file.read(min(_BLOCK, left))):
        hashed.update(block)
        lines += block.count(b"\n")
        left -= len(block)
        ended = block.endswith(b"\n")
    if left <= 0 and not ended:
        while rest := file.readline(_BLOCK):
            hashed.update(rest)
            if rest.endswith(b"\n"):
                lines += 1
                break
    return file.tell(), lines, hashed.hexdigest()[:16]


def items(part: Part, most_bytes: int, text_field: str, id_field: str) -> Items:
    """The lines of a part that hold something."""
    name = Path(part.path).name
    start, end = part.where
    with open(part.path, "rb", buffering=_BLOCK) as file:
        file.seek(start)
        number, at = part.first - 1, start
        while at < end:
            number += 1
            line = file.readline(most_bytes + 2)
            at += len(line)
            if not line:
                break
            whole = line.endswith(b"\n") or len(line) <= most_bytes
            while not line.endswith(b"\n") and not whole and (rest := file.readline(_BLOCK)):
                at += len(rest)
                if rest.endswith(b"\n"):
                    break
            label = f"{name}:{number}"
            if not whole:
                yield Item(label, lambda: _too_long(most_bytes), lambda label=label: label)
            elif line.strip():
                line = line.removeprefix(_BOM) if number == 1 else line
                yield Item(
                    label,
                    lambda line=line, label=label: _load(line, label, text_field, id_field),
                    lambda line=line, label=label: named(_record(line).get(id_field), label),
                )


def _load(line: bytes, label: str, text_field: str, id_field: str) -> Loaded:
    record = _record(line)
    text = check_text(record.get(text_field), text_field, record)
    own = named(record.get(id_field), label)
    return Loaded(Document(text, own), {key: record[key] for key in record if key not in (text_field, id_field)})


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"the line is not utf-8: byte 0x{line[error.start]:02x} at position {error.start}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"the line is no JSON: {error.msg} at column {error.colno}") from None
    if not isinstance(record, dict):
        raise ValueError(f"the line holds no object, but {record!r:.60}")
    return record


def _too_long(most_bytes: int) -> Loaded:
    raise ValueError(f"the line is longer than the {most_bytes} bytes that one document may have")
