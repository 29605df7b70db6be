"""The result of an audit for people, for programs and for a review on GitHub."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..auditing.report import count, quoted
from ._found import ADVICE, CORE, Found, found_in
from ._matching import Checked, Matched
from ._options import one_line

_MOST_ANNOTATIONS = 10  # GitHub shows ten of a kind for a step


@dataclass(frozen=True, slots=True)
class Result:
    """What was found, what of it counts, and why that is too much.

    ``places`` says of documents that are records in which file and line they stand.
    """

    checked: Sequence[Checked]
    matched: Matched
    limits: dict[str, int]
    min_coverage: float | None
    counted: Sequence[Found]
    known: Sequence[Found]
    gone: int
    reasons: Sequence[str]
    places: Mapping[str, tuple[str, int | None]] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether the exit status is 0."""
        return not self.reasons

    @property
    def clean(self) -> bool:
        """Whether nothing at all was found by the audits."""
        return all(each.audit.ok for each in self.checked)


def as_text(result: Result, advice: bool, verdict: bool = True) -> Iterator[str]:
    """Lines for people; without the reasons why it is not ok where they do not decide."""
    many = len(result.checked) > 1
    for each in result.checked:
        report = each.audit.report(advice).split("\n")
        if not many:
            yield from report
        else:
            yield f"{one_line(each.document.source)}: {report[0]}"
            yield from (f"  {line}" for line in report[1:])
    for word, sources in (("not found", result.matched.strangers), ("passed over", result.matched.passed_over)):
        for source, number in sources.items():
            yield f"{word}: source {quoted(source)}, named by {count(number, 'chunk')}"
    if result.matched.other_name and result.reasons:
        yield f"note: the chunks name the source {quoted(result.matched.other_name)}"
    if many:
        chunks = sum(len(each.records) for each in result.checked)
        wrong = sum(not each.audit.ok for each in result.checked)
        yield f"{count(len(result.checked), 'document')}, {count(chunks, 'chunk')}, {wrong} not ok"
    if result.known or result.gone:
        gone = f"; {result.gone} in the baseline no longer found" if result.gone else ""
        yield f"known: {count(len(result.known), 'finding')} of the baseline{gone}"
    if result.reasons:
        yield from (f"result: not ok, {reason}" for reason in result.reasons if verdict)
    else:
        yield "result: ok" if result.clean else "result: ok within the limits"


def as_data(result: Result, advice: bool) -> dict[str, Any]:
    """The same for programs; see the page on the command line for the meaning of each field."""
    return {
        "ok": result.ok,
        "status": 0 if result.ok else 1,
        "reasons": list(result.reasons),
        "limits": {**result.limits, "min_coverage": result.min_coverage},
        "documents": [_document(each, result, advice) for each in result.checked],
        "sources_not_found": result.matched.strangers,
        "sources_passed_over": result.matched.passed_over,
        "other_name": result.matched.other_name,
        "known": len(result.known),
        "gone": result.gone,
    }


def _document(each: Checked, result: Result, advice: bool) -> dict[str, Any]:
    audit = each.audit
    kinds = [*CORE, *(kind for kind in ADVICE if advice or kind in result.limits)]
    lines = _Lines(each.document.text)
    data: dict[str, Any] = {
        "source": each.document.source,
        "ok": audit.ok,
        "chunks": len(audit.chunks),
        "characters": len(each.document.text),
        "coverage": audit.coverage,
        "lost_characters": audit.lost_characters,
        "blow_up": audit.blow_up,
    }
    known = set(result.known)
    for kind in kinds:
        data[kind] = [_finding(found, lines, found in known) for found in found_in([each], [kind])]
    data["hidden"] = [
        {"kind": hid.kind, "chunks": hid.chunks, "passages": hid.passages, "characters": hid.characters}
        for hid in audit.hidden
    ]
    return data


def _finding(found: Found, lines: _Lines, known: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"start": found.start, "end": found.end}
    if found.kind == "lost":
        data |= {"line": lines.at(found.start), "characters": found.weight, "text": lines.text[found.start : found.end]}
    else:
        data |= {"at": found.at, "detail": found.detail, "chunk": found.chunk, "record": found.record, "id": found.id}
    return data | {"key": found.key, "known": known}


class _Lines:
    """Lines of a text by position, from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def at(self, position: int | None) -> int | None:
        """The line in which a position stands."""
        return None if position is None else bisect_right(self._starts, position)


def as_annotations(result: Result) -> Iterator[str]:
    """Workflow commands of GitHub Actions: each finding that counts, at its line of the document.

    A document that a reader has rendered, such as a PDF, has other lines than its file; there the file alone is named.
    A document that is a record is named in the words, at the line of the record.
    """
    shown: dict[str, int] = {}
    documents = {each.document.source: each.document for each in result.checked}
    lines = {}
    for found in result.counted:
        shown[found.kind] = shown.get(found.kind, 0) + 1
        if shown[found.kind] > _MOST_ANNOTATIONS:
            continue
        document = documents[found.source]
        file, line = result.places.get(found.source, (found.source, None))
        start = found.at if found.at is not None else found.start
        if found.source in result.places:
            words = f"{found.source}: "
        else:
            words = ""
            if start is not None and found.source and not document.marks and document.raw is None:
                line = lines.setdefault(found.source, _Lines(document.text)).at(start)
        place = (f"file={_escaped(file, True)}," if file else "") + (f"line={line}," if line else "")
        words += f"{found.weight} characters in no chunk: " if found.kind == "lost" else f"chunk {found.chunk}: "
        title = found.kind.replace("_", " ")
        yield f"::error {place}title={_escaped(f'chunks: {title}', True)}::{_escaped(words + found.detail)}"
    for kind, number in shown.items():
        if number > _MOST_ANNOTATIONS:
            yield f"::notice title=chunks::{number - _MOST_ANNOTATIONS} more {kind.replace('_', ' ')}"
    for source, number in result.matched.strangers.items():
        yield f"::error title=chunks%3A source not found::{_escaped(repr(source))}, named by {count(number, 'chunk')}"
    for reason in result.reasons:
        yield f"::error title=ragchunk audit::{_escaped(reason)}"


def _escaped(text: str, in_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text
