"""Chunks from a JSONL file: one JSON object a line, as pipelines store them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any


def read_chunks(source: Any) -> list[dict[str, Any]]:
    """The records of a JSONL file of chunks, as ``audit`` and ``show_chunks`` take them.

    Known are the fields of this package's chunks and those that LangChain, LlamaIndex, Haystack and Chonkie write
    (see ``adapters``); a record may also be a plain JSON string. Blank lines are passed over.

    Parameters
    ----------
    source : Path, str or iterable of str
        A ``Path`` is a file, in UTF-8; a ``str`` is the content; anything else gives the lines.

    Returns
    -------
    list of dict or str

    Raises
    ------
    TypeError
        If a line is not text.
    ValueError
        If a line is not JSON, is nested too deeply, has a number of more than 4,300 digits, holds neither an object
        with a text nor a string, or has two texts that differ; the line is named, from 1.

    Examples
    --------
    >>> read_chunks('{"text": "One.", "start": 0}\\n{"page_content": "Two.", "metadata": {"start_index": 5}}')[0]
    {'text': 'One.', 'start': 0}
    """
    return _read(source, json.loads)


def _read(source: Any, loads: Callable[[str], Any]) -> list[dict[str, Any]]:
    """The same with another reader of JSON."""
    from .auditing.adapters import read_chunk

    records = []
    for number, line in enumerate(_lines(source), 1):
        if not isinstance(line, str):
            raise TypeError(f"line {number} must be a str, not {type(line).__name__}")
        if not line.strip():
            continue
        try:
            record = loads(line)
        except RecursionError:
            raise ValueError(f"line {number} is nested too deeply: {line.strip()[:60]!r}") from None
        except ValueError as error:
            error = str(error).split("; use sys.")[0]
            raise ValueError(f"line {number} is not JSON ({error}): {line.strip()[:60]!r}") from None
        record = _unwrapped(record)
        try:
            if not isinstance(record, (str, Mapping)):
                raise TypeError
            read_chunk(record)
        except (TypeError, ValueError) as error:
            why = str(error).removeprefix("chunk 0: ").replace("chunk 0 ", "it ")
            why = why or 'it must hold an object with a text, such as "text", or a string'
            raise ValueError(f"line {number}: {why}: {line.strip()[:60]!r}") from None
        records.append(record)
    return records


def _unwrapped(record: Any) -> Any:
    """The record itself; LangChain's own serialization keeps it under ``kwargs``."""
    if isinstance(record, dict) and "lc" in record and isinstance(record.get("kwargs"), dict):
        return record["kwargs"]
    return record


def _lines(source: Any) -> Iterator[Any] | Iterable[Any]:
    if hasattr(source, "__fspath__"):
        with open(source, encoding="utf-8-sig") as file:
            yield from file
    elif isinstance(source, str):
        yield from source.removeprefix("\ufeff").split("\n")  # splitlines would also cut at U+2028 inside a string
    else:
        yield from source
