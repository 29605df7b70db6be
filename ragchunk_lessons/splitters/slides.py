"""One slide a chunk, from decks written in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..chunk import Chunk
from ..document import Document
from ..readers._render import lines
from ._front_matter import front_matter
from ._labelled import labelled
from ._pieces import Piece, check, cut_pieces

_RULE = re.compile(r" {0,3}-{3,}[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*")


def split_slides(
    text: str | Document,
    chunk_size: int | None = None,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """One slide a chunk: what stands between two lines of ``---``.

    Parameters
    ----------
    text : str or Document
        A deck in Markdown, as Marp and reveal.js read it. The text is cut as it is.
    chunk_size : int, optional
        In the unit of ``length_function``. A slide that is longer is cut by the ladder.
    length_function : callable
        ``str -> int``, such as ``len`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Metadata: ``slide``, from 1; ``title``, where a heading opens the slide. Front matter is no slide: its chunk
        is slide 0, with ``front_matter``. A chunk begins with the ``---`` in front of it. An empty slide is counted
        and gives no chunk. Blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used.
    ImportError
        If the text has front matter and ``PyYAML`` is not installed.

    Notes
    -----
    A rule is a line of three or more hyphens, indented by three spaces at most, with white space behind it at most.
    Inside a fence of code, closed or not, and inside an HTML comment it is text. Under a line of words it is a rule
    too, and no heading, as in reveal.js. ``***`` and ``___`` part no slides: Marp would take them for rules, and
    reveal.js would not. Front matter is what it is to ``split_markdown``: YAML of names and values between two rules at
    the very start.

    Source: the recipe for slides of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> deck = "# Pumps\\n\\n---\\n\\n# Valves\\nShut them.\\n"
    >>> [(chunk.metadata["slide"], chunk.metadata["title"]) for chunk in split_slides(deck)]
    [(1, 'Pumps'), (2, 'Valves')]
    """
    document = check(text, chunk_size, length_function=length_function, metadata=metadata)
    pieces = _pieces(document.text, chunk_size, length_function)
    return cut_pieces(document, pieces, chunk_size, length_function=length_function, metadata=metadata)


class _Slide(NamedTuple):
    number: int
    start: int  # behind its rule
    end: int


def _pieces(text: str, chunk_size: int | None, length_function: Callable[[str], int]) -> Iterator[Piece]:
    """The slides that hold something, each with all that stands between it and the one before: the pieces touch."""
    kept = [slide for slide in _slides(text) if text[slide.start : slide.end].strip()]
    if not kept:  # a deck of empty slides: its rules are all there is
        yield Piece(0, len(text), {"slide": 1})
        return
    start = 0
    for slide, after in zip(kept, [*kept[1:], None], strict=True):
        end = slide.end if after else len(text)
        labels: dict[str, Any] = {"slide": slide.number}
        if slide.number == 0:
            labels["front_matter"] = True
        elif title := _title(text, slide):
            labels["title"] = title
        yield from labelled(text, (start, end), slide.start, "", labels, chunk_size, length_function=length_function)
        start = end


def _slides(text: str) -> Iterator[_Slide]:
    """Every slide, the empty ones too; front matter is number 0."""
    start, _ = front_matter(text)
    if start:
        yield _Slide(0, 0, start)
    number, fence, comment = 1, "", False
    begun = start
    for low, high, after in lines(text, start):
        line = text[low:high]
        if low == 0:
            line = line.removeprefix("\ufeff")
        if fence:
            if _closes(line, fence):
                fence = ""
        elif comment:
            comment = "-->" not in line
        elif opened := _FENCE.match(line):
            fence = opened[1]
        elif line.lstrip().startswith("<!--"):
            comment = "-->" not in line
        elif _RULE.fullmatch(line):
            # A rule that opens the deck has no slide in front of it.
            if number > 1 or text[begun:low].strip("\ufeff").strip() or begun == start > 0:
                yield _Slide(number, begun, low)
                number += 1
            begun = after
    yield _Slide(number, begun, len(text))


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t")
    indent = len(line) - len(line.lstrip(" "))
    return indent <= 3 and len(bare) >= len(fence) and not bare.strip(fence[0])


def _title(text: str, slide: _Slide) -> str | None:
    """The heading that opens the slide, comments in front of it passed over."""
    comment = False
    found = lines(text[slide.start : slide.end])
    body = text[slide.start : slide.end]
    for start, end, after in found:
        line = body[start:end].removeprefix("\ufeff")
        if comment or line.lstrip().startswith("<!--"):
            comment = "-->" not in line
        elif heading := _HEADING.fullmatch(line):
            return heading[1]
        elif line.strip():
            below = next(lines(body, after), None)
            return line.strip() if below and _UNDERLINE.fullmatch(body[below[0] : below[1]]) else None
    return None
