"""Choosing on one half of the questions and looking at the other."""

from __future__ import annotations

import numpy as np
import pytest

from ragchunk_lessons.evaluating.winners import choose_on_half


def test_two_questions_by_hand():
    """Whichever question chooses, the winner has 1 there and 0 on the other one."""
    found = choose_on_half({"a": [1, 0], "b": [0, 1]}, repeats=400)
    assert (found.seen, found.unseen, found.repeats) == (1, 0, 400)
    assert dict(found.wins).keys() == {"a", "b"} and sum(wins for _, wins in found.wins) == 400
    assert all(150 < wins < 250 for _, wins in found.wins) and found.wins[0][1] >= found.wins[1][1]


def test_a_setting_that_is_always_better_wins_and_keeps_its_rate():
    found = choose_on_half({"bad": [0] * 9, "good": [1, 1, 0, 1, 1, 1, 1, 1, 1]}, repeats=2000)
    assert found.wins == (("good", 2000),)
    assert found.seen == pytest.approx(8 / 9, abs=0.02) == found.unseen
    assert str(choose_on_half({"x": [1, 1]}, repeats=1)) == "1.00 on the half that chose, 1.00 on the other"


def test_luck_alone_makes_a_winner():
    """Twenty settings of the same worth: the winner looks better where it was chosen, and average elsewhere."""
    rng = np.random.default_rng(3)
    values = {name: rng.random(50) < 0.5 for name in range(20)}
    worth = np.mean([row.mean() for row in values.values()])
    found = choose_on_half(values)
    assert found.seen > worth + 0.12 and found.seen > found.unseen + 0.1


def test_of_equals_the_first_and_the_same_seed_gives_the_same():
    values = {"first": [1, 0, 1, 0], "second": [1, 0, 1, 0]}
    assert choose_on_half(values, repeats=50).wins == (("first", 50),)
    random = {name: list(np.random.default_rng(name).random(11)) for name in range(3)}
    assert choose_on_half(random) == choose_on_half(random) != choose_on_half(random, seed=1)


@pytest.mark.parametrize(
    ("values", "settings", "message"),
    [
        ({}, {}, r"the settings have \[\] values"),
        ({"a": [1, 0], "b": [1]}, {}, r"the settings have \[1, 2\] values"),
        ({"a": [1]}, {}, "1 question cannot be halved"),
        ({"a": [1, 0]}, {"repeats": 0}, "repeats=0 must be at least 1"),
        ({"a": [1, 0], "b": [1, float("nan")]}, {}, "the values of 'b' are not all finite numbers"),
        ({"a": [[1, 0], [0, 1]]}, {}, "the values of 'a' are not all finite numbers"),
    ],
)
def test_bad_values(values, settings, message):
    with pytest.raises(ValueError, match=message):
        choose_on_half(values, **settings)
