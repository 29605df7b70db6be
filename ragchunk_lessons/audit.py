"""Putting the chunks back together: what was lost, rewritten or misplaced."""

from __future__ import annotations


class Audit:
    """What an audit found."""


def audit(source, chunks, chunk_size=None, chunk_overlap=None, length_function=len):
    """Check chunks against their source."""
    raise NotImplementedError
