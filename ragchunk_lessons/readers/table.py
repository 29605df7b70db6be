"""Tables in text files: each row becomes a few lines of ``column: value``, with the way back to the file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..document import Document, Mark, unchecked_mark
from ._bounds import CELLS, check_size, limit
from ._decode import as_text
from ._render import Rendering, unique_names


def read_table(source: str | os.PathLike[str], *, delimiter: str = ",", encoding: str = "utf-8") -> Document:
    r"""A table whose first row names its columns, as lines of ``column: value`` with an empty line between rows.

    Cells are found as Python's ``csv`` module finds them: a cell in quotes may hold delimiters, line ends and doubled
    quotes. White space around a name or a value is left out.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file, a ``str`` is content.
    delimiter : str
        What stands between two cells: one character, such as ``"\t"`` or ``";"``.
    encoding : str
        Of a file; a byte order mark wins over it.

    Returns
    -------
    Document
        ``raw`` leads from a value to its place in the file, exactly. Names of columns and line ends between values
        come from nowhere in the row, so they have no place there.

        Marks: ``"row"`` with ``row`` (from 1, the header not counted), ``line`` (of the file, from 1) and, where cells
        are wanting, ``missing`` (the names of their columns); ``"cell"`` with ``column``, for each line of a row.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or the file is in another encoding.
    ValueError
        If a quote is opened and never closed; the message names its line. If there are more than a million cells, or
        the file is larger than 50 MB: the limits stand in ``readers/_bounds.py``.

    Notes
    -----
    An empty cell is ``column:`` with nothing behind it. A cell that a short row lacks is not written, but named in
    ``missing``. A cell beyond the header is written as ``column 4: …``, after its place. A name that is empty becomes
    ``column 2``, and one that is there already becomes ``name (2)``. Empty lines are no rows. A row of nothing but
    empty cells is counted and leaves no text. A table without any row is its header alone, marked as row 0.

    Source: the table recipe of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> document = read_table('part,note\nseal,"red, soft"\n')
    >>> print(document.text)
    part: seal
    note: red, soft
    """
    check_delimiter(delimiter)
    raw, name = as_text(source, encoding)
    out, marks, most = Rendering(), [], limit(CELLS)
    records = _records(raw, delimiter)
    header = next(records, None)
    if header is None:
        return Document("", name, raw=out.raw_map())
    columns = unique_names([cell.value for cell in header.cells], "column")
    named, data = len(columns), [{"column": column} for column in columns]
    for number, record in enumerate(records, 1):
        if not any(cell.value for cell in record.cells):
            continue
        if (more := len(record.cells) - len(columns)) > 0:
            columns = unique_names([*columns, *[""] * more], "column")
            data += [{"column": column} for column in columns[len(data) :]]
        said = {"row": number, "line": record.line}
        if len(record.cells) < named:
            said["missing"] = tuple(columns[len(record.cells) : named])
        _write(out, marks, said, data, record.cells)
        if len(marks) > most:
            check_size(name or "the table", len(marks), CELLS, "rows and cells up to here", "part the table")
    if not marks and any(cell.value for cell in header.cells):
        _write(out, marks, {"row": 0, "line": header.line}, data, [_Cell("", [])] * named)
    return Document(out.text(), name, tuple(marks), out.raw_map())


def check_delimiter(delimiter: object) -> None:
    """A delimiter that ``csv`` takes too.

    Examples
    --------
    >>> check_delimiter(", ")
    Traceback (most recent call last):
    ...
    ValueError: delimiter=', ' must be one character, such as ',' or '\\t', and no quote, line end or byte order mark
    """
    if not isinstance(delimiter, str):
        raise TypeError(f"delimiter must be a str such as ',', not {type(delimiter).__name__} ({delimiter!r})")
    if len(delimiter) != 1 or delimiter in '"\r\n\ufeff':
        raise ValueError(
            f"delimiter={delimiter!r} must be one character, such as ',' or '\\t', "
            "and no quote, line end or byte order mark"
        )


class _Cell(NamedTuple):
    value: str  # without white space around it
    places: list[tuple[str, int, int]]  # its parts, each with its span in the raw text


class _Record(NamedTuple):
    line: int
    cells: list[_Cell]


def _write(out: Rendering, marks: list[Mark], said: dict, data: list[dict], cells: list[_Cell]) -> None:
    """One row, and its mark in front of those of its cells."""
    if out.length:
        out.put("\n\n")
    row, at = out.length, len(marks)
    for column, cell in zip(data, cells, strict=False):
        if len(marks) > at:
            out.put("\n")
        start = out.length
        out.put(column["column"] + (": " if cell.value else ":"))
        for text, raw_start, raw_end in cell.places:
            out.copy(text, raw_start, raw_end)
        marks.append(unchecked_mark("cell", start, out.length, column))
    marks.insert(at, unchecked_mark("row", row, out.length, said))


_LINE_END = re.compile(r"\r\n|\r|\n")
# Possessive: where the closing quote is wanting, half of a doubled one must not be taken for it.
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')


def _records(raw: str, delimiter: str) -> Iterator[_Record]:
    """The rows as the csv module would give them, with their places; empty lines are passed over."""
    bare = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    at, line = len(raw) - len(raw.removeprefix("\ufeff")), 1
    while at < len(raw):
        begun, begun_line, cells = at, line, []
        end = _LINE_END.search(raw, at)
        plain = raw[at : end.start() if end else len(raw)]
        if '"' not in plain:
            if plain:
                yield _Record(line, _plain_cells(plain, at, delimiter))
            at, line = end.end() if end else len(raw), line + 1
            continue
        while True:
            places = []
            if raw.startswith('"', at):
                quoted = _QUOTED.match(raw, at)
                if quoted is None:
                    raise ValueError(
                        f"line {line}: a quote opens a cell and is never closed: {raw[at : at + 30]!r}; "
                        "close it, or write it twice inside quotes if it belongs to the text"
                    )
                places = _unquoted(raw, *quoted.span(1))
                line += len(_LINE_END.findall(quoted.group()))
                at = quoted.end()
            rest = bare.match(raw, at)
            places.append((rest.group(), at, rest.end()))
            cells.append(_trimmed(places))
            at = rest.end()
            if not raw.startswith(delimiter, at):
                break
            at += 1
        if at > begun:
            yield _Record(begun_line, cells)
        if end := _LINE_END.match(raw, at):
            at, line = end.end(), line + 1


def _plain_cells(line: str, at: int, delimiter: str) -> list[_Cell]:
    """The cells of a line without quotes, which most lines are: this takes a third of the time."""
    cells = []
    for piece in line.split(delimiter):
        if value := piece.strip():
            start = at + piece.index(value[0]) if value != piece else at
            cells.append(_Cell(value, [(value, start, start + len(value))]))
        else:
            cells.append(_Cell("", []))
        at += len(piece) + 1
    return cells


def _unquoted(raw: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """The parts of what stood between two quotes: each doubled quote is one, the rest is as it is."""
    places = []
    for pair in re.compile('""').finditer(raw, start, end):
        places += [(raw[start : pair.start()], start, pair.start()), ('"', *pair.span())]
        start = pair.end()
    return [*places, (raw[start:end], start, end)]


def _trimmed(places: list[tuple[str, int, int]]) -> _Cell:
    """A cell without white space at its ends, where each part of unchanged length is a slice of the raw text."""
    first, last = 0, len(places)
    while first < last and not places[first][0].strip():
        first += 1
    while last > first and not places[last - 1][0].strip():
        last -= 1
    kept = places[first:last]
    if kept:
        text, start, end = kept[0]
        kept[0] = (text.lstrip(), start + len(text) - len(text.lstrip()), end)
        text, start, end = kept[-1]
        kept[-1] = (text.rstrip(), start, end - len(text) + len(text.rstrip()))
    return _Cell("".join(text for text, _, _ in kept), kept)
