"""The exact index of ``retrieval``, with its vectors in a FAISS file.

The search is exact here too (``IndexFlatIP``): the same hits, the same scores. What differs is where the vectors are:
a loaded index reads them from the disk as a search needs them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ..chunk import Chunk
from ..retrieval import _MARGIN, ChunkIndex, _check_embedder, _check_head, _identity
from . import index_file

_KIND = "faiss IndexFlatIP"
_VECTORS, _CHUNKS = "vectors.faiss", "chunks.npz"


class FaissIndex(ChunkIndex):
    """Chunks and their vectors, searched by FAISS; it is used like a ``ChunkIndex`` and finds the same.

    Parameters
    ----------
    chunks : iterable of n Chunk
    embedder : callable
        A list of n texts gives an array of shape (n, d), rows of length 1.

    Raises
    ------
    ImportError
        If faiss is not installed.
    TypeError, ValueError
        As ``ChunkIndex``.

    Examples
    --------
    >>> compass = lambda texts: np.array([[1, 0] if "north" in text else [0, 1] for text in texts])
    >>> index = FaissIndex([Chunk("to the east", 0, 11), Chunk("to the north", 12, 24)], compass)
    >>> [(hit.rank, hit.score, hit.chunk.text) for hit in index.search("north", k=1)]
    [(1, 1.0, 'to the north')]
    """

    def __init__(self, chunks: Iterable[Chunk], embedder: Callable[[list[str]], np.ndarray]) -> None:
        faiss = _faiss()
        super().__init__(chunks, embedder)
        self._faiss = faiss.IndexFlatIP(max(self._unique.shape[1], 1))
        if len(self._unique):
            self._faiss.add(self._unique)
        del self._unique  # FAISS holds them now

    @property
    def vectors(self) -> np.ndarray:
        """The vectors of the chunks, in their order: a copy of shape (n, d), float32."""
        return self._faiss.reconstruct_n(0, self._faiss.ntotal)[self._row]

    def _dimension(self) -> int:
        return self._faiss.d

    def _near(self, question: np.ndarray, k: int, rows: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        faiss = _faiss()
        total = self._faiss.ntotal if rows is None else len(rows)
        settings = None if rows is None else faiss.SearchParameters(sel=faiss.IDSelectorBatch(rows.astype(np.int64)))
        asked = min(k + 8, total)
        while True:
            scores, near = self._faiss.search(question[None, :], asked, params=settings)
            # FAISS breaks ties as it likes: go on until the last score is clearly below that of place k.
            if asked == total or scores[0, -1] < scores[0, k - 1] - _MARGIN:
                break
            asked = min(2 * asked, total)
        kept = near[0][scores[0] >= scores[0, min(k, total) - 1] - _MARGIN]
        return kept, self._faiss.reconstruct_batch(kept)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index as a folder of two files: the vectors for FAISS, and the chunks.

        A folder that is already there is replaced if it is an index, and only when the new one is complete.

        Raises
        ------
        TypeError
            If the metadata of a chunk holds something that JSON cannot say.
        OSError
            If the folder cannot be written, or is there and holds something else.
        """
        faiss, path = _faiss(), Path(path)
        if not path.parent.is_dir():
            raise FileNotFoundError(f"the folder {path.parent} does not exist; create it first")
        if path.exists() and (not path.is_dir() or {entry.name for entry in path.iterdir()} - {_VECTORS, _CHUNKS}):
            raise FileExistsError(f"{path} is there and is not an index; give the name of a new folder")
        half = Path(tempfile.mkdtemp(prefix=".ragchunk-", dir=path.parent))
        try:
            half.chmod(0o755)
            data = faiss.serialize_index(self._faiss).tobytes()
            (half / _VECTORS).write_bytes(data)
            head = {"kind": _KIND, "sha256": hashlib.sha256(data).hexdigest(), **_identity(self.embedder)}
            index_file.write(half / _CHUNKS, head, self.chunks, np.empty((0, self._faiss.d), dtype=np.float32))
            if path.exists():
                shutil.rmtree(path)
            os.replace(half, path)
        finally:
            shutil.rmtree(half, ignore_errors=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str], embedder: Callable[[list[str]], np.ndarray]) -> FaissIndex:
        """The index that ``save`` wrote; the vectors stay in their file. Only the first chunk is embedded, as a check.

        Raises
        ------
        FileNotFoundError
            If there is no such folder, or one of its files is missing.
        ValueError
            If it is not an index, is damaged, or was made with another model, another setting or another kind of index.
        """
        _check_embedder(embedder)
        faiss, path = _faiss(), Path(path)
        for name in (_CHUNKS, _VECTORS):
            if not (path / name).is_file():
                raise FileNotFoundError(f"{path / name} does not exist; build the index and save it first")
        head, chunks, _ = index_file.read(path / _CHUNKS)
        _check_head(path, head, {"kind": _KIND, **_identity(embedder)})
        with (path / _VECTORS).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != head.get("sha256"):
                raise ValueError(f"{path / _VECTORS} is damaged, or belongs to another index; build the index again")
        index = cls.__new__(cls)
        index._hold(chunks, embedder)
        index._faiss = faiss.read_index(str(path / _VECTORS), faiss.IO_FLAG_MMAP_IFC)
        if index._faiss.ntotal != len(index._texts):
            raise ValueError(
                f"{path} is damaged: {index._faiss.ntotal} vectors for {len(index._texts)} texts; build the index again"
            )
        if index._texts:
            index._check_model(path, index._faiss.reconstruct_n(0, 1))
        return index


def _faiss() -> Any:
    try:
        import faiss
    except ImportError as error:
        raise ImportError(f"FaissIndex needs faiss ({error}); install it with: pip install faiss-cpu") from error
    return faiss
