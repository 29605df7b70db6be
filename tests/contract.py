"""The contract that every splitter keeps, as one function that raises where it is broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document, as_document
from ragchunk_lessons.graphemes import is_boundary


def assert_contract(
    text: str | Document,
    chunks: Sequence[Chunk],
    chunk_size: int | None = None,
    chunk_overlap: int | None = None,
    length_function: Callable[[str], int] = len,
) -> None:
    """Rules 1 to 5 of the contract, on any splitter's chunks of ``text``."""
    source = as_document(text).text
    covered_to = 0
    for number, chunk in enumerate(chunks):
        where = f"chunk {number} [{chunk.start}:{chunk.end}]"
        body = source[chunk.start : chunk.end]
        assert chunk.text.endswith(body), f"rule 1: {where} does not end with its slice"
        assert 0 <= chunk.start < chunk.end <= len(source), f"rule 1: {where} lies outside the text"
        assert chunk.text.strip(), f"rule 4: {where} is blank"
        if chunk_size is not None:
            length = length_function(chunk.text)
            assert length <= chunk_size, f"rule 3: {where} is {length} long, limit {chunk_size}"
        gap = source[covered_to : chunk.start]
        assert not gap.strip(), f"rule 2: lost before {where}: {gap!r}"
        covered_to = max(covered_to, chunk.end)
        if number:
            before = chunks[number - 1]
            assert chunk.start > before.start, f"rule 2: {where} does not start after chunk {number - 1}"
            assert chunk.end > before.end, f"rule 4: {where} lies inside chunk {number - 1}"
            if chunk_overlap is not None and chunk.start < before.end:
                shared = length_function(source[chunk.start : before.end])
                assert shared <= chunk_overlap, f"rule 4: {where} shares {shared}, allowed {chunk_overlap}"
        if "\ufffd" not in source:
            assert "\ufffd" not in chunk.text, f"rule 5: {where} holds U+FFFD"
        for cut in (chunk.start, chunk.end):
            if not is_boundary(source, cut):
                cluster = source[_cluster_start(source, cut) : _cluster_end(source, cut)]
                too_long = chunk_size is not None and length_function(cluster) > chunk_size
                assert too_long, f"rule 5: {where} cuts {cluster!r} at {cut}"
    rest = source[covered_to:]
    assert not rest.strip(), f"rule 2: lost at the end: {rest!r}"


def _cluster_start(text: str, position: int) -> int:
    while not is_boundary(text, position):
        position -= 1
    return position


def _cluster_end(text: str, position: int) -> int:
    while not is_boundary(text, position):
        position += 1
    return position
