"""The text of a strip: runs of characters that stand in the same chunks, each in its tint."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

_MOST_HIDDEN = 20_000
_MOST_RUNS = 600
_AROUND = 90
_GAPS_SHOWN = 5

# Characters that have no picture of their own get the one that Unicode keeps for them; a lone surrogate cannot be
# written to a file at all.
_PICTURES = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"}
_EMPTY_LINES = re.compile(r"((?:\n[^\S\n]*){2,})")
_PICTURES |= {127: 0x2421} | dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


@dataclass(frozen=True, slots=True)
class Bar:
    """One passage of a strip: the span of a chunk.

    Parameters
    ----------
    start, end : int
    label : str
        The chunk's number.
    note : str
        A word to stand after its end, such as ``"rewritten"``; the text is not as in the source.
    flag : str
        Another word to stand there.
    """

    start: int
    end: int
    label: str
    note: str = ""
    flag: str = ""


@dataclass(slots=True)
class Layers:
    """All that a strip draws over its text.

    Parameters
    ----------
    text : str
    bars : list of Bar
        In order of their starts. Neighbours in this list get different tints.
    gaps : list of (start, end)
        What no chunk holds.
    hints, cuts : list of int
        Where a word that points back starts; where a word is cut.
    word : str
        The word to stand after a gap.
    """

    text: str
    bars: list[Bar]
    gaps: list[tuple[int, int]] = field(default_factory=list)
    hints: list[tuple[int, int]] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    word: str = "lost"
    seen: set[str] = field(default_factory=set)


def plain(text: str) -> str:
    """A text as HTML shows it, whatever is in it.

    Examples
    --------
    >>> plain("<b>\\0")
    '&lt;b&gt;␀'
    """
    return escape(pictured(text), quote=False)


def pictured(text: str) -> str:
    """A text with a picture for each character that has none or that no file can hold.

    Examples
    --------
    >>> pictured("a\\0b")
    'a␀b'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_PICTURES)


def number(value: int) -> str:
    """A number in groups of three digits.

    Examples
    --------
    >>> number(1234567).split("\\u202f")
    ['1', '234', '567']
    """
    return f"{value:,}".replace(",", "\u202f")


def runs(layers: Layers, low: int, high: int) -> list[str]:
    """The runs of ``text[low:high]`` as HTML, in order."""
    bars = [(rank, bar) for rank, bar in enumerate(layers.bars) if bar.start < high and bar.end > low]
    gaps = [gap for gap in layers.gaps if gap[0] < high and gap[1] > low]
    hints = [hint for hint in layers.hints if low <= hint[0] < high]
    edges = {low, high}
    for start, end in [*((bar.start, bar.end) for _, bar in bars), *gaps, *hints]:
        edges |= {max(start, low), min(end, high)}
    cuts = set(layers.cuts)
    edges |= {at for at in cuts if low < at < high}
    found = []
    waiting = iter([*bars, None])
    coming = next(waiting)
    active: list[tuple[int, Bar]] = []
    order = sorted(edges)
    gap_at = hint_at = 0
    for start, end in pairwise(order):
        while coming and coming[1].start <= start:
            active.append(coming)
            coming = next(waiting)
        active = [pair for pair in active if pair[1].end > start]
        while gap_at < len(gaps) and gaps[gap_at][1] <= start:
            gap_at += 1
        while hint_at < len(hints) and hints[hint_at][1] <= start:
            hint_at += 1
        flags = {"first"} if start == low else set()
        flags |= {"cut"} if start in cuts else set()
        if gap_at < len(gaps) and gaps[gap_at][0] <= start:
            flags |= {"gap", "last"} if gaps[gap_at][1] == end else {"gap"}
        if hint_at < len(hints) and hints[hint_at][0] <= start:
            flags.add("hint")
        found.append(_run(layers, start, end, active, flags))
    return found


