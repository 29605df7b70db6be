"""Code, cut where its own syntax ends: at definitions, then at statements, and never inside a line that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document
from ._atoms import Atom, pack
from ._common import measured, trim, validate
from ._layout import layout_atoms
from ._pieces import LEFT_OUT, Piece, cut_pieces
from ._python import Part, PythonSource

CODE_LADDER = ("\n\n", "\n", " ", "")
_PYTHON = frozenset({"python", "py", "python3"})


class _Definition(NamedTuple):
    """A class or a function that a part lies in: its name, its head and where its body starts."""

    name: str
    head: str
    body: int
    start: int


def split_code(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    language: str = "python",
    add_context: bool = False,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    r"""Definitions whole where they fit; what is too big is cut at its own parts.

    Python is cut by its syntax tree. Every class and every function outside of classes is a chunk of its own, with
    its decorators and the comments directly above it; what stands between them, such as imports, is packed. A class
    that is too big is cut at its methods, a function at its statements. A source that cannot be parsed, such as Python
    2, and every other language is cut by its layout: at blank lines that no indented block holds, then deeper.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        In the unit of ``length_function``.
    chunk_overlap : int
        Only the parts of a line that is too long share text: code that is cut between lines repeats nothing.
    language : str
        ``"python"``, or the name of any other language. It is copied into the metadata.
    add_context : bool
        Whether a part of a class or a function gets the lines from ``class`` or ``def`` to the colon in front. They
        count; where they find no room they are left out, and ``metadata["context_left_out"]`` is true.
    length_function : callable
        ``str -> int``, such as ``len``, ``count_words`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        The indent of a chunk's first line is kept. ``metadata["definition"]`` is the dotted name of the innermost
        definition that holds all of the chunk; ``metadata["parse_error"]`` says why a Python source was cut by its
        layout.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used, before any work.

    Notes
    -----
    While a Python source is cut, its syntax tree takes more than a hundred times the memory of its text.

    Source: the repair of the adaptive recipe of a RAG course's chunking chapter, §11, which cuts a class in two.

    Examples
    --------
    >>> source = "import os\n\n\nclass Pump:\n    def start(self):\n        ...\n\n    def stop(self):\n        ...\n"
    >>> [(chunk.metadata.get("definition"), len(chunk.text)) for chunk in split_code(source, 80)]
    [(None, 9), ('Pump', 77)]
    >>> [chunk.metadata.get("definition") for chunk in split_code(source, 50)]
    [None, 'Pump', 'Pump.stop']
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    if not isinstance(language, str):
        raise TypeError(f'language must be a str such as "python", not {type(language).__name__} ({language!r})')
    if not language.strip():
        raise ValueError(f'language={language!r} is blank; give a name such as "python" or "go"')
    pieces = code_pieces(document.text, chunk_size, language, length_function, add_context=add_context)
    return cut_pieces(
        document,
        pieces,
        chunk_size,
        chunk_overlap,
        length_function=length_function,
        separators=CODE_LADDER,
        metadata=metadata,
    )


def code_pieces(
    text: str,
    chunk_size: int,
    language: str,
    length_function: Callable[[str], int] = len,
    *,
    add_context: bool = False,
) -> Iterator[Piece]:
    """The pieces of a source, those too big included, in order and without a gap."""
    language = language.strip().lower()
    labels: dict[str, Any] = {"language": language}
    if not text or text.isspace():
        return

    def length(start: int, end: int, context: str = "") -> float:
        if length_function is len and end - start + len(context) <= chunk_size:
            return end - start + len(context)
        low = start
        start, end = trim(text, start, end)
        start = indent_start(text, start, low)
        if length_function is len:
            return end - start + len(context)
        return measured(length_function, context + text[start:end])

    def whole(start: int, end: int) -> bool:
        return length(start, end) <= chunk_size

    def together(start: int, end: int, path: tuple[_Definition, ...]) -> bool:
        context = _context(path, start)
        if context and 2 * measured(length_function, context) > chunk_size:
            context = ""
        return length(start, end, context) <= chunk_size

    atoms = None
    if language in _PYTHON:
        labels["language"] = "python"
        try:
            source = PythonSource(text)
        except SyntaxError as error:
            labels["parse_error"] = error.msg
        else:
            atoms = list(_python_atoms(source, source.parts(), whole, count(1), add_context))
    if atoms is None:
        atoms = list(layout_atoms(text, whole))
    for atom in pack(atoms, together):
        path, context = atom.path or (), _context(atom.path or (), atom.start)
        own = {**labels, "definition": ".".join(one.name for one in path)} if path else dict(labels)
        if context and length(atom.start, atom.end, context) > chunk_size:
            context, own[LEFT_OUT] = "", True
        yield Piece(atom.start, atom.end, own, context, indented=True)


def indent_start(text: str, start: int, low: int) -> int:
    """The start moved back over the indent of its line, if nothing else stands before it there."""
    at = start
    while at > low and text[at - 1] in " \t":
        at -= 1
    return at if at == 0 or text[at - 1] in "\r\n" else start


def _context(path: tuple[_Definition, ...], start: int) -> str:
    """The heads of the definitions whose body holds this place."""
    return "".join(one.head for one in path if one.body <= start)


def _python_atoms(
    source: PythonSource,
    parts: list[Part],
    whole: Callable[[int, int], bool],
    numbers: Iterator[int],
    with_heads: bool,
    path: tuple[_Definition, ...] = (),
    group: int = 0,
    in_function: bool = False,
) -> Iterator[Atom]:
    """The parts as atoms; one that is too big in the atoms of its own parts."""
    for part in parts:
        own, own_group = path, group
        if part.name:
            head, body = source.head(part) if with_heads else ("", part.end)
            own = (*path, _Definition(part.name, head, body, part.start))
            own_group = group if in_function else next(numbers)
        inner = [] if whole(part.start, part.end) else source.inside(part)
        if inner:
            yield from _python_atoms(
                source, inner, whole, numbers, with_heads, own, own_group, in_function or part.is_function
            )
        elif whole(part.start, part.end):
            named = None if part.kind == "comment" else own
            yield Atom(part.start, part.end, own_group, named, part.kind in ("comment", "head"))
        else:  # a string or a table of many lines: no statement ends inside it
            lines = layout_atoms(source.text, whole, part.start, part.end, own_group or next(numbers))
            yield from (line._replace(path=own) for line in lines)
