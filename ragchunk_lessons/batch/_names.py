"""What no single document can tell, asked at the end of a run: which stand there twice, and which share their name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._store import Store


def shared_names(store: Store) -> dict[str, int]:
    """The counts ``repeated``, ``same_name`` and ``doubled`` of a report. Parts play no role in them.

    Raises
    ------
    ValueError
        If a table is damaged.
    """
    import pyarrow.compute as pc

    documents = _read(store.documents, ["id", "source", "chunks"])
    different = pc.count_distinct(documents["id"]).as_py()
    names = None if pc.count_distinct(documents["source"]).as_py() == different else _same_names(documents)
    return {
        "repeated": len(documents) - different,
        "same_name": 0 if names is None else pc.sum(names["id_count"]).as_py(),
        "doubled": 0 if names is None else len(_doubled(store, names)),
    }


def doubled_names(out: Path, most: int) -> list[str]:
    """Names of documents that share the id of a chunk, at most so many, in their order."""
    store = Store(out)
    names = _same_names(_read(store.documents, ["id", "source", "chunks"]))
    return [] if names is None else sorted(set(_doubled(store, names)["source"].to_pylist()))[:most]


def _same_names(documents: Any) -> Any:
    """The names that stand for several texts, and of how many; None if there is none."""
    import pyarrow.compute as pc

    # A chunk's id is made of its document's name too, so only documents of the same name can share one.
    cut = documents.filter(pc.greater(documents["chunks"], 0))
    pairs = cut.group_by(["id", "source"]).aggregate([])
    times = pairs.group_by("source").aggregate([("id", "count")])
    names = times.filter(pc.greater(times["id_count"], 1))
    return names if len(names) else None


def _doubled(store: Store, names: Any) -> Any:
    """The ids of chunks that stand in several documents."""
    import pyarrow.compute as pc

    chunks = _read(
        store.chunks, ["id", "document", "source"], pc.field("source").isin(names["source"].combine_chunks())
    )
    pairs = chunks.group_by(["id", "document", "source"]).aggregate([])
    ids = pairs.group_by(["id", "source"]).aggregate([("document", "count")])
    return ids.filter(pc.greater(ids["document_count"], 1))


def _read(folder: Path, columns: list[str], rows: Any = None) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = []
    for path in sorted(folder.glob("part-*.parquet")):
        try:
            table = pq.read_table(
                path, columns=columns, filters=rows, partitioning=None, page_checksum_verification=True
            )
            tables.append(table)
        except (pa.ArrowException, OSError) as error:
            raise ValueError(f"{path.as_posix()} is damaged ({error}); take it away, and run again") from None
    return pa.concat_tables(tables)
