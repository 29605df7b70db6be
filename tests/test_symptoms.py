"""The page Symptoms: every check finds what was planted, and nothing where nothing is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lesson_frame import ROOT, read
from symptom_makers import PAGE
from symptoms_in_search import IN_SEARCH
from symptoms_in_text import IN_TEXT

from ragchunk_lessons import read_file, split_markdown

SYMPTOMS = (ROOT / "book" / "symptoms.md").read_text(encoding="utf-8")
PLANTED = IN_TEXT | IN_SEARCH


ENTRY = re.compile(r"(?ms)^### ([^\n]+)\n\n:::\{div\} symptom\n(.*?)^:::$")
CHECK = re.compile(r"(?ms)^: ```python\n(.*?)^  ```$")
ENTRIES = dict(ENTRY.findall(SYMPTOMS))
SETUP = re.findall(r"(?ms)^```python\n(.*?)^```$", SYMPTOMS)
GROUPS = ["In the answers", "In the results of the search", "In the chunks", "In the index", "In the evaluation"]

QUESTIONS = [
    {"id": "1", "question": "When is the pump greased?", "answers": [{"text": "Grease it every May."}]},
    {"id": "2", "question": "When is the lamp green?", "answers": [{"text": "The lamp is green after ten seconds."}]},
]


def check_of(title):
    (code,) = CHECK.findall(ENTRIES[title])
    return "\n".join(line.removeprefix("  ") for line in code.splitlines())


@pytest.fixture(scope="module")
def imports():
    """The first block of the page, as printed."""
    names = {}
    exec(SETUP[0], names)
    return names


def test_every_symptom_has_a_planted_case():
    assert set(PLANTED) == set(ENTRIES) and len(PLANTED) == len(IN_TEXT) + len(IN_SEARCH)
    assert len(ENTRIES) >= 20 and len(re.findall(r"(?m)^### ", SYMPTOMS)) == len(ENTRIES)
    assert re.findall(r"(?m)^## (In the .+)$", SYMPTOMS) == [*GROUPS, "In the cost"]


@pytest.mark.parametrize("title", PLANTED)
def test_the_check_finds_what_was_planted_and_nothing_else(title, imports):
    bad, good = PLANTED[title]()
    check = check_of(title)
    assert eval(check, {**imports, **bad}), "the check is silent where the fault is"
    assert not eval(check, {**imports, **good}), "the check speaks where no fault is"


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_has_its_four_parts(title):
    body = ENTRIES[title]
    assert re.findall(r"(?m)^([A-Z]\w+)\n: ", body) == ["Cause", "Check", "Proof", "Cure"]
    proof = body[body.index("\nProof\n") : body.index("\nCure\n")]
    assert re.search(r"\[Lesson (\d+): [^]]+\]\(\.\./notebooks/0*\1_\w+\.ipynb#[\w-]+\)", proof)


def test_the_names_of_the_checks_can_be_made_as_the_page_says(tmp_path, monkeypatch, imports):
    monkeypatch.chdir(tmp_path)
    Path("manual.md").write_text(PAGE, encoding="utf-8")
    Path("questions.json").write_text(json.dumps(QUESTIONS), encoding="utf-8")
    names = {**imports, "theirs": [chunk.text for chunk in split_markdown(read_file("manual.md"), 200)]}
    assert len(SETUP) == 3
    for block in SETUP[1:]:
        exec(block, names)
    assert len(names["hits"]) == len(names["chunks"]) == 3 and len(names["questions"]) == 2
    assert names["hits"][0].chunk.metadata["source"] == "manual.md"
    for title in ("My answers are half sentences", "The step before or after is missing", "The same words come twice"):
        eval(check_of(title), names)


def test_functions_named_on_the_page_exist():
    import ragchunk_lessons

    known = {*ragchunk_lessons.__all__, "signs"}
    named = set(re.findall(r"`((?:split|read|load|merge|add|evaluate|compare|check)_\w+)", SYMPTOMS))
    assert len(named) > 15 and named <= known


def test_the_short_index_of_lesson_20_is_covered():
    """Each lesson that lesson 20 sends a reader to is a proof of some symptom here."""
    lesson = "\n".join(cell.source for cell in read(ROOT / "notebooks" / "20_five_failures.ipynb").cells)
    table = lesson[lesson.index("### From the symptom to the lesson") :]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    sent = set(re.findall(r"\((\d\d_\w+\.ipynb)\)", "\n".join(rows)))
    assert len(sent) > 10 and sent <= set(re.findall(r"notebooks/(\d\d_\w+\.ipynb)", SYMPTOMS))
