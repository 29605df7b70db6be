"""A citation: where a passage stands, so that a person can look it up and a program can check whether it still does.

It is made from a chunk that knows its span, and it holds the words that it cites. So it can be stored beside an answer
and checked against the source years later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from numbers import Real
from typing import Any
from urllib.parse import quote as percent

from ..chunk import Chunk
from ..document import Document
from ..readers.any_file import MARKDOWN, kind_of
from .sources import by_source, source_of

_PLAIN = (*MARKDOWN, ".txt")  # what is cited is the file itself, character by character
_NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation and its place.

    Parameters
    ----------
    quote : str
        The words, exactly as the source has them.
    source : str
        The document's name.
    start, end : int
        Its half-open span in the document's text, in code points.
    heading_path : tuple of str
        The headings above it, outermost first.
    pages : tuple of int
        The pages of the chunk that it was taken from.
    row : int or None
        The row of a table, from 1, the header not counted.
    start_time, end_time : float or None
        In seconds, for a recording.

    Raises
    ------
    TypeError
        If the words or the place are of another kind.
    ValueError
        If the quotation is empty, or the span has another length than it; if a time is no number.

    Examples
    --------
    >>> one = Citation("Wait.", "manual.md", 1200, 1205, ("Pump", "Start"), pages=(3,))
    >>> one.text.replace("\\xa0", " ")
    'manual.md › Pump › Start, p. 3, characters 1 200–1 205'
    """

    quote: str
    source: str
    start: int
    end: int
    heading_path: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    row: int | None = None
    start_time: float | None = None
    end_time: float | None = None

    def __post_init__(self) -> None:
        for name, kind in (("quote", str), ("source", str), ("start", int), ("end", int)):
            value = getattr(self, name)
            if not isinstance(value, kind) or isinstance(value, bool):
                raise TypeError(f"{name} must be {kind.__name__}, not {type(value).__name__} ({value!r})")
        if not self.quote or self.start < 0 or self.end - self.start != len(self.quote):
            raise ValueError(
                f"[{self.start}:{self.end}] is no place of the {len(self.quote)} characters of the quotation"
            )
        for name in ("start_time", "end_time"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, Real) and isfinite(value)):
                raise ValueError(f"{name}={value!r} must be a number of seconds or None")

    @property
    def text(self) -> str:
        """The place in words; the numbers of the characters are those of the slice ``text[start:end]``."""
        parts = [" › ".join([self.source, *(str(head) for head in self.heading_path if head)])]
        if self.pages:
            first, last = self.pages[0], self.pages[-1]
            parts.append(f"p.{_NO_BREAK}{first}" if first == last else f"pp.{_NO_BREAK}{first}–{last}")
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.start_time is not None:
            end = self.start_time if self.end_time is None else self.end_time
            parts.append(f"{_clock(self.start_time)}–{_clock(end)}")
        parts.append(f"characters {_grouped(self.start)}–{_grouped(self.end)}")
        return ", ".join(parts)

    @property
    def link(self) -> str:
        """The place as a link relative to the folder of the documents, as precise as the kind of file allows.

        A PDF is opened at the page (RFC 8118), a plain text names its characters (RFC 5147, whose positions are those
        of the slice where each line end is one character), a page of HTML the words (a text fragment).
        """
        name, kind = _in_link(self.source, "/"), kind_of(self.source)
        if kind == "pages" and self.pages:
            return f"{name}#page={self.pages[0]}"
        if self.source.lower().endswith(_PLAIN):
            return f"{name}#char={self.start},{self.end}"
        if kind == "html" and self.quote.strip():
            words = self.quote.strip().split("\n")[0].split()[:6]
            return f"{name}#:~:text={_in_link(' '.join(words)).replace('-', '%2D')}"
        return name

    def to_dict(self) -> dict[str, Any]:
        """The citation as a plain dict for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Citation:
        """A citation from what ``to_dict`` gave, also after a way through JSON.

        Raises
        ------
        TypeError, ValueError
            If it is no mapping, or a field is missing, not known or of another kind.
        """
        if not isinstance(record, Mapping):
            raise TypeError(f"record must be a mapping, such as to_dict gives, not {type(record).__name__}")
        known = {one.name for one in fields(cls)}
        strange = sorted(map(str, set(record) - known))
        missing = [name for name in ("quote", "source", "start", "end") if name not in record]
        if strange or missing:
            raise ValueError(f"no citation: missing {missing}, not known {strange}; give what to_dict gave")
        lists = {name: _several(record[name]) for name in ("heading_path", "pages") if name in record}
        return cls(**{**record, **lists})

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """What became of a citation.

    Parameters
    ----------
    status : str
        ``"holds"``: the words stand at their place. ``"moved"``: they stand once, at another place. ``"several"``: they
        stand at several other places, and nothing says at which. ``"gone"``: the source does not hold them.
        ``"no source"``: there is no document of that name.
    start, end : int or None
        Where the words stand now, if that can be told.
    missing : tuple of str
        Of a quotation that is gone, the lines that the source does not hold.
    """

    status: str
    start: int | None = None
    end: int | None = None
    missing: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the citation can stay as it is."""
        return self.status == "holds"


