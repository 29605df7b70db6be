"""The recursive splitter by example: separators, Chinese stops, joined characters, faults seen elsewhere."""

from __future__ import annotations

import re

import pytest
from contract import assert_contract
from hypothesis import given
from hypothesis import strategies as st
from strategies import plain_text, sizes

from ragchunk_lessons.lengths import token_length
from ragchunk_lessons.splitters.recursive import CJK_LADDER, LADDER, split_recursive


def spans(chunks) -> list[tuple[int, int]]:
    return [(chunk.start, chunk.end) for chunk in chunks]


def cut(text, *args, **knobs) -> list[str]:
    return [chunk.text for chunk in split_recursive(text, *args, **knobs)]


# --- separators -----------------------------------------------------------------------------------------------


def test_a_run_of_line_ends_is_matched_from_the_left():
    # Blank lines stand at 1 and 3; looking back from the right alone would find one at 4.
    assert spans(split_recursive("a\n\n\n\n\nb c d e", 8)) == [(0, 1), (6, 13)]
    assert cut("a\n\n\nb", 3, separators=["\n\n"], keep_separator="end") == ["a", "b"]


@pytest.mark.parametrize(
    ("keep", "chunks"),
    [("start", ["one", ", two", ", three"]), ("end", ["one,", "two,", "three"])],
)
def test_a_separator_opens_the_next_piece_or_closes_the_last_one(keep, chunks):
    assert cut("one, two, three", 7, separators=[","], keep_separator=keep) == chunks


def test_true_means_start():
    text = "one, two, three"
    assert cut(text, 7, separators=[","], keep_separator=True) == cut(text, 7, separators=[","])


@given(plain_text(), sizes(), st.sampled_from(["start", "end"]))
def test_a_pattern_for_a_literal_gives_the_chunks_of_the_literal(text, size_and_overlap, keep):
    patterns = [re.compile(re.escape(separator)) for separator in LADDER[:-1]]
    literal = split_recursive(text, *size_and_overlap, keep_separator=keep)
    assert split_recursive(text, *size_and_overlap, separators=patterns, keep_separator=keep) == literal


@pytest.mark.parametrize("keep", ["start", "end"])
def test_a_pattern_may_match_a_place_only(keep):
    knobs = {"separators": [re.compile(r"(?=\d)")], "keep_separator": keep}
    assert cut("room1 hall2 yard3", 6, **knobs) == ["room", "1 hall", "2 yard", "3"]


def test_nothing_behind_the_empty_separator_is_used():
    assert cut("one two three", 6, separators=["", " "]) == cut("one two three", 6, separators=[""])
    assert cut("one two three", 6, separators=[""]) == ["one tw", "o thre", "e"]


@pytest.mark.parametrize("separators", [(), ("",), ("|",), ("\n\n", "\n", " ")])
def test_the_ladder_ends_at_characters_whatever_it_holds(separators):
    assert cut("abcdefgh", 3, separators=separators) == ["abc", "def", "gh"]
    assert cut("abcdefgh", 3, 2, separators=separators) == ["abc", "bcd", "cde", "def", "efg", "fgh"]


def test_a_size_of_one_gives_single_characters():
    assert cut("ab c\nd", 1) == ["a", "b", "c", "d"]


CHINESE = (
    "洪水警报已于今晨发布，低洼地区的居民请立即撤离。车站和学校都已改作临时避难所，那里备有饮水和毛毯！"
    "返回家中之前，请等待正式通知；不要驾车通过被淹没的道路。如果需要帮助，请拨打热线电话，值班人员会回答您吗？"
)


@pytest.mark.parametrize("keep", ["start", "end"])
def test_chinese_is_cut_behind_its_stops(keep):
    sentences = re.findall("[^。！？]+[。！？]", CHINESE)
    assert len(sentences) == 4
    assert cut(CHINESE, 40, separators=CJK_LADDER, keep_separator=keep) == sentences
    # The default ladder knows no Chinese stop.
    assert sum(chunk[-1] in "。！？" for chunk in cut(CHINESE, 40)) == 1


def test_clauses_come_after_sentences():
    assert cut("甲甲，乙乙；丙丙，丁丁。", 6, separators=CJK_LADDER) == ["甲甲，乙乙；", "丙丙，丁丁。"]
    assert cut("甲甲、乙乙，丙丙。", 6, separators=CJK_LADDER) == ["甲甲、乙乙，", "丙丙。"]


