"""``assert_covers`` in a test suite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons import Document, audit, count_words, split_recursive
from ragchunk_lessons.testing import assert_covers

TEXT = "Open the inlet valve. Start the pump. Watch the gauge."


def test_chunks_that_hold_the_text_pass_and_give_the_audit():
    found = assert_covers(TEXT, split_recursive(TEXT, 25), 25)
    assert found.ok and found.coverage == 1.0 and len(found.chunks) == 3
    assert assert_covers(Document(TEXT), [TEXT]).ok


@pytest.mark.parametrize(
    ("chunks", "arguments"),
    [
        (["Open the inlet valve.", "Watch the gauge."], {}),
        ([TEXT.upper()], {}),
        ([{"text": TEXT, "start": 4}], {}),
        ([TEXT], {"chunk_size": 20}),
        ([TEXT], {"chunk_size": 9, "length_function": count_words}),
    ],
    ids=["lost", "rewritten", "misplaced", "oversize", "too many words"],
)
def test_the_message_is_the_report(chunks, arguments):
    report = audit(TEXT, chunks, **arguments).report(advice=False)
    with pytest.raises(AssertionError) as caught:
        assert_covers(TEXT, chunks, **arguments)
    assert str(caught.value) == report and report.startswith("not ok: ")


def test_differences_that_are_meant():
    with pytest.raises(AssertionError, match="rewritten: 1 chunk"):
        assert_covers("He said “no”.", ['He said "no".'])
    assert_covers("He said “no”.", ['He said "no".'], normalize="quotes")
    assert_covers("One. Page 3 Two.", ["One.", "Two."], ignore="Page 3")


def test_a_share_may_be_lost():
    chunks = ["Open the inlet valve.", "Watch the gauge."]  # 32 of 45 characters
    assert assert_covers(TEXT, chunks, min_coverage=0.7).coverage == pytest.approx(32 / 45)
    with pytest.raises(AssertionError, match=r"lost: 1 span(.|\n)*\nasked: coverage of at least 0\.8$"):
        assert_covers(TEXT, chunks, min_coverage=0.8)
    with pytest.raises(AssertionError, match="misplaced: 1 chunk"):
        assert_covers(TEXT, [*chunks, {"text": "Start the pump.", "start": 0}], min_coverage=0.1)


@pytest.mark.parametrize(
    ("share", "message"),
    [
        (1.5, "min_coverage=1.5 must be from 0 to 1"),
        (True, "not bool"),
        ("1", "not str"),
        (float("nan"), "nan"),
    ],
)
def test_a_share_that_cannot_be(share, message):
    with pytest.raises((TypeError, ValueError), match=message):
        assert_covers(TEXT, [TEXT], min_coverage=share)


def test_files(tmp_path):
    (tmp_path / "a.html").write_text("<p>One &amp; two.</p>")
    (tmp_path / "c.jsonl").write_text('{"page_content": "One & two."}\n')
    assert_covers(tmp_path / "a.html", tmp_path / "c.jsonl")
    with pytest.raises(FileNotFoundError, match="there is no file"):
        assert_covers(tmp_path / "b.txt", [])


def test_pytest_shows_the_line_of_the_test_and_the_report(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "from ragchunk_lessons.testing import assert_covers\n\n\n"
        "def test_pipeline():\n"
        "    assert_covers('One. Two.', ['One.'])\n"
    )
    root = str(Path(ragchunk_lessons.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path, env={"PYTHONPATH": root, "PATH": ""}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert ">       assert_covers('One. Two.', ['One.'])" in done.stdout
    assert "E       AssertionError: not ok: 1 chunk, coverage 50 %" in done.stdout
    assert "raise AssertionError" not in done.stdout


def test_a_limit_of_exactly_the_coverage_holds():
    for size in range(2, 60):
        for kept in range(1, size):
            assert_covers("a" * size, ["a" * kept], min_coverage=kept / size)
