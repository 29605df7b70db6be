"""Chunks that are lists: what splitters that give tuples leave as JSON."""

from __future__ import annotations

from typing import Any

from ..auditing.adapters import as_list, read_chunk
from ..auditing.report import count


def of_list(items: list[Any], name: str) -> list[Any]:
    """The chunks of a list, which may also be a pair of all texts and all their offsets.

    Raises
    ------
    ValueError
        If it is such a pair, and the two are not as many.

    Examples
    --------
    >>> of_list([["One.", "Two."], [[0, 4], [5, 9]]], "c.json")
    [('One.', 0, 4), ('Two.', 5, 9)]
    """
    if len(items) == 2 and all(isinstance(part, list) for part in items):
        texts, offsets = items
        if texts and _all(texts, str) and _all(offsets, list) and len(texts) != len(offsets):
            raise ValueError(
                f"{name} holds {count(len(texts), 'text')} and {count(len(offsets), 'pair')} of offsets; "
                "give one pair for each text"
            )
    return as_list(items)


def of_lines(items: list[Any], name: str) -> list[Any]:
    """The chunks of lines of JSON, each one chunk; a list that is the only line holds them all.

    Raises
    ------
    ValueError
        As ``of_list``.

    Examples
    --------
    >>> of_lines([[[0, "One."], [5, "Two."]]], "c.jsonl")
    [[0, 'One.'], [5, 'Two.']]
    """
    return of_list(items[0], name) if len(items) == 1 and not _is_chunk(items[0]) else items


def _is_chunk(item: Any) -> bool:
    try:
        read_chunk(item)
    except (TypeError, ValueError):
        return not isinstance(item, list)
    return True


def _all(items: list[Any], kind: type) -> bool:
    return all(isinstance(item, kind) for item in items)
