"""Documents by their names: a chunk says in ``metadata["source"]`` which one it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from ..chunk import Chunk
from ..document import Document, as_document


def source_of(chunk: Chunk) -> str:
    """The name of the document that a chunk comes from, ``""`` if it has none."""
    source = chunk.metadata.get("source")
    return "" if source is None else str(source)


def by_source(documents: str | Document | Iterable[Document]) -> dict[str, Document]:
    """Documents by their names.

    Raises
    ------
    TypeError
        If it is neither a text, a ``Document`` nor several of them.
    ValueError
        If two have the same name.

    Examples
    --------
    >>> list(by_source([Document("one", "a.txt"), Document("two", "b.txt")]))
    ['a.txt', 'b.txt']
    """
    if isinstance(documents, (str, Document)) or not isinstance(documents, Iterable):
        documents = [documents]
    named: dict[str, Document] = {}
    for item in documents:
        document = as_document(item)
        if document.source in named:
            raise ValueError(
                f"two documents are called {document.source!r}; give each a name: Document(text, source=...)"
            )
        named[document.source] = document
    return named
