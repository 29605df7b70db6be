"""The recipes that hand over more than was found, as printed: the tail that falls off, the neighbour from elsewhere."""

from __future__ import annotations

import pytest

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.published import neighbour_chunks, parent_chunks

MANUAL = load_text("station_manual")


def texts(children):
    return [child["text"] for child in children]


@pytest.mark.parametrize("length", range(0, 25))
def test_what_is_left_behind_the_last_whole_child_is_lost(length):
    text = "".join(chr(97 + place) for place in range(length))
    children, parents = parent_chunks(text, 6, 2)
    assert "".join(texts(children)) == "".join(parents.values()) == text[: length - length % 6]
    assert [child["chunk_id"] for child in children] == list(range(1, length // 6 + 1))
    assert [child["parent_id"] for child in children] == [1, 1, 2, 2][: length // 6]
    assert audit(text, texts(children)).ok == (length % 6 == 0)


def test_the_default_is_250_characters_and_four_to_a_parent():
    children, parents = parent_chunks(MANUAL)
    assert len(children) == 200 and len(parents) == 50
    assert {len(child["text"]) for child in children} == {250} and {len(text) for text in parents.values()} == {1000}
    (gap,) = audit(MANUAL, texts(children)).lost
    assert (gap.start, gap.end) == (50_000, len(MANUAL))


def test_a_short_text_is_lost_altogether():
    assert parent_chunks("Stop Pump 3 and close both valves.") == ([], {})


def test_neighbours_in_order_are_the_text_around():
    store = ["Close ", "the ", "valve ", "and ", "wait."]
    assert neighbour_chunks(store, 2) == "the valve and "
    assert neighbour_chunks(store, 0) == "Close the "
    assert neighbour_chunks(store, 4, 2) == "valve and wait."
    assert neighbour_chunks(store, 3, 0) == "and "


def test_a_store_in_another_order_gives_the_wrong_neighbours():
    store = ["Close ", "the ", "valve ", "and ", "wait."]
    assert neighbour_chunks(sorted(store), 2) == "and the valve "


def test_the_window_runs_into_the_next_document():
    assert neighbour_chunks(["Pump 3 ", "stops.", "Pump 7 ", "runs."], 1) == "Pump 3 stops.Pump 7 "
