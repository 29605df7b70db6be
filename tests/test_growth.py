"""The check on growth itself: it must fail for a quadratic run, and a machine that changes its speed must not."""

from __future__ import annotations

import gc
import random

import growth
import pytest
from growth import assert_in_step, assert_linear, assert_within


class Machine:
    """A clock for which a run takes its cost divided by the speed of the moment."""

    def __init__(self, monkeypatch, speeds):
        self.now, self.speeds, self.runs = 0.0, iter(speeds), []
        for clock in ("process_time", "thread_time"):
            monkeypatch.setattr(growth, clock, lambda: self.now)
        monkeypatch.setattr(growth.gc, "collect", lambda: 0)  # takes longer than all the rest

    def run(self, cost):
        self.runs.append(cost)
        self.now += cost / next(self.speeds)


def steady():
    while True:
        yield 1e5


def jittery(seed, most):
    """Every run at another speed, up to ``most`` times slower, as between busy neighbours."""
    draw = random.Random(seed)
    while True:
        yield 1e5 / draw.uniform(1, most)


def drifting(seed):
    """A speed that stays for a while and then is another one, up to twice as slow."""
    draw = random.Random(seed)
    while True:
        speed = 1e5 / draw.uniform(1, 2)
        for _ in range(draw.randint(1, 60)):
            yield speed


def one_lucky_run(after):
    """One of the small runs is three times as fast as any other; so a least time would compare it with the rest."""
    for number in range(10**6):
        yield 3e5 if number == after else 1e5


@pytest.mark.parametrize("speeds", [steady(), *(one_lucky_run(after) for after in range(1, 25))])
def test_one_lucky_small_run_is_no_failure(monkeypatch, speeds):
    machine = Machine(monkeypatch, speeds)
    assert_linear(lambda text: machine.run(len(text)), "ab ")


def test_lucky_small_runs_in_every_try_are_no_failure(monkeypatch):
    def speeds():
        yield 1e5  # the one that is not measured
        while True:  # five small runs, the large one, five small runs
            yield from (3e5 if number in (2, 8) else 1e5 for number in range(11))

    machine = Machine(monkeypatch, speeds())
    assert_linear(lambda text: machine.run(len(text)), "ab ")


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("make", [lambda seed: jittery(seed, 2), lambda seed: jittery(seed, 1.2), drifting])
def test_a_linear_run_on_a_machine_of_changing_speed_passes(monkeypatch, make, seed):
    machine = Machine(monkeypatch, make(seed))
    assert_linear(lambda text: machine.run(1.05 * len(text) + 50), "ab ")


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("make", [lambda seed: steady(), lambda seed: jittery(seed, 2), drifting])
def test_a_quadratic_run_fails_on_any_machine(monkeypatch, make, seed):
    machine = Machine(monkeypatch, make(seed))
    with pytest.raises(AssertionError, match=r"times the time for 10 times the text, limit 12"):
        assert_linear(lambda text: machine.run(len(text) ** 2 / 1000), "ab ")


def test_a_little_more_than_the_limit_fails_on_a_steady_machine(monkeypatch):
    machine = Machine(monkeypatch, steady())
    assert_in_step(lambda: machine.run(1_000), lambda: machine.run(11_990))
    with pytest.raises(AssertionError, match=r"^12\.1 times"):
        assert_in_step(lambda: machine.run(1_000), lambda: machine.run(12_100))


def test_the_small_text_runs_as_often_as_the_large_one_is_larger(monkeypatch):
    machine = Machine(monkeypatch, steady())
    assert_in_step(lambda: machine.run(2_000), lambda: machine.run(7_000), times=4, limit=4)
    assert machine.runs == [2_000, 2_000, 2_000, 7_000, 2_000, 2_000]  # the first one is not measured


def test_runs_too_short_for_the_clock_are_repeated(monkeypatch):
    machine = Machine(monkeypatch, steady())
    assert_in_step(lambda: machine.run(5), lambda: machine.run(50))
    assert machine.runs.count(50) == pytest.approx(growth.LEAST / (50 / 1e5), abs=1)


def test_two_runs_on_one_input_are_compared_the_same_way(monkeypatch):
    machine = Machine(monkeypatch, steady())
    assert_within(lambda: machine.run(2_900), lambda: machine.run(1_000), 3)
    with pytest.raises(AssertionError, match=r"^3\.10 times as long, limit 3"):
        assert_within(lambda: machine.run(3_100), lambda: machine.run(1_000), 3)


@pytest.mark.speed
def test_a_real_quadratic_run_fails_and_a_real_linear_one_passes():
    def quadratic(text):
        for at in range(0, len(text), 10):
            sum(map(ord, text[at:]))

    with pytest.raises(AssertionError, match="times the time"):
        assert_linear(quadratic, "some words ", 1_000)
    assert_linear(lambda text: [hash(word) for word in text.split()], "some words ")


def test_the_garbage_collector_is_on_again_after_a_failure():
    def broken(text):
        if len(text) > 100:
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        assert_linear(broken, "a", 100)
    assert gc.isenabled()
