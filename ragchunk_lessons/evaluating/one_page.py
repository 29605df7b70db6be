"""What was measured on one document, as one page to show a colleague: a single HTML file that asks for nothing else."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..audit import Audit
from ..audit import audit as check
from ..auditing.adapters import as_list, read_chunk
from ..auditing.report import count, percent, quoted
from ..document import Document, as_document
from ..show import show_chunks
from ..showing.page_style import PAGE_STYLE
from ..showing.show_text import number, pictured
from .comparing import display_name
from .distribution import length_distribution

_PACKAGES = ("nupunkt", "markdown-it-py", "tiktoken", "pypdf", "python-docx", "numpy", "sentence-transformers")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_QUOTED = 160
# What the browser itself forbids: the page can neither run a script nor ask for anything.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_TERMS = (
    ("coverage", "the share of the document’s characters, white space not counted, that stand in some chunk"),
    ("lost", "passages that stand in no chunk"),
    ("rewritten, misplaced", "chunks whose text is not as in the document, or not where they say"),
    ("blow-up", "characters in all chunks for each one in the document: the price of overlap and of added context"),
)
_SEARCH_TERMS = (
    ("hit rate", "the share of the questions whose answer was retrieved whole"),
    ("recall, precision", "the retrieved share of what was needed; the needed share of what was retrieved"),
)


def write_page(
    path: str | os.PathLike[str],
    document: str | Document,
    chunks: Iterable[Any],
    audit: Audit | None = None,
    evaluation: Any = None,
    comparison: Any = None,
    *,
    title: str | None = None,
    settings: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> Path:
    """Write one self-contained page; the same input gives the same bytes.

    Parameters
    ----------
    path : path or str
        Of the HTML file; one that is there is replaced.
    document : str or Document
    chunks : iterable
        Of any make, as ``audit`` takes them.
    audit : Audit, optional
        Of these chunks; made here if there is none. It also knows the sizes that were asked for.
    evaluation : Evaluation, optional
        As ``evaluate_retrieval`` gives it.
    comparison : Comparison, optional
        As ``compare_splitters`` gives it.
    title : str, optional
    settings : mapping, optional
        What else a reader should know, such as ``{"splitter": "sentences", "model": "all-MiniLM-L6-v2"}``.
    lang : str
        The language of the page's title, for screen readers; its own words are English.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    TypeError, ValueError
        If the audit is of other chunks or of another text, or an argument is of the wrong kind.
    OSError
        If there is no such folder, or the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_page(f"{folder}/page.html", "One. Two.", ["One.", "Two."]).name
    'page.html'
    """
    path = Path(path)
    page = page_html(document, chunks, audit, evaluation, comparison, title=title, settings=settings, lang=lang)
    if path.is_dir():
        raise IsADirectoryError(f"{path.as_posix()} is a folder; give the name of a file in it, such as page.html")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent.as_posix()}; make it first")
    path.write_bytes(page.encode("utf-8", "replace"))
    return path


def page_html(
    document: str | Document,
    chunks: Iterable[Any],
    audit: Audit | None = None,
    evaluation: Any = None,
    comparison: Any = None,
    *,
    title: str | None = None,
    settings: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> str:
    """The page of ``write_page`` as a ``str``.

    Examples
    --------
    >>> page_html("One. Two.", ["One."]).startswith("<!doctype html>")
    True
    """
    document = as_document(document)
    found = _audit_of(document, chunks, audit)
    title = _checked_title(document, title, settings, lang)
    for name, given, needed in (("evaluation", evaluation, "rows"), ("comparison", comparison, "audits")):
        if given is not None and not (hasattr(given, needed) and hasattr(given, "table")):
            raise TypeError(f"{name} must have {needed} and table(), not be {type(given).__name__}")
    if comparison is not None and comparison.document.text != document.text:
        raise ValueError("the comparison is of another text; give compare_splitters(document)")
    body = [
        f"<h1>{_said(title)}</h1>",
        _verdict(found),
        _section("The document", _pairs(_facts(document))),
        _section("The settings", _pairs(_settings(found, settings))),
        _section("What the audit found", _audit(found)),
    ]
    if comparison is not None:
        body.append(_section("Splitters side by side", comparison._repr_html_()))
    if evaluation is not None:
        body.append(_section("The questions", _questions(evaluation)))
    terms = _TERMS if evaluation is None else _TERMS + _SEARCH_TERMS
    body += [_section("How to read this page", _pairs(terms)), _section("Made with", _pairs(_versions()))]
    # Each table and picture brings the same style sheet; one is enough.
    html = "".join(body)
    styles = dict.fromkeys([*_STYLE.findall(html), PAGE_STYLE])
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{_said(title)}</title>\n<style>{''.join(styles)}</style>\n</head>\n"
        f'<body>\n<main class="rcl rcl-page">\n{_STYLE.sub("", html)}</main>\n</body>\n</html>\n'
    )


def _audit_of(document: Document, chunks: Iterable[Any], audit: Audit | None) -> Audit:
    if chunks is None:
        raise TypeError("chunks is None; give the chunks that the page is about")
    if audit is None:
        return check(document, chunks)
    if not isinstance(audit, Audit):
        raise TypeError(f"audit must be an Audit, as audit(source, chunks) gives it, not {type(audit).__name__}")
    if audit.document.text != document.text:
        raise ValueError("the audit is of another text; give audit(document, chunks)")
    chunks = as_list(chunks)
    if len(audit.chunks) != len(chunks):
        raise ValueError(f"the audit is of {count(len(audit.chunks), 'chunk')}, and {len(chunks)} are given")
    for audited, item in zip(audit.chunks, chunks, strict=True):
        if audited.text != read_chunk(item, audited.number)[0]:
            at = audited.number
            raise ValueError(f"the audit is of other chunks: chunk {at} has another text; give audit(document, chunks)")
    return audit


def _checked_title(document: Document, title: object, settings: object, lang: object) -> str:
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a str or None, not {type(title).__name__} ({title!r})")
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f"settings must be a mapping of names to values, not {type(settings).__name__}")
    if not isinstance(lang, str) or not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", lang):
        raise ValueError(f'lang={lang!r} must be a language, such as "en" or "zh-Hans"')
    name = display_name(document)
    return title or (f"How {name} was cut" if name else "How the document was cut")


def _said(text: object) -> str:
    return escape(pictured(str(text)))


def _section(head: str, body: str) -> str:
    return f"<section>\n<h2>{escape(head)}</h2>\n{body}\n</section>\n"


def _pairs(pairs: Iterable[tuple[str, Any]]) -> str:
    items = "".join(f"<div><dt>{_said(name)}</dt><dd>{_said(value)}</dd></div>" for name, value in pairs)
    return f"<dl>{items}</dl>"


def _verdict(audit: Audit) -> str:
    wrong = [f"{count(audit.lost_characters, 'character')} in no chunk"] if audit.lost else []
    for name in ("rewritten", "misplaced", "oversize"):
        if found := getattr(audit, name):
            wrong.append(f"{count(len(found), 'chunk')} {name}")
    covered = percent(audit.coverage, not audit.lost)
    what = "; ".join(wrong) if wrong else "nothing is lost, rewritten or misplaced"
    word = "not ok" if wrong else "ok"
    made = count(len(audit.chunks), "chunk")
    kind = "bad" if wrong else "good"
    return f'<p class="rcl-verdict rcl-{kind}"><b>{word}</b> {made}, coverage {covered}: {what}.</p>\n'


def _facts(document: Document) -> list[tuple[str, str]]:
    kinds: dict[str, int] = {}
    for mark in document.marks:
        kinds[mark.kind] = kinds.get(mark.kind, 0) + 1
    facts = [("name", display_name(document) or "(none)"), ("characters", number(len(document.text)))]
    facts.append(("words", number(len(document.text.split()))))
    if kinds:
        facts.append(("its reader saw", ", ".join(count(kinds[kind], kind) for kind in sorted(kinds))))
    return facts


def _settings(audit: Audit, settings: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    known = dict(settings or {})
    for name, value in (("chunk_size", audit.chunk_size), ("chunk_overlap", audit.chunk_overlap)):
        if value is not None:
            known.setdefault(name, value)
    if audit.length_function is not len:
        known.setdefault("unit", getattr(audit.length_function, "__name__", "that of the length function"))
    return list(known.items()) or [("settings", "(none given)")]


def _audit(audit: Audit) -> str:
    report = f'<pre tabindex="0" aria-label="Report of the audit">{_said(audit.report())}</pre>'
    strip = show_chunks(None, audit=audit).html
    texts = [chunk.text for chunk in audit.chunks]
    lengths = length_distribution(texts, audit.length_function)._repr_html_() if texts else ""
    return f"{report}\n{strip}\n{lengths}"


def _questions(evaluation: Any) -> str:
    rows = []
    for score in evaluation.rows:
        word = "found whole" if score.hit else f"found in part, {percent(score.recall, False)}"
        kind = "good" if score.hit else "bad"
        if not score.recall:
            word = "not found"
        place = f", first in result {score.rank}" if score.rank else ""
        answers = "".join(f"<q>{_said(quoted(answer.text, _QUOTED)[1:-1])}</q> " for answer in score.question.answers)
        rows.append(
            f'<li><b>{_said(score.question.text)}</b> <span class="rcl-{kind}"><b>{word}</b></span>{place}<br>{answers}'
            "</li>"
        )
    return f"{evaluation.table()._repr_html_()}\n<ol>{''.join(rows)}</ol>"


def _versions() -> list[tuple[str, str]]:
    from .. import __version__

    found = [("ragchunk-lessons", __version__), ("Python", platform.python_version())]
    for package in _PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return found
