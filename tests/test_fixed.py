"""Windows of a fixed number of characters, words or tokens."""

from __future__ import annotations

from itertools import pairwise
from tracemalloc import get_traced_memory, start, stop

import pytest
from contract import assert_contract
from growth import assert_in_step
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import blank_text, sizes, texts

from ragchunk_lessons.corpora import DEFINITION, FOX, load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import ENCODINGS, count_tokens, count_words, token_length, token_spans, token_starts
from ragchunk_lessons.splitters.fixed import split_characters, split_tokens, split_words

SPLITTERS = [split_characters, split_words, split_tokens]
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1e9\U0001f1ea"
GAUGES = "Flood gauges 🌊🌊🌊 rose; 洪水警报已发布，请居民尽快撤离。" * 3


def pieces(chunks):
    return [chunk.text for chunk in chunks]


# --- what the sources print ---------------------------------------------------------------------------------


def test_the_fox_at_twenty_characters():
    chunks = split_characters(FOX, 20)
    assert pieces(chunks) == ["The quick brown fox", "jumps over the lazy", "dog."]
    # The windows are the printed ones, of which two end with a space; white space at an end is in no chunk.
    assert [FOX[at : at + 20] for at in (0, 20, 40)] == ["The quick brown fox ", "jumps over the lazy ", "dog."]
    assert [chunk.start for chunk in chunks] == [0, 20, 40]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_fox_at_five_tokens(encoding):
    assert pieces(split_tokens(FOX, 5, encoding=encoding)) == ["The quick brown fox jumps", "over the lazy dog."]


@pytest.mark.parametrize(("encoding", "last"), [("gpt2", 14), ("cl100k_base", 15), ("o200k_base", 14)])
def test_the_definition_at_thirty_tokens(encoding, last):
    chunks = split_tokens(DEFINITION, 30, 10, encoding=encoding)
    assert [count_tokens(chunk.text, encoding) for chunk in chunks] == [30, 30, last]


def plain_words(count):
    """A text in which every word is one token, with and without the space before it."""
    words = ["time", "year", "way", "day", "man", "thing", "life", "world", "school", "state", "group", "hand"]
    text = " ".join(words[number % len(words)] for number in range(count))
    assert len(token_spans(text)) == count
    return text


def test_windows_of_512_with_50_are_the_printed_ones():
    text = plain_words(1600)
    spans = token_spans(text)
    number_at = {start: number for number, (start, _) in enumerate(spans, 1)}
    number_to = {end: number for number, (_, end) in enumerate(spans, 1)}
    # The first character of a word inside the text is the second of its token, which starts with the space.
    windows = [
        (number_at.get(chunk.start) or number_at[chunk.start - 1], number_to[chunk.end])
        for chunk in split_tokens(text, 512, 50)
    ]
    assert windows == [(1, 512), (463, 974), (925, 1436), (1387, 1600)]


def test_four_parts_with_and_without_overlap():
    assert pieces(split_words("A B C D", 2)) == ["A B", "C D"]
    assert pieces(split_words("A B C D", 2, 1)) == ["A B", "B C", "C D"]


# --- the contract -------------------------------------------------------------------------------------------


@given(texts(), sizes())
@example("ع\u200d" + FLAG * 3, (3, 0))
@example("a\u0301" * 5 + "\u0301" * 30, (7, 6))
def test_characters_keep_the_contract(text, size_and_overlap):
    assert_contract(text, split_characters(text, *size_and_overlap), *size_and_overlap)


@given(texts(), sizes(most=12))
@example("one \u0301two", (1, 0))
@example("a\u200d b", (1, 0))
@example("a\u200d \u0301b c\u200d\r\n\u0301d e", (2, 0))
@example("a\u200d \u0301b c\u200d\r\n\u0301d e", (3, 2))
def test_words_keep_the_contract(text, size_and_overlap):
    assert_contract(text, split_words(text, *size_and_overlap), *size_and_overlap, count_words)


