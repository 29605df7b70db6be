"""The regions of a text that mixes prose, lists, tables and code, told apart line by line.

A region is decided by where a line starts and by what stands around it, never by a sign inside a sentence: a hyphen in
a word makes no list, and a blank line ends no class.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ._bare_code import BareCode

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FENCE = re.compile(r" {0,3}(?:(`{3,})([^`]*)|(~{3,})(.*))$")
_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BULLET = re.compile(r"[ \t]*[-*+•‣◦▪●○·][ \t]+\S")
_NUMBER = re.compile(
    r"[ \t]*(?:\d{1,3}[.)][ \t]+|[(（]\d{1,3}[)）][ \t]*|[a-z]\)[ \t]+|\d{1,3}[、．]|[一二三四五六七八九十]{1,3}、)\S"
)
_FIRST = re.compile(r"[ \t]*[(（]?[1a一][.)）、．]")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")


class Line(NamedTuple):
    start: int
    text: str  # without its line end
    indent: int  # -1: blank


class Region(NamedTuple):
    """A stretch of lines of one kind.

    Parameters
    ----------
    kind : {"prose", "list", "table", "code"}
    first, last : int
        Its lines, half-open, counted from 0.
    language : str
        Of code, as its fence says, or ``"python"`` where it stands without a fence.
    fenced, closed : bool
        Whether its first line is a fence, and its last one closes it.
    """

    kind: str
    first: int
    last: int
    language: str = ""
    fenced: bool = False
    closed: bool = False


def lines_of(text: str) -> list[Line]:
    """The lines of a text, with how far each one is indented.

    Examples
    --------
    >>> [(line.start, line.indent) for line in lines_of("a\\r\\n\\tb")]
    [(0, 0), (3, 8)]
    """
    lines = []
    for match in LINE.finditer(text):
        if match.end() > match.start():
            bare = match.group().rstrip("\r\n")
            body = bare.lstrip(" \t")
            indent = len(bare[: len(bare) - len(body)].expandtabs()) if body.strip() else -1
            lines.append(Line(match.start(), bare, indent))
    return lines


def regions(lines: list[Line]) -> list[Region]:
    """The regions in order; blank lines between two of them belong to none.

    Examples
    --------
    >>> found = regions(lines_of("A well-known\\nrule:\\n- one\\n- two\\n\\n~~~\\n# no heading"))
    >>> [(region.kind, region.first, region.last) for region in found]
    [('prose', 0, 2), ('list', 2, 4), ('code', 5, 7)]
    """
    found: list[Region] = []
    bare, at = BareCode(lines), 0
    while at < len(lines):
        if lines[at].indent < 0:
            at += 1
            continue
        region = _region(lines, at, bare)
        if _goes_on(found, region):
            region = region._replace(first=found.pop().first)
        found.append(region)
        at = region.last
    return found


def _goes_on(found: list[Region], region: Region) -> bool:
    """Whether two regions of code without fences are one."""
    before = found[-1] if found else None
    return (
        bool(before and before.kind == region.kind == "code" and not (before.fenced or region.fenced))
        and before.language == region.language
    )


def _region(lines: list[Line], at: int, bare: BareCode) -> Region:
    if fence := fence_end(lines, at):
        return fence
    if end := _table_end(lines, at):
        return Region("table", at, end)
    if is_item(lines[at]) and lines[at].indent < 4:
        return Region("list", at, _list_end(lines, at, bare))
    if end := _indented_end(lines, at):
        return Region("code", at, end)
    if end := bare.end(at):
        return Region("code", at, end, "python" if not lines[at].text.rstrip().endswith("{") else "")
    return Region("prose", at, _prose_end(lines, at, bare))


def is_item(line: Line) -> bool:
    """Whether a list item starts on this line."""
    return bool(_BULLET.match(line.text) or _NUMBER.match(line.text)) and not _RULE.match(line.text)


def fence_end(lines: list[Line], at: int, indent: int = 0) -> Region | None:
    """The fenced block that opens on this line, up to the end of the text if nothing closes it."""
    opener = _FENCE.match(lines[at].text.lstrip(" \t") if indent else lines[at].text)
    if not opener:
        return None
    fence, info = (opener[1], opener[2]) if opener[1] else (opener[3], opener[4])
    close = re.compile(rf"[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$")
    language = (info.split() or [""])[0].strip("{}.")
    for number in range(at + 1, len(lines)):
        if lines[number].indent < 4 + indent and close.match(lines[number].text):
            return Region("code", at, number + 1, language, True, True)
    return Region("code", at, len(lines), language, True, False)


def _table_end(lines: list[Line], at: int) -> int:
    if "|" not in lines[at].text or at + 1 >= len(lines) or not is_delimiter_row(lines[at + 1].text):
        return 0
    end = at + 2
    while end < len(lines) and lines[end].indent >= 0 and "|" in lines[end].text:
        end += 1
    return end


def is_delimiter_row(text: str) -> bool:
    """Whether this is the line under a table's header, such as ``|---|---|``."""
    return "|" in text and "-" in text and bool(_DELIMITERS.match(text))


def _list_end(lines: list[Line], at: int, bare: BareCode) -> int:
    end, number = at + 1, at + 1
    indent = lines[at].indent
    while number < len(lines):
        line = lines[number]
        if line.indent < 0:
            number += 1
            continue
        behind_blank = lines[number - 1].indent < 0
        if line.indent > indent + 1:  # goes on with the item, whatever it is
            fence = fence_end(lines, number, line.indent)
            number = end = fence.last if fence else number + 1
        elif is_item(line):
            number = end = number + 1
        elif behind_blank or _interrupts(lines, number, bare):
            break
        else:
            number = end = number + 1
    return end


def _indented_end(lines: list[Line], at: int) -> int:
    """Where a block that is indented by four or more ends; 0 if there is none."""
    end = number = at
    while number < len(lines) and (lines[number].indent >= 4 or lines[number].indent < 0):
        number += 1
        if lines[number - 1].indent >= 4:
            end = number
    # The first line of a paragraph may be indented for its looks: then the next ones are not.
    if number < len(lines) and lines[number - 1].indent >= 4:
        while end > at and lines[end - 1].indent >= 4:
            end -= 1
        while end > at and lines[end - 1].indent < 0:
            end -= 1
    return end if end > at else 0


def _prose_end(lines: list[Line], at: int, bare: BareCode) -> int:
    """The end of a paragraph."""
    if _is_heading(lines[at]):
        return at + 1
    end = at + 1
    while end < len(lines) and lines[end].indent >= 0 and not _interrupts(lines, end, bare):
        end += 1
    return end


def _interrupts(lines: list[Line], at: int, bare: BareCode) -> bool:
    """Whether a paragraph ends before this line, although no blank line stands there."""
    line = lines[at]
    if line.indent < 4 and (_FENCE.match(line.text) or _is_heading(line) or _table_end(lines, at)):
        return True
    if is_item(line):
        if _NUMBER.match(line.text) and not _FIRST.match(line.text):
            return False
        more = at + 1 < len(lines) and is_item(lines[at + 1])
        return more or lines[at - 1].text.rstrip().endswith((":", "："))
    return bare.end(at, sure=True) > 0


def _is_heading(line: Line) -> bool:
    return bool(re.match(r" {0,3}#{1,6}(?:[ \t]|$)", line.text))
