"""The figure of lesson 14: one line a passage, described by its own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_slopes
from ragchunk_lessons.showing.show_style import TOKENS

SCORES = {"named": [3, 5.2, -1], "pronoun": [-6, -8, -7], "a <b> noun": [-9, -8, -9], "name later": [0.1, 0.3, -0.2]}


def test_title_and_description_come_from_the_data():
    plot = plot_slopes(SCORES)
    assert isinstance(plot, Plot)
    assert plot.title == "On average +2 points named, −9 points a <b> noun."
    assert plot.alt == (
        "A thin line for each of 3 passages through 4 wordings. named: mean +2, 1 below zero, pronoun: mean −7, "
        "3 below zero, a <b> noun: mean −9, 3 below zero, name later: mean 0, 1 below zero."
    )
    assert plot_slopes(SCORES, title="Mine.").title == "Mine."


def test_the_svg_has_tokens_for_colours_and_words_for_values():
    svg = plot_slopes(SCORES).svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "a-ink"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = "".join(ElementTree.fromstring(svg).itertext())
    assert all(word in said for word in ("named", "+2", "−7", "−9", "later"))


def test_no_type_is_smaller_than_ten_pixels_on_a_phone():
    svg = plot_slopes(SCORES).svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_drawn_twice_it_is_the_same():
    assert plot_slopes(SCORES)._repr_html_() == plot_slopes(SCORES)._repr_html_()


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({"a": [1]}, "scores has 1 wordings; give at least two"),
        ({"a": [1], "b": []}, "every wording needs the same number of scores"),
        ({"a": [], "b": []}, "and at least one; there are"),
    ],
)
def test_what_cannot_be_drawn_is_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        plot_slopes(scores)
