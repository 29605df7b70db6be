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

TEXT_BYTES = 50 * 2**20
"""Bytes of one document that is held in memory as a text: some 25,000 pages. One emoji makes Python hold four bytes for
each character, and an audit holds the text and its chunks, which then stay within a gigabyte."""

MARKDOWN_LINES = 150_000
"""Lines of Markdown: where each is a block of its own, such as a heading, a million takes 50 seconds and a gigabyte."""

PYTHON_CHARACTERS = 1_000_000
"""Characters of Python source: its syntax tree takes some 500 bytes for each."""

COMPARED = 2_000_000
"""Characters of a document that the command compares splitters on: six of them cut it, and every audit looks for its
sentences; that takes some four seconds for each million, and three times as many by tokens."""

SHOWN = 4_000_000
"""Characters of a document for a page to look at, which shows a part of it and all that an audit finds."""

FILE_BYTES = 256 * 2**20
"""Bytes of a file of pages: a PDF holds pictures besides its text."""

CHUNKS_BYTES = 128 * 2**20
"""Bytes of one file of chunks: those of a document of ``TEXT_BYTES``, with overlap and names, twice over."""

CHUNKS = 500_000
"""Chunks that are read of one file: each takes about a thousand bytes, besides its text."""

CELLS = 1_000_000
"""Cells and rows of a table in one document: each takes about 500 bytes until the table is cut."""

RECORDS = 300_000
"""Records and fields of JSON Lines, lines of a transcript, or pages in one document: a million takes a gigabyte."""

HTML_TAGS = 500_000
"""Tags of an HTML page: a million takes a gigabyte, and 20 seconds."""

JSON_VALUES = 8_000_000
"""Commas and opening brackets in JSON: three bytes of it may become an object of 70."""

FOOTER_BYTES = 16 * 2**20
"""Bytes of the description at the end of a Parquet file, about 100 for each column of each row group: it becomes
objects of twenty times its size."""

UNPACKED_BYTES, UNPACKED_TIMES = 64 * 2**20, 1000
"""Text that a group of rows of a Parquet corpus may unpack to: so many bytes, and so many times the file. Texts are
packed to a tenth or so; only one text in very many rows comes to more."""

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

PAGES_SECONDS = 0.2
"""CPU seconds more for each page that all pages of a PDF may take together: twice what slow ordinary ones take."""

PAGE_BYTES = 8 * 2**20
"""Bytes of content of one page where its time cannot be watched: the parser reads about a megabyte a second."""

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
    return min(number * factor, 2.0**60)  # no file has more, and a number of bytes must not be infinite


def check_size(name: str, found: float, most: float, what: str, way_out: str = "") -> None:
    """Refuse what is larger than a limit as it holds now: what it is, how large, and the way out.

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_size("a.csv", 1_200_000, 1_000_000, "cells", "part the file")
    Traceback (most recent call last):
    ...
    ValueError: a.csv has 1,200,000 cells, and at most 1,000,000 are read; part the file, or \
if this is meant, set the environment variable RAGCHUNK_LIMITS to a number that multiplies the limits
    """
    if found > limit(most):
        out = f"{way_out}, or {WAY_OUT}" if way_out else WAY_OUT
        raise ValueError(f"{name} has {found:,.0f} {what}, and at most {limit(most):,.0f} are read; {out}")


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
