"""The figures of sweeps and of differences: what they say, and that they are of one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons import Chunk
from ragchunk_lessons.evaluating.intervals import Interval
from ragchunk_lessons.evaluating.sweeps import sweep
from ragchunk_lessons.plots.sweep import plot_differences, plot_sweep
from ragchunk_lessons.showing.show_style import TOKENS

TEXT = "Close the valve. Wait ten minutes. Open the drain. Write the hour in the log."
ROWS = [
    {"question": "How long?", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]},
    {"question": "What then?", "answers": [{"start": 35, "end": 50, "text": "Open the drain."}]},
]


def first(size):
    """A retriever that gives the start of the text, whatever is asked."""
    return lambda query, k: [Chunk(TEXT[:size], 0, size)]


def turned(*values, budget=None):
    return sweep(values, lambda value: first(int(str(value).split()[0])), ROWS, 1, budget=budget, knob="size")


def test_title_and_description_come_from_the_sweeps():
    plot = plot_sweep({"1 result": turned(20, 40, "60 signs"), "40 characters": turned(20, 40, "60 signs", budget=40)})
    assert plot.title == "The best hit rate: 60 signs for 1 result and 40 for 40 characters."
    assert "1 result: 20: 0.00 [0.00, 0.00]; 40: 0.50 [0.00, 1.00]; 60 signs: 1.00 [1.00, 1.00]" in plot.alt
    assert "40 characters: 20: 0.00 [0.00, 0.00]; 40: 0.50 [0.00, 1.00]; 60 signs: 0.50 [0.00, 1.00]" in plot.alt
    assert plot_sweep({"x": turned(20, 40)}, title="Own.").title == "Own."


def test_another_metric_has_another_name_and_other_numbers():
    plot = plot_sweep({"1 result": turned(30, 40)}, "recall", xlabel="length of the first")
    assert plot.title == "The best recall: 40 for 1 result." and plot.alt.startswith("recall with 95 % intervals.")
    assert "30: 0.37 [0.00, 0.73]" in plot.alt  # 11 of 15 visible characters of one answer, none of the other
    assert "length of the first" in plot.svg and "recall" in plot.svg
    assert ">size<" in plot_sweep({"1 result": turned(30, 40)}).svg


@pytest.mark.parametrize(
    ("sweeps", "metric", "named"),
    [
        ({}, "hit", "sweeps has 0 curves"),
        ({str(n): turned(20) for n in range(4)}, "hit", "sweeps has 4 curves; give one to 3"),
        ({"a": turned(20), "b": turned(30)}, "hit", r"different values: \[\[20\], \[30\]\]"),
        ({"a": turned(20)}, "luck", "metric='luck' is none of hit, in_one"),
    ],
)
def test_a_sweep_that_cannot_be_drawn_is_named(sweeps, metric, named):
    with pytest.raises(ValueError, match=named):
        plot_sweep(sweeps, metric)


def between(low, mean, high):
    return Interval(mean, low, high, 50, 0.95, 100)


DIFFERENCES = [("one", between(0.1, 0.2, 0.3)), ("two", between(-0.1, 0.0, 0.1)), ("three", between(-0.4, -0.3, -0.2))]


def test_differences_are_counted_by_whether_zero_lies_inside():
    plot = plot_differences(DIFFERENCES, "hit rate, minus that of four")
    assert plot.title == "2 of 3 intervals leave out zero."
    assert plot.alt.startswith("hit rate, minus that of four, with 95 % intervals")
    assert "one: 0.20 [0.10, 0.30]; two: 0.00 [-0.10, 0.10]" in plot.alt
    assert plot_differences(DIFFERENCES[:1], "x").title == "1 of 1 intervals leaves out zero."
    with pytest.raises(ValueError, match="no differences to draw"):
        plot_differences([], "x")


def test_a_filled_dot_leaves_out_zero_and_the_axis_has_signs():
    svg = plot_differences(DIFFERENCES, "difference").svg
    dots = re.findall(r"fill: var\(--rcl-(cut|paper)\); stroke", svg)
    assert dots == ["cut", "paper", "cut"]
    assert ">−0.4<" in svg and ">+0.2<" in svg and ">0<" in svg and ">+0.0<" not in svg


@pytest.mark.parametrize(
    "plot",
    [
        plot_sweep({"1 result": turned(20, 40, "60 signs"), "40 characters": turned(20, 40, "60 signs", budget=40)}),
        plot_differences(DIFFERENCES, "difference"),
    ],
    ids=["sweep", "differences"],
)
def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page(plot):
    ElementTree.fromstring(plot.svg)
    assert len(plot.svg.encode()) < 40_000 and not re.search(r"#[0-9a-f]{6}\b(?!-)", plot.svg)
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", plot.svg)) <= set(TOKENS)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', plot.svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", plot.svg)) * 358 / width >= 10
