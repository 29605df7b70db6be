"""``ragchunk audit``: which forms of chunks it reads, which documents they go to, and texts of any kind."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from command_audit import TEXT, WHOLE, in_a_folder, lines, placed, ragchunk  # noqa: F401
from growth import assert_in_step

from ragchunk_lessons import split_recursive
from ragchunk_lessons.command._chunk_files import Record
from ragchunk_lessons.command._matching import match_many
from ragchunk_lessons.corpora import load_text

# --- formats and field names ---------------------------------------------------------------------------------------

MAKES = {
    "langchain": lambda text, at: {"page_content": text, "metadata": {"start_index": at}},
    "llama-index": lambda text, at: {"text": text, "start_char_idx": at, "end_char_idx": at + len(text), "id_": "n1"},
    "haystack": lambda text, at: {"content": text, "meta": {"split_idx_start": at}},
    "chonkie": lambda text, at: {"text": text, "start_index": at, "end_index": at + len(text), "token_count": 3},
    "this package": lambda text, at: {"id": "x", "text": text, "start": at, "end": at + len(text), "metadata": {}},
    "plain strings": lambda text, at: text,
}


@pytest.mark.parametrize("make", MAKES)
def test_the_field_names_of_other_libraries(capsys, make):
    whole = [MAKES[make](text, TEXT.index(text)) for text in WHOLE]
    assert ragchunk(capsys, "a.txt", lines(*whole))[0] == 0
    moved = [MAKES[make](text, TEXT.index(text) + 1) for text in WHOLE]
    assert ragchunk(capsys, "a.txt", lines(*moved))[0] == (0 if make == "plain strings" else 1)


def test_fields_of_any_name_can_be_said(capsys):
    rows = [{"passage": text, "from": TEXT.index(text), "text": "no"} for text in WHOLE]
    status, _, err = ragchunk(capsys, "a.txt", lines({"passage": "x"}))
    assert status == 2 and "line 1" in err
    named = ("--text-field", "passage", "--start-field", "from")
    assert ragchunk(capsys, "a.txt", lines(*rows), *named)[0] == 0
    rows[1]["from"] = 3
    status, out, _ = ragchunk(capsys, "a.txt", lines(*rows), *named)
    assert status == 1 and "misplaced: 1 chunk" in out


def test_csv(capsys):
    Path("a.txt").write_bytes(b'One, "two".\r\nThree.\n')
    Path("c.csv").write_bytes(b'text,start,metadata\r\n"One, ""two"".",0,"{""page"": 1}"\r\n"Three.",13,\r\n')
    assert ragchunk(capsys, "a.txt", "c.csv")[0] == 0
    Path("c.csv").write_text('text;start\n"One, ""two"".";0.0\nThree.;12.0\n')
    status, out, _ = ragchunk(capsys, "a.txt", "c.csv")
    assert status == 1 and "misplaced: 1 chunk" in out
    Path("c.tsv").write_text('page_content\tstart_index\n"One, ""two""."\t\nThree.\t\n')
    assert ragchunk(capsys, "a.txt", "c.tsv")[0] == 0


def test_a_blank_chunk_in_a_csv_is_a_chunk(capsys):
    Path("c.csv").write_text("text,start\n" + "".join(f'"{text}",\n' for text in [*WHOLE, ""]))
    status, out, _ = ragchunk(capsys, "a.txt", "c.csv", "--max-blank", "0")
    assert status == 1 and "result: not ok, 1 chunk blank, at most 0 allowed" in out


def test_a_json_list(capsys):
    Path("c.json").write_text(json.dumps(placed(*WHOLE), indent=1))
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 0
    Path("c.json").write_text(json.dumps({"chunks": placed(*WHOLE[:2])}))
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 1
    lines(*placed(*WHOLE), name="c.json")
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 0


def test_a_folder_of_text_files_in_the_order_people_count(capsys):
    text = " ".join(f"Part {number} is here." for number in range(1, 12))
    Path("b.txt").write_text(text)
    Path("chunks").mkdir()
    for number in range(1, 12):
        Path(f"chunks/chunk_{number}.txt").write_text(f"Part {number} is here.\n")
    Path("chunks/chunk_3.txt").write_bytes(b"Part 3 is here.\r\n")
    assert ragchunk(capsys, "b.txt", "chunks")[0] == 0
    Path("chunks/chunk_10.txt").unlink()
    status, out, _ = ragchunk(capsys, "b.txt", "chunks", "--json")
    assert status == 1
    assert [gap["text"] for gap in json.loads(out)["documents"][0]["lost"]] == ["Part 10 is here."]


def test_standard_input_on_either_side(capsys, monkeypatch):
    def stdin(data):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    stdin(Path(lines(*placed(*WHOLE))).read_bytes())
    assert ragchunk(capsys, "a.txt", "-")[0] == 0
    stdin(TEXT.encode())
    assert ragchunk(capsys, "-", "c.jsonl")[0] == 0
    assert ragchunk(capsys, "-", "-") == (
        2,
        "",
        "ragchunk audit: error: only one of SOURCE and CHUNKS can be standard input\n",
    )


# --- many documents ------------------------------------------------------------------------------------------------


@pytest.fixture
def docs():
    Path("docs/sub").mkdir(parents=True)
    Path("docs/one.txt").write_text("Alpha one. Alpha two.")
    Path("docs/sub/two.txt").write_text("Beta one. Beta two.")
    return [
        {"text": "Alpha one.", "source": "one.txt"},
        {"text": "Beta one.", "metadata": {"source": "docs/sub/two.txt"}},
        {"text": "Alpha two.", "metadata": {"file_path": "/srv/data/docs/one.txt"}},
        {"text": "Beta two.", "meta": {"file_name": "two.txt"}},
    ]


def test_each_chunk_goes_to_its_document(capsys, docs):
    status, out, err = ragchunk(capsys, "docs", lines(*docs))
    assert (status, err) == (0, "")
    assert out == (
        "docs/one.txt: ok: 2 chunks, coverage 100 %\n"
        "docs/sub/two.txt: ok: 2 chunks, coverage 100 %\n"
        "2 documents, 4 chunks, 0 not ok\n"
        "result: ok\n"
    )


def test_a_document_without_chunks_is_lost(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs", lines(docs[0], docs[2]))
    assert status == 1
    assert "docs/sub/two.txt: not ok: 0 chunks, coverage 0 %\n  lost: 1 span, 16 characters\n" in out
    assert "result: not ok, 16 characters lost, at most 0 allowed\n" in out


def test_records_are_counted_over_the_whole_file(capsys, docs):
    docs[3]["text"] = "Beta three."
    docs[3]["id"] = "the-fourth"
    data = json.loads(ragchunk(capsys, "docs", lines(*docs), "--json")[1])
    (finding,) = data["documents"][1]["rewritten"]
    assert (finding["chunk"], finding["record"], finding["id"]) == (1, 4, "the-fourth")


def test_chunks_of_no_document_are_not_ok(capsys, docs):
    docs.append({"text": "Gamma.", "source": "three.txt"})
    status, out, _ = ragchunk(capsys, "docs", lines(*docs))
    assert status == 1
    assert "not found: source 'three.txt', named by 1 chunk\n" in out
    assert out.endswith("result: not ok, 1 source named by chunks and not found in docs\n")


@pytest.mark.speed
def test_ten_times_the_documents_take_at_most_twelve_times_the_time():
    def run(number):
        names = [f"docs/part{at % 50}/file{at}.txt" for at in range(number)]
        records = [Record("text", at, f"/srv/part{at % 50}/file{at}.txt") for at in range(number)]
        return lambda: match_many(names, records)

    assert not run(1_000)().records["docs/part0/file0.txt"]  # neither path ends with the other
    assert_in_step(run(500), run(5_000))


def test_a_name_that_may_be_two_files_is_refused(capsys, docs):
    Path("docs/sub/one.txt").write_text("Other.")
    status, _, err = ragchunk(capsys, "docs", lines(*docs[2:], {"text": "Other.", "source": "lib/one.txt"}))
    assert status == 1 and err == ""  # docs/one.txt is known by two parts; lib/one.txt is nobody's
    status, _, err = ragchunk(capsys, "docs", lines(docs[0]))
    assert status == 2
    assert err == (
        "ragchunk audit: error: record 1 names 'one.txt', which may be 'docs/one.txt', 'docs/sub/one.txt'; "
        "name more of the path\n"
    )


def test_a_folder_needs_chunks_that_name_their_source(capsys, docs):
    status, _, err = ragchunk(capsys, "docs", lines(docs[0], {"text": "Beta one."}))
    assert status == 2 and "record 2 names no source, and there are several documents" in err
    rows = [{"text": "Alpha one. Alpha two.", "doc": "one.txt"}, {"text": "Beta one. Beta two.", "doc": "two.txt"}]
    assert ragchunk(capsys, "docs", lines(*rows), "--source-field", "doc")[0] == 0


def test_chunks_may_lie_beside_their_documents(capsys, docs):
    assert ragchunk(capsys, "docs", lines(*docs, name="docs/chunks.jsonl"))[0] == 0
    Path("docs/photo.png").write_bytes(b"\x89PNG\x00")
    status, _, err = ragchunk(capsys, "docs", "docs/chunks.jsonl")
    assert status == 2 and "docs/photo.png is no text" in err
    assert ragchunk(capsys, "docs", "docs/chunks.jsonl", "--include", "*.txt")[0] == 0


def test_one_document_of_a_file_with_chunks_of_many(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs/one.txt", lines(*docs))
    assert status == 0
    assert "passed over: source 'docs/sub/two.txt', named by 1 chunk\n" in out
    assert "passed over: source 'two.txt', named by 1 chunk\n" in out
    status, _, err = ragchunk(capsys, "a.txt", "c.jsonl")
    assert status == 2 and "no chunk names a.txt; the chunks name '/srv/data/docs/one.txt'" in err


def test_chunks_of_another_document_are_not_ok_and_the_name_is_told(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs/sub/two.txt", lines(docs[0]))
    assert status == 1
    assert "rewritten: 1 chunk" in out and "note: the chunks name the source 'one.txt'\n" in out


def test_coverage_is_asked_of_every_document(capsys, docs):
    Path("docs/one.txt").write_text("Alpha one. Alpha two. " + "Alpha three. " * 50)
    chunks = [*docs[1:2], {"text": Path("docs/one.txt").read_text(), "source": "docs/one.txt"}]
    status, out, _ = ragchunk(capsys, "docs", lines(*chunks), "--min-coverage", "0.9")
    assert status == 1
    assert "result: not ok, coverage of docs/sub/two.txt 50 %, at least 90 % asked\n" in out


# --- texts of any kind ----------------------------------------------------------------------------------------------


def test_an_empty_document_is_covered_and_an_empty_file_of_chunks_is_a_loss(capsys):
    Path("empty.txt").write_text("")
    Path("empty.jsonl").write_text("")
    assert ragchunk(capsys, "empty.txt", "empty.jsonl")[0] == 0
    status, out, _ = ragchunk(capsys, "a.txt", "empty.jsonl")
    assert status == 1 and out.startswith("not ok: 0 chunks, coverage 0 %\n")


def test_names_and_texts_in_any_script(capsys):
    Path("泵 手册.txt").write_text("先关阀门。再停泵。", encoding="utf-8")
    Path("块.jsonl").write_text('{"text": "先关阀门。", "start": 0}\n', encoding="utf-8")
    status, out, _ = ragchunk(capsys, "泵 手册.txt", "块.jsonl")
    assert status == 1 and "[5:9] '再停泵。'" in out
    data = json.loads(ragchunk(capsys, "泵 手册.txt", "块.jsonl", "--json")[1])
    assert data["documents"][0]["source"] == "泵 手册.txt"


def test_line_ends_and_marks_of_windows(capsys):
    Path("w.txt").write_bytes(b"\xef\xbb\xbfOne.\r\nTwo.\r\n")
    Path("w.jsonl").write_bytes(b'\xef\xbb\xbf{"text": "One.", "start": 0}\r\n{"text": "Two.", "start": 6}\r\n')
    assert ragchunk(capsys, "w.txt", "w.jsonl")[0] == 0


def test_the_split_of_the_package_is_clean_for_all_texts(capsys):
    for name in ("station_manual", "chinese_technical", "alarm_codes", "code_and_prose", "support_call"):
        text = load_text(name)
        Path("t.txt").write_bytes(text.encode())
        lines(*(chunk.to_dict() for chunk in split_recursive(text, 200, 20)))
        assert ragchunk(capsys, "t.txt", "c.jsonl", "--chunk-size", "200", "--chunk-overlap", "20")[0] == 0
