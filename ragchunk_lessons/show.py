"""Chunks, overlaps and losses as a picture: the text itself, tinted by chunk.

The same strip serves notebooks, web pages and reports. It is one piece of HTML without scripts. No meaning rests
on colour alone: chunks have numbers, an overlap is striped, a loss is underlined and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from operator import index

from .auditing.report import count, percent
from .showing import show_parts
from .showing.show_style import STYLE, TOKENS
from .showing.show_text import Bar, Layers, folded, number, pictured, plain

__all__ = ["STYLE", "TOKENS", "Strip", "show_chunks", "show_side_by_side", "show_tokens"]


class Strip:
    """A picture as HTML, shown by a notebook as it is.

    Parameters
    ----------
    body : str
        HTML without a style sheet.
    says : str
        One line that says what it shows.

    Examples
    --------
    >>> show_chunks("One. Two.", ["One.", "Two."])
    Strip(2 chunks, coverage 100 %)
    """

    __slots__ = ("body", "says")

    def __init__(self, body: str, says: str) -> None:
        self.body = body
        self.says = says

    @property
    def html(self) -> str:
        """The picture with its style sheet."""
        return f"<style>{STYLE}</style>{self.body}"

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"Strip({self.says})"


def show_chunks(
    source, chunks=None, *, audit=None, title=None, fold=2000, ruler=True, facts=True, hints=False, words=False
) -> Strip:
    """Draw a text with its chunks.

    Parameters
    ----------
    source : str or Document
    chunks : iterable
        Chunks of any make, as ``audit`` takes them. A chunk's number is its index, from 0.
    audit : Audit, optional
        An audit that was made before, in place of ``chunks``. It also knows the overlap that was asked for. The
        source may then be None.
    title : str, optional
    fold : int or None
        A text of more characters is folded in the middle; its losses stay in sight. None never folds.
    ruler, facts : bool
        Whether to draw the chunks to scale below the text, and to state the figures.
    hints : bool
        Whether to mark openings that point back to something before.
    words : bool
        Whether to mark cuts inside a word.

    Returns
    -------
    Strip

    Raises
    ------
    TypeError
        If neither chunks nor an audit is given, or ``audit``, ``title`` or ``fold`` is of another type.
    ValueError
        If ``fold`` is negative, or the source is not the one that was audited.

    Examples
    --------
    >>> show_chunks("One. Two.", ["One."])
    Strip(1 chunk, coverage 50 %, lost 4 characters)
    """
    from .audit import Audit
    from .audit import audit as check
    from .document import as_document

    title = _title(title)
    if fold is not None:
        if isinstance(fold, bool) or not hasattr(fold, "__index__"):
            raise TypeError(f"fold must be an int or None, not {type(fold).__name__} ({fold!r})")
        fold = index(fold)
        if fold < 0:
            raise ValueError(f"fold={fold} must be at least 0; None never folds")
    if audit is not None and not isinstance(audit, Audit):
        raise TypeError(f"audit must be an Audit, as audit(source, chunks) gives it, not {type(audit).__name__}")
    if audit is None:
        if chunks is None:
            raise TypeError("chunks is None; give the chunks to draw, or audit=audit(source, chunks)")
        audit = check(source, chunks)
    elif source is not None and as_document(source).text != audit.document.text:
        raise ValueError("source is not the text that was audited; give audit=audit(source, chunks), or None as source")
    text = audit.document.text
    notes: dict[int, str] = {}
    for word, findings in (("rewritten", audit.rewritten), ("misplaced", audit.misplaced)):
        for finding in findings:
            notes[finding.number] = f"{notes[finding.number]}, {word}" if finding.number in notes else word
    flags = _flags(audit)
    bars = [
        Bar(start, end, str(chunk.number), notes.get(chunk.number, ""), flags.get(chunk.number, ""))
        for chunk in audit.chunks
        for start, end in chunk.spans
        if start < end
    ]
    bars.sort(key=lambda bar: (bar.start, -bar.end))
    layers = Layers(text, bars, [(gap.start, gap.end) for gap in audit.lost])
    if hints:
        layers.hints = sorted(
            {_opening(text, finding.start) for finding in audit.openings if finding.start is not None}
        )
    if words:
        layers.cuts = [finding.at for finding in audit.cut_words]
    says = [count(len(audit.chunks), "chunk"), f"coverage {percent(audit.coverage, not audit.lost)}"]
    if audit.lost:
        says.append(f"lost {count(audit.lost_characters, 'character')}")
    for word, findings in (("rewritten", audit.rewritten), ("misplaced", audit.misplaced)):
        says += [f"{word} {len(findings)}"] if findings else []
    parts = [f'<div class="rcl-title">{escape(title)}</div>'] if title else []
    parts.append(f'<div class="rcl-text" dir="auto">{folded(layers, fold)}</div>')
    parts.append(show_parts.outside(audit))
    if ruler and text:
        parts.append(show_parts.ruler(layers))
    if facts:
        parts.append(show_parts.facts(audit))
    parts.append(show_parts.key(layers))
    summary = ", ".join(says)
    label = escape(f"{title}. {summary}" if title else f"The text, coloured by chunk. {summary}")
    return Strip(f'<div class="rcl rcl-strip" role="group" aria-label="{label}">{"".join(parts)}</div>', summary)


def show_tokens(text, spans, *, title=None) -> Strip:
    """Draw a text cut into tokens, in one row for each way to count them.

    Parameters
    ----------
    text : str or Document
    spans : iterable of (start, end), or dict of such by name
        As ``token_spans`` gives them, in order of their starts. Tokens that share a character are shown as one run
        with their number.
    title : str, optional

    Returns
    -------
    Strip

    Raises
    ------
    TypeError
        If the spans are not pairs of whole numbers, or the title or a name is not a ``str``.
    ValueError
        If a span ends before it starts, lies outside the text, or starts before the one in front of it.

    Examples
    --------
    >>> show_tokens("tokenized", {"one": [(0, 5), (5, 9)], "other": [(0, 9)]})
    Strip(one 2 tokens, other 1 token)
    """
    from .document import as_document

    text = as_document(text).text
    title = _title(title)
    rows = {}
    for name, tokens in (spans if isinstance(spans, Mapping) else {"": spans}).items():
        if not isinstance(name, str):
            raise TypeError(f"the name of a row must be a str, not {type(name).__name__} ({name!r})")
        rows[pictured(name)] = _checked(tokens, len(text), name)
    parts = [f'<div class="rcl-title">{escape(title)}</div>'] if title else []
    says = []
    for name, tokens in rows.items():
        said = f"{number(len(tokens))} token{'s' * (len(tokens) != 1)}"
        says.append(f"{name} {said}".strip())
        parts.append(
            f'<div class="rcl-row"><div class="rcl-label"><span>{escape(name)}</span><b>{said}</b></div>'
            f'<div class="rcl-text" dir="auto">{_tokens(text, tokens)}</div></div>'
        )
    if any("data-t=" in part for part in parts):
        parts.append('<div class="rcl-key">×n: n tokens share what stands before it</div>')
    summary = ", ".join(says)
    label = escape(f"{title or 'The text, cut into tokens'}. {summary}")
    return Strip(f'<div class="rcl rcl-strip" role="group" aria-label="{label}">{"".join(parts)}</div>', summary)


def show_side_by_side(*strips: Strip) -> Strip:
    """Strips beside one another where there is room, below one another where there is not.

    Examples
    --------
    >>> one = show_chunks("One. Two.", ["One."])
    >>> show_side_by_side(one, one)
    Strip(1 chunk, coverage 50 %, lost 4 characters | 1 chunk, coverage 50 %, lost 4 characters)
    """
    for strip in strips:
        if not isinstance(strip, Strip):
            way = "; give them one by one: show_side_by_side(*strips)" if isinstance(strip, (list, tuple)) else ""
            raise TypeError(
                f"show_side_by_side takes Strips, as show_chunks gives them, not {type(strip).__name__}{way}"
            )
    body = "".join(strip.body for strip in strips)
    return Strip(f'<div class="rcl rcl-side">{body}</div>', " | ".join(strip.says for strip in strips))


def _flags(audit) -> dict[int, str]:
    """For each chunk with something to be seen at its end, the words that say it."""
    ending = {chunk.end: chunk.number for chunk in reversed(audit.chunks) if chunk.spans}
    flags: dict[int, list[str]] = {}
    for word, at in (
        ("oversize", [finding.number for finding in audit.oversize]),
        ("code cut", [ending.get(finding.at, finding.number) for finding in audit.cut_fences]),
        ("no header", [finding.number for finding in audit.tables_without_header]),
    ):
        for chunk in dict.fromkeys(at):
            flags.setdefault(chunk, []).append(word)
    return {chunk: ", ".join(words) for chunk, words in flags.items()}


def _title(title) -> str | None:
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a str or None, not {type(title).__name__} ({title!r})")
    return title and pictured(title)


def _checked(tokens, size: int, name: str) -> list[tuple[int, int]]:
    """The spans of a row as a list, if each lies in the text and none starts before the one in front of it."""
    row = f" of {name!r}" if name else ""
    if isinstance(tokens, (str, bytes, Mapping)) or not isinstance(tokens, Iterable):
        raise TypeError(f"spans{row} must be a list of (start, end) pairs, not {type(tokens).__name__}")
    found: list[tuple[int, int]] = []
    for rank, pair in enumerate(tokens):
        try:
            start, end = pair
            if isinstance(start, bool) or isinstance(end, bool):
                raise TypeError
            start, end = index(start), index(end)
        except (TypeError, ValueError):
            raise TypeError(f"span {rank}{row} must be a pair (start, end) of whole numbers, not {pair!r}") from None
        where = f"span {rank}{row} is [{start}:{end}]"
        if start > end:
            raise ValueError(f"{where}, which ends before it starts")
        if start < 0 or end > size:
            raise ValueError(f"{where}, which is not inside the text of {count(size, 'character')}")
        if found and start < found[-1][0]:
            raise ValueError(f"{where}, which starts before the one in front of it, [{found[-1][0]}:{found[-1][1]}]")
        found.append((start, end))
    return found


def _opening(text: str, start: int) -> tuple[int, int]:
    """The span of the first word from a position on."""
    end = start
    while end < min(start + 24, len(text)) and not text[end].isspace():
        end += 1
    return start, max(end, start + 1)


def _tokens(text: str, tokens) -> str:
    """One row of tokens. Those that share characters are drawn together, with their number."""
    groups: list[list[int]] = []
    for start, end in tokens:
        if groups and start < groups[-1][1]:
            groups[-1][1] = max(groups[-1][1], end)
            groups[-1][2] += 1
        else:
            groups.append([start, end, 1])
    parts = []
    done = 0
    for rank, (start, end, several) in enumerate(groups):
        times = f' data-t="×{several}"' if several > 1 else ""
        parts.append(plain(text[done:start]))
        parts.append(f'<span class="rcl-{"ab"[rank % 2]}"{times}>{plain(text[start:end])}</span>')
        done = end
    return "".join([*parts, plain(text[done:])])
