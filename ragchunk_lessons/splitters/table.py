"""One row of a table a chunk, written so that it can be understood alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..chunk import Chunk
from ..document import Document, Mark
from ..readers.table import check_delimiter, read_table
from ._labelled import record_pieces
from ._pieces import check, cut_pieces


def split_table(
    text: str | Document,
    chunk_size: int | None = None,
    *,
    delimiter: str = ",",
    length_function: Callable[[str], int] = len,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """One row a chunk, each as lines of ``column: value``.

    Parameters
    ----------
    text : str or Document
        Text of a CSV or TSV file, or what ``read_table`` gives.
    chunk_size : int, optional
        In the unit of ``length_function``. A row that is longer is cut between its columns; a single value that is
        longer is cut by the ladder, and each of its parts has the name of its column in front.
    delimiter : str
        What stands between two cells, for a ``str``.
    length_function : callable
        ``str -> int``, such as ``len`` or ``token_length()``.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Spans index the text of ``read_table``. Metadata: ``row``, from 1, the header not counted; ``missing``, the
        names of cells that a short row lacks; ``column``, in parts of a cut value. A table without any row gives its
        header as row 0, blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used; for a quote that is never closed; for a ``Document`` without rows.

    Notes
    -----
    Source: the table recipe of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> [(chunk.text, chunk.metadata["row"]) for chunk in split_table("part,stock\\nseal,4\\nvalve,0\\n")]
    [('part: seal\\nstock: 4', 1), ('part: valve\\nstock: 0', 2)]
    """
    document = check(text, chunk_size, length_function=length_function, metadata=metadata)
    check_delimiter(delimiter)
    if isinstance(text, str):
        document = read_table(text, delimiter=delimiter)
    elif document.text.strip() and not any(mark.kind == "row" and "row" in mark.data for mark in document.marks):
        raise ValueError("the document has no marks of rows; make it with read_table(...), or give its text as a str")
    pieces = record_pieces(document, "row", _labels, chunk_size, length_function)
    return cut_pieces(document, pieces, chunk_size, length_function=length_function, metadata=metadata)


def _labels(mark: Mark, cut: bool) -> dict[str, Any]:
    return {key: mark.data[key] for key in ("row", "missing") if key in mark.data}
