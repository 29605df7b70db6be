"""One turn of speech a chunk, and the speaker on every piece of a long one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..chunk import Chunk
from ..document import Document, Mark
from ..readers._times import times_within
from ..readers.transcript import read_transcript
from ._labelled import labelled
from ._pieces import Piece, check, cut_pieces


def split_speakers(
    text: str | Document,
    chunk_size: int | None = None,
    chunk_overlap: int = 0,
    *,
    length_function: Callable[[str], int] = len,
    add_context: bool = False,
    speakers: Iterable[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> list[Chunk]:
    """One turn a chunk: from a speaker's name to the next one.

    Parameters
    ----------
    text : str or Document
        A transcript: ``Name: words`` lines, also with times in brackets, WebVTT or SRT; or what ``read_transcript``
        gives. How a name is told from other words before a colon stands there.
    chunk_size, chunk_overlap : int
        In the unit of ``length_function``. A turn that is longer is cut by the ladder, and only its own pieces
        overlap.
    length_function : callable
        ``str -> int``, such as ``len`` or ``token_length()``.
    add_context : bool
        Whether the second and later pieces of a turn have ``Name:`` in front, counted in their length. Where the name
        takes more than half of the size it is left out, and ``metadata["context_left_out"]`` says so.
    speakers : iterable of str, optional
        The names, where they are known, for a text that has not been read: no others count then.
    metadata : Mapping, optional
        Copied into every chunk.

    Returns
    -------
    list of Chunk
        Metadata: ``speaker``, ``None`` for what stands before the first name; ``start_time`` and ``end_time`` in
        seconds, of the cues that the chunk touches, where the transcript has times. A ``[hh:mm:ss]`` line has no end
        of its own, so a chunk of such lines ends with the time of its last one. Blank text gives ``[]``.

    Raises
    ------
    TypeError, ValueError
        For arguments that cannot be used, and for times that are none, with their line.

    Notes
    -----
    Source: the recipe for minutes and interviews of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> chunks = split_speakers("Ann: Is it safe?\\n王芳：安全。\\n可以开始。")
    >>> [(chunk.metadata["speaker"], chunk.text) for chunk in chunks]
    [('Ann', 'Ann: Is it safe?'), ('王芳', '王芳：安全。\\n可以开始。')]
    """
    document = check(text, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    document = transcript_of(document, text, speakers)
    if not isinstance(add_context, bool):
        raise TypeError(f"add_context must be True or False, not {type(add_context).__name__} ({add_context!r})")
    pieces = _turns(document, chunk_size, chunk_overlap, length_function, add_context)
    chunks = cut_pieces(document, pieces, chunk_size, chunk_overlap, length_function=length_function, metadata=metadata)
    cues = [_without_guess(cue) for cue in cues_of(document)]
    starts = [cue.start for cue in cues]
    for chunk in chunks:  # a piece of a long turn has its own times
        chunk.metadata.update(times_within(cues, starts, chunk.start, chunk.end))
    return chunks


def transcript_of(document: Document, given: str | Document, speakers: Iterable[str] | None = None) -> Document:
    """The document with the marks of a transcript, read from its text where it has none.

    Examples
    --------
    >>> transcript_of(Document("Ann: Yes.", "a.txt"), Document("Ann: Yes.", "a.txt")).marks[0].data["speaker"]
    'Ann'
    """
    if any(mark.kind in ("turn", "cue") for mark in document.marks):
        if speakers is not None:
            raise ValueError("the document has its speakers already; give speakers to read_transcript(...)")
        return document
    read = read_transcript(document.text, speakers=speakers)
    if isinstance(given, str):
        return read
    if read.text != document.text:
        raise ValueError(
            "the document holds a file of cues as it is; make it with read_transcript(...), or give its text as a str"
        )
    return Document(document.text, document.source, (*document.marks, *read.marks), document.raw)


def cues_of(document: Document) -> list[Mark]:
    """The document's cues in the order of the text."""
    return sorted((mark for mark in document.marks if mark.kind == "cue"), key=lambda mark: mark.start)


def _without_guess(cue: Mark) -> Mark:
    """A cue that has no end of its own ends when it starts: the next words may come after a long silence."""
    if cue.data.get("end_given", True):
        return cue
    return replace(cue, data={**cue.data, "end_time": cue.data["start_time"]})


def _turns(
    document: Document,
    chunk_size: int | None,
    chunk_overlap: int,
    length_function: Callable[[str], int],
    add_context: bool,
) -> Iterator[Piece]:
    """The turns as pieces that touch; each reaches to the next one."""
    turns = sorted((mark for mark in document.marks if mark.kind == "turn"), key=lambda mark: mark.start)
    text, start = document.text, 0
    if not turns:
        yield Piece(0, len(text), {"speaker": None})
        return
    for turn, end in zip(turns, [*(turn.start for turn in turns[1:]), len(text)], strict=True):
        speaker = turn.data.get("speaker")
        if not (add_context and speaker):
            yield Piece(start, end, {"speaker": speaker})
            start = end
            continue
        words = turn.data.get("words", start)
        yield from labelled(
            text, (start, end), words, f"{speaker}: ", {"speaker": speaker}, chunk_size, chunk_overlap, length_function
        )
        start = end
