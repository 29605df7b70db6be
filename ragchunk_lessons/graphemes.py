"""Where a text may be cut without cutting a character that people see as one.

A letter with its accent, an emoji with its skin tone, a family joined from four emoji, a flag of two
letters, a Korean syllable in parts and a line end of two characters are each one character to a reader and
several code points to Python. These are the rules of Unicode's extended grapheme clusters (UAX #29) as far
as the standard library knows them, made stricter in one point: a combining mark never opens a chunk, not
even after a line end.
"""

from __future__ import annotations

from unicodedata import category

ZWJ = "\u200d"
# Extend a cluster although their category is not a mark: joiners, half-width voiced marks, Thai and Lao AM.
_EXTENDS = frozenset("\u200c\u200d\uff9e\uff9f\u0e33\u0eb3")


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _extends(char: str) -> bool:
    """Whether this character belongs to the one before it."""
    if char in _EXTENDS or "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f":
        return True
    return category(char)[0] == "M"


def _hangul(char: str) -> str:
    """The part a Korean character plays in a syllable: L, V, T, LV, LVT, or nothing."""
    if "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c":
        return "L"
    if "\u1160" <= char <= "\u11a7" or "\ud7b0" <= char <= "\ud7c6":
        return "V"
    if "\u11a8" <= char <= "\u11ff" or "\ud7cb" <= char <= "\ud7fb":
        return "T"
    if "\uac00" <= char <= "\ud7a3":
        return "LV" if (ord(char) - 0xAC00) % 28 == 0 else "LVT"
    return ""


_HANGUL_JOINS = {
    "L": {"L", "V", "LV", "LVT"},
    "LV": {"V", "T"},
    "V": {"V", "T"},
    "LVT": {"T"},
    "T": {"T"},
}


def is_boundary(text: str, position: int, low: int = 0) -> bool:
    """Whether a cut before ``text[position]`` leaves every visible character whole.

    Parameters
    ----------
    text : str
    position : int
        0 and ``len(text)`` are always boundaries.
    low : int
        A position at or before ``position`` that is known to be a boundary; nothing before it is read. It
        keeps a text of nothing but flags from costing quadratic time.

    Examples
    --------
    >>> is_boundary("e\\u0301", 1), is_boundary("ab", 1), is_boundary("a\\r\\nb", 2)
    (False, True, False)
    """
    if position <= low or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if after < "\u0300":
        return not (after == "\n" and before == "\r") and before != ZWJ
    if before == ZWJ or _extends(after):
        return False
    if _is_flag_half(after):
        run = position
        while run > low and _is_flag_half(text[run - 1]):
            run -= 1
        return (position - run) % 2 == 0
    part = _hangul(after)
    return not part or part not in _HANGUL_JOINS.get(_hangul(before), ())


def boundary_before(text: str, position: int, low: int = 0) -> int:
    """The last boundary at or before ``position``, never before ``low``.

    Examples
    --------
    >>> boundary_before("ae\\u0301", 2)
    1
    """
    while position > low and not is_boundary(text, position, low):
        position -= 1
    return position


def boundary_after(text: str, position: int, high: int | None = None, low: int = 0) -> int:
    """The first boundary at or after ``position``, never after ``high``.

    Examples
    --------
    >>> boundary_after("ae\\u0301b", 2)
    3
    """
    high = len(text) if high is None else high
    while position < high and not is_boundary(text, position, low):
        position += 1
    return min(position, high)
