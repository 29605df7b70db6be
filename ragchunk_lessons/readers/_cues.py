"""Cues of WebVTT and SRT files: their words as lines, without numbers, settings, tags and comments."""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from typing import NamedTuple

from ..document import Document, Mark
from ._render import Rendering, lines
from ._times import Times, cue_line
from ._turns import Turn, labelled_lines, turn_marks

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+[^<>\s][^<>\r\n]*>", re.IGNORECASE)
_TOKEN = re.compile(
    r"<(?P<close>/?)(?P<tag>v|c|i|b|u|s|ruby|rt|lang|font)(?P<rest>(?:[.\s][^<>]*)?)/?>"
    r"|<\d[\d:.]*>|\{\\[^{}]*\}|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"(NOTE)(?:[ \t]|$)|(STYLE|REGION)[ \t]*$")


class _Line(NamedTuple):
    number: int
    start: int
    end: int
    times: Times | None


def read_cues(raw: str, source: str, is_vtt: bool, speakers: Collection[str] | None = None) -> Document:
    """The document of a file of cues; see ``read_transcript``."""
    start = len(raw) - len(raw.removeprefix("\ufeff"))
    found = [
        _Line(number, low, high, cue_line(raw, low, high, number))
        for number, (low, high, _) in enumerate(lines(raw, start), 1)
    ]
    page = _Page(raw, bool(_VOICE.search(raw)))
    at = page.header(found) if is_vtt else 0
    opens = True  # whether the line is the first behind an empty one
    while at < len(found):
        line = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        words = raw[line.start : line.end].strip()
        comment = _COMMENT.match(raw, line.start, line.end) if is_vtt and opens else None
        if not words:
            opens, at = True, at + 1
            continue
        if line.times:
            page.open(line)
        elif after and after.times and (opens or words.isdecimal()):
            page.id = words
        elif comment and (comment[1] or not page.cue):
            at = page.comment(found, at, (comment[1] or comment[2]).lower())
            continue
        elif page.cue is None:
            raise ValueError(
                f"line {line.number}: {words[:40]!r} stands before the first cue; "
                "put it behind a line such as 00:00:01.000 --> 00:00:04.000, or leave it out"
            )
        else:
            page.write(line)
        opens, at = False, at + 1
    page.close()
    return page.document(source, speakers)


def _name(rest: str) -> str:
    """The name in a voice tag, behind its classes."""
    return " ".join(html.unescape(re.sub(r"^\S*\s*", "", rest)).replace("\ufffd", "").split())


class _Page:
    """The text so far, and who speaks and when."""

    def __init__(self, raw: str, has_voices: bool) -> None:
        self.raw, self.has_voices = raw, has_voices
        self.out = Rendering()
        self.cues: list[Mark] = []
        self.others: list[Mark] = []
        self.turns: list[Turn] = []
        self.cue: _Line | None = None
        self.cue_id = self.id = ""
        self.begun: int | None = None  # where the cue's words start
        self.voice: tuple[str, int, int] | None = None  # a name and its tag's span

    def header(self, found: list[_Line]) -> int:
        """The number of lines of the file's head, which are kept in a mark."""
        at = 0
        while at < len(found) and not found[at].times and self.raw[found[at].start : found[at].end].strip():
            at += 1
        if at > 1 and at < len(found) and found[at].times:
            at -= 1  # the cue's id
        self._aside("header", found[:at])
        return at

    def comment(self, found: list[_Line], at: int, kind: str) -> int:
        """The line behind a comment, whose text is kept in a mark."""
        begun = at
        while at < len(found) and not found[at].times and self.raw[found[at].start : found[at].end].strip():
            at += 1
        self._aside(kind, found[begun:at])
        return at

    def _aside(self, kind: str, block: list[_Line]) -> None:
        if block:
            text = self.raw[block[0].start : block[-1].end].strip()
            self.others.append(Mark(kind, self.out.length, self.out.length, {"text": text, "line": block[0].number}))

    def open(self, line: _Line) -> None:
        self.close()
        self.cue, self.cue_id, self.id = line, self.id, ""

    def close(self) -> None:
        """The cue ends, and the voices in it."""
        if self.cue is not None and self.begun is not None:
            times = self.cue.times
            said = {"start_time": times.start_time, "end_time": times.end_time, "line": self.cue.number}
            said |= {key: value for key, value in (("id", self.cue_id), ("settings", times.settings)) if value}
            self.cues.append(Mark("cue", self.begun, self.out.length, said))
        self.begun = self.voice = None

    def write(self, line: _Line) -> None:
        """One line of a cue's words."""
        raw, at, fresh = self.raw, line.start, True
        for token in _TOKEN.finditer(raw, line.start, line.end):
            fresh = self._say(raw[at : token.start()], at, token.start(), fresh)
            at = token.end()
            if token["entity"]:
                character = html.unescape(token["entity"])
                # What no character has for a number would come out as a replacement character.
                known = character != token["entity"] and "\ufffd" not in character
                fresh = self._say(character if known else token["entity"], *token.span(), fresh)
            elif token["tag"] and token["tag"] in "vV":
                name = _name(token["rest"])
                self.voice = (name, *token.span()) if name and not token["close"] else None
        self._say(raw[at : line.end], at, line.end, fresh)

    def _say(self, text: str, start: int, end: int, fresh: bool) -> bool:
        """Some words; whether the next ones still open a line."""
        speaker = self.voice[0] if self.voice else None
        changed = self.has_voices and (not self.turns or self.turns[-1].speaker != speaker)
        if fresh or changed:
            bare = text.lstrip()
            if not bare:
                return fresh
            start, text = (start + len(text) - len(bare), bare) if end - start == len(text) else (start, bare)
            if self.out.length:
                self.out.put("\n")
            if self.begun is None:
                self.begun = self.out.length
            if changed:
                here = self.out.length
                if self.voice:
                    self.out.copy(f"{speaker}: ", *self.voice[1:])
                self.turns.append(Turn(here, self.out.length, speaker))
        self.out.copy(text, start, end)
        return fresh and not text

    def document(self, source: str, speakers: Collection[str] | None) -> Document:
        text = self.out.text()
        turns = self.turns if self.has_voices else labelled_lines(text, speakers)
        marks = [*self.others, *self.cues, *turn_marks(text, turns, self.cues)] if text else self.others
        return Document(text, source, tuple(sorted(marks, key=lambda mark: mark.start)), self.out.raw_map())
