"""open_questions: every answer follows from what is measured, with its intervals and its limits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ragchunk_lessons import open_questions
from ragchunk_lessons.claims import SOURCES
from ragchunk_lessons.open_questions import QUESTIONS, Answered, OpenQuestion, measure, table
from ragchunk_lessons.open_questions._question import interval_numbers, interval_row, interval_words, open_question
from ragchunk_lessons.open_questions._table import _RULES, Table

ROOT = Path(__file__).parents[1]
IDS = [row.id for row in QUESTIONS]
# What the sources name and leave open, and the lesson that answers it.
EXPECTED = {
    "merge-threshold": "15_parents",
    "parents-and-neighbours": "16_neighbours",
    "rerank-keep": "17_rerank",
    "rerank-errs": "17_rerank",
    "merge-lists": "17_rerank",
    "lost-tail": "21_measure",
    "overlap-share": "21_measure",
    "chunk-size": "21_measure",
    "crossing-cuts": "21_measure",
    "which-splitter": "21_measure",
}

each = pytest.mark.parametrize("row", QUESTIONS, ids=IDS)


@each
def test_the_answer_holds(row):
    assert measure(row.id).holds, f"{measure(row.id).answer} no longer follows from {dict(measure(row.id))}"


def _spoil(value, number):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return number
    if isinstance(value, str):
        return "spoiled"
    if isinstance(value, dict):
        return {key: _spoil(item, number) for key, item in value.items()}
    return [_spoil(item, number) for item in [*value, *value]] or ["spoiled"]


@each
def test_the_answer_would_not_hold_for_just_anything(row):
    """Spoil each value, one at a time: most must matter, and the intervals always."""
    measured = measure(row.id)

    def falls(key):
        return any(not _survives(row, {**measured, key: _spoil(measured[key], number)}) for number in (-1, 10**6))

    assert falls("intervals"), "no interval matters to the answer"
    assert any(falls(key) for key in measured if key != "intervals")


def _survives(row, values):
    try:
        return bool(row.holds(values))
    except (IndexError, KeyError, TypeError, ValueError, StopIteration):
        return False


@each
def test_an_interval_that_is_turned_round_is_noticed(row):
    """Swap the signs of every interval: an answer about which is better must fall, one at zero may stand."""
    measured = measure(row.id)
    turned = [[what, -mean, -high, -low] for what, mean, low, high in measured["intervals"]]
    clear = any(low > 0 or high < 0 for _, _, low, high in measured["intervals"])
    assert not clear or not _survives(row, {**measured, "intervals": turned})


@each
def test_it_is_a_dict_of_plain_values(row):
    measured = measure(row.id)
    assert isinstance(measured, dict) and isinstance(measured, Answered) and measured
    assert json.loads(json.dumps(measured)) == dict(measured)


@each
def test_every_number_of_the_answer_was_measured(row):
    measured = measure(row.id)
    for number in re.findall(r"\d+(?:\.\d+)?", measured.answer):
        assert any(_tells(value, number) for value in measured.values()) or number in _printed(row), (
            f"{number} in {measured.answer!r} is typed by hand"
        )


@each
def test_the_answer_follows_the_numbers(row):
    """The words are made from the dict: another dict gives another sentence."""
    measured = measure(row.id)
    moved = [{**measured, key: _move(measured[key])} for key in measured]
    assert any(_said(row, values) != measured.answer for values in moved)


def _move(value):
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        return value + 0.25
    if isinstance(value, dict):
        return {key: _move(item) for key, item in value.items()}
    return [_move(item) for item in value]


def _said(row, values):
    try:
        return row.answer(values)
    except (IndexError, KeyError, TypeError, ValueError, StopIteration):
        return None


def _tells(value, number):
    if isinstance(value, dict):
        return any(_tells(item, number) for pair in value.items() for item in pair)
    if isinstance(value, (list, tuple)):
        return len(value) == float(number) or any(_tells(item, number) for item in value)
    if isinstance(value, bool):
        return False
    if isinstance(value, (int, float)):
        return any(number == f"{abs(value) * scale:.{digits}f}" for digits in (0, 1, 2) for scale in (1, 100))
    return number in re.findall(r"\d+(?:\.\d+)?", str(value))


def _printed(row):
    return set(re.findall(r"\d+(?:\.\d+)?", row.question))


@each
def test_every_row_has_intervals_with_their_order(row):
    intervals = measure(row.id)["intervals"]
    assert intervals
    for what, mean, low, high in intervals:
        assert isinstance(what, str) and what and len(what) <= 70
        assert low <= mean <= high
        assert all(number == round(number, 2) for number in (mean, low, high))
    assert len({what for what, *_ in intervals}) == len(intervals)


@each
def test_a_row_is_complete_and_short(row):
    assert isinstance(row, OpenQuestion) and row.key in SOURCES and row.source.startswith(SOURCES[row.key])
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.id)
    assert "?" in row.question
    assert not re.search(r"\d", row.scope), "a scope holds no numbers"
    for text in (row.question, row.scope, measure(row.id).answer):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith((".", "?")) and "!" not in text and "  " not in text
        assert len(text) <= 520, f"{len(text)} characters: {text}"


@each
def test_the_lesson_is_a_notebook(row):
    assert (ROOT / "notebooks" / f"{row.lesson}.ipynb").is_file()


def test_every_question_of_the_sources_has_a_row():
    assert {row.id: row.lesson for row in QUESTIONS} == EXPECTED


def test_rows_come_in_the_order_of_the_lessons():
    lessons = [row.lesson[:2] for row in QUESTIONS]
    assert lessons == sorted(lessons)


def test_measuring_again_gives_the_same_and_a_copy():
    first = measure("merge-threshold")
    first["intervals"].clear()
    assert measure("merge-threshold")["intervals"] and measure("merge-threshold") == measure("merge-threshold")


def test_an_unknown_id_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"id='which-font' is not an open question; known: merge-threshold"):
        measure("which-font")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "merge-threshold"}, "id='merge-threshold' is taken"),
        ({"key": "web"}, "key='web' must be one of"),
    ],
)
def test_a_wrong_row_is_refused(change, message):
    row = {"id": "x", "key": "ragcourse", "place": "", "question": "X?", "lesson": "01_x", **change}
    with pytest.raises(ValueError, match=message):
        open_question(*row.values(), scope="", holds=bool, answer=str)(dict)


# ---- lessons 15 and 16


def _stored(lesson, cell):
    """The lines of a table that a lesson stores."""
    notebook = json.loads((ROOT / "notebooks" / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    (found,) = (one for one in notebook["cells"] if one["id"] == cell)
    return "".join(found["outputs"][0]["data"]["text/plain"]).splitlines()[2:]


def _rate(line):
    return float(re.findall(r"\d\.\d\d", line)[0])


def _difference(line):
    return line.split("  ")[-1].strip()


def test_lesson_15_prints_the_same():
    measured = measure("merge-threshold")
    lines = _stored("15_parents", "threshold-run")
    assert [_rate(line) for line in lines] == measured["hit rates"]
    assert [re.split("  +", line)[0] for line in lines] == measured["settings"]
    drawn = [interval_numbers(*numbers).replace("−", "-") for _, *numbers in measured["intervals"]]
    assert drawn[:2] == [_difference(lines[2]), _difference(lines[6])]
    assert drawn[3] == _difference(_stored("15_parents", "general-thresholds")[2])
    asked = [[float(cell) for cell in re.findall(r"[\d.]+", line)] for line in _stored("15_parents", "asked-run")]
    assert [[row[0], row[1], row[3]] for row in asked] == measured["whole by leaves asked for"]


def test_lesson_16_prints_the_same():
    measured = measure("parents-and-neighbours")
    lines = _stored("16_neighbours", "both-table")
    assert [_rate(line) for line in lines] == measured["hit rates"]
    drawn = [interval_numbers(*numbers).replace("−", "-") for _, *numbers in measured["intervals"]]
    assert drawn[:3] == [_difference(line) for line in lines[1:]]


def test_the_same_leaves_with_other_parents():
    from ragchunk_lessons.open_questions._station import found
    from ragchunk_lessons.open_questions.merging import regrouped

    (hits, *_) = found().values()
    other = regrouped(hits, 8)
    assert [hit.chunk.text for hit in other] == [hit.chunk.text for hit in hits]
    assert {hit.chunk.metadata["parent"] for hit in other} == {(h.chunk.metadata["leaf"] - 1) // 8 + 1 for h in hits}


# ---- how the rows look


def test_the_table_has_a_row_for_each_question_and_links_to_its_lesson():
    html = table().html
    root = ElementTree.fromstring(html[html.index("<table") :])
    assert root.get("class") == "rcl rcl-open"
    rows = root.findall("./tbody/tr")
    assert [row.get("id") for row in rows] == [f"question-{id}" for id in IDS]
    for row, cells in zip(QUESTIONS, rows, strict=True):
        text = " ".join(cells.itertext())
        assert row.question in text and row.scope in text and measure(row.id).answer in text
        assert cells.find(".//a").get("href") == f"../notebooks/{row.lesson}.html"
        assert cells.find("th").get("scope") == "row"
        assert all(cell.get("data-h") for cell in cells.findall("td"))


def test_every_interval_is_numbers_and_a_bar():
    html = table().html
    root = ElementTree.fromstring(html[html.index("<table") :])
    for id, row in zip(IDS, root.findall("./tbody/tr"), strict=True):
        items = row.findall(".//li")
        assert len(items) == len(measure(id)["intervals"])
        for (what, *numbers), item in zip(measure(id)["intervals"], items, strict=True):
            assert "".join(item.itertext()) == f"{what} {interval_numbers(*numbers)}"
            (bar,) = (part for part in item if part.get("aria-hidden") == "true")
            assert [part.get("class") for part in bar] == ["axis", "zero", "range", "mean"]


def _row_with(intervals):
    row = OpenQuestion("x", "ragcourse", "", "X?", "15_parents", "So far.", dict, bool, lambda m: "It is.")
    return Answered(row, {"intervals": intervals})


def _places(html):
    return {name: float(at) for name, at in re.findall(r'<i class="(\w+)" style="left:([-\d.]+)%', html)}


def test_bars_stand_where_the_numbers_say():
    html = _row_with([["a", 0.1, -0.1, 0.3]])._repr_html_()
    # The scale runs from -0.1 to 0.3, with 2 % on each side: zero is a quarter of the way.
    assert _places(html) == {"zero": 26.0, "range": 2.0, "mean": 50.0}
    assert "width:96.0%" in html


def test_zero_is_always_on_the_scale():
    above = _places(_row_with([["a", 0.5, 0.4, 0.6]])._repr_html_())
    below = _places(_row_with([["a", -0.5, -0.6, -0.4]])._repr_html_())
    assert above["zero"] == 2.0 < above["range"] and below["zero"] == 98.0 > below["mean"]
    assert _places(_row_with([["a", 0.0, 0.0, 0.0]])._repr_html_()) == {"zero": 2.0, "range": 2.0, "mean": 2.0}


def test_an_interval_without_zero_is_marked():
    html = _row_with([["a", 0.5, 0.4, 0.6], ["b", 0.1, 0.0, 0.2], ["c", -0.2, -0.3, -0.1]])._repr_html_()
    assert re.findall(r'"rcl-ci-bar( out)?"', html) == [" out", "", " out"]


def test_markup_in_a_row_stays_text():
    html = _row_with([["<b>", 0.5, 0.4, 0.6]])._repr_html_()
    assert "&lt;b&gt;" in html and "<span><b>" not in html


def test_intervals_in_words():
    from ragchunk_lessons.evaluating.intervals import bootstrap

    assert interval_row("x", bootstrap([0, 1, 1, 1])) == ["x", 0.75, 0.25, 1.0]
    assert interval_words(["x", -0.08, -0.2, 0.02]) == "x: −0.08 [−0.20, 0.02]"
    assert interval_numbers(-0.001, -0.004, 0.0) == "0.00 [0.00, 0.00]"


def test_colours_are_tokens():
    from ragchunk_lessons.showing.show_style import TOKENS

    assert not re.search(r"#[0-9a-f]{3}", _RULES)
    assert set(re.findall(r"--rcl-([\w-]+)", _RULES)) <= {*TOKENS, "sans", "mono"}


def test_a_part_of_the_rows_keeps_the_order_asked_for():
    some = ["parents-and-neighbours", "merge-threshold"]
    assert [row.row.id for row in table(ids=some).rows] == some
    with pytest.raises(ValueError, match="id='which-font' is not an open question"):
        table(ids=["which-font"])


def test_the_page_shows_every_row_once():
    """The page has several tables, so that none takes long; together they are all rows."""
    notebook = json.loads((ROOT / "book" / "open_questions.ipynb").read_text(encoding="utf-8"))
    code = "".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    shown = re.findall(r'"([a-z-]+)"', code)
    assert sorted(shown) == sorted(IDS)


def test_json_holds_everything():
    data = json.loads(table("json"))
    assert data["sources"] == SOURCES and [row["id"] for row in data["questions"]] == IDS
    for row in data["questions"]:
        assert row["answer"] == measure(row["id"]).answer and row["measured"]["intervals"]
        assert row["scope"] == open_questions.get(row["id"]).scope


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="format='yaml' must be 'html' or 'json'"):
        table("yaml")


def test_the_short_form_counts():
    assert repr(Table([_row_with([])])) == "Table(1 open questions)" and repr(table()) == repr(Table(QUESTIONS))


def test_a_notebook_shows_the_whole_row():
    measured = measure("merge-threshold")
    html = measured._repr_html_()
    root = ElementTree.fromstring(html[html.index("<div") :])
    text = "".join(root.itertext())
    assert all(part in text for part in (measured.row.question, measured.answer, measured.row.scope, "merge-threshold"))
    assert repr(measured) == repr(dict(measured))


def test_importing_the_room_measures_nothing():
    code = "import sys, ragchunk_lessons.open_questions; print({'numpy', 'torch', 'tiktoken'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