@given(texts(), sizes(least=4), st.sampled_from(ENCODINGS))
@example("👍🏽عनि\r\t  x️ع\nع\u200d" + FLAG * 2, (6, 0), "gpt2")
@example(GAUGES, (7, 6), "gpt2")
@example("\U00010740" + "0", (4, 1), "cl100k_base")
def test_tokens_keep_the_contract(text, size_and_overlap, encoding):
    chunks = split_tokens(text, *size_and_overlap, encoding=encoding)
    assert_contract(text, chunks, *size_and_overlap, token_length(encoding))


@given(blank_text())
def test_blank_text_gives_nothing(text):
    assert [split(text, 5, 2) for split in SPLITTERS] == [[], [], []]


@given(texts(), sizes(least=4))
def test_without_overlap_every_visible_character_is_in_one_chunk(text, size_and_overlap):
    for split in SPLITTERS:
        chunks = split(text, size_and_overlap[0])
        assert "".join("".join(pieces(chunks)).split()) == "".join(text.split())


# --- windows ------------------------------------------------------------------------------------------------


def test_no_window_lies_inside_the_one_before():
    for length in range(400, 1001):
        chunks = split_characters("x" * length, 500, 50)
        assert len(chunks) == 1 + max(-(-(length - 500) // 450), 0)
        assert chunks[-1].end == length


def test_overlap_starts_before_the_last_end():
    chunks = split_characters("abcdefghij", 4, 2)
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(0, 4), (2, 6), (4, 8), (6, 10)]


def test_words_keep_the_white_space_of_the_text():
    assert pieces(split_words("  one\ttwo \r\n three  four ", 2)) == ["one\ttwo", "three  four"]


def test_unspaced_chinese_is_one_word():
    text = "检索增强生成由两步组成。第一步是检索。"
    assert pieces(split_words(text, 5)) == [text]
    assert len(split_characters(text, 5)) == 4


def test_a_line_end_of_two_characters_is_not_cut():
    assert [(chunk.start, chunk.end) for chunk in split_characters("ab\r\ncd", 3)] == [(0, 2), (4, 5), (5, 6)]
    assert pieces(split_characters("a" * 9 + "\r\n" + "b" * 9, 10)) == ["a" * 9, "b" * 8, "b"]


def test_a_family_survives_unless_it_is_longer_than_the_limit():
    text = "ab" + FAMILY + "cd"
    assert pieces(split_characters(text, 6)) == ["ab", FAMILY + "c", "d"]
    assert pieces(split_characters(text, 4)) == ["ab", FAMILY[:4], FAMILY[4:] + "cd"]
    assert all(FAMILY in chunk.text or not set(FAMILY) & set(chunk.text) for chunk in split_tokens(text * 9, 24))


# --- tokens -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_chunk_holds_half_a_character(encoding):
    chunks = split_tokens(GAUGES, 7, encoding=encoding)
    assert "\ufffd" not in "".join(pieces(chunks))
    assert_contract(GAUGES, chunks, 7, 0, token_length(encoding))


def test_a_window_that_encodes_longer_on_its_own_is_shrunk():
    text, starts = load_text("chinese_technical"), token_starts(load_text("chinese_technical"))
    cuts = [*starts[0:-1:30], len(text)]
    naive = [count_tokens(text[a:b]) for a, b in pairwise(cuts)]
    assert sum(count > 30 for count in naive) == 10 and len(naive) == 54  # what counting windows alone would give
    assert max(count_tokens(chunk.text) for chunk in split_tokens(text, 30)) == 30


def test_control_tokens_are_text():
    text = "the marker <|endoftext|> ends a file"
    assert "".join(pieces(split_tokens(text, 4))).replace(" ", "") == text.replace(" ", "")


def test_starts_and_shared_tokens_are_exact():
    text = load_text("maintenance_prose")
    chunks = split_tokens(text, 12, 4)
    assert chunks[0].start == 0
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    shared = [count_tokens(text[b.start : a.end]) for a, b in pairwise(chunks)]
    assert max(shared) == 4


def test_a_character_that_does_not_fit_is_named():
    with pytest.raises(ValueError) as error:
        split_tokens("The 🌊 rose.", 2)
    assert str(error.value) == (
        "chunk_size=2 cannot hold '🌊', which alone is 3 tokens in cl100k_base; use a chunk_size of at least 3"
    )
    assert pieces(split_tokens("The 🌊 rose.", 3)) == ["The", "🌊", "rose."]


def test_a_lone_surrogate_passes_through():
    for split in SPLITTERS:
        assert "\ud83c" in pieces(split("a \ud83c b", 4))[0]


# --- arguments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", SPLITTERS)
@pytest.mark.parametrize(
    ("sizes", "error", "message"),
    [
        ((0,), ValueError, "chunk_size=0 must be at least 1"),
        ((5, -1), ValueError, "chunk_overlap=-1 must be at least 0"),
        ((20, 20), ValueError, "chunk_overlap=20 must be smaller than chunk_size=20"),
        ((50, 60), ValueError, "chunk_overlap=60 must be smaller than chunk_size=50"),
        ((2.5,), TypeError, "chunk_size must be an int, not float"),
        ((5, True), TypeError, "chunk_overlap must be an int, not bool"),
    ],
)
def test_sizes_that_cannot_work_are_refused_for_any_text(split, sizes, error, message):
    for text in ("", "some text"):
        with pytest.raises(error) as found:
            split(text, *sizes)
        assert str(found.value).startswith(message)


@pytest.mark.parametrize("split", SPLITTERS)
def test_other_arguments_that_cannot_work(split):
    with pytest.raises(TypeError, match="text must be a str or a Document, not bytes; decode it first"):
        split(b"some text", 5)
    with pytest.raises(TypeError, match="metadata must be a mapping, not list"):
        split("some text", 5, metadata=[1])


def test_an_unknown_encoding_is_refused_for_any_text():
    for text in ("", "some text"):
        with pytest.raises(ValueError, match="unknown encoding 'cl100k'; choose 'cl100k_base'"):
            split_tokens(text, 5, encoding="cl100k")


@pytest.mark.parametrize("split", SPLITTERS)
def test_a_chunk_carries_its_source_and_metadata_of_its_own(split):
    given_metadata = {"author": "Osei"}
    chunks = split(Document("one two three four five six", source="a.txt"), 4, metadata=given_metadata)
    assert len(chunks) > 1
    assert all(chunk.metadata == {"source": "a.txt", "author": "Osei"} for chunk in chunks)
    assert len({id(chunk.metadata) for chunk in chunks} | {id(given_metadata)}) == len(chunks) + 1


@pytest.mark.parametrize("split", SPLITTERS)
def test_the_same_text_gives_the_same_ids_and_equal_passages_differ(split):
    text = "same words here. " * 20
    ids = [chunk.id for chunk in split(text, 17)]
    assert ids == [chunk.id for chunk in split(text, 17)]
    assert len(set(ids)) == len(ids) > 1


# --- time and memory ----------------------------------------------------------------------------------------

LONG = {
    "paragraphs": lambda n: (load_text("maintenance_prose") + "\n\n") * (n // 3000),
    "one line": lambda n: load_text("maintenance_prose").replace("\n", " ") * (n // 3000),
    "no separator": lambda n: "x" * n,
    "line ends": lambda n: "\n" * n,
    "Chinese": lambda n: load_text("chinese_technical") * (n // 1450),
    "flags": lambda n: FLAG * (n // 20),
    "marks": lambda n: "a" + "\u0301" * (n // 10),
}


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize(("split", "size"), [(split_characters, 500), (split_words, 100), (split_tokens, 100)])
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(split, size, kind):
    small, large = (LONG[kind](n) for n in (30_000, 300_000))
    assert_in_step(lambda: split(small, size, size // 10), lambda: split(large, size, size // 10))


@pytest.mark.parametrize(("split", "size"), [(split_characters, 500), (split_words, 100), (split_tokens, 500)])
def test_memory_is_a_small_multiple_of_the_text(split, size):
    text = load_text("alarm_codes") * 400
    split(text[:5000], size)
    start()
    split(text, size, 50)
    peak = get_traced_memory()[1]
    stop()
    assert peak < 6 * len(text)
