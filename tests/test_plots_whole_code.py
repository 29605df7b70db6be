"""The figure of lesson 8: lines of definitions that stay whole, described by their own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_whole_definitions
from ragchunk_lessons.showing.show_style import TOKENS

SIZES = [100, 200, 300]
COUNTS = {"as published": [2, 2, 2], "ladder": [0, 1, 2], "syntax tree": [1, 2, 4]}


@pytest.fixture(scope="module")
def plot():
    return plot_whole_definitions(SIZES, COUNTS, 4)


def test_title_and_words_come_from_the_data(plot):
    assert isinstance(plot, Plot)
    assert plot.title == "At 300 characters, syntax tree keeps 4 of 4 definitions whole."
    assert plot.alt == (
        "Lines by chunk size (100, 200, 300 characters), definitions whole of 4. "
        "as published: 2, 2, 2; ladder: 0, 1, 2; syntax tree: 1, 2, 4."
    )
    assert plot_whole_definitions([50], {"one": [0]}, 1, title="None.").title == "None."


def test_the_svg_has_tokens_for_colours_and_a_name_for_each_line(plot):
    svg = plot.svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 20_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "a-ink", "b-ink"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = "".join(ElementTree.fromstring(svg).itertext())
    assert all(said.count(name) == 1 for name in COUNTS)


def test_names_of_lines_that_end_together_are_pushed_apart():
    svg = plot_whole_definitions(SIZES, COUNTS, 4).svg
    heights = [
        float(re.search(rf'y="([\d.]+)"[^>]*>{name}|translate\([\d.]+ ([\d.]+)\)[^>]*>{name}', svg).group(1) or 0)
        for name in ("as published", "ladder")
    ]
    assert heights[0] != heights[1]


@pytest.mark.parametrize(
    ("sizes", "counts", "said"),
    [
        (SIZES, {}, "counts has 0 names"),
        (SIZES, {str(n): [0, 0, 0] for n in range(5)}, "counts has 5 names"),
        (SIZES, {"a": [1, 2]}, "'a' has 2 counts for 3 sizes"),
        ([], {"a": []}, "'a' has 0 counts for 0 sizes"),
        (SIZES, {"a": [0, 1, 5]}, "a count of 'a' is not from 0 to total=4"),
    ],
)
def test_bad_data_is_refused(sizes, counts, said):
    with pytest.raises(ValueError, match=said):
        plot_whole_definitions(sizes, counts, 4)
