"""The work on one part: read, cut, audit, write, and put in place when all of it is on the disk.

This is what a worker runs. What it is given is small, and what it returns are counts: no text goes through the
scheduler.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..audit import audit
from ..chunk import Chunk
from . import _sources
from ._parts import Item, Part
from ._settings import Settings
from ._status import FAILED, NOT_OK, OK, SET_ASIDE, UNCHECKED
from ._store import Store
from ._tables import Tables, as_json
from ._watch import watching

# One part at a time in a process: the watch is one for the process, and threads would share the interpreter anyway.
_ONE = threading.Lock()


@dataclass(frozen=True, slots=True)
class Task:
    """One attempt at a part.

    Parameters
    ----------
    part : Part
    settings : Settings
    out : str
        The folder of the results.
    token : str
        Of the run; only the latest run may put results in place.
    attempt : int
        From 0.
    aside : Mapping of int to str
        Documents that are left out, by their number in the part, and why.
    all_aside : str, optional
        Why all of the documents are left out.
    guarded : bool
        Whether the process may be ended when a document takes too long.
    """

    part: Part
    settings: Settings
    out: str
    token: str
    attempt: int = 0
    aside: Mapping[int, str] = field(default_factory=dict)
    all_aside: str | None = None
    guarded: bool = True

    @property
    def name(self) -> str:
        """What the attempt is called while it runs."""
        return f"{self.part.name}.{self.token}.{self.attempt}"


def run_task(task: Task) -> dict[str, int]:
    """Work on a part and put its two files in place.

    Returns
    -------
    dict
        Counts, as they also stand in the foot of the table of documents.

    Raises
    ------
    OSError
        If the source or the folder of the results cannot be reached. What is wrong with a document is no error: it
        stands in the table of documents.
    """
    store, settings = Store(Path(task.out)), task.settings
    seconds = settings.time_limit if task.guarded else None
    try:
        return _done(task, store, settings, seconds)
    except FileNotFoundError:
        store.check(task.token)  # another run takes away what this one was writing
        raise


def _done(task: Task, store: Store, settings: Settings, seconds: float | None) -> dict[str, int]:
    with _ONE, watching(store.work, task.name, seconds) as watch, store.writing(task.name) as (chunks, documents):
        cutter, length = _Cutter(settings), None if settings.own else settings.length()
        tables = Tables(chunks, documents, cutter.dimension)
        counts = dict.fromkeys(("documents", OK, NOT_OK, UNCHECKED, FAILED, SET_ASIDE, "chunks", "characters"), 0)
        try:
            for number, item in enumerate(_sources.items(task.part, settings)):
                watch.at(number)
                reason = task.all_aside or task.aside.get(number)
                rows, row, size = _set_aside(item, reason) if reason else _worked(item, cutter, length)
                tables.add(rows, row, size)
                counts["documents"] += 1
                counts[row[2]] += 1
                counts["chunks"] += len(rows)
                counts["characters"] += row[3]
            watch.rest()
            counts["bytes"] = task.part.size
            tables.close(counts)
        except BaseException:
            tables.abandon()
            raise
        store.put_in_place(task.part.name, chunks, documents, task.token)
    return counts


class _Cutter:
    """What makes chunks of a document, and vectors of chunks."""

    def __init__(self, settings: Settings) -> None:
        self.cut, self.embed, self.audit = settings.cutter(), settings.embedding(), settings.audit
        self.size = None if settings.own else settings.chunk_size
        self.dimension = None if self.embed is None else len(self.embed(["A word."])[0])

    def vectors(self, texts: list[str]) -> list[Any]:
        return [] if self.embed is None or not texts else [list(map(float, row)) for row in self.embed(texts)]


def _worked(item: Item, cutter: _Cutter, length: Callable[[str], int] | None) -> tuple[list[tuple], tuple, int]:
    """The rows of a document; whatever it raises is told in its row."""
    try:
        document, fields = item.load()
        document.source.encode()
        document.text.encode()  # half a character cannot be written
        chunks = [_sourced(chunk, document.source) for chunk in cutter.cut(document)]
        own = Chunk(document.text, 0, len(document.text), {"source": document.source}).id
        status, coverage, lost, words = UNCHECKED, None, None, None
        if cutter.audit:
            found = audit(document, chunks, cutter.size, length_function=length or len)
            status, coverage, lost = OK if found.ok else NOT_OK, found.coverage, found.lost_characters
            words = None if found.ok else found.report(advice=False)
        rows = []
        for number, chunk in enumerate(chunks):
            labels = {key: chunk.metadata[key] for key in chunk.metadata if key != "source"}
            said = as_json(labels) if labels else "{}"
            rows.append((chunk.id, own, document.source, number, chunk.text, chunk.start, chunk.end, said))
            chunk.text.encode()
        if twice := len(rows) - len({row[0] for row in rows}):
            said = f"{twice} of {len(rows)} chunks have the id of another one of the same document"
            status, words = NOT_OK, f"{words}\n{said}" if words else said
        if cutter.embed is not None:
            vectors = cutter.vectors([chunk.text for chunk in chunks])
            rows = [(*row, vector) for row, vector in zip(rows, vectors, strict=True)]
        said = as_json(fields) if fields else "{}"
        size = len(document.text)
        row = (own, document.source, status, size, len(rows), coverage, lost, words, said)
        return rows, row, sum(len(chunk.text) for chunk in chunks)
    except Exception as error:  # a document may raise anything, and the rest goes on
        return [], _row(item.name(), item.label, FAILED, _told(error)), 0


def _set_aside(item: Item, reason: str) -> tuple[list[tuple], tuple, int]:
    return [], _row(item.name(), item.label, SET_ASIDE, reason), 0


def _row(name: str, label: str, status: str, words: str) -> tuple:
    said = words if name == label else f"{label}: {words}"
    return Chunk("", 0, 0, {"source": name}).id, name, status, 0, 0, None, None, said, "{}"


def _sourced(chunk: Any, source: str) -> Chunk:
    """A chunk that says which document it is of, as its id needs it."""
    if not isinstance(chunk, Chunk):
        raise TypeError(f"the splitter gave {type(chunk).__name__}, not Chunk")
    if chunk.metadata.get("source") == source:
        return chunk
    return Chunk(chunk.text, chunk.start, chunk.end, {**chunk.metadata, "source": source})


def _told(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        half = error.object[error.start : error.start + 1]
        return f"position {error.start} holds half a character (U+{ord(half):04X}), which no file in utf-8 can hold"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    words = str(error).encode("utf-8", "backslashreplace").decode()
    return f"{type(error).__name__}: {words}" if not isinstance(error, ValueError) or not words else words
