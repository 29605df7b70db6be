"""The recipes that ask a model, as printed: five sentences lost, one threshold for all models, a text rewritten."""

from __future__ import annotations

import numpy as np
import pytest

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.models import load_embedder
from ragchunk_lessons.published import semantic_chunk, topic_chunks, validate_chunk

NINE = load_text("nine_sentences").split("\n")


def directions(*degrees):
    """An embedder that gives the n-th text the n-th direction, in degrees."""
    angles = np.radians(degrees)
    return lambda texts: np.stack([np.cos(angles), np.sin(angles)], axis=1)[: len(texts)]


def kept(pieces):
    return [NINE.index(line) for piece in pieces for line in piece.split("\n") if line]


@pytest.mark.models
def test_nine_sentences_in_and_four_out():
    pieces = topic_chunks(NINE, load_embedder())
    assert len(pieces) == 3 and kept(pieces) == [0, 3, 6, 8]
    assert pieces[2] == NINE[6] + "\n" + NINE[8]


@pytest.mark.models
def test_the_audit_names_the_five_that_are_lost():
    text = "\n".join(NINE)
    checked = audit(text, topic_chunks(NINE, load_embedder()))
    assert not checked.ok
    assert [text[gap.start : gap.end].strip() for gap in checked.lost] == [
        "\n".join(NINE[1:3]),
        "\n".join(NINE[4:6]),
        NINE[7],
    ]


@pytest.mark.models
def test_below_048_one_centre_takes_another():
    pieces = topic_chunks(NINE, load_embedder(), 0.47)
    assert pieces == [NINE[0] + "\n" + NINE[3], "", NINE[6] + "\n" + NINE[8]]
    assert topic_chunks(NINE, load_embedder(), 0.49) == topic_chunks(NINE, load_embedder(), 0.5)


def test_topics_that_lie_apart_lose_nothing():
    texts = ["a", "b", "c", "d"]
    assert topic_chunks(texts, directions(0, 10, 80, 90), 0.5, centres=(0, 3)) == ["a\nb", "c\nd"]


def test_a_sentence_exactly_on_the_threshold_is_lost():
    same_or_not = {"a": [1.0, 0.0], "b": [0.5, 0.0]}
    embedder = lambda texts: np.array([same_or_not[text] for text in texts])  # noqa: E731
    assert topic_chunks(["a", "b"], embedder, 0.5, centres=(0,)) == ["a"]


def test_sentences_that_stood_apart_end_up_in_one_piece():
    assert topic_chunks(["a", "b", "c"], directions(0, 90, 0), 0.5, centres=(0, 1)) == ["a\nc", "b"]


def test_breaks_where_the_similarity_falls_below_the_threshold():
    texts = ["One.", "Two.", "Three.", "Four."]
    embedder = directions(0, 30, 90, 120)  # similarities 0.87, 0.50, 0.87
    assert semantic_chunk(texts, embedder) == ["One.Two.", "Three.Four."]
    assert semantic_chunk(texts, embedder, 0.4) == ["One.Two.Three.Four."]
    assert semantic_chunk(texts, embedder, 0.9) == texts
    assert semantic_chunk(["热泵省电。", "它很安静。"], directions(0, 0)) == ["热泵省电。它很安静。"]


def test_neighbours_only_are_compared_so_a_piece_may_drift():
    # Each step is small; the ends are opposite.
    assert len(semantic_chunk([f"s{number}" for number in range(10)], directions(*range(0, 200, 20)))) == 1


def test_no_limit_and_no_sentence():
    sentences = ["The pump runs at night. "] * 4000
    (only,) = semantic_chunk(sentences, lambda texts: np.ones((len(texts), 1)))
    assert len(only) == 96_000
    with pytest.raises(IndexError):
        semantic_chunk([], lambda texts: np.ones((0, 1)))


@pytest.mark.models
def test_with_this_model_075_cuts_after_every_sentence():
    assert semantic_chunk(NINE, load_embedder()) == NINE


@pytest.fixture(scope="module")
def uncased():
    return load_embedder()._model.tokenizer


@pytest.mark.models
def test_decoding_lowers_respaces_and_forgets(uncased):
    text = "The Café on Rue d'Été costs 3.50€ … Łukasz! 🌊"
    assert validate_chunk([text], uncased, 50) == [text]
    pieces = validate_chunk([text], uncased, 18)
    assert pieces == ["the cafe on rue d ' ete costs 3. 50€ … łukasz!", "[UNK]"]
    assert audit(text, pieces).rewritten


@pytest.mark.models
def test_a_cut_inside_a_word_leaves_a_mark(uncased):
    text = "costs 3.50€"
    assert validate_chunk([text], uncased, 4) == ["costs 3. 50", "##€"]


@pytest.mark.models
def test_plain_lower_case_words_survive(uncased):
    text = "one two three four five six"
    assert validate_chunk([text], uncased, 4) == ["one two three four", "five six"]
    assert audit(text, validate_chunk([text], uncased, 4)).ok
