"""Lesson 1: the whole document against the right chunk."""

from __future__ import annotations

from ..corpora import load_json
from ._claim import Plain, claim


@claim(
    "whole-doc",
    "ragcourse",
    "§2",
    "A document about ten things, as one vector, is near none of them.",
    "reproduced",
    "01_why_chunk",
    holds=lambda m: m["best wrong"] < m["whole"] < m["right"] / 2,
    finding=(
        "Over {questions} questions the right paragraph lies at {right:.2f}, the whole document at {whole:.2f}, the "
        "best wrong paragraph at {best wrong:.2f}: far from every question, and still a little nearer than "
        "what is wrong."
    ),
)
def whole_doc() -> Plain:
    import numpy as np

    from ..models import load_embedder

    topics = load_json("ten_topics")
    embed = load_embedder()
    passages = embed([topic["passage"] for topic in topics])
    questions = embed([topic["question"] for topic in topics])
    (whole,) = embed(["\n\n".join(topic["passage"] for topic in topics)])
    scores = questions @ passages.T
    right = np.diag(scores).mean()
    wrong = np.where(np.eye(len(topics), dtype=bool), -1, scores).max(axis=1).mean()
    return {
        "questions": len(topics),
        "right": round(float(right), 2),
        "whole": round(float((questions @ whole).mean()), 2),
        "best wrong": round(float(wrong), 2),
    }
