"""One line of JSON, read so that every value keeps its place in the line."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, NamedTuple

_SPACE = re.compile(r"[ \t\n\r]*")
_ESCAPES = re.compile(r"(?:\\(?:u[0-9a-fA-F]{4}|[^u]))+")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^u]")


class BrokenLine(ValueError):
    """A line that is no JSON, with the column (from 1) of what is wrong."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(reason)
        self.reason, self.column = reason, column


class Field(NamedTuple):
    """One field of an object: its value, and the span of the value in the line."""

    name: str
    value: Any
    start: int
    end: int


def parse_line(line: str) -> list[Field] | Any:
    """The fields of an object in their order; any other value as it is.

    Raises
    ------
    BrokenLine
        If the line is not JSON. That a name stands twice is an error too: JSON's readers keep the last value and
        lose the others. So are ``NaN`` and ``Infinity``, which JSON does not have.

    Examples
    --------
    >>> [(field.name, field.value, field.start) for field in parse_line('{"a": 1, "b": "x"}')]
    [('a', 1, 6), ('b', 'x', 14)]
    """
    at = _SPACE.match(line).end()
    if not line.startswith("{", at):
        value, end = _value(line, at)
        _nothing_after(line, end)
        return value
    fields: list[Field] = []
    seen: set[str] = set()
    at = _SPACE.match(line, at + 1).end()
    while not (line.startswith("}", at) and not fields):
        if not line.startswith('"', at):
            raise BrokenLine("a name in double quotes is expected here", at + 1)
        name, end = _value(line, at)
        if name in seen:
            raise BrokenLine(f"the name {name!r} stands twice; all but the last value would be lost", at + 1)
        seen.add(name)
        at = _SPACE.match(line, end).end()
        if not line.startswith(":", at):
            raise BrokenLine("a colon is expected here", at + 1)
        start = _SPACE.match(line, at + 1).end()
        value, end = _value(line, start)
        fields.append(Field(name, value, start, end))
        at = _SPACE.match(line, end).end()
        if line.startswith("}", at):
            break
        if not line.startswith(",", at):
            raise BrokenLine("a comma or a closing brace is expected here", at + 1)
        at = _SPACE.match(line, at + 1).end()
    _nothing_after(line, at + 1)
    return fields


def decoded(line: str, start: int, end: int, only_unicode: bool = False) -> list[tuple[str, int, int]]:
    r"""The inside of a JSON string without its escapes, in parts, each with its span in the line.

    With ``only_unicode`` just ``\u`` escapes of characters beyond ASCII are decoded, so that a list or an object
    stays JSON.

    Examples
    --------
    >>> decoded(r"caf\u00e9", 0, 9)
    [('caf', 0, 3), ('é', 3, 9)]
    """
    parts = []
    for run in _ESCAPES.finditer(line, start, end):
        text = _PAIR.sub(lambda one: _unescaped(one.group(), only_unicode), run.group())
        parts += [(line[start : run.start()], start, run.start()), (text, *run.span())]
        start = run.end()
    return [part for part in (*parts, (line[start:end], start, end)) if part[0]]


def _unescaped(escape: str, only_unicode: bool) -> str:
    character = json.loads(f'"{escape}"')
    return escape if only_unicode and character < "\x80" else character


def _nothing_after(line: str, end: int) -> None:
    end = _SPACE.match(line, end).end()
    if end < len(line):
        raise BrokenLine("something stands behind the end of the record", end + 1)


def _value(line: str, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(line, at)
    except json.JSONDecodeError as error:
        raise BrokenLine(error.msg[:1].lower() + error.msg[1:], error.pos + 1) from None
    except StopIteration as error:
        raise BrokenLine("a value is expected here", error.value + 1) from None
    except RecursionError:
        raise BrokenLine("the value is nested too deeply", at + 1) from None
    except BrokenLine as error:
        raise BrokenLine(error.reason, at + 1) from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise BrokenLine(f"the name {twice!r} stands twice; all but the last value would be lost", 0)
    return found


def _constant(name: str) -> Any:
    raise BrokenLine(f"{name} is no JSON; write null or a string", 0)


def _int(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:  # Python reads an int of 4300 digits at most
        return digits


def _float(digits: str) -> float | str:
    value = float(digits)
    return digits if math.isinf(value) else value


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_int, parse_float=_float)
