"""Finding where plain strings came from."""

from __future__ import annotations


class Located:
    """Chunks found in a document."""


def locate(document, pieces):
    """Find pieces in a document."""
    raise NotImplementedError
