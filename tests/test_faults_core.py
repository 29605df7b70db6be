"""Kinds of faults seen in today's splitters: the core is free of each, and the audit sees it in anybody's chunks."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from contract import assert_contract
from growth import assert_linear

from ragchunk_lessons import (
    CJK_LADDER,
    LADDER,
    Chunk,
    audit,
    split_characters,
    split_recursive,
    split_sentences,
    split_tokens,
    split_words,
)
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.lengths import ENCODINGS, count_tokens, count_words, get_encoding, token_length, token_starts

# Each splitter with the unit it counts in; character sizes are about five times the others.
SPLITTERS = {
    "characters": (split_characters, len, 5),
    "words": (split_words, count_words, 1),
    "tokens": (split_tokens, count_tokens, 1),
    "recursive": (split_recursive, len, 5),
    "sentences": (split_sentences, len, 5),
}
everywhere = pytest.mark.parametrize("name", SPLITTERS)


def starts(chunks):
    return [chunk.start for chunk in chunks]


def texts(chunks):
    return [chunk.text for chunk in chunks]


# Position searched for afterwards


def test_the_second_ok_is_at_seven():
    assert starts(split_recursive("ok no\n\nok", 8, 6)) == [0, 7]
    assert starts(split_sentences("Paid. Due. Due. Due.", 5)) == [0, 6, 11, 16]


@everywhere
def test_equal_pieces_keep_their_own_places(name):
    split, _, scale = SPLITTERS[name]
    text = "Due. " * 40
    chunks = split(text, 2 * scale)
    assert len(chunks) >= 20
    assert starts(chunks) == sorted({*starts(chunks)})
    assert audit(text, chunks).ok


def test_the_audit_sees_a_position_that_was_searched_for():
    found = audit("ok no\n\nok", [{"text": "ok no", "start": 0}, {"text": "ok", "start": 0}])
    assert not found.ok and [(gap.start, gap.end) for gap in found.lost] == [(7, 9)]


# Units mixed


@everywhere
@pytest.mark.parametrize("text", ["maintenance_prose", "chinese_technical", "alarm_codes"])
def test_starts_are_exact_in_every_unit(name, text):
    split, length, scale = SPLITTERS[name]
    text = load_text(text)
    chunks = split(text, 12 * scale, 4 * scale)
    assert chunks[0].start == 0
    assert_contract(text, chunks, 12 * scale, 4 * scale, length)


def test_the_audit_sees_a_start_of_minus_one():
    text = "one two three"
    found = audit(text, [{"text": "one two", "start": 0}, {"text": "three", "start": -1}])
    assert not found.ok and [finding.number for finding in found.misplaced] == [1]


# Pattern glued into the text


def test_what_stands_between_is_what_stood_there():
    text = "alpha,  beta ;gamma,delta"
    separators = [re.compile(r"\s*[,;]\s*")]
    assert texts(split_recursive(text, 100, separators=separators)) == [text]
    assert texts(split_recursive(text, 12, separators=separators, keep_separator="end")) == [
        "alpha,",
        "beta ;gamma,",
        "delta",
    ]
    found = audit(text, [r"alpha\s*[,;]\s*beta", "gamma", "delta"])
    assert not found.ok and found.lost[0].text.startswith("alpha,")


# Decoded instead of sliced, and characters cut by tokens

GAUGES = "Flood gauges 🌊🌊🌊 rose; 洪水警报已发布，请居民尽快撤离。" * 3


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("size", [7, 8, 11])
def test_tokens_are_slices_and_hold_no_half_character(encoding, size):
    chunks = split_tokens(GAUGES, size, encoding=encoding)
    assert_contract(GAUGES, chunks, size, 0, token_length(encoding))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_audit_sees_half_characters_of_decoded_windows(encoding):
    encoder = get_encoding(encoding)
    tokens = encoder.encode_ordinary(GAUGES)
    decoded = [encoder.decode(tokens[at : at + 7]) for at in range(0, len(tokens), 7)]
    broken = [number for number, piece in enumerate(decoded) if "\ufffd" in piece]
    assert broken
    found = audit(GAUGES, decoded)
    assert not found.ok and [finding.number for finding in found.replacement] == broken


@everywhere
def test_accents_capitals_and_white_space_come_out_as_they_stand(name):
    split, length, scale = SPLITTERS[name]
    text = "The Café on Rue d'Été costs\u00a03.50€ … Łukasz!\tPrice: 5\u00a0EUR\tper  unit. " * 4
    chunks = split(text, 8 * scale)
    assert_contract(text, chunks, 8 * scale, 0, length)
    assert audit(text, chunks, 8 * scale, length_function=length).ok


# Limit not kept


def test_separators_count():
    text = "aa  bb  cc  dd"
    for overlap in (0, 1, 2, 3):
        assert_contract(text, split_recursive(text, 4, overlap), 4, overlap)
    found = audit(text, ["aa  bb", "cc  dd"], chunk_size=4)
    assert [finding.detail for finding in found.oversize] == ["6 long, limit 4"] * 2


ADDRESS = "https://example.org/manual/" + "part-" * 38 + "last"


def test_an_address_of_221_characters_is_cut_whatever_the_ladder_holds():
    assert len(ADDRESS) == 221
    for ladder in (["\n\n", "\n", " "], ["\n\n"], LADDER):
        chunks = split_recursive(ADDRESS, 50, separators=ladder)
        assert [len(chunk.text) for chunk in chunks] == [50, 50, 50, 50, 21]
    assert [finding.detail for finding in audit(ADDRESS, [ADDRESS], chunk_size=50).oversize] == ["221 long, limit 50"]


@pytest.mark.parametrize("name", ["characters", "tokens", "recursive", "sentences"])
def test_text_without_any_end_is_cut(name):
    split, length, _ = SPLITTERS[name]
    for text in ("word and " * 13 + "end", "x" * 200_000, "水" * 20_000):
        assert_contract(text, split(text, 60), 60, 0, length)


# Overlap


EIGHT = " ".join(f"The inspector of hall {number} wrote the next line by hand." for number in range(1, 9))


def test_the_audit_says_that_no_overlap_was_given():
    sentences = [len(sentence) + 1 for sentence in EIGHT.removesuffix(".").split(". ")]
    assert set(sentences) == {52}
    chunks = split_sentences(EIGHT, 110, 30)
    found = audit(EIGHT, chunks, 110, 30)
    assert found.ok and list(found.overlaps) == [0, 0, 0]
    assert "overlap: asked 30, given 0 at 3 seams" in found.report().split("\n")
    assert list(audit(EIGHT, split_sentences(EIGHT, 110, 55), 110, 55).overlaps) == [52] * 6


@everywhere
@pytest.mark.parametrize("overlap", [20, 21])
def test_an_overlap_as_large_as_the_size_is_refused(name, overlap):
    with pytest.raises(ValueError, match=f"chunk_overlap={overlap} must be smaller than chunk_size=20"):
        SPLITTERS[name][0]("abcdefgh" * 25, 20, overlap)


# Added context, stale position


def test_the_audit_counts_an_added_context_and_leaves_the_span_to_the_body():
    text = "".join(chr(0x4E00 + number) for number in range(200))
    heading = "Guide > First steps\n"
    right = [Chunk(heading + text[at : at + 100], at, at + 100) for at in (0, 100)]
    found = audit(text, right, chunk_size=100)
    assert (found.lost, found.rewritten, found.misplaced) == ([], [], [])
    assert [finding.detail for finding in found.oversize] == ["120 long, limit 100"] * 2
    stale = [{"text": heading + text[at : at + 100], "start": at, "end": at + 120} for at in (0, 100)]
    assert not audit(text, stale, chunk_size=120).ok


# Sentence ends


def test_abbreviations_decimals_and_initials_end_no_sentence():
    text = "The fee is $3.50 per visit. Dr. Osei (cf. Fig. 2) approved it. U.S. visitors pay more."
    assert texts(split_sentences(text, 40)) == [
        "The fee is $3.50 per visit.",
        "Dr. Osei (cf. Fig. 2) approved it.",
        "U.S. visitors pay more.",
    ]
    found = audit(
        text, ["The fee is $3.", "50 per visit. Dr.", "Osei (cf. Fig.", "2) approved it. U.S. visitors pay more."]
    )
    assert found.ok and {14, 31, 46} <= {finding.at for finding in found.cut_sentences}


def test_chinese_is_cut_at_its_stops():
    text = (
        "洪水警报已发布，请居民尽快撤离。低处的道路已经封闭，公交车改走高架桥。"
        "学校今天停课，食堂仍然开放。明天上午八点再发布一次通知。"
    )
    for chunks in (
        split_sentences(text, 40),
        split_recursive(text, 40, separators=CJK_LADDER, keep_separator="end"),
        split_sentences(text, 20),
    ):
        assert len(chunks) >= 2 and all(chunk.text.endswith("。") for chunk in chunks)
        assert_contract(text, chunks, 40, 0)


# Ids


@everywhere
def test_ids_are_the_same_twice_and_differ_between_equal_rows(name):
    split, _, scale = SPLITTERS[name]
    text = "Due.\n\n" * 30
    ids = [chunk.id for chunk in split(text, scale)]
    assert ids == [chunk.id for chunk in split(text, scale)]
    assert len(ids) >= 30 and len(set(ids)) == len(ids)


# Quadratic time


@everywhere
def test_ten_times_the_paragraphs_take_at_most_twelve_times_the_time(name):
    split, _, scale = SPLITTERS[name]
    paragraph = load_text("maintenance_prose") + "\n\n"
    assert_linear(lambda text: split(text, 100 * scale), paragraph, 8 * len(paragraph))


# The limit of the model that reads the chunks


@pytest.mark.models
def test_the_audit_counts_with_the_tokenizer_of_the_model_that_reads():
    from ragchunk_lessons.models import load_embedder

    embed = load_embedder()
    text = load_text("maintenance_prose")
    long = split_tokens(text, 600)
    found = audit(text, long, embed.max_tokens, length_function=embed.count_tokens)
    assert not found.ok and found.oversize[0].number == 0 and found.oversize[0].detail.endswith("long, limit 256")
    # The last sentence of such a chunk changes nothing in its vector.
    answered = long[0].text + " The spare key hangs behind the blue door."
    assert (embed([long[0].text]) == embed([answered])).all()
    fitting = split_recursive(text, embed.max_tokens, length_function=embed.count_tokens)
    assert audit(text, fitting, embed.max_tokens, length_function=embed.count_tokens).ok


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_control_tokens_are_plain_text(encoding):
    text = "the marker <|endoftext|> ends a file, <|fim_prefix|> does not"
    for size in (3, 5, 50):
        chunks = split_tokens(text, size, encoding=encoding)
        assert_contract(text, chunks, size, 0, token_length(encoding))
    assert count_tokens("<|endoftext|>", encoding) > 1


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_windows_are_shrunk_until_their_own_encoding_fits(encoding):
    text = load_text("chinese_technical")
    length = token_length(encoding)
    chunks = split_tokens(text, 30, encoding=encoding)
    assert max(length(chunk.text) for chunk in chunks) == 30
    assert all(a.end <= b.start for a, b in pairwise(chunks))
    # Windows that count tokens of the whole text only: some need more tokens once they stand alone.
    starts = token_starts(text, encoding)
    naive = [text[a:b] for a, b in pairwise([*starts[::30], len(text)])]
    assert sum(length(piece) > 30 for piece in naive) >= (encoding == "cl100k_base")
