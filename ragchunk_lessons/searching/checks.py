"""What every search asks of its input: a question in words, a number of hits, and which chunks may be found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..chunk import Chunk

Where = Mapping[str, Any] | Callable[[Chunk], Any] | None
_ABSENT = object()


def check_question(query: object, k: object) -> None:
    """Raise an error that helps if this is not one question and a number of hits.

    Raises
    ------
    TypeError
        If ``query`` is not a ``str`` or ``k`` is not an ``int``.
    ValueError
        If ``query`` is blank or ``k < 1``.
    """
    if not isinstance(query, str):
        raise TypeError(f"query must be a str, not {type(query).__name__}; ask one question at a time")
    if not query.strip():
        raise ValueError(f"query={query!r} is blank; ask a question in words")
    check_k(k)


def check_k(k: object) -> None:
    """Raise TypeError or ValueError if ``k`` is not an ``int`` from 1."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)):
        raise TypeError(f"k must be an int, not {type(k).__name__}")
    if k < 1:
        raise ValueError(f"k={k} must be at least 1")


def allowed(chunks: Sequence[Chunk], where: Where) -> np.ndarray | None:
    """Which chunks a search may find: an array of n bool, or None for all of them.

    Parameters
    ----------
    chunks : sequence of n Chunk
    where : mapping, callable or None
        A mapping names metadata and the value that it must have; a set of values means any of them. A callable is
        given the chunk and says yes or no.

    Raises
    ------
    TypeError
        If ``where`` is neither.
    ValueError
        If it names a key that no chunk has, which is a typing error far more often than a wish.

    Examples
    --------
    >>> chunks = [Chunk("a", 0, 1, {"page": 1}), Chunk("b", 2, 3, {"page": 2})]
    >>> allowed(chunks, {"page": {2, 3}}).tolist(), allowed(chunks, lambda chunk: chunk.start < 2).tolist()
    ([False, True], [True, False])
    """
    if where is None:
        return None
    if callable(where):
        return np.array([bool(where(chunk)) for chunk in chunks], dtype=bool)
    if not isinstance(where, Mapping):
        raise TypeError(
            "where must be a mapping, such as {'source': 'manual.md'}, or a function of a chunk, "
            f"not {type(where).__name__}"
        )
    for key in where:
        if chunks and not any(key in chunk.metadata for chunk in chunks):
            there = sorted({str(name) for chunk in chunks for name in chunk.metadata})
            raise ValueError(f"where names {key!r}, which no chunk has; they have {', '.join(there) or 'no metadata'}")
    return np.array(
        [all(_fits(chunk.metadata.get(key, _ABSENT), value) for key, value in where.items()) for chunk in chunks],
        dtype=bool,
    )


def _fits(found: Any, wanted: Any) -> bool:
    if found is _ABSENT:
        return False
    if isinstance(wanted, (set, frozenset)) and not isinstance(found, (set, frozenset)):
        return any(found == one for one in wanted)
    return bool(found == wanted)
