"""Search by words (BM25): no model, no vectors, and no doubt about a code.

An embedder knows that "too warm" and "overheated" are near each other, and hardly tells E-17 from E-71. BM25 is the
other way round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np

from ..auditing.anchors import _GROUP, _STOP, _stem, _unspaced
from ..auditing.normal_form import normal_form
from ..chunk import Chunk
from ..retrieval import _DECIMALS, Hit, _as_chunks
from .checks import Where, allowed, check_question

# A run of an unspaced script, or a word with what joins its parts: "E-17", "3.5", "P/203", "don't", "low-pressure".
_TOKEN = re.compile(rf"[{_GROUP}]+|[^\W_{_GROUP}]+(?:[-‐‑–_./'’][^\W_{_GROUP}]+)*")
_NUMBER = re.compile(r"\d+(?:[.]\d+)*")
_JOINER = re.compile(r"[-‐‑–_./'’]")


def keywords(text: str, *, query: bool = False) -> list[str]:
    """The words of a text as the search compares them, in their order.

    Case does not matter, nor does a regular plural; English words such as "the" are left out. A code of letters and
    digits is one word however it is joined: ``E-17``, ``e_17`` and ``E17`` are ``e17``. (``E 17`` is two words.)
    Where a script writes without spaces, such as Chinese, every two neighbours are a word. A chunk also holds each
    single character; a question asks for one only where it stands alone.

    Parameters
    ----------
    text : str
    query : bool
        Whether the text is a question.

    Examples
    --------
    >>> keywords("The pumps report E-17 at 3.5 bar")
    ['pump', 'report', 'e17', '3.5', 'bar']
    >>> keywords("水泵报警", query=True)
    ['水泵', '泵报', '报警']
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    found: list[str] = []
    for token in _TOKEN.findall(normal_form("NFKC", text).casefold()):
        if _unspaced(token[0]):
            found += [token[at : at + 2] for at in range(len(token) - 1)]
            if not query or len(token) == 1:
                found += token
        elif any(char.isdigit() for char in token):
            found.append(token if _NUMBER.fullmatch(token) else _JOINER.sub("", token))
        else:
            found += [_stem(word) for word in _parts(token) if word not in _STOP]
    return found


def _parts(token: str) -> list[str]:
    """``low-pressure`` is two words; ``don't`` is one, and of ``pump's`` the pump is left."""
    words = []
    for word in re.split(r"[-‐‑–_./]", token):
        word = word.replace("’", "'").removesuffix("'s")
        if word:
            words.append(word)
    return words


class KeywordIndex:
    """Chunks ready to be searched by words, with the same ``search`` as a ``ChunkIndex``.

    Parameters
    ----------
    chunks : iterable of n Chunk
    k1, b : float
        BM25's own knobs: how soon a repeated word stops to count, and how much a long chunk is held back.
    tokenizer : callable, optional
        Text to list of words, for chunks and questions alike. Without it: ``keywords``.

    Raises
    ------
    ImportError
        If bm25s is not installed.
    TypeError
        If something in ``chunks`` is not a Chunk, or the tokenizer cannot be called.
    ValueError
        If ``k1`` is negative or ``b`` is not from 0 to 1.

    Examples
    --------
    >>> index = KeywordIndex([Chunk("E-71: door open", 0, 15), Chunk("E-17: too warm", 16, 30)])
    >>> [hit.chunk.text for hit in index.search("What does E17 mean?")]
    ['E-17: too warm']
    """

    def __init__(
        self,
        chunks: Iterable[Chunk],
        *,
        k1: float = 1.5,
        b: float = 0.75,
        tokenizer: Callable[[str], list[str]] | None = None,
    ) -> None:
        if tokenizer is not None and not callable(tokenizer):
            raise TypeError(f"tokenizer must be callable, such as str.split, not {type(tokenizer).__name__}")
        for name, value in (("k1", k1), ("b", b)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"{name} must be a number, not {type(value).__name__}")
        if not 0 <= k1 < float("inf"):
            raise ValueError(f"k1={k1} must be 0 or more; 1.2 to 2 is usual")
        if not 0 <= b <= 1:
            raise ValueError(f"b={b} must be from 0 to 1; 0.75 is usual")
        try:
            import bm25s
        except ImportError as error:
            raise ImportError(f"KeywordIndex needs bm25s ({error}); install it with: pip install bm25s") from error
        self.chunks = _as_chunks(chunks)
        self._tokenizer = tokenizer
        words = [(tokenizer or keywords)(chunk.text) for chunk in self.chunks]
        self._model = None
        if any(words):  # bm25s cannot hold an empty vocabulary
            self._model = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
            self._model.index(words, show_progress=False)

    def search(self, query: str, k: int = 5, *, where: Where = None) -> list[Hit]:
        """The ``k`` chunks with the highest BM25 score, best first; equal scores keep the order of the chunks.

        Only chunks that share a word with the question are hits, so there can be fewer than ``k``.

        Parameters
        ----------
        query : str
        k : int
        where : mapping or callable, optional
            As for ``ChunkIndex.search``. The weights of the words are those of all chunks.

        Returns
        -------
        list of Hit
            Scores are above 0 and rounded to six decimals. A word that the question repeats counts once.

        Raises
        ------
        TypeError, ValueError
            As ``ChunkIndex.search``.
        """
        check_question(query, k)
        may = allowed(self.chunks, where)
        asked = self._tokenizer(query) if self._tokenizer else keywords(query, query=True)
        if self._model is None:
            return []
        known = [word for word in dict.fromkeys(asked) if word in self._model.vocab_dict]
        if not known:
            return []
        scores = np.round(np.asarray(self._model.get_scores(known), dtype=np.float64), _DECIMALS)
        if may is not None:
            scores = np.where(may, scores, 0.0)
        nearest = [place for place in np.argsort(-scores, kind="stable")[:k] if scores[place] > 0]
        return [Hit(self.chunks[place], float(scores[place]), rank) for rank, place in enumerate(nearest, 1)]

    def __len__(self) -> int:
        return len(self.chunks)

    def __repr__(self) -> str:
        return f"KeywordIndex({len(self)} chunk{'' if len(self) == 1 else 's'}, BM25)"
