"""The map of leaves and parents: what it counts, what it says, and that it is one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.claims.parents import hits_on, leaves_of
from ragchunk_lessons.evaluating.questions import Answer
from ragchunk_lessons.plots.families import _LEAVES_A_ROW, _places, _ranges, plot_leaf_map
from ragchunk_lessons.searching.neighbours import add_neighbours
from ragchunk_lessons.searching.parents import merge_parents
from ragchunk_lessons.showing.show_style import TOKENS

LEAVES = leaves_of(8)
HITS = hits_on(LEAVES, (1, 2, 5))


def test_title_and_description_come_from_the_hits():
    plot = plot_leaf_map(LEAVES, HITS, merge_parents(HITS, 2), needed=[Answer(800, 810, "x" * 10)])
    assert plot.title == "3 of 8 leaves were found, in 2 of 2 parents."
    assert plot.alt == (
        "8 cells for the leaves, grouped by 2 parents; found: 1–2, 5; handed over with them: 3–4; "
        "holding the answer: 4."
    )
    assert plot_leaf_map(LEAVES, title="Own.").title == "Own."


def test_windows_are_handed_over_too():
    alt = plot_leaf_map(LEAVES, HITS, add_neighbours(HITS, 1)).alt
    assert "handed over with them: 3–4, 6;" in alt


def test_nothing_found():
    plot = plot_leaf_map(LEAVES)
    assert plot.title.startswith("0 of 8 leaves") and "found: none; handed over with them: none" in plot.alt


def test_no_parent_is_parted_between_two_rows():
    for per_parent in (1, 3, 4, 7, 8):
        leaves = leaves_of(200, per_parent)
        places, rows = _places(leaves)
        assert len(places) == len(set(places)) == 200
        for parent in {leaf.metadata["parent"] for leaf in leaves}:
            tops = {top for leaf, (_, top) in zip(leaves, places, strict=True) if leaf.metadata["parent"] == parent}
            assert len(tops) == 1
        assert rows <= -(-200 // (_LEAVES_A_ROW - per_parent + 1))


def test_a_parent_longer_than_a_row_goes_on_in_the_next():
    places, rows = _places(leaves_of(100, 100))
    assert rows == 3 and len(set(places)) == 100


def test_runs_of_numbers():
    assert _ranges([1, 2, 3, 5]) == "1–3, 5" and _ranges([7]) == "7" and _ranges([]) == "none"


@pytest.mark.parametrize("leaves", [[], [Chunk("a", 0, 1)]])
def test_what_cannot_be_drawn_is_named(leaves):
    with pytest.raises(ValueError, match="all from split_parents"):
        plot_leaf_map(leaves)


@pytest.mark.parametrize("count", [8, 400])
def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page(count):
    leaves = leaves_of(count)
    hits = hits_on(leaves, (1, 2, 5))
    draw = lambda: plot_leaf_map(leaves, hits, merge_parents(hits, 2), needed=[Answer(800, 810, "x" * 10)])  # noqa: E731
    svg = draw().svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 40_000 and svg == draw().svg
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", svg)) <= set(TOKENS)
    assert {"hint", "a", "line", "loss"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", svg))
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)) * 358 / width >= 10
