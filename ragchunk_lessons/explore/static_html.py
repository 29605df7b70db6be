"""The explorer on a page: native radio inputs and one pane for each state, chosen by the style sheet alone."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from html import escape
from urllib.parse import quote

from ..showing.show_style import STYLE
from .controls import Knob, radios, state_words
from .panes import for_naming, joined_sheets, with_own_ids, without_sheets

MOST_BYTES = 150_000  # gzipped; a page of the book may move 700 000 in all
_X = ".rcl.rcl-xp"
# Seen by a screen reader only: on a screen the chosen controls say which state it is.
_UNSEEN = "position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap"
RULES = (
    f"{_X}{{margin:1rem 0;padding:1rem 1.1rem;border:1px solid var(--rcl-line);border-radius:8px;"
    "background:var(--rcl-paper);color:var(--rcl-ink);font:400 1rem/1.5 var(--rcl-sans);text-align:start}"
    f"{_X} *{{box-sizing:border-box}}"
    f"{_X} .rcl-xp-title{{margin:0 0 .6rem;font-weight:600;color:var(--rcl-ink)}}"
    f"{_X} .rcl-xp-knobs{{flex-wrap:wrap;gap:.7rem 1.6rem}}"
    f"{_X} fieldset{{margin:0;padding:0;border:0;min-width:0}}"
    f"{_X} legend{{float:none;width:auto;margin:0 0 .3rem;padding:0;border:0;"
    "font:400 .88rem/1.4 var(--rcl-sans);color:var(--rcl-soft)}"
    f"{_X} .rcl-xp-row{{display:flex;flex-wrap:wrap;gap:.35rem}}"
    f"{_X} .rcl-xp-o{{position:relative;display:inline-flex}}"
    # The input lies over its label, unseen, so that the whole of it can be hit.
    f"{_X} .rcl-xp-o>input{{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}}"
    f"{_X} .rcl-xp-o>label{{display:flex;align-items:center;justify-content:center;min-width:2.75rem;"
    "min-height:2.25rem;margin:0;padding:.2rem .8rem;border:1px solid var(--rcl-soft);border-radius:6px;"
    "background:var(--rcl-raised);color:var(--rcl-ink);font:400 .94rem/1.3 var(--rcl-sans);"
    "font-variant-numeric:tabular-nums;overflow-wrap:anywhere}"
    f"{_X} .rcl-xp-o>input:hover+label{{border-color:var(--rcl-cut);color:var(--rcl-cut)}}"
    f"{_X} .rcl-xp-o>input:checked+label{{background:var(--rcl-cut);border-color:var(--rcl-cut);"
    "color:var(--rcl-raised);font-weight:650}"
    f"{_X} .rcl-xp-o>input:focus-visible+label{{outline:3px solid var(--rcl-ink);outline-offset:2px}}"
    f"{_X} .rcl-xp-pane{{position:relative;margin:.9rem 0 0}}{_X} .rcl-xp-pane>:last-child{{margin-bottom:0}}"
    f"{_X} .rcl-xp-state{{margin:0 0 .4rem;font-weight:600;color:var(--rcl-soft)}}"
    ".rcl .rcl-xp-text{margin:.6rem 0;padding:0;border:0;background:none;color:var(--rcl-ink);overflow-wrap:anywhere;"
    "font:400 1rem/1.5 var(--rcl-sans)}.rcl pre.rcl-xp-text{font:400 .88rem/1.55 var(--rcl-mono);"
    "white-space:pre-wrap}.rcl .rcl-xp-no b{font-weight:650;color:var(--rcl-loss)}"
    f"{_X} .rcl-xp-lab{{margin:.6rem 0 0;font-size:.88rem}}{_X} .rcl-xp-lab a{{color:var(--rcl-cut)}}"
    # The page of the lab is a part of the book; in a notebook there is nothing behind the link.
    "body:is([data-jp-theme-light],.vscode-light,.vscode-dark,.vscode-high-contrast) .rcl .rcl-xp-lab{display:none}"
    # Controls show themselves only where the style sheet can obey them; elsewhere all panes stand, each with its state.
    f"@supports selector(:has(a)){{@media not print{{{_X} .rcl-xp-state{{{_UNSEEN}}}"
    f"{_X}>.rcl-xp-knobs{{display:flex!important}}}}}}"
    f"@media (max-width:480px),(pointer:coarse){{{_X} .rcl-xp-o>label{{min-height:44px;min-width:44px}}}}"
    f"@media (max-width:480px){{{_X}{{padding:.8rem .75rem}}}}"
    f"@media (forced-colors:active){{{_X} .rcl-xp-o>input:checked+label{{forced-color-adjust:none;"
    "background:Highlight;color:HighlightText}}"
    f"@media print{{{_X} .rcl-xp-lab{{display:none}}}}"
)


def scope(title: str, knobs: tuple[Knob, ...], panes: Mapping[tuple, str]) -> str:
    """The name that keeps an explorer apart from others; the same content gives the same name on every machine."""
    parts = [title, *(f"{knob.name}\0{knob.label}\0{knob.values}" for knob in knobs), *map(for_naming, panes.values())]
    return f"xp{hashlib.sha256(chr(1).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"


def choice_rules(mark: str, knobs: tuple[Knob, ...], panes: Mapping[tuple, str]) -> str:
    """The rules that show the pane of the chosen state and no other. Where ``:has`` is unknown, all panes stand."""
    rules = [f".{mark}>.rcl-xp-panes>.rcl-xp-pane{{display:none}}"]
    for place, state in enumerate(panes, 1):
        chosen = "".join(
            f':has([name="{mark}-{at}"][value="{knob.values.index(value)}"]:checked)'
            for at, (knob, value) in enumerate(zip(knobs, state, strict=True))
        )
        rules.append(f".{mark}{chosen}>.rcl-xp-panes>.rcl-xp-pane:nth-child({place}){{display:block}}")
    return f"@supports selector(:has(a)){{{''.join(rules)}}}" + (
        f"@supports not selector(:has(a)){{@media print{{.{mark}>.rcl-xp-panes>.rcl-xp-pane~.rcl-xp-pane"
        "{display:none}}}"
    )


def lab_line(lab: str | None, knobs: tuple[Knob, ...], state: tuple) -> str:
    """The link that opens this state in the Chunk Lab."""
    if not lab:
        return ""
    for knob, value in zip(knobs, state, strict=True):
        lab = lab.replace(f"{{{knob.name}}}", quote(str(value), safe=""))
    return (
        f'<p class="rcl-xp-lab"><a href="../book/chunk_lab.html#{escape(lab)}">'
        f"Open in the Chunk Lab: {escape(state_words(knobs, state))}</a></p>"
    )


def page_html(title: str, knobs: tuple[Knob, ...], panes: Mapping[tuple, str], lab: str | None = None) -> str:
    """The whole explorer.

    Raises
    ------
    ValueError
        If it is too heavy for a page.
    """
    mark = scope(title, knobs, panes)
    bodies, sheets = [], []
    for place, (state, pane) in enumerate(panes.items()):
        body, own = without_sheets(pane)
        sheets += own
        bodies.append(
            f'<div class="rcl-xp-pane"><p class="rcl-xp-state">{escape(state_words(knobs, state))}</p>'
            f"{with_own_ids(body, f'{mark}-p{place}')}{lab_line(lab, knobs, state)}</div>"
        )
    inside = "".join(bodies)
    weight = len(zlib.compress(inside.encode("utf-8", "replace"), 6))
    if weight > MOST_BYTES:
        raise ValueError(
            f"{len(panes)} panes weigh {weight} bytes gzipped, at most {MOST_BYTES}; offer fewer or smaller ones"
        )
    style = STYLE + RULES + joined_sheets(sheets) + choice_rules(mark, knobs, panes)
    controls = "".join(radios(knob, place, mark) for place, knob in enumerate(knobs))
    return (
        f'<style>{style}</style><div class="rcl rcl-xp {mark}" role="group" aria-labelledby="{mark}-title">'
        f'<p class="rcl-xp-title" id="{mark}-title">{escape(title)}</p>'
        f'<div class="rcl-xp-knobs" style="display:none">{controls}</div><div class="rcl-xp-panes">{inside}</div></div>'
    )
