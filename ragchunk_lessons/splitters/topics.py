"""One topic, one chunk: neighbouring sentences about the same thing, and no sentence left behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..chunk import Chunk
from ..document import Document, whole
from ._common import build, validate
from ._vectors import check_embedder, check_number, packed_sentences, sentences_of, unit_vectors

_MOST_CENTRES = 256


def split_topics(
    text: str | Document,
    chunk_size: int,
    *,
    embedder: Callable[[list[str]], Any],
    threshold: float,
    centres: Sequence[int] | None = None,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks of neighbouring sentences on one topic; every sentence is in one, whatever the threshold.

    A topic has a centre, which is one of its sentences. Each sentence joins the topic whose centre is nearest, if
    their cosine similarity is at least ``threshold``. If no centre is that near, the sentence is a topic of its own,
    and the centre of it. Only neighbours are merged, so that a chunk is a passage of the text: a topic that comes back
    later gives another chunk with the same ``metadata["topic"]``.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        In the unit of ``length_function``. A topic that is longer gives several chunks of whole sentences; a sentence
        that is longer is cut at commas and spaces, and at last between characters.
    embedder : callable
        A list of n texts -> n vectors, such as ``load_embedder()``. Vectors are brought to length 1.
    threshold : float
        From -1 to 1. There is no value that suits every model: similarities of neighbours differ from model to model.
    centres : sequence of int, optional
        The numbers of the sentences, from 0, that are centres; no other sentence attracts any then. With
        ``threshold=-1`` each sentence joins the nearest of them. Without: a sentence near none becomes a centre, up
        to 256 of them; later ones are topics of one sentence.
    length_function : callable
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        With ``metadata["topic"]``: a number, from 0, in the order in which topics first appear.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used, or the embedder gives anything but n vectors of finite numbers.
    ImportError
        If ``nupunkt`` or ``numpy`` is not installed.

    Notes
    -----
    Source: the topic recipe of a RAG course's chunking chapter, §9, with the branch that it lacks.

    Examples
    --------
    >>> by_pump = lambda texts: [["pump" in text, "pump" not in text] for text in texts]
    >>> text = "A pump. Its pump oil. A cat. The pump again."
    >>> [(c.text, c.metadata["topic"]) for c in split_topics(text, 50, embedder=by_pump, threshold=0.5)]
    [('A pump. Its pump oil.', 0), ('A cat.', 1), ('The pump again.', 0)]
    """
    document = validate(text, chunk_size, length_function=length_function, metadata=metadata)
    check_embedder(embedder)
    threshold = check_number("threshold", threshold, -1, 1)
    chosen = _numbers(centres)
    sentences = sentences_of(document.text)
    if not sentences:
        return []
    if chosen and chosen[-1] >= len(sentences):
        raise ValueError(f"centres holds {chosen[-1]}, but the {len(sentences)} sentences have the numbers from 0")
    vectors = unit_vectors(embedder, [document.text[start:end] for start, end in sentences])
    topics = _around(vectors, threshold, chosen) if chosen is not None else _growing(vectors, threshold)

    chunks: list[Chunk] = []
    for topic, run in groupby(zip(topics, sentences, strict=True), key=lambda pair: pair[0]):
        spans = packed_sentences(document.text, (span for _, span in run), chunk_size, length_function)
        chunks.extend(build(document, spans, {**(metadata or {}), "topic": topic}))
    return chunks


def _numbers(centres: Sequence[int] | None) -> list[int] | None:
    """The centres in order, each once."""
    if centres is None:
        return None
    if isinstance(centres, (str, bytes)) or not hasattr(centres, "__iter__"):
        raise TypeError(f"centres must be a list of sentence numbers, not {type(centres).__name__}")
    numbers = sorted({whole("a centre", number) for number in centres})
    if not numbers:
        raise ValueError("centres=[] names no sentence; leave it out to let the topics be found")
    if numbers[0] < 0:
        raise ValueError(f"centres holds {numbers[0]}; sentences are counted from 0")
    return numbers


def _growing(vectors: Any, threshold: float) -> list[int]:
    """The topic of each sentence, where one that is near no centre becomes a centre."""
    import numpy as np

    centres = np.empty((min(_MOST_CENTRES, len(vectors)), vectors.shape[1]))
    names: list[int] = []  # the topic of each centre
    topics: list[int] = []
    new = 0
    for vector in vectors:
        known = len(names)
        near = centres[:known] @ vector
        best = int(near.argmax()) if known else -1
        if known and _reaches(near[best], threshold):
            topics.append(names[best])
            continue
        if known < len(centres):
            centres[known] = vector
            names.append(new)
        topics.append(new)
        new += 1
    return topics


def _around(vectors: Any, threshold: float, centres: list[int]) -> list[int]:
    """The topic of each sentence, where the centres are given."""
    near = vectors @ vectors[centres].T
    home = near.argmax(axis=1)
    of_centre = dict(zip(centres, range(len(centres)), strict=True))
    numbers: dict[tuple[str, int], int] = {}
    topics = []
    for sentence, best in enumerate(home):
        if sentence in of_centre:  # a centre stays at home, however alike another one is
            name = ("centre", of_centre[sentence])
        elif _reaches(near[sentence, best], threshold):
            name = ("centre", int(best))
        else:
            name = ("alone", sentence)
        topics.append(numbers.setdefault(name, len(numbers)))
    return topics


def _reaches(similarity: float, threshold: float) -> bool:
    # Equal vectors may differ from 1 in the last digit.
    return bool(similarity >= threshold - 1e-9)
