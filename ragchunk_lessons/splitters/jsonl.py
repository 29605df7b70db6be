"""One record a chunk, from files with one JSON record a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document, Mark
from ..readers.jsonl import check_fields, read_jsonl
from ._labelled import record_pieces
from ._pieces import check, cut_pieces


def split_jsonl(
    text: str | Document,
    chunk_size: int | None = None,
    *,
    errors: str = "raise",
    text_field: str = "text",
    id_field: str = "id",
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """One record a chunk, with its id and its other fields.

    Parameters
    ----------
    text : str or Document
        Text of a JSONL file, or what ``read_jsonl`` gives.
    chunk_size : int, optional
        In the unit of ``length_function``. A longer text is cut by the ladder. A longer record without a text is cut
        between its fields, and a value that is longer on its own has its name in front of each part.
    errors : {"raise", "keep"}
        Whether a broken line is an error, or a chunk of its own with the error in its metadata; for a ``str``.
    text_field, id_field : str
        The names of the fields that hold a record's text and its id; for a ``str``.
    length_function : callable
        ``str -> int``, such as ``len`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Spans index the text of ``read_jsonl``. Metadata: ``line``, from 1, blank lines counted; ``id``, where the
        record has one; ``record``, its other fields (a record that is cut between its fields has them all in its
        text, and not here); ``error``, for a broken line that was kept; ``column``, in parts
        of a cut value. Blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used; for a broken line with ``errors="raise"``, with its line and column; for a
        ``Document`` without records.

    Notes
    -----
    Two equal records are two chunks whose ``Chunk.id`` differ, since their positions do.

    Source: the recipe for files of records of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> [(chunk.text, chunk.metadata["id"]) for chunk in split_jsonl('{"id": 7, "text": "Shut the valve."}')]
    [('Shut the valve.', 7)]
    """
    document = check(text, chunk_size, length_function=length_function, metadata=metadata)
    check_fields(text_field, id_field, errors)
    if isinstance(text, str):
        document = read_jsonl(text, text_field=text_field, id_field=id_field, errors=errors)
    elif document.text.strip() and not any(mark.kind == "record" for mark in document.marks):
        raise ValueError(
            "the document has no marks of records; make it with read_jsonl(...), or give its text as a str"
        )
    pieces = record_pieces(document, "record", _labels, chunk_size, length_function)
    return cut_pieces(document, pieces, chunk_size, length_function=length_function, metadata=metadata)


def _labels(mark: Mark, cut: bool) -> dict[str, Any]:
    # All fields of a record that is cut between them stand in the text of its pieces. Copying them all into every
    # piece would take quadratic room.
    return {key: value for key, value in mark.data.items() if not (cut and key == "record")}
