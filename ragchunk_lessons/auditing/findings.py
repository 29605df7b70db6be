"""What an audit hands out: gaps in the source, findings on chunks, and chunks put back in their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int]
_SPACES = [chr(code) for code in range(0x3001) if chr(code).isspace()]


@dataclass(frozen=True, slots=True)
class Gap:
    """A passage of the source that no chunk holds, without the white space around it.

    Parameters
    ----------
    start, end : int
        Its half-open span in the source, in code points.
    text : str
        ``source[start:end]``.

    Examples
    --------
    >>> Gap(6, 12, "to all").characters
    5
    """

    start: int
    end: int
    text: str

    @property
    def characters(self) -> int:
        """How many characters are lost, white space not counted."""
        return len("".join(self.text.split()))


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an audit found on one chunk.

    Parameters
    ----------
    number : int
        The chunk's index in the list that was audited, from 0.
    start, end : int or None
        The passage of the source in question: the span that the chunk claims, or the one where it was found.
        None where the text stands nowhere in the source.
    detail : str
        What was found, in words.
    at : int or None
        The position in the source that matters: the first difference, the cut, or the place where a misplaced
        text really starts.

    Examples
    --------
    >>> Finding(3, 10, 20, "starts inside 'contex|tual'", at=10).number
    3
    """

    number: int
    start: int | None
    end: int | None
    detail: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk of any make, put in its place.

    Parameters
    ----------
    number : int
        Its index in the list that was given, from 0.
    text : str
        Its text, as given.
    spans : tuple of (start, end)
        The passages of the source that it holds: usually one, several where it joins distant sentences, none
        where its text is not in the source.
    metadata : Mapping
        What else was known of it. It does not count when two are compared.

    Examples
    --------
    >>> Placed(0, "one", ((0, 3),)).start
    0
    """

    number: int
    text: str
    spans: tuple[Span, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def start(self) -> int | None:
        """Where its first passage starts."""
        return self.spans[0][0] if self.spans else None

    @property
    def end(self) -> int | None:
        """Where its last passage ends."""
        return self.spans[-1][1] if self.spans else None


@dataclass(frozen=True, slots=True)
class Hidden:
    """What ``normalize`` or ``ignore`` kept an audit from reporting.

    Parameters
    ----------
    kind : str
        ``"nfc"``, ``"quotes"``, ``"case"``, ``"whitespace"``, ``"ignore"`` or the name of a function.
    chunks : int
        Chunks that would be called rewritten without it.
    passages, characters : int
        Passages that would be called lost without it, and their characters, white space not counted.
    examples : tuple of str
        The first few, in words.

    Examples
    --------
    >>> Hidden("whitespace", 2, examples=("chunk 0: 'a b' where the source has 'a  b'",)).chunks
    2
    """

    kind: str
    chunks: int = 0
    passages: int = 0
    characters: int = 0
    examples: tuple[str, ...] = ()


def first_difference(one: str, other: str) -> int:
    """The index of the first character in which two texts differ; the shorter length if one opens the other.

    Examples
    --------
    >>> first_difference("alpha", "alphabet"), first_difference("cafe", "café")
    (5, 3)
    """
    low, high = 0, min(len(one), len(other))
    while low < high:  # halving compares slices, which is many times faster than a loop over characters
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def visible(text: str) -> int:
    """How many characters of a text are not white space.

    Examples
    --------
    >>> visible("a b\\n")
    2
    """
    return len(text) - sum(map(text.count, _SPACES))


def gaps(text: str, spans: list[Span]) -> list[Gap]:
    """The passages that no span holds, less their white space; a gap of nothing else is none.

    Examples
    --------
    >>> gaps("one two three", [(0, 3), (8, 13)])
    [Gap(start=4, end=7, text='two')]
    """
    found = []
    covered = 0
    for start, end in [*sorted(spans), (len(text), len(text))]:
        if start > covered:
            missing = text[covered:start]
            bare = missing.strip()
            if bare:
                low = covered + len(missing) - len(missing.lstrip())
                found.append(Gap(low, low + len(bare), bare))
        covered = max(covered, end)
    return found
