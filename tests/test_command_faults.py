"""``ragchunk`` on what a shell and a pipeline really hand over: empty variables, odd folders, half-known fields."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragchunk_lessons.command import main
from ragchunk_lessons.command._baseline import read_baseline
from ragchunk_lessons.command._documents import files_of

TEXT = "# Pump 3\n\nOpen the inlet valve. Start the pump.\n"
WHOLE = {"text": TEXT.strip(), "start": 0}


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(TEXT, encoding="utf-8")
    lines("whole.jsonl", WHOLE)


def lines(name: str, *records: object) -> None:
    Path(name).write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    return status, *capsys.readouterr()


def process(arguments: list[str], **given) -> subprocess.CompletedProcess:
    root = str(Path(main.__code__.co_filename).parents[2])
    command = [sys.executable, "-m", "ragchunk_lessons", *arguments]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": root}, timeout=60, **given)


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["split", ""], "FILES"),
        (["split", "a.md", "--out", ""], "OUT"),
        (["audit", "a.md", ""], "CHUNKS"),
        (["audit", "a.md", "whole.jsonl", "--baseline", ""], "BASELINE"),
        (["audit", "a.md", "whole.jsonl", "--write-baseline", ""], "WRITE-BASELINE"),
        (["compare", ""], "FILE"),
    ],
)
def test_an_empty_variable_of_the_shell_is_not_the_folder_one_is_in(capsys, arguments, option):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "") and err == f"ragchunk {arguments[0]}: error: the name given for {option} is empty\n"


@pytest.mark.skipif(os.name == "nt", reason="closing a stream is said in another way there")
@pytest.mark.parametrize("command", ["split -", "audit - whole.jsonl", "audit a.md -", "compare -"])
def test_a_closed_standard_input_is_bad_use(command):
    done = process(command.split(), capture_output=True, preexec_fn=lambda: os.close(0))
    name = command.split()[0]
    assert (done.returncode, done.stderr) == (
        2,
        f"ragchunk {name}: error: standard input is closed; name a file\n".encode(),
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["split nothing.md", "split --nothing"])
def test_the_status_holds_where_the_error_cannot_be_written(command):
    with open("/dev/full", "w") as full:
        assert process(command.split(), stdout=subprocess.PIPE, stderr=full).returncode == 2


# --- names of files -------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_looked_into_is_not_passed_over(capsys, monkeypatch):
    Path("docs/secret").mkdir(parents=True)
    Path("docs/a.md").write_text(TEXT)
    seen = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: seen(path) if "secret" not in str(path) else _refused(path))
    assert run(capsys, "split", "docs") == (2, "", "ragchunk split: error: docs/secret: permission denied\n")


def _refused(path):
    raise PermissionError(13, "Permission denied", path)


def test_links_that_lead_nowhere_are_told_and_loops_come_to_an_end(capsys):
    Path("docs/sub").mkdir(parents=True)
    Path("docs/sub/a.md").write_text(TEXT)
    Path("docs/sub/up").symlink_to("..")
    assert files_of(["docs"]) == ["docs/sub/a.md"]
    Path("docs/gone.md").symlink_to("nowhere.md")
    status, _, err = run(capsys, "split", "docs", "--out", "c.jsonl")
    assert (status, err[:47]) == (2, "ragchunk split: error: there is no file docs/go") and not Path("c.jsonl").exists()


def test_one_file_under_two_spellings_is_named_twice(capsys):
    assert run(capsys, "split", "a.md", "./a.md") == (2, "", "ragchunk split: error: a.md is named twice\n")


def test_what_a_link_leads_to_is_written_and_long_names_too(capsys):
    Path("latest.jsonl").symlink_to("today.jsonl")
    name = "x" * 249 + ".jsonl"
    assert (
        run(capsys, "split", "a.md", "--out", "latest.jsonl")[0] == run(capsys, "split", "a.md", "--out", name)[0] == 0
    )
    assert Path("latest.jsonl").is_symlink() and Path("today.jsonl").read_text() == Path(name).read_text() > ""


def test_a_folder_that_cannot_be_written_is_said_of_the_name_that_was_given(capsys, monkeypatch):
    opened = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, *how, **more: _refused(path) if "w" in how else opened(path, *how, **more)
    )
    for part in (["split", "a.md"], ["show", "a.md", "whole.jsonl"]):
        status, out, err = run(capsys, *part, "--out", "here.out")
        assert (status, out, err) == (2, "", f"ragchunk {part[0]}: error: here.out: permission denied\n")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_standard_output_may_be_named_as_a_file():
    given = {"stdout": subprocess.PIPE, "input": b""}
    plain = process(["split", "a.md"], **given).stdout
    assert plain and process(["split", "a.md", "--out", "/dev/stdout"], **given).stdout.startswith(plain)
    done = process(["audit", "a.md", "whole.jsonl", "--write-baseline", "/dev/stdout"], **given)
    assert done.returncode == 0 and b'"findings": []' in done.stdout


# --- baselines ------------------------------------------------------------------------------------------------


def test_a_baseline_may_lie_beside_the_documents(capsys):
    Path("docs").mkdir()
    Path("docs/a.md").write_text(TEXT)
    lines("docs/c.jsonl", {**WHOLE, "source": "a.md"})
    for _ in range(2):
        given = ("audit", "docs", "docs/c.jsonl", "--no-advice", "--write-baseline", "docs/known.json")
        assert run(capsys, *given)[:2] == (0, "ok: 1 chunk, coverage 100 %\nresult: ok\n")
    assert run(capsys, *given[:4], "--baseline", "docs/known.json") == (
        0,
        "ok: 1 chunk, coverage 100 %\nresult: ok\n",
        "",
    )


@pytest.mark.parametrize("name", ["docs/a.md", "docs/c.jsonl"])
def test_a_baseline_never_takes_the_place_of_an_input(capsys, name):
    Path("docs").mkdir()
    Path("docs/a.md").write_text(TEXT)
    lines("docs/c.jsonl", {**WHOLE, "source": "a.md"})
    before = Path(name).read_bytes()
    status, out, err = run(capsys, "audit", "docs", "docs/c.jsonl", "--write-baseline", name)
    assert (status, out, Path(name).read_bytes()) == (2, "", before)
    assert err == f"ragchunk audit: error: --write-baseline {name} is also an input; give another name\n"


def test_a_folder_of_chunks_alone_is_no_clean_corpus(capsys):
    Path("docs").mkdir()
    Path("docs/c.jsonl").write_text("")
    assert run(capsys, "audit", "docs", "docs/c.jsonl") == (
        2,
        "",
        "ragchunk audit: error: folder docs has no document in it\n",
    )


def test_a_key_that_comes_twice_counts_twice():
    entry = {"key": "k", "times": 2}
    Path("known.json").write_text(json.dumps({"version": 1, "findings": [entry, {**entry, "times": 3}]}))
    assert read_baseline("known.json") == {"k": 5}


# --- limits ---------------------------------------------------------------------------------------------------


def test_what_was_asked_for_is_told_as_it_was_asked(capsys):
    Path("long.txt").write_text("a" * 10000)
    lines("c.jsonl", {"text": "a" * 9992, "start": 0})
    said = run(capsys, "audit", "long.txt", "c.jsonl", "--no-advice", "--min-coverage", "99.95%")[1]
    assert said.endswith("result: not ok, coverage 99.9 %, at least 99.95 % asked\n")


def test_a_limit_of_exactly_the_coverage_holds(capsys):
    for size in (3, 7, 9, 10, 11, 13, 49, 97, 100):
        Path("n.txt").write_text("a" * size)
        for kept in range(1, size):
            lines("c.jsonl", {"text": "a" * kept, "start": 0})
            arguments = ("audit", "n.txt", "c.jsonl", "--no-advice", "--min-coverage", repr(kept / size))
            assert run(capsys, *arguments)[0] == 0, (kept, size)


# --- fields ---------------------------------------------------------------------------------------------------


def test_a_field_that_is_named_may_stand_in_the_metadata(capsys):
    lines("c.jsonl", {"passage": TEXT.strip(), "metadata": {"pos": 5}})
    given = ("audit", "a.md", "c.jsonl", "--no-advice", "--text-field", "passage", "--start-field")
    status, out, _ = run(capsys, *given, "pos")
    assert status == 1 and "misplaced: 1 chunk" in out
    lines("c.jsonl", {"passage": TEXT.strip(), "metadata": {"pos": 0}})
    assert run(capsys, *given, "pos")[0] == 0


@pytest.mark.parametrize("option", ["start", "end", "source"])
def test_a_field_that_no_chunk_has_is_a_typing_error(capsys, option):
    status, out, err = run(capsys, "audit", "a.md", "whole.jsonl", f"--{option}-field", "strat")
    assert (status, out) == (2, "") and f"'strat'; see --{option}-field" in err


def test_the_serialization_of_langchain_in_every_kind_of_file(capsys):
    record = {"lc": 1, "type": "constructor", "kwargs": {"page_content": TEXT.strip(), "metadata": {"start_index": 0}}}
    Path("c.json").write_text(json.dumps([record]))
    lines("c.jsonl", record)
    assert run(capsys, "audit", "a.md", "c.json", "--no-advice")[0] == 0
    assert run(capsys, "audit", "a.md", "c.jsonl", "--no-advice", "--start-field", "start_index")[0] == 0


@pytest.mark.parametrize(
    ("head", "row"), [('"id, as given";text;start', "1;{};0"), ("text|start", "{}|0"), ('text,"a;b;c"', "{},1")]
)
def test_the_sign_that_parts_cells_is_told_as_for_documents(capsys, head, row):
    quoted = '"' + TEXT.strip() + '"'
    Path("c.csv").write_text(f"{head}\n{row.format(quoted)}\n")
    assert run(capsys, "audit", "a.md", "c.csv", "--no-advice") == (0, "ok: 1 chunk, coverage 100 %\nresult: ok\n", "")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("text,start,text\na,0,b\n", "two columns are called 'text'"),
        ("text,start\na,0\nb\n", "row 2 has fewer cells than there are columns"),
    ],
)
def test_a_broken_table_is_not_guessed_at(capsys, content, why):
    Path("c.csv").write_text(content)
    status, out, err = run(capsys, "audit", "a.md", "c.csv")
    assert (status, out) == (2, "") and err.startswith(f"ragchunk audit: error: c.csv: {why}")


@pytest.mark.parametrize(("name", "sign"), [("t.tsv", "\t"), ("t.csv", ";"), ("t.txt", "|")])
def test_a_table_has_the_same_cells_however_its_format_is_said(capsys, name, sign):
    Path(name).write_text(f"part{sign}stock, all{sign}note\nseal{sign}4{sign}new\n")
    said = [run(capsys, "split", name, "--splitter", "table", *more)[1] for more in ([], ["--format", "table"])]
    assert {json.loads(one)["text"] for one in said} == {"part: seal\nstock, all: 4\nnote: new"}
