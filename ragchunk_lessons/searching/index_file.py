"""An index on disk: one file, JSON and plain arrays in a zip (``.npz``), no pickle.

The same index gives the same bytes. Loading a file runs no code from it.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..chunk import Chunk

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
    OSError
        If the file cannot be written; the message names ``path`` and the way out.
    """
    records = []
    for number, chunk in enumerate(chunks):
        try:
            record = [chunk.text, chunk.start, chunk.end, _pack(dict(chunk.metadata))]
            records.append(json.dumps(record, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise TypeError(f"the metadata of chunk {number} cannot be written as JSON: {error}") from error
        except RecursionError:
            raise TypeError(
                f"the metadata of chunk {number} cannot be written as JSON: it holds itself, or is nested too deeply"
            ) from None
    with _replacing(Path(path)) as file:
        np.savez(
            file,
            head=_as_array(json.dumps({"format": _FORMAT, **head})),
            chunks=_as_array("[" + ",\n".join(records) + "]"),
            vectors=vectors,
        )


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file beside ``path`` that takes its place at the end; if anything fails, nothing is left of it."""
    if path.is_dir():
        raise OSError(
            errno.EISDIR, f"a folder cannot be replaced by an index; give a file, such as {path / 'index'}", str(path)
        )
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, f"the folder {path.parent} does not exist; create it first", str(path))
    # A random name that must be new: no file of the user's has it, and no other thread. (Unlike a file of mkstemp,
    # it has the usual permissions.)
    half = path.parent / f".ragchunk-{secrets.token_hex(8)}.part"
    try:
        with half.open("xb") as file:
            yield file
        os.replace(half, path)
    except OSError as error:
        why = f"the index cannot be written ({error.strerror or error}); give another place or make room in this one"
        raise OSError(error.errno or errno.EIO, why, str(path)) from error
    finally:
        half.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], tuple[Chunk, ...], np.ndarray]:
    """The head, the chunks and the vectors that ``write`` wrote.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not an index, is damaged, or was written in another format.
    """
    path = Path(path)
    with path.open("rb") as file:
        # The zip, numpy and JSON each have errors of their own, none of which helps here: numpy's advises to load
        # pickles, which would run code from the file.
        try:
            parts = np.load(file, allow_pickle=False)
            head = json.loads(parts["head"].tobytes())
            version = head.get("format")
        except Exception:
            raise ValueError(
                f"{path} is not an index written by ChunkIndex.save; build the index and save it"
            ) from None
        if version != _FORMAT:
            raise ValueError(f"{path} has format {version!r}, this version reads {_FORMAT}; build it again")
        try:
            records = json.loads(parts["chunks"].tobytes())
            chunks = tuple(Chunk(text, start, end, _unpack(data)) for text, start, end, data in records)
            vectors = parts["vectors"]
            if vectors.dtype.kind != "f":
                raise TypeError("vectors are floats")
            return head, chunks, np.ascontiguousarray(vectors, dtype=np.float32)
        except Exception:
            raise ValueError(
                f"{path} is damaged and is not an index that can be read; build the index again and save it"
            ) from None


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
