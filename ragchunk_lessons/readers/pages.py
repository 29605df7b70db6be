"""Pages: of a PDF, through pypdf, or of a text in which form feeds part them. One mark a page, blank pages too."""

from __future__ import annotations

import logging
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..document import Document, Mark
from ._bounds import (
    FILE_BYTES,
    PAGE_BYTES,
    PAGE_SECONDS,
    PAGES_SECONDS,
    RECORDS,
    SHARED_BYTES,
    WAY_OUT,
    can_interrupt,
    check_size,
    limit,
    within,
)
from ._decode import as_path, bytes_of, check_bytes, check_encoding, decode_bytes
from ._pdf_signs import Unmapped, unreadable, visible

_ZIP, _PDF = b"PK\x03\x04", b"%PDF"
# What pypdf says in passing where it leaves something out and goes on.
_LOSS = re.compile(r"decompress|not defined|Invalid Elementary Object|Invalid hexadecimal|resources are not", re.I)
_JUNK = 1024  # bytes that may stand before the header of a PDF, as in common viewers
_END = b"%%EOF"
# Behind its end mark a file may hold anything, but no objects: they are a later version of it that was cut off.
_GOES_ON = re.compile(rb"\d[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj\b|\bend(?:obj|stream)\b|\bstartxref\b")


def read_pages(
    source: str | os.PathLike[str], *, encoding: str = "utf-8", password: str = "", errors: str = "raise"
) -> Document:
    r"""The text of a document that has pages, with a mark for each page.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file: a PDF if its name ends in ``.pdf`` or its content begins as one, else a text. A ``str``
        is a text in which form feeds (``\f``) part the pages.
    encoding : str
        Of a text file. A PDF has none.
    password : str
        Of an encrypted PDF. The empty one opens a PDF that is only locked against changes.
    errors : str
        What becomes of a page of a PDF whose signs stand for no known letters, see the notes: ``"raise"`` refuses the
        file, ``"keep"`` keeps what there is, for a file of which the other pages are wanted.

    Returns
    -------
    Document
        The text of a ``str`` is the ``str`` itself; the pages of a PDF are parted by form feeds. Each mark ``"page"``
        has the ``number`` of the page, from 1, and the ``label`` that the PDF gives it, if it gives labels (such as
        ``"iv"``). A form feed at the very end closes the last page and opens no other one. Pages without text keep
        their mark, so that the numbers stay right. ``unreadable`` is how many visible characters of a page are no
        letters that can be told, where there are any.

    Raises
    ------
    TypeError
        If the source is neither a ``Path`` nor a ``str``.
    ValueError
        If the file is not what its name says, is empty, cut short or encrypted, a page cannot be read or is
        unreadable, or no page of a PDF has any text, as in a scan; if a page takes longer, or pages share more content,
        than in honest files: the limits stand in ``readers/_bounds.py``, and the environment variable
        ``RAGCHUNK_LIMITS`` multiplies them.
    ImportError
        If ``pypdf`` is not installed, or an encrypted PDF needs ``cryptography``.

    Notes
    -----
    The text of a PDF is in the order in which the file draws it, as pypdf gives it. Running headers, footers and page
    numbers are part of it; pictures are not. What stands behind the end of the PDF in the file is left out.

    A PDF draws the signs of its fonts, and a font need not say which letters they are. Then pypdf gives control
    characters, U+FFFD, private characters, names of glyphs or wrong letters. A page is unreadable if more than a tenth
    of its visible characters are such, in words or in a font that says nothing; OCR can read it. Single ones, such as
    a bullet or a ligature, are left as they are.

    How long a page may take is watched in the main thread of a POSIX system. In another thread and on Windows a page
    with more than 8 MB of content is refused instead; what it draws from elsewhere in the file is not counted there.

    Source: the recipe for pages of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> document = read_pages("Cover\f\fThird page\f")
    >>> [(mark.data["number"], document.text[mark.start : mark.end]) for mark in document.marks]
    [(1, 'Cover'), (2, ''), (3, 'Third page')]
    """
    check_encoding(encoding)
    if not isinstance(password, str):
        raise TypeError(f"password must be a str, not {type(password).__name__}")
    if errors not in ("raise", "keep"):
        raise ValueError(f'errors={errors!r} is unknown; give "raise" or "keep"')
    if isinstance(source, str):
        return Document(source, "", page_marks(source))
    path = as_path(source)
    data, name = bytes_of(path, FILE_BYTES), path.as_posix()
    if path.suffix.lower() == ".pdf" or data.startswith(_PDF):
        return _read_pdf(path, data, password, errors)
    if data.startswith(_ZIP):
        raise ValueError(f"{name} is a zip archive, such as a .docx, and no text; read a Word file with read_docx")
    check_bytes(name, len(data))
    text = decode_bytes(data, encoding, name)
    return Document(text, name, page_marks(text))


