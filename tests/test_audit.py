"""Audits: what is lost, rewritten or misplaced, and the advice beyond the verdict."""

from __future__ import annotations

import builtins
import re

import numpy as np
import pytest
from chunk_makers import ngrams, numbers, slices

from ragchunk_lessons import Audit, Chunk, Document, audit
from ragchunk_lessons.auditing.findings import Finding, Gap
from ragchunk_lessons.corpora import DEFINITION, load_text

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
        (-1, 2, "claims [-1:2], and -1 means not found in LangChain; the text stands at [4:7]"),
        (-2, 1, "claims [-2:1], which starts before the source; the text stands at [4:7]"),
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
        ("  the café is opened", "at 16: 'ed' where the source has nothing more", 16),
        ("the\ncafé isnt open", "at 12: 'nt open' where the source has 'open'", 12),
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


INVENTED = "Nobody ever said this."


def test_a_sentence_that_nobody_said_is_no_context_of_a_full_stop():
    text = "The pump is open. Stop it."
    result = audit(text, [Chunk(text[:25], 0, 25), Chunk(INVENTED, 25, 26)])
    detail = "at 25: 'Nobody ever sai…' where the source has '.'"
    assert result.rewritten == [Finding(1, 25, 26, detail, 25)]
    assert (result.ok, result.lost, result.misplaced, result.contexts) == (False, [], [], [])


@pytest.mark.parametrize(
    ("context", "start", "end", "accepted"),
    [
        ("Guide > Setup: ", 18, 26, True),
        ("| a | b |\n", 18, 26, True),
        ("标题：", 18, 26, True),  # a full-width colon needs no space
        ("Setup>", 18, 26, True),
        ("Re", 18, 26, False),  # inside a word
        ("e\u0301", 18, 26, False),
        ("Nobody. ", 25, 26, False),  # a full stop alone has no word
        ("| a |\n", 25, 26, True),  # a table row of signs below its header
        ("| a |\r\n", 25, 26, True),
    ],
)
def test_what_may_stand_in_front_of_a_passage(context, start, end, accepted):
    text = "The pump is open. Stop it."
    result = audit(text, [Chunk(text[:start], 0, start), Chunk(context + text[start:end], start, end)])
    assert result.ok == accepted
    assert numbers(result.contexts) == [1] * accepted
    assert numbers(result.rewritten) == [1] * (not accepted)
    assert (result.lost, result.misplaced) == ([], [])


@pytest.mark.parametrize(
    ("text", "start", "detail"),
    [
        ("The pump is open. Stop it.", 18, "claims [18:26]; the text stands at [0:26]"),
        ("The pump is open.", 9, "claims [9:17]; the text stands at [0:17]"),
    ],
)
def test_a_passage_that_starts_further_in_front_than_it_claims_is_misplaced_and_not_lost(text, start, detail):
    for chunk in (Chunk(text, start, len(text)), {"text": text, "start": start, "end": len(text)}):
        result = audit(text, [chunk])
        assert result.misplaced == [Finding(0, start, len(text), detail, 0)]
        assert result.chunks[0].spans == ((0, len(text)),)
        assert (result.lost, result.rewritten, result.contexts, result.ok) == ([], [], [], False)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("pump pump pump", ["pump", "pump pump"]),
        ("No. No. No.", ["No.", "No. No."]),
        ("ok no\n\nok", ["ok no", "ok"]),
        ("Paid. Due. Due. Due.", ["Paid.", "Due.", "Due.", "Due."]),
        ("no no no", ["no no", "no no"]),
    ],
)
def test_a_text_that_repeats_itself_is_not_called_lost(text, pieces):
    result = audit(text, pieces)
    assert (result.ok, result.coverage, result.repeated) == (True, 1.0, [])
    assert audit(text, pieces[:-1]).lost_characters > 0


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


# --- what is given ---------------------------------------------------------------------------------------------------


def test_a_document_is_a_source():
    result = audit(Document("one two", source="a.txt"), ["one", "two"])
    assert result.ok
    assert result.document.source == "a.txt"


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((b"one", ["one"]), TypeError, "text must be a str or a Document, not bytes"),
        (("one", "one"), TypeError, "chunks must be a list of chunks, not str"),
        (("one", [3]), TypeError, "chunk 0 is an int without a text"),
        (("one", [], 0), ValueError, "chunk_size=0 must be at least 1"),
        (("one", [], 2.5), TypeError, r"chunk_size must be an int or None, not float \(2.5\)"),
        (("one", [], 5, -1), ValueError, "chunk_overlap=-1 must be at least 0"),
        (("one", [], 5, 1, 3), TypeError, "length_function must be callable, such as len, not int"),
    ],
)
def test_bad_input_is_named(arguments, kind, message):
    with pytest.raises(kind, match=message):
        audit(*arguments)


@pytest.mark.parametrize(
    ("returned", "kind"),
    [
        (None, TypeError),
        ("12", TypeError),
        (True, TypeError),
        (float("nan"), ValueError),
        (-1, ValueError),
        (np.int64(-1), ValueError),
    ],
)
def test_a_length_that_is_none_is_named(returned, kind):
    result = audit("one two four", ["one two four"], chunk_size=12, length_function=lambda text: returned)
    message = (
        f"length_function returned {returned!r} for a text of 12 characters; it must return a number of at least 0"
    )
    with pytest.raises(kind, match=re.escape(message)):
        result.ok  # noqa: B018
    overlapping = audit("one two", slices("one two", (0, 5), (4, 7)), length_function=lambda text: returned)
    with pytest.raises(kind, match="for a text of 1 character; it must"):
        overlapping.overlaps  # noqa: B018


@pytest.mark.parametrize("length", [np.int64(3), np.float32(3), 3.0, 0])
def test_numbers_of_any_make_are_lengths(length):
    assert audit("one", ["one"], chunk_size=3, length_function=lambda text: length).ok


def test_whole_numbers_of_any_make_are_sizes():
    result = audit("one two", [{"text": "one two", "start": np.int64(0)}], np.int64(3), np.int32(1))
    assert (result.chunk_size, result.chunk_overlap) == (3, 1)
    assert (type(result.chunk_size), type(result.chunk_overlap)) == (int, int)
    assert result.oversize == [Finding(0, 0, 7, "7 long, limit 3")]
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        audit("one", [], np.int64(0))
    with pytest.raises(TypeError, match=r"chunk_size must be an int or None, not bool \(True\)"):
        audit("one", [], True)


def test_true_is_no_position():
    with pytest.raises(TypeError, match=r"chunk 0: start must be a whole number, not bool \(True\)"):
        audit("one", [{"text": "ne", "start": True}])
    with pytest.raises(TypeError, match=r"chunk 0: end must be a whole number, not bool \(True\)"):
        audit("one", [{"text": "o", "start": 0, "end": True}])


def test_a_recipe_is_audited_with_the_overlap_it_was_asked():
    result = audit("one two", slices("one two", (0, 5), (3, 7)), 5, 50)
    assert result.ok
    assert "overlap: asked 50, given 2 at 1 seam" in result.report()
