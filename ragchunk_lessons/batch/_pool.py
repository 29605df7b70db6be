"""Workers on Dask: those of this machine, or those of any scheduler by its address.

A worker that dies does not stop the run. It leaves behind at which document it was; one that takes its worker with it
several times is set aside, and its part is done without it.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ._store import Store
from ._watch import left_behind
from ._work import Task, run_task

ANSWER = 10.0  # seconds that a scheduler may take to answer
_LOOK = 2.0  # seconds between two looks whether anybody still works
_ALONE = 180.0  # seconds without any worker until the run gives up
_OWN = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.worker.profile.enabled": False,
    # A worker that is started again after its death is given up after 15 s otherwise, which a busy machine may need.
    "distributed.deploy.lost-worker-timeout": "1 h",
}
_DEATHS = 20  # of workers at one part, until all of it is set aside


@contextmanager
def workers_of(scheduler: Any, workers: int) -> Iterator[Any]:
    """A client of a scheduler: a new one on this machine, the one at an address, or a client as it is given.

    Raises
    ------
    ImportError
        If Dask is not installed.
    ConnectionError
        If nobody answers at the address.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise ImportError(
            f'several workers need dask ({error}); run: pip install "ragchunk-lessons[dask]", '
            "or cut in this process with workers=0"
        ) from None
    if isinstance(scheduler, Client):
        yield scheduler
        return
    if scheduler is not None:
        try:
            client = Client(scheduler, set_as_default=False, timeout=ANSWER)
        except (OSError, ValueError, TimeoutError) as error:
            raise ConnectionError(f"no Dask scheduler answers at {scheduler!r}: {error or 'no answer'}") from None
        with client:
            yield client
        return
    # Deaths are counted here, where it is known which document was at work.
    with (
        tempfile.TemporaryDirectory(prefix="ragchunk-", ignore_cleanup_errors=True) as scratch,
        dask.config.set(_OWN),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=scratch,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def run_all(client: Any, tasks: list[Task], attempts: int, on_done: Callable[[Task, dict[str, int]], None]) -> None:
    """Do all tasks; ``on_done`` is told of each when its results are in place.

    Raises
    ------
    RuntimeError
        If no worker is left.
    Exception
        What a task raises that is not the fault of a document, such as a full disk.
    """
    from distributed import KilledWorker, wait

    waiting, flying, deaths = deque(tasks), {}, _Deaths(attempts)
    seen = time.monotonic()
    try:
        while waiting or flying:
            width = len(client.nthreads())
            if width:
                seen = time.monotonic()
            elif time.monotonic() - seen > _ALONE:
                raise RuntimeError(f"no worker has been there for {_ALONE:.0f} s; start some, and run again to go on")
            while waiting and len(flying) < max(width, 1):
                task = waiting.popleft()
                flying[client.submit(run_task, task, key=f"ragchunk-{task.name}", pure=False, retries=0)] = task
            try:
                with client.as_current():
                    done = wait(list(flying), timeout=_LOOK, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                continue
            for future in done:
                task = flying.pop(future)
                if future.status == "finished":
                    on_done(task, future.result())
                    continue
                if future.status != "error":
                    raise ConnectionError("the scheduler is gone; run again to go on")
                error = future.exception()
                if not isinstance(error, KilledWorker):
                    raise error
                waiting.appendleft(deaths.after(task))
    finally:
        client.cancel(list(flying), force=True)


class _Deaths:
    """How often a document was at work when its worker died."""

    def __init__(self, attempts: int) -> None:
        self._attempts = attempts
        self._counts: dict[tuple[str, int], int] = {}
        self._of_part: dict[str, int] = {}

    def after(self, task: Task) -> Task:
        """The next attempt at a part whose worker died, without a document that has had its attempts.

        Raises
        ------
        RuntimeError
            If workers die although no document is read.
        """
        if task.all_aside:
            raise RuntimeError(f"workers die also without a document: {task.all_aside}; look at their logs")
        number, late = left_behind(Store(Path(task.out)).work, task.name)
        part = task.part.name
        self._of_part[part] = self._of_part.get(part, 0) + 1
        again = replace(task, attempt=task.attempt + 1)
        if self._of_part[part] >= _DEATHS + self._attempts * len(task.aside):
            return replace(again, all_aside=f"its part killed its worker {self._of_part[part]} times")
        if number is None:
            return again
        count = self._counts[part, number] = self._counts.get((part, number), 0) + 1
        if count < self._attempts:
            return again
        limit = f"{task.settings.time_limit:g} s"
        what = f"it took longer than {limit}" if late else "its worker died with it"
        why = f"{what} ({count} attempt{'s' * (count != 1)})"
        return replace(again, aside={**task.aside, number: why})


def check_workers(client: Any, source: Path, out: Path) -> None:
    """Whether the workers of another scheduler have this package and see the same files.

    Raises
    ------
    RuntimeError
        If one has not.
    """
    from .. import __version__

    client.wait_for_workers(1, timeout=_ALONE)
    for address, (version, sees) in sorted(client.run(_look, str(source), str(out)).items()):
        if version != __version__:
            raise RuntimeError(f"worker {address} has ragchunk-lessons {version}, and this is {__version__}")
        for path, seen in zip((source, out), sees, strict=True):
            if not seen:
                raise RuntimeError(f"worker {address} does not see {path.as_posix()}; give one that all machines share")


def _look(source: str, out: str) -> tuple[str, tuple[bool, bool]]:
    from ragchunk_lessons import __version__

    return __version__, (Path(source).exists(), Path(out, "run.json").exists())
