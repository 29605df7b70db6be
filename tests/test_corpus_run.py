"""A corpus cut in this process: what is read, what is written, what fails, and what is done again."""

from __future__ import annotations

import json
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpus_makers import records, results, statuses, table, words, write_jsonl

from ragchunk_lessons import Chunk, audit, split_markdown, split_recursive
from ragchunk_lessons.batch import audit_corpus, split_corpus
from ragchunk_lessons.batch.checking import corpus_chunks, troubled_documents
from ragchunk_lessons.document import Document


@pytest.fixture
def source(tmp_path):
    return write_jsonl(tmp_path / "corpus.jsonl", records(60))


def cut(source, out, **given):
    return split_corpus(source, out, workers=0, **given)


def test_rows_are_those_of_the_splitter_alone(source, tmp_path):
    report = cut(source, tmp_path / "out", chunk_size=300, chunk_overlap=40)
    documents, chunks = results(tmp_path / "out")
    rows = iter(chunks)
    for record, row in zip(records(60), documents, strict=True):
        own = split_recursive(Document(record["text"], record["id"]), 300, 40)
        found = audit(record["text"], own, 300, 40)
        assert (row["source"], row["chunks"], row["status"]) == (record["id"], len(own), "ok" if found.ok else "not ok")
        assert row["id"] == Chunk(record["text"], 0, len(record["text"]), {"source": record["id"]}).id
        assert json.loads(row["fields"]) == {"lang": "en"}
        for number, chunk in enumerate(own):
            there = next(rows)
            assert [there[name] for name in ("id", "text", "start", "end")] == [
                chunk.id, chunk.text, chunk.start, chunk.end,
            ]  # fmt: skip
            assert (there["document"], there["number"]) == (row["id"], number)
    assert report.ok and report.chunks == len(chunks) and next(rows, None) is None
    assert report.characters == sum(len(record["text"]) for record in records(60))


@pytest.mark.parametrize("part_bytes", [1, 5000, 10**9])
def test_ids_do_not_depend_on_the_size_of_parts(tmp_path, part_bytes):
    source = write_jsonl(tmp_path / "corpus.jsonl", records(20))
    cut(source, tmp_path / "one")
    report = cut(source, tmp_path / "other", part_bytes=part_bytes)
    assert results(tmp_path / "one") == results(tmp_path / "other")
    assert report.parts == {1: 20, 10**9: 1}.get(part_bytes, report.parts)


def test_a_folder_is_read_by_its_readers_in_the_order_of_its_paths(tmp_path):
    folder = tmp_path / "docs"
    (folder / "深").mkdir(parents=True)
    (folder / "b.md").write_text("# Pump\n\nIt runs.", encoding="utf-8")
    (folder / "深" / "a page.html").write_text("<h1>Pump</h1><p>It stops.</p>", encoding="utf-8")
    (folder / "a.csv").write_text("code,meaning\nE-17,dry run\n", encoding="utf-8")
    (folder / ".hidden").write_text("no", encoding="utf-8")
    report = cut(folder, folder / "out", splitter="document", part_bytes=20)  # the results lie in the source
    assert list(statuses(folder / "out")) == ["a.csv", "b.md", "深/a page.html"] and report.parts == 3
    texts = [row["text"] for row in table(folder / "out", "chunks")]
    assert any("It stops." in text and "<p>" not in text for text in texts)
    again = cut(folder, folder / "out", splitter="document")
    assert again.resumed == again.parts == 3


def test_a_table_gives_the_same_as_lines(source, tmp_path):
    rows = list(records(60))
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "corpus.parquet", row_group_size=7)
    cut(source, tmp_path / "lines")
    report = cut(tmp_path / "corpus.parquet", tmp_path / "rows", part_bytes=6000)
    assert results(tmp_path / "lines") == results(tmp_path / "rows") and 1 < report.parts < 10


