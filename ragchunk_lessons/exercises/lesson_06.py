"""Lesson 6: levels that skip, a table that is cut, a fence that stays open."""

from __future__ import annotations

from collections.abc import Iterable

from ..corpora import load_text
from ..published import structure_chunk
from ..splitters.markdown import markdown_headings, split_markdown
from . import Checked, exercise, right, wrong

LEVELS = (1, 3, 3, 5, 2, 4)


def headings_of(levels: Iterable[int]) -> str:
    """A text with a heading of each of these levels.

    Examples
    --------
    >>> headings_of([1, 3])
    '# one\\n\\n### two'
    """
    names = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    return "\n\n".join(f"{'#' * level} {name}" for level, name in zip(levels, names, strict=False))


@exercise("06-1")
def levels_that_skip(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        return wrong("give a list of six numbers, one for each heading")
    answer = list(answer)
    chunks = split_markdown(headings_of(LEVELS), 100, normalize_levels=True)
    steps = [chunk.metadata["heading_level"] for chunk in chunks]
    if len(answer) != len(steps):
        return wrong(f"this list has {len(answer)} numbers; give {len(steps)}, one for each heading")
    for number, (given, step) in enumerate(zip(answer, steps, strict=True), 1):
        if given != step:
            return wrong(f"heading {number} is on another level; which headings stand above it in its path?")
    return right("a level is the number of headings in the path, so none is ever skipped")


def _rows_without_header(size: int) -> int:
    table = load_text("inspection_table")
    header = table.split("\n")[0]
    return sum(header not in chunk.text for chunk in split_markdown(table, size))


@exercise("06-2")
def smallest_size(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int):
        return wrong("give one whole number of characters")
    if answer < 1:
        return wrong("a size is at least 1")
    if missing := _rows_without_header(answer):
        return wrong(f"at {answer} there are still {missing} chunks without the header; which row is the longest?")
    if not _rows_without_header(answer - 1):
        return wrong(f"at {answer} every chunk has the header, and so it has at a smaller size")
    return right("the header and the longest row just fit, with the line end between them")


@exercise("06-3")
def open_fence(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the changed text itself, as a str")
    page = load_text("handbook_page")
    lines, left = page.split("\n"), answer.split("\n")
    if len(left) != len(lines) - 1 or not any(lines[:at] + lines[at + 1 :] == left for at in range(len(lines))):
        return wrong("the answer should be the page without exactly one of its lines")
    found = len(markdown_headings(answer))
    if found != 2:
        return wrong(f"now split_markdown finds {found} sections; which line keeps a fence from running on?")
    before, after = len(structure_chunk(page)), len(structure_chunk(answer))
    same = "as many as before" if before == after else f"{after} and not {before}"
    return right(f"two sections are left, and the recipe as published still counts {same}: it never saw the fence")
