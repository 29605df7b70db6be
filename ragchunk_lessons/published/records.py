"""Recipes for records: time windows, speakers, and documents grouped by a label."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def time_window_chunks(records: Iterable[tuple[float, str]], window_seconds: float = 60) -> list[dict[str, Any]]:
    """Gives wrong times after a gap, then one piece for each record, until the label has caught up.

    A record that lies beyond the window closes it, and the label moves on by one window, however long the silence
    was. After a gap of many windows every record lies beyond the label, so each closes a piece of its own. The first
    window starts at 0: if the first record comes later, the first piece is empty.

    Parameters
    ----------
    records : iterable of (float, str)
        The time in seconds and what was said, in order.
    window_seconds : float

    Returns
    -------
    list of dict
        ``{"text": ..., "start_time": ...}``, the time as the recipe labels it.

    Notes
    -----
    Source: the time-window recipe of a RAG course's chunking chapter, §7 and §12. That the first window starts at 0
    is the usual form; the source does not print it.

    Examples
    --------
    >>> [piece["start_time"] for piece in time_window_chunks([(5, "a"), (600, "b"), (605, "c"), (610, "d")])]
    [0, 60, 120, 180]
    """
    pieces, said, label = [], [], 0
    for seconds, text in records:
        if seconds >= label + window_seconds:
            pieces.append({"text": " ".join(said), "start_time": label})
            said, label = [], label + window_seconds
        said.append(text)
    pieces.append({"text": " ".join(said), "start_time": label})
    return pieces


def speaker_chunks(text: str) -> list[dict[str, str]]:
    """Takes whatever stands before a line's first colon for a speaker, and drops what stands before the first one.

    "Note:" becomes a person, and so does the hour of a time such as 10:30 at the start of a line. The words that
    follow are credited to it. A full-width colon is not seen, so the turn behind it goes to the speaker before.

    Parameters
    ----------
    text : str
        A transcript, each turn on a line of its own.

    Returns
    -------
    list of dict
        ``{"speaker": ..., "text": ...}``, one for each colon found.

    Notes
    -----
    Source: the speaker recipe in the table of a RAG course's chunking chapter, §7, which gives the rule (the part of
    a line before its colon) and no code.

    Examples
    --------
    >>> speaker_chunks("Ana: Press reset.\\nNote: wait first.\\nBen：Done.")
    [{'speaker': 'Ana', 'text': 'Press reset.'}, {'speaker': 'Note', 'text': 'wait first.\\nBen：Done.'}]
    """
    parts = re.split(r"^([^:\n]+):", text, flags=re.MULTILINE)
    return [
        {"speaker": speaker.strip(), "text": said.strip()}
        for speaker, said in zip(parts[1::2], parts[2::2], strict=True)
    ]


def metadata_group_chunks(
    records: Sequence[Mapping[str, Any]], key: str, chunk_size: int = 100, chunk_overlap: int = 0
) -> list[str]:
    """Groups for nothing: each text is cut alone, so the pieces are those that come out without the groups.

    The groups are made, and then every text in them goes through the splitter by itself. Two short texts of one
    group are never joined. Where the texts already stand group by group, the result is the same to the byte; where
    they are mixed, the same pieces come in another order.

    Parameters
    ----------
    records : sequence of mapping
        ``{"text": ..., key: ...}``.
    key : str
        The label to group by.
    chunk_size, chunk_overlap : int
        In characters, for the recursive splitter that cuts each text.

    Returns
    -------
    list of str

    Notes
    -----
    Source: the recipe of a RAG course's chunking chapter that groups by metadata, §11.

    Examples
    --------
    >>> metadata_group_chunks([{"text": "One.", "team": "a"}, {"text": "Two.", "team": "a"}], "team")
    ['One.', 'Two.']
    """
    from ..splitters.recursive import split_recursive

    groups: dict[Any, list[str]] = {}
    for record in records:
        groups.setdefault(record[key], []).append(record["text"])
    return [
        chunk.text
        for texts in groups.values()
        for text in texts
        for chunk in split_recursive(text, chunk_size, chunk_overlap)
    ]
