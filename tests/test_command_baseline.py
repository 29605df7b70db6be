"""What a baseline knows a finding by: its words and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_audit import in_a_folder, lines, ragchunk  # noqa: F401

WORDS = "The inlet valve stays open while the pump is running at full speed."


def known_then(capsys, one, other, *limit):
    """The exit status for the second (source, chunks) where what is wrong in the first is known; with it known too."""
    text, chunks = one
    Path("a.txt").write_text(text)
    assert ragchunk(capsys, "a.txt", lines(*chunks), *limit)[0] == 1
    ragchunk(capsys, "a.txt", "c.jsonl", *limit, "--write-baseline", "known.json")
    assert ragchunk(capsys, "a.txt", "c.jsonl", *limit, "--baseline", "known.json")[0] == 0
    text, chunks = other
    Path("a.txt").write_text(text)
    return ragchunk(capsys, "a.txt", lines(*chunks), *limit, "--baseline", "known.json")[0]


@pytest.mark.parametrize(
    ("one", "other", "chunks"),
    [
        ("Open the  valve.", "Shut the valve!!", [{"text": "Open the valve.", "start": 0, "end": 16}]),
        ("Open the  valve.", "Open the\nvalve.\n", [{"text": "Open the valve.", "start": 0, "end": 16}]),
        ("Open the inlet valve 5 at noon of the day.", "Open the inlet valve 7 at noon of the day.",
         ["Open the inlet valve 6 at noon of the day."]),
        ("One is red. Two is blue. Three is green.", "One is red. Two is blue. Four. Three is green.",
         ["Three is green. One is red. Two is blue.", "Four."]),
        ("if a:\n    b\n    c", "if a:\n    b\nc    ", [{"text": "if a:\n  b\n  c", "start": 0, "end": 17}]),
    ],
)  # fmt: skip
def test_a_chunk_rewritten_in_another_way_is_new(capsys, one, other, chunks):
    limit = ("--max-lost", "100", "--max-misplaced", "9")
    assert known_then(capsys, (one, chunks), (other, chunks), *limit) == 1


def test_line_ends_and_edits_elsewhere_do_not_make_a_rewritten_chunk_new(capsys):
    one, other = "Open the  valve.\nWait.", "Start here.\r\nOpen the  valve.\r\nWait."
    assert (
        known_then(capsys, (one, ["Open the valve.\nWait."]), (other, ["Start here.", "Open the valve.\nWait."])) == 0
    )


def test_a_chunk_misplaced_in_another_way_is_new(capsys):
    text = f"Wait here for a moment. {WORDS} Then go on with the next part."
    right = [{"text": text[:24], "start": 0}, {"text": text[91:], "start": 91}]
    for first, second, status in ((20, 20, 0), (20, 60, 1), (20, 500, 1), (500, 20, 1)):
        both = [[*right, {"text": WORDS, "start": start}] for start in (first, second)]
        assert known_then(capsys, (text, both[0]), (text, both[1])) == status


def test_an_oversize_chunk_is_known_by_its_length_too(capsys):
    text = f"{WORDS}{' ' * 40}\n"
    chunks = [[{"text": text[:end], "start": 0}] for end in (67, 100)]
    assert known_then(capsys, (text, chunks[0]), (text, chunks[1]), "--chunk-size", "50") == 1
    assert known_then(capsys, (text, chunks[0]), (text, chunks[0]), "--chunk-size", "50") == 0


def test_a_higher_limit_does_not_make_an_oversize_chunk_new(capsys):
    Path("a.txt").write_text(WORDS)
    ragchunk(capsys, "a.txt", lines(WORDS), "--chunk-size", "50", "--write-baseline", "known.json")
    assert ragchunk(capsys, "a.txt", "c.jsonl", "--chunk-size", "60", "--baseline", "known.json")[0] == 0


def test_a_block_of_code_that_no_chunk_holds_any_more_is_new(capsys):
    text = "```\none = 1\ntwo = 2\n```\n"
    halves = [{"text": text[:12], "start": 0}, {"text": text[12:], "start": 12}]
    whole = {"text": text, "start": 0}
    assert known_then(capsys, (text, [*halves, whole]), (text, halves), "--max-cut-fences", "0") == 1


def test_a_table_with_another_header_is_new(capsys):
    table = "| part | torque |\n|---|---|\n| inlet | 5 |\n"
    chunks = [[{"text": head, "start": 0}, {"text": "| inlet | 5 |\n", "start": 28}] for head in (table[:28], "")]
    other = table.replace("torque", "length")
    chunks[1][0]["text"] = other[:28]
    assert known_then(capsys, (table, chunks[0]), (other, chunks[1]), "--max-tables-without-header", "0") == 1
