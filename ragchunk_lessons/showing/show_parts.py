"""What stands around the text of a strip: the chunks to scale, the figures, the key, and what is nowhere."""

from __future__ import annotations

from html import escape

from ..auditing.report import percent, quoted, spread
from .show_text import Bar, Layers, number

_LABELLED = 60
_LANES = 6
_LANE = 18
_NAMED = 3


def outside(audit) -> str:
    """The chunks that stand nowhere in the text, by name."""
    nowhere = [chunk for chunk in audit.chunks if not chunk.spans and chunk.text.strip()]
    lines = [f"chunk {chunk.number} is not in the text: {quoted(chunk.text)}" for chunk in nowhere[:_NAMED]]
    if len(nowhere) > _NAMED:
        lines.append(f"and {len(nowhere) - _NAMED} more")
    return f'<div class="rcl-out">{"<br>".join(map(escape, lines))}</div>' if lines else ""


def _lanes(bars: list[Bar]) -> list[int]:
    """For each bar the first lane in which it overlaps none before it."""
    ends: list[int] = []
    lanes = []
    for bar in bars:
        lane = next((at for at, end in enumerate(ends) if end <= bar.start), len(ends))
        if lane == len(ends):
            ends.append(bar.end)
        ends[lane] = bar.end
        lanes.append(lane % _LANES)
    return lanes


def ruler(layers: Layers) -> str:
    """The chunks to scale: bars with their numbers, or, if they are many, one line with the losses on it."""
    size = len(layers.text)

    def place(start: int, end: int) -> str:
        return f"left:{start / size * 100:.2f}%;width:{(end - start) / size * 100:.2f}%"

    parts = []
    height = _LANE
    if len(layers.bars) <= _LABELLED:
        lanes = _lanes(layers.bars)
        height = _LANE * (max(lanes, default=0) + 1)
        for rank, (bar, lane) in enumerate(zip(layers.bars, lanes, strict=True)):
            label = bar.label if (bar.end - bar.start) / size > 0.012 + 0.014 * len(bar.label) else ""
            parts.append(
                f'<i class="rcl-r{"ab"[rank % 2]}" style="{place(bar.start, bar.end)};top:{lane * _LANE + 1}px"'
                f' data-m="{label}"></i>'
            )
    else:
        parts.append('<i class="rcl-rl"></i>')
    for start, end in layers.gaps[:_LABELLED]:
        word = layers.word if (end - start) / size > 0.09 else ""
        parts.append(f'<i class="rcl-rx" style="{place(start, end)}" data-m="{word}"></i>')
    return (
        f'<div class="rcl-ruler" dir="ltr" aria-hidden="true" style="height:{height}px">{"".join(parts)}</div>'
        '<div class="rcl-scale" dir="ltr" aria-hidden="true"><span>0</span>'
        f"<span>{number(size)} characters</span></div>"
    )


def facts(audit) -> str:
    """The figures in one line."""
    facts = [("", "chunks", number(len(audit.chunks)))]
    facts.append((" rcl-bad" if audit.lost else " rcl-good", "coverage", percent(audit.coverage, not audit.lost)))
    if audit.lost:
        where = "" if len(audit.lost) == 1 else f" in {number(len(audit.lost))} places"
        facts.append((" rcl-bad", "lost", f"{number(audit.lost_characters)} characters{where}"))
    for word in ("rewritten", "misplaced", "oversize", "repeated"):
        if found := getattr(audit, word):
            facts.append(("" if word == "repeated" else " rcl-bad", word, number(len(found))))
    for word, found in (
        ("code cut", audit.cut_fences),
        ("rows without header", audit.tables_without_header),
    ):
        if found:
            facts.append((" rcl-bad", word, number(len(found))))
    if audit.hidden:
        facts.append(("", "hidden", escape(", ".join(hid.kind for hid in audit.hidden))))
    asked = audit.chunk_overlap
    if audit.overlaps and (asked or any(audit.overlaps)):
        said = f"asked</span> <b>{number(asked)}</b> <span>given" if asked is not None else "given"
        facts.append(("", f"<span>overlap {said}</span>", spread(audit.overlaps)))
    facts.append(("", "blow-up", f"{audit.blow_up:.2f}×"))
    items = (f'<span class="rcl-fact{kind}">{name} <b>{value}</b></span>' for kind, name, value in facts)
    return f'<div class="rcl-facts">{"".join(items)}</div>'


def key(layers: Layers) -> str:
    """What the signs mean, of those that occur."""
    kinds = (
        ("a", '<span data-n="n">chunk n starts</span>'),
        ("o", '<span class="rcl-o">in two chunks</span>'),
        ("p", '<span class="rcl-p">in three or more</span>'),
        ("x", '<span class="rcl-x"><span class="rcl-l">in no chunk</span></span>'),
        ("w", '<span class="rcl-w">not as in the source</span>'),
        ("h", '<span class="rcl-h">may depend on what came before</span>'),
        ("k", '<span><span class="rcl-k"></span> cut inside a word</span>'),
    )
    seen = layers.seen | ({"a"} if layers.bars else set())
    items = "".join(html for name, html in kinds if name in seen)
    return f'<div class="rcl-key" aria-hidden="true">{items}</div>' if items else ""
