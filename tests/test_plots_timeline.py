"""The figure of lesson 7: labels against times, described by its own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_time_labels
from ragchunk_lessons.showing.show_style import TOKENS

PUBLISHED = [(5, 0, 3), (700, 60, 1), (730, 120, 1), (800, 780, 2)]
REPAIRED = [(5, 5, 3), (700, 700, 2), (800, 800, 2)]


@pytest.fixture(scope="module")
def plot():
    return plot_time_labels({"as <published>": PUBLISHED, "repaired": REPAIRED})


def test_title_and_words_come_from_the_data(plot):
    assert isinstance(plot, Plot)
    assert plot.title == "2 labels of 4 are wrong by a minute or more, the worst by 10.7 minutes."
    assert plot.alt == (
        "Dots of label against time, on a line where both agree. as <published>: said at 0:05, labelled 0:00, "
        "3 records; said at 11:40, labelled 1:00, 1 record; said at 12:10, labelled 2:00, 1 record; said at 13:20, "
        "labelled 13:00, 2 records. repaired: said at 0:05, labelled 0:05, 3 records; said at 11:40, labelled 11:40, "
        "2 records; said at 13:20, labelled 13:20, 2 records."
    )
    right = plot_time_labels({"repaired": REPAIRED})
    assert right.title == "None of 3 labels is wrong by a minute or more."
    assert plot_time_labels({"repaired": REPAIRED}, title="All is well.").title == "All is well."


def test_the_svg_has_tokens_for_colours_and_text_for_words(plot):
    svg = plot.svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert {"loss", "cut"} <= set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = "".join(ElementTree.fromstring(svg).itertext())
    assert "10.7 min" in said and "as <published>" in said and "repaired" in said and "label = time" in said


def test_no_type_is_smaller_than_ten_pixels_on_a_phone(plot):
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', plot.svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", plot.svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_made_twice_it_is_the_same():
    once, again = (plot_time_labels({"as published": PUBLISHED, "repaired": REPAIRED}) for _ in range(2))
    assert once._repr_html_() == again._repr_html_()


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="pieces has 0 recipes; give one or two"):
        plot_time_labels({})
    with pytest.raises(ValueError, match="pieces has 3 recipes"):
        plot_time_labels({name: REPAIRED for name in "abc"})
    with pytest.raises(ValueError, match=r"pieces\['a'\] is empty"):
        plot_time_labels({"a": []})
