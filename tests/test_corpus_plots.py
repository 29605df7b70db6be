"""The figures of lesson 23: what they count, what they refuse, and that they are one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import plot_parts, plot_speed_up
from ragchunk_lessons.plots.parts import speed_up
from ragchunk_lessons.showing.show_style import TOKENS


def test_title_and_description_come_from_the_documents():
    plot = plot_parts(40, 10, bad=[26], lost=range(20, 30))
    assert plot.title == "1 document ends its worker, and 10 of 40 are lost."
    assert plot.alt.endswith("in parts of 10, in alternating tints; ends its worker: 27; lost: 21 to 30.")
    assert plot_parts(40, 8).title == "0 of 40 are lost." and plot_parts(3, 1).alt.endswith("none; lost: none.")
    assert plot_parts(2, 1, lost=[0]).title == "1 of 2 is lost."
    assert plot_parts(9, 3, lost=[0, 4, 5]).alt.endswith("lost: 1, 5 to 6.")


def test_amdahl():
    assert speed_up(1, 0.3) == 1 and speed_up(10**9, 0.25) == pytest.approx(4)
    plot = plot_speed_up([0.01, 0.1], 16)
    assert plot.title == "With 10 % of the work in one process, 16 workers are at most 6.4 times as fast."
    assert "13.9 times at 16 workers" in plot.alt


@pytest.mark.parametrize(
    ("draw", "match"),
    [
        (lambda: plot_parts(0, 1), "documents=0"),
        (lambda: plot_parts(4, 0), "size=0"),
        (lambda: plot_parts(4, 2, bad=[4]), "no document 4"),
        (lambda: plot_parts(4, 2, lost=[-1]), "no document -1"),
        (lambda: plot_speed_up([1.1]), "shares from 0 to 1"),
        (lambda: plot_speed_up([]), "shares from 0 to 1"),
        (lambda: plot_speed_up([0.1], 1), "most=1"),
    ],
)
def test_what_cannot_be_drawn_is_named(draw, match):
    with pytest.raises(ValueError, match=match):
        draw()


@pytest.mark.parametrize("draw", [lambda: plot_parts(400, 7, bad=[3], lost=range(7)), plot_speed_up])
def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page(draw):
    svg = draw().svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 120_000 and svg == draw().svg
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", svg)) <= set(TOKENS)
