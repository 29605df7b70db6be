"""Lesson 17's claims and corpus: what the orders rest on, and that the words about the cost follow from the times."""

from __future__ import annotations

import pytest

from ragchunk_lessons import claims
from ragchunk_lessons.auditing.anchors import share
from ragchunk_lessons.claims import reranking
from ragchunk_lessons.corpora import load_json


def test_two_of_the_five_passages_name_the_bakery_and_none_repeats_another():
    item = load_json("bakery_passages")
    assert set(item) == {"question", "passages"} and len(set(item["passages"])) == 5
    named = [share("Lind Bakery", text) == 1 for text in item["passages"]]
    assert named == [True, True, False, False, False]
    assert "Lind Bakery" in item["question"]


@pytest.mark.models
def test_the_orders():
    measured = claims.measure("rerank-order")
    assert measured["cross-encoder"] == [2, 1, 5, 4, 3] and measured["embedder"] == [1, 2, 5, 4, 3]
    assert measured["published"] == [5, 4, 2, 1, 3]


def _with_times(monkeypatch, few, many, vector):
    monkeypatch.setattr(reranking, "_least", lambda *works: [few, many, vector])
    row = claims.get("rerank-cost")
    measured = row.measure()
    return row.holds(measured), row.say(measured)


@pytest.mark.models
@pytest.mark.parametrize(
    ("times", "holds", "said"),
    [
        ((1.0, 4.0, 0.2), True, "four times as many take about four times as long. 24 candidates take many times"),
        ((1.0, 1.0, 0.1), False, "take not four times as long"),
        ((1.0, 9.0, 0.1), False, "take not four times as long"),
        ((1.0, 4.0, 1.0), False, "24 candidates take about as long"),
    ],
)
def test_the_words_follow_the_times(monkeypatch, times, holds, said):
    found = _with_times(monkeypatch, *times)
    assert found[0] is holds and said in found[1]


def test_the_least_time_of_each(monkeypatch):
    ticks = iter([0, 5, 5, 6, 6, 8, 8, 12])
    monkeypatch.setattr("time.process_time", lambda: next(ticks))
    assert reranking._least(lambda: None, lambda: None, runs=2) == [2, 1]
