"""What every splitter does first and last: check its arguments, and turn spans into chunks."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from typing import Any

from ..chunk import Chunk, unchecked_chunk
from ..document import Document, as_document, whole
from ..graphemes import boundary_after, boundary_before

Span = tuple[int, int]


def validate(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """The document to cut, after every argument has been found usable.

    Raises
    ------
    TypeError
        If the text is not a ``str`` or a ``Document``, a size is not an ``int``, ``length_function`` cannot be
        called or ``metadata`` is not a mapping.
    ValueError
        If ``chunk_size < 1``, ``chunk_overlap < 0`` or ``chunk_overlap >= chunk_size``.

    Examples
    --------
    >>> validate("abc", 50, 60)
    Traceback (most recent call last):
    ...
    ValueError: chunk_overlap=60 must be smaller than chunk_size=50; with no step forward the cutting would never end
    """
    document = as_document(text)
    whole_number("chunk_size", chunk_size, 1)
    whole_number("chunk_overlap", chunk_overlap, 0)
    if chunk_overlap >= chunk_size:
        raise ValueError(
            f"chunk_overlap={chunk_overlap} must be smaller than chunk_size={chunk_size}; "
            "with no step forward the cutting would never end"
        )
    if not callable(length_function):
        raise TypeError(f"length_function must be callable, such as len, not {type(length_function).__name__}")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise TypeError(f"metadata must be a mapping, not {type(metadata).__name__}")
    return document


def whole_number(name: str, value: object, least: int) -> int:
    """The value as a plain int; what is not a whole number of at least ``least`` is refused by name and value.

    Examples
    --------
    >>> whole_number("chunk_size", 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: chunk_size=0 must be at least 1
    """
    number = whole(name, value)
    # A uint8 of numpy stays one in a sum and overflows there, so that the cutting would never end.
    if getattr(value, "dtype", "int64") != "int64":
        raise TypeError(f"{name} is a {type(value).__name__}, which overflows; write int({name})")
    if number < least:
        raise ValueError(f"{name}={number} must be at least {least}")
    return number


def measured(length_function: Callable[[str], int], text: str) -> int:
    """What ``length_function`` gives for the text, if that can be a length.

    Raises
    ------
    TypeError
        If it is not a number.
    ValueError
        If it is negative or NaN.

    Examples
    --------
    >>> measured(lambda text: -1, "abc")
    Traceback (most recent call last):
    ...
    ValueError: length_function gives -1 for 'abc'; a length must be a number of at least 0
    """
    found = length_function(text)
    if type(found) is not int and not isinstance(found, Real):
        raise TypeError(f"length_function must give a number, not {type(found).__name__} ({found!r})")
    if not found >= 0:  # NaN is not
        shown = text if len(text) <= 40 else text[:39] + "…"
        raise ValueError(f"length_function gives {found} for {shown!r}; a length must be a number of at least 0")
    return found


def most(holds: Callable[[int], bool], limit: int) -> int:
    """The largest number up to ``limit`` for which ``holds``, if it holds for all smaller ones; 0 is not asked.

    Doubling first and halving then asks about little more text than the answer spans, so a chunk of many sentences
    costs a few measurements and not one for each.
    """
    good, step = 0, 1
    while good < limit and holds(min(good + step, limit)):
        good = min(good + step, limit)
        step *= 2
    bad = min(good + step, limit + 1)
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good


def trim(text: str, start: int, end: int) -> Span:
    """The span without white space at its ends; ``start == end`` if it holds nothing else.

    White space that carries a combining mark is not blank to the eye and stays at the start; white space that a
    joiner ties to the character before it stays at the end.

    Examples
    --------
    >>> trim("  ab ", 0, 5)
    (2, 4)
    """
    low, window = start, 32
    while True:
        # Slices that double keep a long run of white space linear and the usual short one cheap.
        piece = text[low : low + window] if low + window < end else text[low:end]
        bare = piece.lstrip()
        low += len(piece) - len(bare)
        if bare:
            break
        if low >= end:
            return start, start
        window *= 2
    high, window = end, 32
    while True:
        piece = text[high - window : high] if high - window > low else text[low:high]
        bare = piece.rstrip()
        high -= len(piece) - len(bare)
        if bare:
            break
        window *= 2
    if low > start and text[low] >= "\u0300":
        low = boundary_before(text, low, start)
    if high < end and text[high - 1] >= "\u0300":
        high = boundary_after(text, high, end, low)
    return low, high


def build(document: Document, spans: Iterable[Span], metadata: Mapping[str, Any] | None = None) -> list[Chunk]:
    """Chunks for spans that come in order: trimmed, none blank, none inside its neighbour.

    Every chunk has metadata of its own: lists and dicts in it are copied, so that a change reaches neither another
    chunk nor the caller. What cannot be copied, such as an open file, is shared.

    Examples
    --------
    >>> [chunk.text for chunk in build(Document("one two"), [(0, 4), (4, 7), (5, 7)])]
    ['one', 'two']
    """
    text = document.text
    base = {"source": document.source} if document.source else {}
    base.update(metadata or {})
    changeable = [key for key, value in base.items() if _can_change(value)]
    kept: list[Chunk] = []
    begun = reached = -1
    for start, end in spans:
        piece = text[start:end]
        body = piece.strip()
        if body != piece:
            if body and (first := body[0]) < "\u0300" and body[-1] < "\u0300":
                start += piece.find(first)  # nothing but white space stands before it
                end = start + len(body)
            else:  # nothing is left, or a mark or a joiner may hold on to white space
                start, end = trim(text, start, end)
                body = text[start:end]
        if start == end or end <= reached:
            continue
        if start <= begun:
            while kept and start <= kept[-1].start:
                kept.pop()
        kept.append(unchecked_chunk(body, start, end, _copied(base, changeable) if changeable else base.copy()))
        begun, reached = start, end
    return kept


_CONSTANT = frozenset({str, int, float, complex, bool, bytes, type(None)})


def _can_change(value: object) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return any(map(_can_change, value))
    return type(value) not in _CONSTANT


def _copied(base: Mapping[str, Any], changeable: Iterable[str]) -> dict[str, Any]:
    own = dict(base)
    for key in changeable:
        try:
            own[key] = copy.deepcopy(own[key])
        except Exception:  # locks, open files and objects with a rule of their own: shared rather than refused
            continue
    return own
