"""Which characters of a PDF page are no known letters: its fonts need not say which letters their signs are."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

_BLANK = re.compile(r"[\t\n\f\r \x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000]+")
_NO_LETTER = "\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffd\ufffe\uffff\ud800-\udfff"
_UNKNOWN = re.compile(f"[{_NO_LETTER}]")
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
# The names of glyphs, where the names say nothing: /g12/g7/g31
_NAMES = re.compile(r"(?:/(?:[a-zA-Z]{1,2}|cid|glyph|index|char|uni)[0-9A-F]{1,5}){3,}")

# Encodings of composite fonts that pypdf turns into letters without any table.
_READ_BY_NAME = re.compile(r"/(?:.*-(?:UCS2|UTF16)-|GB-EUC|GBpc-EUC|GBK-EUC|GBK2K|ETen-B5|ETenms-B5|90ms-RKSJ)")


def visible(text: str) -> int:
    """How many characters are not blank.

    Examples
    --------
    >>> visible("a b\\n"), visible("\\x1c\\x01")
    (2, 2)
    """
    return len(text) - sum(map(len, _BLANK.findall(text)))


def unreadable(text: str) -> int:
    """How many characters stand in words that are no words: mostly control or private characters, or names of glyphs.

    A sign on its own (a bullet) and a sign within a word (a ligature) do not count, unless the page holds no others.

    Examples
    --------
    >>> unreadable("\\x01\\x02\\x03 \\x04\\x05"), unreadable("\\uf0b7 Oil the o\\x0ece."), unreadable("\\ufffd")
    (5, 0, 1)
    """
    count, readable, lone = 0, False, False
    for line in re.split(r"[\n\r]", text):
        row: list[tuple[int, bool]] = []  # of each word: its length, and whether it is none
        for word in filter(None, _BLANK.split(line)):
            unknown = len(_UNKNOWN.findall(word))
            signs = unknown + len(_PRIVATE.findall(word))
            bad = 2 * unknown >= len(word) or (len(word) > 2 and 2 * signs >= len(word)) or bool(_NAMES.fullmatch(word))
            row.append((len(word), bad))
            readable = readable or (not signs and not bad)
        for at, (length, bad) in enumerate(row):
            # One sign counts beside another word that is none.
            beside = any(row[near][1] for near in (at - 1, at + 1) if 0 <= near < len(row))
            if bad and (length > 1 or beside):
                count += length
            lone = lone or bad
    return visible(text) if lone and not readable else count


class Unmapped:
    """Counts the visible characters that each page draws in fonts that do not say which letters their signs are.

    It is the ``visitor_text`` of pypdf. Composite fonts number their signs as they like; without a ``/ToUnicode``
    table, pypdf gives the numbers as if they were letters.
    """

    def __init__(self) -> None:
        self.page = 0  # the number of the page that is being read
        self._fonts: dict[int, _Font] = {}

    def count(self, page: int) -> int:
        """How many on this page; to be asked when all pages are read, since a font may show late what it is."""
        return sum(font.counts[page] for font in self._fonts.values() if font.unmapped)

    def __call__(self, text: str, _place: Any, _line: Any, font: Any, _size: Any) -> None:
        if text and font:
            self._fonts.setdefault(id(font), _Font(font)).add(text, self.page)


class _Font:
    def __init__(self, font: Any) -> None:
        self.font = font  # kept, so that its id stays its own
        self.counts: Counter[int] = Counter()
        self.unmapped = self._maybe = False
        if font.get("/Subtype") == "/Type0" and not _is_mapped(font):
            encoding = _resolved(font.get("/Encoding"))
            name = encoding if isinstance(encoding, str) else ""
            # Where a second table leads from the numbers to the signs, the numbers may be those of Unicode.
            self._maybe = name.startswith("/Identity") and _has_sign_table(font)
            self.unmapped = not self._maybe and not _READ_BY_NAME.match(name)

    def add(self, text: str, page: int) -> None:
        self.counts[page] += visible(text)
        self.unmapped = self.unmapped or (self._maybe and bool(_UNKNOWN.search(text)))


def _is_mapped(font: Any) -> bool:
    table = _resolved(font.get("/ToUnicode"))
    # What is no stream is the name of a table that every reader knows.
    return table is not None and (
        not hasattr(table, "get_data") or bool(re.search(rb"beginbf(?:char|range)", table.get_data()))
    )


def _has_sign_table(font: Any) -> bool:
    inner = _resolved(font.get("/DescendantFonts"))
    return bool(inner) and hasattr(_resolved(_resolved(inner[0]).get("/CIDToGIDMap")), "get_data")


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value
