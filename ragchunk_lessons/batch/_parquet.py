"""A Parquet file as a corpus: parts are row groups, read a few rows at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ..document import Document
from ..readers._bounds import UNPACKED_BYTES, UNPACKED_TIMES, WAY_OUT, limit
from ..readers._parquet_size import as_dictionaries, check_footer
from ..readers._parquet_times import whole_microseconds
from ._parts import Item, Items, Loaded, Part, check_text, named

_ROWS = 1024
_NAMED = 20


def plan(path: Path, part_bytes: int, text_field: str) -> list[Part]:
    """The parts of a table.

    Raises
    ------
    ValueError
        If it is no Parquet, has no column of texts, or no row.
    OSError
        If it cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_footer(path)
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path.as_posix()} is no Parquet file: {error}") from None
    with file:
        said, names = file.metadata, file.schema_arrow.names
        if text_field not in names:
            raise ValueError(f"{path.as_posix()} has no column {text_field!r}; it has: {', '.join(names[:_NAMED])}")
        found = path.stat()
        # The size and the time of the last change, as make and rsync look at them: reading it all would take as long
        # as the work.
        same = hashlib.sha256(f"{found.st_size} {found.st_mtime_ns} {said.num_rows}".encode()).hexdigest()[:16]
        parts: list[Part] = []
        groups: list[int] = []
        size, row, first = 0, 1, 1
        for number in range(said.num_row_groups):
            group = said.row_group(number)
            if groups and size + group.total_byte_size > part_bytes:
                parts.append(Part("parquet", str(path), len(parts), size, tuple(groups), first, same))
                groups, size, first = [], 0, row
            groups.append(number)
            size += group.total_byte_size
            row += group.num_rows
        if groups:
            parts.append(Part("parquet", str(path), len(parts), size, tuple(groups), first, same))
    if row == 1:
        raise ValueError(f"{path.as_posix()} has no row; there is nothing to cut")
    return parts


def items(part: Part, most_bytes: int, text_field: str, id_field: str, with_fields: bool = True) -> Items:
    """The rows of a part, with their other fields or without.

    Those beyond what an honest file of this size unpacks to are not read.
    """
    columns = None if with_fields else list({text_field, id_field})
    name, number = Path(part.path).name, part.first - 1
    left = limit(UNPACKED_BYTES + UNPACKED_TIMES * Path(part.path).stat().st_size)
    for record in _records(part, text_field, columns):
        number += 1
        label = f"{name}:{number}"
        if isinstance(record, Exception):
            yield Item(label, lambda error=record: _unread(error), lambda label=label: label)
            continue
        row, rest = record
        # A text that stands in many rows is packed as one, and unpacked row by row.
        whole = {text_field: None, **rest}
        own_name = partial(_own_name, whole, label, id_field)
        if left <= 0:
            yield Item(label, _too_much, own_name)
            continue
        try:
            whole[text_field] = text = row.as_py()
        except UnicodeDecodeError as error:
            yield Item(label, partial(_not_utf8, "text", error), own_name)
            continue
        left -= len(text) if isinstance(text, (str, bytes)) else 0  # what is neither is refused when it is loaded
        yield Item(label, partial(_load, whole, label, most_bytes, text_field, id_field), own_name)


def _records(
    part: Part, text_field: str, columns: list[str] | None
) -> Iterator[Exception | tuple[Any, dict[str, Any]]]:
    """Each row as its packed text and its other fields; for a row that cannot be unpacked, why."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(part.path) as file:
        packed = as_dictionaries(file.schema_arrow, {text_field})
    with pq.ParquetFile(part.path, read_dictionary=packed, page_checksum_verification=True) as file:
        for group in part.where:
            done = 0
            try:
                batches = file.iter_batches(batch_size=_ROWS, row_groups=[group], columns=columns, use_threads=False)
                for batch in batches:
                    texts = batch.column(text_field)
                    rest = _plain(batch.drop_columns([text_field]))
                    for text, fields in zip(texts, rest, strict=True):
                        yield fields if isinstance(fields, Exception) else (text, fields)
                    done += len(rest)
            except (pa.ArrowException, OSError, ValueError) as error:
                if getattr(error, "errno", None) is not None:  # the file cannot be reached
                    raise
                for _ in range(file.metadata.row_group(group).num_rows - done):
                    yield error


def _plain(batch: Any) -> list[dict[str, Any] | ValueError]:
    """The rows as dicts; for one with a text that is not UTF-8, the error."""
    columns = [whole_microseconds(column) for column in batch.columns]
    try:
        made = [column.to_pylist() for column in columns]
    except UnicodeDecodeError:
        return [_row(batch.schema.names, columns, at) for at in range(len(batch))]
    return [dict(zip(batch.schema.names, row, strict=True)) for row in zip(*made, strict=True)] or [{}] * len(batch)


def _row(names: list[str], columns: list[Any], at: int) -> dict[str, Any] | ValueError:
    row = {}
    for name, column in zip(names, columns, strict=True):
        try:
            row[name] = column[at].as_py()
        except UnicodeDecodeError as error:
            return ValueError(_where(f"field {name!r}", error))
    return row


def _own_name(record: dict[str, Any], label: str, id_field: str) -> str:
    return named(record.get(id_field), label)


def _unread(error: Exception) -> Loaded:
    raise ValueError(f"the row cannot be read: {error}")


def _not_utf8(what: str, error: UnicodeDecodeError) -> Loaded:
    raise ValueError(_where(what, error))


def _where(what: str, error: UnicodeDecodeError) -> str:
    return f"the {what} is not utf-8: byte 0x{error.object[error.start]:02x} at {error.start}"


def _too_much() -> Loaded:
    raise ValueError(
        f"the rows before it already unpack to more than {UNPACKED_TIMES} times the file; write it anew, or {WAY_OUT}"
    )


def _load(record: dict, label: str, most_bytes: int, text_field: str, id_field: str) -> Loaded:
    text = check_text(record.get(text_field), text_field, record)
    if len(text) > most_bytes:
        raise ValueError(f"the text is longer than the {most_bytes} bytes that one document may have")
    own = named(record.get(id_field), label)
    return Loaded(Document(text, own), {key: record[key] for key in record if key not in (text_field, id_field)})
