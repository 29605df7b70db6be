"""A function of the user's own, spelled so that another one of the same name is told from it.

Its source counts, or its code where there is no source; and the values that it takes from outside: defaults, what a
closure holds, globals, the object of a method.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_DEEP = 5
_MOST = 10_000  # values that are looked at
_IN_PYTHON = 1 << 9  # the flag of a type that is no static one of C


def spelled(what: str, function: Any) -> tuple[str, tuple[str, ...]]:
    """Its name with a hash, and what in it cannot be compared.

    Raises
    ------
    TypeError
        If it is no function.

    Examples
    --------
    >>> name, unknown = spelled("splitter", len)
    >>> name.startswith("builtins.len "), unknown
    (True, ())
    """
    name = getattr(function, "__qualname__", None)
    if not callable(function) or name is None:
        raise TypeError(f"{what} must be a name or a function, not {type(function).__name__} ({function!r:.60})")
    look = _Look()
    hashed = hashlib.sha256("\n".join(look.at(function, name, 0)).encode("utf-8", "backslashreplace"))
    return f"{function.__module__}.{name} {hashed.hexdigest()[:12]}", tuple(look.unknown)


class _Look:
    """One look at a function and all that hangs on it."""

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}  # held, so that no number is given to a second value
        self._count = 0
        self.unknown: dict[str, None] = {}

    def at(self, value: Any, name: str, deep: int) -> Iterator[str]:
        """A value, line by line; ``name`` is what it is called where it is held."""
        self._count += 1
        kind = type(value)
        if value is None or kind in (bool, int, float, complex, str, bytes, range):
            yield f"{kind.__name__} {value!r}"
        elif isinstance(value, (ModuleType, BuiltinFunctionType, type)):
            yield f"{kind.__name__} {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value.__name__)}"
            if isinstance(value, type) and self._own(value.__module__):
                yield _text(value)
            elif isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType):
                yield from self.at(value.__self__, name, deep + 1)
        elif isinstance(value, enum.Enum):
            yield f"{kind.__qualname__}.{value.name}"
        elif isinstance(value, PurePath):
            yield f"path {value}"
        elif isinstance(value, re.Pattern):
            yield f"pattern {value.pattern!r} {value.flags}"
        elif id(value) in self._seen:
            yield "seen"
        elif deep >= _DEEP or self._count > _MOST:
            self._give_up(value, name)
        else:
            self._seen[id(value)] = value
            yield from self._inside(value, name, deep + 1)

    def _inside(self, value: Any, name: str, deep: int) -> Iterator[str]:
        kind = type(value)
        yield from self.at(kind, name, deep)
        if isinstance(value, FunctionType):
            yield from self._function(value, deep)
        elif isinstance(value, MethodType):
            yield from self._function(value.__func__, deep)
            yield from self.at(value.__self__, name, deep)
        elif isinstance(value, functools.partial):
            for inner in (value.func, value.args, value.keywords):
                yield from self.at(inner, name, deep)
        elif isinstance(value, (list, tuple)):
            yield f"{len(value)} values"
            for inner in value:
                yield from self.at(inner, name, deep)
        elif isinstance(value, (set, frozenset)):
            yield from sorted("\n".join(self.at(inner, name, deep)) for inner in value)
        elif isinstance(value, Mapping):
            yield f"{len(value)} keys"
            for key, inner in value.items():
                yield from self.at(key, name, deep)
                yield from self.at(inner, name, deep)
        elif all(base.__flags__ & _IN_PYTHON for base in kind.__mro__[:-1]):
            for key, inner in _attributes(value).items():
                yield f".{key}"
                yield from self.at(inner, f"{name}.{key}", deep)
        else:  # what it holds lies below Python
            self._give_up(value, name)

    def _function(self, function: FunctionType, deep: int) -> Iterator[str]:
        yield f"{function.__module__}.{function.__qualname__}"
        own = self._own(function.__module__)
        if own:
            yield _text(function)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            yield name
            try:
                held = cell.cell_contents
            except ValueError:  # not filled yet
                continue
            yield from self.at(held, name, deep)
        if not own:
            return
        yield from self.at(function.__defaults__, function.__name__, deep)
        yield from self.at(function.__kwdefaults__, function.__name__, deep)
        for name in sorted(_global_names(function.__code__)):
            if name in function.__globals__:
                yield name
                yield from self.at(function.__globals__[name], name, deep)

    def _own(self, module: str | None) -> bool:
        """Whether a module is the user's own: what a library is made of changes with its version only."""
        if module == "__main__" or module is None:
            return True
        first = module.partition(".")[0]
        file = getattr(sys.modules.get(module), "__file__", None) or ""
        installed = "site-packages" in file or "dist-packages" in file
        return not (installed or first in sys.stdlib_module_names or first == __package__.partition(".")[0])

    def _give_up(self, value: Any, name: str) -> None:
        self.unknown[f"{name} ({type(value).__name__})"] = None


def _attributes(value: Any) -> dict[str, Any]:
    slots = [name for base in type(value).__mro__ for name in getattr(base, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name) and name != "__dict__"}
    return {**held, **getattr(value, "__dict__", {})}


def _text(value: FunctionType | type) -> str:
    try:
        source = inspect.getsource(value)
        # Two functions without a name may stand in one line, and what wraps a function has the source of that one.
        plain = value.__name__ != "<lambda>" and not hasattr(value, "__wrapped__")
        return source if plain else "\n".join((source, *_code(value.__code__)))
    except (OSError, TypeError):
        return "\n".join(_code(value.__code__)) if isinstance(value, FunctionType) else ""


def _code(code: CodeType) -> Iterator[str]:
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)


def _global_names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _global_names(constant)
    return names
