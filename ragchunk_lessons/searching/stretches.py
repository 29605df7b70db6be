"""Sets of characters of several documents, as stretches of text: union, size, and what two of them share.

A stretch is ``(start, end, text)`` with ``text == document.text[start:end]``. Characters are counted without white
space: what lies between two chunks is white space, and nobody misses it.
"""

from __future__ import annotations

from collections.abc import Iterable

Stretch = tuple[int, int, str]
Stretches = dict[str, list[Stretch]]


def union(parts: Iterable[tuple[str, int, int, str]]) -> Stretches:
    """Every character once: for each source its stretches in order, none of which overlap.

    Parameters
    ----------
    parts : iterable of (source, start, end, text)

    Examples
    --------
    >>> union([("a", 4, 7, "efg"), ("a", 0, 3, "abc"), ("a", 2, 5, "cde"), ("a", 2, 5, "cde")])
    {'a': [(0, 3, 'abc'), (3, 5, 'de'), (5, 7, 'fg')]}
    """
    found: Stretches = {}
    for source, start, end, text in sorted(parts):
        stretches = found.setdefault(source, [])
        reached = stretches[-1][1] if stretches else 0
        if end > max(start, reached):
            cut = max(start, reached)
            stretches.append((cut, end, text[cut - start :]))
    return found


def size(stretches: Stretches) -> int:
    """How many characters there are, white space not counted.

    Examples
    --------
    >>> size({"a": [(0, 3, "a c"), (3, 5, "de")]})
    4
    """
    return sum(_visible(text) for parts in stretches.values() for _, _, text in parts)


def common(one: Stretches, other: Stretches) -> int:
    """How many characters the two share, white space not counted.

    Raises
    ------
    ValueError
        If the same place has one text here and another one there: the two are not about the same document.

    Examples
    --------
    >>> common({"a": [(0, 3, "abc")]}, {"a": [(1, 2, "b"), (2, 9, "c defgh")], "b": [(0, 3, "abc")]})
    2
    """
    shared = 0
    for source in one.keys() & other.keys():
        mine, others = one[source], other[source]
        at = beside = 0
        while at < len(mine) and beside < len(others):
            (low, high, text), (start, end, words) = mine[at], others[beside]
            first, last = max(low, start), min(high, end)
            if first < last:
                seen, said = text[first - low : last - low], words[first - start : last - start]
                if seen != said:
                    raise ValueError(
                        f"{source!r} has {_short(seen)!r} at [{first}:{last}] in one place and {_short(said)!r} in "
                        "another; chunks and questions must come from the same text"
                    )
                shared += _visible(seen)
            if high <= end:
                at += 1
            if end <= high:
                beside += 1
    return shared


def _visible(text: str) -> int:
    return len("".join(text.split()))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
