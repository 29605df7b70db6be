"""The two tables of a part, written a few documents at a time, so that a part never stands in memory whole."""

from __future__ import annotations

import json
import math
from contextlib import ExitStack
from pathlib import Path
from typing import Any

_HELD = 4 << 20  # characters of text until they are written
COUNTS = b"ragchunk"


def schemas(dimension: int | None) -> tuple[Any, Any]:
    """The columns of the chunks and of the documents."""
    import pyarrow as pa

    chunks = [
        ("id", pa.string()),
        ("document", pa.string()),
        ("source", pa.string()),
        ("number", pa.int32()),
        ("text", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("metadata", pa.string()),
    ]
    if dimension is not None:
        chunks.append(("vector", pa.list_(pa.float32(), dimension)))
    documents = [
        ("id", pa.string()),
        ("source", pa.string()),
        ("status", pa.string()),
        ("characters", pa.int64()),
        ("chunks", pa.int32()),
        ("coverage", pa.float64()),
        ("lost", pa.int64()),
        ("words", pa.string()),
        ("fields", pa.string()),
    ]
    return pa.schema(chunks), pa.schema(documents)


class Tables:
    """The files of one part while they are written."""

    def __init__(self, chunks: Path, documents: Path, dimension: int | None) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._record_batch = pa.RecordBatch
        self._schemas = schemas(dimension)
        self._stack = ExitStack()
        self._writers = [
            self._stack.enter_context(
                # A checksum for each page: a byte that changes on the disk is told when the page is read.
                pq.ParquetWriter(path, schema, compression="zstd", compression_level=1, write_page_checksum=True)
            )
            for path, schema in zip((chunks, documents), self._schemas, strict=True)
        ]
        self._rows: tuple[list[tuple], list[tuple]] = ([], [])
        self._held = 0

    def add(self, chunks: list[tuple], document: tuple, characters: int) -> None:
        """A document with all its chunks."""
        self._rows[0].extend(chunks)
        self._rows[1].append(document)
        self._held += characters + 200 * (len(chunks) + 1)
        if self._held > _HELD:
            self.flush()

    def flush(self) -> None:
        """What is held becomes a row group."""
        for rows, writer, schema in zip(self._rows, self._writers, self._schemas, strict=True):
            if rows:
                columns = dict(zip(schema.names, zip(*rows, strict=True), strict=True))
                writer.write_batch(self._record_batch.from_pydict(columns, schema=schema))
                rows.clear()
        self._held = 0

    def close(self, counts: dict[str, int]) -> None:
        """The rest, and the counts in the foot of the table of documents."""
        self.flush()
        self._writers[1].add_key_value_metadata({COUNTS: json.dumps(counts).encode()})
        self._stack.close()

    def abandon(self) -> None:
        """After an error the files are left as they are; nobody takes them for results."""
        self._stack.close()


def as_json(record: dict[str, Any]) -> str:
    """Labels as JSON, which any reader of Parquet can parse; what JSON cannot say becomes a text.

    Examples
    --------
    >>> as_json({"heading_path": ("Pump", "启动")})
    '{"heading_path": ["Pump", "启动"]}'
    """
    try:
        text = _ENCODER.encode(record)
    except ValueError:  # NaN and Infinity are no JSON
        text = _ENCODER.encode(_plain(record))
    return text if writable(text) else json.dumps(json.loads(text))


_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def writable(text: str) -> bool:
    """Whether UTF-8 has all of its characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
