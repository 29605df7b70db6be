"""How the rows look: one below a cell of a lesson, all of them on the page of open questions, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from html import escape
from typing import Any

from ..claims import SOURCES
from ..showing.show_style import STYLE
from ._question import OpenQuestion, interval_numbers

# The class stands twice: the style sheets of the book and of JupyterLab have rules for every table.
_T = ".rcl.rcl-open"
_RULES = (
    f"{_T}{{border-collapse:collapse;table-layout:auto;width:100%;margin:1rem 0;border:0;background:none;"
    "font:400 .9rem/1.5 var(--rcl-sans);color:var(--rcl-ink);text-align:left}"
    f"{_T} :is(th,td){{padding:.7rem .9rem .7rem 0;border:0;border-bottom:1px solid var(--rcl-line);"
    "vertical-align:top;text-align:left;line-height:1.5;white-space:normal;background:none;max-width:none}"
    f"{_T} thead th{{font-weight:600;color:var(--rcl-soft)}}{_T} thead th:first-child{{width:25%}}"
    f"{_T} thead th:last-child{{width:27%}}"
    f"{_T} tbody th{{font-weight:600;color:var(--rcl-ink)}}"
    f"{_T} tbody tr:nth-child(n){{background:none}}{_T} tbody tr:target{{background:var(--rcl-cut-soft)}}"
    f"{_T} small,.rcl-answer small{{font-size:.8rem;font-weight:400;color:var(--rcl-soft)}}"
    f"{_T} small{{display:block;margin-top:.2rem}}"
    f"{_T} code,.rcl-answer code{{font:.78rem var(--rcl-mono);color:var(--rcl-soft);background:none;border:0;"
    "padding:0}"
    f"{_T} a{{color:var(--rcl-cut);text-decoration:underline;white-space:nowrap}}"
    ".rcl-answer{margin:1rem 0;padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--rcl-line);"
    "font:400 .93rem/1.55 var(--rcl-sans);color:var(--rcl-ink)}"
    ".rcl-answer p{margin:.25rem 0}.rcl-answer b{font-weight:600;color:var(--rcl-soft)}"
    ".rcl-answer>.rcl-ci{max-width:34rem}"
    # An interval: its name, its numbers, and a bar beside a line at zero; of borders, which forced colours keep.
    ".rcl .rcl-ci,.rcl ul.rcl-ci{list-style:none;margin:.5rem 0 .2rem;padding:0;font-size:.85rem;line-height:1.4}"
    ".rcl .rcl-ci>li{margin:0 0 .4rem;padding:0;display:flex;flex-wrap:wrap;justify-content:space-between;"
    "gap:0 .8rem}"
    ".rcl .rcl-ci>li>b{font-weight:600;color:var(--rcl-ink);font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".rcl-ci-bar{position:relative;flex:0 0 100%;height:.8rem}"
    ".rcl-ci-bar>i{position:absolute;box-sizing:border-box;display:block}"
    ".rcl-ci-bar>.axis{left:0;right:0;top:50%;border-top:1px solid var(--rcl-line)}"
    ".rcl-ci-bar>.zero{top:0;bottom:0;border-left:1px solid var(--rcl-soft)}"
    ".rcl-ci-bar>.range{top:calc(50% - 2px);border-top:4px solid var(--rcl-a-ink);min-width:2px}"
    ".rcl-ci-bar>.mean{top:1px;bottom:1px;margin-left:-2px;border-left:4px solid var(--rcl-a-ink)}"
    ".rcl-ci-bar.out>.range,.rcl-ci-bar.out>.mean{border-color:var(--rcl-cut)}"
    # On a phone each row is a block, and what a column is called stands above its text.
    f"@media (max-width:40rem){{{_T} thead{{position:absolute;width:1px;height:1px;overflow:hidden;"
    f"clip-path:inset(50%)}}{_T},{_T} :is(tbody,tr,th,td){{display:block}}"
    f"{_T} tr{{border-bottom:1px solid var(--rcl-line);padding:.7rem 0}}"
    f"{_T} tbody :is(th,td){{border:0;padding:.2rem 0}}"
    f"{_T} [data-h]::before{{content:attr(data-h);display:block;font-size:.8rem;font-weight:600;"
    "color:var(--rcl-soft)}}"
)


class Answered(dict):
    """What was measured for an open question: a dict that a notebook shows as the whole row.

    Attributes
    ----------
    row : OpenQuestion
    """

    def __init__(self, row: OpenQuestion, values: Mapping[str, Any]) -> None:
        super().__init__(deepcopy(dict(values)))
        self.row = row

    @property
    def answer(self) -> str:
        """The answer, as one or two sentences."""
        return self.row.answer(self)

    @property
    def holds(self) -> bool:
        """Whether the words of the answer hold for these values."""
        return bool(self.row.holds(self))

    def _repr_html_(self) -> str:
        row = self.row
        return (
            f'<style>{STYLE}{_RULES}</style><div class="rcl rcl-answer">'
            f"<p><b>Left open:</b> {escape(row.question)} <small>({escape(row.source)})</small></p>"
            f"<p><b>Measured:</b> {escape(self.answer)}</p>{_bars(self['intervals'])}"
            f"<p><b>How far it carries:</b> {escape(row.scope)} <code>{escape(row.id)}</code></p></div>"
        )


class Table:
    """The rows as the page of open questions shows them.

    Parameters
    ----------
    rows : sequence of Answered
    """

    def __init__(self, rows: Sequence[Answered]) -> None:
        self.rows = tuple(rows)

    @property
    def html(self) -> str:
        """The table as HTML, with its style sheet."""
        heads = ("Left open", "Measured here", "How far it carries")
        head = "".join(f'<th scope="col">{name}</th>' for name in heads)
        body = "".join(_row(row) for row in self.rows)
        return (
            f"<style>{STYLE}{_RULES}</style>"
            f'<table class="rcl rcl-open"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        )

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"Table({len(self.rows)} open questions)"


def _row(answered: Answered) -> str:
    row = answered.row
    return (
        f'<tr id="question-{row.id}"><th scope="row">{escape(row.question)}'
        f"<small>{escape(row.source)} · <code>{escape(row.id)}</code></small>"
        f'<small><a href="../notebooks/{row.lesson}.html">Lesson {int(row.lesson[:2])}</a></small></th>'
        f'<td data-h="Measured here">{escape(answered.answer)}{_bars(answered["intervals"])}</td>'
        f'<td data-h="How far it carries">{escape(row.scope)}</td></tr>'
    )


def _bars(intervals: Sequence[Sequence[Any]]) -> str:
    """The intervals of one row as a list, each with its numbers and a bar; all on one scale, with a line at zero."""
    ends = [0.0, *(float(number) for _, *numbers in intervals for number in numbers)]
    low, high = min(ends), max(ends)

    def at(number: float) -> str:
        # A scale that has no width would divide by zero; the margins keep the marks inside.
        return f"{2 + 96 * (number - low) / ((high - low) or 1):.1f}"

    items = []
    for what, mean, bottom, top in intervals:
        width = float(at(top)) - float(at(bottom))
        outside = "" if bottom <= 0 <= top else " out"
        items.append(
            f"<li><span>{escape(what)}</span> <b>{interval_numbers(mean, bottom, top)}</b>"
            f'<span class="rcl-ci-bar{outside}" aria-hidden="true"><i class="axis"></i>'
            f'<i class="zero" style="left:{at(0)}%"></i>'
            f'<i class="range" style="left:{at(bottom)}%;width:{width:.1f}%"></i>'
            f'<i class="mean" style="left:{at(mean)}%"></i></span></li>'
        )
    return f'<ul class="rcl-ci">{"".join(items)}</ul>' if items else ""


def as_json(rows: Sequence[Answered]) -> str:
    """The rows as JSON: sources, and for each question what was measured, the answer and its scope."""
    questions = [
        {
            "id": row.row.id,
            "source": row.row.source,
            "key": row.row.key,
            "lesson": row.row.lesson,
            "question": row.row.question,
            "measured": dict(row),
            "answer": row.answer,
            "scope": row.row.scope,
        }
        for row in rows
    ]
    return json.dumps({"sources": SOURCES, "questions": questions}, ensure_ascii=False, indent=1)