def test_a_closing_quote_stays_with_its_stop():
    text = "他说：“水退了。”然后走了。她问：「真的吗？」没有人答。"
    assert cut(text, 11, separators=CJK_LADDER) == [
        "他说：“水退了。”",
        "然后走了。",
        "她问：「真的吗？」",
        "没有人答。",
    ]


def test_both_scripts_in_one_text():
    text = "We use v1.2 of it. 它读取 3.14 和 1,000。很快.然后停止! Then it all ends."
    assert cut(text, 21, separators=CJK_LADDER) == [
        "We use v1.2 of it.",
        "它读取 3.14 和 1,000。很快.",
        "然后停止!",
        "Then it all ends.",
    ]


# --- characters that people see as one ------------------------------------------------------------------------


@pytest.mark.parametrize("space", [" ", re.compile(" ")])
def test_a_separator_that_carries_a_mark_is_no_cut(space):
    assert cut("ab \u0301cd ef", 5, separators=[space], keep_separator="end") == ["ab \u0301c", "d", "ef"]
    assert cut("ab \u0301cd ef", 8, separators=[space], keep_separator="end") == ["ab \u0301cd", "ef"]
    far = "abcdef \u0301gh ij"
    assert cut(far, 5, separators=[space], keep_separator="end") == ["abcde", "f \u0301gh", "ij"]


@pytest.mark.parametrize(
    ("text", "size", "chunks"),
    [
        ("e\u0301" * 4, 3, ["e\u0301"] * 4),
        ("\U0001f1e8\U0001f1ed" * 3, 5, ["\U0001f1e8\U0001f1ed" * 2, "\U0001f1e8\U0001f1ed"]),
        ("ab \u0301cd", 3, ["ab", " \u0301c", "d"]),
        ("a\u200d b c", 4, ["a\u200d b", "c"]),  # nothing is cut behind a joiner
        ("a" + "\u0301" * 6 + "b", 3, ["a\u0301\u0301", "\u0301" * 3, "\u0301", "b"]),  # too long to stay whole
    ],
)
def test_characters_that_people_see_as_one(text, size, chunks):
    found = split_recursive(text, size)
    assert_contract(text, found, size)
    assert [chunk.text for chunk in found] == chunks


def test_a_lone_surrogate_passes_through():
    assert "".join(cut("\ud83c\udf0a" * 5, 4, separators=())) == "\ud83c\udf0a" * 5


# --- faults seen in other splitters ---------------------------------------------------------------------------


def test_fault_position_searched_for_afterwards():
    assert [chunk.start for chunk in split_recursive("ok no\n\nok", 8, 6)] == [0, 7]


def test_fault_limit_not_kept_because_separators_were_not_counted():
    for overlap in range(4):
        chunks = cut("aa  bb  cc  dd", 4, overlap)
        assert max(map(len, chunks)) <= 4
        assert chunks == ["aa", "bb", "cc", "dd"]


def test_fault_limit_not_kept_because_the_ladder_ended():
    address = "https://example.org/" + "a1b2c3d4/" * 22 + "end"
    assert len(address) == 221
    chunks = cut(address, 50, separators=("\n\n", "\n", " "))
    assert [len(chunk) for chunk in chunks] == [50, 50, 50, 50, 21]
    assert "".join(chunks) == address


@pytest.mark.parametrize(
    ("keep", "chunks"),
    [
        ("start", ["alpha", ",  beta", ";gamma", ",delta"]),
        ("end", ["alpha,", "beta ;", "gamma,", "delta"]),
    ],
)
def test_fault_pattern_glued_into_the_text(keep, chunks):
    text = "alpha,  beta ;gamma,delta"
    assert cut(text, 10, separators=[re.compile(r"\s*[,;]\s*")], keep_separator=keep) == chunks


def test_fault_overlap_equal_to_the_size():
    with pytest.raises(ValueError, match="chunk_overlap=20 must be smaller than chunk_size=20"):
        split_recursive("x" * 200, 20, 20)


def test_fault_character_cut_by_tokens():
    text = "Flood gauges 🌊🌊🌊 rose; 洪水警报已发布，请居民尽快撤离。" * 3
    tokens = token_length("cl100k_base")
    chunks = split_recursive(text, 7, 2, length_function=tokens)
    assert_contract(text, chunks, 7, 2, tokens)
    assert not [chunk for chunk in chunks if "\ufffd" in chunk.text]


def test_fault_tail_inside_the_chunk_before():
    for length in range(1, 120):
        text = "".join(chr(0x4E00 + number) for number in range(length))
        assert_contract(text, split_recursive(text, 50, 5), 50, 5)
