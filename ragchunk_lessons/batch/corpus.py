"""A whole corpus: planned in parts, worked on by several workers, and gone on with where it was stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..document import whole
from . import _sources
from ._agree import agreed_part_bytes
from ._lock import holding
from ._pool import check_workers, run_all, workers_of
from ._report import CorpusReport, Progress
from ._run import Run
from ._settings import Settings, Splitter, make_settings
from ._store import Store
from ._work import Task, run_task


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
    file_encoding: str | None = None,
    broken_lines: str = "raise",
    text_field: str = "text",
    id_field: str = "id",
    restart: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> CorpusReport:
    """Cut and audit every document of a corpus, on several workers, into Parquet files.

    Called again with the same arguments it goes on where it was stopped. What was reported as done is on the disk, even
    if all processes were killed. Parts whose source has changed, or whose files are damaged, are cut again, and the
    report counts them.

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
    file_encoding : str, optional
        Of a folder, what its texts are written in, such as ``"gb18030"``; UTF-8 by default.
    broken_lines : {"raise", "keep"}
        Of a folder, what becomes of a line of JSON Lines that is no JSON: the file fails, or the line stays as it is.
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
        For a wrong argument; if ``out`` holds something else, a run with other settings, or a broken ``run.json``.
    FileNotFoundError, OSError
        If the source is not there, or a file cannot be read or written.
    ImportError
        If ``pyarrow`` is not installed, or ``dask`` is not and workers are asked for.
    ConnectionError, RuntimeError
        If the scheduler cannot be reached, or no worker is left. If another run is at work in ``out``.

    Warns
    -----
    UserWarning
        If parts done before are kept, and a function of your own uses what cannot be compared with before.

    Notes
    -----
    A document's id is a hash of its name and its text, a chunk's id is that of ``Chunk``: neither depends on parts,
    workers or order. Documents that fail are rows of ``documents/`` with the reason in ``words``; they stop nothing.

    Documents of one name and different texts are counted (``same_name``). Where these have the same chunk at the same
    place its id names two documents; the report counts such ids (``doubled``) and is not ok.

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
        max_document_bytes, time_limit, file_encoding, broken_lines,
    )  # fmt: skip
    for name, value, least in (("workers", workers, 0), ("attempts", attempts, 1), ("part_bytes", part_bytes, 1)):
        if value is not None and whole(name, value) < least:
            raise ValueError(f"{name}={value} must be at least {least}")
    source, out = Path(source).resolve(), Path(out).resolve()
    if out == source:
        raise ValueError(f"out={out.as_posix()} is the source; give another folder")
    store = Store(out)
    store.said(restart)  # refuses a folder that holds something else before anything is written into it
    with holding(out):
        return _held(store, source, settings, part_bytes, restart, workers, scheduler, attempts, progress)


def _held(
    store: Store,
    source: Path,
    settings: Settings,
    part_bytes: int | None,
    restart: bool,
    workers: int,
    scheduler: Any,
    attempts: int,
    progress: Callable[[Progress], None] | None,
) -> CorpusReport:
    """The run, while no other is at work in its folder."""
    part_bytes = agreed_part_bytes(store, settings, source, part_bytes, restart)
    out = store.folder
    parts = _sources.plan(source, part_bytes, settings, out)
    if restart:
        store.clear()
    run = Run(store, parts, progress)
    run.warn(settings.unknown)
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
