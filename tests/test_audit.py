"""Audits: what is lost, rewritten or misplaced, and the advice beyond the verdict."""

from __future__ import annotations

import builtins
import time
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons import Audit, Chunk, Document, audit
from ragchunk_lessons.corpora import DEFINITION, load_text
from ragchunk_lessons.findings import Finding, Gap

TEN = " ".join(f"{number}th" for number in range(100, 200))  # no word twice


def ngrams(text, n, overlap):
    """The loop that asks whether a whole window still fits."""
    words = text.split()
    return [" ".join(words[at : at + n]) for at in range(0, len(words) - n + 1, n - overlap)]


def slices(text, *spans):
    return [Chunk(text[start:end], start, end) for start, end in spans]


def numbers(findings):
    return [finding.number for finding in findings]


# --- the verdict ---------------------------------------------------------------------------------------------------


def test_the_tail_of_the_definition_is_lost():
    result = audit(DEFINITION, ngrams(DEFINITION, 8, 3))
    assert not result.ok
    assert result.lost == [Gap(260, 276, "to a RAG system.")]
    assert result.lost[0].characters == result.lost_characters == 13
    assert result.coverage == pytest.approx(1 - 13 / 235)  # 276 characters, 41 of them spaces
    assert (result.rewritten, result.misplaced) == ([], [])
    assert repr(result) == "Audit(ok=False, coverage=94.5 %, lost=1 span, 13 characters: 'to a RAG system.')"


def test_a_whole_set_of_chunks_is_ok():
    result = audit("One. Two.", ["One.", "Two."], chunk_size=4, chunk_overlap=0)
    assert isinstance(result, Audit)
    assert (result.ok, result.coverage, result.lost) == (True, 1.0, [])
    assert repr(result) == "Audit(ok=True, coverage=100 %, 2 chunks)"


@pytest.mark.parametrize(("text", "coverage"), [("", 1.0), (" \n\t", 1.0), ("x", 0.0)])
def test_no_chunks_at_all(text, coverage):
    result = audit(text, [])
    assert (result.coverage, result.ok) == (coverage, coverage == 1.0)


def test_white_space_between_chunks_is_not_lost():
    assert audit("  one \n\n two\t", slices("  one \n\n two\t", (2, 5), (9, 12))).ok


def test_each_gap_is_one_span_without_its_white_space():
    text = "zero one two three four five"
    result = audit(text, slices(text, (5, 8), (19, 23)))
    assert result.lost == [Gap(0, 4, "zero"), Gap(9, 18, "two three"), Gap(24, 28, "five")]
    assert result.coverage == pytest.approx(7 / 23)


def test_a_loss_never_rounds_away():
    text = "x" * 100_000
    assert "coverage=99.9 %" in repr(audit(text, slices(text, (0, 99_999))))
    assert "coverage=0.1 %" in repr(audit(text, slices(text, (0, 1))))


def test_sentences_that_are_left_out_are_each_lost():
    sentences = [f"Number {name} stands here." for name in ("one", "two", "three", "four", "five")]
    result = audit(" ".join(sentences), [f"{sentences[0]} {sentences[3]}", sentences[1]])
    assert [gap.text for gap in result.lost] == [sentences[2], sentences[4]]
    assert result.rewritten == []


def test_a_position_that_was_searched_for_afterwards_leaves_a_gap():
    result = audit("ok no\n\nok", [{"text": "ok no", "start": 0}, {"text": "ok", "start": 0}])
    assert result.lost == [Gap(7, 9, "ok")]
    assert numbers(result.inside) == [1]


def test_one_place_for_three_sentences_is_lost_and_repeated():
    text = "Paid. Due. Due. Due."
    result = audit(text, [{"text": "Paid.", "start": 0}, *[{"text": "Due.", "start": 6}] * 3])
    assert result.lost == [Gap(11, 20, "Due. Due.")]
    assert numbers(result.repeated) == [2, 3]
    assert audit(text, ["Paid.", "Due.", "Due.", "Due."]).ok


