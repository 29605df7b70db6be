"""Whether ten times the text takes at most twelve times the time, as the contract says."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

TRIES, LIMIT = 6, 12


def assert_linear(run: Callable[[str], object], shape: str, characters: int = 6_000) -> None:
    """Run the shape, repeated, at two sizes; a busy machine can only make a run slower, so the best try counts."""
    small, large = shape * (characters // len(shape)), shape * (10 * characters // len(shape))
    least_small = least_large = float("inf")
    for _ in range(TRIES):
        least_small = min(least_small, max(_took(run, small), 1e-4))
        least_large = min(least_large, _took(run, large))
        if least_large <= LIMIT * least_small:
            return
    raise AssertionError(f"{least_large / least_small:.1f} times")


def _took(run: Callable[[str], object], text: str) -> float:
    gc.disable()  # its share depends on what else is alive
    try:
        start = process_time()
        run(text)
        return process_time() - start
    finally:
        gc.enable()
