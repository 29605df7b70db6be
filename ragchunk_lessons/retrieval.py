"""Exact search over the vectors of chunks.

Nothing here is approximate: a question is compared with every chunk. That is quick enough for a hundred
thousand chunks, and it leaves no doubt whether a miss is the fault of the chunk or of the index.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:
    raise ImportError(
        'ChunkIndex needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
    ) from None

from .chunk import Chunk
from .searching import index_file
from .searching.checks import Where, allowed, check_question

# Scores are rounded to this many decimals: above the noise of float32, so that equal passages are equal.
_DECIMALS = 6
# Two sums of float32 over one vector differ by less than this.
_MARGIN = 1e-4
# The first chunk is embedded again when an index is loaded; a cosine below this means another model.
_SAME_MODEL = 0.995


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search returned.

    Parameters
    ----------
    chunk : Chunk
    score : float
        As the search made it: from an index of vectors the cosine similarity of question and chunk, from -1 to 1.
    rank : int
        Its place in the list: 1 is the nearest.
    """

    chunk: Chunk
    score: float
    rank: int


class ChunkIndex:
    """Chunks and their vectors, ready to be searched.

    Parameters
    ----------
    chunks : iterable of n Chunk
        Plain strings are refused, since they do not know where they came from.
    embedder : callable
        A list of n texts gives an array of shape (n, d), rows of length 1.

    Attributes
    ----------
    chunks : tuple of Chunk
    embedder : callable
    vectors : array of shape (n, d), float32

    Raises
    ------
    TypeError
        If something in ``chunks`` is not a Chunk, or the embedder cannot be called.
    ValueError
        If the embedder's array has the wrong shape, holds NaN, or has rows whose length is not 1.

    Examples
    --------
    >>> compass = lambda texts: np.array([[1, 0] if "north" in text else [0, 1] for text in texts])
    >>> index = ChunkIndex([Chunk("to the east", 0, 11), Chunk("to the north", 12, 24)], compass)
    >>> [(hit.rank, hit.score, hit.chunk.text) for hit in index.search("north", k=1)]
    [(1, 1.0, 'to the north')]
    """

    def __init__(self, chunks: Iterable[Chunk], embedder: Callable[[list[str]], np.ndarray]) -> None:
        _check_embedder(embedder)
        self._hold(_as_chunks(chunks), embedder)
        self._unique = _embed(embedder, self._texts)

    def _hold(self, chunks: tuple[Chunk, ...], embedder: Callable[[list[str]], np.ndarray]) -> None:
        """Keep the chunks, and note which of them have the same text.

        Every text is embedded once. So equal texts have the same score to the last bit, and their order is
        that of the chunks.
        """
        self.chunks, self.embedder = chunks, embedder
        place: dict[str, int] = {}
        self._row = np.array([place.setdefault(chunk.text, len(place)) for chunk in chunks], dtype=np.intp)
        self._texts = list(place)

    @property
    def vectors(self) -> np.ndarray:
        """The vectors of the chunks, in their order: a copy of shape (n, d), float32."""
        return self._unique[self._row]

    def search(self, query: str, k: int = 5, *, where: Where = None) -> list[Hit]:
        """The ``k`` chunks nearest to the question, nearest first; equal scores keep the order of the chunks.

        Parameters
        ----------
        query : str
        k : int
            How many; all of them if there are fewer.
        where : mapping or callable, optional
            Only these chunks are searched: ``{"source": "manual.md"}`` by their metadata (a set of values means any
            of them), or a function of a chunk that says yes or no.

        Returns
        -------
        list of Hit
            Scores are rounded to six decimals. An empty index gives ``[]``.

        Raises
        ------
        TypeError
            If ``query`` is not a ``str``, ``k`` is not an ``int``, or ``where`` is neither mapping nor callable.
        ValueError
            If ``query`` is blank, ``k < 1``, or ``where`` names a key that no chunk has.
        """
        check_question(query, k)
        may = allowed(self.chunks, where)
        if not self.chunks or (may is not None and not may.any()):
            return []
        question = _embed(self.embedder, [query])[0]
        if question.shape[0] != self._dimension():
            raise ValueError(
                f"the question has {question.shape[0]} dimensions and the chunks have {self._dimension()}; "
                "embed both with the same model"
            )
        rows = None if may is None else np.unique(self._row[may])
        near, vectors = self._near(question, k, rows)
        # In float64 and rounded, a score does not depend on which rows stand beside it, nor on the kind of index.
        # The sum 0.0 turns a rounded -0.0 into 0.0.
        scores = np.full(len(self._texts), -np.inf)
        scores[near] = np.round(vectors.astype(np.float64) @ question.astype(np.float64), _DECIMALS) + 0.0
        scores = scores[self._row] if may is None else np.where(may, scores[self._row], -np.inf)
        nearest = np.argsort(-scores, kind="stable")[:k]
        return [
            Hit(self.chunks[place], float(scores[place]), rank)
            for rank, place in enumerate(nearest, 1)
            if scores[place] > -np.inf
        ]

    def _dimension(self) -> int:
        return self._unique.shape[1]

    def _near(self, question: np.ndarray, k: int, rows: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        """The numbers and the vectors of the texts that can be among the first ``k``, ties included.

        ``rows`` are the numbers that may be found, or None for all.
        """
        rough = self._unique @ question
        if rows is not None:
            rough = rough[rows]
        if k < len(rough):
            near = np.flatnonzero(rough >= np.partition(rough, len(rough) - k)[len(rough) - k] - _MARGIN)
        else:
            near = np.arange(len(rough))
        near = near if rows is None else rows[near]
        return near, self._unique[near]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index as one file: JSON and plain arrays in a zip (``.npz``), no pickle.

        The same index gives the same bytes. A file that is already there is replaced only when the new one is
        complete.

        Raises
        ------
        TypeError
            If the metadata of a chunk holds something that JSON cannot say.
        OSError
            If the file cannot be written, such as ``FileNotFoundError`` for a folder that does not exist.
        """
        index_file.write(path, _identity(self.embedder), self.chunks, self._unique)

    @classmethod
    def load(cls, path: str | os.PathLike[str], embedder: Callable[[list[str]], np.ndarray]) -> ChunkIndex:
        """The index that ``save`` wrote. The chunks are not embedded again, except the first, as a check.

        Raises
        ------
        ValueError
            If the file is not an index, is damaged, was written by another version, or was made with another model.
        """
        _check_embedder(embedder)
        head, chunks, vectors = index_file.read(path)
        _check_head(path, head, _identity(embedder))
        index = cls.__new__(cls)
        index._hold(chunks, embedder)
        if vectors.ndim != 2 or len(vectors) != len(index._texts):
            raise ValueError(f"{path} is damaged: vectors of shape {vectors.shape} for {len(index._texts)} texts")
        wrong = _not_unit(vectors)
        if len(wrong):
            raise ValueError(f"{path} is damaged: vector {wrong[0]} does not have length 1; build the index again")
        index._unique = vectors
        index._check_model(path, vectors[:1])
        return index

    def _check_model(self, path: object, first: np.ndarray) -> None:
        """Raise ValueError if the embedder now puts the first text in another place."""
        if self._texts:
            again = _embed(self.embedder, self._texts[:1])[0]
            if again.shape != first[0].shape or float(again @ first[0]) < _SAME_MODEL:
                raise ValueError(
                    f"{path} was made with another model: its first chunk lies elsewhere now; build the index again"
                )

    def __len__(self) -> int:
        return len(self.chunks)

    def __repr__(self) -> str:
        count = f"{len(self)} chunk{'' if len(self) == 1 else 's'}"
        return f"{type(self).__name__}({count}, {_identity(self.embedder)['model']})"


def _check_embedder(embedder: object) -> None:
    if not callable(embedder):
        raise TypeError(f"embedder must be callable, such as load_embedder(), not {type(embedder).__name__}")


def _as_chunks(chunks: Iterable[Chunk]) -> tuple[Chunk, ...]:
    if isinstance(chunks, (str, Chunk)):
        raise TypeError(f"chunks must be a list of Chunk, not one {type(chunks).__name__}")
    if not isinstance(chunks, Iterable):
        raise TypeError(f"chunks must be a list of Chunk, not {type(chunks).__name__}")
    chunks = tuple(chunks)
    for number, chunk in enumerate(chunks):
        if isinstance(chunk, str):
            raise TypeError(
                f"chunks[{number}] is a plain str, which does not know where it came from; "
                "find the positions first: locate(document, pieces).chunks"
            )
        if not isinstance(chunk, Chunk):
            raise TypeError(f"chunks[{number}] must be a Chunk, not {type(chunk).__name__}")
    return chunks


def _embed(embedder: Callable[[list[str]], np.ndarray], texts: list[str]) -> np.ndarray:
    """The embedder's array for these texts, after a look at its shape and at the length of its rows."""
    vectors = np.asarray(
        embedder(texts) if texts else np.empty((0, getattr(embedder, "dimension", 0))), dtype=np.float32
    )
    if vectors.ndim != 2 or len(vectors) != len(texts):
        raise ValueError(f"the embedder gave an array of shape {vectors.shape} for {len(texts)} texts, not (n, d)")
    wrong = _not_unit(vectors)
    if len(wrong):
        raise ValueError(
            f"row {wrong[0]} of the embedder's array has length {np.linalg.norm(vectors[wrong[0]]):.3g}, not 1; "
            "divide every row by its length"
        )
    return vectors


def _not_unit(vectors: np.ndarray) -> np.ndarray:
    """The numbers of the rows whose length is not 1; a NaN has no length at all."""
    return np.flatnonzero(~(np.abs(np.linalg.norm(vectors, axis=1) - 1) < 1e-3))


def _check_head(path: object, head: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise ValueError if an index on disk remembers another model or another setting."""
    for key, said in wanted.items():
        if head.get(key) != said:
            raise ValueError(
                f"{path} was made with {key}={head.get(key)!r}, this embedder has {key}={said!r}; "
                "load it with the same model, or build the index again"
            )


def _identity(embedder: Any) -> dict[str, Any]:
    """What an index remembers of its model: its name, and how much of a text it reads."""
    name = getattr(embedder, "name", None) or getattr(embedder, "__qualname__", type(embedder).__qualname__)
    return {"model": name, "max_tokens": getattr(embedder, "max_tokens", None)}