def test_what_is_wrong_with_a_document_is_told_and_stops_nothing(tmp_path):
    rows = [
        {"id": "good", "text": "One sentence."},
        b"{not json",
        b'{"id": "latin", "text": "Caf\xe9"}',
        {"id": "no text", "body": "x"},
        {"id": "list", "text": ["x"]},
        {"id": [1], "text": "x"},
        b'{"id": "half", "text": "\\ud83c"}',
        b'{"id": "\\ud83c", "text": "named by half a character"}',
        b"[" * 100_000,
        b"7",
        b"",
        {"id": "long", "text": "x" * 5000},
        {"text": "no id"},
        {"id": 7, "text": ""},
        {"id": "last\u2028", "text": "NUL \x00 and \u2028 stay."},
    ]
    source = write_jsonl(tmp_path / "odd.jsonl", rows)
    for part_bytes in (10**9, 40):
        out = tmp_path / f"out{part_bytes}"
        report = cut(source, out, max_document_bytes=4000, part_bytes=part_bytes)
        found, said = statuses(out), words(out)
        whole = [name for name, status in found.items() if status == "ok"]
        assert whole == ["good", "odd.jsonl:13", "7", "last\u2028"]
        assert (report.documents, report.failed, report.ok) == (14, 10, False)
        assert "Expecting property name" in said["odd.jsonl:2"] and "byte 0xe9 at position" in said["odd.jsonl:3"]
        assert said["no text"] == "odd.jsonl:4: there is no field 'text'; the record has: id, body"
        assert "half a character (U+D83C)" in said["half"]
        assert "longer than the 4000 bytes" in said["odd.jsonl:12"] and "no text, but" in said["list"]
        assert table(out, "chunks")[-1]["text"] == "NUL \x00 and \u2028 stay."
        assert len(troubled_documents(out)) == 10 and len(troubled_documents(out, 2)) == 2
    assert results(tmp_path / "out40") == results(tmp_path / f"out{10**9}")


