"""How a decision table looks: three columns, and on a phone a block for each row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ..showing.show_style import STYLE
from ._choice import Choice

# The class stands twice: the style sheets of the book and of JupyterLab have rules for every table.
_T = ".rcl.rcl-choices"
_RULES = (
    f"{_T}{{border-collapse:collapse;table-layout:fixed;width:100%;margin:1rem 0;border:0;background:none;"
    "font:400 .9rem/1.5 var(--rcl-sans);color:var(--rcl-ink);text-align:left}"
    f"{_T} :is(th,td){{padding:.6rem .9rem .6rem 0;border:0;border-bottom:1px solid var(--rcl-line);"
    "vertical-align:top;text-align:left;line-height:1.5;white-space:normal;background:none;max-width:none;"
    "overflow-wrap:break-word}"
    f"{_T} thead th{{font-weight:600;color:var(--rcl-soft)}}{_T} thead th:first-child{{width:32%}}"
    f"{_T} thead th:last-child{{width:22%}}{_T} tbody th{{font-weight:400;color:var(--rcl-ink)}}"
    f"{_T} tbody tr:nth-child(n){{background:none}}{_T} small{{font-size:.8rem;color:var(--rcl-soft);display:block}}"
    f"{_T} code{{font:.82rem var(--rcl-mono);background:none;border:0;padding:0}}"
    f"{_T} p{{margin:0 0 .15rem}}"
    f"{_T} a{{color:var(--rcl-cut);text-decoration:underline}}{_T} a code{{color:inherit}}"
    ".rcl-m{font-weight:600;white-space:nowrap}.rcl-m.yes{color:var(--rcl-cut)}.rcl-m.own{color:var(--rcl-b-ink)}"
    ".rcl-m i{font-style:normal;display:inline-block;width:1.1em}"
    # On a phone each row is a block, and what a column is called stands above its text.
    f"@media (max-width:40rem){{{_T} thead{{position:absolute;width:1px;height:1px;overflow:hidden;"
    f"clip-path:inset(50%)}}{_T},{_T} :is(tbody,tr,th,td){{display:block}}"
    f"{_T} tr{{border-bottom:1px solid var(--rcl-line);padding:.6rem 0}}"
    f"{_T} tbody :is(th,td){{border:0;padding:.12rem 0}}{_T} tbody th{{font-weight:600}}"
    f"{_T} td:last-child small{{display:inline;margin-left:.5rem}}}}"
)


class Table:
    """A decision table.

    Parameters
    ----------
    name : str
    heads : pair of str
        What the first two columns are called; the third is *Backed by*.
    rows : sequence of Choice
    """

    def __init__(self, name: str, heads: tuple[str, str], rows: Sequence[Choice]) -> None:
        self.name, self.heads, self.rows = name, heads, tuple(rows)

    @property
    def html(self) -> str:
        """The table as HTML, with its style sheet."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in (*self.heads, "Backed by"))
        body = "".join(_row(row) for row in self.rows)
        return (
            f"<style>{STYLE}{_RULES}</style>"
            f'<table class="rcl rcl-choices"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        )

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        opinions = sum(row.opinion for row in self.rows)
        return f"Table({self.name!r}: {len(self.rows)} rows, {opinions} of them opinion)"


def _row(row: Choice) -> str:
    source = f"<small>{escape(row.source)}</small>" if row.source else ""
    calls = ", ".join(
        f'<a href="api.html#ragchunk_lessons.{name}"><code>{escape(name)}</code></a>' for name in row.functions
    )
    calls = f"<p>{calls}</p>" if calls else ""
    return (
        f'<tr><th scope="row">{escape(row.situation)}{source}</th>'
        f"<td>{calls}{escape(row.advice)}</td><td>{_backing(row)}</td></tr>"
    )


def _backing(row: Choice) -> str:
    mark, kind, word = ("◇", "own", "opinion") if row.opinion else ("✓", "yes", "measured")
    anchor = f"#{slug(row.section)}" if row.section else ""
    links = [_link(f"../notebooks/{row.lesson}.html{anchor}", f"Lesson {int(row.lesson[:2])}")]
    links += [_link(f"evidence.html#claim-{id}", id, code=True) for id in row.claims]
    links += [_link(f"open_questions.html#question-{id}", id, code=True) for id in row.questions]
    said = "".join(f"<small>{link}</small>" for link in links)
    return f'<span class="rcl-m {kind}"><i aria-hidden="true">{mark}</i>{word}</span>{said}'


def _link(address: str, text: str, code: bool = False) -> str:
    shown = f"<code>{escape(text)}</code>" if code else escape(text)
    return f'<a href="{address}">{shown}</a>'


def slug(heading: str) -> str:
    """The anchor that the book gives to a heading.

    Examples
    --------
    >>> slug("The repair: keep the tail")
    'the-repair-keep-the-tail'
    """
    return re.sub("[^a-z0-9]+", "-", heading.lower()).strip("-")
