"""Which splitters suit a document: those that need nothing, and those for which it has something to go by."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

from ..chunk import Chunk
from ..document import Document, as_document
from ..readers.any_file import MARKDOWN

Cut = Callable[[Document, int, int, Callable[[str], int]], Sequence[Chunk]]

_BLOCKS = {"heading", "paragraph", "list", "table"}
_WINDOW = 60  # seconds; what a window of time holds where nobody asked for another one
_WHOLE = 10**9
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{4}")  # four Han or Kana in a row


def suitable(document: str | Document) -> tuple[str, ...]:
    """The names of the splitters that suit a document, general ones first.

    A document that a reader made is known by its marks, a plain text by its name and by what it holds.

    Examples
    --------
    >>> suitable(Document("# Pump\\n\\nOpen the valve.", source="pump.md"))
    ('characters', 'recursive', 'sentences', 'markdown', 'mixed')
    >>> from ragchunk_lessons import read_table
    >>> suitable(read_table("part,stock\\nseal,4"))
    ('characters', 'recursive', 'sentences', 'table')
    """
    document = as_document(document)
    stops = ("recursive_cjk",) * bool(_UNSPACED.search(document.text))
    return ("characters", "recursive", *stops, "sentences", *(_of_marks(document) or _of_text(document)))


def _of_marks(document: Document) -> tuple[str, ...]:
    kinds = {mark.kind for mark in document.marks}
    if "record" in kinds:
        return ("jsonl",)
    if kinds >= {"row", "cell"}:
        return ("table",)
    if "page" in kinds:
        return ("pages",)
    if kinds & {"cue", "turn"}:
        return _speech(document)
    return ("html",) if kinds & _BLOCKS else ()


def _speech(document: Document) -> tuple[str, ...]:
    speakers = {mark.data.get("speaker") for mark in document.marks if mark.kind == "turn"} - {None}
    timed = any(mark.kind == "cue" for mark in document.marks)
    return ("speakers",) * (len(speakers) > 1) + ("time_windows",) * timed


def _of_text(document: Document) -> tuple[str, ...]:
    from ..auditing.layout import layout_of
    from ..readers import read_transcript
    from ..splitters.report import split_report

    suffix = os.path.splitext(document.source)[1].lower()
    if suffix == ".py":
        return ("code",)
    if "\f" in document.text.strip():
        return ("pages",)
    layout = layout_of(document)
    if suffix in MARKDOWN or layout.headings or layout.tables or layout.fences:
        return ("markdown", "mixed", *("slides",) * _has_slides(document))
    try:
        speech = read_transcript(document.text)
    except ValueError:  # a time that is none: not a transcript, or one for its own reader
        speech = document
    turns = [mark for mark in speech.marks if mark.kind == "turn" and mark.data.get("speaker")]
    if len(turns) > 2 and speech.text == document.text and (found := _speech(speech)):
        return found
    return ("report",) if len(split_report(document, _WHOLE)) > 2 else ()


def _has_slides(document: Document) -> bool:
    from ..splitters.slides import split_slides

    try:
        return len(split_slides(document)) > 2
    except ImportError:  # the front matter cannot be read; whoever cuts slides is told
        return True


def cutters() -> dict[str, Cut]:
    """Every splitter by its name, as ``cut(document, chunk_size, chunk_overlap, length_function)``.

    ``recursive`` has the usual ladder and ``recursive_cjk`` the one that knows Chinese stops. ``table``, ``jsonl``,
    ``slides`` and ``time_windows`` (of 60 seconds) have no overlap.
    """
    from ..splitters.code import split_code
    from ..splitters.documents import split_html, split_markdown, split_pages, split_report
    from ..splitters.fixed import split_characters
    from ..splitters.mixed import split_mixed
    from ..splitters.records import split_jsonl, split_slides, split_speakers, split_table, split_time_windows
    from ..splitters.recursive import CJK_LADDER, split_recursive
    from ..splitters.sentences import split_sentences

    def with_overlap(split) -> Cut:
        return lambda document, size, overlap, length: split(document, size, overlap, length_function=length)

    def without(split) -> Cut:
        return lambda document, size, overlap, length: split(document, size, length_function=length)

    return {
        "characters": lambda document, size, overlap, length: split_characters(document, size, overlap),
        "recursive": with_overlap(split_recursive),
        "recursive_cjk": lambda document, size, overlap, length: split_recursive(
            document, size, overlap, separators=CJK_LADDER, length_function=length
        ),
        "sentences": with_overlap(split_sentences),
        "markdown": with_overlap(split_markdown),
        "mixed": with_overlap(split_mixed),
        "html": with_overlap(split_html),
        "report": with_overlap(split_report),
        "pages": with_overlap(split_pages),
        "table": without(split_table),
        "jsonl": without(split_jsonl),
        "slides": without(split_slides),
        "speakers": with_overlap(split_speakers),
        "time_windows": lambda document, size, overlap, length: split_time_windows(
            document, _WINDOW, size, length_function=length
        ),
        "code": with_overlap(split_code),
    }
