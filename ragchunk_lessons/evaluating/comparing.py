"""Splitters side by side on one document: what each makes of it, in numbers that the audit gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from statistics import median
from typing import Any

from ..audit import Audit, audit
from ..auditing.report import percent
from ..document import Document, as_document, whole
from ..showing.number_table import NumberTable
from .fitting import Cut, cutters, suitable

HEADS: dict[str, str] = {
    "splitter": "splitter",
    "ok": "ok",
    "chunks": "chunks",
    "median": "median",
    "shortest": "shortest",
    "longest": "longest",
    "coverage": "coverage",
    "cut_words": "cut words",
    "cut_sentences": "cut sentences",
    "blow_up": "blow-up",
    "tables_without_header": "rows without header",
}
"""What is known of each splitter: the keys of a row, with the heads that the table shows."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What some splitters make of one document. Made by ``compare_splitters``.

    Parameters
    ----------
    document : Document
    chunks : Mapping of str to list
        The chunks of each splitter, by its name.
    audits : Mapping of str to Audit
    left_out : Mapping of str to str
        Splitters that suit the document and could not be used, and why.
    chunk_size, chunk_overlap : int or None
        What was asked for, in the unit of the length function.
    """

    document: Document = field(repr=False)
    chunks: Mapping[str, list[Any]] = field(repr=False)
    audits: Mapping[str, Audit] = field(repr=False)
    left_out: Mapping[str, str]
    chunk_size: int | None
    chunk_overlap: int

    @property
    def names(self) -> list[str]:
        """The splitters, in order."""
        return list(self.audits)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Plain data, one dict a splitter, with the keys of ``HEADS``.

        ``coverage`` is a share from 0 to 1, lengths are those of whole chunks. ``cut_sentences`` is None where
        ``nupunkt`` is not installed. A splitter that gives no chunk has no lengths.
        """
        return [_row(name, found) for name, found in self.audits.items()]

    def table(self) -> NumberTable:
        """The rows as they are shown."""
        shown = [
            [
                row["splitter"],
                "yes" if row["ok"] else "no",
                *(row[key] for key in ("chunks", "median", "shortest", "longest")),
                percent(row["coverage"], not self.audits[row["splitter"]].lost),
                *(row[key] for key in ("cut_words", "cut_sentences", "blow_up", "tables_without_header")),
            ]
            for row in self.rows
        ]
        return NumberTable(list(HEADS.values()), shown, self.terms)

    @property
    def terms(self) -> str:
        """The document and the sizes, in words."""
        name = display_name(self.document)
        said = [name] if name else []
        if self.chunk_size is not None:
            said.append(f"size {self.chunk_size}, overlap {self.chunk_overlap}")
        return ", ".join(said)

    def _repr_html_(self) -> str:
        from html import escape

        why = "".join(f"<p>{escape(line)}</p>" for line in self._why())
        return self.table()._repr_html_() + why

    def __repr__(self) -> str:
        return "\n".join([repr(self.table()), *self._why()])

    def _why(self) -> list[str]:
        return [f"{name} is left out: {why}" for name, why in self.left_out.items()]


def compare_splitters(
    document: str | Document,
    settings: Iterable[str] | Mapping[str, Callable[[Document], Iterable[Any]]] | None = None,
    chunk_size: int | None = 500,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    normalize: Any = None,
    progress: Callable[[list[str]], Iterable[str]] = iter,
) -> Comparison:
    """Cut a document in several ways and audit each of them.

    Parameters
    ----------
    document : str or Document
        Of any reader. A plain text is known by the suffix of its ``source`` and by what it holds.
    settings : iterable of str, or mapping of str to callable, optional
        Names such as ``"sentences"``; or functions of the document that return chunks of any make, each under the name
        that the table shows. Without it, every splitter that suits the document.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. A size of None is for functions, whose chunks then have no limit.
    length_function : callable
        From ``str`` to a number. With another one than ``len``, ``characters`` is left out.
    normalize
        As for ``audit``: differences that are meant, for functions that change white space or quotes.
    progress : callable
        Given the names, it gives them back one by one and may show how far it is, as ``tqdm`` does.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        If the document is blank, the sizes are no sizes, a name is unknown, or there is nothing to compare.
    ImportError
        If a splitter that was asked for by name needs a package that is not installed. One that merely suits the
        document is left out, and the table says why.

    Examples
    --------
    >>> compare_splitters("One two. Three four.", ["characters"], chunk_size=10).rows[0]["cut_words"]
    1
    """
    document = as_document(document)
    if not document.text.strip():
        name = f" {document.source!r}" if document.source else ""
        raise ValueError(f"the document{name} has no text; there is nothing to cut")
    if not callable(length_function):
        raise TypeError(f"length_function must be callable, such as len, not {type(length_function).__name__}")
    chosen, required = _chosen(document, settings, length_function)
    _check_sizes(chunk_size, chunk_overlap, needed=not isinstance(settings, Mapping))
    chunks: dict[str, list[Any]] = {}
    audits: dict[str, Audit] = {}
    left_out: dict[str, str] = {}
    for name in progress(list(chosen)):
        try:
            found = list(chosen[name](document, chunk_size, chunk_overlap, length_function))
        except (ImportError, ValueError) as error:
            if required:
                raise
            left_out[name] = str(error)
            continue
        chunks[name] = found
        audits[name] = audit(document, found, chunk_size, chunk_overlap, length_function, normalize=normalize)
        audits[name]._share_source(next(iter(audits.values())))
    return Comparison(document, chunks, audits, left_out, chunk_size, chunk_overlap)


