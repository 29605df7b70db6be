"""The figures of lesson 13: the limit of a model, described by their own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ragchunk_lessons.plots import Plot, plot_answer_past_limit, plot_room_in_tokens
from ragchunk_lessons.showing.show_style import TOKENS

PLACES, SIMILARITIES = [1, 90, 200, 260, 300, 500], [0.35, 0.3, 0.25, 0.09, 0.09, 0.1]

DRAW = {
    "limit": lambda: plot_answer_past_limit(PLACES, SIMILARITIES, 256, 0.09),
    "room": lambda: plot_room_in_tokens({"prose <b>": 1148, "code": 953, "alarm codes": 389}, 256),
}


@pytest.fixture(params=DRAW)
def draw(request):
    return DRAW[request.param]


def test_titles_and_descriptions_come_from_the_data():
    limit, room = DRAW["limit"](), DRAW["room"]()
    assert isinstance(limit, Plot) and isinstance(room, Plot)
    assert limit.title == "Behind token 256 the answer counts for nothing: 0.25 before, 0.09 behind."
    assert limit.alt == (
        "A line of 6 points. With the answer after 1 to 200 tokens the similarity lies between 0.25 and 0.35. "
        "From 260 tokens on it lies between 0.09 and 0.10. A dashed line at 0.09 is the text without the answer."
    )
    assert room.title == "256 tokens hold 1148 characters of prose <b>, or 389 of alarm codes."
    assert room.alt == "Bars of the characters that 256 tokens hold. prose <b>: 1148, code: 953, alarm codes: 389."
    assert plot_room_in_tokens({"a": 1}, 2, title="Mine.").title == "Mine."
    assert plot_answer_past_limit([0, 9], [1, 0], 5, 0, title="Mine.").title == "Mine."


def test_the_svg_has_tokens_for_colours_and_words_for_values(draw):
    svg = draw().svg
    assert ElementTree.fromstring(svg).get("viewBox") and len(svg) < 40_000
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)
    assert "loss" in set(re.findall(r"var\(--rcl-([\w-]+)\)", plain)) <= set(TOKENS)
    said = "".join(ElementTree.fromstring(svg).itertext())
    assert all(word in said for word in ("not read", "without the answer: 0.09")) or "1148" in said


def test_no_type_is_smaller_than_ten_pixels_on_a_phone(draw):
    svg = draw().svg
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_drawn_twice_it_is_the_same(draw):
    assert draw()._repr_html_() == draw()._repr_html_()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_answer_past_limit([1, 2], [0.5], 2, 0), "places has 2 numbers and similarities has 1"),
        (lambda: plot_answer_past_limit([2, 2], [0.5, 0.5], 2, 0), "places must rise"),
        (lambda: plot_answer_past_limit([1, 2], [0.5, 0.5], 9, 0), "limit=9 must lie between the places"),
        (lambda: plot_answer_past_limit([5, 6], [0.5, 0.5], 2, 0), "limit=2 must lie between the places"),
        (lambda: plot_room_in_tokens({}, 256), "must name at least one kind"),
        (lambda: plot_room_in_tokens({"prose": 0}, 256), "each with a positive number"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
