"""Checks of lesson 3: windows, useless tails, visible characters, and a loop that ends."""

from __future__ import annotations

from ..graphemes import is_boundary
from ..published import fixed_chunk
from . import exercise, right, wrong

_SIZES = ((512, 50), (500, 50), (20, 0), (8, 3), (2, 1))
# What stands between two bars is one character to the eye.
_VISIBLE = (
    "a|👨\u200d👩\u200d👧\u200d👦|b",
    "🇨🇳|🇫🇷|🇯🇵",
    "e\u0301|t|e\u0301",
    "x|\r\n|y|\n|z",
    "👍🏽|!",
    "plain",
)


@exercise("03-1")
def windows(answer):
    if not callable(answer):
        return wrong("give the function itself, without calling it")
    for size, overlap in _SIZES:
        tokens = range(1, 3 * size + 1)
        published = [(window[0], window[-1]) for window in fixed_chunk(tokens, size, overlap) if len(window) == size]
        for k, (first, last) in enumerate(published, 1):
            given = answer(k, size, overlap)
            if given is None:
                return wrong("the function returns nothing yet")
            if tuple(given) == (first - 1, last - 1):
                return wrong("tokens are counted from 1 here; your numbers are one too small")
            if tuple(given) == (first, last + 1):
                return wrong("the last token belongs to the window; yours is one too large")
            if tuple(given) != (first, last):
                return wrong(
                    f"window {k} for {size} and {overlap} is not {given!r}; how far apart do two windows start?"
                )
    return right("each window starts one step, size - overlap, after the one before")


def _useless(length, size, overlap):
    pieces = fixed_chunk(range(length), size, overlap)
    return len(pieces) > 1 and pieces[-1][-1] == pieces[-2][-1]


def _runs(numbers):
    runs = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


@exercise("03-2")
def useless_tails(answer):
    given = sorted({number for first, last in answer for number in range(first, last + 1)})
    measured = [length for length in range(400, 1001) if _useless(length, 300, 60)]
    if given == measured:
        return right("every run begins right after a start, and is as long as the overlap")
    if given and not 400 <= given[0] <= given[-1] <= 1000:
        return wrong("stay within 400 and 1000")
    near, there = _runs(given), _runs(measured)
    if len(near) == len(there):
        edges = zip(sum(near, ()), sum(there, ()), strict=True)
        if all(abs(mine - right_one) <= 1 for mine, right_one in edges):
            return wrong("every edge is right or off by one; does a start at the very end of the text begin a chunk?")
        hits = sum(run in there for run in near)
        return wrong(f"{hits} of your {len(near)} runs are right; check where a run begins and how long it is")
    return wrong(f"{len(near)} runs are not the right number; how far apart do the starts lie?")


@exercise("03-3")
def safe_cut(answer):
    if not callable(answer):
        return wrong("give the function itself, without calling it")
    for marked in _VISIBLE:
        text = marked.replace("|", "")
        for position in range(len(text) + 1):
            given = answer(text, position)
            if given is None:
                return wrong("the function returns nothing yet")
            if given > position:
                return wrong(f"a cut at {given} lies behind position {position}; a chunk would grow over its size")
            if not is_boundary(text, given):
                return wrong(f"in {text!a} a cut at {given} falls inside a visible character")
            if any(is_boundary(text, place) for place in range(given + 1, position + 1)):
                return wrong(f"in {text!a} a cut at {position} could stay further right than {given}")
    return right("families, flags, accents and line ends stay whole")


@exercise("03-4")
def a_loop_that_ends(answer):
    if not callable(answer):
        return wrong("give the function itself, without calling it")
    for size, overlap in ((20, 20), (20, 25)):
        try:
            made = answer("", size, overlap)
        except ValueError:
            continue
        if made is None:
            return wrong("the function returns nothing yet")
        return wrong(f"size {size} with overlap {overlap} must raise a ValueError, before any work")
    for size, overlap in ((20, 5), (20, 0), (10, 9), (1, 0)):
        for length in range(3 * size + 2):
            text = "".join(chr(0x4E00 + place) for place in range(length))
            pieces, case = list(answer(text, size, overlap)), f"with {size} and {overlap}, a text of {length}"
            if not text:
                if pieces:
                    return wrong("an empty text has no chunks")
                continue
            if not pieces or pieces[0] + "".join(piece[overlap:] for piece in pieces[1:]) != text:
                return wrong(f"{case} does not come back when the chunks are put together")
            if max(map(len, pieces)) > size:
                return wrong(f"{case} has a chunk that is too long")
            if any(len(piece) <= overlap for piece in pieces[1:]):
                return wrong(f"{case} has a chunk that lies inside the one before")
            if any(len(piece) < size for piece in pieces[:-1]):
                return wrong(f"{case} has a short chunk before the last one")
    return right("nothing is lost, nothing is stored twice without need, and the loop ends")
