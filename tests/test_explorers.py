"""Every lesson has a setting to try: its explorer stands in the right place, and its stored page has states."""

from __future__ import annotations

import copy
import re

import pytest
from lesson_frame import LESSONS, read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ragchunk_lessons.explore import explore
from ragchunk_lessons.explore.live import WIDGET_VIEW

NAME = re.compile(r"explorer(-\d+)?")
AFTER, BEFORE = "## What went wrong", "## What it costs"


def place_of(notebook, heading):
    """The number of the cell in which a heading stands."""
    return next(
        (
            at
            for at, cell in enumerate(notebook.cells)
            if cell.cell_type == "markdown" and re.search(rf"(?m)^{heading}\b", cell.source)
        ),
        -1,
    )


def explorer_problems(notebook):
    wrong = []
    found = [at for at, cell in enumerate(notebook.cells) if NAME.fullmatch(cell.id) and cell.cell_type == "code"]
    if "explorer" not in [notebook.cells[at].id for at in found]:
        wrong.append("there is no code cell with the id explorer")
    calls = [cell.id for cell in notebook.cells if cell.cell_type == "code" and re.search(r"\bexplore\(", cell.source)]
    wrong += [
        f"cell {name} calls explore(…), so its id is explorer or explorer-2"
        for name in calls
        if not NAME.fullmatch(name)
    ]
    for at in found:
        wrong += [f"cell {notebook.cells[at].id}: {problem}" for problem in one_problems(notebook, at)]
    return wrong


def one_problems(notebook, at):
    cell = notebook.cells[at]
    if not place_of(notebook, AFTER) <= at < place_of(notebook, BEFORE):
        yield f"it stands between {AFTER} and {BEFORE}"
    if "explore(" not in cell.source:
        yield "it calls explore(…)"
    above = notebook.cells[at - 1]
    if above.cell_type != "markdown" or len(above.source) < 40:
        yield "a sentence above it says what to try"
    pages = [output["data"].get("text/html", "") for output in cell.outputs if "data" in output]
    page = next((page for page in pages if 'class="rcl rcl-xp ' in page), "")
    panes = page.count('<div class="rcl-xp-pane">')
    if panes < 2:
        yield f"its stored output is an explorer of two states or more; found {panes}"
    marks = re.findall(r'(?s)<p class="rcl-xp-state">.*?</p>(.*?)(?=<div class="rcl-xp-pane">|$)', page)
    if panes and len(set(map(without_lab, marks))) < 2:
        yield "all its panes show the same"
    if any(WIDGET_VIEW in output.get("data", {}) for output in cell.outputs):
        yield "a live control is stored, which is dead on the page; store the outputs with: make notebooks"


def without_lab(pane):
    return re.sub(r'<p class="rcl-xp-lab">.*?</p>|xp[0-9a-f]{10}-p\d+|(</div>)+$', "", pane)


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem[:2] for path in LESSONS])
def test_every_lesson_has_a_setting_to_try(path):
    assert explorer_problems(read(path)) == []


# --- the checks can fail ----------------------------------------------------------------------------


def lesson():
    data = {"text/plain": "Explorer", "text/html": explore(lambda a: "x" * a, title="T", a=(1, 2)).html}
    cells = [
        new_markdown_cell("## What went wrong", id="wrong"),
        new_markdown_cell("**Try it.** Choose 2 and look at how long the line gets.", id="explorer-intro"),
        new_code_cell("explore(f, a=(1, 2))", id="explorer", outputs=[new_output("display_data", data=data)]),
        new_markdown_cell("## What it costs: time", id="costs"),
    ]
    return new_notebook(cells=cells)


def test_a_good_one_has_no_problem():
    assert explorer_problems(lesson()) == []


def named(name):
    return lambda cells: cells[2].update(id=name)


def output(**data):
    return lambda cells: cells[2].outputs[0]["data"].update(data)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (named("other"), "no code cell with the id explorer"),
        (named("other"), "its id is explorer"),
        (named("explorer-2"), "no code cell with the id explorer"),
        (lambda cells: cells.append(cells.pop(2)), "it stands between"),
        (lambda cells: cells.insert(0, cells.pop(2)), "it stands between"),
        (lambda cells: cells.pop(3), "it stands between"),
        (lambda cells: cells.pop(1), "a sentence above"),
        (lambda cells: cells[2].update(source="1 + 1"), "it calls explore"),
        (lambda cells: cells[2].update(outputs=[]), "found 0"),
        (output(**{"text/html": "<p>x</p>"}), "found 0"),
        (output(**{"text/html": explore(lambda a: "x", title="T", a=(1, 2)).html}), "all its panes show the same"),
        (output(**{WIDGET_VIEW: {"model_id": "1"}}), "a live control is stored"),
    ],
)
def test_a_fault_is_seen(spoil, words):
    notebook = copy.deepcopy(lesson())
    spoil(notebook.cells)
    assert any(words in problem for problem in explorer_problems(notebook))