@pytest.mark.parametrize(
    ("start", "end", "detail"),
    [
        (1, 4, "claims [1:4]; the text stands at [4:7]"),
        (-1, 2, "claims [-1:2], which starts before the source; the text stands at [4:7]"),
        (6, 9, "claims [6:9], which runs past the end of the source at 7; the text stands at [4:7]"),
        (5, 2, "claims [5:2], which ends before it starts; the text stands at [4:7]"),
        (4, 9, "claims [4:9], which runs past the end of the source at 7; the text stands at [4:7]"),
        (4, 4, "claims [4:4]; the text stands at [4:7]"),
        (4, 6, "claims [4:6]; the text stands at [4:7]"),
    ],
)
def test_a_wrong_position_is_told_with_the_right_one(start, end, detail):
    result = audit("one two", [{"text": "one", "start": 0}, {"text": "two", "start": start, "end": end}])
    assert result.misplaced == [Finding(1, start, end, detail, 4)]
    assert (result.rewritten, result.lost, result.ok) == ([], [], False)


def test_a_negative_position_is_misplaced_even_if_the_text_is_nowhere():
    result = audit("one two", [{"text": "zzz", "start": -1}])
    assert numbers(result.misplaced) == numbers(result.rewritten) == [0]


@pytest.mark.parametrize(
    ("piece", "detail", "at"),
    [
        ("the cafe is open", "at 7: 'e is open' where the source has 'é is open'", 7),
        ("the café is", "at 11: nothing more where the source has ' open'", 11),
        ("the café is open now", "at 16: ' now' where the source has nothing more", 16),
    ],
)
def test_a_changed_text_is_told_with_its_first_difference(piece, detail, at):
    text = "the café is open"
    result = audit(text, [{"text": piece, "start": 0, "end": len(text)}])
    if piece == "the café is":  # a part of the passage it claims: it stands elsewhere than it says
        assert (result.rewritten, result.misplaced[0].at) == ([], 0)
        assert result.lost == [Gap(12, 16, "open")]
    else:
        assert result.rewritten == [Finding(0, 0, 16, detail, at)]
        assert result.lost == []


def test_words_left_out_inside_a_chunk_are_lost():
    text = "First sentence here. Second sentence gone. Third sentence here."
    result = audit(text, [{"text": "First sentence here. Third sentence here!", "start": 0, "end": len(text)}])
    assert numbers(result.rewritten) == [0]
    result = audit(text, [{"text": "First sentence hereThird sentence here.", "start": 0, "end": len(text)}])
    assert [gap.text for gap in result.lost] == [". Second sentence gone."]


@pytest.mark.parametrize("claimed", [True, False])
def test_white_space_that_was_changed_is_a_rewriting_and_says_so(claimed):
    text = "all:\n\tmake  it"
    piece = "all: make it"
    result = audit(text, [{"text": piece, "start": 0, "end": len(text)} if claimed else piece])
    assert result.rewritten == [
        Finding(0, 0, 14, r"white space only, at 4: ' make it' where the source has '\n\tmake  it'", 4)
    ]
    assert (result.lost, result.misplaced) == ([], [])


def test_a_plain_string_that_was_changed_is_found_by_what_is_alike():
    text = load_text("rag_three_paragraphs")
    pieces = [text[at : at + 150] for at in range(0, len(text), 150)]
    pieces[2] = pieces[2][:70] + "Ω" + pieces[2][71:]
    result = audit(text, pieces)
    assert [(finding.number, finding.start, finding.at) for finding in result.rewritten] == [(2, 300, 370)]
    assert (result.lost, result.misplaced) == ([], [])


def test_a_text_that_is_nowhere_covers_nothing():
    result = audit("The pump is old. The valve is new.", ["THE PUMP IS OLD.", "The valve is new."])
    assert result.rewritten == [Finding(0, None, None, "not in the source: 'THE PUMP IS OLD.'")]
    assert result.lost == [Gap(0, 16, "The pump is old.")]


