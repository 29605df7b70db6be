"""The figure of lesson 10: rows of dots against the threshold, described by its own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_topic_rows
from ragchunk_lessons.showing.show_style import TOKENS

SENTENCES = [
    "A pump <b> moves water.",
    "Its seal is made of carbon & bronze, and lasts for about ten years.",
    "A cat.",
    "It purrs.",
]
SIMILARITY = [[1, 0.62, 0.1, -0.05], [0.1, 0.2, 1, 0.45]]


@pytest.fixture(scope="module")
def plot():
    return plot_topic_rows(SIMILARITY, SENTENCES, [0, 2], [0, 1, 2], 0.5)


def test_title_and_words_come_from_the_data(plot):
    assert isinstance(plot, Plot) and plot.title == "3 of 4 sentences come out at 0.50."
    assert plot.alt == (
        "A row for each of 4 sentences, with a dot for each of 2 centres and a line at 0.50. Centres: 0, 2. "
        "Nearest centre of the others: sentence 1 at 0.62, kept; sentence 3 at 0.45, lost."
    )
    assert (
        plot_topic_rows(SIMILARITY, SENTENCES, [0, 2], [0, 1, 2, 3], 0.4).title == "4 of 4 sentences come out at 0.40."
    )
    assert plot_topic_rows(SIMILARITY, SENTENCES, [0, 2], [], 0.5, title="Nothing stays.").title == "Nothing stays."


def test_the_svg_has_tokens_for_colours_and_text_for_words(plot):
    svg = plot.svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "cut", "hint"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = "".join(ElementTree.fromstring(svg).itertext())
    assert said.count("lost") == 1 and said.count("kept") == 1 and said.count("centre") == 3  # one in the axis
    assert "0  A pump <b> moves water." in said and "1  Its seal is made of carbon & bronze, and …" in said


def test_a_lost_centre_says_so():
    said = "".join(ElementTree.fromstring(plot_topic_rows(SIMILARITY, SENTENCES, [0, 2], [0], 0.5).svg).itertext())
    assert "centre, lost" in said


def test_no_type_is_smaller_than_ten_pixels_on_a_phone(plot):
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', plot.svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", plot.svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_drawn_twice_it_is_the_same(plot):
    assert plot._repr_html_() == plot_topic_rows(SIMILARITY, SENTENCES, [0, 2], [0, 1, 2], 0.5)._repr_html_()


@pytest.mark.parametrize("similarity", [[], [[1, 2]], SIMILARITY[:1], [[1, 0, 0, 0], [1, 0, 0]]])
def test_a_shape_that_does_not_fit_is_named(similarity):
    with pytest.raises(ValueError, match="give 2 rows of 4, one for each centre"):
        plot_topic_rows(similarity, SENTENCES, [0, 2], [0], 0.5)
