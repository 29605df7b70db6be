"""An audit in words: one line, or a few."""

from __future__ import annotations

_MOST = 5
_SHOWN = 60


def percent(share: float, whole: bool) -> str:
    """A share as a percentage that never rounds a loss away.

    Examples
    --------
    >>> percent(0.9447, False), percent(1.0, True), percent(0.99999, False)
    ('94.5 %', '100 %', '99.9 %')
    """
    if whole:
        return "100 %"
    if share <= 0:
        return "0 %"
    text = f"{min(max(share * 100, 0.1), 99.9):.1f}"
    return f"{text.removesuffix('.0')} %"


def count(number: int, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> count(1, "chunk"), count(2, "chunk")
    ('1 chunk', '2 chunks')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def quoted(text: str, most: int = _SHOWN) -> str:
    """A text in quotes, shortened in the middle.

    Examples
    --------
    >>> quoted("abcdefghij", 7)
    "'abc…hij'"
    """
    if len(text) > most:
        half = most // 2
        text = f"{text[:half]}…{text[-half:]}"
    return repr(text)


def spread(values: list[int]) -> str:
    """The least and the greatest of some numbers.

    Examples
    --------
    >>> spread([47, 0, 46]), spread([3, 3])
    ('0 to 47', '3')
    """
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def summary(audit) -> str:
    """The verdict in one line."""
    parts = [f"ok={audit.ok}", f"coverage={percent(audit.coverage, not audit.lost)}"]
    if audit.lost:
        lost = f"lost={count(len(audit.lost), 'span')}, {count(audit.lost_characters, 'character')}"
        parts.append(f"{lost}: {quoted(audit.lost[0].text)}{', …' * (len(audit.lost) > 1)}")
    for name in ("rewritten", "misplaced", "oversize"):
        if found := getattr(audit, name):
            parts.append(f"{name}={len(found)}")
    if len(parts) == 2:
        parts.append(count(len(audit.chunks), "chunk"))
    if audit.hidden:
        parts.append(f"hidden={', '.join(hid.kind for hid in audit.hidden)}")
    return ", ".join(parts)


def report(audit, advice: bool = True) -> str:
    """The findings in a few plain lines."""
    lines = [
        f"{'ok' if audit.ok else 'not ok'}: {count(len(audit.chunks), 'chunk')}, "
        f"coverage {percent(audit.coverage, not audit.lost)}"
    ]
    if audit.lost:
        lines.append(f"lost: {count(len(audit.lost), 'span')}, {count(audit.lost_characters, 'character')}")
        lines += [f"  [{gap.start}:{gap.end}] {quoted(gap.text)}" for gap in audit.lost[:_MOST]]
        lines += _rest(audit.lost)
    for name in ("rewritten", "misplaced", "oversize"):
        lines += _section(name, getattr(audit, name), "chunk")
    for hid in audit.hidden:
        what = [count(hid.chunks, "chunk")] if hid.chunks else []
        if hid.passages:
            what.append(f"{count(hid.passages, 'passage')} in no chunk, {count(hid.characters, 'character')}")
        lines.append(f"hidden by {hid.kind}: {', '.join(what)}")
        lines += [f"  {example}" for example in hid.examples]
    # What no audit can vouch for is part of the verdict, and is told with it.
    lines += _section("context added in front", audit.contexts, "chunk", most=2 if advice else 0)
    lines += _section("joined of passages that stand apart", audit.joined, "chunk", most=2 if advice else 0)
    if advice:
        lines += _advice(audit)
    return "\n".join(lines)


def _advice(audit) -> list[str]:
    lines = []
    for title, name, noun in (
        ("repeated", "repeated", "chunk"),
        ("inside another", "inside", "chunk"),
        ("blank", "blank", "chunk"),
        ("broken characters (U+FFFD)", "replacement", "chunk"),
        ("cut inside a character", "cut_graphemes", "cut"),
        ("cut inside a word", "cut_words", "cut"),
        ("cut inside a sentence", "cut_sentences", "cut"),
        ("cut inside a block of code", "cut_fences", "cut"),
        ("table rows without their header", "tables_without_header", "chunk"),
        ("orphan, without the words by which its subject is called", "orphans", "chunk"),
        ("hint, opens as if something stood before", "openings", "chunk"),
    ):
        try:
            found = getattr(audit, name)
            if name == "orphans":
                found = [finding for finding in found if _is_clear(finding)]
            lines += _section(title, found, noun, most=2)
        except ImportError as error:
            lines.append(f"{title}: not counted; {error}")
    if audit.overlaps:
        asked = "" if audit.chunk_overlap is None else f"asked {audit.chunk_overlap}, "
        lines.append(f"overlap: {asked}given {spread(audit.overlaps)} at {count(len(audit.overlaps), 'seam')}")
    lines.append(f"blow-up: {audit.blow_up:.2f} characters in chunks for each one in the source")
    return lines


def _is_clear(orphan) -> bool:
    """Whether an orphan lacks the words of a heading, or those of a sentence that its opening points back to.

    In running prose many sentences share no word with the one before; the report would drown in them.
    """
    return "of the heading" in orphan.detail or "hint: " in orphan.detail


def _section(title: str, findings: list, noun: str, most: int = _MOST) -> list[str]:
    if not findings:
        return []
    lines = [f"{title}: {count(len(findings), noun)}"]
    lines += [f"  chunk {finding.number}: {finding.detail}" for finding in findings[:most]]
    return lines + _rest(findings, most)


def _rest(findings: list, most: int = _MOST) -> list[str]:
    return [f"  and {len(findings) - most} more"] if len(findings) > most > 0 else []
