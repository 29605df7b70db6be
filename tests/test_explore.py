"""explore: the explorer on a page, as HTML: its controls, its panes, its names, and what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons import show_chunks, split_characters
from ragchunk_lessons.explore import Explorer, explore
from ragchunk_lessons.explore.panes import as_html, with_own_ids, without_sheets
from ragchunk_lessons.plots import Plot, new_axes
from ragchunk_lessons.showing.show_style import STYLE

TEXT = "The first pump stands by the door. The second pump waits until the water climbs."
HOSTILE = "</style><script>alert(1)</script><b onclick='x'>\"&"


def strip(size, overlap):
    return show_chunks(TEXT, split_characters(TEXT, size, overlap))


def two_knobs(**more):
    return explore(strip, title="Size and overlap", size=(20, 40, 60), overlap=(0, 10), **more)


def a_plot(height):
    figure, axes = new_axes(height=height)
    axes.plot([0, 1], [0, height])
    return Plot(figure, f"To {height}.", "A line.")


class Page(HTMLParser):
    """The tags of a page in order, with their attributes, and the text inside."""

    VOID = ("input",)

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.words = [], [], ""
        self.feed(re.sub(r"(?s)<style>.*?</style>", "", text))
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data

    def all(self, tag, **wanted):
        return [given for name, given in self.tags if name == tag and wanted.items() <= given.items()]

    @property
    def panes(self):
        return self.all("div", **{"class": "rcl-xp-pane"})


# --- the controls -----------------------------------------------------------------------------------


def test_each_knob_is_a_fieldset_with_a_legend_and_one_checked_radio():
    page = Page(two_knobs(labels={"size": "Chunk size (characters)"}).html)
    radios = page.all("input", type="radio")
    groups = [[radio for radio in radios if radio["name"] == name] for name in sorted({r["name"] for r in radios})]
    assert [len(group) for group in groups] == [3, 2]
    assert [["checked" in radio for radio in group] for group in groups] == [[True, False, False], [True, False]]
    assert len(page.all("fieldset")) == len(page.all("legend")) == 2
    assert "Chunk size (characters)" in page.words and "overlap" in page.words
    assert "script" not in {tag for tag, _ in page.tags}


def test_every_input_has_its_label_and_every_id_is_there_once():
    page = Page(two_knobs().html)
    ids = [given["id"] for _, given in page.tags if "id" in given]
    assert len(set(ids)) == len(ids)
    assert [given["for"] for given in page.all("label")] == [given["id"] for given in page.all("input")]
    group = page.all("div", role="group")[0]
    assert group["aria-labelledby"] in ids


def test_there_is_a_pane_for_every_state_and_it_says_which():
    page = Page(two_knobs().html)
    said = re.findall(r'<p class="rcl-xp-state">(.*?)</p>', two_knobs().html)
    assert said == [f"size: {size}, overlap: {overlap}" for size in (20, 40, 60) for overlap in (0, 10)]
    assert len(page.panes) == 6


def test_the_panes_hold_what_the_function_gave():
    for size in (20, 40, 60):
        body, _ = without_sheets(strip(size, 10)._repr_html_())
        assert body in two_knobs().html


# --- one style sheet, stable names ------------------------------------------------------------------


def test_there_is_one_style_sheet_and_no_rule_of_it_twice():
    html = explore(lambda height: [strip(20, 0), a_plot(height)], title="Both", height=(2, 3)).html
    assert html.count("<style") == 1 and html.count(STYLE) == 1
    assert html.count(".rcl-plot>p{") == 1, "the sheet of the plots is there, once"


def test_the_same_content_gives_the_same_bytes():
    assert two_knobs().html == two_knobs().html
    assert two_knobs(live={"size": range(10, 90)}).html == two_knobs().html


def scope(explorer):
    return re.search(r'class="rcl rcl-xp (xp\w+)"', explorer.html)[1]


def test_two_explorers_on_a_page_do_not_meet():
    other = [
        two_knobs(labels={"size": "Size"}),
        explore(strip, title="Another", size=(20, 40, 60), overlap=(0, 10)),
        explore(strip, title="Size and overlap", size=(20, 40), overlap=(0, 10)),
        explore(lambda size, overlap: f"{size}", title="Size and overlap", size=(20, 40, 60), overlap=(0, 10)),
    ]
    assert len({scope(one) for one in [two_knobs(), *other]}) == 5


def test_a_drawing_does_not_name_the_explorer():
    """Fonts differ between machines; nbval compares the names."""

    class Drawn:
        def __init__(self, inside):
            self.inside = inside

        def _repr_html_(self):
            return f'<style>{self.inside}</style><svg aria-label="x">{self.inside}</svg>'

    one, two = (explore(lambda a, word=word: Drawn(word), title="T", a=(1, 2)) for word in ("p", "q"))
    assert scope(one) == scope(two)


def test_ids_in_drawings_are_renamed_with_their_references_and_words_are_not():
    words, drawing = (
        '<p>id="a" url(#a)</p>',
        '<svg><b id="a"/><g clip-path="url(#a)"/><use href="#a"/><use href="#ab"/></svg>',
    )
    renamed = '<svg><b id="m-a"/><g clip-path="url(#m-a)"/><use href="#m-a"/><use href="#ab"/></svg>'
    assert with_own_ids(words + drawing, "m") == words + renamed


def test_the_same_plot_in_two_panes_has_no_id_twice():
    html = explore(lambda height: a_plot(2), title="The same", height=(2, 3)).html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert "clip-path" in html and len(set(ids)) == len(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= set(ids)


# --- hostile and odd input --------------------------------------------------------------------------


def test_markup_in_words_stays_text():
    html = explore(lambda a: HOSTILE, title=HOSTILE, a=(HOSTILE[:38], "b"), labels={"a": HOSTILE}).html
    page = Page(html)
    assert "script" not in {tag for tag, _ in page.tags} and "b" not in {tag for tag, _ in page.tags}
    assert page.words.count(HOSTILE) == 1 + 1 + 2 + 2  # the title, the legend, each pane's state and text
    assert html.count("</style>") == 1


def test_a_string_of_several_lines_keeps_them_and_one_of_one_line_is_a_paragraph():
    assert as_html("a\n  b") == '<pre class="rcl-xp-text">a\n  b</pre>'
    assert as_html("a & b") == '<p class="rcl-xp-text">a &amp; b</p>'
    assert as_html(["a", "b"]) == as_html("a") + as_html("b")


def test_a_state_that_is_refused_says_so_in_words():
    html = explore(strip, title="T", size=(20, 40), overlap=(0, 20)).html
    assert "Not possible at size: 20, overlap: 20." in html
    assert "chunk_overlap=20 must be smaller than chunk_size=20" in unescape(html) and "Traceback" not in html


def test_another_error_stops_the_cell():
    with pytest.raises(ZeroDivisionError):
        explore(lambda size: str(1 / (size - 2)), title="T", size=(1, 2))


# --- the link to the lab, the words, the imports ----------------------------------------------------


def test_each_pane_links_to_its_own_state_of_the_lab():
    html = two_knobs(lab="#sample=pumps&size={size}&overlap={overlap}").html
    links = [given["href"] for given in Page(html).all("a")]
    assert links[3] == "../book/chunk_lab.html#sample=pumps&size=40&overlap=10" and len(set(links)) == 6
    assert [
        given["href"] for given in Page(explore(lambda a: "x", title="T", a=("a&b", "#"), lab="text={a}").html).all("a")
    ] == [
        "../book/chunk_lab.html#text=a%26b",
        "../book/chunk_lab.html#text=%23",
    ]


def test_as_text_it_names_the_title_and_the_values():
    assert repr(two_knobs()) == "Explorer(Size and overlap: size (20, 40, 60); overlap (0, 10))"
    assert isinstance(two_knobs(), Explorer)


def test_without_a_kernel_the_bundle_is_html_and_text():
    bundle = two_knobs()._repr_mimebundle_()
    assert sorted(bundle) == ["text/html", "text/plain"] and bundle["text/html"] == two_knobs()._repr_html_()


def test_the_standard_library_is_enough():
    root = str(Path(ragchunk_lessons.__file__).parent.parent)
    code = (
        f"import sys; sys.path.insert(0, {root!r})\nfrom ragchunk_lessons.explore import explore\n"
        "e = explore(lambda a: 'x' * a, title='T', a=(1, 2))\nprint(e, e.widget, len(e._repr_mimebundle_()))"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "Explorer(T: a (1, 2)) None 2\n"
