"""How much may be wrong: limits on what was found, and the verdict."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from ..auditing.report import count, percent
from ._found import ADVICE, CORE, Found
from ._matching import Checked
from ._options import asked_for, share, whole_from

_WORDS = {
    "lost": ("character", "lost"),
    "rewritten": ("chunk", "rewritten"),
    "misplaced": ("chunk", "misplaced"),
    "oversize": ("chunk", "longer than the size"),
    "contexts": ("chunk", "with a text in front that its source does not have there"),
    "joined": ("chunk", "joined of passages that stand apart"),
    "repeated": ("chunk", "repeated"),
    "inside": ("chunk", "inside another"),
    "blank": ("chunk", "blank"),
    "replacement": ("chunk", "with broken characters"),
    "cut_graphemes": ("cut", "inside a character"),
    "cut_words": ("cut", "inside a word"),
    "cut_sentences": ("cut", "inside a sentence"),
    "cut_fences": ("cut", "inside a block of code"),
    "tables_without_header": ("chunk", "with table rows without their header"),
    "orphans": ("chunk", "without the words by which the subject is called"),
}


def add_limits(parser: ArgumentParser) -> None:
    """``--min-coverage`` and one ``--max-…`` for each kind of finding."""
    group = parser.add_argument_group(
        "limits",
        "what is allowed, over all documents; without a limit, nothing may be lost, rewritten, misplaced or oversize, "
        "and there may be any number of the rest",
    )
    group.add_argument(
        "--min-coverage",
        type=share,
        metavar="SHARE",
        help="of every document, such as 0.995 or 99.5%%; loss is then allowed down to it",
    )
    for kind in (*CORE, *ADVICE):
        noun, words = _WORDS[kind]
        group.add_argument(f"--max-{kind.replace('_', '-')}", type=whole_from(0), metavar="N", help=f"{noun}s {words}")


def limits_of(options: Namespace) -> dict[str, int]:
    """The limits that hold, by kind.

    The four that decide are 0 unless another one is given; a ``--min-coverage`` stands in for that on loss.
    """
    limits = {}
    for kind in (*CORE, *ADVICE):
        limit = getattr(options, f"max_{kind}")
        if limit is None and kind in CORE and not (kind == "lost" and options.min_coverage is not None):
            limit = 0
        if limit is not None:
            limits[kind] = limit
    return limits


def broken(
    limits: dict[str, int], least: float | None, found: Sequence[Found], checked: Sequence[Checked]
) -> list[str]:
    """The limits that do not hold, each in words; none if all is well."""
    reasons = []
    totals = {kind: sum(each.weight for each in found if each.kind == kind) for kind in limits}
    for kind, limit in limits.items():
        if totals[kind] > limit:
            noun, words = _WORDS[kind]
            reasons.append(f"{count(totals[kind], noun)} {words}, at most {limit} allowed")
    if least is not None:
        for each in checked:
            covered = coverage(each, found)
            if covered < least:
                name = f" of {each.document.source}" if len(checked) > 1 else ""
                reasons.append(f"coverage{name} {percent(covered, False)}, at least {asked_for(least)} asked")
    return reasons


def coverage(each: Checked, found: Sequence[Found]) -> float:
    """The share of a document that is covered, or whose loss is known from a baseline."""
    audit = each.audit
    if not audit.lost:
        return 1.0
    lost = sum(one.weight for one in found if one.kind == "lost" and one.source == each.document.source)
    return (audit._total - lost) / audit._total
