"""choosing: every function, lesson, heading and measurement that a row names exists, and no row pretends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons import choosing, claims, open_questions
from ragchunk_lessons.choosing import NAMES, Choice, rows, table
from ragchunk_lessons.choosing._table import _RULES, slug
from ragchunk_lessons.claims import CLAIMS, SOURCES
from ragchunk_lessons.open_questions import QUESTIONS

ROOT = Path(__file__).parents[1]
ALL = [(name, row) for name in NAMES for row in rows(name)]
each = pytest.mark.parametrize(("name", "row"), ALL, ids=[f"{name}-{row.situation[:30]}" for name, row in ALL])


def _headings(lesson):
    notebook = json.loads((ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return re.findall(r"(?m)^#{2,3} (.+)$", re.sub(r"(?ms)^```.*?^```", "", text))


@each
def test_every_function_is_public_and_on_the_page_of_functions(name, row):
    api = (ROOT / "book" / "api.md").read_text(encoding="utf-8")
    for function in row.functions:
        assert getattr(ragchunk_lessons, function) is not None
        assert re.search(rf"auto\w+:: {function}$|data:: {function}$", api, re.MULTILINE), (
            f"{function} is not in api.md"
        )


@each
def test_every_lesson_and_heading_exists(name, row):
    assert (ROOT / "notebooks" / f"{row.lesson}.ipynb").is_file()
    if row.section:
        # A heading that stands twice would have a number on its second anchor.
        assert _headings(row.lesson).count(row.section) == 1, f"{row.section!r} is not a heading of {row.lesson}"


@each
def test_every_measurement_exists(name, row):
    assert set(row.claims) <= {claim.id for claim in CLAIMS}
    assert set(row.questions) <= {question.id for question in QUESTIONS}


@each
def test_a_lesson_of_the_row_is_the_lesson_of_its_first_measurement(name, row):
    """The link must lead to where the measurement is shown."""
    lessons = {claim.id: claim.lesson for claim in CLAIMS} | {one.id: one.lesson for one in QUESTIONS}
    named = [lessons[id] for id in (*row.claims, *row.questions)]
    assert not named or row.lesson in named or row.section


@each
def test_a_row_is_backed_or_an_opinion(name, row):
    assert bool(row.claims or row.questions or row.section) != row.opinion


@each
def test_the_words_are_short_and_hold_no_measured_number(name, row):
    texts = [row.advice] if name == "advice" else [row.situation, row.advice]
    for text in texts:
        assert not re.search(r"\d", text), f"a number is typed in {text!r}"
    assert row.advice[0].isupper() and row.advice.endswith(".") and len(row.advice) <= 220
    assert len(row.situation) <= 130
    assert "!" not in row.situation + row.advice and "  " not in row.situation + row.advice


def test_only_advice_has_sources_and_all_of_it_has():
    assert all(bool(row.source) == (name == "advice") for name, row in ALL)
    assert {row.key for row in rows("advice")} <= set(SOURCES)


def test_every_splitter_has_a_row():
    splitters = {name for name in ragchunk_lessons.__all__ if name.startswith("split_")}
    named = {function for _, row in ALL for function in row.functions}
    # Words and topics are shown as recipes; a language model as the knife is not run in these lessons.
    assert splitters - named == {"split_words", "split_topics", "split_with_llm", "split_on"}


def test_every_situation_stands_once_in_its_table():
    for name in NAMES:
        situations = [row.situation for row in rows(name)]
        assert len(situations) == len(set(situations)) >= 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "'Tea' has no measurement; name one, or say opinion=True"),
        ({"claims": ("def-chars",), "opinion": True}, "'Tea' is measured; leave out opinion=True"),
        ({"section": "Why", "opinion": True}, "'Tea' is measured; leave out opinion=True"),
        ({"opinion": True, "key": "web"}, "key='web' must be one of"),
    ],
)
def test_a_row_that_pretends_is_refused(change, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Choice("Tea", "Drink it.", "01_why_chunk", **change)


@pytest.mark.parametrize("function", [rows, table])
def test_an_unknown_table_is_refused(function):
    with pytest.raises(ValueError, match="name='colours' must be one of"):
        function("colours")


# ---- how the tables look


def _root(name):
    html = table(name).html
    return ElementTree.fromstring(html[html.index("<table") :])


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_a_row_for_each_choice(name):
    root = _root(name)
    assert root.get("class") == "rcl rcl-choices"
    assert [cell.get("scope") for cell in root.findall("./thead/tr/th")] == ["col"] * 3
    found = root.findall("./tbody/tr")
    assert len(found) == len(rows(name))
    for row, cells in zip(rows(name), found, strict=True):
        head, what, backing = cells
        assert head.tag == "th" and head.get("scope") == "row"
        assert "".join(head.itertext()) == row.situation + row.source
        assert "".join(what.itertext()) == ", ".join(row.functions) + row.advice
        assert ("opinion" if row.opinion else "measured") in "".join(backing.itertext())


@each
def test_links_lead_to_what_backs_the_row(name, row):
    cells = _root(name).findall("./tbody/tr")[rows(name).index(row)]
    links = {link.get("href") for link in cells.iter("a")}
    lesson = f"../notebooks/{row.lesson}.html" + (f"#{slug(row.section)}" if row.section else "")
    assert links == {
        lesson,
        *(f"api.html#ragchunk_lessons.{function}" for function in row.functions),
        *(f"evidence.html#claim-{id}" for id in row.claims),
        *(f"open_questions.html#question-{id}" for id in row.questions),
    }


def test_the_mark_is_a_word_and_a_sign():
    html = table("documents").html
    assert '<i aria-hidden="true">✓</i>measured</span>' in html and '<i aria-hidden="true">◇</i>opinion</span>' in html


def test_markup_in_a_row_stays_text():
    html = choosing.Table("x", ("<b>", "c"), [Choice("<i>", "<u>.", "01_why_chunk", opinion=True)]).html
    assert all(f"<{tag}>" not in html for tag in "bu") and "&lt;i&gt;" in html and "&lt;u&gt;" in html


def test_slugs_are_those_of_the_book():
    """As docutils makes them: seen on a built page."""
    assert slug("The repair: the right rungs") == "the-repair-the-right-rungs"
    assert slug("How wide?") == "how-wide"
    assert slug("A chunk that is a full stop") == "a-chunk-that-is-a-full-stop"


def test_colours_are_tokens():
    from ragchunk_lessons.showing.show_style import TOKENS

    assert not re.search(r"#[0-9a-f]{3}", _RULES)
    assert set(re.findall(r"--rcl-([\w-]+)", _RULES)) <= {*TOKENS, "sans", "mono"}


def test_the_short_form_counts_opinions():
    one = Choice("a", "b.", "01_why_chunk", opinion=True)
    two = Choice("a", "b.", "01_why_chunk", section="Why")
    assert repr(choosing.Table("x", ("a", "b"), [one, two])) == "Table('x': 2 rows, 1 of them opinion)"


def test_importing_the_room_measures_nothing():
    code = "import sys, ragchunk_lessons.choosing; print({'numpy', 'torch', 'tiktoken'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


@pytest.mark.parametrize("name", [["units"], None, {"units": 1}])
def test_a_name_of_another_type_is_refused_in_words(name):
    with pytest.raises(ValueError, match="must be one of"):
        choosing.table(name)
    with pytest.raises(ValueError, match="is not an open question"):
        open_questions.measure(name)
    with pytest.raises(ValueError, match="is not a claim"):
        claims.measure(name)
