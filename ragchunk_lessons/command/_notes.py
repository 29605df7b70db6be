"""Where an audit that is not ok held the chunks against another text than they were cut from."""

from __future__ import annotations

import codecs
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from ..auditing.adapters import read_chunk
from ..readers.any_file import kind_of
from ._documents import parsed
from ._matching import Checked
from ._reports import Result

_RENDERED = ("html", "table", "jsonl", "transcript")
_ASKED = 50  # chunks: each is looked for in the whole text, which for all of them would take long
_MARK = "\ufeff"
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def notes(result: Result, options: Namespace) -> Iterator[str]:
    """Notes on one document that is a file; none where the result is ok."""
    if result.ok or len(result.checked) != 1 or options.records:
        return
    [each] = result.checked
    path = Path(each.document.source)
    if not path.is_file():  # standard input, or a pipe that has been read
        return
    if not options.format and kind_of(path.name) in _RENDERED and _as_written(each, path, options):
        yield "the chunks stand in the file as it is written; --format text audits them against that"
    try:
        with path.open("rb") as file:
            marked = file.read(4).startswith(_MARKS)
    except OSError:  # gone since it was read
        return
    if marked:
        yield from _mark(each)


def _as_written(each: Checked, path: Path, options: Namespace) -> bool:
    """Whether nearly all chunks stand in the file and not in the text that its reader gives."""
    pieces = [chunk.text for chunk in each.audit.chunks if chunk.text.strip()]
    pieces = pieces[:: -(-len(pieces) // _ASKED) or 1]
    if not pieces:
        return False
    try:
        raw = parsed(path, "text", options).text
    except (ValueError, OSError):  # a page in an encoding that it names itself
        return False
    text, left = each.document.text, len(pieces) // 10
    for piece in pieces:
        if piece not in raw or piece in text:
            left -= 1
            if left < 0:
                return False
    return True


def _mark(each: Checked) -> Iterator[str]:
    """A note on chunks of a text that begins with the byte order mark, which is no part of a document."""
    read = [read_chunk(record.item)[:2] for record in each.records]
    claims = [(text, start) for text, start in read if start is not None]
    keeps = "the chunks keep the byte order mark of the file"
    if not claims and read and read[0][0].startswith(_MARK):
        yield keeps
    elif claims and (read[0][0].startswith(_MARK) or _one_too_high(each.document.text, claims)):
        yield f"{keeps}, so their positions are one too high"


def _one_too_high(text: str, claims: list[tuple[str, int]]) -> bool:
    return all(start > 0 and text.startswith(piece, start - 1) for piece, start in claims) and not all(
        text.startswith(piece, start) for piece, start in claims
    )
