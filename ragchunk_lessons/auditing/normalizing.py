"""Comparing texts that were cleaned: what may differ is said beforehand, and every position stays the source's own.

A pipeline that straightens quotes or drops page numbers before it cuts has rewritten its text. Where that is meant,
both sides are read through the same glasses: a ``View`` of the source, with the way back.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator

from ..splitters.patterns import spans, watched
from .normal_form import is_normal, normal_form

KINDS = ("nfc", "quotes", "case", "whitespace")
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"') | dict.fromkeys("‘’‚‛‹›′＇", "'"))
_SPACES = re.compile(r"\s+")
_WORDS = re.compile(r"\S+")
# A character with what may combine with it: runs beyond ASCII, and the ASCII letter in front of them.
_WIDE = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
Edit = tuple[int, int, str]
Span = tuple[int, int]


class Edited:
    """A text with some passages replaced, and positions that translate both ways.

    Parameters
    ----------
    text : str
    edits : list of (start, end, replacement)
        In order, without overlap.

    Examples
    --------
    >>> edited = Edited("a\\n\\nb Page 3 c", [(1, 3, " "), (5, 12, "")])
    >>> edited.text, edited.to_old(2, 5), edited.to_new(12)
    ('a b c', (3, 13), 4)
    """

    def __init__(self, text: str, edits: list[Edit]) -> None:
        self.old: list[Span] = []
        self.new: list[Span] = []
        parts = []
        done = made = 0
        for start, end, replacement in edits:
            parts += (text[done:start], replacement)
            at = made + start - done
            made = at + len(replacement)
            done = end
            self.old.append((start, end))
            self.new.append((at, made))
        self.text = "".join([*parts, text[done:]]) if edits else text
        self._old = [start for start, _ in self.old]
        self._new = [start for start, _ in self.new]

    def to_old(self, start: int, end: int) -> Span:
        """The span that a span of the edited text was read from, without what was removed at its ends."""
        return self._back(bisect_right(self._new, start) - 1, start, 0), self._back(
            bisect_left(self._new, end) - 1, end, 1
        )

    def _back(self, edit: int, at: int, side: int) -> int:
        if edit < 0:
            return at
        (old, old_end), (new, new_end) = self.old[edit], self.new[edit]
        if at >= new_end:
            return old_end + at - new_end
        if at == new or old_end - old == new_end - new:
            return old + at - new
        return (old, old_end)[side]

    def to_new(self, at: int) -> int:
        """Where a position of the text stands in the edited one; inside a passage of another length, at its end."""
        edit = bisect_right(self._old, at) - 1
        if edit < 0:
            return at
        (old, old_end), (new, new_end) = self.old[edit], self.new[edit]
        if at >= old_end:
            return new_end + at - old_end
        if at == old or old_end - old == new_end - new:
            return new + at - old
        return new_end


class View:
    """A source as it reads after ``ignore`` and ``normalize``, and the way back.

    Parameters
    ----------
    source : str
    kinds : tuple of str or callable
        As ``read_kinds`` gives them.
    patterns : tuple of re.Pattern
        As ``read_patterns`` gives them.

    Examples
    --------
    >>> view = View("He said “no”.", ("quotes",), ())
    >>> view.text, view.normal('“yes”'), view.to_source(8, 12)
    ('He said "no".', '"yes"', (8, 12))
    """

    def __init__(self, source: str, kinds: tuple, patterns: tuple[re.Pattern, ...]) -> None:
        self.source = source
        self.kinds = kinds
        self.patterns = patterns
        self.ignored = passages(source, patterns)
        self._steps: list[Edited] = []
        text = source
        for step in _steps(kinds, patterns):
            edited = step(text)
            if isinstance(edited, str):
                text = edited
            elif edited:
                self._steps.append(Edited(text, edited))
                text = self._steps[-1].text
        self.text = text

    def to_source(self, start: int, end: int) -> Span:
        """The span of the source that a span of the view was read from."""
        for step in reversed(self._steps):
            start, end = step.to_old(start, end)
        return start, max(start, end)

    def to_view(self, at: int) -> int:
        """Where a position of the source stands in the view."""
        for step in self._steps:
            at = step.to_new(at)
        return at

    def normal(self, text: str, without: object = None) -> str:
        """A text as it reads through the view, or through all of it but one kind (``"ignore"`` is one)."""
        patterns = () if without == "ignore" else self.patterns
        for step in _steps(tuple(kind for kind in self.kinds if kind != without), patterns):
            edited = step(text)
            text = edited if isinstance(edited, str) else Edited(text, edited).text
        return text


def _steps(kinds: tuple, patterns: tuple[re.Pattern, ...]) -> Iterator[Callable[[str], str | list[Edit]]]:
    """What is done, in order; each gives a text of equal length, or edits."""
    if patterns:
        yield lambda text: _removed(text, patterns)
    if "nfc" in kinds:
        yield _composed
    if "quotes" in kinds:
        yield lambda text: text.translate(_QUOTES)
    if "case" in kinds:
        yield _unfolded
        yield str.casefold
    for kind in kinds:
        if callable(kind):
            yield lambda text, kind=kind: _by_word(text, kind)
    if "whitespace" in kinds:
        yield lambda text: [(*match.span(), " ") for match in _SPACES.finditer(text) if match[0] != " "]


def passages(text: str, patterns: Iterable[re.Pattern]) -> list[Span]:
    """What the patterns match, in order, joined where matches meet.

    Examples
    --------
    >>> passages("a Page 3 b Page 14", read_patterns(re.compile(r"Page \\d+")))
    [(2, 8), (11, 18)]
    """
    patterns = tuple(patterns)
    with watched(patterns, len(text)):
        matched = sorted(span for pattern in patterns for span in spans(pattern, text) if span[0] < span[1])
    found: list[Span] = []
    for start, end in matched:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _removed(text: str, patterns: tuple[re.Pattern, ...]) -> list[Edit]:
    """What is ignored, each with the white space after it where white space is before it too."""
    edits: list[Edit] = []
    found = passages(text, patterns)
    for number, (start, end) in enumerate(found):
        limit = found[number + 1][0] if number + 1 < len(found) else len(text)
        if start == 0 or text[start - 1].isspace():
            while end < limit and text[end].isspace():
                end += 1
        edits.append((start, end, ""))
    return edits


def _composed(text: str) -> list[Edit]:
    """Normalization form C, cluster by cluster where it changes something."""
    if text.isascii() or is_normal("NFC", text):
        return []
    from ..graphemes import is_boundary

    edits = []
    for match in _WIDE.finditer(text):
        run = match[0]
        if is_normal("NFC", run):
            continue
        parts = []
        low = 0
        for at in range(1, len(run) + 1):
            if at == len(run) or is_boundary(run, at, low):
                parts.append(run[low:at])
                low = at
        if "".join(normal_form("NFC", part) for part in parts) != normal_form("NFC", run):
            parts = [run]
        at = match.start()
        for part in parts:
            if (new := normal_form("NFC", part)) != part:
                edits.append((at, at + len(part), new))
            at += len(part)
    return edits


def _unfolded(text: str) -> list[Edit]:
    """The characters that become several without case, such as ß and the ligature ﬁ, each replaced by those."""
    if text.isascii() or len(text.casefold()) == len(text):
        return []
    several = "".join(char for char in set(text) if len(char.casefold()) > 1)
    return [(*match.span(), match[0].casefold()) for match in re.finditer(f"[{re.escape(several)}]", text)]


def _by_word(text: str, change: Callable[[str], str]) -> list[Edit]:
    known: dict[str, str] = {}
    edits = []
    for match in _WORDS.finditer(text):
        word = match[0]
        if word not in known:
            known[word] = change(word)
            if not isinstance(known[word], str):
                raise TypeError(f"normalize returned {known[word]!r} for {word!r}; it must return a str")
        if known[word] != word:
            edits.append((*match.span(), known[word]))
    return edits


def read_kinds(value: object) -> tuple:
    """The argument ``normalize`` as a tuple of known names and callables.

    Raises
    ------
    TypeError, ValueError
        If it is something else; the message lists the names.

    Examples
    --------
    >>> read_kinds("quotes"), read_kinds(["nfc", "whitespace"]), read_kinds(None)
    (('quotes',), ('nfc', 'whitespace'), ())
    """
    if value is None:
        return ()
    if isinstance(value, str) or callable(value):
        value = [value]
    if isinstance(value, (bytes, dict)) or not isinstance(value, Iterable):
        raise TypeError(f"normalize must be one or several of {', '.join(KINDS)}, or a callable, not {value!r}")
    kinds = tuple(dict.fromkeys(value))
    for kind in kinds:
        if not callable(kind) and not (isinstance(kind, str) and kind in KINDS):
            raise ValueError(f"normalize={kind!r} is not known; choose from {', '.join(KINDS)}, or give a callable")
    return kinds


def read_patterns(value: object) -> tuple[re.Pattern, ...]:
    """The argument ``ignore`` as a tuple of patterns; a ``str`` is literal.

    Raises
    ------
    TypeError, ValueError
        If it is something else, or an empty text.

    Examples
    --------
    >>> [pattern.pattern for pattern in read_patterns("CONFIDENTIAL")]
    ['CONFIDENTIAL']
    """
    if value is None:
        return ()
    if isinstance(value, (str, re.Pattern)):
        value = [value]
    if isinstance(value, (bytes, dict)) or not isinstance(value, Iterable):
        raise TypeError(f"ignore must be a str, a compiled pattern or a list of them, not {type(value).__name__}")
    patterns = []
    for item in value:
        if item == "":
            raise ValueError("ignore='' would match everywhere; leave it out")
        if isinstance(item, str):
            item = re.compile(re.escape(item))
        elif not isinstance(item, re.Pattern) or not isinstance(item.pattern, str):
            raise TypeError(f"ignore must be a str, a compiled pattern or a list of them, not {item!r}")
        patterns.append(item)
    return tuple(patterns)
