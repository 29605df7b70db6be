"""A whole corpus: planned in parts, worked on by several workers, and gone on with where it was stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..document import whole
from . import _sources
from ._parts import Part
from ._pool import check_workers, run_all, workers_of
from ._report import CorpusReport, Progress
from ._settings import Settings, Splitter, make_settings
from ._status import FAILED, NOT_OK, OK, SET_ASIDE, UNCHECKED
from ._store import Store
from ._work import Task, run_task
from .checking import repeated_documents

PART_BYTES = 16_000_000


def split_corpus(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    splitter: str | Splitter = "recursive",
    chunk_size: int = 500,
    chunk_overlap: int = 0,
    unit: str | None = None,
    encoding: str = "cl100k_base",
    options: Mapping[str, Any] | None = None,
    audit: bool = True,
    embedder: str | Callable[[list[str]], Any] | None = None,
    workers: int = 2,
    scheduler: Any = None,
    part_bytes: int | None = None,
    time_limit: float = 60.0,
    attempts: int = 2,
    max_document_bytes: int = 64_000_000,
    include: Sequence[str] | None = None,
    text_field: str = "text",
    id_field: str = "id",
    restart: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> CorpusReport:
    """Cut and audit every document of a corpus, on several workers, into Parquet files.

    Called again with the same arguments it goes on where it was stopped. What was reported as done is on the disk, even
    if all processes were killed. Parts whose source has changed are done again.

    Parameters
    ----------
    source : path
        A folder (each file is a document, called by its path in it), a ``.jsonl`` or ``.ndjson`` (each line is one,
        called by its id), or a ``.parquet`` (each row is one, and a row group has to fit into memory).
    out : path
        A folder for the results, new or empty, or that of an earlier run. With ``scheduler``, one that all workers see.
    splitter : str or callable
        The name of a splitter of this package without ``split_``, or a function from ``Document`` to a list of
        ``Chunk``, which then knows its sizes itself.
    chunk_size, chunk_overlap : int
        In the unit.
    unit : {"characters", "words", "tokens"}, optional
        What sizes count; characters by default.
    encoding : str
        Of the tokens.
    options : Mapping, optional
        More arguments of the splitter, such as ``{"add_context": True}``.
    audit : bool
        Whether each document is audited.
    embedder : str or callable, optional
        The name of a model for ``load_embedder``, or a function from n texts to n vectors: adds a column of vectors.
    workers : int
        Processes of this machine. With 0 all work is done in this process, without Dask, and nothing guards against
        a document that kills it or never ends.
    scheduler : str or distributed.Client, optional
        The address of a Dask scheduler, such as ``"tcp://10.0.0.5:8786"``, whose workers are used instead.
    part_bytes : int, optional
        How much of the source one worker takes at a time. That of an earlier run, or 16 000 000. The ids do not depend
        on it.
    time_limit : float
        Seconds that one document may take, up to half as much more, before its worker is ended.
    attempts : int
        How often a document may take its worker with it until it is set aside.
    max_document_bytes : int
        A larger document fails, so that memory is bounded.
    include : sequence of str, optional
        Of a folder, only files with such names, such as ``["*.md"]``.
    text_field, id_field : str
        Where records have their text and their id.
    restart : bool
        Whether the results of an earlier run are thrown away.
    progress : callable, optional
        Called with a ``Progress`` after each part.

    Returns
    -------
    CorpusReport

    Raises
    ------
    TypeError, ValueError
        For a wrong argument; if ``out`` holds something else, or a run with other settings.
    FileNotFoundError, OSError
        If the source is not there, or a file cannot be read or written.
    ImportError
        If ``pyarrow`` is not installed, or ``dask`` is not and workers are asked for.
    ConnectionError, RuntimeError
        If the scheduler cannot be reached, or no worker is left.

    Notes
    -----
    A document's id is a hash of its name and its text, a chunk's id is that of ``Chunk``: neither depends on parts,
    workers or order. Documents that fail are rows of ``documents/`` with the reason in ``words``; they stop nothing.

    Workers are new processes that import the main script, so a script calls this under ``if __name__ == "__main__":``.

    Source: Dask, "Futures" and "Resilience" in its documentation.

    Examples
    --------
    >>> import tempfile
    >>> from ragchunk_lessons.corpora import _FOLDER
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     split_corpus(_FOLDER, folder, workers=0, include=["rag_*.txt", "slides.txt"])
    CorpusReport(ok=True, 2 documents, 4 chunks)
    """
    _need_pyarrow()
    settings = make_settings(
        splitter, chunk_size, chunk_overlap, unit, encoding, options, audit, embedder, include, text_field, id_field,
        max_document_bytes, time_limit,
    )  # fmt: skip
    for name, value, least in (("workers", workers, 0), ("attempts", attempts, 1), ("part_bytes", part_bytes, 1)):
        if value is not None and whole(name, value) < least:
            raise ValueError(f"{name}={value} must be at least {least}")
    source, out = Path(source).resolve(), Path(out).resolve()
    if out == source:
        raise ValueError(f"out={out.as_posix()} is the source; give another folder")
    store = Store(out)
    if restart:
        store.said()  # refuses a folder that holds something else
        store.clear()
    part_bytes = _agree(store, settings, source, part_bytes)
    parts = _sources.plan(source, part_bytes, settings, out)
    run = _Run(store, parts, progress)
    token = store.begin({"source": str(source), "part_bytes": part_bytes, "settings": settings.to_dict()})
    run.clean()
    tasks = [Task(part, settings, str(out), token, guarded=workers > 0 or scheduler is not None) for part in run.open]
    if tasks and (workers or scheduler is not None):
        with workers_of(scheduler, min(workers, len(tasks))) as client:
            if scheduler is not None:
                check_workers(client, source, out)
            run_all(client, tasks, attempts, run.tell)
    else:
        for task in tasks:
            run.tell(task, run_task(task))
    report = run.report()
    store.end(report.to_dict())
    return report


def _need_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise ImportError(
            'split_corpus needs pyarrow, which is not installed; run: pip install "ragchunk-lessons[dask]"'
        ) from None


def _agree(store: Store, settings: Settings, source: Path, part_bytes: int | None) -> int:
    """The size of parts, if the run in the folder was asked for the same.

    Raises
    ------
    ValueError
        If it was asked for something else, with the differences.
    """
    said = store.said()
    if said is None:
        return part_bytes or PART_BYTES
    before = {"source": said["source"], **said["settings"]}
    now = {"source": str(source), **settings.to_dict()}
    differ = [f"{name} was {before.get(name)!r}, now {now[name]!r}" for name in now if before.get(name) != now[name]]
    if part_bytes not in (None, said["part_bytes"]):
        differ.append(f"part_bytes was {said['part_bytes']}, now {part_bytes}")
    if differ:
        raise ValueError(
            f"{store.folder.as_posix()} holds a run with other settings: {'; '.join(differ)}. "
            "Give another folder, or restart=True to throw its results away"
        )
    return said["part_bytes"]


class _Run:
    """What is done, and what is still to do."""

    def __init__(self, store: Store, parts: list[Part], progress: Callable[[Progress], None] | None) -> None:
        self._store, self._parts, self._progress = store, parts, progress
        self._names = {part.name for part in parts}
        self._counts = {name: counts for name, counts in store.done().items() if name in self._names}
        self.open = [part for part in parts if part.name not in self._counts]
        self._resumed = len(self._counts)
        self._bytes = sum(part.size for part in parts)
        self._begun, self._before = time.monotonic(), self._done_bytes()

    def clean(self) -> None:
        """Parts of a source that has changed are no results any more."""
        self._store.drop(set(self._counts))
        if self._resumed:
            self._say()

    def tell(self, task: Task, counts: dict[str, int]) -> None:
        """A part is in place."""
        self._counts[task.part.name] = counts
        self._say()

    def report(self) -> CorpusReport:
        """All counts together."""
        return CorpusReport(
            self._store.folder,
            *(self._sum(name) for name in ("documents", "chunks", "characters", OK, NOT_OK, UNCHECKED)),
            *(self._sum(name) for name in (FAILED, SET_ASIDE)),
            repeated=repeated_documents(self._store),
            parts=len(self._parts),
            resumed=self._resumed,
        )

    def _say(self) -> None:
        if self._progress is None:
            return
        done, seconds = self._done_bytes(), time.monotonic() - self._begun
        rate = (done - self._before) / seconds if seconds > 0 else 0.0
        counts = self._sum("documents"), self._sum(FAILED) + self._sum(SET_ASIDE)
        self._progress(Progress(len(self._parts), len(self._counts), self._bytes, done, *counts, rate))

    def _done_bytes(self) -> int:
        return sum(counts["bytes"] for counts in self._counts.values())

    def _sum(self, name: str) -> int:
        return sum(counts[name] for counts in self._counts.values())
