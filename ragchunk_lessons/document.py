"""What is cut: a plain text, with the marks a reader saw in it and the way back to its raw input.

Everything in this package works on ``Document.text`` and on half-open spans of it, in code points,
as Python slices count. A file is read once; rendering never blurs a span afterwards.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Mark:
    """Something a reader saw in the text: a heading, a page, a row, a speaker, a block of code.

    Parameters
    ----------
    kind : str
        What it is, such as ``"heading"`` or ``"page"``.
    start, end : int
        Its half-open span in ``Document.text``, in code points.
    data : Mapping
        What else is known of it, such as ``{"level": 2}``.

    Raises
    ------
    TypeError
        If ``start`` or ``end`` is not an ``int``.
    ValueError
        If ``start`` is negative or after ``end``.

    Examples
    --------
    >>> Mark("heading", 0, 5, {"level": 1}).data["level"]
    1
    """

    kind: str
    start: int
    end: int
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            object.__setattr__(self, name, whole(f"{name} of a mark", getattr(self, name)))
        if not 0 <= self.start <= self.end:
            raise ValueError(f"span [{self.start}:{self.end}] of a mark is not 0 <= start <= end")


class _Draft:
    """The fields of a mark before it is one: a frozen class sets its own at four times the cost."""

    __slots__ = ("data", "end", "kind", "start")


def unchecked_mark(kind: str, start: int, end: int, data: Mapping[str, Any]) -> Mark:
    """A mark of places that are known to be right, without the checks that a million cells of a table feel.

    Examples
    --------
    >>> unchecked_mark("cell", 0, 5, {}) == Mark("cell", 0, 5)
    True
    """
    draft: Any = _Draft()
    draft.kind, draft.start, draft.end, draft.data = kind, start, end, data
    draft.__class__ = Mark  # both have the same slots
    return draft


@dataclass(frozen=True, slots=True)
class RawMap:
    """From a span of the text back to the span of the raw input that it was read from.

    Parameters
    ----------
    segments : tuple of (text_start, text_end, raw_start, raw_end)
        In the order of the text, where they do not overlap. A segment whose two lengths are equal maps character by
        character; any other one (``&amp;`` read as ``&``) maps as a whole.

    Raises
    ------
    TypeError
        If a segment is not four ``int``.
    ValueError
        If a segment is negative or ends before it starts, or the segments overlap or are out of order.

    Examples
    --------
    >>> raw, text = "a &amp; b", "a & b"
    >>> there = RawMap(((0, 2, 0, 2), (2, 3, 2, 7), (3, 5, 7, 9)))
    >>> start, end = there.to_raw(2, 4)
    >>> raw[start:end]
    '&amp; '
    """

    segments: tuple[tuple[int, int, int, int], ...]

    def __post_init__(self) -> None:
        if not isinstance(self.segments, (tuple, list)):
            raise TypeError(f"segments must be a tuple of segments, not {type(self.segments).__name__}")
        checked: list[tuple[int, int, int, int]] = []
        reached = 0
        for number, segment in enumerate(self.segments):
            if not isinstance(segment, (tuple, list)) or len(segment) != 4:
                raise TypeError(
                    f"segments[{number}] must be (text_start, text_end, raw_start, raw_end), not {segment!r}"
                )
            text_start, text_end, raw_start, raw_end = (whole(f"segments[{number}]", place) for place in segment)
            if not (0 <= text_start <= text_end and 0 <= raw_start <= raw_end):
                raise ValueError(f"segments[{number}]={segment!r} has a span that is not 0 <= start <= end")
            if text_start < reached:
                raise ValueError(
                    f"segments[{number}]={segment!r} starts before {reached}, where the one before it ends; "
                    "give segments in order that do not overlap"
                )
            reached = text_end
            checked.append((text_start, text_end, raw_start, raw_end))
        object.__setattr__(self, "segments", tuple(checked))

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """The smallest raw span that holds everything ``text[start:end]`` was read from.

        Raises
        ------
        ValueError
            If the span is empty or nothing in it came from the raw input.
        """
        if not 0 <= start < end:
            raise ValueError(f"span [{start}:{end}] is empty or negative; give 0 <= start < end")
        starts = [segment[0] for segment in self.segments]
        first = max(bisect_right(starts, start) - 1, 0)
        touched = []
        for text_start, text_end, raw_start, raw_end in self.segments[first:]:
            if text_start >= end:
                break
            if text_end <= start:
                continue
            if text_end - text_start == raw_end - raw_start:
                touched.append((raw_start + max(start - text_start, 0), raw_end - max(text_end - end, 0)))
            else:
                touched.append((raw_start, raw_end))
        if not touched:
            raise ValueError(f"nothing in span [{start}:{end}] came from the raw input")
        return min(a for a, _ in touched), max(b for _, b in touched)


@dataclass(frozen=True, slots=True)
class Document:
    """A plain text to cut, whatever it was read from.

    Parameters
    ----------
    text : str
        What a person would read. Every span in this package indexes it.
    source : str
        Its name: a path, a title, an id. Chunk ids and neighbours need it.
    marks : tuple of Mark
        What the reader saw, each with its span. A list is made a tuple.
    raw : RawMap or None
        The way back to the raw input, where there is one.

    Raises
    ------
    TypeError
        If ``text`` or ``source`` is not a ``str``, ``marks`` is not a tuple of ``Mark``, or ``raw`` is not a
        ``RawMap``.
    ValueError
        If a mark runs past the end of the text.

    Examples
    --------
    >>> Document("Hello.", source="greeting.txt").text[0:5]
    'Hello'
    """

    text: str
    source: str = ""
    marks: tuple[Mark, ...] = ()
    raw: RawMap | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"text must be a str, not {_kind(self.text)}")
        if not isinstance(self.source, str):
            raise TypeError(f"source must be a str, not {_kind(self.source)}")
        if not isinstance(self.marks, (tuple, list)):
            raise TypeError(f"marks must be a tuple of Mark, not {type(self.marks).__name__}")
        for number, mark in enumerate(self.marks):
            if not isinstance(mark, Mark):
                raise TypeError(f"marks[{number}] must be a Mark, not {type(mark).__name__}")
            if mark.end > len(self.text):
                where = f"marks[{number}] is [{mark.start}:{mark.end}]"
                raise ValueError(f"{where}, which runs past the end of the text at {len(self.text)}")
        object.__setattr__(self, "marks", tuple(self.marks))
        if self.raw is not None and not isinstance(self.raw, RawMap):
            raise TypeError(f"raw must be a RawMap or None, not {type(self.raw).__name__}")


def as_document(text: str | Document) -> Document:
    """A ``Document`` as it is; a ``str`` as a document without a name.

    Raises
    ------
    TypeError
        For anything else, with the way out.

    Examples
    --------
    >>> as_document("Hello.").source
    ''
    """
    if isinstance(text, Document):
        return text
    if isinstance(text, str):
        return Document(text)
    raise TypeError(f"text must be a str or a Document, not {_kind(text)}")


def whole(name: str, value: object) -> int:
    """The value as a plain ``int``, also from numpy and its kind; anything else is refused by name and value.

    Raises
    ------
    TypeError
        For what is not a whole number, such as ``True`` or ``2.0``.

    Examples
    --------
    >>> whole("start", 2.5)
    Traceback (most recent call last):
    ...
    TypeError: start must be an int, not float (2.5)
    """
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))
        except TypeError:
            pass
    raise TypeError(f"{name} must be an int, not {type(value).__name__} ({value!r})")


def _kind(value: object) -> str:
    """The type of a wrong value in words, with the way out where there is a usual one."""
    name = type(value).__name__
    if isinstance(value, (bytes, bytearray)):
        return f"{name}; decode it first, for example value.decode('utf-8')"
    if hasattr(value, "__fspath__"):
        return f"{name}; read the file first, for example path.read_text(encoding='utf-8')"
    return name
