"""From the tags of a page to its text and marks: the second half of what a browser does, without a tree."""

from __future__ import annotations

import re
from collections import Counter

from ..document import Mark
from ._html_shape import BLOCKS, HEADINGS, LISTS, PREFORMATTED, SPACED, survey
from ._html_table import Table
from ._html_text import OpenMark, Writer
from ._html_tokens import Token, attribute, attribute_span, decoded, tokens

# They stand in the line, but a person sees a space around them.
_APART = frozenset("button img input object video audio canvas iframe svg annotation annotation-xml mtr mtd".split())
# In a drawing, each of these stands at a place of its own.
_IN_DRAWING = frozenset("text title desc foreignobject".split())
_RUBY = frozenset("ruby rt rp rb rtc".split())
_READING = 50  # tags at most in the reading of a ruby text
_LANGUAGE = re.compile(r"(?:^|\s)lang(?:uage)?-([^\s]+)")


class Page:
    """Reads the tokens of one source, one after another; what is open is a stack, never a recursion."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.writer = Writer(raw)
        self.title = ""
        self._tokens = list(tokens(raw))
        self._closed, self._layout = survey(raw, self._tokens)
        self._table: Table | None = None
        self._paragraph: OpenMark | None = None
        self._heading: OpenMark | None = None
        self._code: OpenMark | None = None
        self._ends_early = {"heading": False, "code": False}
        self._nested = 0  # preformatted text in preformatted text
        self._stack: list[tuple[str, OpenMark]] = []  # lists and quotations
        self._open: Counter[str] = Counter()
        self._lists = self._drawings = 0
        self._bracketed = False  # whether this ruby text brings its own brackets
        self._reading_ends = -1  # the number of the tag that ends the reading

    def read(self) -> None:
        skip = -1
        for number, token in enumerate(self._tokens):
            if number <= skip:
                continue
            if number == self._reading_ends:
                self._stand_in(")", token)
            if token.kind == "open":
                if token.name == "title" and (end := self._title_at(number)):
                    skip = end
                else:
                    self._opened(number, token)
            elif token.kind == "close":
                self._closing(token)
            else:
                self._text(token.start, token.end, token.kind == "text")
        self._end_blocks()
        if self._table:
            self._table.end()
        while self._stack:
            self._pop()

    def _title_at(self, number: int) -> int:
        """The number of the title's last token; 0 where this is no title of the page or is never closed."""
        behind = [(token.kind, token.name) for token in self._tokens[number + 1 : number + 3]]
        if self.title or self._drawings or ("close", "title") not in behind:
            return 0
        if behind[0] == ("close", "title"):
            return number + 1
        text = self._tokens[number + 1]
        self.title = " ".join(decoded(self.raw[text.start : text.end]).split())
        return number + 2

    # Text

    def _text(self, start: int, end: int, references: bool = True) -> None:
        if self._table and not self.raw[start:end].isspace():
            self._table.before_text()
        self.writer.write(start, end, references)

    def _stand_in(self, sign: str, token: Token) -> None:
        """A sign that a person sees in the place of a tag."""
        if self._table:
            self._table.before_text()
        self.writer.stand_in(sign, token.start, token.end)

    def _reading(self, number: int, token: Token) -> None:
        """The brackets around the reading of a ruby text, which a browser writes above its base."""
        if self._bracketed or number + 1 == len(self._tokens):
            return
        for ahead in range(number + 1, min(number + _READING, len(self._tokens))):
            after = self._tokens[ahead]
            if after.name in _RUBY or after.name in BLOCKS:
                if ahead > number + 1 and any(
                    self.raw[one.start : one.end].strip() for one in self._tokens[number + 1 : ahead] if not one.name
                ):
                    self._stand_in("(", token)
                    self._reading_ends = ahead
                return
        self.writer.space()  # a reading without an end

    # Tags

    def _opened(self, number: int, token: Token) -> None:
        name = token.name
        if self._table and number not in self._layout:
            self._table.open(token)
        if name in BLOCKS and not (self._table and name in ("tr", "td", "th", "caption")):
            self._block(name)
        if self._is_apart(token) and not self.writer.verbatim:
            self.writer.space()
        if name == "br":
            self.writer.line_end()
        elif name == "img" and (span := attribute_span(self.raw, token, "alt")):
            self._text(*span)
            self.writer.space()
        elif name == "svg" and self.raw[token.end - 2] != "/":
            self._drawings += 1
        elif name in ("ruby", "rp"):
            self._bracketed = name == "rp"
        elif name == "rt":
            self._reading(number, token)
        elif name in PREFORMATTED or name == "textarea":
            self._open_verbatim(number, token)
        elif self._table:
            return
        elif name in ("p", "figcaption") and not self.writer.verbatim:
            self._paragraph = self.writer.open("paragraph")
        elif name in HEADINGS:
            self._end_heading()
            self._heading = self.writer.open("heading", {"level": HEADINGS[name]})
            self._ends_early["heading"] = number not in self._closed
        elif name == "blockquote" or name in LISTS:
            self._stack.append((name, self.writer.open("quote" if name == "blockquote" else "list")))
            self._open[name] += 1
            self._lists += name in LISTS
        elif name == "table" and number not in self._layout:
            self._table = Table(self.writer)

    def _closing(self, token: Token) -> None:
        name = token.name
        if self._table:
            self._table.close(token)
            if name == "table":
                self._table.end()
                self._table = None
        if self._open[name]:
            while self._pop() != name:
                pass
        if name in PREFORMATTED or name == "textarea":
            self._close_verbatim()
        if name in BLOCKS and not (self._table and name in ("tr", "td", "th", "caption")):
            self._block(name)
        if name in HEADINGS:
            self._end_heading()
        elif name == "br":  # as browsers read it
            self.writer.line_end()
        elif self._is_apart(token) and not self.writer.verbatim:
            self.writer.space()
        if name == "svg":
            self._drawings = max(self._drawings - 1, 0)

    def _is_apart(self, token: Token) -> bool:
        """Whether a space stands before and behind this element in the eyes of a person."""
        if token.name in _APART:
            return True
        if not self._drawings:
            return False
        moved = token.name == "tspan" and token.kind == "open" and attribute(self.raw, token, "x") is not None
        return moved or token.name in _IN_DRAWING

    def _block(self, name: str) -> None:
        """A new line begins, perhaps after a blank one; what was never closed ends here."""
        if self._paragraph is not None:
            self.writer.close(self._paragraph)
            self._paragraph = None
        if self._heading is not None and self._ends_early["heading"] and self._heading.start >= 0:
            self._end_heading()
        if self._code is not None and self._ends_early["code"] and self._code.start >= 0:
            self._nested = 1
            self._close_verbatim()
        inside = self._lists or self.writer.verbatim
        self.writer.line_ends(2 if name in SPACED and not inside else 1)

    def _end_blocks(self) -> None:
        self._block("p")
        self._end_heading()
        self._nested = min(self._nested, 1)
        self._close_verbatim()

    def _end_heading(self) -> None:
        mark, self._heading = self._heading, None
        if mark is not None and mark.start >= 0:
            mark.data["text"] = " ".join(self.writer.since(mark.start).split())
            self.writer.close(mark)

    def _open_verbatim(self, number: int, token: Token) -> None:
        if self._table:
            return
        self._nested += 1
        if self._nested > 1:
            return
        if token.name != "textarea":
            self._code = self.writer.open("code", self._language(number, token))
            self._ends_early["code"] = number not in self._closed
        self.writer.begin_verbatim()

    def _close_verbatim(self) -> None:
        if not self._nested:
            return
        self._nested -= 1
        if self._nested:
            return
        if self._code is not None:
            self.writer.close(self._code)
            self._code = None
        self.writer.end_verbatim()

    def _language(self, number: int, token: Token) -> dict[str, str]:
        """The language that ``<pre>`` or the ``<code>`` right in it names in its class."""
        for tag in (token, *self._tokens[number + 1 : number + 2]):
            if tag.kind == "open" and tag.name in ("pre", "code"):
                named = _LANGUAGE.search(attribute(self.raw, tag, "class") or "")
                if named:
                    return {"language": named[1]}
        return {}

    def _pop(self) -> str:
        name, mark = self._stack.pop()
        self._open[name] -= 1
        self._lists -= name in LISTS
        self.writer.close(mark)
        return name

    def all_marks(self) -> list[Mark]:
        title = [Mark("title", 0, 0, {"text": self.title})] if self.title else []
        return [*title, *self.writer.marks]
