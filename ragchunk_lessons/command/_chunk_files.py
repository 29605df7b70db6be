"""Chunks as pipelines store them: JSON Lines, a JSON list, CSV, Parquet, or a folder of text files."""

from __future__ import annotations

import csv
import io
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from ..auditing.adapters import TEXTS, read_chunk
from ..chunk_lines import _read, _unwrapped
from ..readers._bounds import CHUNKS, CHUNKS_BYTES, check_size
from ..readers._csv_limit import long_cells
from ..readers._decode import bytes_of, check_bytes, decode_bytes
from ..readers.any_file import delimiter_of
from ._chunk_lines import few_values, lines_of, opened
from ._documents import STDIN, folder_files
from ._json import loads
from ._lists import of_lines, of_list
from ._metadata import METADATA, field_of, nested
from ._parquet import parts_in, read_parquet
from ._writing import progress

_SOURCES = ("source", "file_path", "filename", "file_name")
_IDS = ("id", "id_", "element_id")
_NUMBERS = ("start", "end", "start_index", "end_index", "start_char_idx", "end_char_idx", "split_idx_start")
_PLAIN = {"text_field": "text", "start_field": "start", "end_field": "end"}
_NO_TEXT = re.compile(r"it is an? \w+ without a text; give .* or content")
_COLUMNS = 8  # that a record of a CSV has at most, on average
_WHOLE = re.compile(r"\s*-?\d{1,18}(\.0+)?\s*")  # pandas writes a column of whole numbers with a gap as 5.0


@dataclass(frozen=True, slots=True)
class Record:
    """A chunk of a file: what ``audit`` takes, its number among the chunks of the file from 1, and its source."""

    item: Any
    number: int
    source: str | None

    @property
    def id(self) -> str | None:
        """The id that the record gives itself."""
        if not isinstance(self.item, Mapping):
            return None
        said = (self.item.get(name) for name in _IDS)
        return next((str(value) for value in said if value is not None), None)


def add_fields(parser) -> None:
    """The options that name fields of another make."""
    for name, what in (
        ("text", "holds a chunk's text"),
        ("start", "says where a chunk starts"),
        ("end", "says where it ends"),
        ("source", "names its document"),
    ):
        parser.add_argument(
            f"--{name}-field", metavar="NAME", help=f"the field that {what}, under another name than the known ones"
        )


def read_chunk_file(name: str, options: Namespace) -> list[Record]:
    """The chunks of a file or a folder, in order.

    Raises
    ------
    ValueError
        If a record holds no text, or the file is of another kind; the line or the row is named.
    OSError, ImportError
        If the file cannot be read; if Parquet needs a package.
    """
    path = Path(name)
    suffix = path.suffix.lower()
    is_folder = name != STDIN and path.is_dir()
    inside = folder_files(path) if is_folder else []
    parts = sorted(parts_in(path, inside), key=_file_key) if is_folder else [path] if suffix == ".parquet" else []
    if parts:
        items = _checked(_renamed(_parquet(parts, options), name, options), name, "row", options.text_field)
    elif is_folder:
        check_size(name, len(inside), CHUNKS, "files")
        check_bytes(name, sum(file.stat().st_size for file in inside if file.is_file()), CHUNKS_BYTES)
        items = [_of_text_file(file) for file in inside]
        items.sort(key=lambda item: _natural(item["id"]))
    else:
        # A JSON list is parsed as one text.
        with opened(name, CHUNKS_BYTES / 2 if suffix == ".json" else CHUNKS_BYTES) as stream:
            items = _parsed(stream, "standard input" if name == STDIN else name, suffix, options)
    found = [Record(item, number, _source(item, options)) for number, item in enumerate(items, 1)]
    if options.source_field and found and all(record.source is None for record in found):
        raise ValueError(f"{name}: no chunk names a document in {options.source_field!r}; see --source-field")
    return found


def _parsed(stream: BinaryIO, name: str, suffix: str, options: Namespace) -> list[Any]:
    lines = lines_of(stream, name)
    if suffix in (".csv", ".tsv", ".tab"):
        rows = _csv(lines, name, (*TEXTS, options.text_field))
        return _checked(_renamed(rows, name, options), name, "row", options.text_field)
    lines = few_values(lines, name)
    if suffix == ".json":
        items = _json("".join(lines), name)
        return _checked(_renamed(items, name, options), name, "record", options.text_field)
    lines = _few_chunks(lines, name)
    begun = list(_until_visible(lines))
    lines = chain(begun, lines)
    if any(getattr(options, field) for field in _PLAIN) or (begun and begun[-1].lstrip().startswith("[")):
        items = of_lines(_lines(lines, name), name)
        return _checked(_renamed(items, name, options), name, "record", options.text_field)
    told: list[ValueError] = []
    try:
        items = _read(_telling(lines, told), loads)
    except ValueError as error:
        if error in told:  # it names the file already
            raise
        raise ValueError(f"{name}: {_without_text(str(error))}") from None
    made = _renamed(items, name, options)
    unchanged = all(new is old for new, old in zip(made, items, strict=True))
    return items if unchanged else _checked(made, name, "record", options.text_field)


