"""Chunks made by hand, for the tests of what looks at chunks."""

from __future__ import annotations

from ragchunk_lessons import Chunk


def slices(text, *spans):
    """Chunks of these spans."""
    return [Chunk(text[start:end], start, end) for start, end in spans]


def ngrams(text, n, overlap):
    """The loop that asks whether a whole window still fits."""
    words = text.split()
    return [" ".join(words[at : at + n]) for at in range(0, len(words) - n + 1, n - overlap)]


def numbers(findings):
    """The chunks of some findings."""
    return [finding.number for finding in findings]
