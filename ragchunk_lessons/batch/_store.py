"""The folder of the results: what is in it is whole, and what a run was asked for stands beside it.

``run.json`` holds the settings, ``chunks/`` and ``documents/`` one Parquet file for each part, ``_work/`` what is not
finished. A part is done when its table of documents is in place, which is the last of its two files.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ._tables import COUNTS

_FORMAT = 1
_TRIES = 20


class Superseded(RuntimeError):
    """Another run has taken over the folder."""


class Store:
    """The folder of the results.

    Parameters
    ----------
    folder : Path
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chunks, self.documents, self.work = folder / "chunks", folder / "documents", folder / "_work"
        self._run, self._summary = folder / "run.json", folder / "summary.json"

    def said(self) -> dict[str, Any] | None:
        """What the run in this folder was asked for; None if there is none.

        Raises
        ------
        ValueError
            If the folder holds something else.
        """
        if not self._run.exists():
            if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
                raise ValueError(f"{self.folder.as_posix()} holds something else; give an empty folder or a new name")
            return None
        try:
            said = json.loads(self._run.read_text(encoding="utf-8"))
            known = said["format"] == _FORMAT
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise ValueError(f"{self._run.as_posix()} is not of this version; give another folder, or restart=True")
        return said

    def begin(self, said: dict[str, Any]) -> str:
        """Write down what is asked for, and take the folder over: earlier workers may no longer put anything in place.

        Returns
        -------
        str
            The token of this run.
        """
        token = secrets.token_hex(4)
        for folder in (self.folder, self.chunks, self.documents):
            folder.mkdir(parents=True, exist_ok=True)
        self._write(self._run, {"format": _FORMAT, **said, "token": token})
        self._summary.unlink(missing_ok=True)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(exist_ok=True)
        return token

    def clear(self) -> None:
        """Take away the results of an earlier run, and nothing else."""
        for folder in (self.documents, self.chunks, self.work):
            shutil.rmtree(folder, ignore_errors=True)
        for file in (self._summary, self._run):
            file.unlink(missing_ok=True)

    def done(self) -> dict[str, dict[str, int]]:
        """The parts that are in place, by name, with their counts."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        found = {}
        for path in sorted(self.documents.glob("part-*.parquet")):
            try:
                metadata = pq.read_metadata(path).metadata or {}
            except (pa.ArrowInvalid, OSError):  # damaged from outside: done again
                continue
            if COUNTS in metadata and (self.chunks / path.name).exists():
                found[path.stem] = json.loads(metadata[COUNTS])
        return found

    def drop(self, keep: set[str]) -> int:
        """Take away the parts that are none of these; a table of documents goes first, since it says *done*."""
        dropped = 0
        for folder in (self.documents, self.chunks):
            for path in sorted(folder.glob("part-*.parquet")):
                if path.stem not in keep:
                    path.unlink(missing_ok=True)
                    dropped += folder == self.documents
        return dropped

    @contextmanager
    def writing(self, attempt: str) -> Iterator[tuple[Path, Path]]:
        """Two names for files that are not finished."""
        # A scheduler may give an attempt to a second worker while the first, out of reach, still writes.
        own = f"{attempt}.{secrets.token_hex(4)}"
        paths = self.work / f"{own}.chunks", self.work / f"{own}.documents"
        try:
            yield paths
        finally:
            for path in paths:
                path.unlink(missing_ok=True)

    def put_in_place(self, part: str, chunks: Path, documents: Path, token: str) -> None:
        """Give the two files of a part their names, once their bytes are on the disk.

        Raises
        ------
        Superseded
            If another run has begun in this folder.
        """
        for path in (chunks, documents):
            _sync(path)
        if json.loads(self._run.read_text(encoding="utf-8")).get("token") != token:
            raise Superseded(f"another run has begun in {self.folder.as_posix()}; this one stops")
        for path, folder in ((chunks, self.chunks), (documents, self.documents)):
            _replace(path, folder / f"{part}.parquet")
            _sync_folder(folder)

    def end(self, summary: dict[str, Any]) -> None:
        """The summary, when all parts are in place."""
        self._write(self._summary, summary)
        shutil.rmtree(self.work, ignore_errors=True)

    def _write(self, path: Path, record: dict[str, Any]) -> None:
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        part.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        _sync(part)
        _replace(part, path)
        _sync_folder(path.parent)


def _replace(path: Path, to: Path) -> None:
    """On Windows a file that somebody looks at cannot be replaced; most look only for a moment."""
    for turn in range(_TRIES):
        try:
            return os.replace(path, to)
        except PermissionError:
            if turn == _TRIES - 1:
                raise
            time.sleep(0.05)


def _sync(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows has no such call for folders
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
