"""A dozen small inputs, each made to show one kind of damage, and what an audit finds in anybody's chunks of them.

An input names the kinds of splitter that fit it, the best first. A library is run with the first one that it has, and
left out where it has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .peers import PACKAGES, peer_splitters, peer_versions, run_peer

OURS = "this package"
NONE = "whole"
_WORDS = {
    "lost": "lost",
    "rewritten": "rewritten",
    "misplaced": "misplaced",
    "oversize": "too long",
    "replacement": "broken characters",
    "inside": "inside another",
    "cut_graphemes": "characters cut",
    "cut_words": "words cut",
    "cut_sentences": "sentences cut",
    "cut_fences": "code cut",
    "tables_without_header": "no header",
}
_VERDICT = ("lost", "rewritten", "misplaced", "oversize", "replacement", "cut_graphemes")


@dataclass(frozen=True, slots=True)
class Case:
    """One input.

    Parameters
    ----------
    name, about : str
        A short name, and what it tries.
    text : str
    kinds : tuple of str
        The kinds of splitter that fit, the best first.
    chunk_size, chunk_overlap : int
    ours : tuple of (str, dict)
        The splitter of this package that fits, and its further arguments.
    unit : str
        ``"characters"``, ``"tokens"``, or empty where no size is held against a chunk.
    advice : tuple of str
        What counts here beside the verdict, broken characters and cut ones.

    Examples
    --------
    >>> CASES["repeat"].text
    'ok no\\n\\nok'
    """

    name: str
    about: str
    text: str
    kinds: tuple[str, ...]
    chunk_size: int
    chunk_overlap: int
    ours: tuple[str, dict[str, Any]]
    unit: str = "characters"
    advice: tuple[str, ...] = ()

    @property
    def source(self) -> Any:
        """The text that chunks are held against: of HTML, what a person would see."""
        if self.kinds != ("html",):
            return self.text
        from .readers import read_html

        return read_html(self.text)


_EIGHT = " ".join(
    f"Sentence number {number} has about fifty-two characters."
    for number in ("one", "two", "three", "four", "five", "six", "seven", "eight")
)
_FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
_FLAGS = "\U0001f1e8\U0001f1ed\U0001f1eb\U0001f1f7\U0001f1ef\U0001f1f5"
_ALL = (
    Case(
        "repeat",
        "a word that also stands inside an earlier chunk",
        "ok no\n\nok",
        ("characters",),
        8,
        6,
        ("split_recursive", {}),
        advice=("inside",),
    ),
    Case(
        "valve",
        "one long sentence that repeats itself",
        "The pump " + "and the valve " * 9 + "stop.",
        ("sentences", "characters"),
        60,
        0,
        ("split_recursive", {}),
        advice=("cut_words",),
    ),
    Case(
        "token overlap",
        "a size and an overlap in tokens",
        "The pump is old and leaks. It was bought in 1998 by the town. "
        "Nobody knows where the spare parts are kept today.",
        ("tokens",),
        12,
        4,
        ("split_tokens", {}),
        unit="tokens",
    ),
    Case(
        "emoji",
        "characters of several tokens each",
        "Flood gauges 🌊🌊🌊 rose; 洪水警报已发布，请居民尽快撤离。" * 3,
        ("tokens",),
        7,
        0,
        ("split_tokens", {}),
        unit="tokens",
    ),
    Case(
        "white space",
        "a tab in code, a space that must not break",
        "# Build\n\n```make\nall:\n\tcc main.c\n```\n\nPrice: 5\u00a0EUR\tper unit\n",
        ("markdown", "characters"),
        60,
        0,
        ("split_markdown", {}),
        unit="",
        advice=("cut_fences",),
    ),
    Case(
        "fence",
        "code about Markdown: a fence inside a longer fence",
        "````md\n```\n# x\n```\n````\n\n# Real\ntext\n",
        ("markdown", "characters"),
        30,
        0,
        ("split_markdown", {}),
        unit="",
        advice=("cut_fences",),
    ),
    Case(
        "table",
        "a table that is too long for one chunk",
        "| n | square |\n|---|---|\n" + "".join(f"| {n} | {n * n} |\n" for n in range(1, 13)),
        ("table", "characters"),
        90,
        0,
        ("split_markdown", {}),
        advice=("tables_without_header", "cut_words"),
    ),
    Case(
        "HTML",
        "inline tags, and text outside the usual tags",
        "<html><body><h1>Stop</h1><p>Press the <strong>red</strong> button then <a>wait</a> ten seconds.</p>"
        "<div>Bare text in a div.</div><table><tr><td>Cell</td></tr></table></body></html>",
        ("html",),
        200,
        0,
        ("split_html", {}),
        unit="",
    ),
    Case(
        "overlap",
        "sentences longer than the overlap",
        _EIGHT,
        ("sentences", "characters"),
        110,
        30,
        ("split_recursive", {}),
        advice=("overlap", "cut_words"),
    ),
    Case(
        "Chinese",
        "sentences that end without a space",
        "水泵已经停止运行，值班员必须立刻检查轴承。如果温度超过八十度，就关闭阀门。等到温度下降，再打开冷却水。"
        "然后按下复位键，看看电流是否稳定。",
        ("characters",),
        40,
        0,
        ("split_sentences", {}),
        advice=("cut_sentences",),
    ),
    Case(
        "family",
        "one character made of several",
        f"Here: {_FAMILY}{_FAMILY}{_FLAGS}",
        ("characters",),
        8,
        0,
        ("split_recursive", {}),
    ),
    Case(
        "context",
        "words put in front of a chunk afterwards",
        "# Sentences\n\n" + _EIGHT,
        ("context",),
        100,
        20,
        ("split_markdown", {"add_context": True}),
        advice=("cut_words",),
    ),
)
CASES: dict[str, Case] = {case.name: case for case in _ALL}
"""The inputs by name."""


def splitter_for(library: str, case: Case) -> str | None:
    """The kind of splitter with which a library is run on an input; None if it has none that fits.

    Examples
    --------
    >>> splitter_for("Chonkie", CASES["table"]), splitter_for("semchunk", CASES["HTML"])
    ('table', None)
    """
    return next((kind for kind in case.kinds if kind in peer_splitters(library)), None)


def chunks_of(library: str, case: Case) -> Any:
    """What a library, or this package as ``OURS``, makes of an input.

    Raises
    ------
    ValueError
        If the library has no splitter that fits.
    """
    if library == OURS:
        name, named = case.ours
        split = getattr(import_module(__package__), name)
        overlap = 0 if case.ours[1] else case.chunk_overlap
        return split(case.text, case.chunk_size, overlap, **named)
    kind = splitter_for(library, case)
    if kind is None:
        raise ValueError(f"{library} has no splitter for the input {case.name!r}")
    return run_peer(library, kind, case.text, case.chunk_size, case.chunk_overlap)


def audit_of(library: str, case: Case) -> Any:
    """The audit of what a library makes of an input.

    Where a reader renders the input (HTML), white space is left to its taste.
    """
    from .audit import audit
    from .lengths import token_length

    length = token_length("cl100k_base") if case.unit == "tokens" else len
    return audit(
        case.source,
        chunks_of(library, case),
        case.chunk_size if case.unit else None,
        case.chunk_overlap,
        length,
        normalize="whitespace" if case.kinds == ("html",) else None,
    )


def damage(case: Case, audit: Any) -> list[str]:
    """What an audit found that counts for an input, each kind in two words; empty where all is whole.

    Examples
    --------
    >>> from ragchunk_lessons import audit
    >>> damage(CASES["repeat"], audit(CASES["repeat"].text, ["ok no"]))
    ['lost']
    """
    advice = [name for name in case.advice if name != "overlap"]
    found = [_WORDS[name] for name in (*_VERDICT, *advice) if getattr(audit, name)]
    if "overlap" in case.advice and case.chunk_overlap and audit.overlaps and not any(audit.overlaps):
        found.append("no overlap")
    return found


def survey(libraries: list[str] | None = None) -> dict[str, dict[str, list[str] | None]]:
    """For each input and library the kinds of damage; None where the library has no splitter that fits.

    Parameters
    ----------
    libraries : list of str, optional
        Those that are installed, and this package, if not given.
    """
    libraries = [*peer_versions(), OURS] if libraries is None else libraries
    for library in libraries:
        if library != OURS and library not in PACKAGES:
            raise ValueError(f"library {library!r} is not known; choose from {', '.join((*PACKAGES, OURS))}")
    return {
        case.name: {
            library: damage(case, audit_of(library, case)) if library == OURS or splitter_for(library, case) else None
            for library in libraries
        }
        for case in CASES.values()
    }
