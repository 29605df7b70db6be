"""The recursive splitter: the contract on generated texts, line ends, arguments and errors."""

from __future__ import annotations

import re
import threading

import pytest
from contract import assert_contract
from hypothesis import given
from hypothesis import strategies as st
from strategies import blank_text, mixed_text, plain_text, sizes, texts

from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words, token_length
from ragchunk_lessons.splitters.recursive import CJK_LADDER, LADDER, split_recursive

LADDERS = {
    "default": LADDER,
    "CJK": CJK_LADDER,
    "none": (),
    "characters": ("",),
    "blank lines": ("\n\n",),
    "stops": ("\n\n", "\n", ".", " ", ""),
    "CRLF": ("\r\n\r\n", "\r\n", " "),
    "commas": (re.compile(r"\s*[,;]\s*"),),
    "before digits": (re.compile(r"(?=\d)"), re.compile("\n"), " "),
    "overlapping itself": ("aba", "\n \n", "aa"),
    "marks": ("e\u0301", "\u0301", " "),
    "patterns that know no marks": (re.compile(r"\s"), re.compile("[\u0301\u200de🌊]")),
}


def count_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def quarter_bytes(text: str) -> int:
    """Like tokens: four bytes make one, and two halves can be longer than the whole."""
    return -(-count_bytes(text) // 4)


def distinct(text: str) -> int:
    """Far from additive: how many different characters there are."""
    return len(set(text))


def uneven(text: str) -> int:
    """Not even growing: a longer text can measure less."""
    return len(text) // 2 + (len(text) % 3 == 1)


def one_by_one(text: str) -> int:
    """The same as ``len``, but the splitter cannot know it."""
    return sum(1 for _ in text)


def spans(chunks) -> list[tuple[int, int]]:
    return [(chunk.start, chunk.end) for chunk in chunks]


def cut(text, *args, **knobs) -> list[str]:
    return [chunk.text for chunk in split_recursive(text, *args, **knobs)]


# --- the contract ---------------------------------------------------------------------------------------------


@given(texts(), sizes(), st.sampled_from(sorted(LADDERS)), st.sampled_from(["start", "end"]))
def test_the_contract_in_characters(text, size_and_overlap, ladder, keep):
    chunks = split_recursive(text, *size_and_overlap, separators=LADDERS[ladder], keep_separator=keep)
    assert_contract(text, chunks, *size_and_overlap)


@pytest.mark.parametrize("length_function", [count_words, quarter_bytes, distinct, uneven])
@given(texts(), sizes(), st.sampled_from(sorted(LADDERS)), st.sampled_from(["start", "end"]))
def test_the_contract_in_other_lengths(length_function, text, size_and_overlap, ladder, keep):
    chunks = split_recursive(
        text, *size_and_overlap, separators=LADDERS[ladder], keep_separator=keep, length_function=length_function
    )
    assert_contract(text, chunks, *size_and_overlap, length_function)


@pytest.mark.parametrize(
    ("text", "size", "overlap"),
    [
        ("0000000000 ", 5, 0),  # measured with the space it fits, without it it does not
        ("a  a ba baa", 4, 2),  # so does the shared text
        ("b abab aaa  ", 5, 2),
        (" \nbb  bbba bb", 4, 2),
    ],
)
def test_what_is_measured_is_the_text_that_is_shown(text, size, overlap):
    assert_contract(text, split_recursive(text, size, overlap, length_function=uneven), size, overlap, uneven)


@given(mixed_text(), sizes(least=12))
def test_the_contract_in_tokens(text, size_and_overlap):
    tokens = token_length("cl100k_base")
    assert_contract(text, split_recursive(text, *size_and_overlap, length_function=tokens), *size_and_overlap, tokens)


@given(texts(), sizes(), st.sampled_from(sorted(LADDERS)), st.sampled_from(["start", "end"]))
def test_a_length_function_that_counts_characters_gives_the_same_chunks(text, size_and_overlap, ladder, keep):
    knobs = {"separators": LADDERS[ladder], "keep_separator": keep}
    known = split_recursive(text, *size_and_overlap, **knobs)
    assert split_recursive(text, *size_and_overlap, length_function=one_by_one, **knobs) == known


@given(mixed_text(), sizes())
def test_the_same_input_gives_the_same_chunks_and_ids(text, size_and_overlap):
    first = split_recursive(Document(text, source="a.txt"), *size_and_overlap)
    second = split_recursive(Document(text, source="a.txt"), *size_and_overlap)
    assert first == second
    assert [chunk.id for chunk in first] == [chunk.id for chunk in second]
    assert len({chunk.id for chunk in first}) == len(first)


@given(blank_text(), sizes())
def test_blank_text_gives_no_chunk(text, size_and_overlap):
    assert split_recursive(text, *size_and_overlap) == []
    assert split_recursive(text, *size_and_overlap, length_function=count_words) == []


# --- line ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ladder", ["default", "stops", "CJK", "blank lines"])
@given(text=plain_text(), size_and_overlap=sizes())
def test_a_lone_cr_is_a_line_end_like_any_other(text, size_and_overlap, ladder):
    with_lf = split_recursive(text, *size_and_overlap, separators=LADDERS[ladder])
    with_cr = split_recursive(text.replace("\n", "\r"), *size_and_overlap, separators=LADDERS[ladder])
    assert spans(with_cr) == spans(with_lf)


def count_crlf_once(text: str) -> int:
    return len(text.replace("\r\n", "\n"))


@pytest.mark.parametrize("ladder", ["default", "stops", "CJK", "blank lines"])
@given(text=plain_text(), size_and_overlap=sizes())
def test_crlf_is_cut_at_the_places_of_lf_where_it_counts_as_one(text, size_and_overlap, ladder):
    knobs = {"separators": LADDERS[ladder]}
    with_lf = cut(text, *size_and_overlap, **knobs)
    with_crlf = cut(text.replace("\n", "\r\n"), *size_and_overlap, length_function=count_crlf_once, **knobs)
    assert [chunk.replace("\r\n", "\n") for chunk in with_crlf] == with_lf


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_paragraphs_stay_paragraphs_whatever_ends_their_lines(end):
    paragraphs = [f"Paragraph {number} stands\nalone on two lines." for number in range(20)]
    text = "\n\n".join(paragraphs).replace("\n", end)
    assert cut(text, 50) == [paragraph.replace("\n", end) for paragraph in paragraphs]


def test_one_crlf_is_never_two_line_ends():
    text = "one\r\ntwo\r\n\r\nthree\r\nfour"
    assert cut(text, 10) == ["one\r\ntwo", "three", "four"]
    # Four characters of blank line and eleven of text: the extra ones count.
    assert cut(text, 14) == ["one\r\ntwo", "three", "four"]
    assert cut(text, 15) == ["one\r\ntwo", "three\r\nfour"]
    assert cut("aa bb\r\ncc dd\r\n\r\nee", 9, separators=["\n\n", " "]) == ["aa bb\r\ncc", "dd", "ee"]
    assert cut("a\r\n" * 3 + "\r\n" + "b", 11) == ["a\r\na\r\na", "b"]


def test_line_ends_of_several_kinds_in_one_text():
    assert cut("one\rtwo\r\nthree\n\rfour\r\n\nfive", 9) == ["one\rtwo", "three", "four", "five"]


def test_a_pattern_that_knows_half_a_line_end_is_moved_off_the_other_half():
    text = "one two\r\nthree\r\nfour"
    assert cut(text, 9, separators=[re.compile("\n")]) == ["one two", "three", "four"]
    assert cut(text, 9, separators=[re.compile("\r")], keep_separator="end") == ["one two", "three", "four"]


# --- arguments ------------------------------------------------------------------------------------------------


def test_source_and_metadata_are_copied_into_every_chunk():
    given_metadata = {"topic": "floods"}
    chunks = split_recursive(Document("one two", source="a.txt"), 4, metadata=given_metadata)
    assert [chunk.metadata for chunk in chunks] == [{"source": "a.txt", "topic": "floods"}] * 2
    assert chunks[0].metadata is not chunks[1].metadata
    assert given_metadata == {"topic": "floods"}


@pytest.mark.parametrize(
    ("knobs", "error", "message"),
    [
        ({"chunk_size": 0}, ValueError, "chunk_size=0 must be at least 1"),
        ({"chunk_size": 2.5}, TypeError, "chunk_size must be an int, not float"),
        ({"chunk_overlap": -1}, ValueError, "chunk_overlap=-1 must be at least 0"),
        ({"chunk_overlap": 60}, ValueError, "chunk_overlap=60 must be smaller than chunk_size=50"),
        ({"text": b"abc"}, TypeError, "text must be a str or a Document, not bytes"),
        ({"text": None}, TypeError, "text must be a str or a Document, not NoneType"),
        ({"length_function": 5}, TypeError, "length_function must be callable"),
        ({"metadata": [1]}, TypeError, "metadata must be a mapping, not list"),
        ({"separators": "\n"}, TypeError, r"separators must be a list such as \[.*\], not '\\n'"),
        ({"separators": None}, TypeError, "separators must be a list"),
        ({"separators": [1]}, TypeError, "a separator must be a str or a compiled pattern for str, not 1"),
        ({"separators": [re.compile(b"x")]}, TypeError, "a compiled pattern for str"),
        ({"separators": [re.compile(r"\s*")]}, ValueError, "also matches nothing"),
        ({"separators": [re.compile("x?"), "\n"]}, ValueError, "also matches nothing"),
        ({"keep_separator": False}, ValueError, 'would lose the separators\' text; keep them with "start" or "end"'),
        ({"keep_separator": "both"}, ValueError, 'keep_separator=\'both\' must be "start" or "end"'),
        ({"keep_separator": None}, ValueError, "keep_separator=None must be"),
        ({"length_function": lambda text: None}, TypeError, "length_function must give a number, not NoneType"),
        ({"length_function": str}, TypeError, "length_function must give a number, not str"),
        ({"length_function": lambda text: float("nan")}, ValueError, "length_function gives nan for 'some text'"),
        ({"length_function": lambda text: -len(text)}, ValueError, "length_function gives -9 for 'some text'"),
    ],
)
def test_bad_arguments_are_named_with_the_way_out(knobs, error, message):
    arguments = {"text": "some text", "chunk_size": 50} | knobs
    with pytest.raises(error, match=message):
        split_recursive(**arguments)


@pytest.mark.parametrize("pattern", [r"(?=\d)", r"(?<=[.!?])\s+", r"\b", "^", "$", r"(?m)^", r"(?<=。)"])
def test_a_pattern_for_a_place_is_not_taken_for_one_that_matches_nothing(pattern):
    assert_contract("one. two\n3 four。", split_recursive("one. two\n3 four。", 5, separators=[re.compile(pattern)]), 5)


def test_arguments_are_checked_for_an_empty_text_too():
    with pytest.raises(ValueError, match="keep_separator=False"):
        split_recursive("", 10, keep_separator=False)


def test_a_character_longer_than_a_chunk_is_an_error_that_says_so():
    with pytest.raises(ValueError, match=r"gives 4 for the single character '🌊' at 6, more than chunk_size=3"):
        split_recursive("Flood 🌊", 3, length_function=count_bytes)


def test_sizes_may_be_whole_numbers_of_numpy():
    np = pytest.importorskip("numpy")
    text = "One is red. Two is blue. " * 40
    plain = split_recursive(text, 50, 20, length_function=count_words)
    assert split_recursive(text, np.int64(50), np.int64(20), length_function=count_words) == plain
    assert split_recursive(text, np.int64(50), np.int64(20)) == split_recursive(text, 50, 20)
    with pytest.raises(TypeError, match=r"chunk_overlap is a uint8, which overflows; write int\(chunk_overlap\)"):
        split_recursive(text, 50, np.uint8(20))
    with pytest.raises(TypeError, match=r"chunk_size must be an int, not float64 \(np.float64\(50.0\)\)"):
        split_recursive(text, np.float64(50))


def test_nested_metadata_is_each_chunks_own():
    tags = ["floods"]
    lock = threading.Lock()  # cannot be copied
    first, second = split_recursive("one two", 4, metadata={"tags": tags, "path": ("a", tags), "lock": lock, "n": 1})
    first.metadata["tags"].append("rain")
    assert second.metadata == {"tags": ["floods"], "path": ("a", ["floods"]), "lock": lock, "n": 1}
    assert tags == ["floods"]
