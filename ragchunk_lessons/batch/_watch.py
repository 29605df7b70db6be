"""What a worker leaves behind when it dies: at which document it was, and whether that one took too long.

The watch is the one of ``faulthandler``: a thread below Python, so that it also ends a regular expression that holds
the interpreter.
"""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Watch:
    """Notes each document before it is read, in a file that outlives the process."""

    def __init__(self, mark: Path, late: Path, seconds: float | None) -> None:
        self._mark = mark.open("wb", buffering=0)
        self._late = late.open("wb", buffering=0)
        self._seconds = seconds
        self._armed = float("-inf")

    def at(self, number: int) -> None:
        """The document with this number is next."""
        self._mark.seek(0)
        self._mark.write(b"%020d" % number)
        # Setting the watch costs a thread, so it is set again only when a quarter of the time has passed.
        if self._seconds is not None and time.monotonic() - self._armed > self._seconds / 4:
            faulthandler.dump_traceback_later(self._seconds * 1.25, exit=True, file=self._late)
            self._armed = time.monotonic()

    def rest(self) -> None:
        """All documents are worked on; what follows is no fault of the last one."""
        if self._seconds is not None:
            faulthandler.cancel_dump_traceback_later()
        self._mark.truncate(0)

    def close(self) -> None:
        """Nothing more to watch."""
        if self._seconds is not None:
            faulthandler.cancel_dump_traceback_later()
        self._mark.close()
        self._late.close()


@contextmanager
def watching(folder: Path, attempt: str, seconds: float | None) -> Iterator[Watch]:
    """A watch over one attempt at a part; its files go when the attempt comes to an end, whatever the end."""
    mark, late = _files(folder, attempt)
    watch = Watch(mark, late, seconds)
    try:
        yield watch
    finally:
        watch.close()
        mark.unlink(missing_ok=True)
        late.unlink(missing_ok=True)


def left_behind(folder: Path, attempt: str) -> tuple[int | None, bool]:
    """The document at which a dead attempt was, None if it was at none; and whether its time was over."""
    mark, late = _files(folder, attempt)
    try:
        number = int(mark.read_bytes())
    except (OSError, ValueError):
        return None, False
    return number, late.exists() and late.stat().st_size > 0


def _files(folder: Path, attempt: str) -> tuple[Path, Path]:
    return folder / f"{attempt}.at", folder / f"{attempt}.late"
