"""One run at a time in a folder: a lock of the system, which ends with its process, however that ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

LOCK = "run.lock"
_TAKEN = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_TRIES = 20


class Busy(RuntimeError):
    """Another run is at work in the folder."""


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made if it is not there; an empty one that was made here goes again.

    A file system without locks lets everybody in; there the token of the latest run is what counts.

    Raises
    ------
    Busy
        At once, if another run holds it.
    OSError
        If nothing can be written there.
    """
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    handle = _take(folder)
    try:
        yield
    finally:
        _give_back(folder / LOCK, handle)
        with suppress(OSError):
            for each in made:
                each.rmdir()


def _take(folder: Path) -> int:
    path = folder / LOCK
    for _ in range(_TRIES):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except (FileExistsError, FileNotFoundError):  # an earlier run is just taking its empty folder away
            continue
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        except FileNotFoundError:
            pass
        except OSError as error:
            os.close(handle)
            if error.errno not in _TAKEN:
                raise
            break
        os.close(handle)  # its last holder has taken the file away: what was locked has no name any more
    raise Busy(f"another run is at work in {folder.as_posix()}; wait for its end, or give another folder")


def _lock(handle: int) -> None:
    if fcntl is None:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise


def _give_back(path: Path, handle: int) -> None:
    """Where a name can go before its file is closed it goes first, so that nobody finds it unlocked in between."""
    if fcntl is not None:
        with suppress(OSError):
            path.unlink()
        os.close(handle)
        return
    os.close(handle)  # which ends the lock
    with suppress(OSError):  # Windows keeps a file that the next run has opened already
        path.unlink()
