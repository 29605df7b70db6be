"""The one idea: a chunk knows where it came from.

A chunk carries its text and the span of the document that this text stands for. From the span come the
audit, the pictures, parents and neighbours, evaluation, and an id that is the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .document import whole

# JSON knows no tuple: these come back from it as lists.
_TUPLES = ("heading_path", "pages", "speakers", "missing")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document that knows where it came from.

    Parameters
    ----------
    text : str
        What is indexed and shown to a model.
    start, end : int
        ``document.text[start:end]`` is the passage this chunk stands for: half-open, in code points.
    metadata : Mapping
        What else is known of it: ``source``, ``heading_path``, ``page``, ``row``, ``speaker``, …
        The chunk keeps a dict of its own.

    Raises
    ------
    TypeError
        If ``text`` is not a ``str``, ``start`` or ``end`` is not an ``int``, or ``metadata`` is not a mapping.
    ValueError
        If ``start`` is negative or after ``end``.

    Examples
    --------
    >>> chunk = Chunk("world", 6, 11)
    >>> "hello world"[chunk.start:chunk.end] == chunk.text
    True
    """

    text: str
    start: int
    end: int
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"text must be a str, not {type(self.text).__name__}")
        for name in ("start", "end"):
            value = getattr(self, name)
            if type(value) is not int:
                object.__setattr__(self, name, whole(name, value))
        if not 0 <= self.start <= self.end:
            raise ValueError(f"span [{self.start}:{self.end}] is not 0 <= start <= end")
        if type(self.metadata) is not dict and not isinstance(self.metadata, Mapping):
            raise TypeError(f"metadata must be a mapping, such as a dict, not {type(self.metadata).__name__}")
        object.__setattr__(self, "metadata", dict(self.metadata))

    @property
    def id(self) -> str:
        """The first 16 hex digits of sha256 over source, start, end and text.

        The same input gives the same id on every run and machine; two equal passages of one document
        differ, since their positions do.

        Examples
        --------
        >>> Chunk("world", 6, 11).id == Chunk("world", 6, 11).id
        True
        >>> Chunk("world", 6, 11).id == Chunk("world", 0, 5).id
        False
        """
        parts = (str(self.metadata.get("source", "")), str(self.start), str(self.end), self.text)
        # Each part is preceded by its length, so that no two different chunks spell the same bytes.
        digest = hashlib.sha256()
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(b"%d:" % len(data))
            digest.update(data)
        return digest.hexdigest()[:16]

    def to_dict(self) -> dict[str, Any]:
        """The chunk as a plain dict, as one line of a JSONL file holds it.

        Examples
        --------
        >>> Chunk("world", 6, 11).to_dict()
        {'id': '519d0e61bcc9ba8d', 'text': 'world', 'start': 6, 'end': 11, 'metadata': {}}
        """
        return {"id": self.id, "text": self.text, "start": self.start, "end": self.end, "metadata": dict(self.metadata)}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Chunk:
        """A chunk from the dict that ``to_dict`` gives, also after a way through JSON.

        Labels that are tuples, such as ``heading_path`` and ``pages``, are tuples again, which JSON has made lists. The
        id is computed anew.

        Raises
        ------
        TypeError
            If the record is not a mapping, or a field is of the wrong type.
        ValueError
            If a field is missing, or the record has an id that its own content does not give.

        Examples
        --------
        >>> Chunk.from_dict({"text": "world", "start": 6, "end": 11}).text
        'world'
        """
        if not isinstance(record, Mapping):
            raise TypeError(f"record must be a mapping, such as a dict, not {type(record).__name__}")
        missing = [name for name in ("text", "start", "end") if name not in record]
        if missing:
            raise ValueError(f"record lacks {', '.join(missing)}; it has {', '.join(map(str, record)) or 'no fields'}")
        metadata = record.get("metadata")
        chunk = cls(record["text"], record["start"], record["end"], {} if metadata is None else metadata)
        for name in _TUPLES:
            if isinstance(chunk.metadata.get(name), list):
                chunk.metadata[name] = tuple(chunk.metadata[name])
        said = record.get("id")
        if said is not None and said != chunk.id:
            raise ValueError(
                f"the record has id {said!r}, but its source, span and text give {chunk.id!r}; "
                "one of them was changed: restore it, or leave the id out"
            )
        return chunk


class _Draft:
    """The fields of a chunk before it is one: a frozen class sets its own at four times the cost."""

    __slots__ = ("end", "metadata", "start", "text")


def unchecked_chunk(text: str, start: int, end: int, metadata: dict[str, Any]) -> Chunk:
    """A chunk of values that are known to be right: nothing is checked, and the dict becomes its own.

    For splitters, which have made these values themselves; it takes a third of the time of ``Chunk``.

    Examples
    --------
    >>> unchecked_chunk("world", 6, 11, {}) == Chunk("world", 6, 11)
    True
    """
    draft: Any = _Draft()
    draft.text, draft.start, draft.end, draft.metadata = text, start, end, metadata
    draft.__class__ = Chunk  # both have the same slots
    return draft
