"""The figure of growing windows: what it says, and that it is one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots.windows import plot_window_growth
from ragchunk_lessons.showing.show_style import TOKENS

NUMBERS = ([0, 1, 2], [0.48, 0.78, 0.84], [896.4, 2340, 3622], [0.62, 0.72, 0.66], 2000)


def test_title_and_description_come_from_the_numbers():
    plot = plot_window_growth(*NUMBERS)
    assert plot.title == "The hit rate is best at 2 neighbours where length is free, and at 1 where it is not."
    assert "1 neighbours: 0.78 with 2 340 characters, 0.72 with 2 000;" in plot.alt
    assert plot.alt.startswith("Two curves") and not re.search(r"\d\.\d{3}", plot.alt)
    assert plot_window_growth(*NUMBERS, title="Own.").title == "Own."


def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page():
    svg = plot_window_growth(*NUMBERS).svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 40_000 and svg == plot_window_growth(*NUMBERS).svg
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", svg)) <= set(TOKENS)
    assert "2 340" in svg and "2 000 characters for each" in svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)) * 358 / width >= 10


@pytest.mark.parametrize(
    ("numbers", "named"),
    [
        (([], [], [], [], 9), "at least one"),
        (([0, 1], [0.1], [1, 2], [0.1, 0.2], 9), r"\[2, 1, 2, 2\] numbers"),
        (([1, 0], [0.1, 0.2], [1, 2], [0.1, 0.2], 9), r"widths=\[1, 0\] must rise"),
    ],
)
def test_what_cannot_be_drawn_is_named(numbers, named):
    with pytest.raises(ValueError, match=named):
        plot_window_growth(*numbers)
