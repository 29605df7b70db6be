"""How split_recursive scales: ratios of times and memory only, never seconds (see ``growth``)."""

from __future__ import annotations

import json
import re

import pytest
from growth import assert_in_step, assert_within

from benchmarks import bench
from benchmarks.bench import OURS, SHAPES, contenders, make_text, peak_ratio
from ragchunk_lessons.splitters.recursive import CJK_LADDER, LADDER, split_recursive


def shaped(shape: str, characters: int) -> str:
    """One of the benchmark's texts, or one that is hard in its own way."""
    if shape in SHAPES:
        return make_text(shape, characters)
    if shape == "CRLF paragraphs":
        return make_text("paragraphs", characters).replace("\n", "\r\n")
    block = {
        "newlines": "\n",
        "spaces": " ",
        "line ends of two characters": "\r\n",
        "flags": "\U0001f1e8\U0001f1ed",
        "marks": "\u0301",
        "joiners": "\u200d",
        "letters with marks": "e\u0301",
        "short lines": "ab\n",
    }[shape]
    return (block * (characters // len(block) + 1))[: characters - 1] + "x"


EVERY_SHAPE = [
    *SHAPES,
    "CRLF paragraphs",
    "newlines",
    "spaces",
    "line ends of two characters",
    "flags",
    "marks",
    "joiners",
    "letters with marks",
    "short lines",
]


# A text of nothing but marks is looked at one by one: a smaller one does.
SLOW = {"flags", "marks", "joiners", "letters with marks"}


def assert_shape(run, shape: str, characters: int) -> None:
    small, large = shaped(shape, characters), shaped(shape, 10 * characters)
    assert_in_step(lambda: run(small), lambda: run(large))


@pytest.mark.parametrize("shape", EVERY_SHAPE)
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(shape):
    characters = 8_000 if shape in SLOW else 100_000
    assert_shape(lambda text: split_recursive(text, 500, 50), shape, characters)


@pytest.mark.parametrize("shape", ["paragraphs", "Chinese", "no separators"])
def test_patterns_grow_in_step_too(shape):
    patterns = [re.compile(r"\n\s*\n"), re.compile(r"(?<=[.!?])\s+"), *CJK_LADDER]
    assert_shape(lambda text: split_recursive(text, 500, 50, separators=patterns), shape, 30_000)


def quarter_bytes(text: str) -> int:
    return -(-len(text.encode()) // 4)


@pytest.mark.parametrize("shape", ["paragraphs", "one line", "no separators", "Chinese", "newlines", "flags"])
def test_other_lengths_grow_in_step_too(shape):
    assert_shape(lambda text: split_recursive(text, 150, 20, length_function=quarter_bytes), shape, 10_000)


@pytest.mark.parametrize("shape", ["one line", "no separators"])
def test_a_length_function_reads_the_text_a_few_times_only(shape):
    text, read = make_text(shape, 200_000), 0

    def counting(piece: str) -> int:
        nonlocal read
        read += len(piece)
        return quarter_bytes(piece)

    split_recursive(text, 150, 15, length_function=counting)
    assert read <= 12 * len(text)


@pytest.mark.parametrize("shape", EVERY_SHAPE)
def test_peak_memory_is_at_most_four_times_the_text(shape):
    text = shaped(shape, 20_000 if shape in SLOW else 200_000)
    assert peak_ratio(lambda text: split_recursive(text, 500, 100), text) <= 4


@pytest.mark.parametrize("separators", [LADDER, ()])
def test_peak_memory_where_all_of_the_text_is_one_chunk(separators):
    text = " " + make_text("one line", 400_000) + " "
    assert peak_ratio(lambda text: split_recursive(text, 2_000_000, separators=separators), text) <= 4


@pytest.mark.parametrize(
    ("shape", "peer", "times"),
    [
        ("paragraphs", "LangChain, strings only", 1),
        ("paragraphs", "LangChain, documents", 1),
        ("paragraphs", "LangChain, documents with start", 3),
        ("one line", "LangChain, documents with start", 10),
        ("no separators", "LangChain, strings only", 10),
    ],
)
def test_faster_than_langchain(shape, peer, times):
    runs = contenders(500, 50)
    text = make_text(shape, 200_000)

    def as_many():  # runs of ours as it is to be times faster; together they take no longer than one of theirs
        for _ in range(times):
            runs[OURS](text)

    assert_within(as_many, lambda: runs[peer](text), 1)


def test_the_benchmark_says_what_it_leaves_out(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(bench, "MEGABYTE", 20_000)
    path = tmp_path / "figures.json"
    bench.main(["--quick", "--shape", "paragraphs", "--json", str(path)])
    rows = json.loads(path.read_text())["rows"]
    assert [row["name"] for row in rows] == list(contenders(500, 50))
    assert all(set(row["ratio"]) == {"1", "4"} and not row["left_out"] for row in rows)
    assert "left out" not in capsys.readouterr().out
    bench.main(["--quick", "--shape", "paragraphs", "--budget", "0"])
    assert f"left out at 4 MB: {OURS}, about 0 s expected, budget 0 s" in capsys.readouterr().out
