"""Cutting where the text turns: at the places where neighbouring sentences are least alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._chunk_cache import ChunkFile, check_folder, name_of_model
from ._common import Span, build, measured, validate, whole_number
from ._vectors import check_embedder, check_number, packed_sentences, sentences_of, unit_vectors

Embed = Callable[[list[str]], Any]


def split_semantic(
    text: str | Document,
    chunk_size: int,
    *,
    embedder: Embed,
    percentile: float = 95,
    min_size: int = 0,
    window: int = 1,
    cache: str | Path | None = None,
    model_name: str | None = None,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks that end where neighbouring sentences are least alike, by the measure of the text itself.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        The most a chunk may measure, in the unit of ``length_function``. A stretch without a turn is cut between
        sentences; a sentence that is longer, at commas and spaces, and at last between characters.
    embedder : callable
        A list of n texts -> n vectors, such as ``load_embedder()``. Vectors are brought to length 1.
    percentile : float
        From 0 to 100. A cut falls where the distance between two neighbours, 1 - cosine, is greater than this share
        of all distances in the text: 95 cuts at about one place in twenty, whatever the scale of the model. It cuts
        there even if the text has one topic only; 100 cuts nowhere.
    min_size : int
        A chunk below this is joined to the neighbour that is more alike, if the two fit into ``chunk_size``; else to
        the other one; and stays short if neither fits.
    window : int
        How many sentences on each side of a place are compared, as one text a side. In prose one sentence says little
        about its subject; two or three a side find more turns.
    cache : str or Path, optional
        A folder. The chunks are kept there as one JSONL file for each text, model and setting; a rerun reads it, byte
        by byte the same, and does not ask the embedder. A file that is damaged is made anew.
    model_name : str, optional
        What tells the models apart in the cache; needed if the embedder has neither ``fingerprint`` nor ``name``.
    length_function : callable
    metadata : Mapping, optional
        Copied into every chunk. With ``cache``, it must be something that JSON can hold.

    Returns
    -------
    list of Chunk

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used, or the embedder gives anything but n vectors of finite numbers.
    ImportError
        If ``nupunkt`` or ``numpy`` is not installed.
    OSError
        If the folder of the cache cannot be written.

    Notes
    -----
    Source: the semantic recipe of a guide to slicing strategies, §2.4, whose fixed cosine of 0.75 becomes a
    percentile; its minimum length is the cure of §4.3, its cache that of §4.4.

    Examples
    --------
    >>> by_pump = lambda texts: [["pump" in text, "pump" not in text] for text in texts]
    >>> text = "A pump. Its pump oil. A pump again. A cat. Cats sleep."
    >>> [chunk.text for chunk in split_semantic(text, 50, embedder=by_pump, percentile=75)]
    ['A pump. Its pump oil. A pump again.', 'A cat. Cats sleep.']
    """
    document = validate(text, chunk_size, length_function=length_function, metadata=metadata)
    check_embedder(embedder)
    percentile = check_number("percentile", percentile, 0, 100)
    min_size = whole_number("min_size", min_size, 0)
    if min_size > chunk_size:
        raise ValueError(f"min_size={min_size} must be at most chunk_size={chunk_size}")
    window = whole_number("window", window, 1)
    model = name_of_model(embedder, model_name) if cache is not None or model_name is not None else None
    folder = check_folder(cache)
    sentences = sentences_of(document.text)
    if not sentences:
        return []

    def measure(low: int, high: int) -> int:
        return measured(length_function, document.text[low:high])

    def cut() -> list[Chunk]:
        near = neighbour_similarities([document.text[low:high] for low, high in sentences], embedder, window=window)
        spans = _cut_at_turns(document.text, sentences, 1 - near, percentile, chunk_size, length_function)
        if min_size:
            spans = _joined(spans, sentences, near, min_size, chunk_size, measure)
        return build(document, spans, metadata)

    if folder is None:
        return cut()
    settings = {
        "model": model,
        "chunk_size": int(chunk_size),
        "percentile": percentile,
        "min_size": min_size,
        "window": window,
        # A function has no name to go by, so it is known by what it measures.
        "sentences": [[low, high, float(measure(low, high))] for low, high in sentences],
    }
    stored = ChunkFile(folder, document, settings, metadata)
    chunks = stored.read(lambda chunk: measured(length_function, chunk.text) <= chunk_size)
    if chunks is None:
        chunks = cut()
        stored.write(chunks)
    return chunks


def neighbour_similarities(sentences: Sequence[str], embedder: Embed, *, window: int = 1) -> Any:
    """The cosine similarity across each place between two sentences.

    Parameters
    ----------
    sentences : sequence of n str
    embedder : callable
    window : int
        How many sentences on each side make the two texts that are compared.

    Returns
    -------
    numpy array of shape (n - 1,), float64
        From -1 to 1; empty for fewer than two sentences.

    Examples
    --------
    >>> neighbour_similarities(["a", "b", "b"], lambda texts: [[t == "a", t == "b"] for t in texts]).tolist()
    [0.0, 1.0]
    """
    import numpy as np

    check_embedder(embedder)
    window = whole_number("window", window, 1)
    sentences = list(sentences)
    places = range(1, len(sentences))
    if not places:
        return np.empty(0)
    before = [" ".join(sentences[max(place - window, 0) : place]) for place in places]
    after = [" ".join(sentences[place : place + window]) for place in places]
    vectors = unit_vectors(embedder, before + after)
    return np.clip(np.einsum("nd,nd->n", vectors[: len(places)], vectors[len(places) :]), -1, 1)


def _cut_at_turns(
    text: str,
    sentences: Sequence[Span],
    distances: Any,
    percentile: float,
    size: int,
    length_function: Callable[[str], int],
) -> list[Span]:
    """Whole sentences up to the size, and never across a turn."""
    import numpy as np

    limit = np.percentile(distances, percentile) if len(distances) else 0
    # Distances that differ in their last digits only are equal.
    turns = [0, *(np.flatnonzero(distances > limit + 1e-9) + 1).tolist(), len(sentences)]
    return [
        span
        for first, last in pairwise(turns)
        for span in packed_sentences(text, sentences[first:last], size, length_function)
    ]


def _joined(
    spans: list[Span],
    sentences: Sequence[Span],
    near: Any,
    least: int,
    size: int,
    measure: Callable[[int, int], int],
) -> list[Span]:
    """Spans below ``least`` joined to the neighbour that is more alike, where the two fit."""
    place = {start: number for number, (start, _) in enumerate(sentences)}

    def alike(start: int) -> float:
        """How near the sentences on both sides of this start are; as near as can be if it lies inside one."""
        return float(near[place[start] - 1]) if start in place else 1.0

    kept: list[Span] = []
    waiting = list(reversed(spans))
    while waiting:
        start, end = waiting.pop()
        if measure(start, end) < least:
            to_left = bool(kept) and measure(kept[-1][0], end) <= size
            to_right = bool(waiting) and measure(start, waiting[-1][1]) <= size
            if to_left and to_right:
                to_left = alike(start) >= alike(waiting[-1][0])
            if to_left:
                kept[-1] = (kept[-1][0], end)
                continue
            if to_right:
                waiting[-1] = (start, waiting[-1][1])
                continue
        kept.append((start, end))
    return kept
