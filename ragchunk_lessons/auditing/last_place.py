"""Searching from the end of a text, in time that grows in step with it."""

from __future__ import annotations

_SHORT = 256  # code points; so many comparisons for each place of the text are still few


def last_place(text: str, piece: str, low: int, high: int) -> int:
    """What ``text.rfind(piece, low, high)`` gives; -1 if the piece is not there.

    Python searches forwards in linear time, and backwards in time that grows with the product of both lengths. So a
    long piece is searched for forwards, in a text that is turned round, a window at a time.

    Examples
    --------
    >>> last_place("one two one", "one", 0, 11), last_place("one two one", "one", 1, 10)
    (8, -1)
    """
    size = len(piece)
    if size <= _SHORT:
        return text.rfind(piece, low, high)
    turned, end, step = piece[::-1], min(high, len(text)), 4 * size
    while end - low >= size:
        start = max(low, end - step)
        found = text[start:end][::-1].find(turned)
        if found >= 0:
            return end - found - size
        end, step = start + size - 1, 2 * step
    return -1
