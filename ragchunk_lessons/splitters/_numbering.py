"""Numbered and fixed headings of reports: which lines are some, and how deep each one stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..document import Mark
from ._blocks import line_starts
from .patterns import match_at_start

LONGEST = 200
"""A line with more characters than this is no heading, and no pattern is asked about it."""

_HAN_NUMBER = r"[0-9０-９一二三四五六七八九十百零〇两]{1,6}"
# A title begins with no small letter and ends with no stop: what follows "1.5" in "1.5 litres are needed." is none.
_ENDING = r".{0,98}(?<![.;,!；，！、])"
_TITLE = rf"(?![a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u044f])\S{_ENDING}"
# No line of a table of contents, and nothing with a Chinese stop in it.
_NO_CONTENTS = r"(?!.*(?:\.{3}|…|\. \.|\t\d+$|\s{3,}\d+$|。))"
_COLON = rf"\s*[:：.—–-]\s*\S{_ENDING}"

PATTERN: re.Pattern[str] = re.compile(
    rf"""{_NO_CONTENTS}(?:
    (?P<part>(?:Part|PART|Volume|VOLUME)\s+(?:\d{{1,3}}|[IVXLC]{{1,6}}|[A-Z])|第{_HAN_NUMBER}[编編篇部])
        (?:$|{_COLON}|(?:\s+|(?<=[编編篇部])){_TITLE})
    | (?P<chapter>(?:Chapter|CHAPTER|Appendix|APPENDIX|Annex|ANNEX|Article|ARTICLE)\s+
        (?:\d{{1,3}}(?:\.\d{{1,3}})*|[IVXLC]{{1,6}}|[A-Z](?:\.\d{{1,3}})*)|第{_HAN_NUMBER}章|附[录錄件][A-Z0-9一二三四五六七八九十]{{0,3}})
        (?:$|{_COLON}|(?:\s+|(?<=[章录錄件A-Z0-9一二三四五六七八九十])(?=[^\x00-\x7f])){_TITLE})
    | (?P<section>(?:Section|SECTION|§)\s*(?:\d{{1,3}}(?:\.\d{{1,3}})*)|第{_HAN_NUMBER}[节節条條])
        (?:$|{_COLON}|(?:\s+|(?<=[节節条條])){_TITLE})
    | (?P<han>[一二三四五六七八九十百]{{1,4}})、\s*{_TITLE}
    | (?P<bracket>[（(][一二三四五六七八九十百]{{1,4}}[）)])\s*{_TITLE}
    | (?P<roman>[IVXLC]{{1,6}})\.\s+{_TITLE}
    | (?P<letter>[A-Z](?:\.\d{{1,3}}){{1,5}})\.?\s+{_TITLE}
    | (?P<decimal>\d{{1,3}}(?:\.\d{{1,3}}){{0,5}})
        (?:[.．、]\s*(?=[^\x00-\x7f])|\.?\s+|(?<=\.\d)(?=[\u3400-\u9fff])){_TITLE}
    )$""",
    re.VERBOSE,
)
_KINDS = ("part", "chapter", "section", "han", "bracket", "roman", "letter", "decimal")
_ENDS_A_SENTENCE = re.compile(r"[.!?:。！？：…”’」』)）]$")
_NUMBER = re.compile(r"(?:\d+|[A-Z](?=\.\d))(?:\.\d+)*")


class Found(NamedTuple):
    """A line that may be a heading: its span, its kind, its number as it is written."""

    line: int
    start: int
    end: int
    kind: str
    number: str

    @property
    def depth(self) -> int:
        """How many numbers the number has; a last zero counts for nothing, as in 1.0."""
        found = _NUMBER.search(self.number)
        return max(1, len(re.sub(r"(?:\.0+)+$", "", found.group()).split("."))) if found else 1


def headings(text: str, heading: str | re.Pattern[str]) -> list[Mark]:
    """The headings of a text, each a line, with their levels.

    Examples
    --------
    >>> found = headings("1 Pump\\nText.\\n1.1 Start\\n1.5 litres of water are needed.", PATTERN)
    >>> [(mark.data["level"], mark.data["text"]) for mark in found]
    [(1, '1 Pump'), (2, '1.1 Start')]
    """
    lines = list(pairwise(line_starts(text)))
    if heading is PATTERN:
        found = _without_lists(text, lines, _candidates(text, lines, _asked))
        levels = _levels(found)
    else:
        found = _candidates(text, lines, _own(heading))
        levels = [own.depth for own in found]
    return [
        Mark("heading", own.start, own.end, {"level": level, "text": " ".join(text[own.start : own.end].split())})
        for own, level in zip(found, levels, strict=True)
    ]


def _asked(line: str) -> tuple[str, str] | None:
    match = PATTERN.match(line)
    return (match.lastgroup, match[match.lastgroup]) if match else None


def _own(heading: str | re.Pattern[str]) -> Callable[[str], tuple[str, str] | None]:
    """What a literal or a pattern of the caller says about a line: its kind, and the number that counts."""
    if isinstance(heading, str):
        return lambda line: ("own", line) if line.startswith(heading) else None

    def asked(line: str) -> tuple[str, str] | None:
        match = match_at_start(heading, line)
        if match is None or not match.group():
            return None
        return "own", match.groupdict().get("number") or line

    return asked


def _candidates(text, lines: Sequence[tuple[int, int]], asked) -> list[Found]:
    found = []
    for number, (start, end) in enumerate(lines):
        line = text[start:end]
        body = line.strip()
        if 0 < len(body) <= LONGEST and (said := asked(body)):
            start += len(line) - len(line.lstrip())
            found.append(Found(number, start, start + len(body), *said))
    return found


def _without_lists(text: str, lines: Sequence[tuple[int, int]], found: Sequence[Found]) -> list[Found]:
    """The candidates less those that go on a sentence, and those that are items of a list."""
    taken = {own.line for own in found}
    kept: list[Found] = []
    for own in found:
        before = text[slice(*lines[own.line - 1])].strip() if own.line else ""
        if not before or own.line - 1 in taken or own.kind in ("han", "bracket") or _ENDS_A_SENTENCE.search(before):
            kept.append(own)
    items = set()
    for one, other in pairwise(kept):
        plain = one.kind == other.kind == "decimal" and one.depth == other.depth == 1
        alike = plain and text[one.start + len(one.number)] == text[other.start + len(other.number)]
        if alike and not text[one.end : other.start].strip():
            items |= {one, other}
    return [own for own in kept if own not in items]


def _levels(found: Sequence[Found]) -> list[int]:
    """The level of each: parts over chapters over sections, and numbers by their depth."""
    kinds = {own.kind for own in found}
    above = 1 if "part" in kinds else 0
    chapters = "chapter" in kinds
    sections = any(own.kind == "section" and not own.number[0].isascii() for own in found)
    han = above + 1 + chapters + sections
    bracket = han + ("han" in kinds)
    plain = above + 1
    if kinds & {"han", "bracket"}:  # there, 1. stands below （一）
        plain = bracket + ("bracket" in kinds)
    levels = []
    for own in found:
        if own.kind == "part":
            level = 1
        elif own.kind in ("chapter", "letter"):
            level = above + own.depth
        elif own.kind == "section":
            level = above + own.depth + (chapters and own.depth == 1)
        elif own.kind == "han":
            level = han
        elif own.kind == "bracket":
            level = bracket
        elif own.kind == "roman":
            level = above + 1 + chapters
        else:
            level = plain if own.depth == 1 else above + own.depth
        levels.append(level)
    return levels
