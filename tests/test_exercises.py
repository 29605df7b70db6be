"""Every exercise of every lesson: its check fails on the stub and passes on the solution."""

import ast
import contextlib
import io

import pytest
from lesson_frame import LESSONS, exercises, is_exercise, read, solution_code

from ragchunk_lessons import exercises as machinery
from ragchunk_lessons.exercises import Checked, check, exercise, right, wrong


def run(source, namespace):
    """Run a cell and give the value of its last line, as a notebook shows it."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace) if last else None


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_stub_fails_and_solution_passes(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    notebook = read(path)
    found = {stub.id: (number, solution) for number, _, stub, solution in exercises(notebook)}
    namespace = {"__name__": "__main__", "display": lambda *shown: None}
    tried = 0
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in notebook.cells:
            if cell.cell_type != "code":
                continue
            value = run(cell.source, namespace)
            if not is_exercise(cell):
                continue
            number, solution = found[cell.id]
            assert isinstance(value, Checked), f"the stub of {number} ends with something else than its check"
            assert not value.ok, f"exercise {number} is solved by its stub"
            value = run(solution_code(solution), dict(namespace))
            assert isinstance(value, Checked) and value.ok, f"the solution of {number} does not pass: {value!r}"
            tried += 1
    assert tried == len(found) >= 3


@pytest.fixture
def checks(monkeypatch):
    """The register of checks, as it was before, after each test."""
    monkeypatch.setattr(machinery, "_CHECKS", {})
    return machinery._CHECKS


def test_a_check_says_right_or_wrong(checks):
    @exercise("99-1")
    def even(answer):
        return right("it is even") if answer % 2 == 0 else wrong("is there a rest?")

    assert check("99-1", 4).ok and repr(check("99-1", 4)) == "Correct: it is even"
    assert not check("99-1", 3).ok and repr(check("99-1", 3)) == "Not yet: is there a rest?"


@pytest.mark.parametrize("stub", [None, ...])
def test_a_stub_never_passes(checks, stub):
    exercise("99-1")(lambda answer: right("always"))
    assert not check("99-1", stub).ok


def test_an_answer_that_makes_the_check_stumble_is_wrong(checks):
    exercise("99-1")(lambda answer: right("long") if len(answer) > 3 else wrong("short"))
    found = check("99-1", 5)
    assert not found.ok and "TypeError" in found.message


def test_a_check_that_forgets_to_answer_is_a_mistake_of_ours(checks):
    exercise("99-1")(lambda answer: answer == 1)
    with pytest.raises(TypeError, match="99-1 must return"):
        check("99-1", 1)


@pytest.mark.parametrize("number", ["9-1", "99", "", "99-x", 9, "98-1"])
def test_an_unknown_number_is_named(checks, number):
    with pytest.raises(ValueError, match="there is no exercise"):
        check(number, 1)


def test_two_checks_for_one_number_are_refused(checks):
    def one(answer):
        return right("one")

    def two(answer):
        return right("two")

    exercise("99-1")(one)
    exercise("99-1")(one)  # importing a module again is no clash
    with pytest.raises(ValueError, match="99-1 has two checks: "):
        exercise("99-1")(two)
    with pytest.raises(ValueError, match="not of the form"):
        exercise("one")(one)
