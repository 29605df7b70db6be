"""The fuzzer itself: it reaches every public name, it finds what is planted, and its short run finds nothing."""

from __future__ import annotations

import os
import random
import time

import fuzz
import fuzz_cutting
import pytest

import ragchunk_lessons as ours
from ragchunk_lessons.splitters import recursive

SECONDS = 40
# What has a file, a model or a folder behind it is fuzzed where its own tests make these.
ELSEWHERE = {
    "load_embedder": "test_models",
    "load_reranker": "test_rerankers",
    "read_docx": "test_docx",
    "read_file": "test_read_file",
    "read_folder": "test_read_file",
    "FaissIndex": "test_faiss_index",
}


def test_every_public_name_has_a_case():
    reached = set().union(*fuzz.KINDS.values())
    assert reached - set(ours.__all__) == set()
    assert set(ours.__all__) - reached == set(ELSEWHERE)


def test_the_cases_of_a_short_run_find_nothing():
    """In CI the same cases each time; elsewhere numbers that no run had before, which the day chooses."""
    first = 0 if os.environ.get("CI") == "true" else int(time.time()) // 86_400 * 1000
    done, failures = fuzz.run(cases=100_000, seconds=SECONDS, first=first, portion=20)
    assert not failures, "\n".join(failures)
    assert len(done) > 60 and min(done.values()) >= 20, "a target was never reached in the time; raise SECONDS"


def test_a_planted_loss_is_found(monkeypatch):
    """A splitter that now and then drops its last chunk does not survive a hundred cases."""
    whole = recursive.split_recursive
    monkeypatch.setattr(ours, "split_recursive", lambda *args, **more: whole(*args, **more)[:-1])
    case = fuzz_cutting.TARGETS["split_recursive"]
    with pytest.raises(AssertionError, match="rule 2: lost"):
        for number in range(100):
            case(random.Random(number))


def test_a_case_can_be_run_again_alone(capsys):
    assert fuzz.main(["--only", "split_markdown", "--first", "7", "--cases", "1"]) == 0
    assert "2 cases" in capsys.readouterr().out  # one that cuts, one with nonsense
    with pytest.raises(SystemExit, match="split_markdown"):
        fuzz.main(["--only", "split_markdwon"])


@pytest.mark.skipif(not hasattr(fuzz.signal, "SIGALRM"), reason="no alarm on this system")
def test_a_hang_is_found(monkeypatch):
    def forever(rng):
        while True:
            pass

    monkeypatch.setitem(fuzz.KINDS["cutting"], "split_words", forever)
    monkeypatch.setattr(fuzz, "LIMIT", 1)
    *_, failures = fuzz.work(("cutting", "split_words", 0, 1, float("inf")))
    assert failures == [(0, failures[0][1])] and failures[0][1].startswith("Hang")
