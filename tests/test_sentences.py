"""Where sentences end, and chunks of whole sentences."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest
from contract import assert_contract
from growth import assert_in_step
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import blank_text, plain_text, sizes, texts

from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.graphemes import is_boundary
from ragchunk_lessons.lengths import count_tokens, count_words, token_length
from ragchunk_lessons.splitters import sentences
from ragchunk_lessons.splitters.sentences import sentence_spans, split_sentences


def sentences_of(text):
    return [text[start:end] for start, end in sentence_spans(text)]


def starts_of(text):
    return [start for start, _ in sentence_spans(text)]


def pieces(chunks):
    return [chunk.text for chunk in chunks]


# --- where sentences end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "right", "cases"), [("en", 34, 40), ("zh", 10, 12)])
def test_how_many_hand_marked_texts_are_cut_right(language, right, cases):
    rows = load_json("sentence_boundaries")[language]
    assert len(rows) == cases
    assert (
        sum(
            [part.strip() for part in row.split("|")] == [s.strip() for s in sentences_of(row.replace("|", ""))]
            for row in rows
        )
        == right
    )


def test_abbreviations_and_decimals_end_no_sentence():
    text = "The fee is $3.50 per visit. Dr. Osei (cf. Fig. 2) approved it. U.S. visitors pay more."
    assert sentences_of(text) == [
        "The fee is $3.50 per visit. ",
        "Dr. Osei (cf. Fig. 2) approved it. ",
        "U.S. visitors pay more.",
    ]


def test_equal_sentences_keep_their_own_places():
    assert starts_of("Paid. Due. Due. Due.") == [0, 6, 11, 16]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_blank_line_ends_a_sentence_in_every_style(end):
    text = f"A title{end}{end}The text{end}goes on{end} \t{end}{end}and on"
    assert [part.split() for part in sentences_of(text)] == [
        ["A", "title"],
        ["The", "text", "goes", "on"],
        ["and", "on"],
    ]


@given(plain_text() | st.text(alphabet="aB .!?…,。\n", max_size=30), st.sampled_from(["\r\n", "\r"]))
@example("Hello. …\n\n\n", "\r\n")
@example("One.\n\n\nTwo …\nThree. Four.\n", "\r\n")
def test_every_style_of_line_end_is_cut_at_the_same_places(text, end):
    assume("\r" not in text)
    other = [part.replace(end, "\n") for part in sentences_of(text.replace("\n", end))]
    assert other == sentences_of(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先断电。再检查！好了吗？好。", ["先断电。", "再检查！", "好了吗？", "好。"]),
        ("他问：“泵停了吗？”没人答。", ["他问：“泵停了吗？”", "没人答。"]),
        ("（详见附录。）下一步。", ["（详见附录。）", "下一步。"]),
        ("“停了吗？”，他问。", ["“停了吗？”，他问。"]),
        ("等等……还没完。", ["等等……", "还没完。"]),
        ("什么？！真的。", ["什么？！", "真的。"]),
        ('他说："好。走吧。"然后走了。"再见。"', ['他说："好。', '走吧。"', "然后走了。", '"再见。"']),
        ("温度是 82.5℃。Pump 3 stopped. It is hot.", ["温度是 82.5℃。", "Pump 3 stopped. ", "It is hot."]),
    ],
)
def test_full_width_stops_and_the_quotes_behind_them(text, expected):
    assert sentences_of(text) == expected


@given(texts())
@example("Stop. \u0301It goes on. \u200d\U0001f1e9\U0001f1ea\U0001f1e9\U0001f1ea。Yes.")
def test_the_spans_touch_and_cover_the_text(text):
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end and is_boundary(text, start) for start, end in spans)


def test_blank_text_is_one_span_and_empty_text_none():
    assert sentence_spans("") == []
    assert sentence_spans(" \n\n ") == [(0, 4)]
    assert sentence_spans(Document("One. Two.")) == [(0, 5), (5, 9)]


def test_a_lone_surrogate_passes_through():
    assert sentences_of("One \ud83c. Two.") == ["One \ud83c. ", "Two."]


def test_what_is_not_a_text_is_refused():
    with pytest.raises(TypeError, match="text must be a str or a Document, not int"):
        sentence_spans(5)


def test_without_nupunkt_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nupunkt", None)
    with pytest.raises(ImportError, match="finding sentences needs nupunkt; run `pip install nupunkt`"):
        sentences._punkt.__wrapped__()


# --- chunks of whole sentences ------------------------------------------------------------------------------

LENGTHS = {
    "characters": len,
    "words": count_words,
    "tokens": token_length("cl100k_base"),
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "different characters": lambda text: len(set(text)),
    "always one": lambda text: 1,
}


@pytest.mark.parametrize("unit", LENGTHS)
@given(text=texts(), size_and_overlap=sizes())
def test_sentences_keep_the_contract(unit, text, size_and_overlap):
    size, overlap = size_and_overlap
    assume(unit not in ("tokens", "bytes") or size >= 4)  # one character has up to four of them
    chunks = split_sentences(text, size, overlap, length_function=LENGTHS[unit])
    assert_contract(text, chunks, size, overlap, LENGTHS[unit])


@given(blank_text())
def test_blank_text_gives_nothing(text):
    assert split_sentences(text, 5) == []


@given(plain_text(), sizes(least=10, most=200))
def test_as_many_sentences_as_fit(text, size_and_overlap):
    size, overlap = size_and_overlap
    spans = [(start, len(text[:end].rstrip())) for start, end in sentence_spans(text) if text[start:end].strip()]
    assume(all(end - start <= size for start, end in spans))
    chunks = split_sentences(text, size, overlap)
    ends = [end for _, end in spans]
    assert {chunk.end for chunk in chunks} <= set(ends)
    for chunk in chunks[:-1]:
        assert ends[ends.index(chunk.end) + 1] - chunk.start > size


def test_the_overlap_is_whole_sentences_or_none():
    text = "It rains. The road is wet. Drive slowly. Stop."
    assert pieces(split_sentences(text, 30, 20)) == [
        "It rains. The road is wet.",
        "The road is wet.\u0020Drive slowly.",
        "Drive slowly. Stop.",
    ]
    assert pieces(split_sentences(text, 30, 10)) == ["It rains. The road is wet.", "Drive slowly. Stop."]


def test_eight_sentences_of_52_characters_share_nothing_at_30():
    text = " ".join(f"Pump number {number} was drained and cleaned last Saturday." for number in range(1, 9))
    chunks = split_sentences(text, 110, 30)
    assert len(chunks) == 4
    assert all(before.end < after.start for before, after in pairwise(chunks))
    shared = split_sentences(text, 160, 60)
    assert [before.end - after.start for before, after in pairwise(shared)] == [52] * (len(shared) - 1)


def test_a_sentence_that_is_too_long_is_cut_at_words():
    long = (
        "the fitter counts the drops, writes the number down, and comes back an hour later to count them all over again"
    )
    text = f"First. {long.capitalize()}. Last."
    chunks = split_sentences(text, 60)
    assert_contract(text, chunks, 60, 0)
    assert {word.strip(",.") for chunk in chunks for word in chunk.text.split()} == {
        w.strip(",.") for w in text.split()
    }
    assert max(len(chunk.text) for chunk in split_sentences("x" * 1000, 60)) == 60


def test_chinese_is_cut_at_stops():
    text = (
        "泵房里有五台水泵，每台各有脾气。新来的钳工每周巡检一次。"
        "巡检的次序从不改变，漏记一项马上就能看出来。读数不带单位等于没有。"
    )
    assert all(chunk.text.endswith("。") for chunk in split_sentences(text, 40))


def test_tokens_of_prose():
    text = load_text("maintenance_prose")
    chunks = split_sentences(text, 100, 30, length_function=count_tokens)
    assert_contract(text, chunks, 100, 30, count_tokens)
    assert all(chunk.text[-1] in '.”"' for chunk in chunks)


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(ValueError, match="chunk_overlap=60 must be smaller than chunk_size=50"):
        split_sentences("", 50, 60)
    with pytest.raises(TypeError, match="length_function must be callable"):
        split_sentences("", 50, length_function=5)
    with pytest.raises(ValueError, match="single character"):
        split_sentences("ab", 1, length_function=lambda text: 2 * len(text))


def test_a_chunk_carries_its_source_and_metadata_of_its_own():
    chunks = split_sentences(Document("One is red. Two is blue.", source="a.txt"), 15, metadata={"page": 3})
    assert [chunk.metadata for chunk in chunks] == [{"source": "a.txt", "page": 3}] * 2
    assert chunks[0].metadata is not chunks[1].metadata
    assert len({chunk.id for chunk in chunks}) == 2


# --- time ---------------------------------------------------------------------------------------------------

LONG = {
    "paragraphs": lambda n: (load_text("maintenance_prose") + "\n\n") * (n // 3000),
    "one line": lambda n: load_text("maintenance_prose").replace("\n", " ") * (n // 3000),
    "no separator": lambda n: "x" * n,
    "line ends": lambda n: "\n" * n,
    "Chinese": lambda n: load_text("chinese_technical") * (n // 1450),
    "Chinese without stops": lambda n: "检" * n,
    "exclamation marks": lambda n: "!" * n,
    "quotes": lambda n: '?"' * (n // 2),
    "small paragraphs": lambda n: "So.\n\n" * (n // 50),
}


@pytest.mark.parametrize("kind", LONG)
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(kind):
    small, large = (LONG[kind](n) for n in (30_000, 300_000))
    assert_in_step(lambda: split_sentences(small, 500, 100), lambda: split_sentences(large, 500, 100))


def test_a_length_that_never_grows_costs_few_measurements():
    calls = []
    text = load_text("maintenance_prose") * 30
    chunks = split_sentences(text, 10, length_function=lambda piece: calls.append(1) or 1)
    assert len(chunks) == 1
    assert len(calls) < len(sentence_spans(text)) + 40


def test_lines_of_several_styles_in_one_text_are_cut_at_the_same_places():
    text = "One.\r\nTwo is\rhere. Three.\n\r\n\r\nFour …\r\n\r\rFive.\r\n"
    assert [part.replace("\r\n", "\n").replace("\r", "\n") for part in sentences_of(text)] == sentences_of(
        text.replace("\r\n", "\n").replace("\r", "\n")
    )
    assert "".join(sentences_of(text)) == text


@pytest.mark.parametrize(
    ("length_function", "error", "message"),
    [
        (lambda text: None, TypeError, r"length_function must give a number, not NoneType \(None\)"),
        (str, TypeError, "length_function must give a number, not str"),
        (lambda text: float("nan"), ValueError, "length_function gives nan for 'It rains.'; a length must be"),
        (
            lambda text: -1,
            ValueError,
            "length_function gives -1 for 'It rains.'; a length must be a number of at least",
        ),
    ],
)
def test_a_length_that_is_none_is_refused_by_name(length_function, error, message):
    with pytest.raises(error, match=message):
        split_sentences("It rains. The road is wet.", 20, length_function=length_function)


def test_sizes_may_be_whole_numbers_of_numpy():
    np = pytest.importorskip("numpy")
    text = "One is red. Two is blue. " * 40
    assert split_sentences(text, np.int64(200), np.int64(30)) == split_sentences(text, 200, 30)