def _without_text(words: str, text_field: str | None = None) -> str:
    """What a function says of a chunk without a text, as a command says it."""
    where = repr(text_field) if text_field else " or ".join((", ".join(TEXTS[:-1]), TEXTS[-1]))
    what = f"it has no text in {where}; name the field that holds it with --text-field"
    return _NO_TEXT.sub(lambda _: what, words)


def _telling(lines: Iterator[str], told: list[ValueError]) -> Iterator[str]:
    try:
        yield from lines
    except ValueError as error:
        told.append(error)
        raise


def _few_chunks(lines: Iterable[str], name: str) -> Iterator[str]:
    number = 0
    for line in lines:
        if line.strip():
            number += 1
            check_size(name, number, CHUNKS, "chunks or more", "part the file")
        yield line


def _lines(lines: Iterable[str], name: str) -> list[Any]:
    items = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                items.append(_unwrapped(loads(line)))
            except RecursionError:
                raise ValueError(f"{name}: line {number} is nested too deeply: {line.strip()[:60]!r}") from None
            except ValueError as error:
                why = str(error).split("; use sys.")[0]
                raise ValueError(f"{name}: line {number} is not JSON ({why}): {line.strip()[:60]!r}") from None
    return items


def _json(text: str, name: str) -> list[Any]:
    """A list of chunks, or an object with one under ``chunks``; else lines of JSON under another name."""
    try:
        whole = loads(text)
    except ValueError as error:
        if text.count("\n") > 1 and text.lstrip().startswith("{"):
            return _lines(text.split("\n"), name)
        raise ValueError(f"{name} is not JSON ({error})") from None
    items = whole.get("chunks", [whole]) if isinstance(whole, dict) else whole
    if not isinstance(items, list):
        raise ValueError(f"{name} must hold a list of chunks, or an object with one under 'chunks'")
    return [_unwrapped(item) for item in of_list(items, name)]


def _csv(lines: Iterator[str], name: str, texts: tuple[str | None, ...]) -> list[dict[str, Any]]:
    """Rows as records; an empty cell is no value, except where it is a chunk's text."""
    begun = list(_until_visible(lines))
    delimiter = delimiter_of(name, begun[-1] if begun else "")
    # A carriage return alone ends a row too.
    ended = (part for line in chain(begun, lines) for part in io.StringIO(line, newline=""))
    items: list[dict[str, Any]] = []
    rows = csv.DictReader(ended, delimiter=delimiter, strict=True)
    try:
        with long_cells():
            heads = list(rows.fieldnames or ())
            if twice := next((head for head, times in Counter(heads).items() if times > 1), None):
                raise ValueError(f"{name}: two columns are called {twice!r}; give each its own name")
            for number, row in enumerate(rows, 1):
                if None in row:
                    raise ValueError(f"{name}: row {number} has more cells than there are columns")
                if None in row.values():
                    raise ValueError(f"{name}: row {number} has fewer cells than there are columns")
                check_size(name, number * len(heads), CHUNKS * _COLUMNS, "cells up to here", "part the file")
                check_size(name, number, CHUNKS, "rows or more", "part the file")
                items.append({key: _cell(key, value) for key, value in row.items() if value or key in texts})
    except csv.Error as error:
        raise ValueError(f"{name}: row {len(items) + 1} is broken ({error})") from None
    return items


def _until_visible(lines: Iterator[str]) -> Iterator[str]:
    """The lines up to the first that holds something, of which the delimiter is told."""
    for line in lines:
        yield line
        if line.strip():
            return


def _cell(key: str, value: str) -> Any:
    return _whole(value) if field_of(key) in _NUMBERS else value


def _parquet(files: Iterable[Path], options: Namespace) -> Iterator[dict[str, Any]]:
    named = [getattr(options, f"{what}_field") for what in ("text", "start", "end", "source")]
    texts = [options.text_field] if options.text_field else list(TEXTS)
    fields = {*_NUMBERS, *_SOURCES, *_IDS, *filter(None, named)}
    columns = (f"{holder}.{field}" for holder in (*METADATA, "meta.origin") for field in fields)
    known = {*TEXTS, *METADATA, *fields, *columns}
    for file in files:
        yield from read_parquet(file, known, texts)