def cite(
    hit: Any, quote: str | None = None, *, documents: str | Document | Iterable[Document] | None = None
) -> Citation:
    """The citation of what was found, or of some words in it.

    Parameters
    ----------
    hit : Hit or Chunk
        A context in front of the chunk (a heading path, the header of a table) is not part of the source's passage and
        is left out.
    quote : str, optional
        Words inside the passage, such as those that an answer quotes. They must stand in it exactly once.
    documents : optional
        The sources. With them, the passage is compared with its document at once.

    Raises
    ------
    TypeError
        If ``hit`` is neither a Hit nor a Chunk, or ``quote`` is not a ``str``.
    ValueError
        If the chunk names no source, its text is shorter than its span or is not what the document has there, or the
        passage does not hold the words exactly once.

    Examples
    --------
    >>> chunk = Chunk("Stop. Wait ten minutes.", 40, 63, {"source": "manual.md", "heading_path": ("Reset",)})
    >>> cite(chunk, "Wait ten minutes.").text
    'manual.md › Reset, characters 46–63'
    """
    chunk = getattr(hit, "chunk", hit)
    if not isinstance(chunk, Chunk):
        raise TypeError(f"hit must be a Hit or a Chunk, not {type(hit).__name__}; a plain str has no place to cite")
    source, size = source_of(chunk), chunk.end - chunk.start
    if not source:
        raise ValueError("the chunk names no source, so nobody can look it up; cut Document(text, source='manual.md')")
    if len(chunk.text) < size or not size:
        raise ValueError(
            f"the chunk has {len(chunk.text)} characters and its span [{chunk.start}:{chunk.end}] has {size}; "
            "its text was changed after the cut, and cannot be cited"
        )
    passage, at = chunk.text[len(chunk.text) - size :], 0
    if quote is not None:
        at = _only_place(passage, quote)
        passage = quote
    labels = chunk.metadata
    made = Citation(
        passage,
        source,
        chunk.start + at,
        chunk.start + at + len(passage),
        _several(labels.get("heading_path")),
        _several(labels.get("pages")) or _several(labels.get("page")),
        labels.get("row"),
        labels.get("start_time"),
        labels.get("end_time"),
    )
    if documents is not None:
        found = check_citation(made, documents)
        if not found.ok:
            raise ValueError(f"{made.text}: the source does not have these words there ({found.status}); cut it again")
    return made


def check_citation(citation: Citation, documents: str | Document | Iterable[Document]) -> CitationCheck:
    """Whether the words still stand where the citation says.

    Only equal words count: what was wrapped into other lines is gone.

    Parameters
    ----------
    citation : Citation
    documents : Document or several
        The sources as they are now, read in the same way as when they were cut.

    Raises
    ------
    TypeError
        If ``citation`` is not one.

    Examples
    --------
    >>> one = Citation("Wait.", "manual.md", 0, 5)
    >>> check_citation(one, Document("Stop. Wait.", "manual.md"))
    CitationCheck(status='moved', start=6, end=11, missing=())
    """
    if not isinstance(citation, Citation):
        raise TypeError(f"citation must be a Citation, from cite(hit), not {type(citation).__name__}")
    document = by_source(documents).get(citation.source)
    if document is None:
        return CitationCheck("no source")
    text, words = document.text, citation.quote
    if text[citation.start : citation.end] == words:
        return CitationCheck("holds", citation.start, citation.end)
    at = text.find(words)
    if at < 0:
        lines = [line for line in words.splitlines() if line.strip()]
        return CitationCheck("gone", missing=tuple(line for line in lines if line not in text))
    if text.find(words, at + 1) >= 0:
        return CitationCheck("several")
    return CitationCheck("moved", at, at + len(words))


def _only_place(passage: str, quote: object) -> int:
    if not isinstance(quote, str):
        raise TypeError(f"quote must be a str, not {type(quote).__name__}")
    if not quote.strip():
        raise ValueError(f"quote={quote!r} is blank; give the words to cite")
    at = passage.find(quote)
    shown = quote if len(quote) <= 40 else quote[:39] + "…"
    if at < 0:
        raise ValueError(f"the passage does not hold {shown!r}; copy the words from its text, or do not cite them")
    if passage.find(quote, at + 1) >= 0:
        raise ValueError(f"the passage holds {shown!r} more than once; quote a longer piece")
    return at


def _several(label: Any) -> tuple[Any, ...]:
    """A label as a tuple; chunks of another make may have one heading or one page where ours have several."""
    if label is None:
        return ()
    return tuple(label) if isinstance(label, (tuple, list)) else (label,)


def _in_link(text: str, safe: str = "") -> str:
    """Percent-encoded; the name of a file keeps its bytes, and half a character that no byte stands for is lost."""
    try:
        return percent(text, safe, errors="surrogateescape")
    except UnicodeEncodeError:
        return percent(text, safe, errors="replace")


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", _NO_BREAK)


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    Examples
    --------
    >>> _clock(700.0), _clock(3661)
    ('11:40', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
