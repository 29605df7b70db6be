"""The figure of headings and sections: what it counts, what it says, and that it is one house with the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots.outline import plot_outline, section_lines
from ragchunk_lessons.showing.show_style import TOKENS

TEXT = "# A\n\n```\n# b\n```\n\nC\n---\n\ntext\n"
READINGS = {"lines": ["# A\n", "# b\n```"], "rules": ["# A", "C\n---"]}


def test_the_lines_on_which_pieces_begin():
    assert section_lines(TEXT, READINGS["lines"]) == [0, 3]
    assert section_lines("a\nb\na\nb", ["a", "a"]) == [0, 2]
    assert section_lines("a", ["", " \n"]) == []


def test_a_piece_from_elsewhere_is_refused():
    with pytest.raises(ValueError, match="from line 1 on, is 'x'"):
        section_lines("a\nb", ["a", "x"])


@pytest.mark.parametrize(("text", "readings"), [("no heading", {"a": ["no heading"]}), ("# A", {})])
def test_nothing_to_draw(text, readings):
    with pytest.raises(ValueError, match="at least one heading, and at least one reading"):
        plot_outline(text, readings)


def test_title_and_description_come_from_the_text():
    plot = plot_outline(TEXT, READINGS)
    assert plot.title == "1 of 2 programs finds the sections that the rules give."
    assert plot.alt == (
        "A page with 2 headings. lines: 2 sections, 1 of them at no heading, 1 headings missed; "
        "rules: 2 sections, 0 of them at no heading, 0 headings missed."
    )
    assert plot_outline(TEXT, READINGS, title="Own.").title == "Own."


def test_the_drawing_is_small_well_formed_and_in_the_colours_of_the_page():
    svg = plot_outline(TEXT, READINGS).svg
    ElementTree.fromstring(svg)
    assert len(svg.encode()) < 40_000
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", svg)) <= set(TOKENS)
    assert "var(--rcl-loss)" in svg and "# b" in svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    assert min(float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)) * 358 / width >= 10


def test_drawn_twice_it_is_the_same():
    assert plot_outline(TEXT, READINGS).svg == plot_outline(TEXT, READINGS).svg