def _text(path: Path) -> str:
    data = bytes_of(path)
    try:
        return decode_bytes(data, "utf-8", path.as_posix())
    except ValueError as error:
        raise ValueError(f"{str(error).split(';')[0]}; chunks are read as UTF-8") from None


def _of_text_file(path: Path) -> dict[str, Any]:
    """A chunk a file, under the name of the file; one line end at its end is the file's, not the chunk's."""
    text = _text(path)
    return {"id": path.as_posix(), "text": text[:-2] if text.endswith("\r\n") else text.removesuffix("\n")}


def _file_key(path: Path) -> list[Any]:
    return _natural(path.as_posix())


def _natural(name: str) -> list[Any]:
    """A key by which chunk_2 comes before chunk_10."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else part) for part in re.split(r"([0-9]+)", name) if part]


def _renamed(items: Iterable[Any], name: str, options: Namespace) -> list[Any]:
    """The items with their metadata as a dict, and the fields that the options name under the names that are known."""
    items = nested(items, name, {getattr(options, option) for option in (*_PLAIN, "source_field")})
    fields = {plain: getattr(options, option) for option, plain in _PLAIN.items() if getattr(options, option)}
    if not fields:
        return list(items)
    items = list(items)
    for plain in ("start", "end"):
        if plain in fields and items and not any(_holders(item, fields[plain]) for item in items):
            raise ValueError(f"no chunk has a value in {fields[plain]!r}; see --{plain}-field")
    return [_with_known_names(item, fields) if isinstance(item, Mapping) else item for item in items]


def _with_known_names(item: Mapping[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    others = TEXTS if "text" in fields else ()  # the field that was named is the text, whatever else is there
    renamed = {key: value for key, value in item.items() if key not in fields and key not in others}
    for plain, field in fields.items():
        for holder in _holders(item, field)[:1]:
            renamed[plain] = holder[field] if plain == "text" else _whole(holder[field])
    return renamed


def _holders(item: Any, field: str) -> list[Mapping[str, Any]]:
    """Where a field of a record stands: in itself, or in its metadata."""
    if not isinstance(item, Mapping):
        return []
    holders = (item, item.get("metadata"), item.get("meta"))
    return [holder for holder in holders if isinstance(holder, Mapping) and field in holder]


def _whole(value: Any) -> Any:
    return int(value.split(".")[0]) if isinstance(value, str) and _WHOLE.fullmatch(value) else value


def _checked(items: list[Any], name: str, noun: str, text_field: str | None) -> list[Any]:
    for number, item in enumerate(progress(items, len(items), "chunks read"), 1):
        try:
            if not isinstance(item, (str, Mapping, list, tuple)):
                raise TypeError("it must be an object with a text, such as 'text', a string, or a text with its start")
            text, start, end, _ = read_chunk(item)
            if isinstance(item, (list, tuple)):
                items[number - 1] = {"text": text, "start": start, "end": end}
        except (TypeError, ValueError) as error:
            why = _without_text(str(error).removeprefix("chunk 0: ").replace("chunk 0 ", "it "), text_field)
            held = f"; it has {', '.join(map(str, item)) or 'no fields'}" if isinstance(item, Mapping) else ""
            raise ValueError(f"{name}: {noun} {number}: {why}{held}") from None
    return items


def _source(item: Any, options: Namespace) -> str | None:
    """The document that a chunk names, in itself or in its metadata."""
    if not isinstance(item, Mapping):
        return None
    names = (options.source_field,) if options.source_field else _SOURCES
    for where in ((), ("metadata",), ("meta",), ("meta", "origin")):  # the last as Docling has it
        holder: Any = item
        for key in where:
            holder = holder.get(key) if isinstance(holder, Mapping) else None
        if isinstance(holder, Mapping):
            for name in names:
                if isinstance(value := holder.get(name), str) and value:
                    return value
                # An id may be a number, and with gaps pandas writes 1 as 1.0; elsewhere it is something else.
                if type(value) is float and value.is_integer() and _by_id(options):
                    value = int(value)
                if type(value) is int and (options.source_field or _by_id(options)):
                    return str(value)
    return None


def _by_id(options: Namespace) -> bool:
    """Whether chunks name records by their ids."""
    return getattr(options, "records", False) or getattr(options, "record", None) is not None
