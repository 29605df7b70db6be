"""Rows that are known by an id and measured once per process: the claims, and the open questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar


class _Row(Protocol):
    id: str
    lesson: str

    def measure(self) -> Mapping[str, Any]: ...


Row = TypeVar("Row", bound=_Row)


class Rows(Generic[Row]):
    """The rows of one kind, such as "claim".

    Examples
    --------
    >>> Rows("a claim").in_order()
    ()
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._rows: dict[str, Row] = {}
        self._measured: dict[str, Mapping[str, Any]] = {}

    def add(self, row: Row) -> None:
        """Take a row in.

        Raises
        ------
        ValueError
            If its id is taken.
        """
        if row.id in self._rows:
            raise ValueError(f"id={row.id!r} is taken by another row of this kind")
        self._rows[row.id] = row

    def in_order(self) -> tuple[Row, ...]:
        """All rows, in the order of the lessons."""
        return tuple(sorted(self._rows.values(), key=lambda row: row.lesson[:2]))

    def get(self, id: str) -> Row:
        """The row of this id.

        Raises
        ------
        ValueError
            If there is none; the message lists the ids.
        """
        if not isinstance(id, str) or id not in self._rows:
            raise ValueError(f"id={id!r} is not {self.kind}; known: {', '.join(row.id for row in self.in_order())}")
        return self._rows[id]

    def measure(self, id: str) -> Mapping[str, Any]:
        """What the function of a row gives, which runs once."""
        if id not in self._measured:
            self._measured[id] = self.get(id).measure()
        return self._measured[id]
