"""How the rows look: one below a cell of a lesson, all of them on the evidence page, and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from html import escape
from typing import Any

from ..showing.show_style import STYLE
from ._claim import SOURCES, VERDICTS, Claim

# A mark for each verdict, so that colour is not the only sign.
_MARKS = {
    "reproduced": ("✓", "yes"),
    "corrected": ("≈", "half"),
    "refuted": ("✗", "no"),
    "not measurable here": ("–", "open"),
}

# The class stands twice: the style sheets of the book and of JupyterLab have rules for every table.
_T = ".rcl.rcl-claims"
_RULES = (
    f"{_T}{{border-collapse:collapse;table-layout:auto;width:100%;margin:1rem 0;border:0;background:none;"
    "font:400 .9rem/1.5 var(--rcl-sans);color:var(--rcl-ink);text-align:left}"
    f"{_T} :is(th,td){{padding:.55rem .7rem .55rem 0;border:0;border-bottom:1px solid var(--rcl-line);"
    "vertical-align:top;text-align:left;line-height:1.5;white-space:normal;background:none;max-width:none}"
    f"{_T} thead th{{font-weight:600;color:var(--rcl-soft)}}{_T} thead th:first-child{{width:38%}}"
    f"{_T} tbody th{{font-weight:400;color:var(--rcl-ink)}}"
    f"{_T} tbody tr:nth-child(n){{background:none}}{_T} tbody tr:target{{background:var(--rcl-cut-soft)}}"
    f"{_T} small,.rcl-claim small{{font-size:.8rem;color:var(--rcl-soft)}}{_T} small{{display:block}}"
    f"{_T} code,.rcl-claim code{{font:.78rem var(--rcl-mono);color:var(--rcl-soft);background:none;border:0;padding:0}}"
    f"{_T} a{{color:var(--rcl-cut);text-decoration:underline;white-space:nowrap}}"
    ".rcl-v{font-weight:600;white-space:nowrap;color:var(--rcl-soft)}.rcl-v.open{white-space:normal}"
    ".rcl-v.yes{color:var(--rcl-cut)}.rcl-v.half{color:var(--rcl-b-ink)}.rcl-v.no{color:var(--rcl-loss)}"
    ".rcl-v i{font-style:normal;display:inline-block;width:1.1em}"
    ".rcl-claim{margin:1rem 0;padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--rcl-line);"
    "font:400 .93rem/1.55 var(--rcl-sans);color:var(--rcl-ink)}"
    ".rcl-claim p{margin:.25rem 0}.rcl-claim b{font-weight:600;color:var(--rcl-soft)}"
    # On a phone each row is a block, and what a column is called stands above its text.
    f"@media (max-width:40rem){{{_T} thead{{position:absolute;width:1px;height:1px;overflow:hidden;"
    f"clip-path:inset(50%)}}{_T},{_T} :is(tbody,tr,th,td){{display:block}}"
    f"{_T} tr{{border-bottom:1px solid var(--rcl-line);padding:.6rem 0}}"
    f"{_T} tbody :is(th,td){{border:0;padding:.12rem 0}}"
    f"{_T} td:nth-child(n+3){{display:inline-block;margin-right:1.2rem}}"
    f"{_T} [data-h]::before{{content:attr(data-h);display:block;font-size:.8rem;font-weight:600;"
    "color:var(--rcl-soft)}}"
)


class Measured(dict):
    """What was measured for a claim: a dict that a notebook shows as the whole row.

    Attributes
    ----------
    claim : Claim
    """

    def __init__(self, claim: Claim, values: Mapping[str, Any]) -> None:
        super().__init__(deepcopy(dict(values)))
        self.claim = claim

    @property
    def finding(self) -> str:
        """What was measured, as a sentence."""
        return self.claim.say(self)

    @property
    def holds(self) -> bool:
        """Whether the verdict holds for these values."""
        return bool(self.claim.holds(self))

    def _repr_html_(self) -> str:
        row = self.claim
        return (
            f'<style>{STYLE}{_RULES}</style><div class="rcl rcl-claim">'
            f"<p><b>Published:</b> {escape(row.published)} <small>({escape(row.source)})</small></p>"
            f"<p><b>Measured:</b> {escape(self.finding)}</p>"
            f"<p>{_verdict(row.verdict)} <code>{escape(row.id)}</code></p></div>"
        )


class Table:
    """The rows as the evidence page shows them.

    Parameters
    ----------
    rows : sequence of Measured
    """

    def __init__(self, rows: Sequence[Measured]) -> None:
        self.rows = tuple(rows)

    @property
    def html(self) -> str:
        """The table as HTML, with its style sheet."""
        heads = ("The source prints", "Measured here", "Verdict", "Lesson")
        head = "".join(f'<th scope="col">{name}</th>' for name in heads)
        body = "".join(_row(row) for row in self.rows)
        return (
            f"<style>{STYLE}{_RULES}</style>"
            f'<table class="rcl rcl-claims"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        )

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        counts = Counter(row.claim.verdict for row in self.rows)
        said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
        return f"Table({len(self.rows)} claims: {said})"


def _verdict(verdict: str) -> str:
    mark, name = _MARKS[verdict]
    return f'<span class="rcl-v {name}"><i aria-hidden="true">{mark}</i>{verdict}</span>'


def _row(measured: Measured) -> str:
    row = measured.claim
    number = row.lesson[:2].lstrip("0")
    link = f'<a href="../notebooks/{row.lesson}.html">Lesson {number}</a>' if row.lesson else ""
    return (
        f'<tr id="claim-{row.id}"><th scope="row">{escape(row.published)}'
        f"<small>{escape(row.source)} · <code>{escape(row.id)}</code></small></th>"
        f'<td data-h="Measured here">{escape(measured.finding)}</td>'
        f"<td>{_verdict(row.verdict)}</td><td>{link}</td></tr>"
    )


def as_json(rows: Sequence[Measured]) -> str:
    """The rows as JSON: sources, and for each claim what it says, what was measured and the verdict."""
    claims = [
        {
            "id": row.claim.id,
            "source": row.claim.source,
            "key": row.claim.key,
            "lesson": row.claim.lesson,
            "published": row.claim.published,
            "measured": dict(row),
            "finding": row.finding,
            "verdict": row.claim.verdict,
        }
        for row in rows
    ]
    return json.dumps({"sources": SOURCES, "claims": claims}, ensure_ascii=False, indent=1)