def test_a_context_in_front_is_no_rewriting_and_counts_for_the_size():
    text = "x" * 60 + " " + "y" * 39
    chunks = [Chunk("Guide > Setup: " + text[:60], 0, 60), Chunk(text[61:], 61, 100)]
    result = audit(text, chunks, chunk_size=60)
    assert (result.lost, result.rewritten, result.misplaced) == ([], [], [])
    assert result.oversize == [Finding(0, 0, 60, "75 long, limit 60")]
    assert not result.ok


def test_a_text_that_stands_a_space_away_is_misplaced_and_not_rewritten():
    result = audit("one two three", [Chunk(" two", 4, 8), Chunk("one", 0, 3), Chunk("three", 8, 13)])
    assert (numbers(result.misplaced), result.misplaced[0].at, result.rewritten) == ([0], 3, [])


def test_an_empty_claim_is_not_a_context():
    assert numbers(audit("one two", [Chunk("one two", 3, 3)]).misplaced) == [0]


def test_a_blank_chunk_is_blank_and_nothing_else():
    result = audit("one\n\ntwo", ["one", "", Chunk("\n\n", 3, 5), "two"])
    assert result.ok
    assert numbers(result.blank) == [1, 2]


def test_the_size_is_counted_in_the_unit_that_was_given():
    result = audit("one two three", ["one two three"], chunk_size=2, length_function=lambda text: len(text.split()))
    assert result.oversize == [Finding(0, 0, 13, "3 long, limit 2")]
    assert audit("one two three", ["one two three"]).oversize == []


def test_without_a_question_nothing_slow_is_done(monkeypatch):
    calls = []
    real = builtins.__import__

    def watched(name, *rest, **named):
        calls.append(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", watched)
    result = audit(DEFINITION, [DEFINITION], 10, 5, length_function=lambda text: calls.append("length") or len(text))
    assert (result.lost, result.coverage) == ([], 1.0)
    assert not {"length", "nupunkt", "tiktoken"} & set(calls)
    assert not result.ok
    assert calls.count("length") == 1
    assert not result.ok and len(result.oversize) == 1
    assert calls.count("length") == 1  # worked out once


# --- chunks of any make --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["start", "start_index", "start_char_idx"])
def test_dicts_with_a_position(key):
    text = "one two"
    assert audit(text, [{"text": "one", key: 0}, {"text": "two", key: 4}]).ok
    assert numbers(audit(text, [{"text": "one", key: 0}, {"text": "two", key: 3}]).misplaced) == [1]


def test_the_real_langchain_splitter():
    splitters = pytest.importorskip("langchain_text_splitters")
    text = load_text("rag_three_paragraphs")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=50, add_start_index=True)
    documents = splitter.create_documents([text])
    result = audit(text, documents, 200, 50)
    assert result.ok
    assert len(result.chunks) == 6
    assert result.overlaps == [47, 0, 47, 0, 46]  # 50 was asked for
    documents[3].metadata["start_index"] += 1
    assert numbers(audit(text, documents).misplaced) == [3]
    documents[3].metadata.clear()
    assert audit(text, documents).ok


def test_a_document_is_a_source():
    result = audit(Document("one two", source="a.txt"), ["one", "two"])
    assert result.ok
    assert result.document.source == "a.txt"


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((b"one", ["one"]), TypeError, "text must be a str or a Document, not bytes"),
        (("one", "one"), TypeError, "chunks must be a list of chunks, not str"),
        (("one", [3]), TypeError, "chunk 0 is a int without a text"),
        (("one", [], 0), ValueError, "chunk_size=0 must be at least 1"),
        (("one", [], 2.5), TypeError, r"chunk_size must be an int or None, not float \(2.5\)"),
        (("one", [], 5, -1), ValueError, "chunk_overlap=-1 must be at least 0"),
        (("one", [], 5, 1, 3), TypeError, "length_function must be callable, such as len, not int"),
    ],
)
def test_bad_input_is_named(arguments, kind, message):
    with pytest.raises(kind, match=message):
        audit(*arguments)


