"""Recipes that ask a model: breaks where the similarity falls, and the check against the model's token limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


def semantic_chunk(
    sentences: Sequence[str], embedder: Callable[[list[str]], Any], threshold: float = 0.75
) -> list[str]:
    """Cuts at a fixed similarity that fits one model and no other, and has no limit on the length of a piece.

    A new piece begins where two neighbouring sentences are less similar than the threshold. With one model almost no
    pair reaches 0.75 and every sentence stands alone; with another all do and the whole text is one piece. The
    sentences are joined with nothing between them, which suits Chinese and glues English words together.

    Parameters
    ----------
    sentences : sequence of n str
        At least one.
    embedder : callable
        Takes a list of n texts and gives an array of shape (n, d), rows of length 1.
    threshold : float
        A cosine similarity.

    Returns
    -------
    list of str

    Raises
    ------
    IndexError
        If there is no sentence: the recipe takes the first one without looking.

    Notes
    -----
    Source: the semantic recipe of a guide to slicing strategies, §2.4.

    Examples
    --------
    >>> import numpy as np
    >>> semantic_chunk(["Cats purr.", "Cats sleep.", "It rains."], lambda texts: np.array([[1, 0], [0.8, 0.6], [0, 1]]))
    ['Cats purr.Cats sleep.', 'It rains.']
    """
    import numpy as np

    vectors = np.asarray(embedder(list(sentences)))
    pieces, gathered = [], [sentences[0]]
    for number in range(1, len(sentences)):
        if float(vectors[number - 1] @ vectors[number]) < threshold:
            pieces.append("".join(gathered))
            gathered = []
        gathered.append(sentences[number])
    return [*pieces, "".join(gathered)]


def validate_chunk(chunks: Iterable[str], tokenizer: Any, max_tokens: int = 500) -> list[str]:
    """Rewrites what it cuts: the pieces of a long chunk are decoded from tokens, not sliced from the text.

    What a tokenizer threw away on the way in does not come back. An uncased one gives lower case without accents and
    spaces around punctuation; a word or a sign that it does not know comes back as ``[UNK]``. A cut may also fall
    inside a word, whose second half then begins with ``##``. Chunks within the limit are passed on as they are.

    Parameters
    ----------
    chunks : iterable of str
    tokenizer : object
        With ``encode(text, add_special_tokens=False)``, which gives a list of token ids, and ``decode(ids)``, as
        the tokenizers of the package ``transformers`` have.
    max_tokens : int
        Without the two marks that a model adds.

    Returns
    -------
    list of str

    Notes
    -----
    Source: the recipe that checks chunks before they are stored, in a guide to slicing strategies, §3.1.

    Examples
    --------
    >>> class LowerCaseWords:
    ...     def encode(self, text, add_special_tokens): return text.lower().split()
    ...     def decode(self, ids): return " ".join(ids)
    >>> validate_chunk(["Stop  Pump 3", "Stop  Pump 3 Now"], LowerCaseWords(), max_tokens=3)
    ['Stop  Pump 3', 'stop pump 3', 'now']
    """
    valid: list[str] = []
    for chunk in chunks:
        ids = tokenizer.encode(chunk, add_special_tokens=False)
        if len(ids) <= max_tokens:
            valid.append(chunk)
        else:
            valid += [tokenizer.decode(ids[i : i + max_tokens]) for i in range(0, len(ids), max_tokens)]
    return valid
