"""What the audits found, one by one, with what a report, a baseline and an annotation need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..auditing.findings import Finding
from ..auditing.report import quoted
from ._matching import Checked

CORE = ("lost", "rewritten", "misplaced", "oversize")
ADVICE = (
    "contexts",
    "joined",
    "repeated",
    "inside",
    "blank",
    "replacement",
    "cut_graphemes",
    "cut_words",
    "cut_sentences",
    "cut_fences",
    "tables_without_header",
    "orphans",
)
_CUTS = ("cut_graphemes", "cut_words", "cut_sentences", "cut_fences")
_AROUND = 40


@dataclass(frozen=True, slots=True)
class Found:
    """One finding.

    ``weight`` is what it counts against a limit: the characters of a loss, otherwise one. ``key`` is made of its kind,
    its document and the words in question, those of the source among them, not of positions: an edit elsewhere in the
    document does not change it, and another fault of the same chunk does.
    """

    kind: str
    source: str
    start: int | None
    end: int | None
    at: int | None
    detail: str
    weight: int
    key: str
    chunk: int | None = None
    record: int | None = None
    id: str | None = None


def found_in(checked: Iterable[Checked], kinds: Sequence[str]) -> list[Found]:
    """The findings of some kinds, by document and kind."""
    return [found for each in checked for kind in kinds for found in _of_kind(each, kind)]


def _of_kind(each: Checked, kind: str) -> list[Found]:
    audit, name, text = each.audit, each.document.source, each.document.text
    if kind == "lost":
        found = []
        for gap in audit.lost:
            key = _key(kind, name, _plain(gap.text))
            found.append(Found(kind, name, gap.start, gap.end, gap.start, quoted(gap.text), gap.characters, key))
        return found
    found = []
    for finding in getattr(audit, kind):
        record = each.records[finding.number]
        found.append(
            Found(
                kind,
                name,
                finding.start,
                finding.end,
                finding.at,
                finding.detail,
                1,
                _key(kind, name, *_wrong(audit, kind, finding, text)),
                finding.number,
                record.number,
                record.id,
            )
        )
    return found


def _wrong(audit, kind: str, finding: Finding, text: str) -> list[str]:
    """What is wrong, in words: another fault of the same chunk is another finding."""
    chunk, detail = audit.chunks[finding.number], finding.detail
    at = [] if finding.start is None or finding.end is None else [(max(finding.start, 0), max(finding.end, 0))]
    if kind in _CUTS and finding.at is not None:
        around = text[max(finding.at - _AROUND, 0) : finding.at] + "|" + text[finding.at : finding.at + _AROUND]
        return [_plain(around), "in no chunk" if detail.endswith("in no chunk") else ""]
    if kind == "rewritten":  # with what the source has instead
        return [_exact(part) for part in (chunk.text, *(text[start:end] for start, end in (*at, *chunk.spans)))]
    if kind == "misplaced":  # with what stands where it claims to stand, and how far off that is
        off = "" if finding.at is None or finding.start is None else str(finding.at - finding.start)
        return [_exact(chunk.text), *(_exact(text[start:end]) for start, end in at), off]
    if kind == "oversize":  # with its length, whatever the limit is
        return [_plain(chunk.text), detail.partition(",")[0]]
    if kind == "tables_without_header":
        return [_plain(chunk.text), detail.partition("without its header")[2]]
    return [_plain(chunk.text), detail if kind in ("orphans", "replacement") else ""]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _exact(text: str) -> str:
    """A text whose white space counts; only line ends are those of any system."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _key(kind: str, source: str, *words: str) -> str:
    data = repr((kind, source, *words))  # quoted, so that no two lists of words spell the same
    return hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()[:16]
