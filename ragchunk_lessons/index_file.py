"""An index on disk: one file, JSON and plain arrays in a zip (``.npz``), no pickle.

The same index gives the same bytes. Loading a file runs no code from it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from .chunk import Chunk

_FORMAT = 1


def write(path: str | os.PathLike[str], head: dict[str, Any], chunks: Iterable[Chunk], vectors: np.ndarray) -> None:
    """Write an index; a file that is already there is replaced only when the new one is complete.

    Parameters
    ----------
    path : str or path
        Used as given; nothing is appended to the name.
    head : dict
        What the reader must know first, as plain JSON.
    chunks : iterable of Chunk
    vectors : array of shape (n, d), float32

    Raises
    ------
    TypeError
        If the metadata of a chunk holds something that JSON cannot say.
    """
    records = []
    for number, chunk in enumerate(chunks):
        try:
            record = [chunk.text, chunk.start, chunk.end, _pack(dict(chunk.metadata))]
            records.append(json.dumps(record, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise TypeError(f"the metadata of chunk {number} cannot be written as JSON: {error}") from error
    path = Path(path)
    half = path.with_name(path.name + ".part")
    try:
        with half.open("wb") as file:
            np.savez(
                file,
                head=_as_array(json.dumps({"format": _FORMAT, **head})),
                chunks=_as_array("[" + ",\n".join(records) + "]"),
                vectors=vectors,
            )
        os.replace(half, path)
    finally:
        half.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], tuple[Chunk, ...], np.ndarray]:
    """The head, the chunks and the vectors that ``write`` wrote.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not an index, or was written in another format.
    """
    path = Path(path)
    with path.open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as parts:
                head = json.loads(parts["head"].tobytes())
                records = json.loads(parts["chunks"].tobytes())
                vectors = np.ascontiguousarray(parts["vectors"], dtype=np.float32)
        except Exception as error:  # the zip, numpy and JSON each have their own
            raise ValueError(f"{path} is not an index written by ChunkIndex.save ({error})") from error
    if head.get("format") != _FORMAT:
        raise ValueError(f"{path} has format {head.get('format')!r}, this version reads {_FORMAT}; build it again")
    return head, tuple(Chunk(text, start, end, _unpack(data)) for text, start, end, data in records), vectors


def _as_array(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def _pack(value: Any) -> Any:
    """Plain JSON in which a tuple can be told from a list."""
    if isinstance(value, tuple):
        return {"tuple": [_pack(item) for item in value]}
    if isinstance(value, list):
        return [_pack(item) for item in value]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is not a str")
        return {"dict": {key: _pack(item) for key, item in value.items()}}
    return value


def _unpack(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpack(item) for item in value]
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(_unpack(item) for item in value["tuple"])
        return {key: _unpack(item) for key, item in value["dict"].items()}
    return value
