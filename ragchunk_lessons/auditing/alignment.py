"""How far the passage of a chunk reaches whose words were changed, from an end at which both agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from .advice import _UNSPACED

Span = tuple[int, int]

# Of scripts without spaces each character is a word, so that one that was changed does not hide its neighbours. What
# is left of a character that a cut went through stands for none.
_GROUP = "".join(f"{low}-{high}" for low, high in _UNSPACED)
_WORD = re.compile(rf"[{_GROUP}]|[^\W{_GROUP}]+|[^\w\s\ufffd]")
_MOST = 8_000  # pairs of equal words that are looked at: a text of few words that come again and again has very many
_REPLACED = 5  # last words that may have been replaced; of more, nobody knows what they stood for


def passage_end(text: str, piece: str, start: int) -> int | None:
    """Where the passage ends that starts here and reads as the piece but for some words.

    Returns
    -------
    int or None
        None if fewer than half of the piece's words stand there in their order, or if it is too long to tell.

    Examples
    --------
    >>> text = "Then open the lid of the pump. Leave the hall."
    >>> text[: passage_end(text, "Then open the cap of the pump.", 0)]
    'Then open the lid of the pump.'
    """
    own, there = _words(piece, 0, len(piece)), _words(text, start, start + 2 * len(piece) + 100)
    words = [text[slice(*word)] for word in there]
    number, rest = _reach([piece[slice(*word)] for word in own], words)
    if not number:
        return None
    low, high = there[number - 1]
    last = piece[slice(*own[-1])]
    return low + len(last) if rest and words[number - 1].startswith(last) else high  # a word that was cut


def passage_start(text: str, piece: str, end: int) -> int | None:
    """The same for a passage that ends here: where it starts.

    Examples
    --------
    >>> text = "Leave the hall. Open the lid of the pump."
    >>> text[passage_start(text, "Lift the lid of the pump.", len(text)) :]
    'Open the lid of the pump.'
    """
    own = _words(piece, 0, len(piece))[::-1]
    there = _words(text, max(end - 2 * len(piece) - 100, 0), end)[::-1]
    words = [text[slice(*word)] for word in there]
    number, rest = _reach([piece[slice(*word)] for word in own], words)
    if not number:
        return None
    low, high = there[number - 1]
    first = piece[slice(*own[-1])]
    return high - len(first) if rest and words[number - 1].endswith(first) else low


def _words(text: str, start: int, end: int) -> list[Span]:
    return [match.span() for match in _WORD.finditer(text, start, min(end, len(text)))]


def _reach(piece: Sequence[str], there: Sequence[str]) -> tuple[int, int]:
    """How many of the words there the piece stands for, 0 if nobody can tell; and how many last ones differ."""
    there = there[: len(piece) + len(piece) // 4 + 12]
    times = Counter(there)
    if not piece or sum(times[word] for word in piece) > _MOST:
        return 0, 0
    reached = done = agreed = 0
    for at, own, size in SequenceMatcher(None, there, piece, autojunk=False).get_matching_blocks():
        # One word far away is no proof that all words before it were left out.
        if size and (at - reached) - (own - done) <= 2 * size:
            reached, done, agreed = at + size, own + size, agreed + size
    if 2 * agreed < len(piece):
        return 0, 0
    rest = len(piece) - done
    return (min(reached + rest, len(there)), rest) if rest <= _REPLACED else (reached, 0)
