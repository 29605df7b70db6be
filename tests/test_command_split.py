"""``ragchunk split``: JSON Lines that lead back to their documents, and errors in one line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from contract import assert_contract

from ragchunk_lessons import Chunk, audit
from ragchunk_lessons.command import main
from ragchunk_lessons.command._splitters import NAMES
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.evaluating.fitting import cutters
from ragchunk_lessons.readers import read_file


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def ragchunk(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    told = capsys.readouterr()
    return status, told.out, told.err


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_line_has_the_five_fields_and_leads_back(capsys):
    text = "One two three. Four five six.\n\nSeven."
    Path("a.txt").write_text(text)
    status, out, err = ragchunk(capsys, "split", "a.txt", "--chunk-size", "15")
    assert (status, err) == (0, "")
    found = records(out)
    assert [list(record) for record in found] == [["id", "text", "start", "end", "metadata"]] * len(found)
    assert [record["text"] for record in found] == ["One two three.", "Four five six.", "Seven."]
    assert all(text[record["start"] : record["end"]] == record["text"] for record in found)
    assert found[0]["metadata"] == {"source": "a.txt"}
    chunks = [Chunk.from_dict(record) for record in found]  # refuses an id that the content does not give
    assert_contract(text, chunks, 15, 0)


def test_a_file_is_written_and_the_count_told(capsys):
    Path("a.txt").write_text("One. Two.")
    status, out, err = ragchunk(capsys, "split", "a.txt", "--chunk-size", "5", "--out", "chunks.jsonl")
    assert (status, out, err) == (0, "2 chunks from 1 file in chunks.jsonl\n", "")
    assert [record["text"] for record in records(Path("chunks.jsonl").read_text())] == ["One.", "Two."]
    assert sorted(path.name for path in Path().iterdir()) == ["a.txt", "chunks.jsonl"]


@pytest.mark.parametrize(
    ("unit", "texts"),
    [
        ("characters", ["alpha", "beta", "gamma", "delta"]),
        ("words", ["alpha beta gamma delta"]),
        ("tokens", ["alpha beta gamma delta"]),
    ],
)
def test_sizes_count_the_unit(capsys, unit, texts):
    Path("a.txt").write_text("alpha beta gamma delta")
    out = ragchunk(capsys, "split", "a.txt", "--chunk-size", "6", "--unit", unit)[1]
    assert [record["text"] for record in records(out)] == texts


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("characters", ["one t", "wo th", "ree f", "our f", "ive s", "ix"]),
        ("words", ["one two three four five", "six"]),
        ("tokens", ["one two three four five", "six"]),
    ],
)
def test_windows_count_what_they_are_called(capsys, name, texts):
    Path("a.txt").write_text("one two three four five six")
    out = ragchunk(capsys, "split", "a.txt", "--chunk-size", "5", "--splitter", name)[1]
    assert [record["text"].strip() for record in records(out)] == texts


def test_the_encoding_is_that_of_the_tokens(capsys):
    Path("a.txt").write_text(load_text("chinese_technical"))
    sizes = {}
    for encoding in ("gpt2", "cl100k_base"):
        out = ragchunk(capsys, "split", "a.txt", "--splitter", "tokens", "--chunk-size", "50", "--encoding", encoding)[
            1
        ]
        sizes[encoding] = len(records(out))
    assert sizes["gpt2"] > sizes["cl100k_base"] > 1


def test_the_names_are_those_of_the_comparison():
    assert set(NAMES) == {*cutters(), "words", "tokens"}


CORPORA = {
    "manual.md": ("station_manual", "markdown"),
    "page.html": ("handbook_page_html", "html"),
    "report.txt": ("inspection_report", "report"),
    "parts.csv": ("spare_parts_csv", "table"),
    "alarms.jsonl": ("alarm_log_jsonl", "jsonl"),
    "deck.md": ("slides", "slides"),
    "call.txt": ("support_call_speakers", "speakers"),
    "call.vtt": ("support_call_vtt", "time_windows"),
    "tool.py": ("python_code", "code"),
    "mixed.md": ("code_and_prose", "mixed"),
    "prose.txt": ("maintenance_prose", "sentences"),
    "pages.txt": ("handbook_page", "pages"),
    "zh.md": ("station_manual_zh", "recursive_cjk"),
}


KEEP = ("--broken-lines", "keep")


@pytest.mark.parametrize("file", CORPORA)
def test_every_splitter_gives_what_the_audit_finds_clean(capsys, file):
    corpus, name = CORPORA[file]
    Path(file).write_bytes(load_text(corpus).encode())
    assert ragchunk(capsys, "split", file, "--splitter", name, "--chunk-size", "300", *KEEP, "--out", "c.jsonl")[0] == 0
    status, out, err = ragchunk(capsys, "audit", file, "c.jsonl", "--chunk-size", "300", *KEEP, "--no-advice")
    assert (status, err) == (0, "")
    assert out.startswith("ok: ") and out.endswith("result: ok\n") and "lost" not in out
    chunks = [Chunk.from_dict(record) for record in records(Path("c.jsonl").read_text(encoding="utf-8"))]
    assert len(chunks) > 1
    if file != "alarms.jsonl":  # the corpus has a broken line
        assert audit(read_file(file), chunks, 300).ok


def test_context_stands_in_front(capsys):
    Path("a.md").write_text("# Pump\n\nOpen the valve.\n\n# Motor\n\nStop it.\n")
    out = ragchunk(capsys, "split", "a.md", "--splitter", "markdown", "--chunk-size", "40", "--add-context")[1]
    plain = ragchunk(capsys, "split", "a.md", "--splitter", "markdown", "--chunk-size", "15")[1]
    assert any(record["text"] == "Open the valve." for record in records(plain))
    assert all(record["text"].startswith("# ") for record in records(out))


def test_a_folder_stands_for_its_files_in_order(capsys):
    Path("docs/sub").mkdir(parents=True)
    for name in ("docs/b.txt", "docs/a.txt", "docs/sub/c.txt", "docs/.hidden"):
        Path(name).write_text(f"This is {name}.")
    out = ragchunk(capsys, "split", "docs")[1]
    assert [record["metadata"]["source"] for record in records(out)] == ["docs/a.txt", "docs/b.txt", "docs/sub/c.txt"]
    out = ragchunk(capsys, "split", "docs", "--include", "b.*", "--include", "c.*")[1]
    assert [record["metadata"]["source"] for record in records(out)] == ["docs/b.txt", "docs/sub/c.txt"]


def test_standard_input_is_text_unless_said_otherwise(capsys, monkeypatch):
    class Stdin:
        def __init__(self, data):
            self.data = data

        @property
        def buffer(self):
            return io.BytesIO(self.data)

    monkeypatch.setattr("sys.stdin", Stdin(b"\xef\xbb\xbfOne.\r\nTwo."))
    assert [record["text"] for record in records(ragchunk(capsys, "split", "-", "--chunk-size", "6")[1])] == [
        "One.",
        "Two.",
    ]
    monkeypatch.setattr("sys.stdin", Stdin(b"<p>One &amp; two.</p>"))
    assert records(ragchunk(capsys, "split", "-")[1])[0]["text"] == "<p>One &amp; two.</p>"
    assert records(ragchunk(capsys, "split", "-", "--format", "html")[1])[0]["text"] == "One & two."
    monkeypatch.setattr("sys.stdin", Stdin(b"part,stock\nseal,4\n"))
    assert records(ragchunk(capsys, "split", "-", "--splitter", "table")[1])[0]["text"] == "part: seal\nstock: 4"
    monkeypatch.setattr("sys.stdin", Stdin(b"caf\xe9"))
    status, out, err = ragchunk(capsys, "split", "-")
    assert (status, out) == (2, "") and err.startswith("ragchunk split: error: standard input is not utf-8: byte 0xe9")


def test_a_table_under_another_name_is_read_as_what_the_splitter_needs(capsys):
    Path("parts.dat").write_text("part,stock\nseal,4\n")
    (record,) = records(ragchunk(capsys, "split", "parts.dat", "--splitter", "table")[1])
    assert record["text"] == "part: seal\nstock: 4" and record["metadata"]["source"] == "parts.dat"
    Path("c.jsonl").write_text(json.dumps(record))
    assert ragchunk(capsys, "audit", "parts.dat", "c.jsonl", "--format", "table")[0] == 0


def test_other_file_encodings_and_names_in_any_script(capsys):
    Path("泵 手册.txt").write_bytes("先关阀门。".encode("gb18030"))
    status, _, err = ragchunk(capsys, "split", "泵 手册.txt")
    assert status == 2 and "is not utf-8" in err and "--file-encoding gb18030" in err
    out = ragchunk(capsys, "split", "泵 手册.txt", "--file-encoding", "gb18030")[1]
    assert records(out)[0]["text"] == "先关阀门。" and "先关阀门" in out
    assert records(out)[0]["metadata"]["source"] == "泵 手册.txt"


def test_line_ends_stay_as_they_are(capsys):
    Path("a.txt").write_bytes(b"One\r\ntwo.\r\n\r\nThree.")
    out = ragchunk(capsys, "split", "a.txt")[1]
    assert records(out)[0]["text"] == "One\r\ntwo.\r\n\r\nThree."


def test_half_a_character_is_escaped(capsys):
    Path("a.jsonl").write_text('{"text": "broken \\ud83d here"}\n')
    out = ragchunk(capsys, "split", "a.jsonl", "--splitter", "jsonl")[1]
    assert "\\ud83d" in out and "\ud83d" in records(out)[0]["text"]


def test_an_empty_file_has_no_chunk(capsys):
    Path("a.txt").write_text("")
    assert ragchunk(capsys, "split", "a.txt") == (0, "", "")


BAD = [
    (["missing.txt"], "there is no file missing.txt; check the path, and the folder you are in"),
    (["image.png"], "image.png is no text in utf-8: it has a NUL byte at position 4"),
    (["empty"], "folder empty has no file in it"),
    (["docs", "--include", "*.md"], "folder docs has no file in it that fits *.md"),
    (["a.txt", "a.txt"], "a.txt is named twice"),
    (["a.txt", "--chunk-size", "0"], "argument --chunk-size: 0 must be at least 1; see ragchunk split --help"),
    (["a.txt", "--chunk-size", "x"], "argument --chunk-size: 'x' is not a whole number; see ragchunk split --help"),
    (["a.txt", "--chunk-overlap", "500"], "--chunk-overlap 500 must be smaller than --chunk-size 500"),
    (["a.txt", "--splitter", "words", "--unit", "tokens"], "--splitter words counts words; leave --unit out"),
    (["a.txt", "--splitter", "slides", "--chunk-overlap", "5"], "--splitter slides has no overlap"),
    (["a.txt", "--add-context"], "--splitter recursive adds no context; these do: markdown, html, report, code"),
    (["a.txt", "--splitter", "tokens", "--encoding", "bert"], "encoding"),
    (["a.txt", "--splitter", "best"], "argument --splitter: invalid choice: 'best'"),
    (["a.txt", "--chunk-sise", "5"], "unknown: --chunk-sise 5; see ragchunk split --help"),
    (["a.txt", "--out", "nowhere/c.jsonl"], "there is no folder nowhere; make it first"),
    (["a.txt", "--out", "docs"], "docs is a folder; give the name of a file in it"),
    (["a.txt", "--out", "./a.txt"], "--out ./a.txt is also an input; give another name"),
    (["a.txt", "--file-encoding", "klingon"], "--file-encoding klingon is unknown"),
    (["a.txt", "--splitter", "time_windows", "--window-seconds", "-1"], "a.txt: window_seconds=-1"),
    (["broken.jsonl", "--splitter", "jsonl"], "broken.jsonl: line 2, column 9: "),
    (["broken.jsonl"], "mend the line, or keep it as it stands with --broken-lines keep"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_use_is_status_2_in_one_line(capsys, arguments, message):
    Path("a.txt").write_text("[00:05] Ann: yes\n")
    Path("image.png").write_bytes(b"\x89PNG\x00\x01")
    Path("broken.jsonl").write_text('{"text": "a"}\n{"text": \n')
    Path("empty").mkdir()
    Path("docs").mkdir()
    Path("docs/b.txt").write_text("b")
    status, out, err = ragchunk(capsys, "split", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("ragchunk split: error: ") and message in err
    assert err.count("\n") == 1 and "Traceback" not in err
    assert Path("a.txt").read_text() == "[00:05] Ann: yes\n"


def test_after_an_error_no_file_is_left(capsys):
    Path("a.txt").write_text("One.")
    Path("old.jsonl").write_text("old")
    status, out, _ = ragchunk(capsys, "split", "a.txt", "missing.txt", "--out", "old.jsonl")
    assert (status, out) == (2, "")
    assert sorted(path.name for path in Path().iterdir()) == ["a.txt", "old.jsonl"]
    assert Path("old.jsonl").read_text() == "old"


def test_an_error_that_takes_more_than_words_keeps_its_words(capsys, monkeypatch):
    import ragchunk_lessons.command.split as command

    def fails(document):
        "\ud800".encode()

    Path("half.txt").write_text("One.")
    monkeypatch.setattr(command, "splitter", lambda options: fails)
    status, _, err = ragchunk(capsys, "split", "half.txt")
    assert status == 2 and err.startswith("ragchunk split: error: half.txt: 'utf-8' codec can't encode")
