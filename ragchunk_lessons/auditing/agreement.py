"""Whether a chunk agrees with the passage it claims: it is that passage, or ends with it after an added context."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import category

_WORD = re.compile(r"\w+")


class Agreement:
    """Chunks against the passages of one text.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> agreement = Agreement("Ann: yes\\n---")
    >>> agreement.holds("Ann: ---", 9, 12), agreement.holds("Bob: ---", 9, 12), agreement.holds("Reyes", 5, 8)
    (True, False, False)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._words: set[str] | None = None

    def holds(self, piece: str, start: int, end: int, metadata: Mapping[str, Any] | None = None) -> bool:
        """Whether the piece is its slice, or ends with it: after what stands there in the source, or a context."""
        body = self.text[start:end]
        if piece == body:
            return True
        if not piece.endswith(body) or not body or body.isspace():
            return False
        if self.front(piece, start, end) is not None:
            return True
        context = piece[: len(piece) - len(body)]
        if context[-1] in "\r\n":
            return True
        if _in_word(context[-1]):
            return False
        return any(char.isalnum() for char in body) or self._knows(context, metadata)

    def front(self, piece: str, start: int, end: int) -> int | None:
        """Where the piece starts, if what stands in front of its slice stands there in the source too."""
        low = end - len(piece)
        return low if 0 <= low < start and self.text.startswith(piece, low) else None

    def _knows(self, context: str, metadata: Mapping[str, Any] | None) -> bool:
        """Whether a context is made of words of the source or of the chunk's labels.

        A slice of signs alone proves little: a full stop ends any sentence, one that nobody said too.
        """
        words = _WORD.findall(context)
        if not words:
            return context.strip() in self.text
        if self._words is None:
            self._words = set(_WORD.findall(self.text))
        strange = set(words) - self._words
        return not strange or strange <= {word for text in _texts(metadata or {}) for word in _WORD.findall(text)}


def names(context: str, metadata: Mapping[str, Any] | None) -> bool:
    """Whether a context is one of the labels of its chunk, with the signs that part it from the text.

    Examples
    --------
    >>> names("Ann: ", {"speaker": "Ann"}), names("Ann: ", {})
    (True, False)
    """
    label = context.strip().rstrip(":：>").strip()
    return bool(label) and label in _texts(metadata or {})


def _texts(value: Any) -> Iterator[str]:
    """Every text in a chunk's metadata."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)


def _in_word(char: str) -> bool:
    return char.isalnum() or category(char)[0] == "M"
