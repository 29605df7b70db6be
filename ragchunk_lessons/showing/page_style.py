"""The style sheet of the page to show a colleague: light and dark, a phone's width, and paper."""

from __future__ import annotations

from .show_style import TOKENS

_DARK = "@media screen and (prefers-color-scheme:dark)"


def _variables(theme: int, end: str = "") -> str:
    return ";".join(f"--rcl-{name}:{pair[theme]}{end}" for name, pair in TOKENS.items())


_PAPER = TOKENS["paper"]
_RULES = """
body{margin:0;background:%(light)s}
.rcl-page{max-width:60rem;margin:0 auto;padding:1.5rem 1.25rem 4rem;font:400 1rem/1.6 var(--rcl-sans);
color:var(--rcl-ink);overflow-wrap:anywhere}
.rcl-page h1{font-size:1.7rem;line-height:1.25;margin:.5rem 0 1rem}
.rcl-page h2{font-size:1.15rem;line-height:1.3;margin:2.2rem 0 .6rem;padding-top:.8rem;
border-top:1px solid var(--rcl-line)}
.rcl-verdict{font-size:1.05rem;margin:0}
.rcl-verdict b,.rcl-page li .rcl-good,.rcl-page li .rcl-bad{padding:.1em .5em;border-radius:4px;white-space:nowrap}
.rcl-verdict.rcl-good b,.rcl-page li .rcl-good{background:var(--rcl-cut-soft);color:var(--rcl-cut)}
.rcl-verdict.rcl-bad b,.rcl-page li .rcl-bad{background:var(--rcl-loss-soft);color:var(--rcl-loss)}
.rcl-page dl{margin:0;display:grid;gap:.25rem}
.rcl-page dl>div{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:1rem}
.rcl-page dt{color:var(--rcl-soft)}
.rcl-page dd{margin:0}
.rcl-page pre{font:400 .85rem/1.55 var(--rcl-mono);white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 1rem;
padding:.8rem 1rem;background:var(--rcl-raised);border:1px solid var(--rcl-line);border-radius:8px}
.rcl-page table{overflow-wrap:normal}
.rcl-page ol{padding-left:1.6rem}
.rcl-page li{margin:.6rem 0}
.rcl-page q{color:var(--rcl-soft)}
.rcl-page :focus-visible{outline:2px solid var(--rcl-cut);outline-offset:2px}
%(dark)s{body{background:%(night)s}}
@media (max-width:480px){.rcl-page{padding:1rem .9rem 3rem}.rcl-page dl>div{grid-template-columns:1fr;gap:0}
.rcl-page dl{gap:.5rem}}
@media print{html body .rcl{%(paper)s}body{background:none}.rcl-page{max-width:none;padding:0}
.rcl-page h2{break-after:avoid}.rcl-page :is(li,tr,dl>div){break-inside:avoid}
.rcl-page details::details-content{content-visibility:visible;block-size:auto}}
"""

PAGE_STYLE: str = (
    _RULES % {"light": _PAPER[0], "night": _PAPER[1], "dark": _DARK, "paper": _variables(0, "!important")}
).replace("\n", "")
