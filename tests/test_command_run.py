"""``ragchunk`` as a program: statuses, pipes, signals, help; and the smaller subcommands."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons.command import main, parser
from ragchunk_lessons.corpora import load_text

ROOT = str(Path(ragchunk_lessons.__file__).parent.parent)
PROGRAM = [sys.executable, "-m", "ragchunk_lessons"]
TEXT = "Open the inlet valve. Start the pump. Watch the gauge."


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", ROOT)
    Path("a.txt").write_text(TEXT)


def run(*arguments: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, timeout=120, **more)


def ragchunk(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    told = capsys.readouterr()
    return status, told.out, told.err


# --- as a program ---------------------------------------


def test_statuses_of_a_real_process():
    done = run("split", "a.txt", "--chunk-size", "25", "--out", "c.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"3 chunks from 1 file in c.jsonl\n", b"")
    assert run("audit", "a.txt", "c.jsonl").returncode == 0
    kept = Path("c.jsonl").read_text().splitlines(keepends=True)
    done = run("audit", "a.txt", "-", input="".join(kept[1:]).encode())
    assert done.returncode == 1 and done.stderr == b"" and b"[0:21] 'Open the inlet valve.'" in done.stdout
    done = run("audit", "missing.txt", "c.jsonl")
    assert (done.returncode, done.stdout) == (2, b"") and done.stderr.count(b"\n") == 1


def test_output_is_utf8_with_plain_line_ends_whatever_the_system_speaks():
    Path("b.txt").write_bytes("先关阀门。\r\n再停泵。".encode())
    done = run("split", "b.txt", env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0 and done.stdout.endswith(b"\n") and b"\r\n" not in done.stdout
    assert json.loads(done.stdout.decode("utf-8"))["text"] == "先关阀门。\r\n再停泵。"


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes break differently on this system")
def test_a_broken_pipe_is_quiet():
    Path("long.txt").write_text("Some words here. " * 50_000)
    process = subprocess.Popen(
        [*PROGRAM, "split", "long.txt", "--chunk-size", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline().startswith(b'{"id"')
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_and_a_closed_output_are_told_in_one_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM, "split", "a.txt"], stdout=full, stderr=subprocess.PIPE, timeout=120)
    assert done.returncode == 2
    assert done.stderr == b"ragchunk split: error: the output: no space left on device\n"
    closed = f'"{sys.executable}" -m ragchunk_lessons split a.txt >&-'
    done = subprocess.run(["bash", "-c", closed], capture_output=True, timeout=120)
    assert done.returncode == 2 and b"standard output is closed" in done.stderr and done.stderr.count(b"\n") == 1
    done = subprocess.run(["bash", "-c", f"{closed} --out c.jsonl"], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"") and os.path.getsize("c.jsonl") > 0


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently on this system")
def test_ctrl_c_is_quiet_and_leaves_no_file():
    os.mkfifo("slow")  # a document that never comes
    process = subprocess.Popen(
        [*PROGRAM, "split", "a.txt", "slow", "--out", "c.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a suite in the background ignores it
    )
    for _ in range(600):  # until the first document is done
        if any(path.name.endswith(".part") for path in Path().iterdir()):
            break
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert sorted(path.name for path in Path().iterdir()) == ["a.txt", "slow"]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_a_document_from_another_command():
    run("split", "a.txt", "--out", "c.jsonl")
    line = f'"{sys.executable}" -m ragchunk_lessons audit <(cat a.txt) <(cat c.jsonl)'
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"") and b"coverage 100 %" in done.stdout


def test_the_core_needs_the_standard_library_only():
    code = (
        f"import sys; sys.path.insert(0, {ROOT!r})\n"
        "from ragchunk_lessons.command import main\n"
        "print(main(['split', 'a.txt', '--chunk-size', '25', '--out', 'c.jsonl']))\n"
        "print(main(['audit', 'a.txt', 'c.jsonl', '--no-advice']))\n"
        "print(main(['audit', 'a.txt', 'c.jsonl', '--json']) or 0)\n"
        "print(main(['--help']))\n"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 chunks from 1 file in c.jsonl\n0\nok: 3 chunks, coverage 100 %\nresult: ok\n0\n{")


def test_progress_is_told_on_a_terminal_only(monkeypatch, capsys):
    from ragchunk_lessons.command import _writing

    monkeypatch.setattr(_writing, "_SHOW_AFTER", -1)
    monkeypatch.setattr(_writing, "_SHOW_EVERY", -1)
    assert list(_writing.progress("ab", 2, "files")) == ["a", "b"]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(_writing.progress("ab", 2, "files")) == ["a", "b"]
    told = capsys.readouterr()
    assert told.out == "" and "\r1 of 2 files" in told.err and told.err.endswith("\r")
    monkeypatch.setattr(_writing, "_SHOW_EVERY", 60)  # a million chunks are not a million lines
    assert list(_writing.progress("ab" * 500, 1000, "chunks read"))
    assert capsys.readouterr().err.count(" of 1000 ") == 1


# --- help ---------------------------------------


def test_without_a_subcommand_the_help_is_shown_and_the_status_is_2(capsys):
    status, out, err = ragchunk(capsys)
    assert (status, out) == (2, "") and err.startswith("usage: ragchunk ")
    assert ragchunk(capsys, "--version") == (0, f"ragchunk {ragchunk_lessons.__version__}\n", "")
    status, _, err = ragchunk(capsys, "slice")
    assert status == 2 and err.startswith("ragchunk: error: argument COMMAND: invalid choice: 'slice'")


@pytest.mark.parametrize("name", ["", "split", "audit", "compare", "show", "evaluate", "completion"])
def test_every_help_has_examples_whose_options_exist(capsys, name):
    status, out, err = ragchunk(capsys, *name.split(), "--help")
    assert (status, err) == (0, "") and "\nexamples:\n  " in out
    parts = next(action.choices for action in parser()._actions if hasattr(action, "choices") and action.choices)
    examples = re.findall(r"ragchunk (\w+)([^|#\n]*)", out.split("\nexamples:\n")[1])
    assert examples
    for part, rest in examples:
        known = {word for action in parts[part]._actions for word in action.option_strings}
        assert set(re.findall(r" (--?[a-z][a-z-]*)", rest)) <= known


# --- compare ---------------------------------------


def test_compare_shows_what_each_splitter_makes_of_it(capsys):
    Path("m.md").write_text("# Pump\n\nOpen the valve.\n\n# Motor\n\nStop it.\n")
    status, out, err = ragchunk(capsys, "compare", "m.md", "--chunk-size", "30")
    names = [line.split()[0] for line in out.splitlines()[2:]]
    assert (status, err) == (0, "")
    assert names == ["characters", "recursive", "sentences", "markdown", "mixed"]
    assert out.startswith("m.md, size 30, overlap 0\n")
    status, out, _ = ragchunk(capsys, "compare", "m.md", "--splitters", "markdown,recursive", "--json")
    data = json.loads(out)
    assert status == 0 and data["source"] == "m.md" and data["left_out"] == {}
    assert [row["splitter"] for row in data["rows"]] == ["markdown", "recursive"]
    assert {row["coverage"] for row in data["rows"]} == {1.0}


def test_compare_says_1_if_a_splitter_does_not_keep_the_document(capsys, monkeypatch):
    from ragchunk_lessons.evaluating import fitting

    known = fitting.cutters()
    monkeypatch.setattr(
        "ragchunk_lessons.evaluating.comparing.cutters",
        lambda: known | {"recursive": lambda document, *sizes: [document.text[:10]]},
    )
    status, out, _ = ragchunk(capsys, "compare", "a.txt", "--splitters", "recursive")
    assert status == 1 and out.splitlines()[-1].split()[1] == "no"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt"], "there is no file missing.txt"),
        (["a.txt", "--splitters", "best"], "there is no splitter 'best'; choose from characters"),
        (["a.txt", "--splitters", " , "], "--splitters names none"),
        (["a.txt", "--chunk-overlap", "500"], "must be smaller than"),
        (["blank.txt"], "has no text; there is nothing to cut"),
    ],
)
def test_bad_use_of_compare(capsys, arguments, message):
    Path("blank.txt").write_text(" \n")
    status, out, err = ragchunk(capsys, "compare", *arguments)
    assert (status, out) == (2, "") and message in err and err.count("\n") == 1


# --- show ---------------------------------------


def test_show_writes_a_page_that_asks_for_nothing(capsys):
    Path("b.txt").write_text(load_text("maintenance_prose"))
    ragchunk(capsys, "split", "b.txt", "--chunk-size", "300", "--out", "c.jsonl")
    made = ("show", "b.txt", "c.jsonl", "--chunk-size", "300", "--title", "Pump <manual>")
    assert ragchunk(capsys, *made, "--out", "page.html") == (0, "", "")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "Pump &lt;manual&gt;" in page and "coverage 100 %" in page
    assert "<script" not in page and not re.search(r"(src|href)=[\"']?https?:", page)
    status, out, _ = ragchunk(capsys, *made)
    assert status == 0 and out == page
    Path("c.jsonl").write_text("".join(Path("c.jsonl").read_text().splitlines(keepends=True)[1:]))
    assert ragchunk(capsys, *made, "--out", "page.html")[0] == 0
    assert "<b>not ok</b>" in Path("page.html").read_text(encoding="utf-8")


def test_bad_use_of_show(capsys):
    Path("c.jsonl").write_text('{"text": "Open the inlet valve."}\n')
    for arguments, message in (
        (["missing.txt", "c.jsonl"], "there is no file missing.txt"),
        (["a.txt", "missing.jsonl"], "missing.jsonl: no such file or directory"),
        (["a.txt", "c.jsonl", "--out", "nowhere/p.html"], "there is no folder nowhere"),
        (["a.txt", "c.jsonl", "--out", "a.txt"], "--out a.txt is also an input"),
        (["-", "-"], "only one of FILE and CHUNKS can be standard input"),
    ):
        status, out, err = ragchunk(capsys, "show", *arguments)
        assert (status, out) == (2, "") and message in err and err.count("\n") == 1


# --- completion ---------------------------------------


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_subcommands_options_and_choices(capsys):
    script = ragchunk(capsys, "completion", "bash")[1]
    asked = [["ragchunk", ""], ["ragchunk", "split", "--splitter", "ma"], ["ragchunk", "audit", "--max-l"],
             ["ragchunk", "completion", ""], ["ragchunk", "audit", "a"]]  # fmt: skip
    for words in asked:
        quoted = " ".join(f'"{word}"' for word in words)
        script += f'COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _ragchunk; echo "${{COMPREPLY[@]}}"\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "split audit compare show evaluate corpus completion",
        "markdown",
        "--max-lost",
        "bash zsh fish",
        "",
    ]


def test_the_other_shells(capsys):
    assert ragchunk(capsys, "completion", "zsh")[1].startswith("autoload -Uz bashcompinit")
    fish = ragchunk(capsys, "completion", "fish")[1].splitlines()
    assert "complete -c ragchunk -n __fish_use_subcommand -f -a split" in fish
    assert any("-l unit -xa 'characters words tokens'" in line for line in fish)
