"""A corpus in Parquet: what cannot be read of it fails row by row, and times as pandas writes them stop nothing."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpus_makers import statuses, table, with_another_bit, words

from ragchunk_lessons.batch import split_corpus

GROUP = 5


def written(path, rows, **given):
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=GROUP, **given)
    return path


def rows(count):
    return [{"id": f"d{at}", "text": f"Document {at}. The pump stops at night."} for at in range(count)]


@pytest.mark.parametrize("part_bytes", [1, 10**6], ids=["a part each", "one part"])
@pytest.mark.parametrize("column", ["id", "text"])
def test_a_damaged_group_of_rows_fails_and_the_rest_is_cut(tmp_path, column, part_bytes):
    source = written(tmp_path / "d.parquet", rows(3 * GROUP), write_page_checksum=True)
    with_another_bit(source, 1, column)
    report = split_corpus(source, tmp_path / "out", workers=0, part_bytes=part_bytes)
    assert (report.documents, report.failed, report.ok) == (3 * GROUP, GROUP, False)
    found = statuses(tmp_path / "out")
    bad = [f"d.parquet:{row}" for row in range(GROUP + 1, 2 * GROUP + 1)]
    assert found == {f"d{at}": "ok" for at in (*range(GROUP), *range(2 * GROUP, 3 * GROUP))} | dict.fromkeys(
        bad, "failed"
    )
    assert all("the row cannot be read: " in words(tmp_path / "out")[name] for name in bad)


def test_a_file_that_went_away_stops_the_run(tmp_path, monkeypatch):
    source = written(tmp_path / "d.parquet", rows(3))
    from ragchunk_lessons.batch import _parquet

    part = _parquet.plan(source, 10**6, "text")[0]
    source.unlink()
    with pytest.raises(FileNotFoundError):
        list(_parquet.items(part, 10**6, "text", "id"))


def test_times_of_pandas_count_nanoseconds_and_stand_among_the_fields(tmp_path):
    when = pa.array([1, 1_700_000_000_123_456_789], pa.timestamp("ns"))
    plain = pa.Table.from_pylist(rows(2)).append_column("when", when)
    pq.write_table(plain, tmp_path / "d.parquet")
    assert split_corpus(tmp_path / "d.parquet", tmp_path / "out", workers=0).ok
    fields = [json.loads(row["fields"]) for row in table(tmp_path / "out", "documents", "fields")]
    assert fields == [{"when": "1970-01-01 00:00:00"}, {"when": "2023-11-14 22:13:20.123456"}]


def test_a_table_of_texts_alone_is_a_corpus(tmp_path):
    written(tmp_path / "d.parquet", [{"text": "One."}, {"text": "Two."}])
    assert split_corpus(tmp_path / "d.parquet", tmp_path / "out", workers=0).ok
    assert statuses(tmp_path / "out") == {"d.parquet:1": "ok", "d.parquet:2": "ok"}
