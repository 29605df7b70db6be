"""A language model as the knife: it says where to cut, the audit says whether to believe it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from json import JSONDecodeError
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ._common import Span, build, measured, trim, validate, whole_number
from ._llm_answer import NoAnswer, again, chunks_in, content_of, judged, question
from .ladder import CJK_LADDER
from .recursive import split_recursive
from .sentences import split_sentences

CUT_BY = "cut_by"
"""The metadata key that says which way a chunk came: ``"llm"``, ``"llm retry"`` or ``"fallback"``."""
CUT_REASON = "cut_reason"
"""The metadata key that says, for a fallback, why the model's cuts were not taken."""
_MOST_SAID = 500


def split_with_llm(
    text: str | Document,
    chunk_size: int,
    *,
    client: Any,
    model: str,
    window_size: int = 6000,
    options: Mapping[str, Any] | None = None,
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """Chunks cut where a language model says, after the audit has found all of the text in its answer.

    The model is asked for the chunks' texts. An answer that loses, invents, rewrites, repeats or reorders text, or
    that cannot be read, is sent back once with the findings. If the second one is no better, that part of the text is
    cut into whole sentences. Each chunk says which way it came in ``metadata["cut_by"]``: ``"llm"``, ``"llm retry"``
    or ``"fallback"``, the last with ``metadata["cut_reason"]``. A chunk is always a slice of the text, never the
    model's words.

    This calls the endpoint of ``client`` over the network, at most twice for each part, and sends all of the text
    there. Two runs may differ, since the model may: keep the chunks, not the call.

    Parameters
    ----------
    text : str or Document
    chunk_size : int
        In the unit of ``length_function``. A chunk of the model that is longer is cut on, by the ladder.
    client : openai.OpenAI
        Or anything else with ``chat.completions.create``. Its own time limit and number of retries are kept.
    model : str
        The name by which the endpoint knows the model.
    window_size : int
        In code points. A longer text is sent in parts of whole sentences of at most this size; a chunk never crosses
        from one part into the next.
    options : Mapping, optional
        More arguments of ``create``, such as ``{"temperature": 0}``.
    length_function : callable
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used.
    ImportError
        If ``nupunkt`` is not installed.
    Exception
        What the client raises for a request that asking again will not mend: a wrong key, a wrong model, no right to
        use it. A time limit, a broken connection, too many requests and a fault of the server are met by asking once
        more and then by the fallback, for this part and for all parts after it.

    Notes
    -----
    Source: the language-model method that a guide to slicing strategies names among its five and does not print.

    Examples
    --------
    >>> from types import SimpleNamespace as Space
    >>> said = '{"chunks": ["It rains. Take a coat.", "The pump is old."]}'
    >>> answer = Space(choices=[Space(message=Space(content=said))])
    >>> stand_in = Space(chat=Space(completions=Space(create=lambda **request: answer)))
    >>> text = "It rains. Take a coat. The pump is old."
    >>> [(c.text, c.metadata["cut_by"]) for c in split_with_llm(text, 50, client=stand_in, model="stand-in")]
    [('It rains. Take a coat.', 'llm'), ('The pump is old.', 'llm')]
    """
    document = validate(text, chunk_size, length_function=length_function, metadata=metadata)
    create = _create_of(client)
    if not isinstance(model, str) or not model.strip():
        raise TypeError(f"model must be the name of a model, as a str, not {model!r}")
    window_size = whole_number("window_size", window_size, 1)
    _check_options(options)

    def ask(messages: list[dict[str, str]]) -> str:
        try:
            response = create(**{**(options or {}), "model": model, "messages": messages})
        except JSONDecodeError as error:
            raise NoAnswer(f"The response is no chat completion: {error}.") from None
        return content_of(response)

    chunks: list[Chunk] = []
    down = ""  # why the endpoint is not asked any more
    for part in split_sentences(document.text, window_size):
        if not down:
            try:
                spans, labels = _asked(part.text, _in_characters(part.text, chunk_size, length_function), ask)
            except _Down as error:
                down = str(error)
        if down:
            spans, labels = [], {CUT_BY: "fallback", CUT_REASON: down}
        if spans:
            spans = _fitting(part.text, spans, chunk_size, length_function)
        else:
            cut = split_sentences(part.text, chunk_size, length_function=length_function)
            spans = ((chunk.start, chunk.end) for chunk in cut)
        moved = ((part.start + start, part.start + end) for start, end in spans)
        chunks.extend(build(document, moved, {**(metadata or {}), **labels}))
    return chunks


def _create_of(client: Any) -> Callable[..., Any]:
    create = getattr(getattr(getattr(client, "chat", None), "completions", None), "create", None)
    if not callable(create):
        raise TypeError(
            f"client must have chat.completions.create, as openai.OpenAI(base_url=...) has; {type(client).__name__} "
            "has not"
        )
    return create


def _check_options(options: Mapping[str, Any] | None) -> None:
    if options is None:
        return
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a mapping, such as {{'temperature': 0}}, not {type(options).__name__}")
    for name in ("model", "messages", "stream"):
        if name in options:
            raise ValueError(f"options holds {name!r}, which split_with_llm sets itself; leave it out")


def _in_characters(text: str, size: int, length_function: Callable[[str], int]) -> int:
    """The size as a number of characters, since a model cannot count in the unit of every length function."""
    taken = len(text) if length_function is len else measured(length_function, text)
    return max(1, int(size * len(text) / taken)) if 0 < taken < float("inf") else len(text)


class _Down(Exception):
    """The endpoint failed twice in a row, in a way that may pass."""


def _asked(text: str, size: int, ask: Callable[[list[dict[str, str]]], str]) -> tuple[list[Span], dict[str, str]]:
    """The spans that the model's answer stands for, and the labels; no spans if two answers cannot be used."""
    messages = asked = question(text, size)
    findings = ""
    for way in ("llm", "llm retry"):
        answer = ""
        try:
            answer = ask(messages)
            spans, findings = judged(text, chunks_in(answer))
        except NoAnswer as error:
            spans, findings = [], str(error)
        except Exception as error:
            if not _may_pass(error):
                raise
            if way == "llm retry":
                raise _Down(f"{type(error).__name__}: {str(error)[:_MOST_SAID]}") from error
            continue
        if spans:
            return spans, {CUT_BY: way}
        messages = again(asked, answer, findings)
    return [], {CUT_BY: "fallback", CUT_REASON: findings[:_MOST_SAID]}


_PASSING = {"APIConnectionError", "APITimeoutError"}


def _may_pass(error: Exception) -> bool:
    """Whether the same request may do better a little later; told without importing any client's package."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return status in (408, 409, 425, 429) or status >= 500
    return isinstance(error, (TimeoutError, ConnectionError)) or any(
        kind.__name__ in _PASSING for kind in type(error).__mro__
    )


def _fitting(text: str, spans: list[Span], size: int, length_function: Callable[[str], int]) -> Iterator[Span]:
    """The spans, those that are too long cut by the ladder."""
    for start, end in (trim(text, *span) for span in spans):
        if measured(length_function, text[start:end]) <= size:
            yield start, end
            continue
        for cut in split_recursive(
            text[start:end], size, separators=CJK_LADDER, length_function=length_function, keep_separator="end"
        ):
            yield start + cut.start, start + cut.end
