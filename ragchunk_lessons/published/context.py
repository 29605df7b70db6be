"""Recipes that hand over more than was found: a parent for its children, and the neighbours of a chunk."""

from __future__ import annotations

from collections.abc import Sequence


def parent_chunks(
    text: str, child_size: int = 250, children_per_parent: int = 4
) -> tuple[list[dict[str, int | str]], dict[int, str]]:
    """Drops up to ``child_size - 1`` characters of the tail, and the whole text when it is shorter than a child.

    The loop makes ``len(text) // child_size`` children, so only whole ones: what is left behind the last is in no child
    and in no parent. Its cuts fall anywhere, inside words as well.

    Parameters
    ----------
    text : str
    child_size : int
        In characters.
    children_per_parent : int

    Returns
    -------
    (children, parents)
        A record for each child with ``chunk_id`` and ``parent_id``, both from 1, and ``text``; and the text of each
        parent by its number. So every character is stored twice.

    Notes
    -----
    Source: the parent and child chunks of a RAG course's chapter on context, §3, and the loop of the book's code that
    it describes.

    Examples
    --------
    >>> children, parents = parent_chunks("aaaabbbbccccdd", child_size=4, children_per_parent=2)
    >>> [(child["chunk_id"], child["parent_id"], child["text"]) for child in children]
    [(1, 1, 'aaaa'), (2, 1, 'bbbb'), (3, 2, 'cccc')]
    >>> parents
    {1: 'aaaabbbb', 2: 'cccc'}
    """
    children: list[dict[str, int | str]] = []
    parents: dict[int, str] = {}
    for i in range(0, len(text) // child_size):
        piece = text[i * child_size : (i + 1) * child_size]
        parent = i // children_per_parent + 1
        children.append({"chunk_id": i + 1, "parent_id": parent, "text": piece})
        parents[parent] = parents.get(parent, "") + piece
    return children, parents


def neighbour_chunks(store: Sequence[str], chunk_id: int, n: int = 1) -> str:
    """Takes what stands beside a chunk in the store, be it another place of the text or another document.

    The numbers are trusted to follow the text. Where the store was filled or sorted in another order, the neighbours
    come from anywhere. Where it holds several documents, the window runs on from the end of one into the next. And the
    pieces are joined with nothing between them, so what the cut took away does not come back.

    Parameters
    ----------
    store : sequence of n str
        The chunks by their number.
    chunk_id : int
        The number of the chunk that was found, from 0.
    n : int
        How many chunks on either side.

    Returns
    -------
    str

    Notes
    -----
    Source: adding by position in a RAG course's chapter on context, §5. It warns that the numbers must follow the text,
    and does not speak of the edge of a document.

    Examples
    --------
    >>> neighbour_chunks(["Close it.", "Wait.", "Open it."], 1)
    'Close it.Wait.Open it.'
    >>> neighbour_chunks(["End of the pump manual.", "Soup of the day"], 0)
    'End of the pump manual.Soup of the day'
    """
    return "".join(store[max(0, chunk_id - n) : chunk_id + n + 1])
