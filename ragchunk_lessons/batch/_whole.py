"""Whether the two files of a part are whole, as far as their feet and their sizes tell: no row is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._tables import COUNTS

_FOOT = 8  # bytes behind the foot: its length, and the mark of the format


def counts_if_whole(chunks: Path, documents: Path) -> dict[str, int] | None:
    """The counts of a part; None if one of its files is missing, cut short, or of another number of rows."""
    feet = [_foot(path) for path in (documents, chunks)]
    if None in feet:
        return None
    try:
        counts = json.loads((feet[0].metadata or {})[COUNTS])
        rows = [counts["documents"], counts["chunks"]]
    except (KeyError, TypeError, ValueError):
        return None
    return counts if rows == [foot.num_rows for foot in feet] else None


def _foot(path: Path) -> Any:
    """What a file says of itself; None if it cannot be read, or says another size than it has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        foot = pq.read_metadata(path)
        size = path.stat().st_size
    except (OSError, ValueError, pa.ArrowException):
        return None
    end = 4  # the mark of the format, where the first column begins
    for number in range(foot.num_row_groups):
        group = foot.row_group(number)
        for column in map(group.column, range(group.num_columns)):
            begin = min(column.data_page_offset, column.dictionary_page_offset or column.data_page_offset)
            end = max(end, begin + column.total_compressed_size)
    return foot if end + foot.serialized_size + _FOOT == size else None
