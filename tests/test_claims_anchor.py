"""The rows of lesson 14: the texts they are measured on, and that a number belongs to its wording."""

from __future__ import annotations

import pytest

from ragchunk_lessons.auditing.anchors import share
from ragchunk_lessons.claims.anchor import FASTING
from ragchunk_lessons.claims.wordings import VARIANTS, found, pool, scores, similarities
from ragchunk_lessons.corpora import load_json, load_text

ITEMS = load_json("anchor_items")


def test_the_five_quoted_passages():
    lines = load_text("fasting_passages").split("\n")
    assert len(lines) == 5
    assert [line.split()[0] for line in lines] == ["Intermittent", "Exercise", "Fasting", "Drinking", "It"]
    assert all("fasting" in line.lower() for line in lines[:4]) and "fasting" not in lines[4].lower()
    assert "intermittent fasting" in FASTING


@pytest.mark.parametrize("wording", VARIANTS)
def test_a_wording_holds_all_of_the_name_or_none_of_it(wording):
    expected = 0.0 if wording in ("pronoun", "noun", "wrong heading") else 1.0
    assert {share(item["heading"], VARIANTS[wording](item)) for item in ITEMS} == {expected}


def test_the_pool_holds_every_passage_once_and_the_answers_in_order():
    chunks, answers = pool("heading")
    assert len(chunks) == len({chunk.id for chunk in chunks}) == 100
    assert [chunk.text for chunk in answers] == [VARIANTS["heading"](item) for item in ITEMS]
    assert [chunk.metadata["item"] for chunk in answers] == [item["id"] for item in ITEMS]


@pytest.mark.models
def test_scores_and_similarities_are_those_of_the_pair():
    from ragchunk_lessons.models import load_embedder
    from ragchunk_lessons.rerankers import load_reranker

    for question in ("question", "question_without_subject"):
        pair = ITEMS[3][question], ITEMS[3]["with_pronoun"]
        assert scores("pronoun", question)[3] == float(load_reranker()(pair[0], [pair[1]])[0])
        one, other = load_embedder()(list(pair))
        assert similarities("pronoun", question)[3] == pytest.approx(float(one @ other), abs=1e-5)


@pytest.mark.models
def test_the_one_place_where_all_are_found():
    assert found("named", k=100) == 20 > found("pronoun")
