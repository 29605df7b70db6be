"""Audits of pipelines that clean their text: what may differ is said, positions stay, and nothing is hidden."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from chunk_makers import numbers, slices
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons import audit, split_recursive
from ragchunk_lessons.auditing.findings import Gap, Hidden
from ragchunk_lessons.auditing.normalizing import KINDS, View, read_patterns

SOURCE = "He said “no”.\n\nPage 3\n\nCafe\u0301 is  open.\n\nPage 4\n\nThe END."
CLEANED = ['He said "no".', "Café is open.\n\nThe end."]
EVERYTHING = {"normalize": KINDS, "ignore": re.compile(r"Page \d+")}


def test_a_cleaned_text_is_whole_and_says_what_was_overlooked():
    assert [finding.number for finding in audit(SOURCE, CLEANED).rewritten] == [0, 1]
    result = audit(SOURCE, CLEANED, **EVERYTHING)
    assert result.ok
    assert [chunk.spans for chunk in result.chunks] == [((0, 13),), ((23, 56),)]  # of the source
    assert [chunk.text for chunk in result.chunks] == CLEANED
    assert [(hid.kind, hid.chunks, hid.passages) for hid in result.hidden] == [
        ("nfc", 1, 0),
        ("quotes", 1, 0),
        ("case", 1, 0),
        ("whitespace", 1, 0),
        ("ignore", 1, 1),
    ]
    assert repr(result) == ("Audit(ok=True, coverage=100 %, 2 chunks, hidden=nfc, quotes, case, whitespace, ignore)")
    lines = result.report().split("\n")
    at = lines.index("hidden by ignore: 1 chunk, 1 passage in no chunk, 5 characters")
    assert lines[at + 1 : at + 3] == ["  [15:21] 'Page 3'", "  chunk 1 is without 'Page 4'"]
    at = lines.index("hidden by quotes: 1 chunk")
    assert lines[at + 1] == "  chunk 0: 'aid \"no\".' where the source has 'aid “no”.'"


def test_where_nothing_differs_nothing_is_hidden():
    result = audit("One. Two.", ["One.", "Two."], normalize=KINDS, ignore="Page")
    assert (result.hidden, result.ok) == ([], True)
    assert "hidden" not in repr(result) + result.report()
    assert audit("One.", ["One."]).hidden == []


@pytest.mark.parametrize("left_out", [*KINDS, "ignore"])
def test_each_kind_is_needed_for_its_own_difference(left_out):
    kinds = [kind for kind in KINDS if kind != left_out]
    result = audit(SOURCE, CLEANED, normalize=kinds, ignore=None if left_out == "ignore" else EVERYTHING["ignore"])
    assert not result.ok
    assert left_out not in [hid.kind for hid in result.hidden]


def test_claims_are_checked_and_reported_in_the_source():
    right = [{"text": CLEANED[0], "start": 0}, {"text": CLEANED[1], "start": 23, "end": 56}]
    result = audit(SOURCE, right, **EVERYTHING)
    assert (result.ok, [chunk.spans for chunk in result.chunks]) == (True, [((0, 13),), ((23, 56),)])
    only_start = audit(SOURCE, [right[0], {"text": CLEANED[1], "start": 23}], **EVERYTHING)
    assert only_start.ok  # the end of a shorter text says nothing
    wrong = audit(SOURCE, [{"text": CLEANED[0], "start": 2}, right[1]], **EVERYTHING)
    assert wrong.misplaced[0].detail == "claims [2:15]; the text stands at [0:13]"
    assert (wrong.misplaced[0].start, wrong.misplaced[0].end, wrong.misplaced[0].at) == (2, 15, 0)
    past = audit(SOURCE, [{"text": CLEANED[0], "start": 99}, right[1]], **EVERYTHING)
    assert past.misplaced[0].detail == (
        "claims [99:112], which runs past the end of the source at 56; the text stands at [0:13]"
    )


def test_what_really_differs_is_still_found_at_its_place():
    text = "“One” is here. “Two”  is here. “Three” is here."
    result = audit(text, ['"One" is here.', {"text": '"Two" is gone.', "start": 15, "end": 30}], normalize=KINDS)
    assert result.rewritten[0].at == text.index("here", 20)
    assert result.rewritten[0].detail == f"at {text.index('here', 20)}: 'gone.' where the source has 'here.'"
    assert result.lost == [Gap(31, 47, "“Three” is here.")]
    assert [hid.kind for hid in result.hidden] == ["quotes"]


def test_ignored_passages_may_be_there_or_not():
    text = "One.\nPage 1\nTwo.\nPage 2\nThree."
    pattern = re.compile(r"Page \d\n?")
    assert audit(text, ["One.\nTwo.\nThree."], ignore=pattern).ok
    assert audit(text, [text], ignore=pattern).hidden == []
    partly = audit(text, ["One.\nPage 1\nTwo.\nThree."], ignore=pattern)
    assert partly.ok
    assert [(hid.kind, hid.chunks) for hid in partly.hidden] == [("ignore", 1)]
    added = audit("One. Two.", ["One. [SEP] Two."], ignore="[SEP]")
    assert (added.ok, added.hidden[0].examples) == (True, ("chunk 0 has '[SEP]', which its passage has not",))
    lost = audit(text, ["One."], ignore=pattern)
    assert [gap.text for gap in lost.lost] == ["Two.", "Three."]
    assert lost.coverage == pytest.approx(4 / 14)
    exact = audit(text, slices(text, (0, 9), (9, 20), (20, len(text))), ignore=pattern)  # cut inside a page number
    assert (exact.ok, exact.hidden, [chunk.start for chunk in exact.chunks]) == (True, [], [0, 9, 20])


def test_an_ignored_passage_that_a_chunk_kept_is_its_own():
    text = "Page 1 One is “here”. Page 2 Two is “here”. Page 3"
    pieces = ['Page 1 One is "here".', 'Page 2 Two is "here". Page 3']
    result = audit(text, pieces, normalize="quotes", ignore=re.compile(r"Page \d"))
    assert [chunk.spans for chunk in result.chunks] == [((0, 21),), ((22, 50),)]
    assert [hid.kind for hid in result.hidden] == ["quotes"]  # nothing was left to ignore


def test_a_function_may_say_what_a_word_counts_as():
    result = audit("Straße  frei", ["STRASSE  FREI"], normalize=str.casefold)
    assert result.ok
    assert result.hidden == [Hidden("casefold", 1, examples=("chunk 0: 'STRASSE  ' where the source has 'Straße  f'",))]
    with pytest.raises(TypeError, match="normalize returned None for 'One'; it must return a str"):
        audit("One", ["One"], normalize=lambda word: None)


@pytest.mark.parametrize(
    ("named", "kind", "message"),
    [
        ({"normalize": "accents"}, ValueError, "normalize='accents' is not known; choose from nfc, quotes, case"),
        ({"normalize": ["nfc", 3]}, ValueError, "normalize=3 is not known"),
        ({"normalize": 3}, TypeError, "normalize must be one or several of nfc, quotes, case, whitespace"),
        ({"ignore": 3}, TypeError, "ignore must be a str, a compiled pattern or a list of them, not int"),
        ({"ignore": [re.compile(b"a")]}, TypeError, "ignore must be a str, a compiled pattern or a list"),
        ({"ignore": ""}, ValueError, "ignore='' would match everywhere"),
    ],
)
def test_bad_arguments_are_named(named, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        audit("One", ["One"], **named)


PATTERNS = read_patterns([re.compile(r"[。.]\s*"), "bc"])


@given(texts(), st.sets(st.sampled_from([*KINDS, str.casefold]), max_size=4), st.booleans(), st.data())
def test_spans_go_there_and_back(text, kinds, ignoring, data):
    view = View(text, tuple(kind for kind in (*KINDS, str.casefold) if kind in kinds), PATTERNS if ignoring else ())
    assert view.normal(text) == view.text
    start = data.draw(st.integers(0, len(view.text)))
    end = data.draw(st.integers(start, len(view.text)))
    low, high = view.to_source(start, end)
    assert 0 <= low <= high <= len(text)
    if start < end:
        assert view.to_view(low) <= start and view.to_view(high) >= end  # nothing of it is left outside
    places = [view.to_view(at) for at in range(len(text) + 1)]
    assert places == sorted(places) and places[-1] == len(view.text)


@given(texts(), st.data())
def test_slices_stay_ok_through_any_view(text, data):
    edges = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text)), max_size=5))})
    chunks = slices(text, *pairwise(edges))
    result = audit(text, chunks, normalize=KINDS, ignore=[*PATTERNS])
    assert result.ok, result.report(advice=False)
    assert result.hidden == []
    assert [(chunk.start, chunk.end) for chunk in result.chunks] == [(chunk.start, chunk.end) for chunk in chunks]


@given(texts())
def test_a_cleaned_whole_is_whole(text):
    view = View(text, KINDS, ())
    result = audit(text, [view.text], normalize=KINDS)
    assert result.ok, result.report(advice=False)
    assert numbers(result.rewritten) == []


_WORDS = ["“One”", "two", "cafe\u0301", "\u00e9t\u00e9", "水泵", "don’t", "No.", "no.", "E-17", "Page 7", "Page 12"]
_SPACES = [" ", "  ", "\n", "\n\n", "\t", "\u00a0"]


@st.composite
def cleaned(draw):
    """A text, and the chunks of a pipeline that cleaned it first: as strings, with their spans, with their starts."""
    parts = draw(st.lists(st.tuples(st.sampled_from(_WORDS), st.sampled_from(_SPACES)), min_size=1, max_size=30))
    # No word twice: plain strings of a text that repeats itself can stand in several places.
    text = "".join(f"{word}{number}{space}" for number, (word, space) in enumerate(parts, 10))
    view = View(text, KINDS, (EVERYTHING["ignore"],))
    chunks = split_recursive(view.text, draw(st.sampled_from([10, 25, 60])), draw(st.sampled_from([0, 5])))
    spans = [view.to_source(chunk.start, chunk.end) for chunk in chunks]
    return text, [chunk.text for chunk in chunks], spans


@given(cleaned())
def test_a_cleaned_and_cut_text_is_whole_however_its_chunks_are_given(given_chunks):
    text, pieces, spans = given_chunks
    with_spans = [(piece, *span) for piece, span in zip(pieces, spans, strict=True)]
    with_starts = [(piece, start) for piece, (start, _) in zip(pieces, spans, strict=True)]
    for chunks in (pieces, with_spans, with_starts):
        result = audit(text, chunks, **EVERYTHING)
        assert result.ok, result.report(advice=False)


@given(cleaned(), st.data())
def test_what_is_gone_from_a_cleaned_text_is_lost_to_the_character(given_chunks, data):
    text, pieces, spans = given_chunks
    assume(pieces)
    gone = data.draw(st.integers(0, len(pieces) - 1))
    rest = [(piece, *span) for number, (piece, span) in enumerate(zip(pieces, spans, strict=True)) if number != gone]
    held = {at for _, start, end in rest for at in range(start, end)}
    held |= {at for start, end in View(text, (), (EVERYTHING["ignore"],)).ignored for at in range(start, end)}
    lost = sum(not char.isspace() for at, char in enumerate(text) if at not in held)
    assert audit(text, rest, **EVERYTHING).lost_characters == lost


def test_a_start_alone_claims_no_end():
    text = "no. cafe\u0301 is open"
    result = audit(text, [{"text": "no. caf\u00e9", "start": 0}, {"text": "is open", "start": 10}], normalize="nfc")
    assert result.ok
    assert [chunk.spans for chunk in result.chunks] == [((0, 9),), ((10, 17),)]


PAGED = "Intro text here. Page 3 of 12\nMore text follows here now."


@pytest.mark.parametrize("kinds", [None, "quotes", KINDS])
def test_an_exact_slice_may_end_inside_what_is_ignored(kinds):
    pieces = ["Intro text here. Page 3 of", "12\nMore text follows here now."]
    result = audit(PAGED, pieces, ignore="Page 3 of 12", normalize=kinds)
    assert (result.ok, result.hidden) == (True, [])
    assert [chunk.spans for chunk in result.chunks] == [((0, 26),), ((27, 57),)]
    text = "The cat sat on the mat. The dog ran over the hill. Then the end came to the town."
    pieces = [chunk.text for chunk in split_recursive(text, 19)]
    assert pieces[0].endswith(" the")
    assert audit(text, pieces, ignore="the ", normalize=kinds).ok


def test_one_chunk_is_cleaned_and_another_cut_inside_what_is_ignored():
    text = f"“One” is. Page 1 of 2 Two is.\n{PAGED}"
    pieces = ['"One" is. Two is.', "Intro text here. Page 3 of", "12\nMore text follows here now."]
    result = audit(text, pieces, ignore=re.compile(r"Page \d+ of \d+"), normalize="quotes")
    assert result.ok
    assert [chunk.spans for chunk in result.chunks] == [((0, 29),), ((30, 56),), ((57, 87),)]
    assert [(hid.kind, hid.chunks, hid.passages) for hid in result.hidden] == [("quotes", 1, 0), ("ignore", 1, 0)]
    gone = audit(text, [pieces[0], pieces[2]], ignore=re.compile(r"Page \d+ of \d+"), normalize="quotes")
    assert [gap.text for gap in gone.lost] == ["Intro text here."]


def test_a_claimed_slice_inside_what_is_ignored_may_have_a_context():
    slices_ = [("Guide: " + PAGED[:26], 0, 26), ("Guide: " + PAGED[27:], 27, 57)]
    assert audit(PAGED, slices_, ignore="Page 3 of 12").ok
    moved = audit(PAGED, [(PAGED[:26], 5, 31), slices_[1]], ignore="Page 3 of 12")
    assert [finding.detail for finding in moved.misplaced] == ["claims [5:31]; the text stands at [0:26]"]
    assert (moved.rewritten, moved.lost) == ([], [])
    changed = audit(PAGED, [("Intro test here. Page 3 of", 0, 26), slices_[1]], ignore="Page 3 of 12")
    assert numbers(changed.rewritten) == [0]


@given(texts(), st.integers(4, 30), st.sets(st.sampled_from(KINDS)), st.sampled_from([PATTERNS, "a", "the "]))
def test_strings_that_are_whole_stay_whole_through_any_view(text, size, kinds, ignored):
    try:
        pieces = [chunk.text for chunk in split_recursive(text, size)]
    except ValueError:  # a character that is longer than the size
        assume(False)
    assume(audit(text, pieces).ok)
    result = audit(text, pieces, normalize=kinds, ignore=list(ignored) if isinstance(ignored, tuple) else ignored)
    assert (result.ok, result.hidden) == (True, [])


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Straße gut", "STRASSE GUT"),
        ("STRASSE GUT", "straße gut"),
        ("a ﬁle", "A FILE"),
        ("İzmir", "i\u0307zmir"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ", "οδοσ"),
        ("ŉ ǰ ΰ", "ŉ ǰ ΰ".upper()),
    ],
)
def test_case_may_change_the_length(text, piece):
    around = f"One. {text} Two."
    result = audit(around, ["ONE.", piece, "two."], normalize="case")
    assert result.ok and result.hidden[0].kind == "case"
    assert result.chunks[1].spans == ((5, 5 + len(text)),)
    assert audit(around, [{"text": piece, "start": 5, "end": 5 + len(text)}], normalize="case").misplaced == []
    wrong = audit(around, ["ONE.", piece + "x", "two."], normalize="case")
    assert numbers(wrong.rewritten) == [1]
