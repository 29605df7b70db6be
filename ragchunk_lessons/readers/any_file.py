"""Any file: the reader that suits its name, and for a name that says nothing, what its first bytes say."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from ..document import Document
from ._decode import check_encoding
from .docx import read_docx
from .html import read_html
from .jsonl import read_jsonl
from .pages import read_pages
from .table import check_delimiter, read_table
from .text import read_text
from .transcript import read_transcript

MARKDOWN = (".md", ".markdown")
_KINDS = {
    "html": (".html", ".htm", ".xhtml"),
    "pages": (".pdf",),
    "docx": (".docx",),
    "table": (".csv", ".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson"),
    "transcript": (".vtt", ".srt"),
}
_KIND_OF = {ending: kind for kind, endings in _KINDS.items() for ending in endings}

_PDF, _ZIP, _OLD_OFFICE = b"%PDF", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")  # byte order marks of text that is full of NUL bytes
_SNIFFED = 8192  # bytes of which the kind of a file is told
_QUOTED = re.compile(r'"[^"]*"')
_VISIBLE, _LAST_END, _LINE = re.compile(r"\S"), re.compile(r"(?:[\s\S]*[\r\n])?"), re.compile(r"[^\r\n]*")


def kind_of(name: str) -> str:
    """The reader that the name of a file asks for; ``"text"`` where it asks for none.

    Examples
    --------
    >>> kind_of("manual.HTM"), kind_of("parts.tsv"), kind_of("notes")
    ('html', 'table', 'text')
    """
    return _KIND_OF.get(os.path.splitext(name)[1].lower(), "text")


def read_file(
    path: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    source: str | None = None,
) -> Document:
    r"""A file as a document, read as its name says.

    Parameters
    ----------
    path : path or str
        Of the file. Unlike the other readers, this one takes a ``str`` for a path too, since it reads files only.
    encoding : str, optional
        What a text was written in; UTF-8 by default, and for HTML what the page itself says. A byte order mark wins.
    delimiter : str, optional
        What stands between the cells of a table. By default a tab for ``.tsv``, and for ``.csv`` the one of comma,
        semicolon, tab and bar that its first line holds most often.
    source : str, optional
        The name of the document; the name of the file, without its folder, by default.

    Returns
    -------
    Document

    Raises
    ------
    TypeError
        If the path is none, or an argument is of the wrong kind.
    FileNotFoundError, IsADirectoryError
        If there is no such file, or it is a folder.
    ValueError
        If it is a pipe or a device, which cannot be read twice; if it is no text and no kind that is known, or its
        reader refuses it: a text in another encoding is named with the position of its first wrong byte.
    ImportError
        If a PDF or a Word file is read without ``pypdf`` or ``python-docx``.

    Notes
    -----
    ``.html .htm .xhtml`` are read by ``read_html``, ``.pdf`` by ``read_pages``, ``.docx`` by ``read_docx``,
    ``.csv .tsv .tab`` by ``read_table``, ``.jsonl .ndjson`` by ``read_jsonl``, ``.vtt .srt`` by ``read_transcript``.
    Every other file is a text (``.txt``, ``.md``, ``.py``, a file without a suffix), unless its bytes say that it is
    none: a PDF under another name is read as a PDF.

    Examples
    --------
    >>> from ragchunk_lessons.corpora import _FOLDER
    >>> read_file(_FOLDER / "support_call.txt").source
    'support_call.txt'
    >>> read_file("manual.xyz")
    Traceback (most recent call last):
    ...
    FileNotFoundError: there is no file manual.xyz; check the path, and the folder you are in
    """
    path = _checked(path, encoding, delimiter, source)
    with path.open("rb") as file:
        begin = file.read(_SNIFFED)
    document = _read(path, begin, encoding, delimiter)
    return replace(document, source=path.name if source is None else source)


def _checked(path: object, encoding: object, delimiter: object, source: object) -> Path:
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise TypeError(f"path must be a path or a str, not {type(path).__name__}")
    if encoding is not None:
        check_encoding(encoding)
    if delimiter is not None:
        check_delimiter(delimiter)
    if source is not None and not isinstance(source, str):
        raise TypeError(f"source must be a str or None, not {type(source).__name__} ({source!r})")
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(f"{path.as_posix()} is a folder; give one file")
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path.as_posix()}; check the path, and the folder you are in")
    if not path.is_file():
        raise ValueError(f"{path.as_posix()} is a pipe or a device; read it, and give its text to read_text")
    return path


def _read(path: Path, begin: bytes, encoding: str | None, delimiter: str | None) -> Document:
    kind, code = kind_of(path.name), encoding or "utf-8"
    if kind == "pages" or begin.startswith(_PDF):
        return read_pages(path)
    if kind == "docx":
        return read_docx(path)
    _refuse_binary(path, begin, encoding)
    if kind == "html":
        return read_html(path, encoding=encoding)
    if kind == "table":
        if delimiter is None:
            delimiter = delimiter_of(path.name, read_text(path, encoding=code).text)
        return read_table(path, delimiter=delimiter, encoding=code)
    if kind == "jsonl":
        return read_jsonl(path, encoding=code)
    if kind == "transcript":
        return read_transcript(path, encoding=code)
    return read_text(path, encoding=code)


def _refuse_binary(path: Path, begin: bytes, encoding: str | None) -> None:
    """Files that would decode into nonsense, or fail with a word on encodings where none is to blame."""
    name = path.as_posix()
    if begin.startswith(_ZIP):
        raise ValueError(f"{name} is a zip archive and no text; a Word file is read if its name ends in .docx")
    if begin.startswith(_OLD_OFFICE):
        raise ValueError(f"{name} is an old Office file and no text; save it as .docx, .pdf or .txt")
    if b"\x00" in begin and encoding is None and not begin.startswith(_MARKS):
        at = begin.index(b"\x00")
        raise ValueError(
            f"{name} is no text in utf-8: it has a NUL byte at position {at}; if it is a text, give its encoding, such "
            'as encoding="utf-16-le", or encoding="utf-8" to keep NUL characters'
        )


def delimiter_of(name: str, text: str) -> str:
    r"""What stands between the cells of a table: a tab by its name, else what parts its first line most often.

    Examples
    --------
    >>> delimiter_of("parts.csv", '"seal, soft";stock;price\n1;2,5;3,5')
    ';'
    """
    if kind_of(name) == "table" and not name.lower().endswith(".csv"):
        return "\t"
    visible = _VISIBLE.search(text)
    start = _LAST_END.match(text, 0, visible.start()).end() if visible else len(text)
    first = _LINE.match(text, start).group()
    bare = _QUOTED.sub("", first)
    return max(",;\t|", key=bare.count)
