"""``ragchunk audit`` on Parquet, written by the real pyarrow."""

from __future__ import annotations

import datetime
import json
import sys
from pathlib import Path

import pytest

from ragchunk_lessons.command import main

TEXT = "Open the inlet valve. Start the pump. Watch the gauge. Close the valve again."
WHOLE = ["Open the inlet valve.", "Start the pump.", "Watch the gauge.", "Close the valve again."]
STARTS = [TEXT.index(text) for text in WHOLE]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


def write(table, name="c.parquet", **options) -> str:
    import pyarrow.parquet

    pyarrow.parquet.write_table(table, name, **options)
    return name


def ragchunk(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["audit", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def refused(capsys, *arguments: str) -> str:
    status, out, err = ragchunk(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("ragchunk audit: error: ").removesuffix("\n")


def records(capsys, *arguments: str) -> list[int]:
    """The numbers of the misplaced rows."""
    document = json.loads(ragchunk(capsys, *arguments, "--json")[1])["documents"][0]
    return [finding["record"] for finding in document["misplaced"]]


def test_without_pyarrow_it_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    Path("c.parquet").write_bytes(b"PAR1")
    assert refused(capsys, "a.txt", "c.parquet") == (
        "reading Parquet needs pyarrow, which is not installed; run: pip install pyarrow, or write JSON Lines"
    )


def test_one_row_a_chunk(capsys, pa):
    table = pa.table({"text": WHOLE, "start": STARTS})
    assert ragchunk(capsys, "a.txt", write(table))[0] == 0
    status, out, _ = ragchunk(capsys, "a.txt", write(table.slice(0, 3)))
    assert status == 1 and "lost: 1 span, 19 characters\n  [55:77] 'Close the valve again.'" in out


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_row_groups_keep_their_order_and_their_numbers(capsys, pa, size):
    name = write(pa.table({"text": WHOLE, "start": [*STARTS[:3], 0]}), row_group_size=size)
    assert records(capsys, "a.txt", name) == [4]


def test_more_rows_than_are_read_at_a_time(capsys, pa, monkeypatch):
    from ragchunk_lessons.command import _parquet

    monkeypatch.setattr(_parquet, "_ROWS", 3)
    text = " ".join(f"Part {number} is here." for number in range(100))
    Path("b.txt").write_text(text)
    texts = [f"Part {number} is here." for number in range(100)]
    starts = [text.index(part) for part in texts]
    starts[76] += 1
    assert records(capsys, "b.txt", write(pa.table({"text": texts, "start": starts}))) == [77]


def test_many_documents_in_one_file(capsys, pa):
    Path("docs").mkdir()
    Path("docs/one.txt").write_text("Alpha one. Alpha two.")
    Path("docs/two.txt").write_text("Beta one. Beta two.")
    names = pa.array(["one.txt", "two.txt", "one.txt", "two.txt"]).dictionary_encode()
    table = pa.table({"text": ["Alpha one.", "Beta one.", "Alpha two.", "Beta two."], "source": names})
    assert ragchunk(capsys, "docs", write(table, row_group_size=1))[0] == 0
    status, out, _ = ragchunk(capsys, "docs", write(table.slice(0, 3)))
    assert status == 1 and "docs/two.txt: not ok: 1 chunk, coverage 50 %" in out


TEXT_TYPES = ["string", "large_string", "string_view", "binary", "large_binary", "dictionary"]


@pytest.mark.parametrize("kind", TEXT_TYPES)
def test_texts_of_every_type(capsys, pa, kind):
    plain = pa.array(WHOLE)
    texts = plain.dictionary_encode() if kind == "dictionary" else plain.cast(getattr(pa, kind)())
    assert ragchunk(capsys, "a.txt", write(pa.table({"page_content": texts})))[0] == 0
    assert ragchunk(capsys, "a.txt", write(pa.table({"page_content": texts[:3]})))[0] == 1


@pytest.mark.parametrize("kind", ["int8", "uint16", "int32", "int64", "float32", "float64"])
def test_positions_of_every_type_and_with_gaps(capsys, pa, kind):
    def written(starts):
        return write(pa.table({"text": WHOLE, "start_index": pa.array(starts, getattr(pa, kind)())}))

    assert ragchunk(capsys, "a.txt", written(STARTS))[0] == 0
    assert ragchunk(capsys, "a.txt", written([None, *STARTS[1:3], None]))[0] == 0
    assert records(capsys, "a.txt", written([None, 7, None, None])) == [2]


def test_a_gap_that_pandas_writes_as_not_a_number(capsys, pa):
    starts = pa.array([0.0, float("nan"), 7.0, float("nan")])
    assert records(capsys, "a.txt", write(pa.table({"text": WHOLE, "start": starts}))) == [3]
    starts = pa.array([0.0, 22.5, None, None])
    assert refused(capsys, "a.txt", write(pa.table({"text": WHOLE, "start": starts}))) == (
        "c.parquet: row 2: start must be a whole number, not float (22.5); it has text, start"
    )


def test_metadata_in_structs_maps_lists_and_json(capsys, pa):
    when = datetime.datetime(2025, 3, 3, 12, tzinfo=datetime.UTC)
    rows = [{"start_index": at, "pages": [1, 2], "read": when, "box": {"x": 0.5}} for at in STARTS]
    assert ragchunk(capsys, "a.txt", write(pa.table({"text": WHOLE, "metadata": rows})))[0] == 0
    rows[2]["start_index"] = 3
    assert records(capsys, "a.txt", write(pa.table({"text": WHOLE, "metadata": rows}))) == [3]
    as_json = [json.dumps(row, default=str) for row in rows]
    assert records(capsys, "a.txt", write(pa.table({"text": WHOLE, "metadata": as_json}))) == [3]
    pairs = pa.array([[("start_index", at)] for at in [0, 0, *STARTS[2:]]], pa.map_(pa.string(), pa.int64()))
    assert records(capsys, "a.txt", write(pa.table({"content": WHOLE, "meta": pairs}))) == [2]


def test_times_with_nanoseconds_are_read_without_pandas(capsys, pa, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    times = pa.array([1, 2, 3, 4], pa.timestamp("ns", "UTC"))
    lengths = pa.array([[1], [2], [], None], pa.list_(pa.duration("ns")))
    meta = pa.StructArray.from_arrays([times, pa.array(STARTS), lengths], ["read", "start_index", "took"])
    table = pa.table({"text": WHOLE, "metadata": meta, "written": times})
    assert ragchunk(capsys, "a.txt", write(table))[0] == 0


def test_columns_that_no_audit_needs_are_not_read(capsys, pa, monkeypatch):
    from ragchunk_lessons.command import _parquet

    seen = []
    rows = _parquet._rows
    monkeypatch.setattr(_parquet, "_rows", lambda batch, texts: seen.append(batch.schema.names) or rows(batch, texts))
    table = pa.table({"id": list("abcd"), "vector": [[0.1, 0.2]] * 4, "text": WHOLE, "score": [1.0] * 4})
    assert ragchunk(capsys, "a.txt", write(table))[0] == 0
    assert seen == [["id", "text"]]


def test_fields_of_any_name(capsys, pa):
    table = pa.table({"passage": WHOLE, "from": STARTS, "doc": ["a.txt"] * 4, "text": ["no"] * 4})
    named = ("--text-field", "passage", "--start-field", "from", "--source-field", "doc")
    assert ragchunk(capsys, "a.txt", write(table), *named)[0] == 0
    assert ragchunk(capsys, "a.txt", write(table))[0] == 1
    inside = pa.table({"metadata": [{"passage": text} for text in WHOLE]})
    assert ragchunk(capsys, "a.txt", write(inside), "--text-field", "passage")[0] == 0


def test_a_column_that_is_missing_is_named(capsys, pa):
    name = write(pa.table({"passage": WHOLE, "page": [1, 1, 2, 2]}))
    assert refused(capsys, "a.txt", name) == (
        "c.parquet has no column text or page_content or content; it has passage, page; "
        "name the one with the text with --text-field"
    )
    assert "no column words; it has passage, page" in refused(capsys, "a.txt", name, "--text-field", "words")
    named = (name, "--text-field", "passage")
    assert refused(capsys, "a.txt", *named, "--start-field", "at") == "no chunk has a value in 'at'; see --start-field"
    assert "no chunk names a document in 'doc'" in refused(capsys, "a.txt", *named, "--source-field", "doc")
    name = write(pa.table({"text": [*WHOLE[:3], None], "start": STARTS}))
    assert refused(capsys, "a.txt", name).startswith(
        "c.parquet: row 4: it has no text in text, page_content or content"
    )


def test_what_is_no_parquet_is_told(capsys, pa):
    assert refused(capsys, "a.txt", "none.parquet") == "none.parquet: no such file or directory"
    Path("c.parquet").write_bytes(b"PAR1 and nothing else")
    assert refused(capsys, "a.txt", "c.parquet").startswith("c.parquet is not Parquet (")
    whole = Path(write(pa.table({"text": WHOLE * 500}))).read_bytes()
    Path("c.parquet").write_bytes(whole[:200])
    assert refused(capsys, "a.txt", "c.parquet").startswith("c.parquet is not Parquet (")
    Path("c.parquet").write_bytes(whole[:20] + b"\xff" * 40 + whole[60:])
    assert refused(capsys, "a.txt", "c.parquet").startswith("c.parquet cannot be read as Parquet (")
    twice = pa.table([pa.array(WHOLE), pa.array(WHOLE)], names=["text", "text"])
    assert refused(capsys, "a.txt", write(twice)) == (
        "c.parquet: two columns are called 'text'; give each its own name"
    )


def test_a_folder_of_parts_is_one_table(capsys, pa):
    Path("parts").mkdir()
    Path("parts/_SUCCESS").write_text("")
    for number, (text, start) in enumerate(zip(WHOLE, [*STARTS[:3], 1], strict=True), 8):
        write(pa.table({"text": [text], "start": [start]}), f"parts/part-{number}.parquet")
    assert records(capsys, "a.txt", "parts") == [4]
    Path("parts/notes.txt").write_text("x")
    assert refused(capsys, "a.txt", "parts") == (
        "folder parts has Parquet files and others, such as notes.txt; name a file"
    )


@pytest.mark.speed
def test_a_vector_a_row_takes_no_memory_and_rows_are_not_held_twice(pa):
    import tracemalloc

    from ragchunk_lessons.auditing.adapters import TEXTS
    from ragchunk_lessons.command._parquet import read_parquet

    rows = 100_000
    texts = [f"Sentence {number} says that the valve stays open." for number in range(rows)]
    vectors = pa.array([[0.5] * 16] * rows, pa.list_(pa.float32()))
    name = write(pa.table({"text": texts, "vector": vectors}), row_group_size=rows)
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_parquet(Path(name), {"text"}, TEXTS))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == rows
    held = sum(map(sys.getsizeof, texts))
    assert most < held / 3  # all rows at once would take more than their texts
