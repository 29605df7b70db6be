"""The matrix of lesson 11."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.peer_cases import OURS
from ragchunk_lessons.plots import plot_damage
from ragchunk_lessons.showing.show_style import TOKENS

SURVEY = {
    "table": {"one": ["no header"], "two": []},
    "emoji": {"one": ["lost", "rewritten"], "two": None},
    "plain": {"one": [], "two": []},
}


def test_it_says_what_it_shows():
    plot = plot_damage(SURVEY)
    assert plot.title == "Of 5 runs of two libraries, 2 come out damaged."
    assert plot.alt == (
        "Inputs by libraries, kinds of damage counted. one: 1 of 3 undamaged; table (no header), emoji (lost, "
        "rewritten). two: 2 of 2 undamaged."
    )
    assert plot_damage(SURVEY, title="Ours.").title == "Ours."


def test_our_own_runs_are_drawn_and_not_counted():
    survey = {name: {**row, OURS: []} for name, row in SURVEY.items()}
    plot = plot_damage(survey)
    assert plot.title == "Of 5 runs of two libraries, 2 come out damaged."
    assert plot.alt.endswith("this package: 3 of 3 undamaged.")
    assert plot_damage({"table": {OURS: ["lost"]}}).title == "Of 1 runs of one library, 1 come out damaged."
    many = {"table": {f"library {number}": [] for number in range(11)}}
    assert plot_damage(many).title == "Of 11 runs of 11 libraries, 0 come out damaged."


def test_it_is_small_and_in_the_colours_of_the_page():
    html = plot_damage(SURVEY)._repr_html_()
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert ElementTree.fromstring(svg).get("viewBox")
    assert len(svg.encode()) < 20_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(", plain)
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    words = re.findall(r"<text[^>]*>([^<]+)</text>", svg)
    assert {"table", "emoji", "plain", "one", "two", "1", "2"} <= {word.strip() for word in words}


def test_no_type_is_smaller_than_ten_pixels_on_a_phone():
    svg = plot_damage(SURVEY).svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_it_is_the_same_every_time():
    assert plot_damage(SURVEY).svg == plot_damage(SURVEY).svg


@pytest.mark.parametrize("survey", [{}, {"a": {}}, {"a": {"one": []}, "b": {"two": []}}])
def test_a_survey_without_rows_or_columns_is_refused(survey):
    with pytest.raises(ValueError, match="at least one input, and each row the same libraries"):
        plot_damage(survey)
