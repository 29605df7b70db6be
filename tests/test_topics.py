"""split_topics: neighbours on one topic together, no sentence left behind; and what is asked of an embedder."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from contract import assert_contract
from fake_embedders import Counting, by_hash, by_letter, by_words
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters.topics import split_topics

TEXT = "Ants gather. Ants travel. Cats wander. Dogs hunger. Cats listen. Bees gather."


def cut(text=TEXT, size=100, threshold=0.7, embedder=by_letter, **more):
    return split_topics(text, size, embedder=embedder, threshold=threshold, **more)


def seen(chunks):
    return [(chunk.text, chunk.metadata["topic"]) for chunk in chunks]


def test_neighbours_are_merged_and_a_topic_that_comes_back_has_its_number():
    assert seen(cut()) == [
        ("Ants gather. Ants travel.", 0),
        ("Cats wander.", 1),
        ("Dogs hunger.", 2),
        ("Cats listen.", 1),
        ("Bees gather.", 0),
    ]


@pytest.mark.parametrize(
    ("threshold", "topics"),
    [
        (-1, [0] * 6),
        (0, [0, 0, 0, 1, 0, 0]),
        (0.8, [0, 0, 1, 2, 1, 0]),
        (0.81, [0, 0, 1, 2, 1, 3]),
        (1, [0, 0, 1, 2, 1, 3]),
    ],
)
def test_every_sentence_has_a_topic_whatever_the_threshold(threshold, topics):
    chunks = cut(threshold=threshold, size=12)
    assert [chunk.metadata["topic"] for chunk in chunks] == topics
    assert audit(TEXT, chunks, 12).ok


def test_a_sentence_joins_the_nearest_topic_and_not_the_first_that_is_near():
    chunks = cut("Bees gather. Ants gather. Ants travel.", threshold=0.5, centres=[0, 1])
    assert seen(chunks) == [("Bees gather.", 0), ("Ants gather. Ants travel.", 1)]


def test_given_centres_attract_and_others_stand_alone():
    assert [topic for _, topic in seen(cut(size=12, centres=[0, 2]))] == [0, 0, 1, 2, 1, 0]
    assert [topic for _, topic in seen(cut(size=12, threshold=0.9, centres=[2]))] == [0, 1, 2, 3, 2, 4]


def test_at_minus_one_each_sentence_joins_the_nearest_given_centre():
    assert [topic for _, topic in seen(cut(size=12, threshold=-1, centres=[0, 2]))] == [0, 0, 1, 1, 1, 0]


def test_a_topic_that_is_too_long_is_cut_between_sentences():
    chunks = cut("Ants gather. Ants travel. Ants digest. Ants repose.", size=25)
    assert seen(chunks) == [("Ants gather. Ants travel.", 0), ("Ants digest. Ants repose.", 0)]


def test_a_sentence_that_is_too_long_is_cut_on():
    text = "Ants gather in the sand, and they run over the stones. Cats wander."
    chunks = cut(text, size=25)
    assert seen(chunks)[0] == ("Ants gather in the sand,", 0)
    assert_contract(text, chunks, 25, 0)


@pytest.mark.models
def test_nine_sentences_in_nine_out():
    from ragchunk_lessons.models import load_embedder

    text = load_text("nine_sentences")
    chunks = cut(text, 1000, 0.5, load_embedder(), centres=[0, 3, 6])
    topics = [chunk.metadata["topic"] for chunk in chunks]
    assert len(chunks) == 9 and topics.count(topics[6]) == 2, "two of the Python sentences share a centre"
    assert topics[6] == topics[8]
    assert audit(text, chunks).ok


def test_source_and_metadata_are_in_every_chunk():
    chunks = cut(Document(TEXT, "zoo.txt"), metadata={"lang": "en"})
    assert chunks[0].metadata == {"source": "zoo.txt", "lang": "en", "topic": 0}


@given(texts(), st.integers(1, 50), st.floats(-1, 1), st.sampled_from([by_words, by_hash]))
def test_the_contract_holds(text, size, threshold, embedder):
    assert_contract(text, cut(text, size, threshold, embedder), size, 0)


@given(texts(), st.integers(1, 12), st.floats(-1, 1), st.sets(st.integers(0, 3), min_size=1))
def test_the_contract_holds_in_words_around_given_centres(text, size, threshold, centres):
    text = "One. Two. Three. Four. " + text
    chunks = cut(text, size, threshold, by_words, centres=centres, length_function=count_words)
    assert_contract(text, chunks, size, 0, count_words)


@given(texts(), st.floats(-1, 1))
def test_neighbours_differ_in_topic_and_numbers_come_in_order(text, threshold):
    topics = [chunk.metadata["topic"] for chunk in cut(text, 10_000, threshold, by_words)]
    assert all(one != other for one, other in pairwise(topics))
    assert list(dict.fromkeys(topics)) == list(range(len(set(topics))))


def test_the_same_text_gives_the_same_ids_and_equal_passages_different_ones():
    text = "Ants gather. Cats wander. Ants gather."
    first, second = cut(text), cut(text)
    assert [chunk.id for chunk in first] == [chunk.id for chunk in second]
    assert first[0].text == first[2].text and first[0].id != first[2].id


def test_more_topics_than_centres_lose_nothing():
    text = " ".join(f"Word{number} number{number} here{number}." for number in range(700))
    chunks = cut(text, 1000, 0.9999, by_hash)
    assert [chunk.metadata["topic"] for chunk in chunks] == list(range(700))
    assert audit(text, chunks).ok


def test_ten_times_the_text_takes_at_most_twelve_times_the_time():
    small, large = (" ".join(f"Pump {number} runs well today." for number in range(n)) for n in (400, 4000))
    assert_in_step(lambda: cut(small, 200, 0.95, by_words), lambda: cut(large, 200, 0.95, by_words))


# --- bad input, the same for all that take an embedder ------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"threshold": 1.01}, ValueError, "threshold=1.01 must be from -1 to 1"),
        ({"threshold": -2}, ValueError, "threshold=-2 must be from -1 to 1"),
        ({"threshold": float("nan")}, ValueError, "threshold=nan must be from -1 to 1"),
        ({"threshold": "0.5"}, TypeError, "threshold must be a number from -1 to 1, not str"),
        ({"threshold": True}, TypeError, "not bool"),
        ({"embedder": "all-MiniLM-L6-v2"}, TypeError, r"embedder must be callable, such as load_embedder\(\), not str"),
        ({"size": 0}, ValueError, "chunk_size=0 must be at least 1"),
        ({"text": None}, TypeError, "text must be a str or a Document"),
        ({"metadata": 3}, TypeError, "metadata must be a mapping"),
        ({"length_function": 3}, TypeError, "length_function must be callable"),
        ({"centres": []}, ValueError, r"centres=\[\] names no sentence"),
        ({"centres": [-1]}, ValueError, "centres holds -1"),
        ({"centres": [6]}, ValueError, "centres holds 6, but the 6 sentences"),
        ({"centres": [0.5]}, TypeError, "a centre must be an int"),
        ({"centres": 3}, TypeError, "centres must be a list"),
    ],
)
def test_bad_arguments_are_named_before_the_embedder_is_asked(arguments, error, named):
    embedder = Counting(by_letter)
    with pytest.raises(error, match=named):
        cut(**{"embedder": embedder, **arguments})
    assert embedder.calls == 0


@pytest.mark.parametrize(
    ("gives", "error", "named"),
    [
        (lambda texts: by_letter(texts)[1:], ValueError, r"shape \(5, 2\) for 6 texts"),
        (lambda texts: np.ones(len(texts)), ValueError, r"shape \(6,\) for 6 texts; it must be \(n, d\)"),
        (lambda texts: np.ones((len(texts), 0)), ValueError, r"shape \(6, 0\)"),
        (lambda texts: None, (TypeError, ValueError), "embedder gave an array|does not make one"),
        (lambda texts: [[1, 2], [3]] * 3, TypeError, "list does not make one"),
        (lambda texts: [["a", "b"]] * 6, TypeError, "list does not make one"),
        (lambda texts: [[1, float("nan")]] * 6, ValueError, "not all finite numbers for 'Ants gather.'"),
        (lambda texts: [[1, 0]] * 5 + [[float("inf"), 0]], ValueError, "finite numbers for 'Bees gather.'"),
    ],
)
def test_what_an_embedder_gives_is_checked(gives, error, named):
    with pytest.raises(error, match=named):
        cut(embedder=gives)


@pytest.mark.parametrize("factor", [7.0, 1e-300, 1e300])
def test_vectors_are_brought_to_length_one(factor):
    assert seen(cut(embedder=lambda texts: factor * by_letter(texts))) == seen(cut())


@pytest.mark.parametrize("kind", [np.float32, np.float16, list])
def test_any_kind_of_array_will_do(kind):
    assert seen(cut(embedder=lambda texts: kind(by_letter(texts)))) == seen(cut())


def test_the_embedder_is_asked_once_and_for_each_text_once():
    embedder = Counting(by_letter)
    cut("Ants gather. Cats wander. Ants gather. Ants gather.", embedder=embedder)
    assert (embedder.calls, embedder.texts) == (1, 2)


@pytest.mark.parametrize("text", ["", " \n\t\u3000"])
def test_blank_text_gives_no_chunk_and_asks_nobody(text):
    embedder = Counting(by_letter)
    assert cut(text, embedder=embedder) == [] and embedder.calls == 0
