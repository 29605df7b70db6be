"""An embedder that remembers: a sweep meets the same texts again and again, and each is embedded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:
    raise ImportError(
        'RememberingEmbedder needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
    ) from None


class RememberingEmbedder:
    """The same vectors as the embedder inside, which is asked for every text once.

    Windows with an overlap of a half hold those without overlap, and the questions are the same for every setting. So
    a sweep over settings saves more than a cache of files would, and nothing is written to disk.

    Parameters
    ----------
    embedder : callable
        A list of n texts gives an array of shape (n, d). Its attributes, such as ``name``, can be read here too.

    Raises
    ------
    TypeError
        If the embedder cannot be called.

    Examples
    --------
    >>> embed = RememberingEmbedder(lambda texts: np.array([[1.0, 0.0]] * len(texts), dtype=np.float32))
    >>> embed(["one", "two", "one"]).shape, len(embed), len(embed(["two"])), len(embed)
    ((3, 2), 2, 1, 2)
    """

    def __init__(self, embedder: Callable[[list[str]], np.ndarray]) -> None:
        if not callable(embedder):
            raise TypeError(f"embedder must be callable, such as load_embedder(), not {type(embedder).__name__}")
        self.embedder = embedder
        self._known: dict[str, np.ndarray] = {}

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of the texts, in their order, as a new array of shape (n, d)."""
        if isinstance(texts, str):
            raise TypeError("texts must be a list of str, not one str; write [text] to embed a single text")
        texts = list(texts)
        self.learn(texts)
        return np.stack([self._known[text] for text in texts]) if texts else self.embedder([])

    def learn(self, texts: Iterable[str]) -> int:
        """Embed the texts that are not yet known, all in one list, and say how many they were.

        One long list is quicker than many short ones: texts of like length share a batch, and more threads pay.
        """
        if isinstance(texts, str):
            raise TypeError("texts must be a list of str, not one str; write [text] to embed a single text")
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            vectors = np.array(self.embedder(new))  # a copy: an embedder may use its array again
            if vectors.ndim != 2 or len(vectors) != len(new):
                raise ValueError(
                    f"the embedder gave an array of shape {vectors.shape} for {len(new)} texts, not ({len(new)}, d)"
                )
            self._known.update(zip(new, vectors, strict=True))
        return len(new)

    def __len__(self) -> int:
        """How many texts are known."""
        return len(self._known)

    def __getattr__(self, name: str) -> Any:
        # Without this guard a copy, which has no embedder yet, would ask itself for ever.
        if name == "embedder" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.embedder, name)

    def __repr__(self) -> str:
        return f"RememberingEmbedder({self.embedder!r}, {len(self)} texts)"


def remembered(name: str = "all-MiniLM-L6-v2") -> RememberingEmbedder:
    """The embedder of this name with its memory: one for each model in a process.

    Parameters
    ----------
    name : str
        As for ``load_embedder``.

    Raises
    ------
    TypeError, ValueError, ImportError, RuntimeError
        As ``load_embedder``.
    """
    # A cache of this function itself would take remembered() and remembered(name) for two.
    return _remembered(name)


@cache
def _remembered(name: str) -> RememberingEmbedder:
    from .models import load_embedder

    return RememberingEmbedder(load_embedder(name))
