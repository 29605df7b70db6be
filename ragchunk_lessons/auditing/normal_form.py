"""The normal forms of Unicode, in time that grows in step with the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import combining, is_normalized, normalize

_MANY = 256
"""Marks in a row; Unicode itself thinks that 30 are enough for any language (UAX 15, "Stream-Safe Text Format")."""

_LONG = re.compile(rf"[^\x00-\u02ff]{{{_MANY},}}")  # no character below U+0300 combines


def normal_form(form: str, text: str) -> str:
    """What ``unicodedata.normalize`` gives, which sorts marks in time that grows with the square of their number.

    Of more than 256 marks on one letter, each 256 are sorted on their own.

    Examples
    --------
    >>> normal_form("NFC", "e\\u0301") == "\u00e9"
    True
    """
    return "".join(normalize(form, part) for part in _parts(text))


def is_normal(form: str, text: str) -> bool:
    """Whether ``normal_form`` would change nothing.

    Examples
    --------
    >>> is_normal("NFC", "e\\u0301"), is_normal("NFC", "\u00e9")
    (False, True)
    """
    return all(is_normalized(form, part) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    done = 0
    for run in [] if text.isascii() else _LONG.finditer(text):
        marks = 0
        for at in range(*run.span()):
            marks = marks + 1 if combining(text[at]) else 0
            if marks == _MANY:
                yield text[done:at]
                done, marks = at, 0
    yield text[done:]