def display_name(document: Document) -> str:
    """The name of a document, without the folders of the machine it lies on.

    Examples
    --------
    >>> display_name(Document("", source="/srv/data/manual.txt")), display_name(Document("", source="part 1/2"))
    ('manual.txt', 'part 1/2')
    """
    for kind in (PurePosixPath, PureWindowsPath):
        if kind(document.source).is_absolute():
            return kind(document.source).name
    return document.source


def _chosen(document: Document, settings: Any, length_function: Any) -> tuple[dict[str, Cut], bool]:
    """The cuts by name, and whether somebody asked for them, so that a failure is an error."""
    known = cutters()
    if settings is None:
        names = [name for name in suitable(document) if name != "characters" or length_function is len]
        return {name: known[name] for name in names}, False
    if isinstance(settings, str) or not isinstance(settings, Iterable):
        way = f"; give [{settings!r}]" if isinstance(settings, str) else ""
        raise TypeError(f"settings must be a list of names or a dict of functions, not {type(settings).__name__}{way}")
    chosen: dict[str, Cut] = {}
    for name in settings:
        if not isinstance(name, str):
            raise TypeError(f"the name of a splitter must be a str, not {type(name).__name__} ({name!r})")
        if isinstance(settings, Mapping):
            if not callable(settings[name]):
                raise TypeError(f"settings[{name!r}] must be a function of the document, not {settings[name]!r}")
            chosen[name] = _own(settings[name])
        elif name not in known:
            raise ValueError(f"there is no splitter {name!r}; choose from {', '.join(known)}")
        elif name == "characters" and length_function is not len:
            raise ValueError("splitter 'characters' counts characters; leave length_function out, or leave it out")
        else:
            chosen[name] = known[name]
    if not chosen:
        raise ValueError("settings is empty; name at least one splitter, or leave it out")
    return chosen, True


def _own(function: Callable[[Document], Iterable[Any]]) -> Cut:
    return lambda document, *sizes: function(document)


def _check_sizes(chunk_size: Any, chunk_overlap: Any, needed: bool) -> None:
    overlap = whole("chunk_overlap", chunk_overlap)
    if chunk_size is None and not needed:
        return
    size = whole("chunk_size", chunk_size)
    if size < 1:
        raise ValueError(f"chunk_size={size} must be at least 1")
    if not 0 <= overlap < size:
        raise ValueError(f"chunk_overlap={overlap} must be at least 0 and smaller than chunk_size={size}")


def _row(name: str, found: Audit) -> dict[str, Any]:
    lengths = sorted(found.length_function(chunk.text) for chunk in found.chunks)
    try:
        sentences = len(found.cut_sentences)
    except ImportError:
        sentences = None
    return {
        "splitter": name,
        "ok": found.ok,
        "chunks": len(lengths),
        "median": round(median(lengths)) if lengths else None,
        "shortest": lengths[0] if lengths else None,
        "longest": lengths[-1] if lengths else None,
        "coverage": found.coverage,
        "cut_words": len(found.cut_words),
        "cut_sentences": sentences,
        "blow_up": found.blow_up,
        "tables_without_header": len(found.tables_without_header),
    }
