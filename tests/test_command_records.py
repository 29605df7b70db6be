"""``ragchunk audit --records``: the documents of a whole corpus in one file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_audit import in_a_folder, lines, ragchunk  # noqa: F401

from ragchunk_lessons.command import main

DOCUMENTS = [{"id": name, "text": f"Document {name}. Nothing else.", "day": 3} for name in ("a1", "b/2", "c:3")]


def parquet(rows: list[dict], name: str = "d.parquet", **given) -> str:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(rows), name, **given)
    return name


def chunks_of(documents: list[dict], **other) -> list[dict]:
    return [{"text": each["text"], "start": 0, "source": each["id"]} for each in documents]


@pytest.mark.parametrize("write", [lambda rows: lines(*rows, name="d.jsonl"), parquet], ids=["JSON Lines", "Parquet"])
def test_each_record_is_a_document_and_what_one_lost_is_named(capsys, write):
    source = write(DOCUMENTS)
    whole = chunks_of(DOCUMENTS)
    assert ragchunk(capsys, source, lines(*whole), "--records")[0] == 0
    whole[1]["text"] = "Document b/2."
    status, out, err = ragchunk(capsys, source, lines(*whole), "--records")
    assert (status, err) == (1, "")
    assert "b/2: not ok: 1 chunk" in out and "'Nothing else.'" in out and out.count("not ok:") == 1
    assert "3 documents, 3 chunks, 1 not ok" in out


def test_a_record_without_a_chunk_is_lost_and_a_chunk_without_a_record_is_not_found(capsys):
    source = lines(*DOCUMENTS, name="d.jsonl")
    held = [*chunks_of(DOCUMENTS[:2]), {"text": "Another.", "source": "zz"}]
    status, out, _ = ragchunk(capsys, source, lines(*held), "--records", "--json")
    found = json.loads(out)
    assert status == 1
    assert [each["source"] for each in found["documents"] if not each["ok"]] == ["c:3"]
    assert found["sources_not_found"] == {"zz": 1}


def test_ids_are_compared_as_they_stand_and_not_as_paths(capsys):
    source = lines({"id": "2", "text": "One."}, {"id": "b/2", "text": "Two."}, name="d.jsonl")
    held = [{"text": "One.", "source": "2"}, {"text": "Two.", "source": "./b/2"}]
    status, out, _ = ragchunk(capsys, source, lines(*held), "--records")
    assert status == 1 and "not found: source './b/2'" in out


def test_ids_may_be_numbers_and_fields_may_have_other_names(capsys):
    source = lines({"key": 7, "body": "One."}, {"key": 8, "body": "Two."}, name="d.jsonl")
    held = lines({"passage": "One.", "doc": 7}, {"passage": "Two.", "doc": 8})
    named = ["--document-text-field", "body", "--document-id-field", "key"]
    status, out, err = ragchunk(
        capsys, source, held, "--records", *named, "--text-field", "passage", "--source-field", "doc"
    )
    assert (status, err) == (0, "") and "7: ok: 1 chunk" in out


def test_without_an_id_a_record_is_called_by_its_line(capsys):
    Path("d.jsonl").write_text('{"text": "One."}\n\n{"text": "Two."}\n')
    held = [{"text": "One.", "source": "d.jsonl:1"}, {"text": "Two.", "source": "d.jsonl:3"}]
    assert ragchunk(capsys, "d.jsonl", lines(*held), "--records")[0] == 0


def test_an_annotation_stands_at_the_line_of_the_record(capsys):
    source = lines(*DOCUMENTS, name="d.jsonl")
    held = chunks_of(DOCUMENTS)
    held[2]["text"] = "Document c:3."
    _, out, _ = ragchunk(capsys, source, lines(*held), "--records", "--annotations", "github")
    assert out.startswith("::error file=d.jsonl,line=3,title=chunks%3A lost::c:3: 12 characters in no chunk")


@pytest.mark.parametrize(
    ("documents", "arguments", "words"),
    [
        (DOCUMENTS, ["--records", "--include", "*.md"], "--include is for files"),
        (DOCUMENTS, ["--records", "--format", "text"], "--format is for files"),
        (DOCUMENTS, ["--records", "--file-encoding", "gbk"], "--file-encoding is for files"),
        (DOCUMENTS, ["--records", "--broken-lines", "keep"], "--broken-lines is for files"),
        (DOCUMENTS, ["--document-id-field", "id"], "add --records"),
        (DOCUMENTS, [], "if each of its records is a document, add --records"),
        ([*DOCUMENTS, DOCUMENTS[0]], ["--records"], "d.jsonl:4: d.jsonl:1 has the id 'a1' too"),
        ([{"id": "a1"}], ["--records"], "there is no field 'text'; the record has: id; name the field"),
        ([{"id": [1], "text": "One."}], ["--records"], "the id must be a text or a whole number"),
        (["One."], ["--records"], "the line holds no object"),
        (DOCUMENTS, ["--records", "--document-id-field", "day"], "has the id '3' too"),
        (DOCUMENTS, ["--records", "--document-id-field", "none"], "no chunk names a record: the chunks name 'a1'"),
    ],
)
def test_what_does_not_go_together_is_said_before_anything_is_audited(capsys, documents, arguments, words):
    status, out, err = ragchunk(capsys, lines(*documents, name="d.jsonl"), lines(*chunks_of(DOCUMENTS)), *arguments)
    assert (status, out) == (2, "") and words in err and err.count("\n") == 1


def test_other_files_are_refused(capsys):
    for name in ("a.txt", ".", "-"):
        status, _, err = ragchunk(capsys, name, lines(*chunks_of(DOCUMENTS)), "--records")
        assert status == 2 and "records are read from a .jsonl or a .parquet" in err
    for name in ("none.jsonl", "none.parquet"):
        status, _, err = ragchunk(capsys, name, lines(*chunks_of(DOCUMENTS)), "--records")
        assert status == 2 and "none." in err and "no such file" in err
    Path("empty.jsonl").write_text("\n")
    assert "has no record" in ragchunk(capsys, "empty.jsonl", lines(), "--records")[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_refused_since_it_is_read_twice(capsys):
    os.mkfifo("p.jsonl")
    status, _, err = ragchunk(capsys, "p.jsonl", lines(*chunks_of(DOCUMENTS)), "--records")
    assert status == 2 and "p.jsonl is none" in err


def test_a_record_nested_too_deeply_is_named(capsys):
    Path("d.jsonl").write_text('{"text": "One."}\n{"text": "x", "more": ' + "[" * 100_000 + "]" * 100_000 + "}\n")
    held = lines({"text": "One.", "source": "d.jsonl:1"})
    status, _, err = ragchunk(capsys, "d.jsonl", held, "--records")
    assert (status, err) == (1, "ragchunk: not read: d.jsonl:2: the record is nested too deeply\n")


UNREAD = [{"id": "x", "text": None}, {"id": True, "text": "One."}, {"id": [1], "text": "One."}, ["One."], {"id": "y"}]
WHY = [
    "d.jsonl:1: the field 'text' is null",
    "d.jsonl:2: the id must be a text or a whole number, not True",
    "d.jsonl:3: the id must be a text or a whole number, not [1]",
    "d.jsonl:4: the line holds no object, but ['One.']",
    "d.jsonl:5: there is no field 'text'; the record has: id; name the field that holds it with --document-text-field",
]


def test_records_that_cannot_be_read_are_named_and_the_rest_is_audited(capsys):
    source, held = lines(*UNREAD, *DOCUMENTS, name="d.jsonl"), lines(*chunks_of(DOCUMENTS))
    said = "".join(f"ragchunk: not read: {why}\n" for why in WHY)
    status, out, err = ragchunk(capsys, source, held, "--records")
    assert (status, err) == (1, said)
    assert "3 documents, 3 chunks, 0 not ok" in out and out.endswith("result: not ok, 5 records of d.jsonl not read\n")
    status, out, err = ragchunk(capsys, source, held, "--records", "--json")
    found = json.loads(out)
    assert (status, err) == (1, said) and len(found["documents"]) == 3
    assert (found["ok"], found["reasons"]) == (False, ["5 records of d.jsonl not read"])
    _, out, _ = ragchunk(capsys, source, held, "--records", "--annotations", "github")
    assert "::error title=ragchunk audit::5 records of d.jsonl not read\n" in out


def test_of_many_records_that_cannot_be_read_the_first_are_named(capsys):
    source = lines(*[{"text": None}] * 13, *DOCUMENTS, name="d.jsonl")
    status, _, err = ragchunk(capsys, source, lines(*chunks_of(DOCUMENTS)), "--records")
    assert status == 1 and err.count("\n") == 11 and err.endswith("ragchunk: not read: 3 more records\n")


def test_where_no_record_can_be_read_nothing_is_audited(capsys):
    status, out, err = ragchunk(capsys, lines(*UNREAD, name="d.jsonl"), lines(*chunks_of(DOCUMENTS)), "--records")
    assert (status, out, err) == (2, "", f"ragchunk audit: error: {WHY[0]}\n")


def test_a_damaged_group_of_rows_is_named_and_the_rest_is_audited(capsys):
    source = parquet(DOCUMENTS, row_group_size=1, write_page_checksum=True)
    from corpus_makers import with_another_bit  # which needs pyarrow

    with_another_bit(Path(source), 1, "text")
    status, out, err = ragchunk(capsys, source, lines(*chunks_of([DOCUMENTS[0], DOCUMENTS[2]])), "--records")
    assert status == 1 and err.startswith("ragchunk: not read: d.parquet:2: the row cannot be read: ")
    assert "2 documents, 2 chunks, 0 not ok" in out and err.count("\n") == 1


def test_only_the_text_and_the_id_of_a_table_are_read(capsys):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    def column(*values):
        return pa.array(values, pa.binary()).view(pa.string())

    made = {"id": column(b"a", b"b"), "text": column(b"One.", b"caf\xe9"), "title": column(b"\xe9", b"\xe9")}
    pq.write_table(pa.table(made), "d.parquet")
    held = lines({"text": "One.", "source": "a"})
    status, out, err = ragchunk(capsys, "d.parquet", held, "--records")
    assert (status, err) == (1, "ragchunk: not read: d.parquet:2: the text is not utf-8: byte 0xe9 at 3\n")
    assert "result: not ok, 1 record of d.parquet not read" in out
    assert main(["show", "d.parquet", held, "--record", "a"]) == 0 and "One." in capsys.readouterr().out
    parquet([{"text": "One."}])  # without an id
    assert ragchunk(capsys, "d.parquet", lines({"text": "One.", "source": "d.parquet:1"}), "--records")[::2] == (0, "")


def test_a_record_is_shown_beside_others_that_cannot_be_read(capsys):
    source, held = lines(*UNREAD, *DOCUMENTS, name="d.jsonl"), lines(*chunks_of(DOCUMENTS))
    assert main(["show", source, held, "--record", "b/2"]) == 0
    shown = capsys.readouterr()
    assert "Document b/2. Nothing else." in shown.out and shown.err == ""
    for name in ("x", "d.jsonl:1"):
        assert main(["show", source, held, "--record", name]) == 2
        assert capsys.readouterr().err == f"ragchunk show: error: {WHY[0]}\n"
    assert main(["show", source, held, "--record", "zz"]) == 2
    err = capsys.readouterr().err
    assert WHY[3] in err and "has no record called 'zz'" in err


def test_questions_are_asked_of_the_records_that_can_be_read(capsys):
    pytest.importorskip("bm25s")
    source, held = lines(*UNREAD, *DOCUMENTS, name="d.jsonl"), lines(*chunks_of(DOCUMENTS))
    answer = {"start": 0, "end": 8, "text": "Document"}
    asked = lines({"question": "Document a1?", "document": "a1", "answers": [answer]}, name="q.jsonl")
    assert main(["evaluate", source, held, asked, "--records"]) == 0
    told = capsys.readouterr()
    assert told.err == "".join(f"ragchunk: not read: {why}\n" for why in WHY) and "result: ok" in told.out


@pytest.mark.parametrize(
    ("command", "way_out"),
    [("audit", "add --records"), ("show", "add --record"), ("split", "cut it with ragchunk corpus")],
)
def test_a_table_of_documents_is_not_read_as_a_text(capsys, command, way_out):
    chunks = [] if command == "split" else [lines(*chunks_of(DOCUMENTS))]
    assert main([command, parquet(DOCUMENTS), *chunks]) == 2
    assert capsys.readouterr().err.endswith(f"d.parquet is a table; if each of its rows is a document, {way_out}\n")


def test_one_record_is_shown(capsys):
    source, held = lines(*DOCUMENTS, name="d.jsonl"), lines(*chunks_of(DOCUMENTS))
    assert main(["show", source, held, "--record", "b/2"]) == 0
    page = capsys.readouterr().out
    assert "Document b/2. Nothing else." in page and "Document a1." not in page and "ok: 1 chunk" in page


@pytest.mark.parametrize("given", [2, 2.0, "2", "2.0"])
def test_a_record_is_shown_by_a_whole_number_however_it_is_written(capsys, given):
    rows = [{"id": 1, "text": "One."}, {"id": given, "text": "Two."}]
    source, held = lines(*rows, name="d.jsonl"), lines(*chunks_of(rows))
    assert main(["show", source, held, "--record", "2.0"]) == 0
    page = capsys.readouterr().out
    assert "Two." in page and "One." not in page and "ok: 1 chunk" in page
    rows[1]["text"] = None
    assert main(["show", lines(*rows, name="d.jsonl"), held, "--record", "2.0"]) == 2
    assert "d.jsonl:2: the field 'text' is null" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--record", "zz"], "d.jsonl has no record called 'zz'; the first is 'a1'"),
        (["--record", ""], "no record called ''"),
        (["--record", "a1", "--format", "text"], "--format is for files; with --record"),
        (["--document-id-field", "id"], "add --record"),
    ],
)
def test_a_record_that_cannot_be_shown(capsys, arguments, words):
    source, held = lines(*DOCUMENTS, name="d.jsonl"), lines(*chunks_of(DOCUMENTS))
    assert main(["show", source, held, *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_chunk_without_a_document_is_named(capsys):
    held = lines({"text": "One.", "source": "a1"}, {"text": "Two."})
    status, _, err = ragchunk(capsys, lines(*DOCUMENTS, name="d.jsonl"), held, "--records")
    assert status == 2 and "chunk 2 names no document" in err


@pytest.mark.parametrize("kind", ["JSON Lines", "Parquet"])
def test_what_a_corpus_run_wrote_is_audited_again(capsys, kind):
    rows = [{"id": f"doc{at}", "text": f"Document {at}. " + "The pump stops at night. " * 30} for at in range(20)]
    source = parquet(rows) if kind == "Parquet" else lines(*rows, name="d.jsonl")
    assert main(["corpus", source, "--out", "parts", "--chunk-size", "120", "--workers", "0", "--quiet"]) == 0
    capsys.readouterr()
    status, _, err = ragchunk(capsys, source, "parts", "--records")
    assert status == 2 and "name parts/chunks" in err and "other way round" not in err
    status, out, err = ragchunk(capsys, source, "parts/chunks", "--records", "--chunk-size", "120")
    assert (status, err) == (0, "") and "20 documents, " in out and out.endswith("0 not ok\nresult: ok\n")


def test_a_number_is_no_name_of_a_file(capsys):
    # Under such a name a number is something else, unless the field is named or records have ids.
    held = lines(
        {"text": "Open the inlet valve. Start the pump. ", "metadata": {"source": 1}},
        {
            "text": "Watch the gauge. Close the valve again.",
            "metadata": {"source": 2},
        },
    )
    assert ragchunk(capsys, "a.txt", held)[0] == 0
