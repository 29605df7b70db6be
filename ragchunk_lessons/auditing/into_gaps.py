"""Where texts that stand in several places go, so that as much of a source as possible is held."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence

from .findings import Span

_KEYS = (64, 16, 4, 1)  # texts are looked up by as many characters as they begin with
_LENGTHS = 64  # texts of one beginning that are told apart by length, at most
_WORK = (
    50  # characters compared for each of the source; a text that consists of one repeated sign would take its square
)


def into_gaps(
    text: str, pieces: Mapping[int, str], fixed: Iterable[Span], now: Mapping[int, Span] | None = None
) -> dict[int, Span]:
    """A place for each piece of which the text has several: places that nothing else holds go first.

    The pieces with one place stay there. Those with several are set around them where all they hold is new, once from
    left to right, once from the end and once the longest first, whichever holds most; what is left, where it holds most
    that is new.

    Parameters
    ----------
    text : str
    pieces : mapping of int to str
        Pieces that may go anywhere, by number, none of them blank.
    fixed : iterable of (start, end)
        What the others hold.
    now : mapping of int to (start, end), optional
        Where the pieces are: those that cannot be looked up, being among too many that begin alike, stay there.

    Returns
    -------
    dict of int to (start, end)
        Only for pieces with several places; a piece for which nothing new is left is not among them.

    Examples
    --------
    >>> into_gaps("No. Yes. No.", {0: "Yes. No.", 1: "No."}, [])
    {1: (0, 3)}
    """
    now = now or {}
    numbers: dict[str, list[int]] = {}
    for number, piece in pieces.items():
        numbers.setdefault(piece, []).append(number)
    places = _places(text, numbers, [(0, len(text))])
    fixed = [*fixed, *(at for number, at in now.items() if pieces[number] not in places)]
    held = bytearray(map(str.isspace, text))  # white space need not be held
    for start, end in fixed:
        _hold(held, start, end)
    for piece, found in places.items():
        if len(found) == 1:
            _hold(held, found[0], found[0] + len(piece))
    several = [(at, piece) for piece, found in places.items() if len(found) > 1 for at in found]
    if not several:
        return {}
    several.sort(key=lambda place: (place[0], -len(place[1])))
    from_the_end = sorted(several, key=lambda place: (-place[0] - len(place[1]), place[0]))
    by_length = sorted(several, key=lambda place: -len(place[1]))
    orders = (several, from_the_end, by_length)
    copies = {piece: len(numbers[piece]) for _, piece in several}
    _, taken = min((_filled(bytearray(held), order, dict(copies)) for order in orders), key=_unheld)
    planned: dict[int, Span] = {}
    for piece, found in taken.items():
        spans = ((at, at + len(piece)) for at in sorted(found))
        planned.update(zip(numbers[piece], spans, strict=False))
    return planned


def _filled(
    held: bytearray, places: list[tuple[int, str]], copies: dict[str, int]
) -> tuple[bytearray, dict[str, list[int]]]:
    """What is held when the copies have gone to the places in this order; and where each went."""
    visible = {piece: sum(not char.isspace() for char in piece) for piece in copies}
    taken: dict[str, list[int]] = {}
    rest: list[tuple[int, int, str]] = []
    for at, piece in places:
        if not copies[piece]:
            continue
        new = held.count(0, at, at + len(piece))
        if new == visible[piece]:
            _hold(held, at, at + len(piece))
            taken.setdefault(piece, []).append(at)
            copies[piece] -= 1
        elif new:
            rest.append((-new, at, piece))
    for _, at, piece in sorted(rest):
        if copies[piece] and held.find(0, at, at + len(piece)) >= 0:
            _hold(held, at, at + len(piece))
            taken.setdefault(piece, []).append(at)
            copies[piece] -= 1
    return held, taken


def _unheld(filled: tuple[bytearray, dict[str, list[int]]]) -> int:
    return filled[0].count(0)


def _hold(held: bytearray, start: int, end: int) -> None:
    end = min(end, len(held))
    held[start:end] = b"\1" * (end - start)


def any_reaches(text: str, pieces: Collection[str], missing: Sequence[Span]) -> bool:
    """Whether one of the pieces stands somewhere where it holds some of what is missing; only there it is looked for.

    Examples
    --------
    >>> any_reaches("No. Yes. No.", ["No."], [(9, 12)]), any_reaches("No. Yes. No.", ["No."], [(4, 8)])
    (True, False)
    """
    longest = max(map(len, pieces), default=0)
    near: list[Span] = []
    for start, end in missing:
        low = max(start - longest + 1, near[-1][1] if near else 0)
        near.append((low, max(low, end)))
    starts = [start for start, _ in missing]
    return any(
        (number := bisect_left(starts, at + len(piece)) - 1) >= 0 and at < missing[number][1]
        for piece, found in _places(text, pieces, near).items()
        for at in found
    )


def _places(text: str, pieces: Collection[str], near: Sequence[Span]) -> dict[str, list[int]]:
    """Every place of every piece that starts in some passages, in one walk through them for each size of key.

    None at all where there are so many that looking at them would take longer than in step with the text.
    """
    found: dict[str, list[int]] = {}
    left = _WORK * (len(text) + 1000)
    for size, larger in zip(_KEYS, (None, *_KEYS), strict=False):
        own = {piece for piece in pieces if len(piece) >= size and (larger is None or len(piece) < larger)}
        if not own:
            continue
        lengths: dict[str, set[int]] = {}
        for piece in own:
            known = lengths.setdefault(piece[:size], set())
            if len(known) < _LENGTHS:
                known.add(len(piece))
        begun = [at for low, high in near for at in range(low, high) if text[at : at + size] in lengths]
        for at in begun:
            for length in lengths[text[at : at + size]]:
                if (left := left - length) < 0:
                    return {}
                piece = text[at : at + length]
                if piece in own:
                    found.setdefault(piece, []).append(at)
    return found
