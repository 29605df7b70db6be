"""Checks for the exercises: ``check("09-1", answer)`` says whether an answer holds, and why not yet.

Each lesson keeps its checks in a module of its own, ``lesson_NN.py``, that is imported when one of them is
asked for. A check is a function of the answer, registered under the number of its exercise, that returns
``right(message)`` or ``wrong(hint)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

_CHECKS: dict[str, Callable[[Any], Checked]] = {}
_NUMBER = re.compile(r"(\d\d)-(\d+)")


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """What a check found: whether the answer holds, and one sentence about it.

    Examples
    --------
    >>> Checked(True, "nothing is lost")
    Correct: nothing is lost
    """

    ok: bool
    message: str

    def __repr__(self) -> str:
        return f"{'Correct' if self.ok else 'Not yet'}: {self.message}"


def right(message: str) -> Checked:
    """The answer holds; ``message`` says what it shows."""
    return Checked(True, message)


def wrong(hint: str) -> Checked:
    """The answer does not hold; ``hint`` says where to look and does not give the answer away."""
    return Checked(False, hint)


def exercise(number: str) -> Callable[[Callable[[Any], Checked]], Callable[[Any], Checked]]:
    """Register the function below as the check of exercise ``number``, such as ``"09-1"``.

    Raises
    ------
    ValueError
        If the number is not of the form ``"09-1"`` or is taken.
    """
    if not _NUMBER.fullmatch(number):
        raise ValueError(f"exercise number {number!r} is not of the form '09-1'")

    def register(function: Callable[[Any], Checked]) -> Callable[[Any], Checked]:
        taken = _CHECKS.get(number)
        if taken is not None and (taken.__module__, taken.__qualname__) != (function.__module__, function.__qualname__):
            raise ValueError(f"exercise {number} has two checks: {taken.__qualname__} and {function.__qualname__}")
        _CHECKS[number] = function
        return function

    return register


def check(number: str, answer: Any) -> Checked:
    """Whether ``answer`` solves exercise ``number``. A wrong answer never raises.

    Parameters
    ----------
    number : str
        The number of the exercise, such as ``"09-1"``.
    answer : Any
        What the reader found: a number, a text, a list or a function.

    Raises
    ------
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> check("00-1", 42)
    Traceback (most recent call last):
    ...
    ValueError: there is no exercise '00-1'; the number is the lesson and the exercise, such as '09-1'
    """
    function = _find(number)
    if answer is None or answer is ...:
        return wrong("put your answer in place of the stub, then run the cell again")
    try:
        found = function(answer)
    except Exception as error:  # An answer may be any code at all; whatever it does wrong is a hint, not a crash.
        return wrong(f"checking this answer stopped with {type(error).__name__}: {error}")
    if not isinstance(found, Checked):
        raise TypeError(f"the check of exercise {number} must return right(…) or wrong(…), not {found!r}")
    return found


def _find(number: str) -> Callable[[Any], Checked]:
    match = _NUMBER.fullmatch(number) if isinstance(number, str) else None
    if match:
        name = f"{__name__}.lesson_{match[1]}"
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
        if number in _CHECKS:
            return _CHECKS[number]
    raise ValueError(
        f"there is no exercise {number!r}; the number is the lesson and the exercise, such as '09-1'"
    ) from None