def test_files_that_cannot_be_read_are_told(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_bytes("Grüße".encode("cp1252"))
    (folder / "b.txt").write_text("Good.", encoding="utf-8")
    (folder / "c.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / "d.txt").write_bytes(b"\x00\x01")
    if os.name != "nt":
        (folder / "e.txt").symlink_to(folder / "nowhere")
    report = cut(folder, tmp_path / "out")
    assert report.whole == 1 and report.failed == report.documents - 1
    assert "utf-8" in words(tmp_path / "out")["a.txt"]


def test_a_splitter_of_ones_own(source, tmp_path):
    def lines(document):
        return [Chunk(document.text[:10], 0, min(10, len(document.text)))]

    report = cut(source, tmp_path / "out", splitter=lines)
    assert report.not_ok == 60 and "lost" in words(tmp_path / "out")["d0"]
    assert table(tmp_path / "out", "chunks")[0]["source"] == "d0"
    report = cut(source, tmp_path / "strings", splitter=lambda document: [document.text])
    assert report.failed == 60 and "gave str, not Chunk" in words(tmp_path / "strings")["d0"]


def test_vectors_stand_beside_the_chunks(source, tmp_path):
    def embed(texts):
        return [[float(len(text)), 1.0] for text in texts]

    cut(source, tmp_path / "out", embedder=embed)
    assert all(row["vector"] == [len(row["text"]), 1.0] for row in table(tmp_path / "out", "chunks"))


def test_it_goes_on_and_notices_what_has_changed(source, tmp_path):
    out, rows = tmp_path / "out", list(records(60))
    first = cut(source, out, part_bytes=10_000)
    assert (first.resumed, cut(source, out).resumed) == (0, first.parts)
    write_jsonl(source, [*rows, {"id": "new", "text": "A new document."}])
    appended = cut(source, out)
    assert appended.documents == 61 and 0 < appended.resumed < appended.parts
    rows[0]["text"] = rows[0]["text"].replace("#", "*", 1)  # of the same length
    write_jsonl(source, rows)
    changed = cut(source, out)
    assert changed.documents == 60 and 0 < changed.resumed < changed.parts
    cut(source, tmp_path / "fresh", part_bytes=10_000)
    assert results(out) == results(tmp_path / "fresh")
    assert sorted(path.name for path in (out / "chunks").iterdir()) == sorted(
        path.name for path in (tmp_path / "fresh" / "chunks").iterdir()
    )


def test_a_file_that_has_changed_is_done_again(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    cut(folder, tmp_path / "out", part_bytes=1)
    (folder / "2.txt").write_text("Text two.", encoding="utf-8")
    (folder / "3.txt").unlink()
    report = cut(folder, tmp_path / "out")
    assert (report.documents, report.resumed) == (3, 2)
    assert [row["text"] for row in table(tmp_path / "out", "chunks")] == ["Text 0.", "Text 1.", "Text two."]


def test_other_settings_are_refused_with_the_differences(source, tmp_path):
    out = tmp_path / "out"
    cut(source, out)
    before = results(out)
    with pytest.raises(ValueError, match=r"chunk_size was 500, now 300.*restart=True"):
        cut(source, out, chunk_size=300)
    with pytest.raises(ValueError, match="part_bytes was 16000000, now 9"):
        cut(source, out, part_bytes=9)
    with pytest.raises(ValueError, match="source was"):
        cut(write_jsonl(tmp_path / "b.jsonl", records(1)), out)
    assert results(out) == before
    assert cut(source, out, chunk_size=300, restart=True).resumed == 0
    assert max(len(row["text"]) for row in table(out, "chunks")) <= 300


def test_a_folder_with_something_else_in_it_is_left_alone(source, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear", encoding="utf-8")
    for restart in (False, True):
        with pytest.raises(ValueError, match="holds something else"):
            cut(source, other, restart=restart)
    assert [path.name for path in other.iterdir()] == ["letter.txt"]


def test_a_damaged_part_is_done_again(source, tmp_path):
    out = tmp_path / "out"
    cut(source, out, part_bytes=20_000)
    before = results(out)
    parts = sorted((out / "documents").iterdir())
    parts[0].write_bytes(parts[0].read_bytes()[:100])
    next(iter(sorted((out / "chunks").iterdir(), reverse=True))).unlink()
    assert cut(source, out).resumed == len(parts) - 2 and results(out) == before


def test_an_earlier_worker_cannot_put_anything_in_place(source, tmp_path):
    from ragchunk_lessons.batch._store import Store, Superseded

    out = tmp_path / "out"
    cut(source, out)
    store = Store(out)
    store.work.mkdir()
    with store.writing("x") as paths:
        for path in paths:
            path.write_bytes(b"x")
        with pytest.raises(Superseded):
            store.put_in_place("part-00009-x", *paths, token="of an earlier run")
    assert not list((out / "chunks").glob("part-00009*"))


def test_the_audit_of_the_corpus_sees_damage(source, tmp_path):
    out, names = tmp_path / "out", [record["id"] for record in records(60)]
    cut(source, out, part_bytes=20_000)
    assert audit_corpus(out, names).ok
    assert audit_corpus(out, [*names, "d60"]).missing == ("d60",)
    assert audit_corpus(out, names[1:]).unexpected == ("d0",)
    path = sorted((out / "chunks").iterdir())[0]
    held = pq.read_table(path)
    for damage, name in (
        (held.slice(1), "astray"),
        (pa.concat_tables([held, held.slice(0, 1)]), "doubled"),
        (held.set_column(5, "start", pa.array([7] * len(held))), "changed"),
    ):
        pq.write_table(damage, path)
        found = audit_corpus(out, names)
        assert not found.ok and getattr(found, name) and name in repr(found)
    pq.write_table(held, path)
    assert audit_corpus(out, names).ok


def test_chunks_are_read_back_with_their_labels(source, tmp_path):
    cut(source, tmp_path / "out", splitter="markdown")
    chunks = list(corpus_chunks(tmp_path / "out"))
    own = [c for r in records(60) for c in split_markdown(Document(r["text"], r["id"]), 500)]
    assert chunks == own and [c.metadata for c in chunks] == [c.metadata for c in own]


def test_repeated_documents_are_counted(tmp_path):
    source = write_jsonl(tmp_path / "twice.jsonl", [*records(3), *records(2)])
    report = cut(source, tmp_path / "out")
    assert report.repeated == 2 and report.ok and "2 repeated" in repr(report)
    assert audit_corpus(tmp_path / "out").ok


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"splitter": "nothing"}, "splitter='nothing' is none of: characters"),
        ({"splitter": "semantic"}, "is none of"),
        ({"splitter": "time_windows"}, "window_seconds"),
        ({"splitter": "words", "unit": "tokens"}, "leave unit='tokens' out"),
        ({"splitter": "slides", "chunk_overlap": 5}, "has no overlap"),
        ({"options": {"colour": 1}}, "colour"),
        ({"chunk_size": 0}, "chunk_size=0 must be at least 1"),
        ({"chunk_size": 5, "chunk_overlap": 5}, "must be smaller"),
        ({"time_limit": 0}, "time_limit=0"),
        ({"part_bytes": 0}, "part_bytes=0"),
        ({"attempts": 0}, "attempts=0"),
        ({"include": ["*.md"]}, "chooses files of a folder"),
    ],
)
def test_wrong_arguments_are_named_before_any_work(source, tmp_path, given, match):
    with pytest.raises((TypeError, ValueError), match=match):
        cut(source, tmp_path / "out", **given)
    assert not (tmp_path / "out").exists()