def page_marks(text: str) -> tuple[Mark, ...]:
    r"""A mark for each page of a text in which form feeds part the pages.

    Examples
    --------
    >>> [(mark.start, mark.end) for mark in page_marks("one\ftwo\f")]
    [(0, 3), (4, 7)]
    """
    check_size("the text", text.count("\f"), RECORDS, "form feeds", "part it")
    ends = [*(match.start() for match in re.finditer("\f", text)), len(text)]
    spans = list(zip([0, *(end + 1 for end in ends[:-1])], ends, strict=True))
    if len(spans) > 1 and spans[-1][0] == spans[-1][1]:
        spans.pop()
    return tuple(Mark("page", start, end, {"number": number}) for number, (start, end) in enumerate(spans, 1))


def _read_pdf(path: Path, data: bytes, password: str, errors: str) -> Document:
    name = path.as_posix()
    if not data:
        raise ValueError(f"{name} is empty (0 bytes); was it saved or downloaded to the end?")
    if _PDF not in data[: len(_PDF) + _JUNK]:
        raise ValueError(f"{name} is not a PDF: it does not begin with %PDF; give a text file another ending")
    end = data.rfind(_END)
    if end < 0 or _GOES_ON.search(data, end):
        raise ValueError(f"{name} is cut short: the mark %%EOF is not at its end; get the whole file")
    data = data[: end + len(_END)] + b"\n"
    with _heard() as said:
        reader = _opened(data, name, password)
        pages, labels = _pages(reader, name, said), _labels(reader)
        _refuse_shared(pages, name)
        unmapped, time_left = Unmapped(), _TimeLeft(name, len(pages))
        texts = [_page_text(page, number, name, said, unmapped, time_left) for number, page in enumerate(pages, 1)]
    if not any(visible(text) for text in texts):
        raise ValueError(
            f"{name} has {len(texts)} pages and no text on any of them: it is a scan or a set of pictures; "
            "run OCR on it first, for example with OCRmyPDF"
        )
    signs = [max(unmapped.count(number), unreadable(text)) for number, text in enumerate(texts, 1)]
    if errors == "raise":
        _refuse_unreadable(name, texts, signs)
    marks, start = [], 0
    for number, (text, lost) in enumerate(zip(texts, signs, strict=True), 1):
        data = {"number": number}
        if labels:
            data["label"] = labels[number - 1]
        if lost:
            data["unreadable"] = lost
        marks.append(Mark("page", start, start + len(text), data))
        start += len(text) + 1
    return Document("\f".join(texts), name, tuple(marks))


def _opened(data: bytes, name: str, password: str) -> Any:
    import io

    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError
    except ImportError:
        raise ImportError("reading a PDF needs pypdf; run `pip install pypdf`") from None
    try:
        reader = PdfReader(io.BytesIO(data))
        opened = not reader.is_encrypted or reader.decrypt(password)
    except DependencyError:
        raise ImportError(f"{name} is encrypted with AES; run `pip install cryptography`") from None
    except Exception as error:  # a broken file breaks the parser in many ways
        raise ValueError(f"{name} cannot be read as a PDF ({_said(error)}); the file is damaged") from error
    if not opened:
        what = "the password given does not open it" if password else "it needs a password"
        raise ValueError(f'{name} is encrypted and {what}; give it as read_pages(path, password="...")')
    return reader


def _pages(reader: Any, name: str, said: list[str]) -> list[Any]:
    try:
        pages = list(reader.pages)
        count = reader.trailer["/Root"]["/Pages"].get("/Count", len(pages))
    except Exception as error:
        raise ValueError(f"{name} cannot be read as a PDF ({_said(error)}); the file is damaged") from error
    if not pages:
        raise ValueError(f"{name} has no pages")
    if isinstance(count, int) and count > len(pages):
        raise ValueError(f"{name} says that it has {count} pages, but {len(pages)} can be found; the file is damaged")
    _refuse_loss(name, said)
    return pages


