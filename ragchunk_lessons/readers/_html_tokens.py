"""HTML as a row of tags and texts with their positions: the first half of what a browser does.

The parser of the standard library changes its mind about broken tags from one version to the next. This one follows
the HTML standard, gives the same tokens everywhere, and departs from a browser only where a browser would hide text:
what is opened and never closed (a comment, a script, a quote in a tag) ends at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple


class Token(NamedTuple):
    """A tag or a text of the source; ``kind`` is ``"open"``, ``"close"``, ``"text"`` or ``"verbatim"``.

    In a verbatim text, ``&amp;`` is five characters. ``name`` is a tag's name in lower case, or nothing.
    """

    kind: str
    start: int
    end: int
    name: str = ""


# Possessive throughout, so that a tag without an end is given up after one look.
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\s"'>][^\s>]*+|(?=>))"""
_ATTRIBUTE = rf"""[^\s/>][^\s/>=]*+(?:\s*+=\s*+{_VALUE})?+"""
_TAG = re.compile(rf"</?([a-zA-Z][^\s/>]*+)(?:[\s/]++|{_ATTRIBUTE})*+>")
_PAIR = re.compile(rf"""([^\s/>][^\s/>=]*+)(?:\s*+=\s*+({_VALUE}))?+""")
_COMMENT_END = re.compile(r"--!?>")
_CDATA = "<![CDATA["

# What stands in these is no markup. Scripts and styles are not shown; the others are.
_HIDDEN = frozenset({"script", "style"})
_TEXT_ONLY = {"title": "text", "textarea": "text", "xmp": "verbatim"}
_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])[^>]*+>", re.IGNORECASE | re.ASCII) for name in [*_HIDDEN, *_TEXT_ONLY]}


def tokens(raw: str) -> Iterator[Token]:
    """The tags and texts of an HTML source in order; comments, declarations, scripts and styles are left out.

    Examples
    --------
    >>> [(t.kind, t.name or "a<b>c</b>"[t.start : t.end]) for t in tokens("a<b>c</b>")]
    [('text', 'a'), ('open', 'b'), ('text', 'c'), ('close', 'b')]
    """
    missing: set[str] = set()  # what was looked for once and stands nowhere behind: never looked for again

    def find(what: str, at: int) -> int:
        if what in missing:
            return -1
        found = raw.find(what, at)
        if found < 0:
            missing.add(what)
        return found

    def search(key: str, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        found = None if key in missing else pattern.search(raw, at)
        if found is None:
            missing.add(key)
        return found

    begun = at = 0  # where the text before the next markup begins, and where that markup is looked for
    while (less := raw.find("<", at)) >= 0:
        inner: list[Token] = []
        sign = raw[less + 1 : less + 2]
        if sign == "!":
            end = _after_declaration(raw, less, find, search, inner)
        elif sign == "?" or raw.startswith("</>", less):
            end = find(">", less) + 1
        else:
            end = _after_tag(raw, less, find, search, inner)
        if end <= less:  # no markup: this "<" is text
            at = less + 1
            continue
        if begun < less:
            yield Token("text", begun, less)
        yield from inner
        begun = at = end
    if begun < len(raw):
        yield Token("text", begun, len(raw))


def _after_declaration(raw: str, less: int, find, search, inner: list[Token]) -> int:
    """Where a comment, a doctype or a CDATA section ends; 0 where it is none of them."""
    if raw.startswith("<!--", less):
        for short in ("<!-->", "<!--->"):
            if raw.startswith(short, less):
                return less + len(short)
        end = search("-->", _COMMENT_END, less + 4)
        return end.end() if end else less + 4
    if raw.startswith(_CDATA, less):
        body = less + len(_CDATA)
        end = find("]]>", body)
        if body < end:
            inner.append(Token("verbatim", body, end))
        return end + 3 if end >= 0 else body
    return find(">", less) + 1 if raw[less + 2 : less + 3].isalpha() or raw.startswith("<![", less) else 0


def _after_tag(raw: str, less: int, find, search, inner: list[Token]) -> int:
    """Where a tag ends, together with what it hides or holds as mere text; 0 where it is no tag."""
    name_at = less + 1
    closing = raw.startswith("/", name_at)
    if closing:
        name_at += 1
    first = raw[name_at : name_at + 1]
    if not (first.isascii() and first.isalpha()) or find(">", less) < 0:
        return 0
    tag = _TAG.match(raw, less)
    # The only way to fail is a quote that holds every ">" and the end of the source: then the quote is none.
    end = tag.end() if tag else find(">", less) + 1
    name = (tag[1] if tag else re.split(r"[\s/>]", raw[name_at:end], maxsplit=1)[0]).lower()
    kind = "close" if closing else "open"
    inner.append(Token(kind, less, end, name))
    if closing or name not in _ENDS or raw[end - 2] == "/":
        return end
    stop = search(name, _ENDS[name], end)
    if stop is None:  # never closed: the source goes on as if it were not there
        return end
    if name in _HIDDEN:
        inner.clear()
    elif end < stop.start():
        inner.append(Token(_TEXT_ONLY[name], end, stop.start()))
    if name not in _HIDDEN:
        inner.append(Token("close", stop.start(), stop.end(), name))
    return stop.end()


def attribute(raw: str, tag: Token, name: str) -> str | None:
    """The value of a tag's attribute, decoded; ``""`` where it has no value, None where the tag lacks it.

    Examples
    --------
    >>> source = '<img src=a.png ALT="A &amp; B">'
    >>> attribute(source, Token("open", 0, len(source), "img"), "alt")
    'A & B'
    """
    span = attribute_span(raw, tag, name)
    return None if span is None else decoded(raw[span[0] : span[1]])


def attribute_span(raw: str, tag: Token, name: str) -> tuple[int, int] | None:
    """Where the value of a tag's attribute stands in the source, without its quotes."""
    for pair in _PAIR.finditer(raw, tag.start + 1 + len(tag.name), tag.end - 1):
        if pair[1].lower() == name:
            if pair[2] is None:
                return pair.end(), pair.end()
            quoted = pair[2][:1] in ('"', "'")
            return pair.start(2) + quoted, pair.end(2) - quoted
    return None


# Longer numbers are no code points, and Python refuses to read very long ones.
REFERENCE = re.compile(
    r"&(?:#(?:[0-9]{1,9}(?![0-9])|[xX][0-9a-fA-F]{1,8}(?![0-9a-fA-F]));?|[a-zA-Z][a-zA-Z0-9]{1,40};?)"
)


def decoded(text: str) -> str:
    """The text with its character references resolved, as ``html.unescape`` does, without its failures.

    Examples
    --------
    >>> decoded("R&amp;D &lt; 5&nbsp;EUR"), decoded("&#" + "9" * 5000 + ";")[:4]
    ('R&D < 5\\xa0EUR', '&#99')
    """
    return REFERENCE.sub(lambda match: unescape(match[0]), text) if "&" in text else text