def test_a_source_that_is_none(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no"):
        cut(tmp_path / "a.jsonl", tmp_path / "out")
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match="a corpus is a folder"):
        cut(tmp_path / "a.txt", tmp_path / "out")
    (tmp_path / "a.jsonl").touch()
    with pytest.raises(ValueError, match="is empty"):
        cut(tmp_path / "a.jsonl", tmp_path / "out")


def test_without_its_libraries_it_says_what_to_install(source, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r'pip install "ragchunk-lessons\[dask\]", or cut in this process'):
        split_corpus(source, tmp_path / "out")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="split_corpus needs pyarrow"):
        cut(source, tmp_path / "out")


def test_progress_counts_what_is_on_the_disk(source, tmp_path):
    said = []

    def tell(progress):
        said.append(str(progress))
        assert len(list((tmp_path / "out" / "documents").glob("part-*.parquet"))) == progress.done

    cut(source, tmp_path / "out", part_bytes=20_000, progress=tell)
    assert said[-1].startswith(f"{len(said)} of {len(said)} parts, 100 %, 60 documents, 0 failed")


def test_a_part_that_is_set_aside_whole_has_a_row_for_each_document(source, tmp_path):
    from dataclasses import replace

    from ragchunk_lessons.batch import _sources
    from ragchunk_lessons.batch._settings import make_settings
    from ragchunk_lessons.batch._store import Store
    from ragchunk_lessons.batch._work import Task, run_task

    cut(source, tmp_path / "out")
    settings = make_settings("recursive", 500, 0, None, "cl100k_base", None, True, None, None, "text", "id", 10**6, 1)
    store = Store(tmp_path / "out")
    token = store.begin({"source": "", "part_bytes": 1, "settings": {}})
    task = Task(_sources.plan(source, 10**9, settings, tmp_path)[0], settings, str(tmp_path / "out"), token)
    assert run_task(replace(task, all_aside="too many deaths"))["set aside"] == 60
    assert set(statuses(tmp_path / "out").values()) == {"set aside"}
    assert list(store.work.iterdir()) == []


def test_a_folder_in_another_encoding_and_with_broken_lines(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "泵.txt").write_bytes("先停泵，再打开阀门。".encode("gb18030"))
    (folder / "rows.jsonl").write_bytes('{"name": "泵"}\n{"name": \n'.encode("gb18030"))
    assert cut(folder, tmp_path / "plain").failed == 2
    assert cut(folder, tmp_path / "half", file_encoding="gb18030").failed == 1
    report = cut(folder, tmp_path / "out", file_encoding="gb18030", broken_lines="keep")
    assert report.ok
    texts = [row["text"] for row in results(tmp_path / "out")[1]]
    assert texts == ['name: 泵\n\n{"name":', "先停泵，再打开阀门。"]
    with pytest.raises(ValueError, match="file_encoding was 'gb18030', now None"):
        cut(folder, tmp_path / "out", broken_lines="keep")
    assert cut(folder, tmp_path / "out", file_encoding="gb18030", broken_lines="keep").resumed == 1


@pytest.mark.parametrize(
    "given, said",
    [
        ({"file_encoding": "utf-9"}, "encoding='utf-9' is unknown"),
        ({"broken_lines": "drop"}, "broken_lines='drop' must be 'raise' or 'keep'"),
        ({"file_encoding": "gb18030"}, "file_encoding is for the files of a folder; the records of corpus.jsonl"),
        ({"broken_lines": "keep"}, "broken_lines is for the files of a folder; the records of corpus.jsonl"),
    ],
)
def test_how_files_are_read_is_checked_before_any_work(source, tmp_path, given, said):
    with pytest.raises(ValueError, match=said):
        cut(source, tmp_path / "out", **given)
