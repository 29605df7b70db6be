"""Documents that share their name: an id that stands for passages of two documents is reported by the run itself."""

from __future__ import annotations

import pytest
from corpus_makers import records, statuses, words, write_jsonl

from ragchunk_lessons import Chunk
from ragchunk_lessons.batch import audit_corpus, split_corpus
from ragchunk_lessons.command import main

SAME = [{"id": 1, "text": "Same header.\n\nBody A"}, {"id": "1", "text": "Same header.\n\nBody B"}]


def cut(source, out, **given):
    return split_corpus(source, out, workers=0, **given)


@pytest.mark.parametrize("part_bytes", [1, 10**6])
def test_chunks_of_two_documents_with_one_id_are_reported(tmp_path, capsys, part_bytes):
    source = write_jsonl(tmp_path / "a.jsonl", [SAME[0], *records(5), SAME[1]])
    report = cut(source, tmp_path / "out", chunk_size=12, part_bytes=part_bytes)
    assert (report.same_name, report.doubled, report.repeated, report.ok) == (2, 1, 0, False)
    assert len(audit_corpus(tmp_path / "out").doubled) == report.doubled
    assert "2 of the same name, 1 doubled ids" in repr(report)
    given = ["--out", str(tmp_path / "out"), "--workers", "0", "--chunk-size", "12", "--quiet"]
    assert main(["corpus", str(source), *given]) == 1
    said = capsys.readouterr().out
    assert said.startswith("not ok: 7 documents") and "doubled ids: 1\n  1: documents with different texts" in said


def test_a_name_alone_is_counted_and_is_no_fault(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": "One."}, {"id": "a", "text": "Two."}])
    report = cut(source, tmp_path / "out")
    assert (report.same_name, report.doubled, report.ok) == (2, 0, True)
    assert audit_corpus(tmp_path / "out").ok


def test_a_repeated_document_has_the_ids_of_the_first_and_is_no_fault(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", [SAME[0], SAME[0], {"id": "1"}, *records(3)])
    report = cut(source, tmp_path / "out", chunk_size=12)
    assert (report.repeated, report.same_name, report.doubled) == (1, 0, 0)
    assert audit_corpus(tmp_path / "out").doubled == ()


def test_a_repeated_document_among_others_of_its_name(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", [*SAME, SAME[0]])
    report = cut(source, tmp_path / "out", chunk_size=12)
    assert (report.repeated, report.same_name, report.doubled) == (1, 2, 1)
    assert len(audit_corpus(tmp_path / "out").doubled) == 1


@pytest.mark.parametrize("audit", [True, False])
def test_a_splitter_that_gives_a_chunk_twice_is_told_in_the_row(tmp_path, audit):
    def twice(document):
        return [Chunk(document.text, 0, len(document.text))] * 2

    source = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": "One."}])
    report = cut(source, tmp_path / "out", splitter=twice, audit=audit)
    assert not report.ok and statuses(tmp_path / "out") == {"a": "not ok"}
    assert "1 of 2 chunks have the id of another one" in words(tmp_path / "out")["a"]
    assert len(audit_corpus(tmp_path / "out").doubled) == 1
