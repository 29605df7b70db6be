"""The recursive splitter: the contract, line ends, separators of every kind, the faults seen elsewhere, errors."""

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
