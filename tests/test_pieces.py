"""From labelled pieces to chunks: limits, contexts, labels and the places of the cuts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from contract import assert_contract
from hypothesis import given
from hypothesis import strategies as st
from strategies import sizes, texts

from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters._pieces import LEFT_OUT, Piece, check, cut_pieces, packed


def made(text, *pieces, **how):
    return [(chunk.text, chunk.start, chunk.end) for chunk in cut_pieces(Document(text), pieces, **how)]


def test_pieces_become_trimmed_chunks():
    assert made("  one \n\n two ", Piece(0, 6), Piece(6, 13)) == [("one", 2, 5), ("two", 9, 12)]


def test_blank_pieces_vanish():
    assert made("a \n b", Piece(0, 1), Piece(1, 4), Piece(4, 5)) == [("a", 0, 1), ("b", 4, 5)]


def test_without_a_size_nothing_is_cut():
    assert made("word " * 1000, Piece(0, 5000)) == [(("word " * 1000).strip(), 0, 4999)]


def test_a_big_piece_is_cut_by_the_ladder():
    # The space behind a word counts with it, and is trimmed afterwards.
    assert made("one two three", Piece(0, 13), chunk_size=8) == [("one two", 0, 7), ("three", 8, 13)]


def test_the_parts_of_one_piece_overlap():
    found = made("a b c d e", Piece(0, 9), chunk_size=4, chunk_overlap=2)
    assert [text for text, *_ in found] == ["a b", "b c", "c d", "d e"]


def test_pieces_do_not_overlap():
    found = made("a b c", Piece(0, 3), Piece(4, 5), chunk_size=4, chunk_overlap=2)
    assert [text for text, *_ in found] == ["a b", "c"]


def test_context_counts_and_the_span_is_the_body():
    assert made("one two three", Piece(0, 13, context="ABC "), chunk_size=12) == [
        ("ABC one two", 0, 7),
        ("ABC three", 8, 13),
    ]


def test_context_that_takes_more_than_half_is_left_out_and_said():
    chunks = cut_pieces(Document("one two three"), [Piece(0, 13, context="ABCDEF ")], 10)
    assert [chunk.text for chunk in chunks] == ["one two", "three"]
    assert all(chunk.metadata[LEFT_OUT] for chunk in chunks)


def test_a_whole_piece_loses_its_context_before_it_is_cut():
    (chunk,) = cut_pieces(Document("one two three"), [Piece(0, 13, {}, "ABC ", True)], 13)
    assert (chunk.text, chunk.metadata) == ("one two three", {LEFT_OUT: True})


def test_a_whole_piece_that_fits_with_its_context_keeps_it():
    (chunk,) = cut_pieces(Document("one two three"), [Piece(0, 13, {}, "ABC ", True)], 17)
    assert (chunk.text, chunk.metadata) == ("ABC one two three", {})


def test_a_whole_piece_that_does_not_fit_is_cut_all_the_same():
    chunks = cut_pieces(Document("one two three"), [Piece(0, 13, {}, "ABC ", True)], 8)
    assert [chunk.text for chunk in chunks] == ["one two", "three"]


def test_indent_of_code_stays_and_that_of_prose_goes():
    text = "if x:\n\n    run()\n"
    assert made(text, Piece(7, 17, indented=True)) == [("    run()", 7, 16)]
    assert made(text, Piece(7, 17)) == [("run()", 11, 16)]


def test_indent_goes_where_it_finds_no_room():
    assert made("    run()", Piece(0, 9, indented=True), chunk_size=6) == [("run()", 4, 9)]


def test_indent_of_a_line_is_not_taken_from_the_piece_before():
    assert made("a  b", Piece(0, 2), Piece(2, 4, indented=True)) == [("a", 0, 1), ("b", 3, 4)]


def test_labels_source_and_metadata():
    document = Document("a b", source="x.txt")
    base = {"row": 0, "tags": ["t"]}
    first, second = cut_pieces(document, [Piece(0, 1, {"row": 1}), Piece(2, 3)], metadata=base)
    assert first.metadata == {"source": "x.txt", "row": 1, "tags": ["t"]}
    assert second.metadata == {"source": "x.txt", "row": 0, "tags": ["t"]}
    first.metadata["tags"].append("own")
    assert second.metadata["tags"] == base["tags"] == ["t"]


def test_no_cut_inside_a_character():
    # The mark belongs to the line end before it, so the cut moves in front of both.
    assert made("ab\n\u0301c", Piece(0, 3), Piece(3, 5)) == [("ab", 0, 2), ("\n\u0301c", 2, 5)]
    assert made("a\r\nb", Piece(0, 2), Piece(2, 4)) == [("a", 0, 1), ("b", 3, 4)]


def test_other_units():
    def words(size):
        pieces = [Piece(0, 18, context="row: ")]
        return [c.text for c in cut_pieces(Document("one two three four"), pieces, size, length_function=count_words)]

    assert words(5) == ["row: one two three four"]
    assert words(3) == ["row: one two", "row: three four"]
    assert words(1) == ["one", "two", "three", "four"]


@given(texts(), st.lists(st.integers(0, 200), max_size=5), sizes(), st.sampled_from(["", "c ", "head | er\n"]))
def test_contract(text, places, both, context):
    cuts = sorted({min(place, len(text)) for place in places} | {0, len(text)})
    for how in ({}, {"whole": True}, {"indented": True}):
        pieces = [Piece(low, high, {}, context, **how) for low, high in pairwise(cuts)]
        assert_contract(text, cut_pieces(Document(text), pieces, *both), *both)
    assert_contract(text, cut_pieces(Document(text), pieces), None, 0)


def test_a_cluster_cut_by_pieces_with_a_gap_is_not_lost():
    text = "ab>\u200d\t00"  # the joiner ties the tab to the sign in front of it
    chunks = cut_pieces(Document(text), [Piece(0, 3), Piece(3, 4), Piece(5, 7)], 1)
    assert_contract(text, chunks, 1, 0)
    assert [chunk.text for chunk in chunks] == ["a", "b", ">", "\u200d", "0", "0"]
    chunks = cut_pieces(Document("ab\u0301 "), [Piece(0, 2, {"n": 1}), Piece(3, 4, {"n": 2})])
    assert [(chunk.text, chunk.metadata) for chunk in chunks] == [("a", {"n": 1}), ("b\u0301", {"n": 2})]


def test_a_cluster_that_fits_only_without_the_context_is_not_cut():
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"  # five code points
    chunks = cut_pieces(Document(family + " b c d"), [Piece(0, 11, {}, "n: ")], 7)
    assert [(chunk.text, LEFT_OUT in chunk.metadata) for chunk in chunks] == [(family, True), ("b c d", True)]


def test_check_refuses_an_overlap_without_a_size():
    with pytest.raises(ValueError, match="chunk_overlap=5 needs a chunk_size"):
        check("abc", None, 5)


@pytest.mark.parametrize(
    ("size", "overlap", "message"),
    [(0, 0, "chunk_size=0"), (5, 5, "chunk_overlap=5 must be smaller"), (5, -1, "chunk_overlap=-1")],
)
def test_check_refuses_what_validate_refuses(size, overlap, message):
    with pytest.raises(ValueError, match=message):
        check("abc", size, overlap)


def test_check_gives_the_document():
    assert check("abc", None) == check(Document("abc"), 7, 3) == Document("abc")
    with pytest.raises(TypeError, match="str or a Document"):
        check(b"abc", None)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [(0, [(0, 3), (3, 5), (5, 9)]), (5, [(0, 5), (5, 9)]), (6, [(0, 5), (5, 9)]), (9, [(0, 9)])],
)
def test_packed(limit, expected):
    assert list(packed([(0, 3), (3, 5), (5, 9)], lambda start, end: end - start <= limit)) == expected


def test_packed_of_nothing():
    assert list(packed([], lambda start, end: True)) == []
