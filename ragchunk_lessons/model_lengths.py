"""What an embedding model sees of a text: its own tokenizer, and the place where it stops reading.

How many tokens a text has for a model is ``embedder.count_tokens(text)``, and how many it reads is
``embedder.max_tokens``. Both together make a length function and a chunk size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .models import Embedder, _sayable

_SURROGATE = re.compile("[\ud800-\udfff]")


class ModelTokenizer:
    """The tokenizer of an embedding model, as recipes use it; ``model_tokenizer`` makes it.

    It cuts nothing off and says nothing on the screen, however long the text is.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    def encode(self, text: str, add_special_tokens: bool = True) -> list[int]:
        """The numbers of the text's tokens, with the model's opening and closing marks or without them."""
        settings = {"add_special_tokens": add_special_tokens, "truncation": False, "verbose": False}
        return self._tokenizer(_sayable(_as_str(text)), **settings)["input_ids"]

    def decode(self, ids: Sequence[int]) -> str:
        """A text for these numbers: not the one they came from, unless the tokenizer had nothing to change in it."""
        return self._tokenizer.decode(list(ids))

    def tokens(self, text: str) -> list[str]:
        """The tokens themselves, without the model's marks; ``##`` stands where one goes on inside a word."""
        return self._tokenizer.convert_ids_to_tokens(self.encode(text, add_special_tokens=False))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where each token stands in the text, without the model's marks: half-open, in code points."""
        settings = {"add_special_tokens": False, "truncation": False, "verbose": False}
        # One character for one, so that the positions are those of the text itself.
        said = _SURROGATE.sub("\ufffd", _as_str(text))
        found = self._tokenizer(said, return_offsets_mapping=True, **settings)["offset_mapping"]
        return [(int(start), int(end)) for start, end in found]


def model_tokenizer(embedder: Embedder) -> ModelTokenizer:
    """The tokenizer of a model that reads a limited number of tokens.

    Raises
    ------
    TypeError
        If the embedder is not one that ``load_embedder`` gives.
    ValueError
        If it reads all of a text: then there is nothing to check.

    Examples
    --------
    >>> from ragchunk_lessons import load_embedder
    >>> tokenizer = model_tokenizer(load_embedder())
    >>> tokenizer.tokens("Overheated"), tokenizer.decode(tokenizer.encode("E-17", add_special_tokens=False))
    (['over', '##hea', '##ted'], 'e - 17')
    """
    _check(embedder)
    if embedder.max_tokens is None:
        raise ValueError(f"{embedder.name} reads any number of tokens, so no tokenizer is needed to check a text")
    return ModelTokenizer(embedder._model.tokenizer)


def read_end(embedder: Embedder, text: str) -> int:
    """Where the model stops reading: it sees ``text[:end]``, and nothing of what lies behind.

    Parameters
    ----------
    embedder : Embedder
    text : str

    Returns
    -------
    int
        In code points: the end of the last token that is read. The length of the text if all of it is.

    Examples
    --------
    >>> from ragchunk_lessons import load_embedder
    >>> read_end(load_embedder(), "pump " * 300)
    1269
    """
    _check(embedder)
    if embedder.max_tokens is None or embedder.count_tokens(text) <= embedder.max_tokens:
        return len(_as_str(text))
    tokenizer = model_tokenizer(embedder)
    marks = len(tokenizer.encode("a")) - len(tokenizer.encode("a", add_special_tokens=False))
    return tokenizer.spans(text)[embedder.max_tokens - marks - 1][1]


def _check(embedder: object) -> None:
    if not isinstance(embedder, Embedder):
        raise TypeError(f"embedder must be one that load_embedder() gives, not {type(embedder).__name__}")


def _as_str(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    return text
