"""Lesson 7: the time labels of a transcript, right after a silence and later."""

from __future__ import annotations

from ..corpora import load_text
from ._claim import Plain, claim

_LESSON = "07_records"
_WINDOW = 60


@claim(
    "time-labels",
    "ragcourse",
    "§12",
    "Where two records lie further apart than a window, all later time labels are too small.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["pieces"] > m["wrong"] > 1
        and m["largest lag"] > 500
        and m["wrong pieces of one record"] == m["wrong"]
        and m["right behind them"] >= 1
        and m["empty if nobody speaks at first"] == 1
        and m["wrong when repaired"] == 0
    ),
    finding=lambda m: (
        f"Not all: {m['wrong']} of {m['pieces']} labels are wrong by a window or more, the first of them by "
        f"{m['largest lag']} seconds. Each of these pieces holds one record. Then the label has caught up, and "
        f"{m['right behind them']} right ones follow. If nobody speaks in the first window, {_said(m)}. "
        f"Windows that follow the records have {m['wrong when repaired']} wrong labels."
    ),
)
def time_labels() -> Plain:
    from ..published import time_window_chunks
    from ..readers import read_transcript
    from ..splitters.records import split_time_windows

    call = read_transcript(load_text("support_call"))
    cues = [mark for mark in call.marks if mark.kind == "cue"]
    # Each record is its own number, so that a piece says which records it holds.
    records = [(cue.data["start_time"], str(number)) for number, cue in enumerate(cues)]
    pieces = time_window_chunks(records, _WINDOW)
    held = [[int(word) for word in piece["text"].split()] for piece in pieces]
    lags = [records[numbers[0]][0] - piece["start_time"] for numbers, piece in zip(held, pieces, strict=True)]
    wrong = [number for number, lag in enumerate(lags) if lag >= _WINDOW]
    late = time_window_chunks(records[len(held[0]) :], _WINDOW)
    repaired = split_time_windows(call, _WINDOW)
    starts = {cue.start: cue.data["start_time"] for cue in cues}
    return {
        "pieces": len(pieces),
        "wrong": len(wrong),
        "largest lag": round(max(lags)),
        "wrong pieces of one record": sum(len(held[number]) == 1 for number in wrong),
        "right behind them": len(pieces) - 1 - wrong[-1],
        "empty if nobody speaks at first": sum(not piece["text"] for piece in late),
        "wrong when repaired": sum(chunk.metadata["start_time"] != starts[chunk.start] for chunk in repaired),
    }


def _said(m: Plain) -> str:
    count = m["empty if nobody speaks at first"]
    return f"{count} piece is empty" if count == 1 else f"{count} pieces are empty"
