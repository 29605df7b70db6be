"""Chunks as pipelines store them: JSON Lines, a JSON list, CSV, Parquet, or a folder of text files."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..auditing.adapters import _TEXTS, read_chunk
from ..chunk_lines import _unwrapped, read_chunks
from ..readers._decode import bytes_of, decode_bytes
from ..readers._folder import files_in
from ..readers.any_file import delimiter_of
from ._documents import STDIN, read_stdin
from ._parquet import parts_in, read_parquet
from ._writing import progress

_SOURCES = ("source", "file_path", "filename", "file_name")
_IDS = ("id", "id_", "element_id")
_NUMBERS = ("start", "end", "start_index", "end_index", "start_char_idx", "end_char_idx", "split_idx_start")
_PLAIN = {"text_field": "text", "start_field": "start", "end_field": "end"}
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
    parts = sorted(parts_in(path), key=_file_key) if is_folder else [path] if suffix == ".parquet" else []
    if parts:
        items = _checked(_renamed(_parquet(parts, options), options), name, "row")
    elif is_folder:
        items = [_of_text_file(file) for file in files_in(path)]
        items.sort(key=lambda item: _natural(item["id"]))
    else:
        text = read_stdin() if name == STDIN else _text(path)
        items = _parsed(text, "standard input" if name == STDIN else name, suffix, options)
    found = [Record(item, number, _source(item, options)) for number, item in enumerate(items, 1)]
    if options.source_field and found and all(record.source is None for record in found):
        raise ValueError(f"{name}: no chunk names a document in {options.source_field!r}; see --source-field")
    return found


def _parsed(text: str, name: str, suffix: str, options: Namespace) -> list[Any]:
    if "\0" in text:
        raise ValueError(f"{name} is no text: it has a NUL character at position {text.index(chr(0))}")
    if suffix in (".csv", ".tsv", ".tab"):
        return _checked(_renamed(_csv(text, name, suffix, (*_TEXTS, options.text_field)), options), name, "row")
    if suffix == ".json":
        return _checked(_renamed(_json(text, name), options), name, "chunk")
    if not any(getattr(options, field) for field in _PLAIN):
        try:
            return read_chunks(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return _checked(_renamed(_lines(text, name), options), name, "chunk")


def _lines(text: str, name: str) -> list[Any]:
    items = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                items.append(_unwrapped(json.loads(line)))
            except ValueError as error:
                raise ValueError(f"{name}: line {number} is not JSON ({error}): {line.strip()[:60]!r}") from None
    return items


def _json(text: str, name: str) -> list[Any]:
    """A list of chunks, or an object with one under ``chunks``; else lines of JSON under another name."""
    try:
        whole = json.loads(text)
    except ValueError as error:
        if text.count("\n") > 1 and text.lstrip().startswith("{"):
            return _lines(text, name)
        raise ValueError(f"{name} is not JSON ({error})") from None
    items = whole.get("chunks", [whole]) if isinstance(whole, dict) else whole
    if not isinstance(items, list):
        raise ValueError(f"{name} must hold a list of chunks, or an object with one under 'chunks'")
    return [_unwrapped(item) for item in items]


def _csv(text: str, name: str, suffix: str, texts: tuple[str | None, ...]) -> list[dict[str, Any]]:
    """Rows as records; an empty cell is no value, except where it is a chunk's text."""
    usual = csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter_of(name, text), strict=True)
    items: list[dict[str, Any]] = []
    try:
        heads = list(rows.fieldnames or ())
        if twice := next((head for head, times in Counter(heads).items() if times > 1), None):
            raise ValueError(f"{name}: two columns are called {twice!r}; give each its own name")
        for number, row in enumerate(rows, 1):
            if None in row:
                raise ValueError(f"{name}: row {number} has more cells than there are columns")
            if None in row.values():
                raise ValueError(f"{name}: row {number} has fewer cells than there are columns")
            items.append({key: _cell(key, value) for key, value in row.items() if value or key in texts})
    except csv.Error as error:
        raise ValueError(f"{name}: row {len(items) + 1} is broken ({error})") from None
    finally:
        csv.field_size_limit(usual)
    return items


def _cell(key: str, value: str) -> Any:
    if key in _NUMBERS and _WHOLE.fullmatch(value):
        return int(value.split(".")[0])
    if key in ("metadata", "meta") and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _parquet(files: Iterable[Path], options: Namespace) -> Iterator[dict[str, Any]]:
    named = [getattr(options, f"{what}_field") for what in ("text", "start", "end", "source")]
    texts = [options.text_field] if options.text_field else list(_TEXTS)
    known = {*_TEXTS, *_NUMBERS, *_SOURCES, *_IDS, "metadata", "meta", *filter(None, named)}
    for file in files:
        yield from read_parquet(file, known, texts)


def _text(path: Path) -> str:
    try:
        return decode_bytes(bytes_of(path), "utf-8", path.as_posix())
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


def _renamed(items: Iterable[Any], options: Namespace) -> list[Any]:
    """The items with the fields that the options name under the names that are known."""
    fields = {plain: getattr(options, option) for option, plain in _PLAIN.items() if getattr(options, option)}
    if not fields:
        return list(items)
    items = list(items)
    for plain in ("start", "end"):
        if plain in fields and items and not any(_holders(item, fields[plain]) for item in items):
            raise ValueError(f"no chunk has a value in {fields[plain]!r}; see --{plain}-field")
    return [_with_known_names(item, fields) if isinstance(item, Mapping) else item for item in items]


def _with_known_names(item: Mapping[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    renamed = {key: value for key, value in item.items() if key not in fields}
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


def _checked(items: list[Any], name: str, noun: str) -> list[Any]:
    for number, item in enumerate(progress(items, len(items), "chunks read"), 1):
        try:
            if not isinstance(item, (str, Mapping)):
                raise TypeError("it must be an object with a text, such as 'text', or a string")
            read_chunk(item)
        except TypeError as error:
            why = str(error).removeprefix("chunk 0: ").replace("chunk 0 is a dict", "it is an object")
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
    return None
