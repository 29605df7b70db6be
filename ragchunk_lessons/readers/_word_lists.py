"""The bullets and numbers that Word draws in front of list items: no paragraph holds them, but a reader sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ._word_numbers import written
from ._word_xml import name

_DEEPEST = 8  # Word has nine levels


class _Level(NamedTuple):
    """How one level of a list is numbered."""

    kind: str
    pattern: str = ""
    start: int = 1
    digits_only: bool = False  # whether the levels above are shown in digits too


class Numbering:
    """Counts the items of a document's lists, as they come.

    Parameters
    ----------
    document : docx.document.Document
    """

    def __init__(self, document: Any) -> None:
        self.levels: dict[tuple[str, int], _Level] = {}
        self.of_style: dict[tuple[str, str], int] = {}  # the level that a style is tied to
        self.counts: dict[str, dict[int, int]] = {}
        try:
            root = document.part.numbering_part.element
        except (KeyError, NotImplementedError):
            return
        abstract = {one.get(name("abstractNumId")): one for one in root.iter(name("abstractNum"))}
        for number in root.iter(name("num")):
            target = number.find(name("abstractNumId"))
            levels = abstract.get(target.get(name("val"))) if target is not None else None
            for level in levels.iter(name("lvl")) if levels is not None else ():
                own, depth = number.get(name("numId")), int(level.get(name("ilvl"), 0))
                self.levels[own, depth] = _level(level)
                if tied := _value(level, "pStyle", ""):
                    self.of_style[own, tied] = depth

    def item(self, paragraph: Any, styles: Sequence[Any]) -> tuple[int, str] | None:
        """The level of a list item, from 0, and what is drawn in front of it; ``None`` for other paragraphs."""
        found = _numbered(paragraph.find(name("pPr")))
        tied = styles[0].style_id if styles else ""
        for style in styles:
            if found is not None:
                break
            found, tied = _numbered(style.element.find(name("pPr"))), style.style_id
        if found is None or found[0] == "0":  # 0 takes the number of the style away
            return None
        number, level = found
        if level is None:
            level = self.of_style.get((number, tied), 0)
        own = self.levels.get((number, level), _Level("bullet"))
        if own.kind == "none":
            return level, ""
        if own.kind == "bullet":
            return level, "- "
        counts = self.counts.setdefault(number, {})
        counts[level] = counts.get(level, own.start - 1) + 1
        for deeper in [other for other in counts if other > level]:
            del counts[deeper]
        shown = own.pattern or f"%{level + 1}."
        for upper in range(level + 1):
            above = self.levels.get((number, upper), _Level("decimal"))
            kind = "decimal" if own.digits_only and upper < level else above.kind
            shown = shown.replace(f"%{upper + 1}", written(counts.get(upper, above.start), kind))
        return level, f"{shown} "

    def heading(self, paragraph: Any, styles: Sequence[Any]) -> str:
        """The number in front of a heading, if it has one; a bullet there is left out."""
        found = self.item(paragraph, styles)
        return found[1] if found and found[1] != "- " else ""


def _numbered(properties: Any) -> tuple[str, int | None] | None:
    numbering = properties.find(name("numPr")) if properties is not None else None
    if numbering is None or numbering.find(name("numId")) is None:
        return None
    level = numbering.find(name("ilvl"))
    found = None if level is None else min(max(int(level.get(name("val"), 0)), 0), _DEEPEST)
    return numbering.find(name("numId")).get(name("val")), found


def _level(level: Any) -> _Level:
    kind = _value(level, ".//numFmt", "decimal")  # one of a later Word stands in a choice of two
    if kind == "custom":  # "001, 002, ..."
        shown = re.match("0*1(?=,)", level.find(f".//{name('numFmt')}").get(name("format"), ""))
        kind = f"zeros{len(shown[0])}" if shown else "decimal"
    digits_only = level.find(name("isLgl"))
    legal = digits_only is not None and digits_only.get(name("val"), "1") not in ("0", "false", "off")
    return _Level(kind, _value(level, "lvlText", ""), int(_value(level, "start", "1")), legal)


def _value(element: Any, path: str, default: str) -> str:
    step = ".//" if path.startswith(".//") else ""
    found = element.find(step + name(path.removeprefix(".//")))
    return default if found is None else found.get(name("val"), default)
