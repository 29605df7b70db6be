"""The audit of a whole corpus: every document in one row, every chunk of a document that is there, every id its own."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..chunk import Chunk
from ._status import OK, UNCHECKED
from ._store import Store

_SHOWN = 3
_FOUND = ("missing", "unexpected", "doubled", "astray", "changed", "damaged")


@dataclass(frozen=True, slots=True)
class CorpusAudit:
    """What an audit of the results found. Made by ``audit_corpus``.

    Parameters
    ----------
    documents, chunks : int
        Rows of the two tables.
    missing : tuple of str
        Documents that have no row although they were expected.
    unexpected : tuple of str
        Documents that were not expected.
    doubled : tuple of str
        Ids of chunks that stand more than once.
    astray : tuple of str
        Ids of chunks whose document has no row, or counts another number of chunks.
    changed : tuple of str
        Ids of chunks whose own source, span and text give another id.
    damaged : tuple of str
        Files of the results that cannot be read; what they held is missing or astray too.
    """

    documents: int
    chunks: int
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]
    doubled: tuple[str, ...]
    astray: tuple[str, ...]
    changed: tuple[str, ...]
    damaged: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not any(getattr(self, name) for name in _FOUND)

    def __repr__(self) -> str:
        said = [f"ok={self.ok}", f"{self.documents} documents", f"{self.chunks} chunks"]
        for name in _FOUND:
            found = getattr(self, name)
            if found:
                shown = ", ".join(map(repr, found[:_SHOWN])) + (", …" if len(found) > _SHOWN else "")
                said.append(f"{name} {len(found)}: {shown}")
        return f"CorpusAudit({', '.join(said)})"


def audit_corpus(out: str | os.PathLike[str], expected: list[str] | None = None) -> CorpusAudit:
    """Whether the results of a corpus hang together, read back from the disk.

    Parameters
    ----------
    out : path
        The folder that ``split_corpus`` wrote.
    expected : list of str, optional
        The names of the documents that went in, from a source of your own. What has no row then counts as missing.

    Returns
    -------
    CorpusAudit

    Raises
    ------
    FileNotFoundError
        If there are no results, or the run has not come to its end.
    ImportError
        If ``pyarrow`` is not installed.

    Notes
    -----
    The audit of one document is in its row. This one asks what no single document can tell: whether a part was lost,
    or stands twice. A document that stands twice in the source counts twice here too, and is not held against the run.

    A damaged file is taken away, and the same call of ``split_corpus`` makes it again.

    Examples
    --------
    >>> from ragchunk_lessons.batch._sample import sample_results
    >>> audit_corpus(sample_results(), expected=["pump", "gauge", "lost"])
    CorpusAudit(ok=False, 2 documents, 1 chunks, missing 1: 'lost')
    """
    store = _finished(out)
    names: Counter[str] = Counter()
    rows: Counter[str] = Counter()
    counted: dict[str, int] = {}
    damaged: list[str] = []
    for record in _rows(store.documents, ["id", "source", "chunks"], damaged):
        names[record["source"]] += 1
        rows[record["id"]] += 1
        counted[record["id"]] = record["chunks"]
    chunks: Counter[str] = Counter()
    of: Counter[str] = Counter()
    belongs: dict[str, str] = {}
    changed = []
    for record in _rows(store.chunks, ["id", "document", "source", "text", "start", "end"], damaged):
        chunks[record["id"]] += 1
        of[record["document"]] += 1
        belongs[record["id"]] = record["document"]
        if _own_id(record) != record["id"]:
            changed.append(record["id"])
    wanted = Counter(names if expected is None else expected)
    wrong = {
        document for document in of.keys() | rows.keys() if of[document] != counted.get(document, 0) * rows[document]
    }
    return CorpusAudit(
        documents=names.total(),
        chunks=chunks.total(),
        missing=tuple(sorted((wanted - names).elements())),
        unexpected=tuple(sorted((names - wanted).elements())),
        doubled=tuple(sorted(own for own, times in chunks.items() if times > max(1, rows[belongs[own]]))),
        astray=tuple(sorted(wrong)),
        changed=tuple(sorted(changed)),
        damaged=tuple(sorted(damaged)),
    )


def troubled_documents(out: str | os.PathLike[str], most: int | None = None) -> list[dict[str, Any]]:
    """The rows of documents that failed, were set aside, or are not ok.

    Parameters
    ----------
    out : path
        The folder that ``split_corpus`` wrote.
    most : int, optional
        How many rows at most.

    Raises
    ------
    FileNotFoundError
        If there are no results, or the run has not come to its end.
    ValueError
        If a file of the results is damaged.

    Examples
    --------
    >>> from ragchunk_lessons.batch._sample import sample_results
    >>> troubled_documents(sample_results())[0]["words"]
    "two.jsonl:2: there is no field 'text'; the record has: id"
    """
    found = []
    for row in _rows(_finished(out).documents, ["id", "source", "status", "coverage", "lost", "words"]):
        if row["status"] not in (OK, UNCHECKED):
            found.append(row)
            if len(found) == most:
                break
    return found


def corpus_chunks(out: str | os.PathLike[str]) -> Iterator[Chunk]:
    """The chunks of a corpus, one after the other, as ``Chunk`` with their labels.

    Parameters
    ----------
    out : path
        The folder that ``split_corpus`` wrote.

    Raises
    ------
    FileNotFoundError
        If there are no results, or the run has not come to its end.
    ValueError
        If a file of the results is damaged, when it is reached.

    Examples
    --------
    >>> from ragchunk_lessons.batch._sample import sample_results
    >>> next(corpus_chunks(sample_results())).metadata["source"]
    'pump'
    """
    return map(_labelled, _rows(_finished(out).chunks, ["id", "text", "start", "end", "source", "metadata"]))


def _finished(out: str | os.PathLike[str]) -> Store:
    """The results of a run that has come to its end."""
    store = Store(Path(out))
    if not (store.folder / "summary.json").exists():
        raise FileNotFoundError(f"{Path(out).as_posix()} has no summary.json; run it to its end first")
    return store


def _labelled(record: dict[str, Any]) -> Chunk:
    labels = {**json.loads(record.pop("metadata")), "source": record.pop("source")}
    return Chunk.from_dict({**record, "metadata": labels})


def _own_id(record: dict[str, Any]) -> str | None:
    """The id that a row's source, span and text give; None if they are no chunk."""
    try:
        return Chunk(record["text"], record["start"], record["end"], {"source": record["source"]}).id
    except (TypeError, ValueError):
        return None


def _rows(folder: Path, columns: list[str], damaged: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of all files; one that cannot be read is noted in ``damaged``.

    Raises
    ------
    ValueError
        If there is no such list.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path in sorted(folder.glob("part-*.parquet")):
        try:
            with pq.ParquetFile(path, page_checksum_verification=True) as file:
                if lacking := set(columns) - set(file.schema_arrow.names):
                    raise ValueError(f"it lacks the column {min(lacking)}")
                for batch in file.iter_batches(batch_size=4096, columns=columns, use_threads=False):
                    yield from batch.to_pylist()
        except (pa.ArrowException, OSError, ValueError) as error:
            if damaged is None:
                raise ValueError(f"{path.as_posix()} is damaged: {error}; take it away, and run again") from None
            damaged.append(path.relative_to(folder.parent).as_posix())
