"""Transcripts of speech: who speaks, and when, in the formats that captions and minutes are kept in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from ..document import Document
from ._bounds import RECORDS, check_size
from ._cues import read_cues
from ._decode import as_text
from ._render import lines
from ._speaker import check_speakers
from ._times import cue_line
from ._turns import stamped_lines

_VTT = re.compile(r"\ufeff?WEBVTT(?=[ \t\r\n]|\Z)")


def read_transcript(
    source: str | os.PathLike[str], *, speakers: Iterable[str] | None = None, encoding: str = "utf-8"
) -> Document:
    r"""A transcript as the words that were said, with marks for speakers and times.

    The format is found in this order:

    1. A text that starts with ``WEBVTT`` is WebVTT.
    2. A text with a line such as ``00:00:01,000 --> 00:00:04,000`` is SRT.
    3. Any other text is taken as it is, to the character. A line may open with a time, ``[hh:mm:ss]``, ``[mm:ss]`` or
       the same in ``( )``, and with a name and a colon, ``Name: words``.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file, a ``str`` is content.
    speakers : iterable of str, optional
        The names, where they are known: then these stand for a speaker in front of a colon, and nothing else does.
    encoding : str
        Of a file; a byte order mark wins over it.

    Returns
    -------
    Document
        The lines of WebVTT and SRT cues are shown without tags, and with characters for entities; ``raw`` leads back
        to the file. ``<v Name>`` is written as ``Name:`` where the speaker changes.

        Marks: ``"cue"`` with ``start_time`` and ``end_time`` in seconds, ``line`` (of the file, from 1), ``id`` and
        ``settings`` where given, and ``end_given`` (``False``) where the end is only the next start; ``"turn"`` with
        ``speaker`` (``None`` where nobody is named), ``words`` (where they start, behind the name) and the times of
        its cues. Comments, styles and the head of a WebVTT file are empty marks ``"note"``, ``"style"``,
        ``"region"``, ``"header"`` with their ``text``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or the file is in another encoding.
    ValueError
        For a time that is none, a cue that ends before it starts, or words in front of the first cue: with the line.
        For more than 300,000 lines (``readers/_bounds.py``).

    Notes
    -----
    A turn goes on until the next name. What a name is: at most five words and 60 characters before the first colon
    of a line, beginning with a letter, each word with a capital or of a script without capitals. A name in other
    letters counts if it opens two lines. So does one whose words begin in lower case, if another name opens two lines:
    ``Reset: press it once`` goes on with what was said. ``10:30``, ``https://`` and words such as ``Note`` or ``Date``
    are no names. No such rule is always right; ``speakers`` is. In WebVTT with ``<v>`` tags, only these tags name
    speakers, and a voice ends with its cue.

    A time in brackets lasts until the next one; the last of a text ends when it starts. Minutes without hours may be
    more than 59. Lines without a time belong to the one before.

    Source: the recipes for minutes and for transcripts with times of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> document = read_transcript("WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>It is <i>hot</i>.</v>\n")
    >>> document.text, document.marks[1].data["end_time"]
    ('Ann: It is hot.', 2.5)
    """
    names = check_speakers(speakers)
    text, name = as_text(source, encoding)
    check_size(name or "the text", text.count("\n") + text.count("\r"), RECORDS, "line ends", "part it")
    is_vtt = _VTT.match(text) is not None
    if is_vtt or _has_cues(text):
        return read_cues(text, name, is_vtt, names)
    return Document(text, name, stamped_lines(text, names))


def _has_cues(text: str) -> bool:
    if "->" not in text:
        return False
    return any(cue_line(text, start, end, number) for number, (start, end, _) in enumerate(lines(text), 1))
