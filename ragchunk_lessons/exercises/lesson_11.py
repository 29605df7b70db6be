"""Lesson 11: how an audit is broken, deceived and put to use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .. import audit, split_sentences
from ..corpora import load_text
from . import Checked, exercise, right, wrong

SCANNED = (
    "The “dry run” guard stops pump 3.\n\nPage 12 of 40\n\nIt trips after  ten seconds without\nflow.\n\n"
    "Page 13 of 40\n\nReset it at the panel; don’t open the casing."
)
"""A text as it came from a scan."""

CLEANED = [
    'The "dry run" guard stops pump 3.',
    "It trips after ten seconds without flow.",
    "Reset it at the panel; don't open the casing.",
]
"""The chunks of a pipeline that cleaned it first."""


@exercise("11-1")
def three_findings(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function broken itself, without brackets")
    text = load_text("nine_sentences")
    result = audit(text, answer(text))
    missing = [name for name in ("lost", "rewritten", "misplaced") if not getattr(result, name)]
    if missing:
        return wrong(f"the audit of your chunks finds nothing {' and nothing '.join(missing)}")
    return right(f"lost {result.lost_characters} characters, rewritten {len(result.rewritten)} chunk(s), and misplaced")


@exercise("11-2")
def useless_and_whole(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function useless itself, without brackets")
    text = load_text("nine_sentences")
    result = audit(text, answer(text))
    if not result.ok:
        return wrong(f"the audit sees it: {result!r}")
    if len(result.chunks) > len(text):
        return wrong("there are more chunks than characters; something simpler will do")
    sentences = text.count("\n") + 1
    broken = len(result.broken_sentences)
    if broken < sentences:
        return wrong(f"{sentences - broken} of {sentences} sentences still stand whole in some chunk")
    return right("nothing is lost and no sentence is whole: ok is about the text, not about where it was cut")


@exercise("11-3")
def what_was_meant(answer: object) -> Checked:
    if not isinstance(answer, Mapping) or not set(answer) <= {"normalize", "ignore"}:
        return wrong('give a dict such as {"normalize": ["nfc"], "ignore": "Page"}')
    result = audit(SCANNED, CLEANED, **answer)
    if not result.ok:
        return wrong(f"not yet whole: {result!r}")
    asked = answer.get("normalize") or []
    asked = [asked] if isinstance(asked, str) or callable(asked) else list(asked)
    idle = [kind for kind in asked if kind not in {hid.kind for hid in result.hidden}]
    if idle:
        return wrong(f"it is whole, but {idle[0]!r} had nothing to overlook here; ask for no more than is needed")
    kept = audit(SCANNED, CLEANED[:2], **answer)
    if kept.coverage > 0.8 or not kept.lost:
        return wrong("it is whole, but now the last sentence may be missing too; the pattern takes too much")
    return right(f"overlooked on purpose, and said: {', '.join(hid.kind for hid in result.hidden)}")


@exercise("11-4")
def a_guard(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function guard itself, without brackets")
    text = load_text("nine_sentences")
    good = split_sentences(text, 150)
    try:
        answer(text, good)
    except Exception as error:  # the reader's own code may raise anything
        return wrong(f"chunks that are whole are stopped: {type(error).__name__}")
    try:
        answer(text, good[:-1])
    except ValueError as error:
        if audit(text, good[:-1]).lost[0].text[:20] not in str(error):
            return wrong("it stops the chunks, but the message does not show what is lost; put the report in it")
    except Exception as error:
        return wrong(f"it raises {type(error).__name__}; raise a ValueError")
    else:
        return wrong("chunks without the last sentence pass")
    rewritten = [replace(chunk, text=chunk.text.replace("loading", "reading")) for chunk in good]
    try:
        answer(text, rewritten)
    except ValueError:
        return right("what is lost or rewritten stops the run, and the message says what is lost")
    except Exception as error:
        return wrong(f"for a rewritten word it raises {type(error).__name__}; raise a ValueError")
    return wrong("chunks in which “loading” became “reading” pass; nothing is lost, but they are not the text")
