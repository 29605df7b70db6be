"""One pane of an explorer: what the function gave, as HTML that can stand beside other panes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from ..showing.show_style import STYLE

_SHEET = re.compile(r"<style>(.*?)</style>", re.S)
_SVG = re.compile(r"<svg\b.*?</svg>", re.S)


def as_html(made: Any) -> str:
    """What ``make`` returned, as HTML.

    Raises
    ------
    TypeError
        If it is nothing that can be shown.

    Examples
    --------
    >>> as_html("1 < 2")
    '<p class="rcl-xp-text">1 &lt; 2</p>'
    """
    if isinstance(made, str):
        tag = "pre" if "\n" in made else "p"
        return f'<{tag} class="rcl-xp-text">{escape(made)}</{tag}>'
    if isinstance(made, list | tuple) and made:
        return "".join(map(as_html, made))
    page = made._repr_html_() if hasattr(made, "_repr_html_") and not isinstance(made, type) else None
    if isinstance(page, str):
        return page
    way = "a picture of show_chunks, a plot, a table, a string, or a list of these"
    if hasattr(made, "savefig"):
        way = "plots.Plot(figure, title, alt), which brings its description in words"
    raise TypeError(f"make returned {type(made).__name__} ({str(made)[:60]!r}), which cannot be shown; return {way}")


def trouble(words: str, error: Exception) -> str:
    """An error as a reader needs it: the state and the reason, no traceback."""
    reason = str(error) or type(error).__name__
    return f'<p class="rcl-xp-text rcl-xp-no"><b>Not possible at {escape(words)}.</b> {escape(reason)}</p>'


def without_sheets(page: str) -> tuple[str, list[str]]:
    """A pane without its style sheets, and those sheets without what all pictures share."""
    return _SHEET.sub("", page), [sheet.removeprefix(STYLE) for sheet in _SHEET.findall(page)]


def joined_sheets(sheets: Iterable[str]) -> str:
    """Every sheet once, in the order of first use."""
    return "".join(dict.fromkeys(sheets))


def with_own_ids(page: str, mark: str) -> str:
    """Ids inside drawings, made to differ from those of the other panes: a reference must not meet a hidden one."""

    def rename(drawing: re.Match) -> str:
        svg = drawing[0]
        for name in sorted(set(re.findall(r'\sid="([^"]+)"', svg))):
            # An id stands in quotes or, as a reference, between # and a closing sign.
            svg = re.sub(rf'(\sid="|url\(#|href="#){re.escape(name)}(?=["\)])', rf"\g<1>{mark}-{name}", svg)
        return svg

    return _SVG.sub(rename, page)


def for_naming(page: str) -> str:
    """What of a pane does not differ between machines: without drawings and style sheets."""
    return _SVG.sub("", _SHEET.sub("", page))
