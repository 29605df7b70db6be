"""Many documents in one file: each record of JSON Lines or Parquet is one, as ``ragchunk corpus`` reads it."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import NamedTuple

from ..auditing.report import count
from ..document import Document
from ..readers._bounds import CHUNKS_BYTES, TEXT_BYTES, limit
from ..readers._decode import check_bytes
from ._options import complain, one_line
from ._parquet import NEEDS_PYARROW

SUFFIXES = (".jsonl", ".ndjson", ".parquet")
_OF_FILES = ("format", "file_encoding", "include")
_TOLD = 10  # records that cannot be read and are named one by one


class Placed(NamedTuple):
    """A document and the line of its file in which its record stands; None in Parquet."""

    document: Document
    line: int | None


class Unread(NamedTuple):
    """A record that cannot be read: its id, if that can be, where it stands, and why."""

    name: str
    label: str
    why: str


def add_records(parser) -> None:
    """``--records``, and the fields of a record."""
    parser.add_argument(
        "--records",
        action="store_true",
        help="each record of SOURCE, a .jsonl or a .parquet, is a document; the field source of a chunk holds its id",
    )
    _add_fields(parser)


def add_record(parser) -> None:
    """``--record``, and the fields of a record."""
    parser.add_argument(
        "--record",
        metavar="ID",
        help="of FILE, a .jsonl or a .parquet in which each record is a document, the one with this id",
    )
    _add_fields(parser)


def _add_fields(parser) -> None:
    parser.add_argument("--document-text-field", metavar="NAME", help="where records have their text (default: text)")
    parser.add_argument("--document-id-field", metavar="NAME", help="where records have their id (default: id)")


def of_records(options: Namespace) -> bool:
    """Whether documents are records.

    Raises
    ------
    ValueError
        If files are described where documents are records, or the other way round.
    """
    option = "--record" if hasattr(options, "record") else "--records"
    if getattr(options, option[2:]) in (None, False):
        for field in ("document_text_field", "document_id_field"):
            if getattr(options, field, None):
                raise ValueError(f"{_spelled(field)} is for records that are documents; add {option}")
        return False
    given = next((field for field in _OF_FILES if getattr(options, field, None)), None)
    given = given or ("broken_lines" if options.broken_lines != "raise" else None)
    if given:
        raise ValueError(f"{_spelled(given)} is for files; with {option} the texts are taken as they stand")
    return True


def read_records(name: str, options: Namespace) -> tuple[dict[str, Placed], list[Unread]]:
    """The documents of a file by their ids, in its order, and the records that cannot be read.

    A record without an id is called by its line or row.

    Raises
    ------
    ValueError
        If the file is of another kind or empty, no record of it can be read, or two have one id; the record is named.
    OSError, ImportError
        If the file cannot be read; if Parquet needs a package.
    """
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES or (path.exists() and not path.is_file()):  # a pipe can be read only once
        raise ValueError(f"records are read from a .jsonl or a .parquet, and {name} is none")
    check_bytes(name, path.stat().st_size, CHUNKS_BYTES)
    found: dict[str, Placed] = {}
    of: dict[str, str] = {}
    unread: list[Unread] = []
    for item in _items(path, options.document_text_field or "text", options.document_id_field or "id"):
        try:
            document = item.load().document
        except ValueError as error:
            unread.append(Unread(item.name(), item.label, _in_options(str(error), options)))
            continue
        except RecursionError:
            unread.append(Unread(item.label, item.label, "the record is nested too deeply"))
            continue
        own = document.source
        if own in found:
            raise ValueError(
                f"{item.label}: {of[own]} has the id {own!r} too; name a field in which each has its own "
                "with --document-id-field"
            )
        line = None if path.suffix.lower() == ".parquet" else int(item.label.rpartition(":")[2])
        found[own], of[own] = Placed(document, line), item.label
    if not found and unread:
        raise ValueError(f"{unread[0].label}: {unread[0].why}")
    if not found:
        raise ValueError(f"{name} has no record")
    return found, unread


def tell_unread(unread: list[Unread]) -> None:
    """Name records that cannot be read on standard error, the first of them one by one."""
    for each in unread[:_TOLD]:
        complain(f"ragchunk: not read: {one_line(f'{each.label}: {each.why}')}")
    if len(unread) > _TOLD:
        complain(f"ragchunk: not read: {count(len(unread) - _TOLD, 'more record')}")


def _items(path: Path, text_field: str, id_field: str):
    given = {}
    if path.suffix.lower() == ".parquet":
        given["with_fields"] = False  # which may be large, and are not asked for
        try:
            from ..batch import _parquet as source

            parts = source.plan(path, sys.maxsize, text_field)
        except ImportError:
            raise ImportError(NEEDS_PYARROW) from None
    else:
        from ..batch import _jsonl as source

        parts = source.plan(path, sys.maxsize)
    for part in parts:
        yield from source.items(part, int(limit(TEXT_BYTES)), text_field, id_field, **given)


def _in_options(words: str, options: Namespace) -> str:
    if words.startswith("there is no field") and not options.document_text_field:
        return f"{words}; name the field that holds it with --document-text-field"
    return words


def _spelled(field: str) -> str:
    return f"--{field.replace('_', '-')}"
