"""Time, growth and memory of a run: CPU seconds of this process, and ratios of runs that took turns."""

from __future__ import annotations

import gc
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

Run = Callable[[Any], object]


def seconds(run: Run, text: Any, repeats: int = 3) -> float:
    """The best CPU time of a few runs, without garbage collection, as timeit measures.

    What a run gives is thrown away outside the clock.
    """
    return taking_turns([(run, text)], repeats)[0]


def taking_turns(runs: list[tuple[Run, Any]], repeats: int = 3) -> list[float]:
    """The best CPU time of each run; they take turns, so that a change of the machine meets all of them."""
    best = [float("inf")] * len(runs)
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeats):
            for number, (run, text) in enumerate(runs):
                began = time.process_time()
                result = run(text)
                best[number] = min(best[number], time.process_time() - began)
                del result
    finally:
        gc.enable()
    return [max(one, 1e-9) for one in best]


def growth(run: Run, small: Any, large: Any, times: int = 10, tries: int = 3) -> float:
    """How many times as long a large run takes as a small one, the best of a few tries.

    A try runs the small text as often as the large one is larger, half of it before and half of it after: both then
    meet the same machine.
    """
    run(small)  # what is loaded once is not measured
    best = float("inf")
    for _ in range(tries):
        gc.collect()
        gc.disable()
        try:
            many = sum(_took(run, small) for _ in range(times // 2))
            one = _took(run, large)
            many += sum(_took(run, small) for _ in range(times - times // 2))
        finally:
            gc.enable()
        best = min(best, times * one / max(many, 1e-9))
    return best


def _took(run: Run, text: Any) -> float:
    began = time.process_time()
    result = run(text)
    took = time.process_time() - began
    del result
    return took


def peak_ratio(run: Run, text: Any, size: int | None = None) -> float:
    """The peak of all memory that a run allocates, result included, as a multiple of the text's size in bytes."""
    tracemalloc.start()
    try:
        result = run(text)
        peak = tracemalloc.get_traced_memory()[1]
        del result
    finally:
        tracemalloc.stop()
    return peak / (size or sys.getsizeof(text))
