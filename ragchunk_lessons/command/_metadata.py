"""Metadata as tables hold it: a cell of JSON or of a Python dict, or a column for each of its fields."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ._json import loads
from ._options import complain, one_line
from ._shown import value_of

METADATA = ("metadata", "meta")
_HEADS = tuple(f"{name}." for name in METADATA)
_REPR = 100_000  # characters of a cell that are parsed as Python, which takes some hundred bytes for each


def field_of(name: str) -> str:
    """The field that a column stands for.

    Examples
    --------
    >>> field_of("metadata.source"), field_of("source")
    ('source', 'source')
    """
    return name.partition(".")[2] if name.startswith(_HEADS) else name


def nested(items: Iterable[Any], name: str, named: Collection[str]) -> Iterator[Any]:
    """The items with their metadata as a dict; what looks like one and cannot be read is said on standard error.

    Parameters
    ----------
    items : iterable of object
    name : str
        Of the file.
    named : collection of str
        Columns that stay as they are, since an option names them.
    """
    first, unread = 0, 0
    for number, item in enumerate(items, 1):
        if isinstance(item, Mapping):
            item, whole = _nested(item, named)
            if not whole:
                first, unread = first or number, unread + 1
        yield item
    if unread:
        more = f" and {unread - 1:,} more" if unread > 1 else ""
        complain(
            f"note: {one_line(name)}: the metadata of record {first}{more} is neither JSON nor a dict as Python "
            "writes it, so positions and sources in it are not read"
        )


def _nested(item: Mapping[str, Any], named: Collection[str]) -> tuple[Mapping[str, Any], bool]:
    """An item with its metadata as a dict, and whether all of that could be read."""
    cells = [key for key in METADATA if isinstance(value := item.get(key), str) and value.lstrip().startswith("{")]
    columns = [key for key in item if isinstance(key, str) and key.startswith(_HEADS) and key not in named]
    if not cells and not columns:
        return item, True
    made = {key: value for key, value in item.items() if key not in columns}
    whole = True
    for key in cells:
        found = _dict_of(item[key])
        made[key] = item[key] if found is None else found
        whole = whole and found is not None
    for key in METADATA:
        parts = {column: item[column] for column in columns if column.partition(".")[0] == key}
        if parts:
            held = made.get(key)
            made[key] = _from_columns(parts, held if isinstance(held, Mapping) else {})
    return made, whole


def _dict_of(cell: str) -> dict[str, Any] | None:
    """What a cell says; pandas writes a dict as Python shows it, not as JSON."""
    try:
        found = loads(cell)
    except (ValueError, RecursionError):
        found = None
    if found is None and len(cell) <= _REPR:
        try:
            found = value_of(cell)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    return found if isinstance(found, dict) else None


def _from_columns(columns: Mapping[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata of columns such as ``metadata.source``; what the record holds as metadata itself goes first."""
    made: dict[str, Any] = {}
    for column, value in columns.items():
        if value is None or value != value:  # a gap of pandas is not a number
            continue
        *path, last = column.split(".")[1:]
        holder = made
        for key in path:
            inside = holder.setdefault(key, {})
            holder = inside if isinstance(inside, dict) else {}
        holder.setdefault(last, value)
    return {**made, **held}
