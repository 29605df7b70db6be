"""What the splitters by meaning share: sentences without white space, their vectors, and chunks of whole sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from numbers import Real
from typing import Any

from ._common import Span, measured, trim
from .ladder import CJK_LADDER
from .recursive import split_recursive
from .sentences import _pack, _Unit, sentence_spans


def sentences_of(text: str) -> list[Span]:
    """The sentences as spans, without the white space around them and without blank ones.

    Examples
    --------
    >>> sentences_of("It rains. The road is wet.")
    [(0, 9), (10, 26)]
    """
    trimmed = (trim(text, start, end) for start, end in sentence_spans(text))
    return [(start, end) for start, end in trimmed if start < end]


def check_embedder(embedder: object) -> None:
    """Refuse what cannot be called, with the way out."""
    if not callable(embedder):
        raise TypeError(
            f"embedder must be callable, such as load_embedder(), not {type(embedder).__name__}; "
            "it takes a list of n str and gives n vectors"
        )


def check_number(name: str, value: object, low: float, high: float) -> float:
    """The value as a float, if it is a number from ``low`` to ``high``.

    Examples
    --------
    >>> check_number("threshold", 1.5, -1, 1)
    Traceback (most recent call last):
    ...
    ValueError: threshold=1.5 must be from -1 to 1
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number from {low} to {high}, not {type(value).__name__} ({value!r})")
    if not low <= value <= high:  # NaN is not
        raise ValueError(f"{name}={value} must be from {low} to {high}")
    return float(value)


def unit_vectors(embedder: Callable[[list[str]], Any], texts: Sequence[str]) -> Any:
    """The texts' vectors as rows of length 1; the embedder is asked once, and once for each different text.

    A row of zeros stays as it is: it has no direction, and its similarity to every other one is 0.

    Returns
    -------
    numpy array of shape (n, d), float64

    Raises
    ------
    ImportError
        If numpy is not installed.
    TypeError, ValueError
        If the embedder gives anything but n rows of the same number of finite numbers.

    Examples
    --------
    >>> unit_vectors(lambda texts: [[3, 4] for _ in texts], ["a", "b"]).tolist()
    [[0.6, 0.8], [0.6, 0.8]]
    """
    try:
        import numpy as np
    except ImportError:
        raise ImportError("comparing vectors needs numpy; run `pip install numpy`") from None
    number = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    given = embedder(list(number))
    try:
        rows = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"embedder must give an array of shape (n, d); {type(given).__name__} does not make one ({error})"
        ) from None
    if rows.ndim != 2 or len(rows) != len(number) or not rows.shape[1]:
        raise ValueError(f"embedder gave an array of shape {rows.shape} for {len(number)} texts; it must be (n, d)")
    bad = ~np.isfinite(rows).all(axis=1)
    if bad.any():
        text = list(number)[int(bad.argmax())]
        raise ValueError(f"embedder gave a vector that is not all finite numbers for {_shown(text)}")
    # Divided by the largest number first, so that no square overflows or vanishes.
    rows = rows / np.maximum(np.abs(rows).max(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    length = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    rows = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)
    return rows[[number[text] for text in texts]]


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def packed_sentences(
    text: str, sentences: Iterable[Span], size: int, length_function: Callable[[str], int]
) -> Iterator[Span]:
    """As many neighbouring sentences together as fit into ``size``; one that does not fit alone, in parts.

    Examples
    --------
    >>> list(packed_sentences("One. Two. Three four.", [(0, 4), (5, 9), (10, 21)], 9, len))
    [(0, 9), (10, 15), (16, 21)]
    """

    def measure(low: int, high: int) -> int:
        return measured(length_function, text[low:high])

    units: list[_Unit] = []
    for start, end in sentences:
        if measure(start, end) <= size:
            units.append(_Unit(start, end, True))
            continue
        parts = split_recursive(
            text[start:end], size, separators=CJK_LADDER, length_function=length_function, keep_separator="end"
        )
        units.extend(_Unit(start + part.start, start + part.end, False) for part in parts)
    return _pack(units, size, 0, measure)
