"""``ragchunk corpus``: its words, its JSON, its lines on how far it is, and its exit status."""

from __future__ import annotations

import json

import pytest
from corpus_makers import records, results, write_jsonl

from ragchunk_lessons.batch import split_corpus
from ragchunk_lessons.command import main


@pytest.fixture
def source(tmp_path):
    return write_jsonl(tmp_path / "corpus.jsonl", records(20))


def test_it_does_what_the_function_does(source, tmp_path, capsys):
    out = tmp_path / "out"
    given = ["--chunk-size", "300", "--chunk-overlap", "30", "--splitter", "markdown", "--part-bytes", "9000"]
    assert main(["corpus", str(source), "--out", str(out), "--workers", "0", *given, "--json"]) == 0
    report = split_corpus(source, tmp_path / "own", workers=0, splitter="markdown", chunk_size=300, chunk_overlap=30)
    assert results(out) == results(tmp_path / "own")
    said, lines = capsys.readouterr()
    found = json.loads(said)
    assert found["ok"] and found["chunks"] == report.chunks and found["resumed"] == 0
    assert lines.splitlines()[-1].startswith(f"ragchunk corpus: {found['parts']} of {found['parts']} parts, 100 %")


def test_failed_documents_are_told_and_the_status_is_1(source, tmp_path, capsys):
    write_jsonl(source, [*records(3), b"{\x1b[31m", {"id": "x"}])
    arguments = ["corpus", str(source), "--out", str(tmp_path / "out"), "--workers", "0", "--quiet"]
    assert main(arguments) == 1
    said, lines = capsys.readouterr()
    assert said.startswith("not ok: 5 documents") and "failed: 2" in said and lines == ""
    assert "\x1b" not in said and "x: failed: corpus.jsonl:5: there is no field 'text'" in said
    assert main(arguments) == 1 and "gone on: 1 of 1 parts were done before" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--splitter", "nothing"], "is none of: characters"),
        (["--chunk-size", "0"], "must be at least 1"),
        (["--workers", "-1"], "must be at least 0"),
        (["--time-limit", "0"], "time_limit=0"),
        (["--scheduler", "nonsense"], "no Dask scheduler answers at 'nonsense'"),
    ],
)
def test_bad_use_takes_one_line_and_is_2(source, tmp_path, capsys, arguments, words, monkeypatch):
    monkeypatch.setattr("ragchunk_lessons.batch._pool.ANSWER", 0.5)
    assert main(["corpus", str(source), "--out", str(tmp_path / "out"), *arguments]) == 2
    said, lines = capsys.readouterr()
    assert said == "" and words in lines and len(lines.splitlines()) == 1


def test_other_settings_and_other_folders(source, tmp_path, capsys):
    out = str(tmp_path / "out")
    assert main(["corpus", str(source), "--out", out, "--workers", "0"]) == 0
    assert main(["corpus", str(source), "--out", out, "--workers", "0", "--chunk-size", "90"]) == 2
    assert "chunk_size was 500, now 90" in capsys.readouterr().err
    assert main(["corpus", str(source), "--out", out, "--workers", "0", "--chunk-size", "90", "--restart"]) == 0
    assert main(["corpus", str(tmp_path / "none"), "--out", out, "--workers", "0"]) == 2
    assert main(["corpus", str(source)]) == 2
