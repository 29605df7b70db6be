"""Which chunks are of which document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ..audit import Audit
from ..document import Document
from ._chunk_files import Record


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
    names = Names([name])
    if len(named) < 2:
        other = next((source for source in named if not names.found(source)), None)
        return Matched({name: list(records)}, other_name=other)
    of = {source: names.found(source) for source in sorted(named)}
    taken = [record for record in records if record.source is None or of[record.source]]
    passed: dict[str, int] = {}
    for record in records:
        if record.source is not None and not of[record.source]:
            passed[record.source] = passed.get(record.source, 0) + 1
    if not any(of.values()):
        raise ValueError(
            f"no chunk names {name}; the chunks name {_few(sorted(named))}; give their folder, or the file itself"
        )
    return Matched({name: taken}, passed_over=dict(sorted(passed.items())))


def match_many(names: Sequence[str], records: Sequence[Record]) -> Matched:
    """The chunks of each document of a folder.

    Raises
    ------
    ValueError
        If a chunk names no source, or one that fits several files.
    """
    matched = Matched({name: [] for name in names})
    known: dict[str, list[str]] = {}
    all_names = Names(names)
    for record in records:
        if record.source is None:
            raise ValueError(
                f"chunk {record.number} names no source, and there are several documents; "
                "its field 'source' must name a file, or say which field does with --source-field"
            )
        if record.source not in known:
            known[record.source] = all_names.found(record.source)
        found = known[record.source]
        if len(found) > 1:
            raise ValueError(
                f"chunk {record.number} names {record.source!r}, which may be {_few(found)}; name more of the path"
            )
        if found:
            matched.records[found[0]].append(record)
        else:
            matched.strangers[record.source] = matched.strangers.get(record.source, 0) + 1
    matched.strangers = dict(sorted(matched.strangers.items()))
    return matched


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