def _refuse_shared(pages: list[Any], name: str) -> None:
    """Pages may share their content, so that a small file asks for the work of a large one; a stamp is well below."""
    counts: Counter[int] = Counter()
    shared: dict[int, Any] = {}
    for page in pages:
        held = page.get("/Contents")
        given = page.raw_get("/Contents") if held is not None else None
        for one in held if isinstance(held, list) else [given]:
            if hasattr(one, "idnum"):
                counts[one.idnum] += 1
                shared[one.idnum] = one
    total = 0
    for number, count in counts.items():
        if count > 1:
            stream = shared[number].get_object()
            try:
                total += count * len(stream.get_data()) if hasattr(stream, "get_data") else 0
            except Exception:  # said when the page is read
                continue
    if total > limit(SHARED_BYTES):
        raise ValueError(
            f"{name} has {len(pages)} pages that share their content, {total / 2**20:,.0f} MB in all, and at most "
            f"{limit(SHARED_BYTES) / 2**20:,.0f} MB are read; {WAY_OUT}"
        )


class _TooLongError(BaseException):
    """A page took too long; pypdf goes on after many an ``Exception``, but not after this."""


def _labels(reader: Any) -> list[str]:
    """The labels of the pages, if the file gives any; a broken table of labels is as good as none."""
    try:
        return list(reader.page_labels) if "/PageLabels" in reader.trailer["/Root"] else []
    except Exception:
        return []


class _TimeLeft:
    """The CPU time that the pages of a file may still take together, so that many slow ones are no way around."""

    def __init__(self, name: str, pages: int) -> None:
        self.name, self.pages = name, pages
        self.whole = self.left = limit(PAGE_SECONDS) + pages * limit(PAGES_SECONDS)

    def too_long(self, number: int, seconds: float) -> ValueError:
        if seconds < limit(PAGE_SECONDS):
            what = f"the {self.pages} pages of {self.name} took more than {self.whole:.3g} seconds and were stopped"
        else:
            what = f"page {number} of {self.name} took more than {seconds:.3g} seconds and was stopped"
        return ValueError(f"{what}; {WAY_OUT}")


def _content_bytes(page: Any) -> int:
    try:
        contents = page.get_contents()
        return 0 if contents is None else len(contents.get_data())
    except Exception:  # said when the page is read
        return 0


def _page_text(page: Any, number: int, name: str, said: list[str], unmapped: Unmapped, time_left: _TimeLeft) -> str:
    said.clear()
    unmapped.page, seconds = number, max(min(limit(PAGE_SECONDS), time_left.left), 0.01)
    begun = time.thread_time()
    if not can_interrupt():
        size = _content_bytes(page) / 2**20
        check_size(f"page {number} of {name}", size, PAGE_BYTES / 2**20, "MB of content")
    try:
        with within(seconds, lambda _frame: _TooLongError()):
            text = page.extract_text(visitor_text=unmapped)
    except _TooLongError:
        raise time_left.too_long(number, seconds) from None
    except (Exception, MemoryError) as error:
        if type(error).__name__ == "LimitReachedError":
            raise ValueError(f"page {number} of {name} asks for too much ({_said(error)}); make it anew") from error
        raise ValueError(f"page {number} of {name} cannot be read ({_said(error)}); the file is damaged") from error
    time_left.left -= time.thread_time() - begun
    _refuse_loss(f"page {number} of {name}", said)
    return text.replace("\f", "\n")  # a form feed parts pages here, and nothing else


def _refuse_unreadable(name: str, texts: list[str], signs: list[int]) -> None:
    pages = [number for number, text in enumerate(texts, 1) if 10 * signs[number - 1] > visible(text)]
    if not pages:
        return
    lost, whole = signs[pages[0] - 1], visible(texts[pages[0] - 1])
    more = f" and {len(pages) - 1} more (such as page {pages[1]})" if len(pages) > 1 else ""
    raise ValueError(
        f"page {pages[0]}{more} of {name} cannot be read as text: {lost} of {whole} visible characters on page "
        f"{pages[0]} stand for no known letters, as a font does not say which letters its signs are; run OCR on it, "
        'for example with OCRmyPDF and --force-ocr, or keep such pages with read_pages(path, errors="keep")'
    )


def _refuse_loss(what: str, said: list[str]) -> None:
    lost = next((words for words in said if _LOSS.search(words)), "")
    if lost:
        raise ValueError(f"{what} cannot be read in full ({lost.splitlines()[0]}); the file is damaged")


def _said(error: Exception) -> str:
    words = str(error).split("\n")[0].strip()
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _heard() -> Iterator[list[str]]:
    """What the parser warns of, kept from stderr: some of it means that it has left out something damaged."""
    heard: list[str] = []
    logger, listener = logging.getLogger("pypdf"), _Listener(heard)
    level, propagate = logger.level, logger.propagate
    logger.addHandler(listener)
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    try:
        yield heard
    finally:
        logger.removeHandler(listener)
        logger.setLevel(level)
        logger.propagate = propagate
