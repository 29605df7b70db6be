"""What the audits found, one by one, with what a report, a baseline and an annotation need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..auditing.report import quoted
from ._matching import Checked

CORE = ("lost", "rewritten", "misplaced", "oversize")
ADVICE = (
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
    its document and the words in question, not of positions: an edit elsewhere in the document does not change it.
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
        return [
            Found(
                kind, name, gap.start, gap.end, gap.start, quoted(gap.text), gap.characters, _key(kind, name, gap.text)
            )
            for gap in audit.lost
        ]
    found = []
    for finding in getattr(audit, kind):
        record = each.records[finding.number]
        words = audit.chunks[finding.number].text
        if kind in _CUTS and finding.at is not None:
            words = text[max(finding.at - _AROUND, 0) : finding.at] + "|" + text[finding.at : finding.at + _AROUND]
        found.append(
            Found(
                kind,
                name,
                finding.start,
                finding.end,
                finding.at,
                finding.detail,
                1,
                _key(kind, name, words),
                finding.number,
                record.number,
                record.id,
            )
        )
    return found


def _key(kind: str, source: str, words: str) -> str:
    data = "\n".join((kind, source, " ".join(words.split())))
    return hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()[:16]
