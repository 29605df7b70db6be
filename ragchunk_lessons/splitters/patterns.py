"""Patterns that a caller gives: how long they may take.

Python's ``re`` tries one way after another and has no limit: ``(a+)+$`` takes hours on forty characters, and ``\\s+$``
hours on a million spaces. It looks for signals while it works, so a timer can stop it. The timer runs only while a
pattern of the caller is used, and counts only the time inside the matching, so ordinary work costs nothing more.
Where there is no timer (Windows, a thread beside the main one), the worst patterns are refused by their form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

from ..readers._bounds import PATTERN_CHARACTERS, PATTERN_SECONDS, WAY_OUT, can_interrupt, limit, within

_PLACES: dict[CodeType, Callable[[FrameType], re.Pattern[str]]] = {}


def matching(pattern: Callable[[FrameType], re.Pattern[str]]) -> Callable[[Callable], Callable]:
    """Marks a function in which patterns of the caller are matched; ``pattern`` gives the one that is."""

    def mark(function: Callable) -> Callable:
        _PLACES[function.__code__] = pattern
        return function

    return mark


@contextmanager
def watched(patterns: Iterable[object], characters: int) -> Iterator[None]:
    """Work with patterns of the caller on so many characters; without any pattern, nothing is watched.

    Raises
    ------
    ValueError
        If the matching takes longer than ``PATTERN_SECONDS`` and a second more for each ``PATTERN_CHARACTERS``; if
        it could not be stopped, and a pattern repeats without limit what itself repeats without limit.

    Examples
    --------
    >>> with watched([re.compile("b+")], 5):
    ...     spans(re.compile("b+"), "abbab")
    [(1, 3), (4, 5)]
    """
    given = [pattern for pattern in patterns if isinstance(pattern, re.Pattern)]
    if not given:
        yield
        return
    seconds = limit(PATTERN_SECONDS + characters / PATTERN_CHARACTERS)
    if not can_interrupt():
        for pattern in given:
            if nests_repeats(pattern):
                raise ValueError(
                    f"pattern {_shown(pattern)} repeats without limit what itself repeats without limit, so it may "
                    f"never come to an end; {_CHANGE}"
                )

    def refused(frame: FrameType) -> ValueError:
        pattern = _PLACES[frame.f_code](frame)
        return ValueError(
            f"pattern {_shown(pattern)} took more than {seconds:.3g} seconds on {characters} characters and was "
            f"stopped; {_CHANGE}; {WAY_OUT}"
        )

    with within(seconds, refused, lambda frame: frame.f_code in _PLACES):
        yield


_CHANGE = (
    "write one repeat instead of two nested ones, give it a limit such as {1,100}, "
    "or make it possessive such as a++, so that it does not try every way"
)


def _shown(pattern: re.Pattern[str]) -> str:
    text = pattern.pattern
    return repr(text if len(text) <= 80 else text[:79] + "…")


@matching(lambda frame: frame.f_locals["pattern"])
def spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The spans of all matches, empty ones too.

    Examples
    --------
    >>> spans(re.compile("b+"), "abbab")
    [(1, 3), (4, 5)]
    """
    found = []
    for match in pattern.finditer(text):
        found.append(match.span())
    return found


@matching(lambda frame: frame.f_locals["pattern"])
def match_at_start(pattern: re.Pattern[str], line: str) -> re.Match[str] | None:
    """As ``pattern.match``.

    Examples
    --------
    >>> match_at_start(re.compile("b"), "ab") is None
    True
    """
    return pattern.match(line)


def nests_repeats(pattern: re.Pattern[str]) -> bool:
    r"""Whether an endless repeat holds an endless repeat and nothing else that must be there.

    Examples
    --------
    >>> [nests_repeats(re.compile(text)) for text in (r"(a+)+$", r"(\w+\s*)*x", r"\d+(\.\d+)*", r"(?:a++)+")]
    [True, True, False, False]
    """
    try:
        from re import _constants as sign
        from re import _parser as parser
    except ImportError:  # another Python
        return False
    endless = (sign.MAX_REPEAT, sign.MIN_REPEAT)

    def inner(tree) -> Iterator:
        """The items of a tree, with those of plain groups in their place."""
        for name, value in tree:
            if name is sign.SUBPATTERN:
                yield from inner(value[-1])
            else:
                yield name, value

    def only_repeats(tree) -> bool:
        items = list(inner(tree))
        found = False
        for name, value in items:
            if name in endless:
                found = found or value[1] is sign.MAXREPEAT
                if value[0] and value[1] is not sign.MAXREPEAT:
                    return False
            elif name is sign.BRANCH:
                return any(map(only_repeats, value[1])) and len(items) == 1
            elif name is not sign.AT:
                return False
        return found

    def walk(tree) -> bool:
        for name, value in inner(tree):
            if name in endless:
                if (value[1] is sign.MAXREPEAT and only_repeats(value[2])) or walk(value[2]):
                    return True
            elif (name is sign.BRANCH and any(map(walk, value[1]))) or (
                name in (sign.ASSERT, sign.ASSERT_NOT) and walk(value[1])
            ):
                return True
        return False

    return walk(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
