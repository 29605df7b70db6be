"""One run at a time holds a folder; what a stop has left there, or a broken run.json, is no dead end."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from corpus_makers import records, results, write_jsonl

from ragchunk_lessons.batch import _lock, split_corpus
from ragchunk_lessons.batch._lock import Busy, holding
from ragchunk_lessons.command import main


@pytest.fixture
def source(tmp_path):
    return write_jsonl(tmp_path / "corpus.jsonl", records(30))


def cut(source, out, **given):
    return split_corpus(source, out, workers=0, **given)


@pytest.mark.parametrize("more", [[], ["--restart"], ["--chunk-size", "90", "--restart"]])
def test_a_second_run_is_refused_and_the_first_one_ends_whole(source, tmp_path, capsys, more):
    out, statuses = tmp_path / "out", []

    def second(progress):
        if progress.done == 2:
            statuses.append(main(["corpus", str(source), "--out", str(out), "--workers", "0", *more]))

    report = cut(source, out, part_bytes=5000, progress=second)
    said, lines = capsys.readouterr()
    assert statuses == [2] and said == "" and len(lines.splitlines()) == 1
    assert "another run is at work in" in lines
    cut(source, tmp_path / "alone")
    assert report.ok and results(out) == results(tmp_path / "alone")
    assert sorted(path.name for path in out.iterdir()) == ["chunks", "documents", "run.json", "summary.json"]


def test_a_run_of_another_process_is_refused_too_and_a_killed_one_blocks_nobody(source, tmp_path):
    out = tmp_path / "out"
    words = "import sys, time; from ragchunk_lessons.batch._lock import holding; from pathlib import Path\n"
    words += "with holding(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    process = subprocess.Popen([sys.executable, "-c", words, str(out)], stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline().strip() == b"held"
        for restart in (False, True):
            begun = time.monotonic()
            with pytest.raises(Busy, match="another run is at work"):
                cut(source, out, restart=restart)
            assert time.monotonic() - begun < 30
    finally:
        process.kill()
        process.wait(60)
        process.stdout.close()
    assert (out / "run.lock").exists()
    assert cut(source, out).ok and not (out / "run.lock").exists()


def test_many_threads_never_hold_it_together(tmp_path):
    inside, most, turns = [], [], []

    def work():
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            try:
                with holding(tmp_path / "a" / "b"):
                    inside.append(1)
                    most.append(len(inside))
                    time.sleep(0.0005)
                    inside.pop()
                    turns.append(1)
            except Busy:
                time.sleep(0)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(most) == {1} and len(turns) > 5


def test_a_folder_that_was_made_and_is_empty_goes_again(tmp_path):
    with holding(tmp_path / "a" / "b"):
        assert (tmp_path / "a" / "b").is_dir()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="stands in for the calls of this system")
def test_the_calls_of_windows(tmp_path, monkeypatch):
    import fcntl

    def locking(handle, mode, size):
        assert (mode, size) == (2, 1)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    monkeypatch.setattr(_lock, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    with holding(tmp_path / "out"), pytest.raises(Busy), holding(tmp_path / "out"):
        pass
    with holding(tmp_path / "out"):
        assert (tmp_path / "out" / "run.lock").exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.name == "nt", reason="stands in for the calls of this system")
def test_a_file_system_without_locks_lets_everybody_in_and_the_latest_run_counts(source, tmp_path, monkeypatch, capsys):
    def flock(handle, mode):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(_lock, "fcntl", SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4))
    out = tmp_path / "out"

    def second(progress):
        if progress.done == 2:
            monkeypatch.undo()
            cut(source, out)

    monkeypatch.setattr("ragchunk_lessons.command.corpus._say", second)
    assert main(["corpus", str(source), "--out", str(out), "--workers", "0", "--part-bytes", "5000"]) == 2
    assert "another run has begun" in capsys.readouterr().err
    assert cut(source, out).ok


@pytest.mark.skipif(os.name == "nt", reason="limits the size of files as POSIX does")
@pytest.mark.parametrize("restart", [False, True])
def test_a_run_that_could_write_nothing_is_gone_on_with(source, tmp_path, restart):
    out = tmp_path / "out"
    call = f'ulimit -f 0; exec "{sys.executable}" -m ragchunk_lessons corpus "{source}" --out "{out}" --workers 0'
    done = subprocess.run(["bash", "-c", call], capture_output=True, timeout=120)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert cut(source, out, restart=restart).documents == 30


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    "left",
    [
        ["chunks/", "documents/"],
        ["chunks/"],
        ["run.lock"],
        ["chunks/", "documents/", "_work/", "run.lock", "run.json.0123abcd.part"],
    ],
)
def test_what_a_kill_leaves_before_run_json_is_written(source, tmp_path, left, restart):
    out = tmp_path / "out"
    out.mkdir()
    for name in left:
        (out / name).mkdir() if name.endswith("/") else (out / name).touch()
    assert cut(source, out, restart=restart).documents == 30
    assert sorted(path.name for path in out.iterdir()) == ["chunks", "documents", "run.json", "summary.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": 1}', "does not say source, part_bytes, settings, token"),
        ('{"format": 1, "source": "a", "part_bytes": 0, "settings": {}, "token": ""}', "does not say part_bytes"),
        ('{"format": 2}', "of another version"),
        ("{", "is broken"),
        ("", "is broken"),
        ("[1]", "is broken"),
        ("\xff", "is broken"),
        (None, "no run.json that says"),
    ],
)
def test_a_broken_run_json_takes_one_line_and_restart_mends_it(source, tmp_path, capsys, text, words):
    out = tmp_path / "out"
    arguments = ["corpus", str(source), "--out", str(out), "--workers", "0", "--quiet"]
    assert main(arguments) == 0
    before = results(out)
    (out / "run.json").unlink() if text is None else (out / "run.json").write_bytes(text.encode("latin-1"))
    capsys.readouterr()
    assert main(arguments) == 2
    lines = capsys.readouterr().err
    assert words in lines and "or --restart to throw the results away" in lines and len(lines.splitlines()) == 1
    assert results(out) == before
    assert main([*arguments, "--restart"]) == 0 and results(out) == before


@pytest.mark.parametrize(
    "files",
    [
        {"run.json": '{"run": 7}'},
        {"run.json": "{", "letter.txt": ""},
        {"summary.json": "{}"},
        {"chunks/mine.parquet": "x", "documents/x": ""},
        {"chunks": "a file"},
        {"_work/notes.txt": "x"},
    ],
)
def test_what_is_not_ours_is_left_alone(source, tmp_path, files):
    out = tmp_path / "out"
    for name, text in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    before = sorted(out.rglob("*"))
    for restart in (False, True):
        with pytest.raises(ValueError, match="holds something else"):
            cut(source, out, restart=restart)
    assert sorted(out.rglob("*")) == before


def test_restart_throws_nothing_away_before_it_can_begin(source, tmp_path):
    out = tmp_path / "out"
    cut(source, out)
    before = results(out)
    with pytest.raises(FileNotFoundError):
        cut(tmp_path / "none.jsonl", out, restart=True)
    assert results(out) == before and cut(source, out).resumed == 1


def test_an_error_gives_the_folder_free(source, tmp_path):
    def stop(progress):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        cut(source, tmp_path / "out", part_bytes=5000, progress=stop)
    with ExitStack() as stack:
        stack.enter_context(holding(tmp_path / "out"))
    assert cut(source, tmp_path / "out").resumed == 1
