"""What must be known of a page before it is read: which elements are ever closed, and which tables hold a layout."""

from __future__ import annotations

from collections.abc import Sequence

from ._html_tokens import Token, attribute

HEADINGS = {f"h{level}": level for level in range(1, 7)}
PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})

# These begin a new line, and so does what follows them; the first ones have a blank line around them.
SPACED = frozenset({"p", "blockquote", "figure", "hr", "table", *HEADINGS, *PREFORMATTED, *LISTS})
BLOCKS = SPACED | set(
    "address article aside body caption center dd details dialog div dt fieldset figcaption footer form head header "
    "hgroup html legend li main nav optgroup option search section select summary tbody td textarea tfoot "
    "th thead tr".split()
)
# A table with one of these in a cell does not hold data: it says where parts of the page stand.
_LAYOUT = PREFORMATTED | {
    *HEADINGS,
    *"table blockquote figure form hr section article aside nav main header footer".split(),
}


def survey(raw: str, found: Sequence[Token]) -> tuple[set[int], set[int]]:
    """The numbers of the headings and preformatted texts that are closed, and of the tables that hold a layout.

    A heading that is not closed before the next one would swallow the page; whoever reads on ends it early.
    """
    closed: set[int] = set()
    layout: set[int] = set()
    tables: list[int] = []
    preformatted: list[int] = []
    heading = -1
    for number, token in enumerate(found):
        name = token.name
        if token.kind == "open":
            if tables and name in _LAYOUT:
                layout.add(tables[-1])
            if name in HEADINGS:
                heading = number
            elif name in PREFORMATTED:
                preformatted.append(number)
            elif name == "table":
                heading = -1
                tables.append(number)
                if (attribute(raw, token, "role") or "").lower() in ("presentation", "none"):
                    layout.add(number)
        elif token.kind == "close":
            if name in HEADINGS and heading >= 0:
                closed.add(heading)
                heading = -1
            elif name in PREFORMATTED and preformatted:
                closed.add(preformatted.pop())
            elif name == "table" and tables:
                tables.pop()
    return closed, layout
