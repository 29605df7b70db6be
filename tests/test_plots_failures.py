"""The figure of lesson 20: what it says, and that it is one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import plot_before_after
from ragchunk_lessons.showing.show_style import TOKENS

ROWS = [("beside the point", 0.58, 0.76), ("labels", 0.5, 1.0), ("two depths", 0.0, 0.73), ("worse", 0.4, 0.3)]


def test_title_and_description_come_from_the_rows():
    plot = plot_before_after(ROWS)
    assert plot.title == "3 of 4 cures helped, most of all against “two depths”: from 0.00 to 0.73."
    assert plot.alt == (
        "A scale from 0 to 1 with two dots for each of 4 rows. beside the point: 0.58 before, 0.76 after; labels: "
        "0.50 before, 1.00 after; two depths: 0.00 before, 0.73 after; worse: 0.40 before, 0.30 after."
    )
    assert plot_before_after(ROWS, title="Own.").title == "Own."


def test_where_nothing_helped_no_cure_is_named():
    assert plot_before_after([("a", 0.5, 0.5), ("b", 0.5, 0.2)]).title == "0 of 2 cures helped."


def test_each_row_has_its_two_dots_where_its_shares_are():
    axes = plot_before_after(ROWS).figure.axes[0]
    dots = [(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in axes.lines if line.get_marker() == "o"]
    assert dots == [(share, place) for place, (_, *shares) in enumerate(ROWS) for share in shares]
    numbers = [text.get_text() for text in axes.texts if re.fullmatch(r"\d\.\d\d", text.get_text())]
    assert sorted(numbers) == sorted(f"{share:.2f}" for _, *shares in ROWS for share in shares)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "rows is empty"),
        ([("a", 0.5, 1.2)], "row 'a' has 1.2"),
        ([("a", -0.1, 0.2)], "row 'a' has -0.1"),
        ([("a", float("nan"), 0.2)], "row 'a' has nan"),
    ],
)
def test_what_cannot_be_drawn_is_named(rows, said):
    with pytest.raises(ValueError, match=said):
        plot_before_after(rows)


def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page():
    svg = plot_before_after(ROWS).svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 40_000 and svg == plot_before_after(ROWS).svg
    used = set(re.findall(r"var\(--rcl-([\w-]+)\)", svg))
    assert {"loss", "a-ink", "line", "paper"} <= used <= set(TOKENS)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)) * 358 / width >= 10
