"""What an audit can tell beyond its verdict, each worked out when it is asked for.

Every function takes the ``Audit`` and is called once by it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise
from numbers import Real
from unicodedata import category

from ..graphemes import is_boundary
from .findings import Finding, Gap, Placed
from .report import count, quoted

_REPLACEMENT = "\ufffd"
_WORD_SHOWN = 12
# Scripts that put no space between words: Thai, Lao, Tibetan, Myanmar, Khmer, kana, Bopomofo, Han.
_UNSPACED = (
    ("\u0e00", "\u0fff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u3040", "\u312f"),
    ("\u31a0", "\u31ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\uff66", "\uff9f"),
    ("\U00020000", "\U0003ffff"),
)


def oversize(audit) -> list[Finding]:
    """Chunks longer than the size that was asked for."""
    if audit.chunk_size is None:
        return []
    measured = ((chunk, _length(audit, chunk.text)) for chunk in audit.chunks)
    return [
        Finding(chunk.number, chunk.start, chunk.end, f"{length} long, limit {audit.chunk_size}")
        for chunk, length in measured
        if length > audit.chunk_size
    ]


def contexts(audit) -> list[Finding]:
    """Chunks that have a text in front of their passage: added, or lines that another chunk holds."""
    wrong = {finding.number for finding in (*audit.rewritten, *audit.misplaced)}
    found = []
    for chunk in _single(audit):
        text, body = chunk.text, audit.document.text[chunk.start : chunk.end]
        if audit.view and text != body:
            text, body = audit.view.normal(text).strip(), audit.view.normal(body).strip()
        added = len(text) - len(body)
        if added > 0 and chunk.number not in wrong:
            detail = f"{count(added, 'character')} added in front: {quoted(text[:added])}"
            found.append(Finding(chunk.number, chunk.start, chunk.end, detail))
    return found


def joined(audit) -> list[Finding]:
    """Chunks of passages that stand apart in the source, which leave out what stands between them."""
    wrong = {finding.number for finding in (*audit.rewritten, *audit.misplaced)}
    text, found = audit.document.text, []
    for chunk in audit.chunks:
        if len(chunk.spans) < 2 or chunk.number in wrong:
            continue
        (_, end), (start, _) = chunk.spans[:2]
        where = " and ".join(f"[{low}:{high}]" for low, high in chunk.spans)
        left_out = text[min(end, start) : max(end, start)].strip()
        detail = f"joins {where} without {quoted(left_out)}"
        found.append(Finding(chunk.number, chunk.start, chunk.end, detail, end))
    return found


def repeated(audit) -> list[Finding]:
    """Chunks that stand for the same passage as an earlier one."""
    first: dict[tuple, int] = {}
    found = []
    for chunk in audit.chunks:
        if not chunk.spans:
            continue
        earlier = first.setdefault(chunk.spans, chunk.number)
        if earlier != chunk.number:
            found.append(Finding(chunk.number, chunk.start, chunk.end, f"the same passage as chunk {earlier}"))
    return found


def inside(audit) -> list[Finding]:
    """Chunks whose passage lies wholly inside that of another one."""
    found = []
    outer: Placed | None = None
    for chunk in sorted(_single(audit), key=lambda chunk: (chunk.start, -chunk.end, chunk.number)):
        if outer is None or chunk.end > outer.end:
            outer = chunk
        elif chunk.spans != outer.spans:
            detail = f"lies inside chunk {outer.number} [{outer.start}:{outer.end}]"
            found.append(Finding(chunk.number, chunk.start, chunk.end, detail))
    return sorted(found, key=lambda finding: finding.number)


def blank(audit) -> list[Finding]:
    """Chunks that hold nothing but white space."""
    return [Finding(chunk.number, chunk.start, chunk.end, "blank") for chunk in audit.chunks if not chunk.text.strip()]


def replacement(audit) -> list[Finding]:
    """Chunks with more replacement characters than their passage has."""
    found = []
    for chunk in audit.chunks:
        if _REPLACEMENT not in chunk.text:
            continue
        own = sum(audit.document.text.count(_REPLACEMENT, start, end) for start, end in chunk.spans)
        extra = chunk.text.count(_REPLACEMENT) - own
        if extra > 0:
            found.append(Finding(chunk.number, chunk.start, chunk.end, f"{extra} broken, as U+FFFD"))
    return found


def cut_words(audit) -> list[Finding]:
    """Cuts between two characters of one word."""
    text = audit.document.text
    return [
        Finding(chunk.number, chunk.start, chunk.end, f"{side} inside {_around(text, at)}", at)
        for at, chunk, side in _cuts(audit)
        if _joined(text[at - 1], text[at])
    ]


def cut_graphemes(audit) -> list[Finding]:
    """Cuts inside a character that people see as one."""
    text = audit.document.text
    found = []
    low = 0  # the last cut that is known to be a boundary: nothing before it needs reading
    for at, chunk, side in _cuts(audit):
        if is_boundary(text, at, low):
            low = at
        else:
            found.append(Finding(chunk.number, chunk.start, chunk.end, f"{side} inside {_around(text, at)}", at))
    return found


def cut_sentences(audit) -> list[Finding]:
    """Cuts inside a sentence."""
    spans = audit._once("sentences")
    starts = [start for start, _ in spans]
    whole = _holder(audit)
    found = []
    for at, chunk, side in _places(audit):
        number = bisect_right(starts, at) - 1
        if number < 0:
            continue
        start, end = spans[number]
        if not start < at < end:
            continue
        holder = whole(start, end)
        where = "in no chunk" if holder is None else f"in chunk {holder}"
        detail = f"{side} inside the sentence [{start}:{end}], which is whole {where}"
        found.append(Finding(chunk.number, chunk.start, chunk.end, detail, at))
    return found


def broken_sentences(audit) -> list[Gap]:
    """Sentences that no chunk holds whole."""
    text = audit.document.text
    whole = _holder(audit)
    return [Gap(start, end, text[start:end]) for start, end in audit._once("sentences") if whole(start, end) is None]


def overlaps(audit) -> list[int]:
    """What each chunk shares with the one before it in the source."""
    text = audit.document.text
    spans = sorted((*span, chunk.number) for chunk in audit.chunks for span in chunk.spans)
    shared = []
    for before, after in pairwise(spans):
        start, end = after[0], min(before[1], after[1])
        shared.append(_length(audit, text[start:end]) if start < end else 0)
    return shared


def _length(audit, text: str) -> Real:
    """The length of a text in the unit of the audit, if it is one."""
    length = audit.length_function(text)
    wrong = None
    if isinstance(length, bool) or not isinstance(length, Real):
        wrong = TypeError
    elif math.isnan(length) or length < 0:
        wrong = ValueError
    if wrong:
        of = f"a text of {count(len(text), 'character')}"
        raise wrong(f"length_function returned {length!r} for {of}; it must return a number of at least 0")
    return length


def _single(audit) -> list[Placed]:
    """The chunks that stand for one passage."""
    return [chunk for chunk in audit.chunks if len(chunk.spans) == 1]


def _cuts(audit) -> list[tuple[int, Placed, str]]:
    """Every position inside the text at which a chunk starts or ends, once, in order."""
    size = len(audit.document.text)
    cuts: dict[int, tuple[Placed, str]] = {}
    for side, which in (("starts", 0), ("ends", 1)):
        for chunk in audit.chunks:
            for span in chunk.spans:
                if 0 < span[which] < size:
                    cuts.setdefault(span[which], (chunk, side))
    return [(at, *cuts[at]) for at in sorted(cuts)]


def _places(audit) -> list[tuple[int, Placed, str]]:
    """The cuts, but one where a chunk ends and the next begins after white space."""
    text = audit.document.text
    kept: list[tuple[int, Placed, str]] = []
    for cut in _cuts(audit):
        same = kept and kept[-1][2] == "ends" and cut[2] == "starts" and text[kept[-1][0] : cut[0]].isspace()
        if not same:
            kept.append(cut)
    return kept


def sentences(audit) -> list[tuple[int, int]]:
    """The sentences of the source, without the white space around them; a table or a block of code has none."""
    from ..splitters.sentences import sentence_spans

    text = audit.document.text
    spans = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if bare := sentence.strip():
            low = start + len(sentence) - len(sentence.lstrip())
            spans.append((low, low + len(bare)))
    return _prose(spans, audit._once("layout"))


def _prose(sentences: list[tuple[int, int]], layout) -> list[tuple[int, int]]:
    """The sentences that share nothing with a table or a block of code."""
    blocks = sorted([*layout.fences, *((table.start, table.end) for table in layout.tables)])
    if not blocks:
        return sentences
    starts = [start for start, _ in blocks]
    kept = []
    for start, end in sentences:
        last = bisect_left(starts, end) - 1  # blocks lie apart: the last one before the sentence's end reaches furthest
        if last < 0 or blocks[last][1] <= start:
            kept.append((start, end))
    return kept


def _holder(audit):
    """A function that names a chunk which holds a span whole, or None."""
    spans = sorted((*span, chunk.number) for chunk in audit.chunks for span in chunk.spans)
    starts = [span[0] for span in spans]
    # Of all spans that start at or before a position, the one that reaches furthest.
    furthest = list(accumulate(spans, lambda one, other: other if other[1] > one[1] else one))

    def whole(start: int, end: int) -> int | None:
        at = bisect_right(starts, start) - 1
        return furthest[at][2] if at >= 0 and furthest[at][1] >= end else None

    return whole


def _in_word(char: str) -> bool:
    if char.isascii():
        return char.isalnum() or char == "_"
    if any(low <= char <= high for low, high in _UNSPACED):
        return False
    return char.isalnum() or category(char)[0] == "M"


def _joined(before: str, after: str) -> bool:
    return _in_word(before) and _in_word(after)


def _around(text: str, at: int) -> str:
    """The word on both sides of a cut, with a bar at the cut."""
    low, high = at, at
    while low > max(at - _WORD_SHOWN, 0) and not text[low - 1].isspace():
        low -= 1
    while high < min(at + _WORD_SHOWN, len(text)) and not text[high].isspace():
        high += 1
    return repr(f"{text[low:at]}|{text[at:high]}")
