"""A run whose processes are all killed, several times at moments nobody chose: what it said is true, and it ends."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
from corpus_makers import records, results, write_jsonl

from ragchunk_lessons.batch import audit_corpus, split_corpus

PART_BYTES = 6000


def start(source, out, workers):
    arguments = [str(source), "--out", str(out), "--workers", str(workers), "--part-bytes", str(PART_BYTES)]
    group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}
    group["env"] = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(out.parent))}  # killed, it leaves some
    return subprocess.Popen(
        [sys.executable, "-m", "ragchunk_lessons", "corpus", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **group,
    )  # fmt: skip


def kill(run):
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(run.pid)], check=False, stdout=subprocess.DEVNULL)
    else:
        os.killpg(run.pid, signal.SIGKILL)


def parts_said(text):
    return max((int(done) for done in re.findall(r"(\d+) of \d+ parts", text)), default=0)


def on_disk(out):
    return {path.name: path.read_bytes() for name in ("documents", "chunks") for path in (out / name).glob("part-*")}


@pytest.mark.parametrize(("workers", "kills"), [(0, 5), (2, 2)])
def test_killed_at_any_moment_nothing_that_was_said_is_lost(tmp_path, workers, kills):
    rows = list(records(120))
    rows[50] = b"{broken"
    source, out = write_jsonl(tmp_path / "corpus.jsonl", rows), tmp_path / "out"
    split_corpus(source, tmp_path / "whole", workers=0, part_bytes=PART_BYTES)
    chance = random.Random(workers)
    for _ in range(kills):
        run = start(source, out, workers)
        # A random moment after the first word, since a run that is killed while it imports shows nothing.
        first = run.stderr.readline()
        timer = threading.Timer(chance.uniform(0, 0.15), kill, [run])
        timer.start()
        said = first + run.communicate(timeout=240)[1]
        timer.join()
        assert len(list((out / "documents").glob("part-*.parquet"))) >= parts_said(said) > 0
        assert all(path.stat().st_size > 0 for path in (out / "chunks").glob("part-*.parquet"))
    before = on_disk(out)
    run = start(source, out, workers)
    _, said = run.communicate(timeout=240)
    assert run.returncode == 1 and "1 failed" in said  # the broken line
    assert {name: before[name] for name in before} == {name: on_disk(out)[name] for name in before}
    assert results(out) == results(tmp_path / "whole")
    found = audit_corpus(out)
    assert found.ok and found.documents == 120
    assert sorted(path.name for path in out.iterdir()) == ["chunks", "documents", "run.json", "summary.json"]


def test_killed_while_it_begins_it_can_begin_again(tmp_path):
    source, out = write_jsonl(tmp_path / "corpus.jsonl", records(30)), tmp_path / "out"
    for moment in (0.1, 0.4, 0.8):
        run = start(source, out, 0)
        time.sleep(moment)
        kill(run)
        run.communicate(timeout=240)
    assert split_corpus(source, out, workers=0, part_bytes=PART_BYTES).documents == 30
    split_corpus(source, tmp_path / "whole", workers=0)
    assert results(out) == results(tmp_path / "whole")
