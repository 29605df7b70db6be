"""The lengths of the chunks in lesson 22."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.comparing import Comparison, compare_splitters
from ragchunk_lessons.plots import plot_chunk_lengths
from ragchunk_lessons.showing.show_style import TOKENS

# 36 characters: 20, a space, and 15.
TEXT = "One two. Three four. Five six seven."
WAYS = {"halves": lambda d: [d.text[:20], d.text[21:]], "one": lambda d: [d.text], "none": lambda d: []}


def test_it_says_what_it_shows():
    plot = plot_chunk_lengths(compare_splitters(TEXT, WAYS, chunk_size=40))
    assert plot.title == "The shortest chunk is 15 long, the longest 36."
    assert plot.alt == (
        "halves: 2 chunks, 15 to 20, median 18. one: 1 chunk, 36 to 36, median 36. A line marks the size, 40."
    )
    plot = plot_chunk_lengths(compare_splitters(TEXT, WAYS, chunk_size=None), title="Ours.")
    assert plot.title == "Ours." and "A line marks" not in plot.alt


def test_it_is_small_and_in_the_colours_of_the_page():
    html = plot_chunk_lengths(compare_splitters(TEXT * 40, chunk_size=50))._repr_html_()
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg.encode()) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(", plain)
    assert set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    words = {word.strip() for word in re.findall(r"<text[^>]*>([^<]+)</text>", svg)}
    assert {"characters", "recursive", "sentences", "size 50"} <= words


def test_no_type_is_smaller_than_ten_pixels_on_a_phone():
    svg = plot_chunk_lengths(compare_splitters(TEXT, chunk_size=10)).svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_many_chunks_are_drawn_without_dots():
    few = plot_chunk_lengths(compare_splitters(TEXT * 10, ["characters"], chunk_size=10)).svg
    many = plot_chunk_lengths(compare_splitters(TEXT * 1000, ["characters"], chunk_size=10)).svg
    assert len(many) < len(few)


def test_the_same_input_gives_the_same_picture():
    made = [plot_chunk_lengths(compare_splitters(TEXT, chunk_size=10))._repr_html_() for _ in range(2)]
    assert made[0] == made[1]


def test_a_name_is_never_markup():
    plot = plot_chunk_lengths(compare_splitters(TEXT, {"<script>": lambda d: [d.text]}, chunk_size=None))
    assert "<script>" not in plot._repr_html_()


def test_without_chunks_there_is_nothing_to_draw():
    with pytest.raises(ValueError, match="there are no chunks to draw"):
        plot_chunk_lengths(compare_splitters(TEXT, {"none": lambda d: []}, chunk_size=None))
    with pytest.raises(ValueError, match="there are no chunks to draw"):
        plot_chunk_lengths(Comparison(Document(""), {}, {}, {}, None, 0))
