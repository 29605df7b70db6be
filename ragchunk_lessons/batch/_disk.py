"""A file gets its name, and both are on the disk when that is said."""

from __future__ import annotations

import os
import time
from pathlib import Path

_TRIES = 20


def replace(path: Path, to: Path) -> None:
    """On Windows a file that somebody looks at cannot be replaced; most look only for a moment."""
    for turn in range(_TRIES):
        try:
            return os.replace(path, to)
        except PermissionError:
            if turn == _TRIES - 1:
                raise
            time.sleep(0.05)


def sync(path: Path) -> None:
    """Bring the bytes of a file to the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    if os.name == "nt":  # Windows has no such call for folders
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
