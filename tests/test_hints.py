"""No hint is used twice, and the rule about hints sees what it forbids. That each lesson keeps it, the frame says."""

import pytest
from hint_rule import hint_of, hint_problems
from lesson_frame import LESSONS, exercises, read

QUESTION = ":::{exercise} One\n:label: ex-09-1\n:nonumber:\n\nCut 42 words in windows of 8. How many are lost?\n:::"
HINT = "\n\n:::{admonition} Hint\n:class: tip dropdown\n\nWhere does the last window end, and what comes behind?\n:::"
STUB = 'answer = None\ncheck("09-1", answer)'
CODE = 'answer = [4, "eight words"]\ncheck("09-1", answer)\n'


def test_no_two_exercises_have_the_same_hint():
    hints = {}
    for lesson in LESSONS:
        for number, question, _, _ in exercises(read(lesson)):
            hints.setdefault(hint_of(question.source), []).append(number)
    assert [numbers for numbers in hints.values() if len(numbers) > 1] == []
    assert sum(map(len, hints.values())) >= 3 * len(LESSONS)


def test_a_good_hint_has_no_problems():
    assert hint_problems("09-1", QUESTION + HINT, STUB, CODE) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (HINT, "", "has one hint"),
        (HINT, HINT + HINT, "has one hint"),
        (HINT, HINT + "\n\nMore words.", "has one hint"),
        (":class: tip dropdown", ":class: tip", "has one hint"),
        ("Where does", "How many are lost? Where does", "repeats a sentence"),
        ("what comes", "what of the 38 comes", "types 38"),
        ("what comes", "why `4` comes", "gives the answer away: 4"),
        ("what comes", "why Eight words come", "gives the answer away: 'eight words'"),
        ("what comes", 'why `answer = [4, "eight words"]` comes', "holds a line of the solution"),
        ("Where does the last window end, and what comes behind?", "Look above.", "8 to 60 words"),
    ],
)
def test_a_bad_hint_is_seen(old, new, said):
    cell = (QUESTION + HINT).replace(old, new)
    assert any(said in problem for problem in hint_problems("09-1", cell, STUB, CODE))


def test_a_number_of_the_question_may_be_named_and_an_answer_is_worked_out():
    cell = (QUESTION + HINT).replace("Where does", "With windows of 8, where does")
    assert hint_problems("09-1", cell, STUB, CODE) == []
    cell = cell.replace("With windows of 8", "With rests of `13`")
    assert hint_problems("09-1", cell, STUB, CODE) == []
    for told, code in ((13, CODE.replace("4", "40 // 3")), ("rests", 'answer = find("rests")\ncheck("09-1", answer)')):
        assert hint_problems("09-1", cell, STUB, code) == [f"hint 09-1 gives the answer away: {told!r}"]
