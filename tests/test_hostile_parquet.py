"""Parquet files of a few kilobytes that unpack to gigabytes, hold a million columns, or hold what is no text."""

from __future__ import annotations

import pytest
from hostile import command, outcomes, posix

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

MEGABYTE = "x" * 2**20


def repeated(value, times: int):
    """One value many times, which a file holds once."""
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * times, pyarrow.int32()), pyarrow.array([value]))


CASES = {
    "one text in many rows": ({"text": repeated(MEGABYTE, 100_000)}, "MB unpacked, or more, and at most 128 are read"),
    "one long text": ({"text": [MEGABYTE * 140]}, "140 MB unpacked in a group of rows, and at most 128 are read"),
    "many rows": ({"text": repeated("a", 600_000)}, "600,000 rows, and at most 500,000 are read"),
    "long metadata": ({"text": ["a"] * 300, "metadata": [{"h": [MEGABYTE]}] * 300}, "unpacked"),
    "numbers": ({"text": [1, 2]}, "it has no text in text, page_content or content"),
    "lists": ({"text": [["a"], ["b"]]}, "it has no text in text, page_content or content"),
    "no texts": ({f"column {number}": ["a"] for number in range(3_000)}, "column 19 and 2980 more"),
}


@posix
@pytest.mark.parametrize(("columns", "words"), CASES.values(), ids=CASES)
def test_it_is_refused_in_time_and_memory(tmp_path, columns, words):
    (tmp_path / "a.md").write_text("Words.\n", encoding="utf-8")
    parquet.write_table(pyarrow.table(columns), tmp_path / "a.parquet", compression="zstd")
    assert (tmp_path / "a.parquet").stat().st_size < 2**20
    part = "show" if "text" in words else "audit"
    done = command([part, "a.md", "a.parquet"], tmp_path)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and len(done.stderr) < 1000


@posix
@pytest.mark.parametrize("part", ["audit", "show", "corpus"])
def test_a_description_of_a_million_columns_is_not_read(tmp_path, part):
    (tmp_path / "a.md").write_text("Words.\n", encoding="utf-8")
    size = 20 * 2**20
    (tmp_path / "a.parquet").write_bytes(b"PAR1" + bytes(size) + size.to_bytes(4, "little") + b"PAR1")
    given = ["a.md", "a.parquet"] if part != "corpus" else ["a.parquet", "--out", "out", "--workers", "0"]
    done = command([part, *given], tmp_path)
    assert done.returncode == 2 and "a.parquet has 20 MB of columns, and at most 16 are read" in done.stderr


@posix
def test_a_corpus_of_one_text_in_very_many_rows_is_not_unpacked(tmp_path):
    parquet.write_table(pyarrow.table({"text": repeated(MEGABYTE, 50_000)}), tmp_path / "a.parquet", compression="zstd")
    done = command(["corpus", "a.parquet", "--out", "out", "--workers", "0", "--no-audit"], tmp_path)
    assert done.returncode == 1 and "already unpack to more than 1000 times the file" in done.stdout


def test_what_is_packed_once_is_read_as_often_as_it_stands_there(tmp_path, capsys, monkeypatch):
    from ragchunk_lessons.command import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("One two. " * 3000, encoding="utf-8")
    table = {"text": repeated("One two.", 3000), "start": pyarrow.array(range(0, 27_000, 9)), "n": [None] * 3000}
    parquet.write_table(pyarrow.table(table), tmp_path / "a.parquet")
    assert main(["audit", "a.md", "a.parquet", "--no-advice"]) == 0
    assert "ok: 3000 chunks, coverage 100 %" in capsys.readouterr().out


@posix
def test_a_corpus_unpacks_row_by_row_and_whoever_means_it_lifts_the_limit(tmp_path):
    parquet.write_table(pyarrow.table({"text": repeated("word " * 200_000, 1500)}), tmp_path / "a.parquet")
    case = (
        "import os; from ragchunk_lessons.batch import _parquet, _parts; os.environ['RAGCHUNK_LIMITS'] = '100'\n"
        "part = _parquet.plan(Path('a.parquet'), 10**9, 'text')[0]\n"
        "items = _parquet.items(part, 10**7, 'text', 'id')\n"
        "assert sum(len(item.load().document.text) for item in items) == 1_500_000_000"
    )
    assert outcomes([case], tmp_path)[0].words == "ok"
