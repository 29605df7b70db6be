"""How far a run is: what an earlier one has done, what is still to do, and what there is to say of it."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

from ..auditing.report import count
from ._names import shared_names
from ._parts import Part
from ._report import CorpusReport, Progress
from ._status import FAILED, NOT_OK, OK, SET_ASIDE, UNCHECKED
from ._store import Store
from ._work import Task

_SHOWN = 3


class Run:
    """What is done, and what is still to do."""

    def __init__(self, store: Store, parts: list[Part], progress: Callable[[Progress], None] | None) -> None:
        self._store, self._parts, self._progress = store, parts, progress
        names, there = {part.name for part in parts}, store.parts_there()
        self._counts = {name: counts for name, counts in store.done().items() if name in names}
        self.open = [part for part in parts if part.name not in self._counts]
        self._resumed = len(self._counts)
        self._changed, self._damaged = len(there - names), len(there & names) - self._resumed
        self._bytes = sum(part.size for part in parts)
        self._begun, self._before = time.monotonic(), self._done_bytes()

    def warn(self, unknown: tuple[str, ...]) -> None:
        """What was done before is kept although a function may have become another one: that is said."""
        if unknown and self._resumed:
            shown = [*unknown[:_SHOWN], *(["…"] if len(unknown) > _SHOWN else [])]
            warnings.warn(
                f"{count(self._resumed, 'part')} done before stay. Nobody can tell whether your function is the same "
                f"as then: it uses {', '.join(shown)}, which cannot be compared. If it is not, give restart=True",
                stacklevel=4,
            )

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
            **shared_names(self._store),
            parts=len(self._parts),
            resumed=self._resumed,
            changed=self._changed,
            damaged=self._damaged,
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
