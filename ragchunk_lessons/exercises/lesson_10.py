"""Lesson 10: the topic recipe, its threshold, and the else that it lacks."""

from __future__ import annotations

import random
import re

from ..corpora import load_text
from . import Checked, exercise, right, wrong

_CENTRES = (0, 3, 6)
_WHO_READS_HOW = re.compile(r"(?s)BERT((?!GPT).)*both directions.*GPT((?!BERT).)*from left to right")


def _nine() -> list[str]:
    return load_text("nine_sentences").split("\n")


def _in_own_topic(threshold: float) -> int:
    """How many of the nine sentences the published recipe puts into the chunk of their own topic."""
    from ..models import load_embedder
    from ..published import topic_chunks

    sentences = _nine()
    pieces = topic_chunks(sentences, load_embedder(), threshold, _CENTRES)
    return sum(
        sentences.index(line) // 3 == topic for topic, piece in enumerate(pieces) for line in piece.split("\n") if line
    )


@exercise("10-1")
def best_threshold(answer: object) -> Checked:
    try:
        threshold, count = (float(value) for value in answer)
    except (TypeError, ValueError):
        return wrong("give two numbers, the threshold first, such as (0.65, 3)")
    steps = [step / 20 for step in range(15)]
    near = min(steps, key=lambda step: abs(step - threshold))
    if abs(near - threshold) > 1e-6:
        return wrong(f"{threshold:g} is none of the thresholds 0, 0.05, 0.10, … 0.70")
    found = _in_own_topic(near)
    if count != found:
        return wrong(
            f"at {near:.2f} another number of sentences is with its own topic; a sentence may be with a wrong one"
        )
    if found < max(map(_in_own_topic, steps)):
        return wrong(f"right for {near:.2f}, and another threshold does better")
    return right(f"{found} of {len(_nine())} is the best that any threshold can do for the recipe")


@exercise("10-2")
def bring_back_bert(answer: object) -> Checked:
    from ..models import load_embedder

    if not isinstance(answer, str):
        return wrong("give your sentence as a str")
    missing = [part for part in ("BERT", "both directions", "GPT", "from left to right") if part not in answer]
    if missing:
        return wrong(f"it no longer says {missing[0]!r}")
    if not _WHO_READS_HOW.search(answer):
        return wrong("who reads in both directions, and who from left to right? Say the four parts in the order given")
    centre = _nine()[3]
    words = centre.rstrip(".").lower().split()
    own = " ".join("".join(char if char.isalnum() else " " for char in answer.lower()).split())
    for start in range(len(words) - 3):
        run = " ".join(words[start : start + 4])
        if f" {run} " in f" {own} ":
            return wrong(f"{run!r} is copied from sentence 3")
    first, second = load_embedder()([centre, answer])
    score = float(first @ second)
    if score <= 0.5:
        return wrong(f"it lies at {score:.2f}; what is the subject of sentence 3?")
    return right(f"it lies at {score:.2f}, and a reader learns nothing more than before")


@exercise("10-3")
def write_the_else(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function home itself, without brackets")
    if answer([0.2, 0.1, 0.3], 0.5) != "alone":
        return wrong("for [0.2, 0.1, 0.3] and a threshold of 0.5 no centre is near enough")
    if answer([0.6, 0.1, 0.7], 0.5) == 0:
        return wrong("for [0.6, 0.1, 0.7] two centres reach 0.5; it gives the first, not the nearest")
    if answer([0.5, 0.1], 0.5) != 0:
        return wrong("for [0.5, 0.1] the first centre reaches the threshold of 0.5 exactly")
    draw = random.Random(10)
    for _ in range(300):
        column = [round(draw.uniform(-1, 1), 3) for _ in range(draw.randint(1, 6))]
        threshold = round(draw.uniform(-1, 1), 3)
        best = max(column)
        expected = column.index(best) if best >= threshold else "alone"
        if column.count(best) == 1 and answer(column, threshold) != expected:
            return wrong(f"for {column} and a threshold of {threshold} it gives another place")
    return right("each sentence has a place, whatever the threshold")
