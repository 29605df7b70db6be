"""The YAML block that a Markdown file may begin with: where it ends, and what it says."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_LINE_END = re.compile(r"\r\n?|\n")
_BRACKET = re.compile(r"[\[\]{}]")
DEEPEST = 50
_END = r"[ \t]*(?:\r\n?|\n|\Z)"
_BLOCK = re.compile(rf"\ufeff?---{_END}(.*?)(?:(?<=\n)|(?<=\r))(?:---|\.\.\.){_END}", re.DOTALL)
# A name and a colon, behind any blank lines and comments. Possessive, so that a CRLF is one line end for certain.
_KEY_FIRST = re.compile(r"""(?:[ \t]*+(?:\#[^\r\n]*+)?(?:\r\n?+|\n))*+[\w"'-][^\r\n:]*:(?:[ \t\r\n]|\Z)""")

# What a line of YAML may look like: a name and a colon, an entry of a list, a comment, a bracket, or more of the above.
_YAML_LINE = re.compile(r"""[ \t].*|[\w$"'?-][^:]*:(?:[ \t].*)?|-(?:[ \t].*)?|\#.*|[\]}].*|""")
_HEADING = re.compile(r"\#{1,6}[ \t]")
_HEADING_APART = re.compile(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\#{1,6}[ \t]")


def front_matter(text: str) -> tuple[int, dict[str, Any]]:
    """Where the front matter ends, 0 if there is none, and its labels.

    The labels are ``{"front_matter": {...}}``, or ``{"front_matter_error": "..."}`` where the block cannot be read
    although each of its lines looks like YAML. Any other block between two ``---`` that is no mapping of names to
    values is Markdown between two rules, and so is one that ends with a heading between blank lines: a remark in YAML
    stands with what it is about. Dates stay strings, so that the labels can be written as JSON.

    Raises
    ------
    ImportError
        If there is front matter and PyYAML is not installed.

    Examples
    --------
    >>> front_matter("---\\ntitle: Pump 3\\ndate: 2026-03-01\\n---\\n# Start\\n")
    (39, {'front_matter': {'title': 'Pump 3', 'date': '2026-03-01'}})
    """
    found = _BLOCK.match(text)
    if not found or not _KEY_FIRST.match(found.group(1)):
        return 0, {}
    yaml, loader = _yaml()
    if _depth(found.group(1)) > DEEPEST:
        return _unread(found, f"brackets nested deeper than {DEEPEST}")
    try:
        value = yaml.load(found.group(1), loader)
    except (
        yaml.YAMLError,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        reason = getattr(error, "problem", None) or str(error).partition("\n")[0] or type(error).__name__
        return _unread(found, reason)
    if not isinstance(value, dict) or _ends_with_heading(found.group(1)):
        return 0, {}
    return found.end(), {"front_matter": value}


def _unread(found: re.Match[str], reason: str) -> tuple[int, dict[str, Any]]:
    """A block that is no right YAML: wrong YAML, or Markdown that happens to begin with a name and a colon."""
    body = found.group(1)
    if _HEADING_APART.search(body) or not all(_YAML_LINE.fullmatch(line) for line in _LINE_END.split(body)):
        return 0, {}
    return found.end(), {"front_matter_error": reason}


def _ends_with_heading(body: str) -> bool:
    """Whether behind the last name stand headings, with blank lines before and behind them."""
    rows = _LINE_END.split(body)[:-1]
    last = next((at for at in reversed(range(len(rows))) if rows[at].strip() and not rows[at].startswith("#")), -1)
    tail = rows[last + 1 :]
    return len(tail) > 2 and not tail[0].strip() and not tail[-1].strip() and any(map(_HEADING.match, tail))


def _depth(text: str) -> int:
    """The most brackets that are open at once: the time that PyYAML takes grows with their square."""
    depth = deepest = 0
    for bracket in _BRACKET.finditer(text):
        depth = depth + 1 if bracket.group() in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


@cache
def _yaml() -> tuple[Any, Any]:
    try:
        import yaml
    except ImportError:
        raise ImportError("the front matter of this file needs PyYAML; run `pip install PyYAML`") from None

    class Loader(yaml.SafeLoader):
        """A safe loader for which a date is a string."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if tag != "tag:yaml.org,2002:timestamp"]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml, Loader
