"""Windows of time, each labelled by what is in it."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from numbers import Real
from typing import Any

from ..chunk import Chunk
from ..document import Document, Mark
from ._common import measured, trim
from ._labelled import groups
from ._pieces import Piece, check, cut_pieces
from .speakers import cues_of, transcript_of


def split_time_windows(
    text: str | Document,
    window_seconds: float,
    chunk_size: int | None = None,
    *,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """The cues of one window of time a chunk; a window opens with the first cue that is not in the one before.

    So a window follows the records: after a gap it opens where speech goes on, no window is empty, and its label is
    read from its cues.

    Parameters
    ----------
    text : str or Document
        A transcript with times: WebVTT, SRT or ``[hh:mm:ss]`` lines; or what ``read_transcript`` gives.
    window_seconds : float
        A cue belongs to a window if it starts less than this after the window's first cue.
    chunk_size : int, optional
        In the unit of ``length_function``. A longer window is cut between its cues, a longer cue by the ladder.
    length_function : callable
        ``str -> int``, such as ``len`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Metadata: ``start_time``, when the first cue starts, and ``end_time``, when the last one to end does, in
        seconds; a ``[hh:mm:ss]`` line has no end of its own, so a window of such lines ends with the time of its
        last one. Both are ``None`` for words in front of the first time. ``speakers`` is a tuple, where speakers
        are named. Pieces of a cut window have the times of their own cues. Blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used; for a text without times; for cues that do not come in order of their
        start, and for times that are none, with their line.

    Notes
    -----
    Source: the time-window recipe of a RAG course's chunking chapter, §7; its labels fall behind after a gap (§12).

    Examples
    --------
    >>> text = "[00:05] The pump stops.\\n[00:20] Reset it.\\n[12:00] It runs."
    >>> [(chunk.metadata["start_time"], chunk.start, chunk.end) for chunk in split_time_windows(text, 60)]
    [(5.0, 0, 41), (720.0, 42, 58)]
    """
    document = check(text, chunk_size, length_function=length_function, metadata=metadata)
    if isinstance(window_seconds, bool) or not isinstance(window_seconds, Real):
        raise TypeError(
            f"window_seconds must be a number of seconds, not {type(window_seconds).__name__} ({window_seconds!r})"
        )
    if not (window_seconds > 0 and math.isfinite(window_seconds)):
        raise ValueError(f"window_seconds={window_seconds!r} must be a number of seconds greater than 0")
    document = transcript_of(document, text)
    if not document.text.strip():
        return []
    cues = cues_of(document)
    _check_order(cues)
    pieces = _windows(document, cues, window_seconds, chunk_size, length_function)
    return cut_pieces(document, pieces, chunk_size, length_function=length_function, metadata=metadata)


def _check_order(cues: Sequence[Mark]) -> None:
    if not cues:
        raise ValueError(
            "the text has no times, such as [00:01:30] at the start of a line; "
            "use split_speakers(text) or split_recursive(text, chunk_size)"
        )
    for before, cue in pairwise(cues):
        if cue.data["start_time"] < before.data["start_time"]:
            line = f"line {cue.data['line']}" if "line" in cue.data else f"position {cue.start}"
            raise ValueError(
                f"{line}: a cue starts at {cue.data['start_time']} s, after one that starts at "
                f"{before.data['start_time']} s; put the cues in order of their start"
            )


def _windows(
    document: Document,
    cues: Sequence[Mark],
    window_seconds: float,
    chunk_size: int | None,
    length_function: Callable[[str], int],
) -> Iterator[Piece]:
    """Each window as one piece, or as many whole cues a piece as fit; the pieces touch."""
    text = document.text
    starts = [*(cue.start for cue in cues), len(text)]
    speaking = _Speaking(document)

    def fits(first: int, after: int) -> bool:
        low, high = trim(text, starts[first], starts[after])
        return chunk_size is None or measured(length_function, text[low:high]) <= chunk_size

    if text[: starts[0]].strip():
        yield Piece(0, starts[0], {"start_time": None, "end_time": None, **speaking(0, starts[0])})
    else:
        starts[0] = 0
    opened = 0
    for at in range(1, len(cues) + 1):
        inside = at < len(cues) and cues[at].data["start_time"] - cues[opened].data["start_time"] < window_seconds
        if inside:
            continue
        for first, after in groups(opened, at, fits):
            said = [cue.data for cue in cues[first:after]]
            labels = {
                "start_time": said[0]["start_time"],
                "end_time": max(data["end_time" if data.get("end_given", True) else "start_time"] for data in said),
                **speaking(starts[first], starts[after]),
            }
            yield Piece(starts[first], starts[after], labels)
        opened = at


class _Speaking:
    """Who is heard in a span of the text, in order of appearance; nothing where nobody is named anywhere."""

    def __init__(self, document: Document) -> None:
        turns = sorted((mark for mark in document.marks if mark.kind == "turn"), key=lambda mark: mark.start)
        self.turns = turns if any(turn.data.get("speaker") for turn in turns) else []
        self.starts = [turn.start for turn in self.turns]

    def __call__(self, low: int, high: int) -> dict[str, tuple[str, ...]]:
        if not self.turns:
            return {}
        first, last = max(bisect_right(self.starts, low) - 1, 0), bisect_left(self.starts, high)
        heard = (turn.data.get("speaker") for turn in self.turns[first:last] if turn.end > low)
        return {"speakers": tuple(dict.fromkeys(name for name in heard if name))}
