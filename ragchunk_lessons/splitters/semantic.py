"""Splitters that ask what a text means: by topic, by the turn between sentences, by a language model.

Each of these splitters lives in a file of its own; this is their common door.
"""

from .breakpoints import split_semantic
from .llm import split_with_llm
from .topics import split_topics

__all__ = ["split_semantic", "split_topics", "split_with_llm"]
