"""Texts and question sets of our own, small enough to read, each made to show one thing.

``README.md`` in this folder says what each one is for and marks the short quotations. A text is stored with
a line end at its end, as files are; ``load_text`` gives it without.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent

# Quoted: the definition that a RAG course cuts again and again. 276 characters, 42 words.
DEFINITION = (
    "Retrieval Augmented Generation (RAG) is an architecture that combines the ability of large language models "
    "(LLMs) with a retrieval system to enhance the factual accuracy, contextual relevance, and quality of "
    "generated response against the query raised by user to a RAG system."
)

# Quoted: the pangram that a guide to fixed-size chunks cuts at 20 characters and at 5 tokens. 44 characters.
FOX = "The quick brown fox jumps over the lazy dog."


def names() -> list[str]:
    """The names of everything that can be loaded, texts and JSON files together, in order.

    Examples
    --------
    >>> "ten_topics" in names()
    True
    """
    return sorted(path.stem for suffix in ("txt", "json") for path in _FOLDER.glob(f"*.{suffix}"))


def load_text(name: str) -> str:
    """A text by its name, with ``"\\n"`` as line end and none after the last line.

    Raises
    ------
    ValueError
        If no text has this name; the message lists the names.

    Examples
    --------
    >>> len(load_text("chinese_500"))
    500
    """
    return _read(name, "txt").removesuffix("\n")


def load_json(name: str) -> Any:
    """The content of a JSON file by its name, read anew on each call.

    Raises
    ------
    ValueError
        If no JSON file has this name; the message lists the names.

    Examples
    --------
    >>> load_json("ten_topics")[0]["topic"]
    'bicycle'
    """
    return json.loads(_read(name, "json"))


def _read(name: str, suffix: str) -> str:
    known = sorted(path.stem for path in _FOLDER.glob(f"*.{suffix}"))
    if name not in known:
        raise ValueError(f"no {suffix} file is called {name!r}; choose one of {', '.join(known)}")
    return (_FOLDER / f"{name}.{suffix}").read_text(encoding="utf-8")
