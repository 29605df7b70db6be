"""The colours and the style sheet of every picture: one accent, one alarm, one hint, two quiet tints.

Nothing here has an effect outside the class ``rcl``. Light is the default; dark follows the page: the book, a
notebook in JupyterLab or VS Code, or, on a page of its own, what the reader's system asks for.
"""

from __future__ import annotations

# name: (light, dark)
TOKENS: dict[str, tuple[str, str]] = {
    "paper": ("#fcfbf8", "#12171d"),
    "raised": ("#ffffff", "#1a2129"),
    "ink": ("#1d2733", "#e6eaef"),
    "soft": ("#5a6675", "#9aa6b4"),
    "line": ("#dcdfe4", "#2c3641"),
    "cut": ("#0b6e69", "#5cc7bf"),
    "cut-soft": ("#d9eeec", "#12383a"),
    "a": ("#cfe3f6", "#1b3a5c"),
    "a-ink": ("#1d4f80", "#a9cdf2"),
    "b": ("#f2e3c6", "#4a3916"),
    "b-ink": ("#7a5310", "#f0cf8a"),
    "loss": ("#b3261e", "#ff8a80"),
    "loss-soft": ("#fbdfdb", "#561f1d"),
    "hint": ("#6a45b5", "#c3adff"),
    "hint-soft": ("#eee8fa", "#2b2347"),
}

_SANS = "system-ui,-apple-system,'Segoe UI','Noto Sans','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"
_MONO = "ui-monospace,SFMono-Regular,'Cascadia Mono','Noto Sans Mono',monospace"


def _variables(theme: int) -> str:
    return ";".join(f"--rcl-{name}:{pair[theme]}" for name, pair in TOKENS.items())


# A page that says nothing of its theme follows the system; one that has chosen light stays light.
_ALONE = (
    "html:not([data-theme]) body:not([data-jp-theme-light]):not(.vscode-light):not(.vscode-dark)"
    ":not(.vscode-high-contrast):not(.vscode-high-contrast-light) .rcl"
)

_THEMES = f"""
.rcl{{{_variables(0)};--rcl-sans:{_SANS};--rcl-mono:{_MONO};color-scheme:light}}
html[data-theme=dark] .rcl,body[data-jp-theme-light=false] .rcl,body.vscode-dark .rcl,
body.vscode-high-contrast:not(.vscode-high-contrast-light) .rcl{{{_variables(1)};color-scheme:dark}}
@media (prefers-color-scheme:dark){{{_ALONE}{{{_variables(1)};color-scheme:dark}}}}
"""

