"""Runs a hostile case in a process of its own: 1 GB of memory, 10 seconds of CPU time, and no traceback at the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

SECONDS, MEMORY = 10, 2**30  # CPU time, so that a busy machine fails nothing
_WALL = 300
ROOT = str(Path(__file__).parents[1])

_LIMITED = f"""\
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
sys.path.insert(0, {ROOT!r})
"""

_CASES = """\
import re, time
from pathlib import Path
from ragchunk_lessons import readers
from ragchunk_lessons.audit import audit
from ragchunk_lessons.chunk_lines import read_chunks
from ragchunk_lessons.splitters.code import split_code
from ragchunk_lessons.splitters.fixed import split_characters
from ragchunk_lessons.splitters.html import split_html
from ragchunk_lessons.splitters.markdown import split_markdown
from ragchunk_lessons.splitters.mixed import split_mixed
from ragchunk_lessons.splitters.on import split_on
from ragchunk_lessons.splitters.recursive import split_recursive
from ragchunk_lessons.splitters.report import split_report

def run(case):
    begun = time.process_time()
    try:
        exec(case, globals())
        said = "ok"
    except (ValueError, TypeError) as error:
        said = f"{type(error).__name__}: {error}"
    print(round(time.process_time() - begun, 1), said.replace("\\n", " ")[:400], flush=True)
"""

posix = pytest.mark.skipif(
    sys.platform not in ("linux",), reason="memory is limited with RLIMIT_AS, which only Linux keeps to"
)


class Said(NamedTuple):
    """What a case came to: its CPU seconds, and ``ok`` or its error."""

    seconds: float
    words: str


def outcomes(cases: list[str], folder: Path) -> list[Said]:
    """What each case came to, one after the other in one process, since a process takes longer than most cases."""
    program = _LIMITED + _cpu(SECONDS * len(cases)) + _CASES + f"for case in {cases!r}:\n    run(case)\n"
    done = _process([sys.executable, "-c", program], folder)
    found = [Said(float(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in done.stdout.splitlines()]
    assert len(found) == len(cases), f"{cases[len(found)][:200]}: status {done.returncode}, {done.stderr[-400:]}"
    for case, said in zip(cases, found, strict=True):
        assert said.seconds < SECONDS, f"{said.seconds} seconds: {case[:200]}"
    return found


def command(arguments: list[str], folder: Path) -> subprocess.CompletedProcess:
    """``ragchunk`` with these arguments, under the same limits; it must end with a status of its own and one line."""
    program = _LIMITED + _cpu(SECONDS) + f"from ragchunk_lessons.command import main\nsys.exit(main({arguments!r}))\n"
    done = _process([sys.executable, "-c", program], folder)
    assert done.returncode in (0, 1, 2), f"{arguments}: status {done.returncode}, {done.stderr[-400:]}"
    assert "Traceback" not in done.stderr, done.stderr[-400:]
    return done


def _cpu(seconds: int) -> str:
    return f"resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds + 1}))\n"


def _process(arguments: list[str], folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=_WALL,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
