"""Five questions a lesson, with an answer to each choice, that work on a page without any script.

The questions stand in ``lesson_NN.json``: a list of ``{"question": ..., "choices": [{"text": ..., "why": ...}, ...]}``,
where the one right choice has ``"right": true`` and every ``why`` says what speaks for or against its choice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from ..showing.show_style import STYLE

_FOLDER = Path(__file__).parent
_Q = ".rcl.rcl-quiz"
_RULES = (
    f"{_Q}{{margin:1rem 0;font:400 1rem/1.5 var(--rcl-sans);color:var(--rcl-ink);counter-reset:right}}"
    f"{_Q} fieldset{{margin:0 0 1rem;padding:.9rem 1.1rem;border:1px solid var(--rcl-line);border-radius:8px;"
    "background:var(--rcl-raised);min-width:0}"
    f"{_Q} legend{{float:left;width:100%;margin:0 0 .5rem;padding:0;border:0;font:600 1rem/1.45 var(--rcl-sans);"
    "color:var(--rcl-ink)}"
    f"{_Q} .choice{{clear:both;display:grid;grid-template-columns:1.6rem 1fr;align-items:start;margin:0}}"
    f"{_Q} input{{margin:.72rem 0 0;width:1rem;height:1rem;accent-color:var(--rcl-cut)}}"
    # A finger needs some height to hit.
    f"{_Q} label{{margin:0;padding:.45rem 0;font-weight:400;cursor:pointer;color:var(--rcl-ink)}}"
    f"{_Q} .why{{grid-column:2;font-size:.92rem}}{_Q} .why p{{margin:0 0 .5rem;padding:.1rem 0 .1rem .7rem;"
    "border-left:3px solid var(--rcl-loss);line-height:1.5;color:var(--rcl-ink)}"
    f"{_Q} .why b{{font-weight:650;color:var(--rcl-loss)}}"
    f"{_Q} .yes .why p{{border-color:var(--rcl-cut)}}{_Q} .yes .why b{{color:var(--rcl-cut)}}"
    f"{_Q} input:not(:checked)~.why>p{{display:none}}"
    f"{_Q} .yes input:checked{{counter-increment:right}}"
    f"{_Q} .score{{margin:.2rem 0 0;font-size:.92rem;color:var(--rcl-soft)}}"
    f"{_Q} .score::after{{content:' ' counter(right) ' / ' attr(data-all);font-weight:650;color:var(--rcl-ink)}}"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that can be chosen.

    Parameters
    ----------
    text : str
    why : str
        What speaks for or against it; shown when it is chosen.
    right : bool
    """

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question and its choices, exactly one of them right."""

    question: str
    choices: tuple[Choice, ...]

    def __post_init__(self) -> None:
        if sum(choice.right for choice in self.choices) != 1:
            raise ValueError(f"{self.question!r} must have exactly one right choice")
        texts = [choice.text for choice in self.choices]
        if len(texts) < 2 or len(set(texts)) < len(texts):
            raise ValueError(f"{self.question!r} must have two or more choices, all different")


class Quiz:
    """The questions of a lesson; a notebook and the book's page show them with their answers.

    Parameters
    ----------
    lesson : str
        Its two digits, such as ``"09"``.
    questions : tuple of QuizQuestion
    """

    def __init__(self, lesson: str, questions: tuple[QuizQuestion, ...]) -> None:
        self.lesson, self.questions = lesson, questions

    def _repr_html_(self) -> str:
        body = "".join(_fieldset(self.lesson, number, one) for number, one in enumerate(self.questions, 1))
        return (
            f'<style>{STYLE}{_RULES}</style><div class="rcl rcl-quiz" role="group" aria-label="Questions to check '
            f'yourself">{body}<p class="score" data-all="{len(self.questions)}">Right so far:</p></div>'
        )

    def __repr__(self) -> str:
        """The questions and choices as text, without saying which is right."""
        lines = []
        for number, one in enumerate(self.questions, 1):
            lines.append(f"{number}. {one.question}")
            lines += [f"   {chr(ord('a') + place)}) {choice.text}" for place, choice in enumerate(one.choices)]
        return "\n".join(lines)


def _fieldset(lesson: str, number: int, one: QuizQuestion) -> str:
    name = f"quiz-{lesson}-{number}"
    choices = "".join(
        f'<div class="choice{" yes" if choice.right else ""}">'
        f'<input type="radio" name="{name}" id="{name}-{place}">'
        f'<label for="{name}-{place}">{_words(choice.text)}</label>'
        f'<div class="why" aria-live="polite"><p><b>{"Right." if choice.right else "Not this one."}</b> '
        f"{_words(choice.why)}</p></div></div>"
        for place, choice in enumerate(one.choices, 1)
    )
    return f"<fieldset><legend>{number}. {_words(one.question)}</legend>{choices}</fieldset>"


def _words(text: str) -> str:
    """Text as HTML; what stands between grave accents is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _question(row: Mapping[str, Any]) -> QuizQuestion:
    return QuizQuestion(row["question"], tuple(Choice(**choice) for choice in row["choices"]))


@cache
def show_quiz(lesson: str) -> Quiz:
    """The questions of a lesson, to be shown as the value of a cell.

    Parameters
    ----------
    lesson : str
        Its two digits, such as ``"09"``.

    Raises
    ------
    ValueError
        If the lesson has no questions; the message lists those that have.

    Examples
    --------
    >>> len(show_quiz("09").questions)
    5
    """
    path = _FOLDER / f"lesson_{lesson}.json"
    if not isinstance(lesson, str) or not re.fullmatch(r"\d\d", lesson) or not path.is_file():
        known = ", ".join(sorted(file.stem[-2:] for file in _FOLDER.glob("lesson_*.json")))
        raise ValueError(f"lesson={lesson!r} has no quiz; there are {known}")
    return Quiz(lesson, tuple(_question(row) for row in json.loads(path.read_text(encoding="utf-8"))))