# --- properties ----------------------------------------------------------------------------------------------------


@st.composite
def covers(draw, text=TEN, most=8):
    """Spans that cover a text, in order, none inside another."""
    inner = draw(st.lists(st.integers(1, max(len(text) - 1, 1)), max_size=most, unique=True))
    edges = sorted({0, len(text), *inner})
    spans = []
    for start, end in pairwise(edges):
        end = min(end + draw(st.integers(0, 6)), len(text))
        if not spans or end > spans[-1][1]:
            spans.append((start, end))
    return spans


@given(texts(), st.data())
def test_slices_that_cover_a_text_are_ok(text, data):
    assume(text)
    chunks = slices(text, *data.draw(covers(text)))
    result = audit(text, chunks)
    assert result.ok, result.report(advice=False)
    assert result.coverage == 1.0
    assert [(chunk.start, chunk.end) for chunk in result.chunks] == [(chunk.start, chunk.end) for chunk in chunks]


@given(texts(), st.data())
def test_what_only_one_chunk_held_is_lost_without_it(text, data):
    assume(text)
    spans = data.draw(covers(text))
    gone = data.draw(st.integers(0, len(spans) - 1))
    rest = spans[:gone] + spans[gone + 1 :]
    held = {at for start, end in rest for at in range(start, end)}
    lost = {at for at, char in enumerate(text) if at not in held and not char.isspace()}
    result = audit(text, slices(text, *rest))
    found = {at for gap in result.lost for at in range(gap.start, gap.end) if not text[at].isspace()}
    assert found == lost
    assert result.ok == (not lost)
    assert result.lost_characters == len(lost)
    assert all(gap.text == text[gap.start : gap.end] == gap.text.strip() for gap in result.lost)
    assert len(result.lost) <= 1  # what one chunk held alone is one passage


@given(st.data())
def test_a_shifted_chunk_is_misplaced(data):
    spans = data.draw(covers())
    chunks = slices(TEN, *spans)
    number = data.draw(st.integers(0, len(chunks) - 1))
    start, end = spans[number]
    assume(end - start >= 6)  # long enough to stand once in the text
    shift = data.draw(st.integers(-start, 40).filter(bool))
    chunks[number] = Chunk(TEN[start:end], start + shift, end + shift)
    result = audit(TEN, chunks)
    assert numbers(result.misplaced) == [number]
    assert result.misplaced[0].at == start
    assert (result.rewritten, result.lost, result.ok) == ([], [], False)


@given(st.data())
def test_a_changed_character_is_a_rewriting(data):
    spans = data.draw(covers())
    number = data.draw(st.integers(0, len(spans) - 1))
    start, end = spans[number]
    at = data.draw(st.integers(start, end - 1))
    chunks = slices(TEN, *spans)
    text = chunks[number].text
    chunks[number] = Chunk(text[: at - start] + "Ω" + text[at - start + 1 :], start, end)
    result = audit(TEN, chunks)
    assert [(finding.number, finding.at) for finding in result.rewritten] == [(number, at)]
    assert (result.misplaced, result.lost, result.ok) == ([], [], False)


# --- speed ---------------------------------------------------------------------------------------------------------


def test_a_long_text_takes_no_time():
    text = "Some words of a long text. " * 200_000
    chunks = [Chunk(text[at : at + 550], at, min(at + 550, len(text))) for at in range(0, len(text), 500)]
    start = time.process_time()
    result = audit(text, chunks, 600, 50)
    assert result.ok and len(result.chunks) == 10_800
    assert time.process_time() - start < 3  # a tenth of it on an idle core; comparing every pair would take minutes
