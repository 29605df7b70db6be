"""The knobs of an explorer: what can be chosen, in which words, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from inspect import signature
from itertools import product
from typing import Any

from ..showing.show_text import number

MOST_KNOBS = 3
MOST_PANES = 24
MOST_LIVE = 2000
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that can be set.

    Parameters
    ----------
    name : str
        The argument of the function that draws.
    label : str
        The words shown.
    values : tuple
        What the page offers: all numbers or all strings, the first one chosen.
    live : tuple
        What a live notebook offers, in order; holds all of ``values``.
    """

    name: str
    label: str
    values: tuple
    live: tuple

    @property
    def is_number(self) -> bool:
        return not isinstance(self.values[0], str)


def shown(value: Any) -> str:
    """A value as a reader sees it.

    Examples
    --------
    >>> shown(0.25), shown("words"), shown(200)
    ('0.25', 'words', '200')
    """
    if isinstance(value, str):
        return value
    return number(value) if isinstance(value, int) else f"{value:g}"


def state_words(knobs: Iterable[Knob], values: Iterable[Any]) -> str:
    """One state in words, such as ``Chunk size: 200, overlap: 50``."""
    return ", ".join(f"{knob.label}: {shown(value)}" for knob, value in zip(knobs, values, strict=True))


def states(knobs: Iterable[Knob]) -> list[tuple]:
    """Every state of the page; the last knob turns fastest."""
    return list(product(*(knob.values for knob in knobs)))


def read_knobs(given: Mapping[str, Any], labels: Any, live: Any) -> tuple[Knob, ...]:
    """The knobs, checked.

    Raises
    ------
    TypeError, ValueError
        If there is no knob, too many, one that offers nothing to choose, or more states than a page should carry.
    """
    if not 1 <= len(given) <= MOST_KNOBS:
        raise ValueError(f"{len(given)} knobs are given; give one to {MOST_KNOBS}, such as size=(100, 200, 400)")
    for word, extra in (("labels", labels), ("live", live)):
        if extra is not None and not isinstance(extra, Mapping):
            raise TypeError(f"{word} must be a dict from a knob's name, not {type(extra).__name__}")
        if unknown := sorted(set(extra or {}) - set(given)):
            raise ValueError(f"{word} names {unknown[0]!r}, which is no knob; there are {', '.join(given)}")
    knobs = tuple(
        _knob(name, values, (labels or {}).get(name), (live or {}).get(name)) for name, values in given.items()
    )
    if len({knob.label for knob in knobs}) < len(knobs):
        raise ValueError(f"two knobs have the label {knobs[0].label!r}; a reader could not tell them apart")
    panes = len(states(knobs))
    if panes > MOST_PANES:
        sizes = " × ".join(str(len(knob.values)) for knob in knobs)
        raise ValueError(
            f"{sizes} = {panes} states; a page holds at most {MOST_PANES}. Offer fewer here, and more in live=…"
        )
    return knobs


def check_make(make: Callable, knobs: Iterable[Knob]) -> None:
    """Refuse a function that cannot be called with these knobs by name."""
    if not callable(make):
        raise TypeError(f"make must be a function of the knobs, not {type(make).__name__} ({make!r})")
    names = [knob.name for knob in knobs]
    try:
        signature(make).bind(**dict.fromkeys(names))
    except TypeError as error:
        raise TypeError(f"make cannot be called with {', '.join(names)} by name: {error}") from None
    except ValueError:
        pass  # a function written in C tells nothing of its arguments


def _knob(name: str, values: Any, label: Any, live: Any) -> Knob:
    page = _values(name, values)
    if len(page) < 2:
        raise ValueError(f"{name}={values!r} offers nothing to choose; give two values or more")
    if len(page) > MOST_PANES:
        raise ValueError(f"{name} has {len(page)} values; a page holds at most {MOST_PANES}. Give the rest in live=…")
    label = name.replace("_", " ") if label is None else label
    if not isinstance(label, str) or not label.strip():
        raise TypeError(f"the label of {name} must be words, not {label!r}")
    more = () if live is None else _values(f"live[{name!r}]", live)
    if len(more) > MOST_LIVE:
        raise ValueError(f"live[{name!r}] has {len(more)} values; at most {MOST_LIVE}")
    if more and isinstance(more[0], str) != isinstance(page[0], str):
        raise TypeError(f"live[{name!r}] and {name} must both be numbers or both be strings")
    every = list(dict.fromkeys([*page, *more]))
    return Knob(name, label.strip(), page, tuple(every if isinstance(page[0], str) else sorted(every)))


def _values(name: str, values: Any) -> tuple:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of values, such as (100, 200), not {values!r}")
    values = tuple(values)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise TypeError(f"{name} has the value {value!r}; give numbers or short strings")
        if isinstance(value, str) and not 0 < len(value.strip()) <= _LONGEST_WORD:
            raise ValueError(f"{name} has the value {value!r}; give 1 to {_LONGEST_WORD} characters")
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{name} has the value {value!r}, which is no number to choose")
    if len({isinstance(value, str) for value in values}) > 1:
        raise TypeError(f"{name} mixes numbers and strings: {values!r}")
    if len({shown(value) for value in values}) < len(values):
        raise ValueError(f"{name} has a value twice: {values!r}")
    return values


def radios(knob: Knob, place: int, mark: str) -> str:
    """One knob as a group of native radio inputs, the first one checked."""
    options = "".join(
        f'<span class="rcl-xp-o"><input type="radio" name="{mark}-{place}" id="{mark}-{place}-{at}" value="{at}"'
        f'{"" if at else " checked"}><label for="{mark}-{place}-{at}">{escape(shown(value))}</label></span>'
        for at, value in enumerate(knob.values)
    )
    return f'<fieldset><legend>{escape(knob.label)}</legend><div class="rcl-xp-row">{options}</div></fieldset>'
