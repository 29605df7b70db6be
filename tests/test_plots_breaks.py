"""The figures of lesson 12: they say what the data say, and read on every page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import plot_chunks_by_threshold, plot_similarity_scales
from ragchunk_lessons.showing.show_style import TOKENS

TWO = {"a model <b>": [0.9, 0.2, 0.8, 0.91], "another": [0.6, 0.1, 0.7, 0.76]}
EXAMPLES = {
    "scales": lambda: plot_similarity_scales(TWO, [1], 0.75),
    "below zero": lambda: plot_similarity_scales({"one": [-0.2, 0.5]}, [0], 0.5),
    "no turn": lambda: plot_similarity_scales({"one": [0.4, 0.5]}, [], 0.5),
    "curves": lambda: plot_chunks_by_threshold(TWO, 0.75, right=2),
    "one curve": lambda: plot_chunks_by_threshold({"one": [0.1]}, 0.5),
}


@pytest.fixture(scope="module", params=EXAMPLES)
def plot(request):
    return EXAMPLES[request.param]()


def test_it_has_a_sentence_and_a_description(plot):
    assert plot.title.endswith(".") and plot.alt.endswith(".") and re.search(r"\d", plot.alt)
    assert not re.search(r"\d\.\d{3}", plot.title + plot.alt)


def test_the_svg_is_small_well_formed_and_in_the_colours_of_the_page(plot):
    html = plot._repr_html_()
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert len(svg.encode()) < 40_000 and ElementTree.fromstring(svg) is not None
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(", plain)
    named = set(re.findall(r"var\(--rcl-([\w-]+)\)", plain))
    assert named and named <= set(TOKENS)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)) * (390 - 32) / width >= 10
    assert "<b>" not in html


def test_the_scales_say_where_the_turns_lie():
    plot = EXAMPLES["scales"]()
    assert plot.title == "Of 4 places, 1 lie below 0.75 with a model <b> and 3 with another."
    assert "another: turns from 0.10 to 0.10; other places from 0.60 to 0.76; 3 of 4 below the threshold." in plot.alt
    assert "no turns" in EXAMPLES["no turn"]().alt


def test_the_curves_say_the_counts():
    plot = EXAMPLES["curves"]()
    assert plot.title == "At 0.75: 2 chunks with a model <b> and 4 chunks with another."
    assert "another: 4 at 0.75; 2 at 0.3, 2 at 0.5, 3 at 0.7, 5 at 0.9." in plot.alt
    assert "2, the number of subjects" in plot.alt
    assert "2 chunks with one" in EXAMPLES["one curve"]().title


@pytest.mark.parametrize(
    "draw", [lambda s: plot_similarity_scales(s, [], 0.5), lambda s: plot_chunks_by_threshold(s, 0.5)]
)
@pytest.mark.parametrize(
    ("similarities", "named"),
    [({}, "has 0 models"), ({"a": [1], "b": [1, 2]}, "differ in length"), ({"a": []}, "are empty")],
)
def test_what_cannot_be_drawn_is_named(draw, similarities, named):
    with pytest.raises(ValueError, match=named):
        draw(similarities)
