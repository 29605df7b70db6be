"""How split_recursive scales: ratios of times and memory only, never seconds (see ``growth``)."""

from __future__ import annotations

import re

import pytest
from growth import assert_in_step, assert_within

from benchmarks.measuring import peak_ratio
from benchmarks.peers import OURS, OWN, PURE, contenders, peers
from benchmarks.shapes import SHAPES, make_text
from ragchunk_lessons.peers import _quiet
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


PURE_PEERS = {peer.name: peer for peer in peers("characters") if peer.made_of == PURE}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", PURE_PEERS)
def test_ahead_of_every_peer_in_pure_python(name, shape):
    text = make_text(shape, 4_000 if "LlamaIndex" in name else 20_000)
    ours, other = OWN[OURS](500, 50), PURE_PEERS[name].make(500, 50)
    with _quiet():
        assert_within(lambda: ours(text), lambda: other(text), 1)


@pytest.mark.parametrize("sentences", [10, 18])
def test_ahead_where_every_paragraph_fits_into_a_chunk(sentences):
    # Their best case: one split of the text, and nothing to cut.
    text = "\n\n".join([" ".join(["The pump ran for a whole shift without any fault."] * sentences)] * 200)
    ours, other = OWN[OURS](1000, 0), contenders(1000, 0)["LangChain RecursiveCharacterTextSplitter, strings"]
    assert_within(lambda: ours(text), lambda: other(text), 1)


@pytest.mark.parametrize(
    ("shape", "peer", "times"),
    [
        ("paragraphs", "documents with start", 3),
        ("one line", "documents with start", 10),
        ("no separators", "strings", 10),
        ("Chinese", "strings", 10),
    ],
)
def test_several_times_as_fast_as_langchain(shape, peer, times):
    runs = contenders(500, 50)
    text = make_text(shape, 100_000)

    def as_many():  # runs of ours as it is to be times faster; together they take no longer than one of theirs
        for _ in range(times):
            runs[OURS](text)

    assert_within(as_many, lambda: runs[f"LangChain RecursiveCharacterTextSplitter, {peer}"](text), 1)


@pytest.mark.parametrize("shape", ["one line", "no separators"])
def test_ahead_of_the_compiled_peer_where_it_is_out_of_step(shape):
    text = make_text(shape, 50_000)
    runs = contenders(500, 50)
    assert_within(lambda: runs[OURS](text), lambda: runs["semantic-text-splitter TextSplitter"](text), 1)
