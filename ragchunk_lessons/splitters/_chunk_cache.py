"""A folder of chunk files: the same text, model and settings find the chunks that were cut before."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import build

_FORMAT = "semantic chunks 1"


def name_of_model(embedder: object, model_name: str | None) -> str:
    """What tells this embedder from others: the given name, else its fingerprint, else its name.

    Raises
    ------
    TypeError
        If the given name is not a ``str``.
    ValueError
        If there is none.

    Examples
    --------
    >>> name_of_model(len, "by length, version 2")
    'by length, version 2'
    """
    if model_name is not None:
        if not isinstance(model_name, str):
            raise TypeError(f"model_name must be a str, not {type(model_name).__name__}")
        if not model_name.strip():
            raise ValueError(f"model_name={model_name!r} is blank; give a name that changes with the model")
        return model_name
    for attribute in ("fingerprint", "name"):
        found = getattr(embedder, attribute, None)
        if isinstance(found, str) and found.strip():
            return found
    raise ValueError(
        "cache needs to tell models apart, and this embedder has neither a fingerprint nor a name; "
        "give model_name='...', and change it when the model changes"
    )


def check_folder(cache: str | Path | None) -> Path | None:
    """The folder as a path; it need not exist yet."""
    if cache is None:
        return None
    if not isinstance(cache, (str, os.PathLike)):
        raise TypeError(f"cache must be a folder, as a str or a Path, not {type(cache).__name__}")
    if not str(cache):
        raise ValueError("cache='' names no folder; write cache='.' for the current one")
    folder = Path(cache)
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"cache={str(cache)!r} is a file; give a folder")
    return folder


class ChunkFile:
    """The file that holds the chunks of one text under one model and one setting.

    Parameters
    ----------
    folder : Path
    document : Document
    settings : Mapping
        All that the cuts depend on besides the text; plain JSON values.
    metadata : Mapping or None
        What the caller adds to every chunk.

    Raises
    ------
    TypeError
        If JSON cannot hold the metadata.
    """

    def __init__(
        self, folder: Path, document: Document, settings: Mapping[str, Any], metadata: Mapping[str, Any] | None
    ) -> None:
        self.document = document
        self.metadata = metadata
        try:
            said = json.dumps([_FORMAT, document.source, dict(metadata or {}), settings])
        except (TypeError, ValueError) as error:
            raise TypeError(f"metadata must be something that JSON can hold to be kept in a cache: {error}") from None
        digest = hashlib.sha256(said.encode())
        digest.update(b"\0")
        digest.update(document.text.encode("utf-8", "surrogatepass"))
        self.path = folder / f"{digest.hexdigest()}.jsonl"

    def read(self, fits: Callable[[Chunk], bool]) -> list[Chunk] | None:
        """The chunks, if the file is there and is byte for byte what they would be written as; else None."""
        try:
            stored = self.path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            rows = [json.loads(line) for line in stored.splitlines()]
            spans = [(int(row["start"]), int(row["end"])) for row in rows]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if not self._whole(spans):
            return None
        chunks = build(self.document, spans, self.metadata)
        return chunks if _as_bytes(chunks) == stored and all(map(fits, chunks)) else None

    def write(self, chunks: list[Chunk]) -> None:
        """Write the file in one move, so that nobody reads half of it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
        try:
            part.write_bytes(_as_bytes(chunks))
            os.replace(part, self.path)
        finally:
            part.unlink(missing_ok=True)

    def _whole(self, spans: list[tuple[int, int]]) -> bool:
        """Whether the spans are in order and leave out nothing but white space."""
        text, reached = self.document.text, 0
        for start, end in spans:
            if not reached <= start < end <= len(text) or text[reached:start].strip():
                return False
            reached = end
        return not text[reached:].strip()


def _as_bytes(chunks: list[Chunk]) -> bytes:
    return b"".join(_line(chunk.to_dict()) for chunk in chunks)


def _line(record: dict[str, Any]) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate can only be written as an escape
        return json.dumps(record).encode() + b"\n"
