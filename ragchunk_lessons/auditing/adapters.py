"""Chunks of any make, read by the names of their fields; no other library is imported to read them.

Understood are this package's chunks, plain strings, dicts, and the document objects of LangChain
(``page_content``, ``metadata["start_index"]``), LlamaIndex (``get_content()``, ``start_char_idx``,
``end_char_idx``), Haystack (``content``, ``meta["split_idx_start"]``) and Chonkie (``text``, ``start_index``,
``end_index``); the elements of Unstructured (``text``, ``metadata.to_dict()``) and the chunks of Docling (``text``,
``meta.model_dump()``), which say nothing of their position; and tuples of one text and its start, or its start and
end, such as those of semantic-text-splitter. The pair ``(chunks, offsets)`` of semchunk stands for all chunks at
once, and the path of a JSONL file for those in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from ..chunk import Chunk

TEXTS = ("text", "page_content", "content")
"""The names under which known libraries keep the text of a chunk."""
_STARTS = ("start", "start_index", "start_char_idx", "split_idx_start")
_ENDS = ("end", "end_index", "end_char_idx")
# Inside metadata only the names that say what they are: "start" alone may be seconds there.
_METADATA_STARTS = ("start_index", "split_idx_start", "start_char_idx")
_METADATA_ENDS = ("end_index", "end_char_idx")


def as_list(items: Iterable[Any], name: str = "chunks") -> list[Any]:
    """The items as a list; a single text is refused, since its characters are not chunks.

    A ``Path`` is read as JSONL. A pair of a list of texts and a list of as many ``(start, end)`` is one chunk for
    each text.

    Raises
    ------
    TypeError
        If ``items`` is a text or cannot be walked through.

    Examples
    --------
    >>> as_list("one chunk")
    Traceback (most recent call last):
    ...
    TypeError: chunks must be a list of chunks, not str; put a single one in a list: [chunk]
    """
    if hasattr(items, "__fspath__"):
        from ..chunk_lines import read_chunks

        return read_chunks(items)
    if isinstance(items, (str, bytes, bytearray, Mapping)) or not isinstance(items, Iterable):
        kind = type(items).__name__
        raise TypeError(f"{name} must be a list of {name}, not {kind}; put a single one in a list: [{name[:-1]}]")
    items = list(items)
    if len(items) == 2 and _are_offsets(*items):
        return [(text, *span) for text, span in zip(*items, strict=True)]
    return items


def _are_offsets(texts: Any, offsets: Any) -> bool:
    """Whether two things are the pair ``(chunks, offsets)``: a list of texts and as many pairs of numbers."""
    if not isinstance(texts, (list, tuple)) or not isinstance(offsets, (list, tuple)) or len(texts) != len(offsets):
        return False
    pairs = (isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in offsets)
    return all(isinstance(text, str) for text in texts) and all(pairs)


def read_chunk(item: Any, number: int = 0) -> tuple[str, int | None, int | None, dict[str, Any]]:
    """Text, claimed start, claimed end and metadata of a chunk of any make.

    Parameters
    ----------
    item : object
    number : int
        Its index, for the message if it cannot be read.

    Returns
    -------
    (text, start, end, metadata)
        ``start`` and ``end`` are None where the chunk says nothing of its position; where it says only where it
        starts, ``end`` is ``start`` plus the length of its text. Positions are not checked here.

    Raises
    ------
    TypeError
        If no text can be found in it, or a position is not a whole number. ``5.0`` is one.
    ValueError
        If it has two texts that differ, under two of the known names.

    Examples
    --------
    >>> read_chunk({"text": "two", "start": 4})
    ('two', 4, 7, {})
    """
    if isinstance(item, str):
        return item, None, None, {}
    if isinstance(item, Chunk):
        return item.text, item.start, item.end, dict(item.metadata)
    if isinstance(item, (tuple, list)) and not hasattr(item, "_fields"):  # a named tuple is read by its names
        return _from_tuple(item, number)
    node = _get(item, "node")
    if node is not None and _has_text(node):  # a retrieved node with its score
        _one_text([*_texts(item), *_texts(node, "node.")] if isinstance(item, Mapping) else [], number)
        item = node
    metadata = _as_dict(_get(item, "metadata") or _get(item, "meta"))
    text = _one_text(_texts(item), number)
    if text is None and callable(content := _get(item, "get_content")):
        text = content()
    if not isinstance(text, str):
        raise TypeError(
            f"chunk {number} is {_a(type(item).__name__)} without a text; give a str, a Chunk, a dict with "
            "'text', or an object with text, page_content or content"
        )
    start = _position(item, metadata, _STARTS, _METADATA_STARTS, number)
    end = _position(item, metadata, _ENDS, _METADATA_ENDS, number)
    if start is None:
        return text, None, None, metadata
    return text, start, start + len(text) if end is None else end, metadata


def _a(noun: str) -> str:
    return f"a{'n' * noun[:1].lower().startswith(tuple('aeiou'))} {noun}"


def _texts(item: Any, where: str = "") -> list[tuple[str, str]]:
    """The texts of a record by the names of their fields, in the order in which they count."""
    return [(where + name, value) for name in TEXTS if isinstance(value := _get(item, name), str)]


def _one_text(texts: list[tuple[str, str]], number: int) -> str | None:
    """The text that counts; an empty one says nothing against another."""
    if len(texts) < 2:
        return texts[0][1] if texts else None
    said = [(name, text) for name, text in texts if text] or texts
    (name, text), *others = said
    for other, differs in others:
        if differs != text:
            raise ValueError(
                f"chunk {number} has two texts: {name} {text[:24]!r} and {other} {differs[:24]!r}; "
                f"leave out {name} or {other}"
            )
    return text


def _has_text(node: Any) -> bool:
    """Whether a thing is a node that holds a text; a field of that name may be no more than a label."""
    if callable(node) or isinstance(node, (str, bytes, int, float)):
        return False
    return callable(_get(node, "get_content")) or bool(_texts(node))


def _from_tuple(item: Any, number: int) -> tuple[str, int | None, int | None, dict[str, Any]]:
    """A tuple of one text and its start, or its start and end, in any order; the two may be a pair."""
    flat = [part for value in item for part in (value if isinstance(value, (tuple, list)) else [value])]
    texts = [value for value in flat if isinstance(value, str)]
    numbers = [value for value in flat if not isinstance(value, str)]
    if len(texts) != 1 or not 1 <= len(numbers) <= 2:
        raise TypeError(
            f"chunk {number} is {_a(type(item).__name__)} of {len(texts)} texts and {len(numbers)} other values; "
            "give one text and its start, or its start and end"
        )
    start, *rest = (_whole(value, ("start", "end")[at], number) for at, value in enumerate(numbers))
    return texts[0], start, rest[0] if rest else start + len(texts[0]), {}


def as_chunks(source: Any, items: Iterable[Any]) -> list[Chunk]:
    """This package's chunks from chunks of any make.

    A position is believed where the source agrees with it; every other chunk is located by its text.

    Parameters
    ----------
    source : str or Document
    items : iterable of object

    Returns
    -------
    list of Chunk
        One for each passage, in the order given, with the metadata that came along.

    Raises
    ------
    ValueError
        If a chunk's text is not in the source. An audit says where it differs.

    Examples
    --------
    >>> as_chunks("one two", ["one", {"text": "two", "start": 4}])[1]
    Chunk(text='two', start=4, end=7, metadata={})
    """
    from ..document import as_document
    from .placing import place

    document = as_document(source)
    read = [read_chunk(item, number) for number, item in enumerate(as_list(items))]
    base = {"source": document.source} if document.source else {}
    chunks = []
    for placed, (text, *_, metadata) in zip(place(document.text, read).placed, read, strict=True):
        if not placed.spans:
            raise ValueError(f"chunk {placed.number} is not in the source: {text[:60]!r}; see audit(source, chunks)")
        for start, end in placed.spans:
            body = document.text[start:end]
            whole = text if len(placed.spans) == 1 and text.endswith(body) else body
            chunks.append(Chunk(whole, start, end, {**base, **metadata}))
    return chunks


def to_langchain(chunks: Iterable[Chunk]) -> list[Any]:
    """LangChain documents of these chunks, with ``start_index``, ``end_index`` and the chunk's id.

    Raises
    ------
    ImportError
        If LangChain is not installed.
    """
    try:
        from langchain_core.documents import Document
    except ImportError as error:
        raise ImportError("LangChain documents need langchain-core; install it: pip install langchain-core") from error
    return [
        Document(
            id=chunk.id,
            page_content=chunk.text,
            metadata={**chunk.metadata, "start_index": chunk.start, "end_index": chunk.end},
        )
        for chunk in chunks
    ]


def _get(item: Any, name: str) -> Any:
    if type(item) is dict:  # asked first: the usual one, and twice as fast
        return item.get(name)
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


def _as_dict(metadata: Any) -> dict[str, Any]:
    """Metadata as a dict; Unstructured and Docling keep theirs in objects, which can make one of themselves."""
    if metadata is None or isinstance(metadata, Mapping):
        return dict(metadata or {})
    for name in ("to_dict", "model_dump"):
        if callable(make := getattr(metadata, name, None)) and isinstance(made := make(), Mapping):
            return dict(made)
    return {}


def _position(item: Any, metadata: dict, names: tuple, metadata_names: tuple, number: int) -> int | None:
    for holder, keys in ((item, names), (metadata, metadata_names)):
        for key in keys:
            value = _get(holder, key)
            if value is None or callable(value):
                continue
            return _whole(value, key, number)
    return None


def _whole(value: Any, key: str, number: int) -> int:
    try:
        if isinstance(value, bool):  # True would pass for 1
            raise TypeError
        # Tables and JSON of other tools write whole numbers as 5.0.
        if hasattr(value, "is_integer") and not hasattr(value, "__index__") and value.is_integer():
            return int(value)
        return index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"chunk {number}: {key} must be a whole number, not {kind} ({value!r})") from None
