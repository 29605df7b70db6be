"""Every public function on generated input, as long as you like.

    python tests/fuzz.py --cases 1000000 --workers 2
    python tests/fuzz.py --only split_markdown --first 4711 --cases 1

A case is known by its kind, the name of a function and a number, so each one can be run again alone. A case that takes
longer than the limit counts as a hang. The exit status is 0 if nothing was found, 1 otherwise.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import fuzz_checking  # noqa: E402  (the path above comes first)
import fuzz_cutting  # noqa: E402
import fuzz_nonsense  # noqa: E402

LIMIT = 10  # seconds for one case
KINDS = {
    "cutting": fuzz_cutting.TARGETS,
    "checking": fuzz_checking.TARGETS,
    "nonsense": fuzz_nonsense.TARGETS,
}
# How much of the whole each kind gets; every function of a kind gets the same.
SHARE = {"cutting": 0.55, "checking": 0.25, "nonsense": 0.2}


class Hang(BaseException):
    """Not an Exception, so that no code under test can catch it."""


def too_long(*_) -> None:
    raise Hang(f"longer than {LIMIT} s")


def run_case(kind: str, name: str, number: int) -> str | None:
    """What went wrong in one case, or None."""
    has_alarm = hasattr(signal, "SIGALRM")  # Windows has none: there a hang is a hang
    if has_alarm:
        signal.alarm(LIMIT)
    try:
        KINDS[kind][name](random.Random(f"{kind}/{name}/{number}"))
    except (Exception, Hang) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {str(error)[:300]!r}"
    finally:
        if has_alarm:
            signal.alarm(0)
    return None


def distinct(targets: dict) -> dict[str, str]:
    """One name for each function that makes cases; the others are covered by the same case."""
    firsts: dict = {}
    for name, case in targets.items():
        firsts.setdefault(case, name)
    return {name: name for name in firsts.values()}


def plan(cases: int, only: str | None = None) -> list[tuple[str, str, int]]:
    """(kind, name, number of cases), together at least so many."""
    chosen = [(kind, name) for kind, targets in KINDS.items() for name in distinct(targets)]
    if only:
        chosen = [(kind, name) for kind, targets in KINDS.items() for name in targets if name == only]
        if not chosen:
            raise SystemExit(
                f"nothing is called {only!r}; there are: {', '.join(sorted(set().union(*KINDS.values())))}"
            )
        return [(kind, name, -(-cases // len(chosen))) for kind, name in chosen]
    counts = Counter(kind for kind, _ in chosen)
    return [(kind, name, int(cases * SHARE[kind] / counts[kind]) + 1) for kind, name in chosen]


def work(job: tuple[str, str, int, int, float]) -> tuple[str, str, int, list[tuple[int, str]]]:
    """Run cases first to last of one target, until a moment."""
    kind, name, first, last, until = job
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, too_long)
    found, done = [], 0
    for number in range(first, last):
        if time.time() > until:
            break
        wrong = run_case(kind, name, number)
        done += 1
        if wrong:
            found.append((number, wrong))
            if len(found) >= 5:
                break
    return kind, name, done, found


def jobs(planned, first: int, until: float, at_most: int = 2000):
    """The plan in portions, the targets by turns, so that a run cut short has seen them all."""
    reached = 0
    while any(reached < count for *_, count in planned):
        for kind, name, count in planned:
            if reached < count:
                yield kind, name, first + reached, first + min(count, reached + at_most), until
        reached += at_most


def run(
    cases: int, seconds: float, workers: int = 1, only: str | None = None, first: int = 0, portion: int = 2000
) -> tuple[Counter, list[str]]:
    """The number of cases by (kind, name), and one line for each failure."""
    planned, until = plan(cases, only), time.time() + seconds
    done, failures = Counter(), []
    portions = jobs(planned, first, until, portion)
    if workers == 1:
        results = map(work, portions)
    else:
        pool = multiprocessing.get_context("spawn").Pool(workers)
        results = pool.imap_unordered(work, portions)
    for kind, name, count, found in results:
        done[kind, name] += count
        failures += [f"{kind}/{name}/{number}: {wrong}" for number, wrong in found]
    if workers > 1:
        pool.close()
        pool.join()
    return done, failures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=100_000, help="how many, over all functions")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case; another one is another run")
    parser.add_argument("--only", metavar="NAME", help="only this public function")
    options = parser.parse_args(arguments)
    started = time.time()
    done, failures = run(options.cases, options.seconds, options.workers, options.only, options.first)
    for kind in KINDS:
        print(f"{kind:<9} {sum(count for (one, _), count in done.items() if one == kind):>9} cases")
    print(f"{sum(done.values())} cases in {time.time() - started:.0f} s, {len(failures)} failures")
    for line in failures:
        print(" ", line)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
