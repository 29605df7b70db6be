"""The parts of a Python source, from its syntax tree: statements with the comments and decorators that belong to them.

The tree knows lines and, inside a line, bytes of UTF-8. Here both become positions in the text, exactly, and every
part takes the lines around it along, so that the parts touch each other and cover all of the source.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..readers._bounds import PYTHON_CHARACTERS, check_size

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")  # what Python takes as a line; a form feed ends none
_DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Part(NamedTuple):
    """A part of the source.

    Parameters
    ----------
    start, end : int
        Its span, with whole lines where the source has them.
    name : str
        What it defines, or ``""``.
    kind : {"statement", "comment", "head", "branch", "line"}
        A head is what stands in front of a body, a branch a body with its head, a line some statements on one line.
    nodes : tuple
        The statements in it, to be cut further.
    """

    start: int
    end: int
    name: str = ""
    kind: str = "statement"
    nodes: tuple[ast.stmt, ...] = ()

    @property
    def is_function(self) -> bool:
        return bool(self.name) and isinstance(self.nodes[0], _FUNCTION)


class PythonSource:
    """A Python source and its parts.

    Raises
    ------
    SyntaxError
        If it cannot be parsed, with a message of one line; also for a source that nests too deeply.

    Examples
    --------
    >>> source = PythonSource("import os\\n\\n# doubles\\ndef f(x):\\n    return 2 * x\\n")
    >>> [(part.name, part.kind) for part in source.parts()]
    [('', 'statement'), ('f', 'statement')]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = _parsed(text)
        self.lines = [match.start() for match in _LINE.finditer(text)]  # the start of every line, and the end
        self._known = (0, 0, 0)  # a line, a column in bytes, and the place in the text

    def parts(self) -> list[Part]:
        """The parts of the module."""
        return self._body(self.tree.body, 0, len(self.text)) if self.tree.body else [Part(0, len(self.text))]

    def inside(self, part: Part) -> list[Part]:
        """The parts of a part, in order; none if it can be cut at no statement."""
        if part.kind == "line":
            starts = [self.position(node.lineno, node.col_offset) for node in part.nodes[1:]]
            spans = pairwise([part.start, *starts, part.end])
            return [Part(low, high, nodes=(node,)) for (low, high), node in zip(spans, part.nodes, strict=True)]
        if part.kind == "branch":
            return self._with_head(part, list(part.nodes))
        bodies = _bodies(part.nodes[0]) if part.kind == "statement" and part.nodes else []
        if len(bodies) == 1:
            return self._with_head(part, bodies[0])
        parts, start = [], part.start
        for number, body in enumerate(bodies):
            if number + 1 < len(bodies):
                _, end = self._between(body[-1], self._first(bodies[number + 1][0]), branch=True)
            else:
                end = part.end
            parts.append(Part(start, end, kind="branch", nodes=tuple(body)))
            start = end
        return parts

    def head(self, part: Part) -> tuple[str, int]:
        """The lines of a definition from ``class`` or ``def`` to the colon, and where its body starts."""
        node = part.nodes[0]
        start, body = self.lines[node.lineno - 1], self._body_start(part, node.body)
        lines = [match.group() for match in _LINE.finditer(self.text[start:body])]
        while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
        return "".join(lines).rstrip() + "\n", body

    def position(self, line: int, column: int) -> int:
        """The place in the text of a byte in a line; lines are counted from 1, bytes from 0."""
        start, done = self.lines[line - 1], 0
        if self._known[0] == line and self._known[1] <= column:  # from there on, as a line may hold many statements
            _, done, start = self._known
        piece = self.text[start : start + column - done]
        if not piece.isascii():
            piece = piece.encode("utf-8", "surrogatepass")[: column - done].decode("utf-8", "surrogatepass")
        self._known = (line, column, start + len(piece))
        return start + len(piece)

    def _first(self, node: ast.stmt) -> ast.AST:
        """The node that starts a statement: its first decorator, if it has one."""
        decorators = getattr(node, "decorator_list", ())
        return min(decorators, key=lambda one: (one.lineno, one.col_offset)) if decorators else node

    def _own_start(self, node: ast.stmt, floor: int) -> int:
        """Where a statement starts: at the start of its line, if nothing but white space stands before it there."""
        first = self._first(node)
        start = self.lines[first.lineno - 1]
        if first is not node:  # the at sign is no part of the decorator's own span
            return max(start, floor)
        at = self.position(first.lineno, first.col_offset)
        return start if start >= floor and not self.text[start:at].strip() else max(at, floor)

    def _with_head(self, part: Part, body: list[ast.stmt]) -> list[Part]:
        start = self._body_start(part, body)
        line = self.lines[self._first(body[0]).lineno - 1]
        if part.start < line < start:  # the last line of the head holds the body too: it is a part of its own
            return [Part(part.start, line, kind="head"), Part(line, part.end, kind="branch", nodes=tuple(body))]
        return [Part(part.start, start, kind="head"), *self._body(body, start, part.end)]

    def _body_start(self, part: Part, body: list[ast.stmt]) -> int:
        """Where the first statement of a body starts, with the comments on top of it."""
        floor = part.start
        if part.kind == "statement":
            node = part.nodes[0]
            floor = max(floor, self.position(node.lineno, node.col_offset) + 1)
        start, line = self._own_start(body[0], floor), self._first(body[0]).lineno
        return max(start if start > self.lines[line - 1] else self._attached(line, floor), part.start)

    def _body(self, nodes: list[ast.stmt], start: int, end: int) -> list[Part]:
        """The statements of a body as parts that touch each other, from ``start`` to ``end``."""
        parts: list[Part] = []
        rows = list(self._rows(nodes))
        for number, row in enumerate(rows):
            stop = after = end
            if number + 1 < len(rows):
                stop, after = self._between(row[-1], self._first(rows[number + 1][0]))
            if not number and (own := self._attached(self._first(row[0]).lineno, start)) > start:
                if self.text[start:own].strip():
                    parts.append(Part(start, own, kind="comment"))
                    start = own
            node = row[0]
            kind = "statement" if len(row) == 1 else "line"
            parts.append(Part(start, stop, node.name if isinstance(node, _DEFINITION) else "", kind, tuple(row)))
            if after > stop:
                parts.append(Part(stop, after, kind="comment"))
            start = after
        return parts

    def _rows(self, nodes: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
        """The statements, those that share a line together."""
        row: list[ast.stmt] = []
        for node in nodes:
            if row and self._first(node).lineno > row[-1].end_lineno:
                yield row
                row = []
            row.append(node)
        yield row

    def _attached(self, line: int, floor: int) -> int:
        """The start of a line, or of the comments directly above it."""
        while line > 1 and self.lines[line - 2] >= floor and self._line(line - 1).startswith("#"):
            line -= 1
        return max(self.lines[line - 1], floor)

    def _line(self, line: int) -> str:
        return self.text[self.lines[line - 1] : self.lines[line]].strip()

    def _between(self, before: ast.stmt, node: ast.AST, branch: bool = False) -> tuple[int, int]:
        """Where the statement before ends and the next one starts, with the comments that belong to each.

        A comment that is indented deeper than the next statement belongs to the one before. With ``branch``, what
        follows is the line of ``else`` or its kind.
        """
        last, first = before.end_lineno, node.lineno
        if branch:
            own = next((n for n in range(last + 1, first) if (line := self._line(n)) and line[0] != "#"), first)
            first = own
        column = self._indent(first)
        low = last + 1
        for number in range(last + 1, first):
            line = self._line(number)
            if line.startswith("#"):
                if self._indent(number) <= column:
                    break
                low = number + 1
        top = self._attached(first, self.lines[low - 1])
        if any(self._line(number) for number in range(low, first) if self.lines[number - 1] < top) and not branch:
            number = next(n for n in range(low, first) if self._line(n))
            return self.lines[number - 1], top
        return top, top

    def _indent(self, line: int) -> int:
        raw = self.text[self.lines[line - 1] : self.lines[line]].expandtabs()
        return len(raw) - len(raw.lstrip(" \f"))


def _bodies(node: ast.stmt) -> list[list[ast.stmt]]:
    """The bodies of a compound statement, in the order of the text; a chain of ``elif`` is one statement."""
    if isinstance(node, ast.Match):
        return [case.body for case in node.cases]
    found = [node.body] if getattr(node, "body", None) else []
    found += [handler.body for handler in getattr(node, "handlers", ())]
    rest = getattr(node, "orelse", None)
    while rest:
        inner = rest[0]
        if isinstance(node, ast.If) and len(rest) == 1 and isinstance(inner, ast.If) and _same_column(node, inner):
            found.append(inner.body)
            rest, node = inner.orelse, inner
        else:
            found.append(rest)
            rest = None
    final = getattr(node, "finalbody", None)
    return [*found, final] if final else found


def _same_column(node: ast.stmt, inner: ast.stmt) -> bool:
    return inner.col_offset == node.col_offset


def _parsed(text: str) -> ast.Module:
    # As many bytes as before: a mark at the start is no syntax error in a file, and a surrogate is none in a string.
    safe = "\f\f\f" + text[1:] if text.startswith("\ufeff") else text
    if not safe.isascii():
        safe = re.sub("[\ud800-\udfff]", "\ufffd", safe)
    check_size("the source", len(text), PYTHON_CHARACTERS, "characters of Python", "cut it in parts")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on invalid escapes in somebody else's source
            return ast.parse(safe)
    except SyntaxError as error:
        where = f"line {error.lineno}: " if error.lineno else ""
        raise SyntaxError(f"{where}{str(error.msg).splitlines()[0]}") from None
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deeply") from None
    except ValueError as error:  # a null byte, before Python 3.12
        raise SyntaxError(str(error).splitlines()[0]) from None
