"""Cutting at separators of one's own."""

from __future__ import annotations

import re

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.document import Document
from ragchunk_lessons.splitters.on import split_on

BLANK_LINES = re.compile(r"(?:\r\n?|\n)\s*(?:\r\n?|\n)")
SEPARATORS = [
    "\n\n",
    "\n",
    "a",
    "。",
    " \u0301",
    "word",
    "---",
    BLANK_LINES,
    re.compile(r"(?=\d)"),
    re.compile("[.!?]+"),
]
KEEP = st.sampled_from(["start", "end"])


def texts_of(text, separators, size=None, **knobs) -> list[str]:
    return [chunk.text for chunk in split_on(text, separators, size, **knobs)]


@given(texts(), st.lists(st.sampled_from(SEPARATORS), min_size=1, max_size=4), st.none() | st.integers(1, 30), KEEP)
def test_the_contract(text, separators, size, keep):
    chunks = split_on(text, separators, size, keep_separator=keep)
    assert_contract(text, chunks, size, 0)


@given(texts(), st.sampled_from(["a", "word", "---", "。"]), KEEP)
def test_a_chunk_holds_one_separator_and_it_stands_where_it_was_asked_to(text, separator, keep):
    for chunk in split_on(text, separator, keep_separator=keep):
        inner = chunk.text[len(separator) :] if keep == "start" else chunk.text[: -len(separator)]
        # A mark that belongs to the last letter of a separator moves the cut.
        assert separator not in inner or not text.isascii()


@given(texts(), KEEP)
def test_line_ends_of_every_kind_are_the_same(text, keep):
    plain = re.sub(r"\r\n?", "\n", text).replace("\u0301", "")
    lf = split_on(plain, "\n\n", keep_separator=keep)
    for line_end in ("\r\n", "\r"):
        other = split_on(plain.replace("\n", line_end), "\n\n", keep_separator=keep)
        assert [c.text for c in lf] == [re.sub(r"\r\n?", "\n", c.text) for c in other]


def test_blank_lines():
    text = "One.\n\nTwo\nlines.\n\n\n\nThree. \n \nStill three."
    assert texts_of(text, "\n\n") == ["One.", "Two\nlines.", "Three. \n \nStill three."]
    assert texts_of(text, BLANK_LINES) == ["One.", "Two\nlines.", "Three.", "Still three."]


def test_keywords_stay_in_the_text_they_open_or_close():
    text = "Intro. Note: first. WARNING: second. Note: third."
    assert texts_of(text, ["WARNING:", "Note:"]) == ["Intro.", "Note: first.", "WARNING: second.", "Note: third."]
    assert texts_of(text, ["Note:", "WARNING:"], keep_separator="end") == [
        "Intro. Note:",
        "first. WARNING:",
        "second. Note:",
        "third.",
    ]
    assert texts_of("问：为什么？答：因为。问：何时？", ["问：", "答："]) == [
        "问：为什么？",
        "答：因为。",
        "问：何时？",
    ]


def test_a_pattern_is_never_glued_into_the_text():
    chunks = split_on("alpha,  beta ;gamma,delta", re.compile(r"\s*[,;]\s*"))
    assert [chunk.text for chunk in chunks] == ["alpha", ",  beta", ";gamma", ",delta"]
    assert [chunk.start for chunk in chunks] == [0, 5, 13, 19]


def test_a_str_is_literal():
    assert texts_of("a.b.c", ".") == ["a", ".b", ".c"]
    assert texts_of("a(?=b)c", "(?=b)") == ["a", "(?=b)c"]


def test_one_separator_inside_another_cuts_once():
    assert texts_of("x Note: y", ["Note", "Note:"], keep_separator="end") == ["x Note:", "y"]
    assert texts_of("x ### y", ["##", "###"], keep_separator="end") == ["x ###", "y"]
    assert texts_of("abcbc", ["ab", "bcb"]) == ["abcbc"]


def test_a_place_without_characters():
    assert texts_of("Q1 why Q2 how", re.compile(r"(?=Q\d)")) == ["Q1 why", "Q2 how"]
    assert texts_of("one\nTwo\nthree", re.compile(r"^(?=[A-Z])", re.MULTILINE)) == ["one", "Two\nthree"]


def test_what_is_too_long_goes_to_the_ladder():
    text = "First part, quite long. And on. ## Second"
    assert texts_of(text, "##", 24) == ["First part, quite long.", "And on.", "## Second"]
    assert texts_of(text, "##", 6, length_function=lambda piece: len(piece.split())) == [
        "First part, quite long. And on.",
        "## Second",
    ]


def test_labels():
    document = Document("a|b", "names.txt")
    chunks = split_on(document, "|", metadata={"kind": "name"})
    assert [chunk.metadata for chunk in chunks] == [{"source": "names.txt", "kind": "name"}] * 2


def test_nothing_to_cut_at_and_nothing_to_cut():
    assert texts_of("no such thing", "|") == ["no such thing"]
    assert texts_of(" \n\n ", "\n\n") == []
    assert texts_of("", "x") == []


@pytest.mark.parametrize(
    ("separators", "message"),
    [
        ("", 'separator "" would cut between any two characters'),
        (["a", ""], 'separator "" would cut between any two characters'),
        ([], r"separators=\[\] names none"),
        (re.compile(""), "also matches nothing"),
        ([re.compile("x*")], "also matches nothing"),
        (None, "separators must be a list"),
        (b"a", "a separator must be a str|separators must be a list"),
        ([1], "a separator must be a str"),
        ([re.compile(b"a")], "a separator must be a str"),
    ],
)
def test_separators_that_cannot_be_used(separators, message):
    with pytest.raises((TypeError, ValueError), match=message):
        split_on("text", separators)


def test_other_bad_arguments():
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        split_on("text", "x", 0)
    with pytest.raises(ValueError, match="keep_separator=False would lose the separators' text"):
        split_on("text", "x", keep_separator=False)
    with pytest.raises(TypeError, match="text must be a str or a Document"):
        split_on(None, "x")


@pytest.mark.parametrize("unit", ["\n", "\n\nword", "ab", "\u0301"])
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(unit):
    assert_linear(lambda text: split_on("x" + text, ["\n\n", "ab"], 100), unit, 3_000 * len(unit))
