"""Where a text may be cut without cutting a character that people see as one.

A letter with its accent, an emoji with its skin tone, a family joined from four emoji, a flag of two
letters, a Korean syllable in parts, a Devanagari conjunct and a line end of two characters are each one
character to a reader and several code points to Python. These are the rules of Unicode's extended grapheme
clusters (UAX #29), with the categories of the running Python, made stricter: a combining mark never opens a
chunk, not even after a line end, and nothing is cut behind a joiner.
"""

from __future__ import annotations

from unicodedata import category

ZWJ = "\u200d"
# Extend a cluster although their category is not a mark: joiners, half-width voiced marks, Thai and Lao AM.
_EXTENDS = frozenset("\u200c\u200d\uff9e\uff9f\u0e33\u0eb3")
# Signs that stand before the number or the letter they belong to, most of them Arabic.
_PREPENDS = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd\U000111c2\U000111c3"
    "\U000113d1\U0001193f\U00011941\U00011a84\U00011a85\U00011a86\U00011a87\U00011a88\U00011a89\U00011d46\U00011f02"
)
# Marks that tie the next consonant to the one before: the viramas of the scripts that stack or join them.
_LINKERS = frozenset(
    "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6"
    "\U00010a3f\U00011133\U0001193e\U00011a47\U00011a99"
)
_FLAG_HALVES = "".join(map(chr, range(0x1F1E6, 0x1F200)))


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _extends(char: str) -> bool:
    """Whether this character belongs to the one before it."""
    if char in _EXTENDS or "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f":
        return True
    return category(char)[0] == "M"


def _flag_halves_before(text: str, position: int, low: int) -> int:
    """How many flag halves end at ``position``, looked at in slices that double: a run of flags can be long."""
    start, window = position, 32
    while start > low:
        piece = text[max(start - window, low) : start]
        rest = len(piece.rstrip(_FLAG_HALVES))
        start -= len(piece) - rest
        if rest:
            break
        window *= 2
    return position - start


def _links(text: str, position: int, low: int) -> bool:
    """Whether one of the marks right before ``position`` ties the next letter to the last one."""
    while position > low:
        position -= 1
        if text[position] in _LINKERS:
            return True
        if text[position] != ZWJ and category(text[position])[0] != "M":
            return False
    return False


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
    if before in _PREPENDS:
        return category(after) in ("Cc", "Zl", "Zp")
    if after < "\u0300":
        return not (after == "\n" and before == "\r") and before != ZWJ
    if before == ZWJ or _extends(after):
        return False
    if _is_flag_half(after):
        return _flag_halves_before(text, position, low) % 2 == 0
    if before >= "\u0300" and category(after) == "Lo":
        part = _hangul(after)
        if part:
            return part not in _HANGUL_JOINS.get(_hangul(before), ())
        return not _links(text, position, low)
    return True


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
