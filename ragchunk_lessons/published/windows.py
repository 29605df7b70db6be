"""Recipes that count: fixed windows of characters, and windows of words."""

from __future__ import annotations

from collections.abc import Iterator


def fixed_chunk(text: str, chunk_size: int = 500, overlap: int = 50) -> list[str]:
    """Repeats its tail, and never ends when ``overlap`` is as large as ``chunk_size``.

    The loop goes on while its start lies inside the text. The last window often ends where the one before it
    ended, so its text is already there, whole. And a step of ``chunk_size - overlap`` that is not positive never
    reaches the end: the list grows until the memory is full.

    Parameters
    ----------
    text : str
    chunk_size, overlap : int
        In characters.

    Returns
    -------
    list of str

    Notes
    -----
    Source: the fixed-length recipe of a guide to slicing strategies, §2.1.

    Examples
    --------
    >>> fixed_chunk("abcdefghij", 6, 2)
    ['abcdef', 'efghij', 'ij']
    """
    return list(iter_fixed_chunks(text, chunk_size, overlap))


def iter_fixed_chunks(text: str, chunk_size: int = 500, overlap: int = 50) -> Iterator[str]:
    """The loop of ``fixed_chunk`` one piece at a time, so that a run that never ends can be watched.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(iter_fixed_chunks("abcdef", 3, 3), 4))
    ['abc', 'abc', 'abc', 'abc']
    """
    start = 0
    while start < len(text):
        end = start + chunk_size
        yield text[start:end]
        start = end - overlap


def ngram_chunks(text: str, n: int = 8, overlap: int = 3) -> list[str]:
    """Drops the words after the last whole window, and the whole text when it has fewer than ``n`` words.

    The loop starts a window only where ``n`` words are left. Of N words, ``(N - n) % (n - overlap)`` at the end
    are in no piece. The source calls the pieces n-grams; in the usual sense an n-gram moves on by one word.

    Parameters
    ----------
    text : str
    n, overlap : int
        In words.

    Returns
    -------
    list of str
        Words joined by one space, whatever stood between them.

    Notes
    -----
    Source: the n-gram recipe of a RAG course's chunking chapter, §8.

    Examples
    --------
    >>> ngram_chunks("one two three four five six", n=3, overlap=1)
    ['one two three', 'three four five']
    """
    words = text.split()
    return [" ".join(words[i : i + n]) for i in range(0, len(words) - n + 1, n - overlap)]


def word_chunks(text: str, chunk_size: int = 30, overlap: int = 5) -> list[str]:
    """Cuts sentences anywhere, repeats its tail, and joins the words by one space whatever stood between them.

    Five words of overlap do not hold a sentence, so a sentence at a seam may be whole in no piece. No word is lost.

    Parameters
    ----------
    text : str
    chunk_size, overlap : int
        In words.

    Returns
    -------
    list of str

    Notes
    -----
    Source: a recipe of a RAG course's search chapter, whose two printed pieces its chunking chapter quotes, §6. They
    share five words, as here. How its loop ends is not printed; this is the usual loop, which starts a window at
    every step inside the text.

    Examples
    --------
    >>> word_chunks("one two three four five", chunk_size=3, overlap=1)
    ['one two three', 'three four five', 'five']
    """
    words = text.split()
    return [" ".join(words[i : i + chunk_size]) for i in range(0, len(words), chunk_size - overlap)]
