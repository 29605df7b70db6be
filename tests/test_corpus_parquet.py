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


def as_bytes(values):
    """A column of texts of which nobody has looked whether they are UTF-8."""
    return pa.array(values, pa.binary()).view(pa.string())


@pytest.mark.parametrize("group", [500, 10**6], ids=["some groups", "one group"])
@pytest.mark.parametrize("dictionary", [True, False])
def test_a_text_that_is_not_utf8_fails_its_row_alone(tmp_path, dictionary, group):
    count = 2_500  # more than are unpacked at a time
    texts, ids, titles = ([b"%s %d." % (what, at) for at in range(count)] for what in (b"Text", b"Id", b"Title"))
    texts[1_100], ids[3], titles[2_400] = b"caf\xe9", b"\xff", b"ab\xe9"
    source = tmp_path / "d.parquet"
    made = pa.table({"text": as_bytes(texts), "id": as_bytes(ids), "title": as_bytes(titles)})
    pq.write_table(made, source, row_group_size=group, use_dictionary=dictionary)
    report = split_corpus(source, tmp_path / "out", workers=0)
    assert (report.documents, report.failed) == (count, 3)
    assert words(tmp_path / "out") == {
        "Id 1100.": "d.parquet:1101: the text is not utf-8: byte 0xe9 at 3",
        "d.parquet:4": "the row cannot be read: the field 'id' is not utf-8: byte 0xff at 0",
        "d.parquet:2401": "the row cannot be read: the field 'title' is not utf-8: byte 0xe9 at 2",
    }
    rest = {row["source"] for row in table(tmp_path / "out", "documents") if row["status"] == "ok"}
    assert rest == {f"Id {at}." for at in range(count)} - {"Id 3.", "Id 1100.", "Id 2400."}


def test_a_column_of_numbers_has_no_texts(tmp_path):
    written(tmp_path / "d.parquet", [{"text": 1}, {"text": None}])
    assert split_corpus(tmp_path / "d.parquet", tmp_path / "out", workers=0).failed == 2
    assert words(tmp_path / "out") == {
        "d.parquet:1": "the field 'text' holds no text, but 1",
        "d.parquet:2": "the field 'text' is null",
    }
