"""The rows of lesson 18: the leaf that answers, its places, and that none of them hangs on the reranker's rounding."""

from __future__ import annotations

import numpy as np
import pytest

from ragchunk_lessons.claims.pump import (
    DRAFTS,
    PHRASINGS,
    answering,
    index_of_draft,
    leaves_of_draft,
    places,
    pump_size,
)
from ragchunk_lessons.searching.chain import run_stages
from ragchunk_lessons.searching.keyword import KeywordIndex, keywords


@pytest.mark.parametrize(("draft", "number", "count"), [("tuned", 6, 39), ("natural", 7, 40)])
def test_one_leaf_answers(draft, number, count):
    leaves = leaves_of_draft(draft)
    leaf = answering(leaves)
    assert len(leaves) == count and leaf.metadata["leaf"] == number
    assert "press reset once" in leaf.text and [one for one in leaves if "e17" in keywords(one.text)] == [leaf]


def test_the_phrasings_are_what_the_lesson_says_of_them():
    assert [name for name, question in PHRASINGS.items() if "e17" not in keywords(question)] == ["F"]
    assert len(set(PHRASINGS.values())) == 6


def test_sizes_by_hand():
    assert pump_size() == {
        "characters a page": 320_000 // 40,
        "a full page": 2970,
        "times a full page": 2.7,
        "leaves of 40 full pages": 475,
        "parents": 320,
    }


def test_by_words_the_code_alone_finds_what_the_whole_question_does_not():
    for draft in DRAFTS:
        index, leaf = KeywordIndex(leaves_of_draft(draft)), answering(leaves_of_draft(draft))
        for code in ("E-17", "e-17", "E17"):
            assert [hit.chunk for hit in index.search(code)] == [leaf]
        assert index.search(PHRASINGS["A"])[0].chunk != leaf


@pytest.mark.models
def test_the_places_of_the_published_question():
    assert places("tuned", PHRASINGS["A"]) == [5, 1, 1, 1]
    assert places("natural", PHRASINGS["A"]) == [16, 5, 3, 3]
    assert places("natural", PHRASINGS["C"])[:2] == [None, None]
    assert places("natural", PHRASINGS["D"])[2:] == [None, None]


@pytest.mark.models
@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("name", PHRASINGS)
def test_no_place_on_the_page_hangs_on_a_hundredth_of_a_point(draft, name):
    """The reranker's scores differ between processors, in the fifth digit; the pages must not."""
    from ragchunk_lessons.searching.second_pass import shared_reader

    known, first = shared_reader(), places(draft, PHRASINGS[name])
    leaf = answering(leaves_of_draft(draft))
    for seed in range(20):
        noise = np.random.default_rng(seed)

        def read(query, texts, noise=noise):
            return known(query, texts) + noise.uniform(-0.01, 0.01, len(texts))

        again = [stage.place(leaf) for stage in run_stages(PHRASINGS[name], index_of_draft(draft), read)]
        assert again == first
