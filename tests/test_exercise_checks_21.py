"""Checks of lesson 21: plausible wrong answers are refused, and the reply says where to look."""

from __future__ import annotations

import pytest

from ragchunk_lessons.exercises import check, lesson_21


def stands(chunks, span):
    return any(c.start <= span.start and span.end <= c.end for c in chunks)


def left_whole(chunks, questions):
    return sum(all(stands(chunks, span) for span in q.answers) for q in questions) / len(questions)


def test_what_is_left_whole():
    assert check("21-1", left_whole).ok
    assert check("21-1", lambda chunks, questions: left_whole(chunks, questions) + 1e-12).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0.76, "give the function left_whole itself"),
        (lambda c, q: sum(any(stands(c, s) for s in one.answers) for one in q) / len(q), "one of its two spans is cut"),
        (lambda c, q: left_whole(c, q) * len(q), "the questions are counted; give their share"),
        (lambda c, q: 100 * left_whole(c, q), "give their share"),
        (lambda c, q: left_whole(c, q) > 0, "give a share from 0 to 1, not bool"),
        (lambda c, q: None, "not NoneType"),
        (lambda c, q: 0.5, "another share of these 30 questions"),
        (
            # Touched is not whole.
            lambda c, q: (
                sum(any(k.start < s.end and s.start < k.end for k in c for s in o.answers) for o in q) / len(q)
            ),
            "another share of these 30 questions stands whole at 100 characters",
        ),
        (lambda c, q: q[0].spans, "stopped with AttributeError"),
    ],
)
def test_another_share_is_refused(answer, said):
    reply = check("21-1", answer)
    assert not reply.ok and said in repr(reply)


@pytest.fixture
def clear(monkeypatch):
    monkeypatch.setattr(lesson_21, "_clear", lambda: (50, 100))


@pytest.mark.parametrize("answer", [[50, 100], (100, 50), {50, 100}])
def test_the_sizes_that_can_be_told_apart(clear, answer):
    assert check("21-2", answer).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([50], "these are right, and one is missing"),
        ([], "at least one interval leaves out zero"),
        ([50, 50], "one is missing"),
        ([50, 100, "800 tokens"], "the interval of 800 tokens holds zero"),
        ([50, 100, 200], "the interval of 200 holds zero"),
        ([50, 100, 400], "400 is none of the sizes that were compared"),
        (["50", "100"], "'50' is none of the sizes"),
        (2, "give a list of sizes"),
        ("800 tokens", "give a list of sizes"),
    ],
)
def test_other_sizes_are_refused(clear, answer, said):
    reply = check("21-2", answer)
    assert not reply.ok and said in repr(reply)


@pytest.fixture
def rates(monkeypatch):
    """At 1000 characters the large ones win, at 2000 they are equal, at 4000 the small ones win."""
    known = {1000: (0.28, 0.30), 2000: (0.42, 0.42), 4000: (0.48, 0.44)}
    monkeypatch.setattr(lesson_21, "_rate", lambda size, budget: known[budget][size != 200])


def test_two_budgets(rates):
    assert check("21-3", (4000, 1000)).ok and check("21-3", [4000, 1000]).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((1000, 4000), "at 1000 characters the two are the other way round"),
        ((4000, 4000), "at 4000 characters the two are the other way round"),
        ((2000, 1000), "at 2000 characters the two are equal"),
        (4000, "give two numbers of characters"),
        ((4000, 1000, 2000), "give two numbers of characters"),
        ((4000, 0), "0 is no number of characters"),
        ((True, 1000), "True is no number of characters"),
        ((4000.0, 1000), "4000.0 is no number"),
    ],
)
def test_other_budgets_are_refused(rates, answer, said):
    reply = check("21-3", answer)
    assert not reply.ok and said in repr(reply)


def mean(row, places):
    return sum(row[place] for place in places) / len(places)


def winner(values, chosen):
    name = max(values, key=lambda name: mean(values[name], chosen))
    rest = [place for place in range(len(values[name])) if place not in chosen]
    return name, mean(values[name], chosen), mean(values[name], rest)


def everyone(values):
    name = max(values, key=lambda name: sum(values[name]))
    return name, 0, 0


def test_a_winner():
    assert check("21-4", winner).ok and check("21-4", lambda v, c: list(winner(v, c))).ok


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("a", "give the function winner itself"),
        (lambda v, c: winner(v, c)[0], "give three things"),
        (lambda v, c: winner(v, c)[:2], "give three things"),
        (lambda v, c: everyone(v), "the others had a say in the choice"),
        (lambda v, c: ("c", 0, 0), "another name is best on those questions"),
        (lambda v, c: (winner(v, c)[0], sum(v[winner(v, c)[0]]) / 5, 0), "the mean on the chosen questions is another"),
        (lambda v, c: (*winner(v, c)[:2], winner(v, c)[1]), "the mean on the other questions is another one"),
        (lambda v, c: (*winner(v, c)[:2], mean(v[winner(v, c)[0]], range(5))), "the mean on the other questions"),
    ],
)
def test_other_winners_are_refused(answer, said):
    reply = check("21-4", answer)
    assert not reply.ok and said in repr(reply), repr(reply)


def test_no_hint_gives_the_numbers_away(clear):
    for number in ("21-1", "21-2", "21-3", "21-4"):
        assert "put your answer in place of the stub" in repr(check(number, None))
    assert "100" not in repr(check("21-2", [50]))