def _run(layers: Layers, start: int, end: int, active: list[tuple[int, Bar]], flags: set[str]) -> str:
    """One run as HTML: its characters, the bars that hold it, and what else is to be seen on it."""
    body = layers.text[start:end]
    if body.endswith("\r") and layers.text[end : end + 1] == "\n":
        body = body[:-1]  # one line end, shown with its other half
    body = plain(body)
    if not active and "gap" not in flags:
        return body
    rank = active[-1][0] if active else 0
    kind = "x" if "gap" in flags else "ab"[rank % 2] if len(active) == 1 else "o" if len(active) == 2 else "p"
    opening = [bar.label for _, bar in active if bar.start == start and bar.label]
    if not opening and "first" in flags and active and active[-1][1].label:
        opening = ["…" + active[-1][1].label]
    outer = [kind, *(["nb"] if opening and rank % 2 else [])]
    # What is underlined stands in an element of its own, so that number and word are not underlined with it.
    inner = "l" if "gap" in flags else "h" if "hint" in flags else "w" if any(bar.note for _, bar in active) else ""
    layers.seen |= {kind, inner, "k" if "cut" in flags else ""}
    note = (
        layers.word
        if "last" in flags
        else " ".join(word for _, bar in active if bar.end == end for word in (bar.note, bar.flag) if word)
    )
    names = " ".join(f"rcl-{name}" for name in outer)
    # An empty line between two paragraphs stays outside, so that it is no higher than one between two chunks.
    parts = _EMPTY_LINES.split(body) if body.strip() else [body]
    shown = [at for at in range(0, len(parts), 2) if parts[at]] or [0]
    for at in shown:
        attributes = f' data-n="{escape(" ".join(opening))}"' if opening and at == shown[0] else ""
        attributes += f' data-x="{escape(note)}"' if note and at == shown[-1] else ""
        held = f'<span class="rcl-{inner}">{parts[at]}</span>' if inner else parts[at]
        parts[at] = f'<span class="{names}"{attributes}>{held}</span>'
    return '<span class="rcl-k"></span>' * ("cut" in flags) + "".join(parts)


def folded(layers: Layers, fold: int | None) -> str:
    """The text as HTML; if it is longer than ``fold``, its opening, its end and the neighbourhood of the losses."""
    size = len(layers.text)
    shown = _windows(layers, fold)
    parts = []
    done = 0
    for low, high in shown:
        if low > done:
            parts.append(_fold(layers, done, low))
        parts += runs(layers, low, high)
        done = high
    if done < size:
        parts.append(_fold(layers, done, size))
    return "".join(parts)


def _windows(layers: Layers, fold: int | None) -> list[tuple[int, int]]:
    """The parts of the text that are shown."""
    size = len(layers.text)
    if fold is None or size <= fold:
        return [(0, size)]
    wanted = [(0, fold * 3 // 5), (size - fold * 2 // 5, size)]
    for start, end in layers.gaps[:_GAPS_SHOWN]:
        wanted += [(start - _AROUND, min(start + _AROUND, end + _AROUND)), (max(end, start) - _AROUND, end + _AROUND)]
    merged: list[tuple[int, int]] = []
    for low, high in sorted((_edge(layers.text, low), _edge(layers.text, high)) for low, high in wanted):
        if merged and low - merged[-1][1] < 2 * _AROUND:  # too little to be worth a fold
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _edge(text: str, at: int) -> int:
    """A place near ``at`` to fold at: a white space, so that no word is torn."""
    if at <= 0 or at >= len(text):
        return max(0, min(at, len(text)))
    for near in range(at, max(at - 30, 0), -1):
        if text[near - 1].isspace():
            return near
    return at


def _fold(layers: Layers, low: int, high: int) -> str:
    """The mark of a part that is folded away, with the part in it if it is light."""
    starts = [bar.start for bar in layers.bars]
    inside = layers.bars[bisect_left(starts, low) : bisect_left(starts, high)]
    what = f"{number(high - low)} characters"
    if inside and inside[0].label:
        first, last = inside[0].label, inside[-1].label
        what += f", chunk {first}" if first == last else f", chunks {first} to {last}"
    if len(layers.text) <= _MOST_HIDDEN and 2 * len(inside) <= _MOST_RUNS:
        body = "".join(runs(layers, low, high))
        return f'<details class="rcl-fold"><summary>{what}</summary><div class="rcl-text">{body}</div></details>'
    return f'<div class="rcl-fold">{what} not shown</div>'
