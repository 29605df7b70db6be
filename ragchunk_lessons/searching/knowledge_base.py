"""A folder of documents as one set of chunks, and what an edit does to it: what stays, what is embedded anew."""

from __future__ import annotations

import os
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..chunk import Chunk
from ..document import Document
from ..readers._folder import files_in
from ..readers.any_file import MARKDOWN, kind_of, read_file
from ..splitters.documents import split_html, split_markdown, split_pages
from ..splitters.records import split_jsonl, split_table, split_time_windows
from ..splitters.recursive import split_recursive
from .sources import source_of

Split = Callable[[Document, int], list[Chunk]]
_WINDOW = 60  # seconds of a transcript
_SPLITTERS: dict[str, Split] = {
    "text": split_recursive,
    "markdown": split_markdown,
    "html": split_html,
    "pages": split_pages,
    "docx": split_html,
    "table": split_table,
    "jsonl": split_jsonl,
    "transcript": lambda document, size: split_time_windows(document, _WINDOW, size),
}


def read_folder(folder: str | os.PathLike[str]) -> list[Document]:
    """Every file of a folder as a document, each read by ``read_file``; hidden ones are left out.

    The documents are named by their path inside the folder, such as ``"pumps/manual.md"``. So the ids of their chunks
    stay the same when the folder is moved to another place or machine.

    Raises
    ------
    NotADirectoryError
        If there is no such folder.
    OSError
        If a folder or a file in it cannot be read.
    ValueError
        If a file is no text and of no kind that is known, or its reader refuses it.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder; give the folder that holds the documents")
    return [read_file(path, source=path.relative_to(folder).as_posix()) for path in files_in(folder)]


def split_document(document: Document, chunk_size: int) -> list[Chunk]:
    """Chunks by the splitter for the kind of document that its name says.

    Parameters
    ----------
    document : Document
        From ``read_folder``.
    chunk_size : int
        In characters.

    Raises
    ------
    TypeError
        If it is not a Document.
    ValueError
        If the size cannot be used.

    Examples
    --------
    >>> split_document(Document("# Pump\\n\\nOpen the valve.", "manual.md"), 200)[0].metadata["heading_path"]
    ('Pump',)
    """
    if not isinstance(document, Document):
        raise TypeError(f"document must be a Document, such as one of read_folder, not {type(document).__name__}")
    return _SPLITTERS[_kind(document)](document, chunk_size)


def _kind(document: Document) -> str:
    """As ``read_file`` tells it: by the name, and a PDF under another name by its pages."""
    kind = kind_of(document.source)
    if kind == "text" and any(mark.kind == "page" for mark in document.marks):
        return "pages"
    return "markdown" if kind == "text" and document.source.lower().endswith(MARKDOWN) else kind


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of the chunks of an index when its documents changed.

    Parameters
    ----------
    kept : tuple of Chunk
        Those with an id that was there before: same source, same place, same text.
    moved : tuple of (Chunk, Chunk)
        Before and after: the same text in the same source, at another place.
    added, removed : tuple of Chunk
        New texts, and texts that are there no longer. Whoever only adds, keeps the removed ones.
    to_embed : tuple of str
        The texts that no chunk had before, each once: what a model must read.
    """

    kept: tuple[Chunk, ...]
    moved: tuple[tuple[Chunk, Chunk], ...]
    added: tuple[Chunk, ...]
    removed: tuple[Chunk, ...]
    to_embed: tuple[str, ...]

    def __repr__(self) -> str:
        counts = f"{len(self.kept)} kept, {len(self.moved)} moved, {len(self.added)} added, {len(self.removed)} removed"
        return f"Changes({counts}; {len(self.to_embed)} to embed)"


def compare_chunks(before: Iterable[Chunk], after: Iterable[Chunk]) -> Changes:
    """What stayed, what moved, what is new and what is gone.

    Raises
    ------
    TypeError
        If something in one of the two is not a Chunk.

    Examples
    --------
    >>> before = [Chunk("one", 0, 3), Chunk("two", 4, 7)]
    >>> compare_chunks(before, [Chunk("one", 0, 3), Chunk("new", 4, 7), Chunk("two", 8, 11)])
    Changes(1 kept, 1 moved, 1 added, 0 removed; 1 to embed)
    """
    before, after = list(before), list(after)
    for name, chunks in (("before", before), ("after", after)):
        for number, chunk in enumerate(chunks):
            if not isinstance(chunk, Chunk):
                raise TypeError(f"{name}[{number}] must be a Chunk, not {type(chunk).__name__}")
    ids = Counter(chunk.id for chunk in before)
    kept, rest = [], []
    for chunk in after:
        known = ids[chunk.id] > 0
        ids[chunk.id] -= known
        (kept if known else rest).append(chunk)
    left: dict[tuple[str, str], deque[Chunk]] = defaultdict(deque)
    for chunk in before:
        if ids[chunk.id] > 0:
            ids[chunk.id] -= 1
            left[source_of(chunk), chunk.text].append(chunk)
    moved, added = [], []
    for chunk in rest:
        waiting = left.get((source_of(chunk), chunk.text))
        if waiting:
            moved.append((waiting.popleft(), chunk))
        else:
            added.append(chunk)
    texts = {chunk.text for chunk in before}
    fresh = dict.fromkeys(chunk.text for chunk in after if chunk.text not in texts)
    removed = [chunk for waiting in left.values() for chunk in waiting]
    return Changes(tuple(kept), tuple(moved), tuple(added), tuple(removed), tuple(fresh))


def rebuild(index: Any, chunks: Iterable[Chunk], *, kind: type | None = None) -> Any:
    """A new index over these chunks; a text that the old one holds keeps its vector.

    What is not among the chunks is not in the new index: nothing stale is left.

    Parameters
    ----------
    index : ChunkIndex or FaissIndex
        It is left as it is.
    chunks : iterable of Chunk
        All chunks of the new index, not only the new ones.
    kind : type, optional
        ``ChunkIndex`` or ``FaissIndex``; by default that of the old index.

    Returns
    -------
    ChunkIndex or FaissIndex

    Raises
    ------
    TypeError, ValueError
        As the index.
    """
    if not hasattr(index, "vectors") or not hasattr(index, "embedder"):
        raise TypeError(f"index must be a ChunkIndex or a FaissIndex, not {type(index).__name__}")
    vectors = index.vectors
    known = {chunk.text: row for row, chunk in enumerate(index.chunks)}

    def embed(texts: list[str]) -> Any:
        import numpy as np

        fresh = [text for text in texts if text not in known]
        made = np.empty((len(texts), vectors.shape[1]), dtype=np.float32)
        if fresh:
            found = np.asarray(index.embedder(fresh))
            if found.shape != (len(fresh), vectors.shape[1]):
                raise ValueError(
                    f"the embedder gave an array of shape {found.shape} for {len(fresh)} texts; this index needs "
                    f"({len(fresh)}, {vectors.shape[1]})"
                )
            made[[text not in known for text in texts]] = found
        rows = [known[text] for text in texts if text in known]
        made[[text in known for text in texts]] = vectors[rows]
        return made

    embed.dimension = vectors.shape[1]
    made = (kind or type(index))(chunks, embed)
    made.embedder = index.embedder
    return made
