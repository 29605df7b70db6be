"""Files with one JSON record a line: what each says, what else it holds, and the way back to the file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ..document import Document, Mark, unchecked_mark
from ._bounds import JSON_VALUES, RECORDS, check_size, limit
from ._decode import as_text
from ._json_line import BrokenLine, Field, decoded, parse_line
from ._render import Rendering, unique_names

ERRORS = ("raise", "keep")


def read_jsonl(
    source: str | os.PathLike[str],
    *,
    text_field: str = "text",
    id_field: str = "id",
    errors: str = "raise",
    encoding: str = "utf-8",
) -> Document:
    r"""Records of one line each, as their texts with an empty line between two of them.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file, a ``str`` is content. A line ends at ``\n`` or ``\r\n`` and nowhere else.
    text_field, id_field : str
        The names of the fields that hold a record's text and its id.
    errors : {"raise", "keep"}
        Whether a broken line is an error, or is kept as it stands.
    encoding : str
        Of a file; a byte order mark wins over it.

    Returns
    -------
    Document
        ``raw`` leads from what was read to its place in the file, character by character except for escapes.

        Marks: ``"record"`` with ``line`` (from 1, blank lines counted), ``id`` where there is one, ``record`` (the
        other fields) for an object, ``error`` for a broken line that was kept; ``"cell"`` with ``column``, for each
        line of a record that is written as ``name: value``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or the file is in another encoding.
    ValueError
        With ``errors="raise"``, for a line that is no JSON, or has a name twice, or ``NaN``: with line and column. For
        more than 300,000 records and fields, or a file of more than 50 MB (``readers/_bounds.py``).

    Notes
    -----
    A record without a text, or with a blank one or one that is no string, is written as lines of ``name: value``, all
    of its fields. Numbers are written as in the file; lists and objects stay JSON. A line that holds a string is that
    text; any other value, and ``{}``, stays as it is. A number that Python cannot hold is a ``str`` in ``record``.

    Source: the recipe for files of records of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> document = read_jsonl('{"id": "a1", "text": "Caf\\u00e9", "lang": "fr"}\n')
    >>> document.text, dict(document.marks[0].data)
    ('Café', {'line': 1, 'id': 'a1', 'record': {'lang': 'fr'}})
    """
    check_fields(text_field, id_field, errors)
    raw, name = as_text(source, encoding)
    out, marks, most = Rendering(), [], limit(RECORDS)
    values = sum(map(raw.count, ",[{"))
    check_size(name or "the text", values, JSON_VALUES, "commas and brackets of JSON", "part it")
    for number, begun, start, end in _lines(raw):
        line, said = raw[start:end], {"line": number}
        try:
            found = parse_line(line)
        except BrokenLine as broken:
            message = f"line {number}, column {start - begun + broken.column}: {broken.reason}"
            if errors == "raise":
                raise ValueError(f"{message}; mend the line, or keep it as it stands with errors='keep'") from None
            found, said["error"] = None, message
        if out.length:
            out.put("\n\n")
        at, before = len(marks), out.length
        _write(out, marks, line, start, found, said, text_field, id_field)
        marks.insert(at, unchecked_mark("record", before, out.length, said))
        if len(marks) > most:
            check_size(name or "the text", len(marks), RECORDS, "records and fields up to here", "part it")
    return Document(out.text(), name, tuple(marks), out.raw_map())


def check_fields(text_field: object, id_field: object, errors: object) -> None:
    """The names and the rule, refused by name and value.

    Examples
    --------
    >>> check_fields("text", "id", "ignore")
    Traceback (most recent call last):
    ...
    ValueError: errors='ignore' must be 'raise' or 'keep'
    """
    for name, value in (("text_field", text_field), ("id_field", id_field)):
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__} ({value!r})")
    if errors not in ERRORS:
        raise ValueError(f"errors={errors!r} must be 'raise' or 'keep'")


def _lines(raw: str) -> Iterator[tuple[int, int, int, int]]:
    """The lines that hold something: number, start, and the span without the white space around it."""
    at, number = len(raw) - len(raw.removeprefix("\ufeff")), 0
    while at < len(raw):
        number += 1
        end = raw.find("\n", at)
        end = len(raw) if end < 0 else end
        line = raw[at:end]
        if line.strip():
            yield number, at, at + len(line) - len(line.lstrip()), at + len(line.rstrip())
        at = end + 1


def _write(
    out: Rendering,
    marks: list[Mark],
    line: str,
    offset: int,
    found: Any,
    said: dict[str, Any],
    text_field: str,
    id_field: str,
) -> None:
    """One record; what is known of it goes into ``said``."""

    def copy(start: int, end: int, value: Any) -> None:
        if isinstance(value, str) and line[start] == '"':
            parts = decoded(line, start + 1, end - 1)
        else:
            parts = decoded(line, start, end, only_unicode=True)
        for text, low, high in parts:
            out.copy(text, offset + low, offset + high)

    is_object = isinstance(found, list) and line[0] == "{"
    fields: list[Field] = found if is_object else []
    if is_object:
        held = {field.name: field.value for field in fields}
        if id_field in held:
            said["id"] = held[id_field]
        said["record"] = {key: value for key, value in held.items() if key not in (text_field, id_field)}
        words = next((field for field in fields if field.name == text_field), None)
        if words is not None and isinstance(words.value, str) and words.value.strip() and line[words.start] == '"':
            return copy(words.start, words.end, words.value)
        if words is not None:
            said["record"][text_field] = words.value
    if isinstance(found, str) and found.strip() and line[0] == '"':
        return copy(0, len(line), found)
    if not fields:
        return out.copy(line, offset, offset + len(line))
    for name, field in zip(unique_names([field.name for field in fields], "field"), fields, strict=True):
        if field is not fields[0]:
            out.put("\n")
        blank = isinstance(field.value, str) and not field.value.strip()
        start = out.length
        out.put(name + (":" if blank else ": "))
        if not blank:
            copy(field.start, field.end, field.value)
        marks.append(unchecked_mark("cell", start, out.length, {"column": name}))
    return None
