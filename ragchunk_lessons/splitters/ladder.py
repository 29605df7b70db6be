"""Ladders of separators, from coarse to fine: the two that come with the package, and any other one made ready."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .rungs import Characters, CodePoints, Literal, Matches, Run, Rung

Separator = str | re.Pattern[str]

LADDER: tuple[Separator, ...] = ("\n\n", "\n", " ", "")

_STOPS, _CLOSERS = "。！？｡…", "”’」』）》】"
_HAN = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"


def _after(marks: str, half_width: str) -> re.Pattern[str]:
    """The place behind these marks and behind the quotes and brackets that close with them.

    A half-width mark counts only before white space or a Han or Kana character: in 3.14 and 1,000 it ends nothing.
    """
    more = f"(?![{marks}{_CLOSERS}])"
    full = "|".join(f"(?<=[{marks}]{f'[{_CLOSERS}]' * closers})" for closers in range(3))
    # Most places are none of these, and one look tells.
    any_of_them = rf"(?<=[{marks}{_CLOSERS}{half_width}])"
    return re.compile(rf"{any_of_them}(?:(?:{full}){more}|(?<=[{half_width}])(?=[\s{_HAN}]))")


# Lines before sentences, sentences before clauses, clauses before words. All sentence ends are one rung: a question
# is no weaker an end than a statement. The marks stay with what they close, whatever keep_separator says.
CJK_LADDER: tuple[Separator, ...] = (
    "\n\n",
    "\n",
    _after(_STOPS, ".!?"),
    _after("；", ";"),
    _after("，", ","),
    _after("、､", "､"),
    " ",
    "",
)


def check_separators(separators: Sequence[Separator]) -> tuple[Separator, ...]:
    """The separators as a tuple, up to the first ``""``: nothing can be finer than that.

    Raises
    ------
    TypeError
        If they are one ``str``, or hold anything but ``str`` and patterns for ``str``.
    ValueError
        If a pattern matches between any two characters.

    Examples
    --------
    >>> check_separators([re.compile(r"\\s*")])
    Traceback (most recent call last):
    ...
    ValueError: separator re.compile('\\\\s*') also matches nothing, so it would cut between any two characters; \
let it match at least one character, or give "" as the last separator
    """
    if isinstance(separators, (str, re.Pattern)) or not isinstance(separators, Sequence):
        raise TypeError(f'separators must be a list such as ["\\n\\n", " "], not {separators!r}')
    rungs: list[Separator] = []
    for separator in separators:
        if isinstance(separator, re.Pattern) and isinstance(separator.pattern, str):
            # Two private-use characters: no sensible pattern has anything to say about the place between them.
            found = separator.match("\ue000\ue000", 1)
            if found and found.end() == 1:
                raise ValueError(
                    f"separator {separator!r} also matches nothing, so it would cut between any two characters; "
                    'let it match at least one character, or give "" as the last separator'
                )
        elif not isinstance(separator, str):
            raise TypeError(f"a separator must be a str or a compiled pattern for str, not {separator!r}")
        if separator == "":
            break
        rungs.append(separator)
    return tuple(rungs)


def climb_down(text: str, separators: Sequence[Separator], at_end: bool) -> list[Rung]:
    """The rungs for this text, coarse to fine, always down to single code points.

    In a text with carriage returns every line end of a literal separator matches any line end, and CRLF is one.
    """
    returns = "\r" in text
    careful = returns or not text.isascii()
    rungs: list[Rung] = []
    for separator in separators:
        if isinstance(separator, str):
            separator = separator.replace("\r\n", "\n").replace("\r", "\n")
            if returns and "\n" in separator:
                # Possessive, so that one CRLF is never given back as two line ends.
                separator = re.compile(re.escape(separator).replace("\\\n", r"(?:\r\n?+|\n)"))
            elif not _is_run(separator) and _overlaps_itself(separator):
                separator = re.compile(re.escape(separator))
        if isinstance(separator, re.Pattern):
            rungs.append(Matches(text, separator, at_end, careful))
        else:
            rungs.append((Run if _is_run(separator) else Literal)(text, separator, at_end, careful))
    if careful:
        rungs.append(Characters(text))
    rungs.append(CodePoints())
    return rungs


def _is_run(sep: str) -> bool:
    return len(sep) > 1 and sep == sep[0] * len(sep)


def _overlaps_itself(sep: str) -> bool:
    """Whether one match can begin inside another."""
    return any(sep.startswith(sep[k:]) for k in range(1, len(sep)))
