"""Code that stands in a text without a fence: told by its syntax, not by a word that it begins with."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from typing import Any

_DEFINES = re.compile(r"(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*(?:\(.*\)\s*)?:|@[A-Za-z_][\w.]*\s*(?:\(.*)?$")
_MAY_BE_PYTHON = re.compile(
    r"(?:from\s+[\w.]+\s+import|import\s+\w|(?:if|for|while|with|try|raise|assert|return)\b.*[:(]"
    r"|[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*(?:[-+*/|&]?=(?!=)|\())"
)
_CLOSES = re.compile(r"[)\]}]|(?:else|elif|except|finally|catch|end)\b")
_CALL = re.compile(r"[\w\])]\(")
_COMMENTS = 20  # lines of comment on top of a definition
_LONGEST = 4_000  # code points of one paragraph that are tried as Python


class BareCode:
    """Finds code without a fence in the lines of one text.

    Parameters
    ----------
    lines : sequence of Line
    """

    def __init__(self, lines: Sequence[Any]) -> None:
        self.lines = lines
        self.paragraph_ends = [0] * len(lines)
        end = len(lines)
        for number in range(len(lines) - 1, -1, -1):
            if lines[number].indent < 0:
                end = number
            self.paragraph_ends[number] = end
        self.no_python: set[int] = set()  # ends of paragraphs that have been tried

    def end(self, at: int, sure: bool = False) -> int:
        """Where the code that starts on this line ends; 0 if none does. With ``sure``, only a definition counts."""
        lines, first = self.lines, at
        while first - at < _COMMENTS and first + 1 < len(lines) and lines[first].text.startswith("#"):
            first += 1  # a comment on top of a definition
        if not (lines[first].indent >= 0 and self.opens(first)):
            return 0 if sure else self.paragraph_of_python(at)
        end = number = first + 1
        while number < len(lines):
            line = lines[number]
            if line.indent < 0:
                number += 1
            elif line.indent > 0 or _CLOSES.match(line.text):
                number = end = number + 1
            elif lines[number - 1].indent < 0:
                break
            elif self.opens(number):
                number = end = number + 1
            elif more := self.paragraph_of_python(number):
                number = end = more
            else:
                break
        return end

    def opens(self, at: int) -> bool:
        """Whether a definition or a block in braces starts on this line."""
        line, following = self.lines[at], None
        if line.indent > 0:
            return False
        for number in range(at + 1, min(at + 3, len(self.lines))):
            if self.lines[number].indent >= 0:
                following = self.lines[number]
                break
        deeper = following is not None and following.indent > 0
        if _DEFINES.match(line.text):
            if line.text.startswith("@"):
                return following is not None and number == at + 1 and bool(_DEFINES.match(following.text))
            return deeper or (bool(re.search(r":\s*\S", line.text)) and _is_python(line.text))
        return line.text.rstrip().endswith("{") and (deeper or bool(following and following.text.startswith("}")))

    def paragraph_of_python(self, at: int) -> int:
        """The end of the paragraph from this line on, if all of it is Python that no prose could be."""
        lines, end = self.lines, self.paragraph_ends[at]
        if lines[at].indent or not _MAY_BE_PYTHON.match(lines[at].text) or end in self.no_python:
            return 0
        last = lines[end - 1]
        if last.start + len(last.text) - lines[at].start > _LONGEST:
            return 0
        text = "\n".join(line.text for line in lines[at:end])
        if not _is_python(text):
            self.no_python.add(end)
            return 0
        if re.fullmatch(r"import\s+\w+", text.strip()):  # two words that a text may well say; what follows decides
            after = next((n for n in range(end, len(lines)) if lines[n].indent >= 0), None)
            if after is None or not (self.opens(after) or _MAY_BE_PYTHON.match(lines[after].text)):
                return 0
        return end


def _is_python(text: str) -> bool:
    """Whether this is Python of statements that do something, such as an assignment or a call.

    Examples
    --------
    >>> _is_python("total = 1"), _is_python("print(total)"), _is_python("Note: important"), _is_python("Done (twice)")
    (True, True, False, False)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(body) and all(_does_something(node, text) for node in body)


def _does_something(node: ast.stmt, text: str) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.Await)) and bool(_CALL.search(text))
    return not (isinstance(node, ast.AnnAssign) and node.value is None)
