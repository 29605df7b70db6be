"""plots: one SVG for both themes, small, readable on a phone, described by its own data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from ragchunk_lessons import plots
from ragchunk_lessons.plots import Plot, new_axes
from ragchunk_lessons.plots._frame import COLOR
from ragchunk_lessons.showing.show_style import TOKENS

EXAMPLES = {
    "bars": lambda: plots.plot_similarity_bars({"right <b>": [0.7, 0.6], "whole": [0.2, 0.25]}),
    "bars below zero": lambda: plots.plot_similarity_bars({"wrong": [-0.1, 0.05], "right": [0.4, 0.5]}),
    "topics": lambda: plots.plot_similarity_by_topics([0.7, 0.5, 0.4, 0.4], [0.7, 0.4, 0.3, 0.1], limit=2),
    "twenty topics": lambda: plots.plot_similarity_by_topics([0.7] + [0.3] * 19, [0.7] + [0.1] * 19, limit=17),
    "tokens": lambda: plots.plot_characters_per_token({"prose": {"gpt2": 4.6, "o200k_base": 5}, "code": {"gpt2": 2}}),
    "words": lambda: plots.plot_cut_words({"characters": (12, 20), "tokens": (1, 20)}),
    "sawtooth": lambda: plots.plot_lengths_sawtooth(
        range(1, 14),
        [n if n < 8 else (n - 8) % 5 for n in range(1, 14)],
        [n < 8 for n in range(1, 14)],
        value="words lost",
        unit="words",
        flag="everything",
    ),
    "flat": lambda: plots.plot_lengths_sawtooth([1, 2], [0, 0], [False, False], value="words lost"),
    "ladder": lambda: plots.plot_ladder("One line that is long.\n\nTwo.\n\n" + "x" * 40, 16, 4),
    "no way down": lambda: plots.plot_ladder("One. Two.", 20),
    "chance": lambda: plots.plot_overlap_probability(
        [(200, 50), (500, 50), (500, 100), (1000, 200)], [(200, 50, 126, 0.52), (500, 100, 30, 1.0)]
    ),
    "one chance": lambda: plots.plot_overlap_probability([(200, 0)], unit="words"),
    "cost": lambda: plots.plot_cost([0, 50, 100], [1, 1.3, 2], [0.4, 0.8, 0.9]),
    "mixing": lambda: plots.plot_mixing([1, 2, 4, 10]),
    "cost alone": lambda: plots.plot_cost([0, 50], [1, 1]),
}


@pytest.fixture(scope="module", params=EXAMPLES)
def plot(request):
    return EXAMPLES[request.param]()


@pytest.fixture(scope="module")
def html(plot):
    return plot._repr_html_()


@pytest.fixture(scope="module")
def svg(html):
    return html[html.index("<svg") : html.index("</svg>") + 6]


def test_it_is_a_plot_with_a_sentence_and_a_description(plot):
    assert isinstance(plot, Plot)
    assert plot.title.endswith(".") and (plot.title[0].isupper() or plot.title[0].isdigit())
    assert re.search(r"\d", plot.alt) and plot.alt.endswith(".")
    assert not re.search(r"\d\.\d{3}", plot.title + plot.alt), "numbers are rounded"
    assert repr(plot) == f"Plot({plot.title!r})"


def test_the_svg_is_small_and_well_formed(svg):
    assert len(svg.encode()) < 40_000
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and root.get("viewBox") and root.get("width") is None


def test_every_colour_is_a_token_of_the_page(svg):
    plain = re.sub(r"(?:href=\"#|url\(#|id=\")[^\")]*", "", svg)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(|(?:fill|stroke): *(?:black|white)", plain)
    named = set(re.findall(r"var\(--rcl-([\w-]+)\)", plain))
    assert named and named <= set(TOKENS)


def test_no_type_is_smaller_than_ten_pixels_on_a_phone(svg):
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)px", svg)]
    assert sizes and min(sizes) * (390 - 32) / width >= 10


def test_every_text_is_selectable_text(svg):
    assert svg.count("<text") >= 2
    assert "DejaVu" not in svg and "font:" not in svg


def test_nothing_in_it_leaks_into_the_page(svg):
    assert "<style" not in svg and "<metadata" not in svg and "<!--" not in svg
    for number in re.findall(r"(?:href=\"#|url\(#)([^\")]+)", svg):
        assert f'id="{number}"' in svg, "every reference has its target"
    for number in re.findall(r'id="([^"]+)"', svg):
        assert f"#{number}" in svg, "every id is referred to"


@pytest.mark.parametrize("name", ["topics", "chance"])
def test_drawn_twice_it_is_the_same(name):
    assert EXAMPLES[name]()._repr_html_() == EXAMPLES[name]()._repr_html_()


def test_ids_of_two_figures_do_not_clash():
    ids = [set(re.findall(r'id="([^"]+)"', EXAMPLES[name]().svg)) for name in ("topics", "twenty topics", "cost")]
    assert all(ids) and sum(map(len, ids)) == len(set().union(*ids))


def test_the_html_is_a_labelled_picture(html):
    label = re.search(r'<figure class="rcl rcl-plot" role="img" aria-label="([^"]*)">', html)[1]
    assert label and "<" not in label
    assert html.count("<svg") == html.count("</svg>") == 1
    assert ElementTree.fromstring(html[html.index("<figure") :].replace("&nbsp;", " ")) is not None


def test_markup_in_a_label_stays_text():
    html = EXAMPLES["bars"]()._repr_html_()
    assert "<b>" not in html and "right &lt;b&gt;" in html


def test_alt_text_comes_from_the_data():
    plot = plots.plot_similarity_bars({"right": [0.7, 0.6], "whole": [0.2, 0.3]})
    assert plot.title == "The nearest is right, at 0.65 on average."
    assert "whole: mean 0.25, from 0.20 to 0.30" in plot.alt and "2 questions" in plot.alt
    plot = plots.plot_similarity_bars({"right": [0.2], "whole": [0.9]})
    assert plot.title == "The nearest is whole, at 0.90 on average."


def test_the_sawtooth_names_its_bad_lengths():
    lengths = list(range(440, 520))
    flags = [451 <= length <= 500 for length in lengths]
    plot = plots.plot_lengths_sawtooth(lengths, [0] * 80, flags, value="new characters", flag="nothing new")
    assert plot.title == "50 of 80 lengths are bad: 451–500 characters."
    assert "50 of 80 lengths are flagged (nothing new): 451–500." in plot.alt
    assert EXAMPLES["flat"]().title == "No length is bad."


def test_the_chance_says_how_far_the_dots_lie_off():
    alt = plots.plot_overlap_probability([(200, 50)], [(200, 50, 126, 0.53), (200, 50, 30, 1.0)]).alt
    assert "certain up to 51, a chance of one half near 126, never beyond 200" in alt
    assert "2 counted dots lie at most 0.03 from their line" in alt


def test_the_cost_names_both_ends():
    assert EXAMPLES["cost"]().title == (
        "From overlap 0 to 100, the index grows from 1.0× to 2.0×; whole sentences rise from 40 % to 90 %."
    )
    assert "overlap 50: 1.30× and 80 % whole" in EXAMPLES["cost"]().alt


def test_a_title_of_ones_own():
    assert plots.plot_cost([0, 50], [1, 2], title="Overlap is paid for twice.").title == "Overlap is paid for twice."


def test_a_number_and_its_per_cent_sign_stay_together():
    assert "60&nbsp;% (characters)" in EXAMPLES["words"]()._repr_html_()


def test_labels_of_the_curves_keep_apart():
    from ragchunk_lessons.plots.overlap import _places

    places = _places([(200, 50), (500, 50), (500, 100), (1000, 200)])
    heights = sorted(height for height, _ in places.values())
    assert all(b - a >= 0.15 for a, b in pairwise(heights))
    assert places[500, 50][1] == -1 and places[500, 100][1] == 1, "two near lines carry their labels outside"


def test_new_axes_needs_no_pyplot():
    import subprocess
    import sys

    code = (
        "import sys\nfrom ragchunk_lessons.plots import new_axes\nnew_axes()\nprint('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == ("False", "")


def test_the_readers_own_settings_are_left_alone():
    import matplotlib

    before = dict(matplotlib.rcParams)
    EXAMPLES["cost"]()._repr_html_()
    assert dict(matplotlib.rcParams) == before


def test_a_figure_drawn_by_hand_takes_the_colours_of_the_page():
    figure, axes = new_axes(height=2)
    axes.plot([1, 2], [1, 2], color="black")
    axes.text(1, 1, "水泵 Δ")
    svg = Plot(figure, "A line.", "One line.").svg
    assert "水泵 Δ" in svg and "#000000" not in svg
    assert COLOR["ink"] not in svg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plots.plot_similarity_bars({}), "scores is empty"),
        (lambda: plots.plot_similarity_bars({"right": []}), r"scores\['right'\] is empty"),
        (lambda: plots.plot_similarity_by_topics([1, 2], [1]), "first has 2 numbers and last has 1"),
        (lambda: plots.plot_similarity_by_topics([1], [1]), "at least 2"),
        (lambda: plots.plot_characters_per_token({}), "ratios is empty"),
        (lambda: plots.plot_characters_per_token({"prose": {}}), "ratios is empty"),
        (lambda: plots.plot_cut_words({}), "cuts is empty"),
        (lambda: plots.plot_cut_words({"characters": (3, 2)}), r"cuts\['characters'\]=\(3, 2\)"),
        (lambda: plots.plot_cut_words({"characters": (0, 0)}), "at least one"),
        (lambda: plots.plot_lengths_sawtooth([1, 2], [1], [True, False], value="x"), "hold 2, 1 and 2"),
        (lambda: plots.plot_lengths_sawtooth([2, 1], [1, 1], [True, False], value="x"), "lengths must rise"),
        (lambda: plots.plot_overlap_probability([]), "settings has 0 pairs; give 1 to 4"),
        (lambda: plots.plot_overlap_probability([(9, n) for n in range(5)]), "settings has 5 pairs"),
        (lambda: plots.plot_overlap_probability([(9, 1)], [(9, 2, 3, 0.5)]), "belongs to none of the settings"),
        (lambda: plots.plot_overlap_probability([(9, 9)]), "chunk_overlap=9 must be .* smaller than chunk_size=9"),
        (lambda: plots.plot_cost([0], [1]), "at least 2"),
        (lambda: plots.plot_cost([0, 1], [1, 2], [0.5]), "the same number of values"),
    ],
)
def test_what_cannot_be_drawn_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
