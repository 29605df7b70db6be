"""The documents that chunks are held against: one file, the files of a folder, or the records of a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..document import Document
from ._chunk_files import Record
from ._documents import STDIN, documents_of, read_document
from ._matching import Matched, match_many, match_one, match_records
from ._records import of_records, read_records, tell_unread


class Sources:
    """The documents by name, each read when it is asked for.

    ``files`` are the files that must not be written over, ``names`` those of the documents, and ``places`` says of
    records in which file and line they stand. ``unread`` counts the records that cannot be read, which are named on
    standard error.

    Raises
    ------
    ValueError, OSError, ImportError
        If options do not go together, or nothing can be read; ``beside`` names files that are no documents.
    """

    def __init__(self, options: Namespace, beside: Iterable[str | None]) -> None:
        self._options, name = options, options.source
        self._records = of_records(options)
        self.places: dict[str, tuple[str, int | None]] = {}
        self.unread = 0
        self._read: dict[str, Document] = {}
        self._many = name != STDIN and Path(name).is_dir()
        if self._records:
            placed, unread = read_records(name, options)
            tell_unread(unread)
            self.unread = len(unread)
            self.files, self.names = [name], list(placed)
            self._read = {own: each.document for own, each in placed.items()}
            self.places = {own: (Path(name).as_posix(), each.line) for own, each in placed.items()}
            return
        self.files = self.names = documents_of(name, options.include, beside)
        if not self._many:
            self._read = {name: read_document(name, options)}  # a wrong name is said before chunks are read

    def read(self, name: str) -> Document:
        """The document of one of the names."""
        return self._read[name] if name in self._read else read_document(name, self._options)

    def match(self, records: Sequence[Record]) -> Matched:
        """Which chunks are of which document."""
        if self._records:
            return match_records(self.names, records)
        return match_many(self.names, records) if self._many else match_one(self.names[0], records)
