"""A client that is no model: it gives prepared answers, to show what the guard of ``split_with_llm`` does with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any


class PreparedAnswers:
    """A stand-in for a client of a chat endpoint that gives fixed answers and asks nobody.

    No text is read and nothing is decided here. What comes back says nothing about what a model would answer.

    Parameters
    ----------
    *answers : str or sequence of str
        What is answered, one after the other; the last one from then on. A sequence of chunks is written as the JSON
        that ``split_with_llm`` asks for.

    Attributes
    ----------
    asked : list of list of dict
        The messages of every call.

    Raises
    ------
    ValueError
        If there is no answer.

    Examples
    --------
    >>> client = PreparedAnswers(["One.", "Two."])
    >>> client.chat.completions.create(model="none", messages=[]).choices[0].message.content
    '{"chunks": ["One.", "Two."]}'
    """

    def __init__(self, *answers: str | Sequence[str]) -> None:
        if not answers:
            raise ValueError("give at least one prepared answer")
        self._waiting = [answer if isinstance(answer, str) else _as_json(answer) for answer in answers]
        self.asked: list[list[dict[str, str]]] = []
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._create))

    def _create(self, *, messages: list[dict[str, str]], **_: Any) -> Any:
        self.asked.append(messages)
        content = self._waiting.pop(0) if len(self._waiting) > 1 else self._waiting[0]
        return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=content))])


def _as_json(chunks: Sequence[str]) -> str:
    return json.dumps({"chunks": list(chunks)}, ensure_ascii=False)
