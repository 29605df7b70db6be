"""Chunks in Parquet: only the columns that an audit reads, a few thousand rows at a time."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

_ROWS = 8192  # at a time: beside the texts themselves, nothing of the file stays in memory


def read_parquet(path: Path, known: Collection[str], texts: Collection[str]) -> Iterator[dict[str, Any]]:
    """The rows of a file, without what is null and without the columns that are not known, such as vectors.

    Parameters
    ----------
    path : Path
    known : collection of str
        The columns to read; those that are not there are passed over.
    texts : collection of str
        Of these, the names of which one must be there.

    Raises
    ------
    ValueError
        If the file is not Parquet, no column holds a text, or two columns have one name.
    OSError, ImportError
        If the file cannot be read; if pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise ImportError(
            "reading Parquet needs pyarrow, which is not installed; run: pip install pyarrow, or write JSON Lines"
        ) from None
    if not path.is_file():
        raise FileNotFoundError(2, "No such file or directory", path.as_posix())
    try:
        file = parquet.ParquetFile(path)
    except pyarrow.ArrowException as error:
        raise ValueError(f"{path.as_posix()} is not Parquet ({error})") from None
    with file:
        columns = _columns(file.schema_arrow.names, path.as_posix(), known, texts)
        try:
            for batch in file.iter_batches(_ROWS, columns=columns):
                yield from _rows(batch, texts)
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise ValueError(f"{path.as_posix()} cannot be read as Parquet ({error})") from None


def parts_in(folder: Path) -> list[Path]:
    """The Parquet files of a folder, as Spark and others write one table; none if it has no such file.

    Raises
    ------
    ValueError
        If other files stand beside them.
    """
    from ..readers._folder import files_in

    files = [path for path in files_in(folder) if not path.name.startswith("_")]  # such as _SUCCESS
    parts = [path for path in files if path.suffix.lower() == ".parquet"]
    if parts and len(parts) < len(files):
        other = next(path for path in files if path not in parts)
        raise ValueError(f"folder {folder.as_posix()} has Parquet files and others, such as {other.name}; name a file")
    return parts


def _columns(names: list[str], file: str, known: Collection[str], texts: Collection[str]) -> list[str]:
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{file}: two columns are called {twice!r}; give each its own name")
    if not any(name in texts or name in ("metadata", "meta") for name in names):
        raise ValueError(
            f"{file} has no column {' or '.join(texts)}; it has {', '.join(names) or 'none'}; "
            "name the one with the text with --text-field"
        )
    return [name for name in names if name in known]


def _rows(batch: Any, texts: Collection[str]) -> Iterator[dict[str, Any]]:
    import pyarrow

    values = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name in texts and column.type in (pyarrow.binary(), pyarrow.large_binary()):  # not marked as text
            column = column.cast(pyarrow.large_string())
        made = _whole_microseconds(column).to_pylist(maps_as_pydicts="lossy")
        values.append([_plain(name, value) for value in made])
    for row in zip(*values, strict=True):
        yield {name: value for name, value in zip(batch.schema.names, row, strict=True) if value is not None}


def _plain(name: str, value: Any) -> Any:
    """A number of a column with gaps is a float, and a gap not a number; metadata may be JSON."""
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value
    if name in ("metadata", "meta") and isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _whole_microseconds(column: Any) -> Any:
    """The column with times that Python can hold: it has no nanoseconds."""

    wanted = _without_nanoseconds(column.type)
    return column if wanted == column.type else column.cast(wanted, safe=False)


def _without_nanoseconds(kind: Any) -> Any:
    import pyarrow
    from pyarrow import types

    if types.is_timestamp(kind) and kind.unit == "ns":
        return pyarrow.timestamp("us", kind.tz)
    if types.is_time64(kind) and kind.unit == "ns":
        return pyarrow.time64("us")
    if types.is_duration(kind) and kind.unit == "ns":
        return pyarrow.duration("us")
    if types.is_struct(kind):
        fields = [kind.field(number) for number in range(kind.num_fields)]
        return pyarrow.struct([field.with_type(_without_nanoseconds(field.type)) for field in fields])
    if types.is_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_without_nanoseconds(kind.value_type)))
    return kind
