"""Which chunks are of which document."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ..audit import Audit
from ..document import Document
from ._chunk_files import Record
from ._records import SUFFIXES

_FLOAT = re.compile(r"-?\d{1,18}\.0+")  # what pandas makes of a whole number beside gaps, in CSV or as a text


@dataclass(frozen=True, slots=True)
class Checked:
    """A document with its chunks and what the audit found."""

    document: Document
    records: Sequence[Record]
    audit: Audit


@dataclass(slots=True)
class Matched:
    """Chunks by the name of their document, and those of no document that was given."""

    records: dict[str, list[Record]]
    strangers: dict[str, int] = field(default_factory=dict)
    passed_over: dict[str, int] = field(default_factory=dict)
    other_name: str | None = None


def match_one(name: str, records: Sequence[Record]) -> Matched:
    """The chunks of a single document.

    Chunks that name no source, or all the same one, are taken to be of this document. Where they name several, those
    that name it are taken, and the others passed over.

    Raises
    ------
    ValueError
        If they name several and none is it.
    """
    named = {record.source for record in records} - {None}
    if len(named) < 2:
        other = next((source for source in named if not Names([name]).found(source)), None)
        return Matched({name: list(records)}, other_name=other)
    of = _files_meant([name], named)
    taken = [record for record in records if record.source is None or of[record.source]]
    passed: dict[str, int] = {}
    for record in records:
        if record.source is not None and not of[record.source]:
            passed[record.source] = passed.get(record.source, 0) + 1
    if not any(of.values()):
        raise ValueError(
            f"no chunk names {name}; the chunks name {_few(sorted(named))}; give their folder, or the file itself"
            + ("; if each of its records is a document, add --records" if name.lower().endswith(SUFFIXES) else "")
        )
    return Matched({name: taken}, passed_over=dict(sorted(passed.items())))


def match_many(names: Sequence[str], records: Sequence[Record]) -> Matched:
    """The chunks of each document of a folder.

    Raises
    ------
    ValueError
        If a chunk names no source, or one that fits several files, or several of its sources fit one file.
    """
    matched = Matched({name: [] for name in names})
    known = _files_meant(names, {record.source for record in records} - {None})
    for record in records:
        if record.source is None:
            raise ValueError(
                f"record {record.number} names no source, and there are several documents; "
                "its field 'source' must name a file, or say which field does with --source-field"
            )
        found = known[record.source]
        if len(found) > 1:
            raise ValueError(
                f"record {record.number} names {record.source!r}, which may be {_few(found)}; name more of the path"
            )
        if found:
            matched.records[found[0]].append(record)
        else:
            matched.strangers[record.source] = matched.strangers.get(record.source, 0) + 1
    matched.strangers = dict(sorted(matched.strangers.items()))
    return matched


def record_called(name: str, names: Container[str]) -> str:
    """The id that a name means: the same, or where no record has it, the whole number that 1.0 is.

    Examples
    --------
    >>> record_called("2.0", {"2"}), record_called("2.0", {"2", "2.0"}), record_called("20", {"2"})
    ('2', '2.0', '20')
    """
    whole = name.rstrip("0").removesuffix(".") if _FLOAT.fullmatch(name) else name
    return name if name in names else whole


def match_records(names: Sequence[str], records: Sequence[Record]) -> Matched:
    """The chunks of each record that is a document; ids are compared as they stand, but 1.0 is 1 where no id is 1.0.

    Raises
    ------
    ValueError
        If a chunk names no source, or none of them names a record.
    """
    matched = Matched({name: [] for name in names})
    for record in records:
        if record.source is None:
            raise ValueError(
                f"chunk {record.number} names no document; its field 'source' must hold the id of one, "
                "or say which field does with --source-field"
            )
        name = record_called(record.source, matched.records)
        if name in matched.records:
            matched.records[name].append(record)
        else:
            matched.strangers[record.source] = matched.strangers.get(record.source, 0) + 1
    if records and len(matched.strangers) and not any(matched.records.values()):
        raise ValueError(
            f"no chunk names a record: the chunks name {_few(sorted(matched.strangers))}, the records are called "
            f"{_few(names)}; say where they have the same id with --source-field and --document-id-field"
        )
    matched.strangers = dict(sorted(matched.strangers.items()))
    return matched


def _files_meant(names: Sequence[str], sources: set[str]) -> dict[str, list[str]]:
    """The files that each source may mean, where all sources are known.

    A name that leads further up than the path of the file, as ``old/notes.md`` does for ``notes.md``, may be another
    file. It is, where others name the file by its own path. Two such names cannot both be the file.

    Raises
    ------
    ValueError
        If two sources that are not the same path may mean the same file.
    """
    all_names = Names(names)
    meant = {source: all_names.found(source) for source in sorted(sources)}
    at_home = {found[0] for source, found in meant.items() if len(found) == 1 and not _leads_up(source, found[0])}
    by_file: dict[str, str] = {}
    for source, found in meant.items():
        if len(found) != 1 or not _leads_up(source, found[0]):
            continue
        if found[0] in at_home and not _is_absolute(source):
            meant[source] = []
            continue
        other = by_file.setdefault(found[0], source)
        if not _same_file(other, source):
            raise ValueError(
                f"chunks name {other!r} and {source!r}, and both may be {found[0]}; "
                "give the folder that these paths begin in"
            )
    return meant


def _leads_up(source: str, name: str) -> bool:
    return len(_parts(source)) > len(_parts(name))


def _same_file(one: str, other: str) -> bool:
    """Whether two names can be one file: the same path, or a relative one at the end of an absolute one."""
    short, long = sorted((_parts(one), _parts(other)), key=len)
    return short == long or (_is_absolute(one) != _is_absolute(other) and long[-len(short) :] == short)


def _is_absolute(name: str) -> bool:
    return name.startswith(("/", "\\")) or name[1:2] == ":"


class Names:
    """The documents that were given, by the ends of their paths."""

    def __init__(self, names: Sequence[str]) -> None:
        self._whole = set(names)
        self._by_last: dict[str, list[str]] = {}
        for name in names:
            if parts := _parts(name):
                self._by_last.setdefault(parts[-1], []).append(name)

    def found(self, source: str) -> list[str]:
        """The files that a name may mean: the one of this path, else those with the longest common end of paths.

        One of the two must end with the other, so that ``manual.md`` and ``/srv/docs/manual.md`` are both
        ``docs/manual.md``.
        """
        if source in self._whole:
            return [source]
        asked = _parts(source)
        fitting: dict[int, list[str]] = {}
        for name in self._by_last.get(asked[-1], ()) if asked else ():
            parts = _parts(name)
            common = min(len(asked), len(parts))
            if asked[-common:] == parts[-common:]:
                fitting.setdefault(common, []).append(name)
        return fitting[max(fitting)] if fitting else []


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in (".", ".."))


def _few(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")
