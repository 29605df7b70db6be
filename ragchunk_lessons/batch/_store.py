"""The folder of the results: what is in it is whole, and what a run was asked for stands beside it.

``run.json`` holds the settings, ``chunks/`` and ``documents/`` one Parquet file for each part, ``_work/`` what is not
finished. A part is done when its table of documents is in place, which is the last of its two files. While a run is at
work it holds ``run.lock``.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ._disk import replace, sync, sync_folder
from ._ours import FORMAT, RUN, SUMMARY, is_ours, read_run, unfinished
from ._tables import writable
from ._whole import counts_if_whole


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
        self._run, self._summary = folder / RUN, folder / SUMMARY

    def said(self, restart: bool = False) -> dict[str, Any] | None:
        """What the run in this folder was asked for; None if there is none, or if its results are thrown away.

        Raises
        ------
        ValueError
            If the folder holds something else, or results of which nobody knows what they were asked for.
        """
        where = self.folder.as_posix()
        said, wrong = (None, None) if self.folder.is_file() else read_run(self._run)
        if said is None and not is_ours(self.folder):
            raise ValueError(f"{where} holds something else; give an empty folder or a new name")
        if restart:
            return None
        if said is None and wrong is None and any(self.parts_there()):
            wrong = f"{where} holds parts of a run, but no run.json that says what they are"
        if wrong is not None:
            raise ValueError(f"{wrong}; give another folder, or restart=True to throw the results away")
        return said

    def parts_there(self) -> set[str]:
        """The names of all parts that have a table of documents, whole or not."""
        return {path.stem for path in self.documents.glob("part-*.parquet")}

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
        self._write(self._run, {"format": FORMAT, **said, "token": token})
        self._summary.unlink(missing_ok=True)
        for path in unfinished(self.folder):
            path.unlink(missing_ok=True)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(exist_ok=True)
        return token

    def clear(self) -> None:
        """Take away the results of an earlier run, and nothing else.

        Raises
        ------
        OSError
            If that cannot be done: what would stay is taken for results of the next run.
        """
        for folder in (self.documents, self.chunks, self.work):
            if folder.exists():
                shutil.rmtree(folder)
        for file in (self._summary, self._run):
            file.unlink(missing_ok=True)

    def done(self) -> dict[str, dict[str, int]]:
        """The parts that are in place and whole, by name, with their counts; a damaged one is done again."""
        found = {}
        for path in sorted(self.documents.glob("part-*.parquet")):
            counts = counts_if_whole(self.chunks / path.name, path)
            if counts is not None:
                found[path.stem] = counts
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
        self.check(token)
        for path in (chunks, documents):
            sync(path)
        self.check(token)
        for path, folder in ((chunks, self.chunks), (documents, self.documents)):
            replace(path, folder / f"{part}.parquet")
            sync_folder(folder)

    def check(self, token: str) -> None:
        """Whether this run is still the one of the folder: where the file system has no locks, another may begin.

        Raises
        ------
        Superseded
            If it is not.
        """
        said, _ = read_run(self._run)
        if said is None or said["token"] != token:
            raise Superseded(f"another run has begun in {self.folder.as_posix()}; this one stops")

    def end(self, summary: dict[str, Any]) -> None:
        """The summary, when all parts are in place."""
        self._write(self._summary, summary)
        shutil.rmtree(self.work, ignore_errors=True)

    def _write(self, path: Path, record: dict[str, Any]) -> None:
        text = json.dumps(record, ensure_ascii=False, indent=1)
        if not writable(text):  # a path may hold bytes that are no text
            text = json.dumps(record, indent=1)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            part.write_text(text + "\n", encoding="utf-8")
            sync(part)
            replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        sync_folder(path.parent)
