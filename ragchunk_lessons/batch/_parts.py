"""A part of a corpus: which documents one worker takes at a time, and a name that changes with its content."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..document import Document


@dataclass(frozen=True, slots=True)
class Part:
    """Some documents of a source that stand side by side.

    Parameters
    ----------
    kind : {"folder", "jsonl", "parquet"}
    path : str
        The folder or the file.
    number : int
        Its place among the parts, from 0.
    size : int
        In bytes of the source.
    where : tuple
        Which documents: the files of a folder, the bytes of a file, the row groups of a table.
    first : int
        The line or row, from 1, at which it starts.
    print : str
        What tells whether its content has changed.
    """

    kind: str
    path: str
    number: int
    size: int
    where: tuple[Any, ...] = field(repr=False)
    first: int
    print: str

    @property
    def name(self) -> str:
        """The name of its files: its number, and a hash of what it is made of.

        Examples
        --------
        >>> Part("jsonl", "a.jsonl", 3, 10, (0, 10), 1, "").name
        'part-00003-20a2f15974eb'
        """
        spelled = repr((self.kind, self.number, self.where, self.first, self.print))
        return f"part-{self.number:05d}-{hashlib.sha256(spelled.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


class Loaded(NamedTuple):
    """A document with the other fields of its record."""

    document: Document
    fields: dict[str, Any]


class Item(NamedTuple):
    """One document of a part before it is read: where it stands, how it is read, and how its record names it.

    Both functions may fail.
    """

    label: str
    load: Callable[[], Loaded]
    own_name: Callable[[], str]

    def name(self) -> str:
        """What it is called: by its own id if that can be read, otherwise by where it stands."""
        try:
            name = self.own_name()
            name.encode()
        except Exception:
            return self.label
        return name


Items = Iterator[Item]


def named(value: Any, label: str) -> str:
    """The name of a record: its own id, or where it stands.

    Raises
    ------
    ValueError
        If the id is neither a text nor a whole number. 7.0 is one, as pandas writes it beside a gap.

    Examples
    --------
    >>> named(7.0, "a.jsonl:1"), named(None, "a.jsonl:1")
    ('7', 'a.jsonl:1')
    """
    if value is None or value == "":
        return label
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError(f"the id must be a text or a whole number, not {value!r:.60}")
    return str(value)


def check_text(value: Any, field: str, fields: Any) -> str:
    """The text of a record.

    Raises
    ------
    ValueError
        If it is missing or no text.

    Examples
    --------
    >>> check_text(None, "text", ["body"])
    Traceback (most recent call last):
    ...
    ValueError: there is no field 'text'; the record has: body
    """
    if isinstance(value, str):
        return value
    if value is None and field in fields:
        raise ValueError(f"the field {field!r} is null")
    if value is None:
        raise ValueError(f"there is no field {field!r}; the record has: {', '.join(map(str, fields)) or 'nothing'}")
    raise ValueError(f"the field {field!r} holds no text, but {value!r:.60}")
