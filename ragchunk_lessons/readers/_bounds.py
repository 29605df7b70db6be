"""How much one document may ask for: limits against files that are made to exhaust a machine, and the way past them.

A file of a few kilobytes can ask for gigabytes or hours. Each limit here is far above what honest documents need.
Who needs more sets the environment variable ``RAGCHUNK_LIMITS`` to a number: every limit is multiplied by it.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

WORD_BYTES = 64 * 2**20
"""Bytes that the parts of a Word file may take unpacked, pictures aside: the XML of some thousand pages."""

WORD_TAGS = 1_000_000
"""Tags of one part of a Word file: each becomes an object of about 200 bytes, and 100,000 take about a second."""

WORD_MEMBERS = 20_000
"""Files in a Word file: mostly pictures, and a book has hundreds."""

WORD_MEDIA_BYTES = 256 * 2**20
"""Bytes of all members of a Word file unpacked: python-docx holds them in memory, pictures too."""

PAGE_SECONDS = 8.0
"""CPU seconds that one page of a PDF may take; an ordinary page takes a hundredth of it or less."""

SHARED_BYTES = 4 * 2**20
"""Bytes of content that pages of a PDF may share, counted once for each page: a stamp on every page of a book."""

PATTERN_SECONDS = 4.0
"""CPU seconds that a pattern given by the caller may take, besides one more for each ``PATTERN_CHARACTERS``."""

PATTERN_CHARACTERS = 2_000_000
"""Characters a second are a tenth of what a pattern without needless backtracking reads."""

STREAM_BYTES = 256 * 2**20
"""Bytes that are read of a pipe or a device, which need not have an end."""

_VARIABLE = "RAGCHUNK_LIMITS"
WAY_OUT = f"if this is meant, set the environment variable {_VARIABLE} to a number that multiplies the limits"
_TICKS = 8  # looks at the clock before time is over


def limit(number: float) -> float:
    """A limit as it holds now, with the factor of the environment.

    Raises
    ------
    ValueError
        If the environment variable is no number above 0.

    Examples
    --------
    >>> limit(100)
    100.0
    """
    said = os.environ.get(_VARIABLE, "1")
    try:
        factor = float(said)
    except ValueError:
        factor = math.nan
    if not factor > 0:
        raise ValueError(f"the environment variable {_VARIABLE}={said!r} must be a number above 0, such as 4")
    return number * factor


def can_interrupt() -> bool:
    """Whether work in this thread can be stopped: on POSIX, in the main thread, where nobody else uses the timer."""
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGVTALRM) == signal.SIG_DFL
        and signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0
    )


@contextmanager
def within(
    seconds: float, refused: Callable[[FrameType], Exception], counts: Callable[[FrameType], bool] | None = None
) -> Iterator[None]:
    """Work that may take so many CPU seconds of this thread; then the error that ``refused`` makes is raised in it.

    With ``counts``, only the time in frames for which it says so. The timer is one of CPU time, which hardly any
    program uses, and it is put back. Where ``can_interrupt`` says no, the work is not watched. A long call into
    another language ends first.
    """
    if not can_interrupt():
        yield
        return
    used, last = 0.0, time.thread_time()

    def look(_signal: int, frame: FrameType | None) -> None:
        nonlocal used, last
        now = time.thread_time()
        if frame is not None and (counts is None or counts(frame)):
            used += now - last
        last = now
        if used >= seconds and frame is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            raise refused(frame)

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds / _TICKS, seconds / _TICKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
