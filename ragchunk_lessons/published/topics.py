"""The recipe that groups sentences by topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def topic_chunks(
    sentences: Sequence[str],
    embedder: Callable[[list[str]], Any],
    threshold: float = 0.5,
    centres: Sequence[int] = (0, 3, 6),
) -> list[str]:
    """Drops every sentence that is not similar enough to one of a few centres, without a word.

    The centres are fixed by hand. Each in turn takes the sentences that lie above the threshold and are not taken
    yet. What no centre takes is in no piece: the ``else`` is missing. With a low threshold a centre also takes
    another centre, which is then left with an empty piece. Sentences that were far apart end up in one piece.

    Parameters
    ----------
    sentences : sequence of n str
    embedder : callable
        Takes a list of n texts and gives an array of shape (n, d), rows of length 1.
    threshold : float
        A cosine similarity; only what is greater is taken.
    centres : sequence of int
        The numbers of the central sentences, from 0.

    Returns
    -------
    list of str
        One piece for each centre, a sentence a line.

    Notes
    -----
    Source: the topic recipe of a RAG course's chunking chapter, §9.

    Examples
    --------
    >>> import numpy as np
    >>> where = {"cats purr": [1, 0], "cats sleep": [0.8, 0.6], "it rains": [0.6, 0.8], "dogs bark": [0, 1]}
    >>> topic_chunks(list(where), lambda texts: np.array([where[text] for text in texts]), 0.7, centres=(0, 3))
    ['cats purr\\ncats sleep', 'it rains\\ndogs bark']
    >>> topic_chunks(list(where), lambda texts: np.array([where[text] for text in texts]), 0.9, centres=(0, 3))
    ['cats purr', 'dogs bark']
    """
    import numpy as np

    vectors = np.asarray(embedder(list(sentences)))
    similarity = vectors @ vectors.T
    free = list(range(len(sentences)))
    pieces = []
    for centre in centres:
        group = [number for number in free if similarity[centre, number] > threshold]
        free = [number for number in free if number not in group]
        pieces.append("\n".join(sentences[number] for number in group))
    return pieces
