"""The figure of lesson 18: a line a phrasing, described by its own places."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_stages
from ragchunk_lessons.plots.stages import _spread
from ragchunk_lessons.showing.show_style import TOKENS

STAGES = ["first search", "reranked", "handed over"]
PANELS = {
    "tuned": {"A": [5, 1, 1], "<B>": [3, 1, 1]},
    "natural": {"A": [16, 5, 3], "C": [None, None, 1], "D": [17, 6, None]},
}


def test_title_and_description_come_from_the_data():
    plot = plot_stages(PANELS, STAGES)
    assert isinstance(plot, Plot)
    assert plot.title == "At the end the answer stands first in 3 of 5 cases, and in 1 it is not there."
    assert plot.alt == (
        "The place of the answer at the stages first search, reranked, handed over. tuned: A 5, 1, 1; <B> 3, 1, 1. "
        "natural: A 16, 5, 3; C not there, not there, 1; D 17, 6, not there."
    )
    assert plot_stages({"one": PANELS["tuned"]}, STAGES).title == "At the end the answer stands first in 2 of 2 cases."
    assert plot_stages(PANELS, STAGES, title="Mine.").title == "Mine."


def test_the_svg_has_tokens_for_colours_and_words_for_values():
    svg = plot_stages(PANELS, STAGES).svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "a-ink"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = [text for text in ElementTree.fromstring(svg).itertext() if text.strip()]
    assert {"tuned", "natural", "none", "all", "place of the answer", "reranked", "<B>"} <= set(said)


def test_red_is_only_what_is_missing_at_the_end():
    whole = plot_stages({"one": PANELS["tuned"]}, STAGES).svg
    assert "var(--rcl-loss)" not in whole


def test_no_type_is_smaller_than_ten_pixels_on_a_phone():
    svg = plot_stages(PANELS, STAGES).svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_labels_are_moved_apart_and_never_past_each_other():
    assert _spread([18, 16, 17], 22, least=2) == [20, 16, 18]
    assert _spread([1, 5], 22) == [1, 5]
    assert _spread([21, 22], 22) == [21, 22]


def test_drawn_twice_it_is_the_same():
    assert plot_stages(PANELS, STAGES)._repr_html_() == plot_stages(PANELS, STAGES)._repr_html_()


@pytest.mark.parametrize(
    ("panels", "stages", "message"),
    [
        ({"a": {"A": [1]}}, ["one"], "stages has 1 names"),
        ({}, STAGES, "at least one panel"),
        ({"a": {}}, STAGES, "at least one line"),
        ({"a": {"A": [1, 2]}}, STAGES, "'A' of 'a' has 2 places for 3 stages"),
        ({"a": {"A": [1, 0, 2]}}, STAGES, "they count from 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(panels, stages, message):
    with pytest.raises(ValueError, match=message):
        plot_stages(panels, stages)
