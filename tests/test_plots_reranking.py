"""The figures of lesson 17: what they count, what they say, and that they are of one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_rank_moves, plot_reading_cost
from ragchunk_lessons.showing.show_style import TOKENS

BEFORE = [1, 7, 2, None, 4, 5, 12, 1]
AFTER = [1, 2, 9, None, 4, 6, 5, 1]


def draw_moves():
    return plot_rank_moves(BEFORE, AFTER, 5)


def draw_cost():
    return plot_reading_cost([20, 309, 200_000])


def test_moves_are_counted_at_the_cut():
    plot = draw_moves()
    assert isinstance(plot, Plot) and plot.title == "2 answers come into the first 5, 2 fall out."
    assert plot.alt == (
        "A line for each of 7 questions from the place of its answer in the first pass to that in the second. "
        "Into the first 5: 7 to 2, 12 to 5. Out of the first 5: 2 to 9, 5 to 6. 3 do not cross the cut; "
        "1 answers are in neither list."
    )


def test_another_cut_counts_anew():
    plot = plot_rank_moves(BEFORE, AFTER, 1)
    assert plot.title == "0 answers come into the first 1, 0 fall out."
    assert "Into the first 1: none. Out of the first 1: none. 7 do not" in plot.alt
    assert plot_rank_moves([3], [1], 1).title == "1 answer comes into the first 1, 0 fall out."
    assert plot_rank_moves([1], [3], 1).title == "0 answers come into the first 1, 1 falls out."
    assert plot_rank_moves([1], [3], 1, title="Own.").title == "Own."


def test_only_lines_that_cross_are_coloured():
    still = plot_rank_moves([1, 2], [2, 1], 5).svg
    assert "--rcl-loss" not in still and "--rcl-a-ink" not in still
    assert "--rcl-loss" in plot_rank_moves([1, 2], [2, 9], 5).svg
    assert "--rcl-a-ink" in plot_rank_moves([9, 2], [2, 3], 5).svg


def test_the_cost_is_compared_in_the_title():
    plot = draw_cost()
    assert plot.title == "The second pass reads 200 000 texts 10 000 times as long as 20."
    assert plot.alt.endswith("as many runs as texts; marked at 20, 309, 200 000.")
    said = "".join(ElementTree.fromstring(plot.svg).itertext())
    assert all(word in said for word in ("20", "309", "200 000", "every candidate", "the question, once"))


@pytest.mark.parametrize("draw", [draw_moves, draw_cost])
def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page(draw):
    svg = draw().svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 40_000 and svg == draw().svg
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "a-ink"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", svg)) <= set(TOKENS)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * 358 / width >= 10


@pytest.mark.parametrize(
    ("before", "after", "keep", "said"),
    [
        ([1, 2], [1], 5, "before has 2 places and after 1"),
        ([1], [2], 0, "keep=0 must be at least 1"),
        ([], [], 5, "none of the 0 answers"),
        ([None, 1], [1, None], 5, "none of the 2 answers has a place in both lists"),
        ([0], [1], 5, "places count from 1, not from 0"),
    ],
)
def test_moves_that_cannot_be_drawn_are_named(before, after, keep, said):
    with pytest.raises(ValueError, match=said):
        plot_rank_moves(before, after, keep)


@pytest.mark.parametrize("candidates", [[], [50], [50, 50], [50, 20], [0, 5]])
def test_costs_that_cannot_be_drawn_are_named(candidates):
    with pytest.raises(ValueError, match="at least two rising numbers from 1"):
        plot_reading_cost(candidates)
