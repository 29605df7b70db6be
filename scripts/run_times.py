"""Run every lesson once, alone, and keep how its processor time compares with that of lesson 1: book/run_times.json.

    python scripts/run_times.py

Processor time, since a busy machine does not make it longer. Nothing is written into the notebooks.
"""

import json
import os
import platform
import sys

import nbformat
from nbclient import NotebookClient
from running import ROOT, Problem

TARGET = ROOT / "book" / "run_times.json"
SECONDS_A_CELL = 900


def spent():
    """Seconds of the processor that ended child processes have used."""
    times = os.times()
    return times.children_user + times.children_system


def seconds_of(path):
    """What one notebook costs, the start of its kernel included."""
    before = spent()
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=SECONDS_A_CELL, kernel_name="python3", resources=where).execute()
    return spent() - before


def ratios(seconds):
    """{lesson: times as long as the first}, one decimal."""
    first = next(iter(seconds.values()))
    if first <= 0:
        raise Problem("This system does not count the processor time of ended programs (Windows); measure on another.")
    return {name: round(value / first, 1) for name, value in seconds.items()}


def main():
    os.environ["OMP_NUM_THREADS"] = "1"
    paths, seconds = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")), {}
    seconds_of(paths[0])  # the first run of all fills caches that the others find full
    for path in paths:
        seconds[path.stem] = seconds_of(path)
        print(f"  {path.stem}: {seconds[path.stem]:.1f} s of processor time", flush=True)
    found = {"python": ".".join(platform.python_version_tuple()[:2]), "lessons": ratios(seconds)}
    TARGET.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        print(problem, file=sys.stderr)
        sys.exit(1)
