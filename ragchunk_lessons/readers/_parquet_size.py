"""What a Parquet file will take in memory, looked at before it is read: a few kilobytes of it may hold gigabytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._bounds import FOOTER_BYTES, check_size

_END = b"PAR1"


def check_footer(path: Path) -> None:
    """Refuse a file whose description alone is too large, such as one of a million columns.

    Raises
    ------
    ValueError
        If it has more than ``FOOTER_BYTES``. What is no Parquet is left to its reader.
    OSError
        If the file cannot be read.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - 8, 0))
        end = file.read(8)
    if len(end) == 8 and end.endswith(_END):
        said = min(int.from_bytes(end[:4], "little"), size)
        check_size(path.as_posix(), said / 2**20, FOOTER_BYTES / 2**20, "MB of columns", "write fewer columns")


def text_bytes(column: Any) -> int:
    """The bytes that a column takes when each of its values stands for itself.

    A column that is read as a dictionary holds a text once, however often it stands in the table.
    """
    import pyarrow
    from pyarrow import compute

    if not pyarrow.types.is_dictionary(column.type):
        return column.nbytes
    lengths = compute.binary_length(column.dictionary).cast(pyarrow.int64())
    return compute.sum(lengths.take(column.indices)).as_py() or 0


def as_dictionaries(schema: Any, names: Any) -> list[str]:
    """Those of some columns that can be read as dictionaries: texts and bytes that stand at the top of the schema."""
    from pyarrow import types

    return [
        field.name
        for field in schema
        if field.name in names and (types.is_string(field.type) or types.is_binary(field.type))
    ]
