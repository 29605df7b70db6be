"""Atoms of a text: the smallest parts a rule would keep whole, and how neighbours are packed into pieces.

Code and lists are trees: a class holds methods, an item holds items. A part that fits is one atom; a part that is too
big gives the atoms of its own parts. What is left is to pack neighbours of one group up to the size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ._common import most

Path = tuple[Any, ...] | None
Fits = Callable[[int, int, tuple[Any, ...]], bool]


class Atom(NamedTuple):
    """A part that is cut only if it is too big on its own.

    Parameters
    ----------
    start, end : int
        Its span; atoms touch each other.
    group : int
        Only neighbours of one group are packed.
    path : tuple of str or None
        The names of what it is part of, outermost first; ``None`` if it takes the names of its neighbour.
    leads : bool
        Whether it belongs to the atom behind it, as a header or a comment does.
    """

    start: int
    end: int
    group: int = 0
    path: Path = None
    leads: bool = False


def shared_path(one: Path, other: Path) -> Path:
    """The names that two atoms have in common, from the outermost on.

    Examples
    --------
    >>> shared_path(("Log", "add"), ("Log", "of"))
    ('Log',)
    """
    if one is None or other is None:
        return other if one is None else one
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return one[:count]


def pack(atoms: Sequence[Atom], fits: Fits) -> Iterator[Atom]:
    """Neighbours of one group joined as long as the joined span fits; a leading atom goes with the next one.

    Parameters
    ----------
    atoms : sequence of Atom
        In order, touching each other.
    fits : callable
        ``(start, end, path) -> bool``: whether this span, with what its path puts in front of it, is short enough.

    Examples
    --------
    >>> atoms = [Atom(0, 3, leads=True), Atom(3, 5, group=1), Atom(5, 9, group=1)]
    >>> [(atom.start, atom.end) for atom in pack(atoms, lambda start, end, path: end - start <= 6)]
    [(0, 5), (5, 9)]
    """
    led = list(_led(atoms, fits))
    first = last = 0
    while first < len(led):
        while last < len(led) and led[last].group == led[first].group:
            last += 1
        paths = [led[first].path]

        def holds(more: int, first: int = first, paths: list[Path] = paths) -> bool:
            while len(paths) <= more:
                paths.append(shared_path(paths[-1], led[first + len(paths)].path))
            return fits(led[first].start, led[first + more].end, paths[more] or ())

        more = most(holds, last - first - 1)
        yield led[first]._replace(end=led[first + more].end, path=paths[more])
        first += more + 1


def _led(atoms: Sequence[Atom], fits: Fits) -> Iterator[Atom]:
    """The atoms with each leading one joined to the one behind it, where both fit together."""
    held: Atom | None = None
    for atom in atoms:
        if held is not None:
            path = shared_path(held.path, atom.path)
            if fits(held.start, atom.end, path or ()):
                atom = atom._replace(start=held.start, path=path)
            else:
                yield held._replace(leads=False)
        held = atom if atom.leads else None
        if held is None:
            yield atom
    if held is not None:
        yield held
