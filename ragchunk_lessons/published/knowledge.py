"""The records in which a guide stores chunks and what is known of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def build_chunk_records(chunks: Iterable[str], source: str, title_path: str) -> list[dict[str, Any]]:
    """Gives no id and no place: what is stored again stands there twice, and a citation ends at the section.

    One title path is given for all chunks, so the function is called once for each section, and then the numbers
    begin at 0 in each. A number is therefore no place in the document, and source and number together name several
    chunks.

    Parameters
    ----------
    chunks : iterable of str
    source, title_path : str
        The same for all of them.

    Returns
    -------
    list of dict
        ``{"text": ..., "metadata": {"source", "title_path", "chunk_index", "char_len"}}``.

    Notes
    -----
    Source: the record of a guide to slicing strategies, §3.3.

    Examples
    --------
    >>> build_chunk_records(["Open the valve."], "manual.md", "Pump > Start")[0]["metadata"]
    {'source': 'manual.md', 'title_path': 'Pump > Start', 'chunk_index': 0, 'char_len': 15}
    """
    return [
        {
            "text": text,
            "metadata": {"source": source, "title_path": title_path, "chunk_index": number, "char_len": len(text)},
        }
        for number, text in enumerate(chunks)
    ]
