"""Harm done to chunks on purpose, one kind at a time: to see what a check says of it, and whether it sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..chunk import Chunk

__all__ = ["DAMAGES", "damage"]

_SHIFT = 5  # characters


def _letter_gone(chunk: Chunk) -> Chunk:
    """The longest word loses the letter in its middle."""
    word = max(chunk.text.split(), key=len, default="")
    middle = len(word) // 2
    return replace(chunk, text=chunk.text.replace(word, word[:middle] + word[middle + 1 :], 1))


# Each takes two chunks or more; what can be harmed alone is the second, which has a neighbour before it.
_WAYS = {
    "nothing": lambda chunks: chunks,
    "a chunk is missing": lambda chunks: [chunks[0], *chunks[2:]],
    "a letter is missing": lambda chunks: [chunks[0], _letter_gone(chunks[1]), *chunks[2:]],
    "a position is wrong": lambda chunks: [
        chunks[0],
        replace(chunks[1], start=chunks[1].start + _SHIFT, end=chunks[1].end + _SHIFT),
        *chunks[2:],
    ],
    "line ends became spaces": lambda chunks: [replace(chunk, text=" ".join(chunk.text.split())) for chunk in chunks],
    "two chunks changed places": lambda chunks: [chunks[1], chunks[0], *chunks[2:]],
}

DAMAGES: tuple[str, ...] = tuple(_WAYS)
"""The kinds of damage, as ``damage`` takes them; the first one does none."""


def damage(chunks: Iterable[Chunk], kind: str) -> list[Chunk]:
    """The chunks as a careless step could have left them.

    Parameters
    ----------
    chunks : iterable of Chunk
        Two or more.
    kind : str
        One of ``DAMAGES``. A wrong position is some characters too large.

    Returns
    -------
    list of Chunk
        A new list; the chunks that were given stay as they are.

    Raises
    ------
    ValueError
        If the kind is unknown or there are fewer than two chunks.

    Examples
    --------
    >>> whole = [Chunk("One two.", 0, 8), Chunk("Three four.", 9, 20)]
    >>> [chunk.text for chunk in damage(whole, "a letter is missing")]
    ['One two.', 'Thee four.']
    """
    if kind not in _WAYS:
        raise ValueError(f"kind={kind!r} is no damage that is known; choose from {', '.join(map(repr, DAMAGES))}")
    chunks = list(chunks)
    if len(chunks) < 2:
        raise ValueError(f"chunks holds {len(chunks)} of the two or more that this needs; cut smaller")
    return _WAYS[kind](chunks)
