"""Chunks that lack the words by which others call their subject.

A chunk that reads "It cuts heating bills" is hard to find for who asks about heat pumps: not because of the pronoun,
but because the words "heat pump" are not in it. So the measure is the share of its anchor's content words that a chunk
holds itself. The anchor is the heading above it or, without one, the sentence before it in its paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import add

from .advice import _UNSPACED
from .findings import Finding, Placed, Span
from .report import percent, quoted

LEAST = {"heading": 1 / 3, "sentence": 1 / 8}
"""Below this share of the anchor's content words a chunk is an orphan."""

_OPENERS = frozenset(
    "he she it its his her hers they them their theirs this that these those such both either neither "
    "however therefore thus hence moreover furthermore also otherwise instead".split()
)
_CHINESE_OPENERS = ("它", "他", "她", "这", "那", "其", "此", "该", "這", "該")
_STOP = frozenset(
    "a about above across after again against all almost along already also although always am among an and "
    "another any are as at away back be became because become been before behind being below between both but "
    "by came can cannot come could did do does doing done down during each either else enough even ever every "
    "few first for from further get give given go had has have having he hence her here hers him his how "
    "however i if in instead into is it its just keep kept last least less let like made make many may me might "
    "mine more most much must my near neither never next no nor not nothing now of off often on once one only "
    "onto or other others our out over own per put rather s same see seen several shall she should since so "
    "some soon still such t take than that the their them then there therefore these they this those though "
    "three through thus to together too toward towards two under until up upon us use used uses using very was "
    "way we well were what when where whether which while who whole whom whose why will with within without "
    "would yet you your yours".split()
)
_HAN_STOP = frozenset(
    "的了是在和与及或对为以从到把被让就都也还不没有而但因所这那其此该它他她们我你什么怎样如何吗呢吧啊地得着过之于中上下里个一二三几每各等很最更能会可要将使"
)
_GROUP = "".join(f"{low}-{high}" for low, high in _UNSPACED)
_TOKEN = re.compile(rf"[{_GROUP}]+|[^\W{_GROUP}]+(?:['’][^\W\d_{_GROUP}]+)*")
_unspaced = re.compile(f"[{_GROUP}]").match  # whether a token is of a script without spaces: its first sign tells
_NOT_STOP = re.compile(f"[^{''.join(sorted(_HAN_STOP))}]+")
# In ASCII, what stands in no word as a space: splitting at spaces is faster than a pattern.
_SPACED = "".join(char if char.isalnum() or char in "_'" else " " for char in map(chr, range(128)))
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_NUMBERING = re.compile(r"^\s*\d+(?:\.\d+)*[.)、]?\s+")  # "2.3 Seals": no chunk says 2.3
_REMEMBERED = 24  # characters: longer words are rare, and are not kept
_PARAGRAPH = re.compile(r"(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)")


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a chunk's subject is called above or before it.

    Parameters
    ----------
    number : int
        The chunk's index, from 0.
    kind : str
        ``"heading"`` or ``"sentence"``.
    text : str
        The heading, or the sentence before the chunk.
    coverage : float
        The share of the anchor's content words that the chunk holds, from 0 to 1.

    Examples
    --------
    >>> Anchor(1, "heading", "Heat pumps", 0.5).coverage
    0.5
    """

    number: int
    kind: str
    text: str
    coverage: float


def content_words(text: str) -> set[str]:
    """The words of a text that carry its subject, in a form that a plural does not change.

    In scripts without spaces every two neighbouring characters are one, and a single character is one where it
    stands alone. Numbers count.

    Examples
    --------
    >>> sorted(content_words("The heat pumps of John's house")), sorted(content_words("热泵的好处"))
    (['heat', 'house', 'john', 'pump'], ['好处', '热泵'])
    """
    tokens = set(_tokens(text))
    unspaced = set() if text.isascii() else set(filter(_unspaced, tokens))
    words = {_known_word(one) if len(one) <= _REMEMBERED else _word(one) for one in tokens - unspaced}
    words.discard("")
    for run in chain.from_iterable(map(_NOT_STOP.findall, unspaced)):
        words.update(_pairs(run))
    return words


def _tokens(text: str) -> Iterable[str]:
    """The runs of letters and digits, each of one kind of script."""
    if not text.isascii():
        return _TOKEN.findall(text)
    parts = text.translate(_SPACED).split()
    if "'" not in text:
        return parts
    return chain.from_iterable(_TOKEN.findall(part) if "'" in part else (part,) for part in parts)


def _word(token: str) -> str:
    """What a run of letters adds to the content words: itself in the singular, or nothing."""
    word = token.lower().replace("’", "'").removesuffix("'s")
    return "" if word in _STOP else _stem(word)


_known_word = lru_cache(maxsize=50_000)(_word)


def _pairs(run: str) -> Iterable[str]:
    """Every two neighbouring characters, or the only one."""
    chars = list(run)  # as single strings once, not once for each of their two pairs
    return map(add, chars, chars[1:]) if len(chars) > 1 else chars


def _stem(word: str) -> str:
    """The singular of a regular English plural (Harman's S stemmer); anything else as it is."""
    if len(word) > 3 and word.endswith("s"):
        if word.endswith("ies") and word[-4] not in "ae":
            return word[:-3] + "y"
        if word.endswith("es") and word[-3] in "sxzh":
            return word[:-2]
        if word[-2] not in "us":
            return word[:-1]
    return word


def share(anchor: str, text: str) -> float | None:
    """The share of the anchor's content words that a text holds; None if the anchor has none.

    Examples
    --------
    >>> share("Heat pumps", "It cuts heating bills."), share("Heat pumps", "A heat pump cuts bills.")
    (0.0, 1.0)
    """
    words = content_words(anchor)
    return len(words & content_words(text)) / len(words) if words else None


def anchors(audit) -> list[Anchor]:
    """The anchor of every chunk that has one outside itself."""
    headings = audit._once("layout").headings
    starts = [start for start, _, _ in headings]
    found = []
    for chunk in audit.chunks:
        if not chunk.spans or not chunk.text.strip():
            continue
        kind, text = _anchor(audit, chunk, headings, starts)
        covered = share(text, chunk.text) if text else None
        if covered is not None:
            found.append(Anchor(chunk.number, kind, text, covered))
    return found


def _anchor(audit, chunk: Placed, headings: list, starts: list[int]) -> tuple[str, str]:
    """The innermost heading over the chunk's opening, else the sentence before it; empty where it has neither."""
    start = chunk.start
    text = audit.document.text
    while start < len(text) and text[start].isspace():
        start += 1
    above = bisect_right(starts, start) - 1
    if above >= 0 and headings[above][1] > start:  # it opens with a heading, or inside one
        return "", ""
    path = chunk.metadata.get("heading_path")
    names = [path] if isinstance(path, str) else list(path or ()) if isinstance(path, (list, tuple)) else []
    names += [headings[above][2]] if above >= 0 else []
    for name in reversed(names):
        if isinstance(name, str) and content_words(name := _NUMBERING.sub("", name)):
            return "heading", name
    return "sentence", _sentence_before(audit, start)


def _sentence_before(audit, start: int) -> str:
    """The sentence that ends or is cut where a chunk starts, if it stands in the same paragraph."""
    text = audit.document.text
    low = max(start - 1000, 0)
    before = text[low:start]
    if not before.strip() or _PARAGRAPH.search(before[len(before.rstrip()) :]):
        return ""
    sentences: list[Span] = audit._once("sentences")
    at = bisect_right(sentences, (start - 1, len(text))) - 1
    if at < 0:
        return ""
    opening = max(sentences[at][0], low)
    return _PARAGRAPH.split(text[opening:start])[-1].strip()


def orphans(audit) -> list[Finding]:
    """Chunks that hold too few of their anchor's content words."""
    hints = {finding.number: finding.detail for finding in audit.openings}
    spans = {chunk.number: (chunk.start, chunk.end) for chunk in audit.chunks}
    found = []
    for anchor in audit.anchors:
        if anchor.coverage >= LEAST[anchor.kind]:
            continue
        held = percent(anchor.coverage, False)
        before = "the heading" if anchor.kind == "heading" else "the sentence before it,"
        detail = f"holds {held} of the words of {before} {quoted(anchor.text, 40)}"
        if anchor.number in hints:
            detail += f"; {hints[anchor.number]}"
        found.append(Finding(anchor.number, *spans[anchor.number], detail))
    return found


def openings(audit) -> list[Finding]:
    """Chunks that open as if something stood before them; a row or a record opens with the name of a field."""
    found = []
    rows = {mark.start for mark in audit.document.marks if mark.kind in ("row", "record", "cell")}
    for chunk in audit.chunks:
        opening = chunk.text[:200].split(maxsplit=1)[:1]
        if not opening or chunk.start == 0 or chunk.start in rows:
            continue
        word = opening[0].strip("\"'“”‘’([{«*_.,:;!?—–-")
        if not word:
            continue
        if word.lower() in _OPENERS or word.startswith(_CHINESE_OPENERS):
            why = "a word that points back"
        elif word[0].islower() and not _CJK.search(word):  # a Latin word in a Chinese sentence is written small
            why = "lower case"
        else:
            continue
        found.append(Finding(chunk.number, chunk.start, chunk.end, f"hint: opens with {word[:24]!r}, {why}"))
    return found
