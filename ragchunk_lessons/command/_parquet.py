"""Chunks in Parquet: only the columns that an audit reads, a few thousand rows at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from ..readers._bounds import CHUNKS, CHUNKS_BYTES, check_size
from ..readers._parquet_size import as_dictionaries, check_footer, text_bytes
from ..readers._parquet_times import whole_microseconds
from ._metadata import METADATA, field_of

_ROWS, _FEW_ROWS = 1024, 64  # at a time: beside the texts themselves, nothing of the file stays in memory
NEEDS_PYARROW = "reading Parquet needs pyarrow, which is not installed; run: pip install pyarrow, or write JSON Lines"
_NAMED = 20  # columns that an error names


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
        raise ImportError(NEEDS_PYARROW) from None
    if not path.is_file():
        raise FileNotFoundError(2, "No such file or directory", path.as_posix())
    check_footer(path)
    name = path.as_posix()
    try:
        with parquet.ParquetFile(path) as file:
            schema, said = file.schema_arrow, file.metadata
        columns = _columns(schema.names, name, known, texts)
        _check_sizes(said, columns, name)
        file = parquet.ParquetFile(
            path, read_dictionary=as_dictionaries(schema, columns), page_checksum_verification=True
        )
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{name} is not Parquet ({error})") from None
    with file:
        # What is nested cannot be read as a dictionary, so it is unpacked a little at a time.
        nested = any(pyarrow.types.is_nested(schema.field(column).type) for column in columns)
        batches, total = file.iter_batches(_FEW_ROWS if nested else _ROWS, columns=columns), 0
        while True:
            try:
                batch = next(batches, None)
            except pyarrow.ArrowMemoryError as error:
                raise ValueError(f"{name} unpacks to more than memory holds ({error}); part the file") from None
            except (pyarrow.ArrowException, OSError, ValueError) as error:
                raise ValueError(f"{name} cannot be read as Parquet ({error})") from None
            if batch is None:
                return
            total += sum(map(text_bytes, batch.columns))
            check_size(name, total / 2**20, CHUNKS_BYTES / 2**20, "MB unpacked, or more", "part the file")
            try:
                rows = list(_rows(batch, texts))
            except (pyarrow.ArrowException, ValueError) as error:
                raise ValueError(f"{name} cannot be read as Parquet ({error})") from None
            yield from rows


def _check_sizes(said: Any, columns: Collection[str], name: str) -> None:
    """What the file says of itself before it is unpacked: its rows, and the bytes of the columns that are read."""
    check_size(name, said.num_rows, CHUNKS, "rows", "part the file")
    wanted, largest = set(columns), 0
    for number in range(said.num_row_groups):
        group = said.row_group(number)
        held = (group.column(at) for at in range(group.num_columns))
        size = sum(one.total_uncompressed_size for one in held if wanted.intersection(_ways(one.path_in_schema)))
        largest = max(largest, size)
    check_size(name, largest / 2**20, CHUNKS_BYTES / 2**20, "MB unpacked in a group of rows", "part the file")


def _ways(path: str) -> Iterator[str]:
    """The columns that a place may be in: that of a.b is in a, or in a column that is called a.b."""
    return accumulate(path.split("."), "{}.{}".format)


def parts_in(folder: Path, inside: list[Path]) -> list[Path]:
    """The Parquet files of a folder, as Spark and others write one table; none if it has no such file.

    Raises
    ------
    ValueError
        If other files stand beside them.
    """
    files = [path for path in inside if not path.name.startswith("_")]  # such as _SUCCESS
    parts = [path for path in files if path.suffix.lower() == ".parquet"]
    if parts and len(parts) < len(files):
        other = next(path for path in files if path not in parts)
        chunks = folder / "chunks"  # as ragchunk corpus leaves it
        way_out = chunks.as_posix() if any(path.parent == chunks for path in parts) else "a file"
        raise ValueError(
            f"folder {folder.as_posix()} has Parquet files and others, such as {other.name}; name {way_out}"
        )
    return parts


def _columns(names: list[str], file: str, known: Collection[str], texts: Collection[str]) -> list[str]:
    if twice := next((name for name, times in Counter(names).items() if times > 1), None):
        raise ValueError(f"{file}: two columns are called {twice!r}; give each its own name")
    if not any({name, field_of(name)} & {*texts, *METADATA} for name in names):
        raise ValueError(
            f"{file} has no column {' or '.join(texts)}; it has {_few(names) or 'none'}; "
            "name the one with the text with --text-field"
        )
    return [name for name in names if name in known]


def _few(names: list[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def _rows(batch: Any, texts: Collection[str]) -> Iterator[dict[str, Any]]:
    import pyarrow

    values = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if pyarrow.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if name in texts and column.type in (pyarrow.binary(), pyarrow.large_binary()):  # not marked as text
            column = column.cast(pyarrow.large_string())
        made = whole_microseconds(column).to_pylist(maps_as_pydicts="lossy")
        values.append([_plain(value) for value in made])
    for row in zip(*values, strict=True):
        yield {name: value for name, value in zip(batch.schema.names, row, strict=True) if value is not None}


def _plain(value: Any) -> Any:
    """A number of a column with gaps is a float, and a gap not a number."""
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value
    return value
