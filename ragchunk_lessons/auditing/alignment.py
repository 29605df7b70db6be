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
_SIGNS = re.compile(r"[^\w\s]+")
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
    reached = _reach(piece, text[start : start + 2 * len(piece) + 100])
    return start + reached if reached else None


def passage_start(text: str, piece: str, end: int) -> int | None:
    """The same for a passage that ends here: where it starts.

    Examples
    --------
    >>> text = "Leave the hall. Open the lid of the pump."
    >>> text[passage_start(text, "Lift the lid of the pump.", len(text)) :]
    'Open the lid of the pump.'
    """
    reached = _reach(piece[::-1], text[max(end - 2 * len(piece) - 100, 0) : end][::-1])
    return end - reached if reached else None


def _reach(piece: str, there: str) -> int:
    """Up to which character the piece stands for what is there, 0 if nobody can tell."""
    own, spans = [match.span() for match in _WORD.finditer(piece)], [match.span() for match in _WORD.finditer(there)]
    spans = spans[: len(own) + len(own) // 4 + 12]
    words = [there[slice(*span)] for span in spans]
    said = [piece[slice(*span)] for span in own]
    times = Counter(words)
    if not own or sum(times[word] for word in said) > _MOST:
        return 0
    reached, done, agreed = _agreeing(words, said)
    if 2 * agreed < len(own):
        return 0
    end, rest = spans[reached - 1][1], len(own) - done
    if not rest or rest > _REPLACED:
        return end
    only_signs = not any(map(str.isalnum, "".join(said[done:])))
    if only_signs and (found := _signs_end(said[-1], words[reached:], spans[reached:])):
        return found
    left, after = piece[own[done - 1][1] : own[-1][1]].lstrip(), there[end:].lstrip()
    if letters := _letters(left, after[: 2 * len(left)]):
        return len(there) - len(after) + letters
    low, high = spans[min(reached + rest, len(spans)) - 1]
    return low + len(said[-1]) if there.startswith(said[-1], low) else high  # a word that was cut


def _signs_end(sign: str, words: Sequence[str], spans: Sequence[Span]) -> int:
    """Where the passage ends whose last sign this is, 0 if nobody can tell; it replaces a sign rather than a word."""
    if words and not words[0].isalnum():
        return spans[0][1]
    return next((high for (_, high), word in zip(spans, words, strict=True) if word == sign), 0)


def _agreeing(there: Sequence[str], piece: Sequence[str]) -> tuple[int, int, int]:
    """Where what agrees, in its order, ends in each of both; and how much of it there is."""
    reached = done = agreed = 0
    for at, own, size in SequenceMatcher(None, there, piece, autojunk=False).get_matching_blocks():
        # One word far away is no proof that all words before it were left out.
        if size and (at - reached) - (own - done) <= 2 * size:
            reached, done, agreed = at + size, own + size, agreed + size
    return reached, done, agreed


def _letters(left: str, there: str) -> int:
    """How far the last words of a piece reach, told by their letters; 0 if most of these are others.

    A space or a sign that became a letter makes one word of two.
    """
    reached, done, agreed = _agreeing(there, left)
    if 5 * agreed < 3 * len(left):
        return 0
    if done == len(left):  # the same letter may stand once more, where one for another was put
        ends = [end for end in range(reached, len(left) + 1) if there[end - 1 : end] == left[-1]]
        return ends[-1] if ends else reached
    signs = _SIGNS.match(there, reached, reached + len(left) - done)
    return signs.end() if signs else 0