# A number or a word that belongs to the picture and not to the text is drawn by the style sheet: it is seen, but
# neither selected nor copied. The empty text after the slash keeps a screen reader from reading numbers out.
_RULES = """
.rcl-strip{box-sizing:border-box;background:var(--rcl-raised);color:var(--rcl-ink);border:1px solid var(--rcl-line);
border-radius:8px;padding:1rem 1.1rem;margin:1rem 0;font:400 1rem/1.5 var(--rcl-sans);text-align:start;
letter-spacing:normal;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.rcl-strip *{box-sizing:border-box}
.rcl-title{font-weight:600;margin:0 0 .5rem;user-select:none;-webkit-user-select:none}
.rcl-text{line-height:1.15;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;unicode-bidi:isolate;
font-style:normal}
.rcl-text>span{line-height:2.05}
.rcl-a,.rcl-b,.rcl-o,.rcl-p,.rcl-x{padding:.18em .1em;border-radius:3px;box-decoration-break:clone;
-webkit-box-decoration-break:clone}
.rcl-a{background:var(--rcl-a)}
.rcl-b{background:var(--rcl-b)}
.rcl-o{background:repeating-linear-gradient(-45deg,var(--rcl-a) 0 6px,var(--rcl-b) 6px 12px)}
.rcl-p{background:repeating-linear-gradient(45deg,transparent 0 4px,var(--rcl-raised) 4px 5px),
repeating-linear-gradient(-45deg,var(--rcl-a) 0 4px,var(--rcl-b) 4px 8px)}
.rcl-x{background:var(--rcl-loss-soft);color:var(--rcl-loss)}
.rcl-l{text-decoration:underline wavy var(--rcl-loss) 1.5px;text-underline-offset:4px;text-decoration-skip-ink:none}
.rcl-w{text-decoration:underline dashed var(--rcl-loss) 1.5px;text-underline-offset:4px}
.rcl-h{text-decoration:underline dotted var(--rcl-hint) 2px;text-underline-offset:4px}
.rcl-k{border-left:3px solid var(--rcl-cut);padding:.18em 0}
.rcl-strip [data-n]::before{content:attr(data-n) "\\2060";content:attr(data-n) "\\2060" / "";
font:600 .68rem/1 var(--rcl-mono);vertical-align:.55em;margin-right:.3em;padding:.12em .32em;border-radius:3px;
color:var(--rcl-raised);background:var(--rcl-a-ink);text-decoration:none;white-space:nowrap;unicode-bidi:isolate}
.rcl-strip .rcl-nb[data-n]::before{background:var(--rcl-b-ink)}
.rcl-strip [data-x]::after{content:"\\2060" attr(data-x);font:600 .68rem/1 var(--rcl-mono);
vertical-align:.55em;margin-left:.35em;color:var(--rcl-loss);text-decoration:none;white-space:nowrap;
unicode-bidi:isolate}
.rcl-strip [data-t]::after{content:"\\2060" attr(data-t);
font:600 .62rem/1 var(--rcl-mono);vertical-align:.6em;margin-left:.1em;color:var(--rcl-ink)}
.rcl-fold{display:block;white-space:normal;margin:.3rem 0;line-height:1.5;font-size:.8rem;color:var(--rcl-soft);
border-top:1px dashed var(--rcl-line);border-bottom:1px dashed var(--rcl-line);padding:.15rem 0}
div.rcl-fold,.rcl-fold>summary{user-select:none;-webkit-user-select:none}
.rcl-fold>summary{cursor:pointer;color:var(--rcl-soft)}
.rcl-fold>summary:focus-visible{outline:2px solid var(--rcl-cut);outline-offset:2px}
.rcl-fold>.rcl-text{font-size:1rem;color:var(--rcl-ink)}
.rcl-out{margin:.5rem 0 0;font-size:.88rem;color:var(--rcl-loss);overflow-wrap:anywhere}
.rcl-ruler{position:relative;margin:.9rem 0 .25rem}
.rcl-ruler i{position:absolute;height:15px;border-radius:3px;font:600 10px/15px var(--rcl-mono);
color:var(--rcl-raised);text-align:center;overflow:hidden;white-space:nowrap}
.rcl-ruler i::before{content:attr(data-m)}
.rcl-ruler .rcl-ra{background:var(--rcl-a-ink)}
.rcl-ruler .rcl-rb{background:var(--rcl-b-ink)}
.rcl-ruler .rcl-rx{background:var(--rcl-loss);height:auto;top:1px;bottom:2px;min-width:3px;display:grid;
place-items:center}
.rcl-ruler .rcl-rl{background:var(--rcl-line);height:7px;left:0;right:0;top:4px}
.rcl-scale{display:flex;justify-content:space-between;font:11px/1.4 var(--rcl-mono);color:var(--rcl-soft)}
.rcl-facts{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin:.75rem 0 0;font-size:.88rem}
.rcl-facts b{font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
.rcl-bad b{color:var(--rcl-loss)}
.rcl-good b{color:var(--rcl-cut)}
.rcl-key{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;align-items:baseline;margin:.55rem 0 0;
font-size:.8rem;color:var(--rcl-soft);line-height:1.7}
.rcl-key .rcl-o,.rcl-key .rcl-p{color:var(--rcl-ink)}
.rcl-strip .rcl-key [data-n]::before{vertical-align:.12em}
.rcl-key>span{padding-left:.25em;padding-right:.25em}
.rcl-ruler,.rcl-scale,.rcl-facts,.rcl-key,.rcl-out,.rcl-label{user-select:none;-webkit-user-select:none}
.rcl-row{margin:.1rem 0 .7rem}
.rcl-row:last-child{margin-bottom:0}
.rcl-row>.rcl-text,.rcl-row>.rcl-text>span{line-height:1.8}
.rcl-label{display:flex;gap:.8rem;font-size:.8rem;color:var(--rcl-soft)}
.rcl-label b{font-weight:650;color:var(--rcl-ink)}
.rcl-row .rcl-a,.rcl-row .rcl-b,.rcl-row .rcl-o,.rcl-row .rcl-p{padding:.1em 0;border-radius:2px}
.rcl-side{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1rem;margin:1rem 0}
.rcl-side>.rcl-strip{margin:0}
@media (max-width:480px){.rcl-strip{padding:.8rem .75rem}}
@media (forced-colors:active){.rcl-a,.rcl-b{outline:1px solid}.rcl-o,.rcl-p{outline:2px double}
.rcl-ruler i,.rcl-strip [data-n]::before{border:1px solid}}
"""

STYLE: str = (_THEMES + _RULES).replace("\n", "")
"""The style sheet, to stand in a ``style`` element beside what ``show_chunks`` draws."""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21.

    Examples
    --------
    >>> round(contrast("#ffffff", "#000000"), 1)
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
