"""Whether the time grows in step with the text: for ten times the text at most twelve times, as the contract says.

The speed of a machine changes from one moment to the next. So a try never compares the luckiest small run with some
large run: it runs the small text as often as the large one is larger, half of it before and half of it after, and
compares the large run with the sum of them. Both are then about as long and see the same conditions. Of the tries
the best one counts: algorithms out of step are far over the limit in all of them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time, thread_time

TRIES, LIMIT = 10, 12
LEAST = 0.01  # seconds of work in one try; shorter runs are repeated

Run = Callable[[], object]
Clock = Callable[[], float]


def assert_linear(run: Callable[[str], object], shape: str, characters: int = 6_000) -> None:
    """Ten times the text, a shape repeated, takes at most twelve times the time."""
    small, large = shape * (characters // len(shape)), shape * (10 * characters // len(shape))
    assert_in_step(lambda: run(small), lambda: run(large))


def assert_in_step(small: Run, large: Run, times: int = 10, limit: float = LIMIT) -> None:
    """The run on ``times`` the text takes at most ``limit`` times the time."""
    # While a timer of CPU time runs, as beside patterns of a caller, the clock of the process moves in steps of 4 ms.
    ratio = times * least_ratio(large, small, times, limit / times, clock=thread_time)
    assert ratio <= limit, f"{ratio:.1f} times the time for {times} times the text, limit {limit}"


def assert_within(run: Run, other: Run, limit: float) -> None:
    """One run takes at most ``limit`` times as long as another on the same input."""
    ratio = least_ratio(run, other, 1, limit)
    assert ratio <= limit, f"{ratio:.2f} times as long, limit {limit}"


def least_ratio(
    large: Run, small: Run, times: int, enough: float, tries: int = TRIES, clock: Clock | None = None
) -> float:
    """How much longer one large run takes than ``times`` small ones; tries end when one is ``enough``."""
    small()  # what is loaded or built once is not measured
    best = float("inf")
    for _ in range(tries):
        best = min(best, _one_try(large, small, times, clock or process_time))
        if best <= enough:
            break
    return best


def _one_try(large: Run, small: Run, times: int, clock: Clock) -> float:
    one = many = 0.0
    gc.collect()
    gc.disable()  # its share depends on what else is alive
    try:
        while one < LEAST:
            many += sum(_took(small, clock) for _ in range(times // 2))
            one += _took(large, clock)
            many += sum(_took(small, clock) for _ in range(times - times // 2))
    finally:
        gc.enable()
    return one / max(many, 1e-9)


def _took(run: Run, clock: Clock) -> float:
    """CPU seconds of one run; what it gives is thrown away outside the clock."""
    start = clock()
    result = run()
    took = clock() - start
    del result
    return took
