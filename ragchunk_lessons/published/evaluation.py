"""The recipe that measures retrieval: a key sentence is looked for in what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def eval_retrieval(questions: Iterable[Mapping[str, str]], retriever: Any, top_k: int = 5) -> float:
    """Takes any text that holds the key for the answer, and a key that a cut parts for a miss.

    A result counts when the key is a substring of it. A short key, such as an alarm code, stands in many passages, so
    the wrong one counts as well. A key at a seam stands in no result, even where both halves were retrieved; so does
    one whose line end or white space was rewritten. And nothing is charged: one result with the whole document in it
    scores 1. An empty key is found everywhere.

    Parameters
    ----------
    questions : iterable of dict
        With ``query`` and ``answer_key``, a characteristic string of the passage that answers.
    retriever : object
        With ``search(query, top_k=...)``, which gives dicts that have ``text``.
    top_k : int

    Returns
    -------
    float
        The share of questions with a hit, from 0 to 1: the loop stops at the first one. 0.0 without questions.

    Notes
    -----
    Source: the script that measures the quality of a cut in a guide to slicing strategies, §5. It takes a rate below
    80 % as a sign that cut or retrieval is wrong.

    Examples
    --------
    >>> class Parted:
    ...     def search(self, query, top_k): return [{"text": "Wait ten"}, {"text": "minutes."}]
    >>> eval_retrieval([{"query": "How long?", "answer_key": "ten minutes"}], Parted())
    0.0
    """
    hit = total = 0
    for question in questions:
        total += 1
        for result in retriever.search(question["query"], top_k=top_k):
            if question["answer_key"] in result["text"]:
                hit += 1
                break
    return hit / total if total else 0.0
