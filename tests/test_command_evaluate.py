"""``ragchunk evaluate``: the scores of the package's own evaluation, and limits that decide."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ragchunk_lessons import Document, KeywordIndex, evaluate_retrieval, load_questions, split_recursive
from ragchunk_lessons.command import main
from ragchunk_lessons.corpora import _FOLDER, load_text

TEXT = "The seal is of rubber. The pump stops at eighty degrees. The filter is changed each May."
ROWS = [
    {"id": "stop", "question": "When does the pump stop?", "answers": [{"text": "stops at eighty degrees"}]},
    {"id": "both", "question": "What about the seal?", "answers": [{"text": "rubber"}, {"text": "each May"}]},
]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)
    Path("q.json").write_text(json.dumps(ROWS))
    starts = [0, TEXT.index("The pump"), TEXT.index("The filter"), len(TEXT) + 1]
    write_chunks({"text": TEXT[a : b - 1], "start": a} for a, b in pairwise(starts))


def write_chunks(chunks) -> None:
    Path("c.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks), encoding="utf-8")


def evaluate(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["evaluate", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_scores_and_what_was_not_found_whole(capsys):
    status, out, err = evaluate(capsys, "a.txt", "c.jsonl", "q.json", "-k", "1")
    assert (status, err) == (0, "")
    assert out.startswith("2 questions, k = 1\n") and "\nhit rate       0.50 " in out
    assert out.endswith("not found whole: 1 of 2\n  both: What about the seal?\nresult: ok\n")


def test_json_has_what_the_package_measures(capsys):
    text = load_text("station_manual")
    Path("station_manual.txt").write_bytes(text.encode())
    document = Document(text, source="station_manual.txt")
    chunks = split_recursive(document, 400)
    write_chunks(chunk.to_dict() for chunk in chunks)
    Path("q.json").write_bytes((_FOLDER / "station_questions.json").read_bytes())
    status, out, _ = evaluate(capsys, "station_manual.txt", "c.jsonl", "q.json", "--budget", "1500", "--json")
    data = json.loads(out)
    expected = evaluate_retrieval(KeywordIndex(chunks), load_questions("q.json", document), budget=1500)
    assert status == 0 and data["chunks"] == len(chunks) and (data["k"], data["budget"]) == (None, 1500)
    assert data["means"] == pytest.approx(expected.means, abs=1e-6)
    assert [row["recall"] for row in data["questions"]] == pytest.approx(expected.values("recall"), abs=1e-6)
    assert len({row["recall"] for row in data["questions"]}) > 2


@pytest.mark.parametrize(
    ("limit", "status", "reason"),
    [
        (["--min-hit-rate", "0.5"], 0, None),
        (["--min-hit-rate", "0.6"], 1, "hit rate 50 %, at least 60 % asked"),
        (["--min-recall", "100%"], 1, "at least 100 % asked"),
        (["--min-recall", "0.6"], 0, None),
    ],
)
def test_limits(capsys, limit, status, reason):
    found, out, _ = evaluate(capsys, "a.txt", "c.jsonl", "q.json", "-k", "1", *limit)
    assert found == status
    if reason:
        assert "result: not ok, " in out and reason in out


def test_a_folder_of_documents_and_names_without_a_beginning(capsys):
    Path("docs").mkdir()
    Path("docs/a.txt").write_text(TEXT)
    Path("docs/b.txt").write_text("The motor is loud.")
    rows = [{**ROWS[0], "document": "a.txt"}, {"question": "Motor?", "answers": [{"document": "b", "text": "loud"}]}]
    Path("docs/q.json").write_text(json.dumps(rows))
    write_chunks([{"text": TEXT, "source": "a.txt"}, {"text": "The motor is loud.", "source": "docs/b.txt"}])
    status, out, err = evaluate(capsys, "docs", "c.jsonl", "docs/q.json", "-k", "1", "--json")
    assert (status, err) == (0, "") and json.loads(out)["means"]["hit"] == 1.0


def test_the_embedding_model_is_used_where_it_is_asked_for(capsys, monkeypatch):
    from ragchunk_lessons import models

    def by_g(texts):
        vectors = np.array([[1.0, text.count("g")] for text in texts], dtype="float32")
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    monkeypatch.setattr(models, "load_embedder", lambda: by_g)
    rows = [{"question": "ggggg", "answers": [{"text": "stops at eighty degrees"}]}]
    Path("q.json").write_text(json.dumps(rows))
    asked = ("a.txt", "c.jsonl", "q.json", "-k", "1", "--json")
    data = json.loads(evaluate(capsys, *asked, "--retriever", "embeddings")[1])
    assert (data["retriever"], data["means"]["hit"]) == ("embeddings", 1.0)
    assert json.loads(evaluate(capsys, *asked)[1])["means"]["hit"] == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt", "c.jsonl", "q.json"], "there is no file missing.txt"),
        (["a.txt", "missing.jsonl", "q.json"], "missing.jsonl: no such file or directory"),
        (["a.txt", "c.jsonl", "missing.json"], "missing.json: no such file or directory"),
        (["a.txt", "c.jsonl", "bad.json"], "bad.json: question 1: answers[0]: "),
        (["a.txt", "c.jsonl", "broken.json"], "broken.json is neither JSON nor JSONL: line 1"),
        (["a.txt", "other.jsonl", "q.json"], "chunk 0 is not in the source: 'Something else.'; see ragchunk audit"),
        (["a.txt", "c.jsonl", "q.json", "-k", "0"], "argument -k: 0 must be at least 1"),
        (["-", "-", "q.json"], "only one of SOURCE and CHUNKS can be standard input"),
    ],
)
def test_bad_use(capsys, arguments, message):
    Path("bad.json").write_text('[{"question": "Why?", "answers": [{"text": "nowhere"}]}]')
    Path("broken.json").write_text("[{")
    Path("other.jsonl").write_text('{"text": "Something else."}\n')
    status, out, err = evaluate(capsys, *arguments)
    assert (status, out) == (2, "") and message in err and err.count("\n") == 1


def test_blank_chunks_hold_no_passage_and_stop_nothing(capsys):
    plain = evaluate(capsys, "a.txt", "c.jsonl", "q.json", "--json")
    held = Path("c.jsonl").read_text().splitlines()
    for extra, words in (
        (['{"text": " "}'], "1 blank chunk"),
        (['{"text": ""}', '{"text": "\\n", "start": 3}'], "2 blank"),
    ):
        Path("c.jsonl").write_text("\n".join([held[0], *extra, *held[1:]]) + "\n")
        status, out, err = evaluate(capsys, "a.txt", "c.jsonl", "q.json", "--json")
        assert (status, out) == plain[:2] and err.startswith(f"ragchunk: left out: {words}")


def test_documents_may_be_the_records_of_one_file(capsys):
    texts = {"a1": TEXT, "b/2": "The lid is of brass."}
    rows = [{"id": own, "text": text} for own, text in texts.items()]
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write_chunks({"text": text, "source": own} for own, text in texts.items())
    asked = [{"id": "lid", "question": "What is the lid of?", "document": "b/2", "answers": [{"text": "brass"}]}]
    Path("q.json").write_text(json.dumps([*asked, {**ROWS[0], "document": "a1"}]))
    status, out, err = evaluate(capsys, "d.jsonl", "c.jsonl", "q.json", "--records", "--json", "-k", "1")
    assert (status, err) == (0, "")
    assert json.loads(out)["means"]["hit"] == 1.0


def test_a_chunk_that_is_nowhere_is_named_with_its_document(capsys):
    rows = [{"id": own, "text": TEXT} for own in ("a1", "b2")]
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write_chunks([{"text": TEXT, "source": "a1"}, {"text": "nowhere at all", "source": "b2"}])
    status, _, err = evaluate(capsys, "d.jsonl", "c.jsonl", "q.json", "--records")
    assert status == 2 and "b2: chunk 0 is not in the source: 'nowhere at all'; see ragchunk audit" in err
