"""Whole sentences, packed up to the size: where a sentence ends, and how many of them fit into a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document, as_document
from ..graphemes import boundary_before
from ._common import Span, build, measured, most, trim, validate
from ._sentence_windows import AROUND, begins_behind_a_stop, windows

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_CRLF = re.compile(r"\r\n")
_VISIBLE = re.compile(r"\S")
_BLANK = re.compile(r"\s")
_STOP = re.compile(r"[.!?…]")
# What ends a sentence in Chinese and Japanese, and the quotes and brackets that close behind it.
# It begins with a set of characters and not with a choice, which Python searches for four times as fast.
_CJK_STOP = re.compile(r"[。！？｡…](?:(?<=…)…+|(?<!…))(?:[。！？｡]|…{2,})*[”’」』）】》〉］〕)\]]*")
_GOES_ON = frozenset("，、；：,;:")
_ENDLESS_FROM = 500
_ENDLESS = re.compile(rf"(?<!\S)\S{{{_ENDLESS_FROM},}}")


def sentence_spans(text: str | Document) -> list[Span]:
    r"""The sentences of a text as spans that touch each other and cover all of it.

    White space belongs to the sentence before it. English ends are found by the Punkt model of ``nupunkt``, which
    knows abbreviations, initials and numbers. Three rules are added: a blank line ends a sentence, whatever the
    line ends are; so do ``。！？……`` with the quotes and brackets that close behind them; and no cut falls inside a
    character that people see as one.

    Returns
    -------
    list of (int, int)
        Half-open, in code points, in order; ``[]`` for an empty text.

    Raises
    ------
    TypeError
        If ``text`` is not a ``str`` or a ``Document``.
    ImportError
        If ``nupunkt`` is not installed.

    Examples
    --------
    >>> text = "Dr. Osei (cf. Fig. 2) approved it. 请先断电！再检查。"
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Dr. Osei (cf. Fig. 2) approved it. ', '请先断电！', '再检查。']
    """
    text = as_document(text).text
    tokenizer = _punkt()
    if not text:
        return []
    # The model sees bare "\n" only, so that each kind of line end is cut at the same places.
    flat = text.replace("\r\n", "\n").replace("\r", "\n")
    starts = [0]
    for low, high in _paragraphs(flat):
        found = {low, *_cjk_starts(flat, low, high)}
        stop = _STOP.search(flat, low, high)
        if stop and stop.end() < high:
            for begun, end in windows(flat, low, high):
                text_seen = _without_endless_words(flat, begun, end)
                begins = begun == low or begins_behind_a_stop(flat, begun)
                found.update(begun + start for start, _ in tokenizer.iter_spans(text_seen) if start or begins)
        for start in sorted(found):
            start = boundary_before(flat, start, starts[-1])
            if start > starts[-1]:
                starts.append(start)
    if len(flat) < len(text):
        starts = _with_crlf(text, starts)
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def _with_crlf(text: str, starts: list[int]) -> list[int]:
    r"""Where these places of the text with bare ``\n`` are in the text itself."""
    # Where the text has "\n" alone, the n-th pair ends n places earlier.
    ends = [pair.end() - number for number, pair in enumerate(_CRLF.finditer(text), 1)]
    return [start + bisect_right(ends, start) for start in starts]


def split_sentences(
    text: str | Document,
    chunk_size: int,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """As many whole sentences as fit into each chunk.

    A sentence that is longer than ``chunk_size`` on its own is cut by the next finer rule, ``split_recursive`` with
    ``CJK_LADDER``: at commas and spaces, and at last between characters.

    Parameters
    ----------
    text : str or Document
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. Neighbours share as many whole sentences as fit into ``chunk_overlap``
        and leave room for the next one: possibly none, and never a part of a sentence.
    length_function : callable
        ``str -> int``, such as ``len``, ``count_words`` or ``token_length()``. Lengths need not add up.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Without white space at their ends; ``[]`` for blank text.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong type, the sizes are not ``chunk_size > chunk_overlap >= 0``,
        ``length_function`` gives anything but a number of at least 0, or one character alone is longer than
        ``chunk_size``.
    ImportError
        If ``nupunkt`` is not installed.

    Notes
    -----
    Source: the first of three cures that a RAG course's chunking chapter names for a cut in mid-sentence.

    Examples
    --------
    >>> [chunk.text for chunk in split_sentences("It rains. The road is wet. Drive slowly.", 30, 20)]
    ['It rains. The road is wet.', 'The road is wet. Drive slowly.']
    """
    document = validate(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)

    def measure(low: int, high: int) -> int:
        return measured(length_function, document.text[low:high])

    units = list(_units(document.text, chunk_size, measure, length_function))
    return build(document, _pack(units, chunk_size, chunk_overlap, measure), metadata)


class _Unit(NamedTuple):
    start: int
    end: int
    whole: bool  # a sentence, and not a part of one


Measure = Callable[[int, int], int]


def _units(text: str, size: int, measure: Measure, length_function: Callable[[str], int]) -> Iterator[_Unit]:
    """The sentences, without the white space around them; those that do not fit, in parts."""
    from .recursive import CJK_LADDER, split_recursive

    for low, high in sentence_spans(text):
        start, end = trim(text, low, high)
        if start == end:
            continue
        if measure(start, end) <= size:
            yield _Unit(start, end, True)
            continue
        for part in split_recursive(
            text[start:end], size, separators=CJK_LADDER, length_function=length_function, keep_separator="end"
        ):
            yield _Unit(start + part.start, start + part.end, False)


def _pack(units: list[_Unit], size: int, overlap: int, measure: Measure) -> Iterator[Span]:
    first = again = 0
    while first < len(units):
        start = units[first].start

        def fits(more: int, first: int = first, start: int = start) -> bool:
            return measure(start, units[first + more].end) <= size

        # One more than what is repeated is known to fit, even where lengths do not grow with the text.
        last = first + max(most(fits, len(units) - 1 - first), again)
        end = units[last].end
        yield start, end
        if last + 1 == len(units):
            return
        repeatable = 0  # how many units at the end of this chunk are sentences, its first unit left out
        while overlap and last - repeatable > first and units[last - repeatable].whole:
            repeatable += 1

        def shared(count: int, last: int = last, end: int = end) -> bool:
            low = units[last + 1 - count].start
            return measure(low, end) <= overlap and measure(low, units[last + 1].end) <= size

        again = most(shared, repeatable)
        first = last + 1 - again


@cache
def _punkt() -> Any:
    try:
        import nupunkt
    except ImportError:
        raise ImportError("finding sentences needs nupunkt; run `pip install nupunkt`") from None
    return nupunkt.load("default")


def _paragraphs(flat: str) -> Iterator[Span]:
    """The stretches between blank lines, each with the white space that follows it."""
    first = _VISIBLE.search(flat)
    start = first.start() if first else len(flat)
    while start < len(flat):
        blank = _BLANK_LINE.search(flat, start)
        after = _VISIBLE.search(flat, blank.end()) if blank else None
        end = after.start() if after else len(flat)
        yield start, end
        start = end


def _cjk_starts(flat: str, low: int, high: int) -> Iterator[int]:
    """Where a sentence starts after a full-width stop, in one paragraph."""
    quotes, counted = 0, low
    for stop in _CJK_STOP.finditer(flat, low, high):
        end = stop.end()
        quotes += flat.count('"', counted, end)
        counted = end
        # A straight quote opens and closes alike; which of the two it does here, the count of those before tells.
        if quotes % 2 and flat[end : end + 1] == '"':
            end += 1
        after = _VISIBLE.search(flat, end, high)
        if after and after.group() not in _GOES_ON:
            yield after.start()


def _without_endless_words(flat: str, low: int, high: int) -> str:
    """A window with the head of every endless run of signs masked, as long as before.

    The model takes quadratic time on a run such as a million exclamation marks, and finds nothing inside it. A run
    that goes on beyond the window is as long as it looks from there.
    """
    begun, end = max(low - AROUND, 0), high + AROUND
    if not _may_hold_endless(flat, begun, end):
        return flat[low:high]
    masked = _ENDLESS.sub(lambda run: "x" * (len(run.group()) - 100) + run.group()[-100:], flat[begun:end])
    return masked[low - begun : high - begun]


def _may_hold_endless(flat: str, low: int, high: int) -> bool:
    """Whether some block of half an endless run has no blank: a quick look that spares most windows the search."""
    half = _ENDLESS_FROM // 2
    return any(not _BLANK.search(flat, at, at + half) for at in range(low, min(high, len(flat)) - half + 1, half))
