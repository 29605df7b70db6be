"""Lesson 14: chunks that do not hold the words by which a question calls their subject."""

from __future__ import annotations

from math import ceil
from typing import Any

from ..corpora import load_text
from ._claim import Plain, claim
from .wordings import VARIANTS, found, items, pair_score, pool, scores, similarities

_LESSON = "14_missing_anchor"
FASTING = "What are the benefits of intermittent fasting?"
"""The question of the published example."""

_PUBLISHED = [8.5342, 6.0997, 3.8877, 1.2349, -6.5435]
_NAMED = ("It may", "Intermittent fasting may")


def _mean(values: Any) -> float:
    return sum(values) / len(values)


def _loss(variant: str, question: str = "question", base: str = "named") -> float:
    """By how many points the mean score lies below that of the base."""
    return _mean(scores(base, question)) - _mean(scores(variant, question))


def _fasting(*more: str) -> list[float]:
    return [pair_score(FASTING, text) for text in [*load_text("fasting_passages").split("\n"), *more]]


def _whole(value: float) -> int:
    return round(value)


@claim(
    "rerank-scores",
    "ragcourse",
    "§10",
    "A reranker gives five passages on fasting 8.53, 6.10, 3.89, 1.23 and −6.54 points.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["order"] == [1, 2, 3, 4, 5] and 0 < m["apart at most"] <= 2 and m["last below zero"] > 5,
    finding=lambda m: (
        f"Another model of the same family, in 8-bit numbers, puts them in the same order. No score is more than "
        f"{m['apart at most']} points from the published one; the last lies {m['last below zero']} below zero."
    ),
)
def rerank_scores() -> Plain:
    ours = _fasting()
    return {
        "model": "ms-marco-MiniLM-L-12-v2-int8",
        "order": sorted(range(1, 6), key=lambda number: -ours[number - 1]),
        "apart at most": ceil(max(abs(one - other) for one, other in zip(ours, _PUBLISHED, strict=True))),
        "last below zero": _whole(-ours[-1]),
    }


@claim(
    "rerank-gaps",
    "ragcourse",
    "§10",
    "The last of the five lies 15 points below the first, and almost 8 below the fourth.",
    "reproduced",
    _LESSON,
    holds=lambda m: 14 <= m["to the first"] <= 16 and 6 <= m["to the fourth"] <= 8,
    finding="{to the first} points to the first, {to the fourth} to the fourth.",
)
def rerank_gaps() -> Plain:
    ours = _fasting()
    return {"to the first": _whole(ours[0] - ours[4]), "to the fourth": _whole(ours[3] - ours[4])}


@claim(
    "rerank-it",
    "ragcourse",
    "§10",
    "With the name in the place of “It” the score would change; the course did not run it.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["place with It"] == 5 and m["place with the name"] == 1 and m["gain"] > 12,
    finding="With the name in the place of “It” the passage gains {gain} points: from place {place with It} to "
    "place {place with the name}.",
)
def rerank_it() -> Plain:
    text = load_text("fasting_passages").split("\n")[-1].replace(*_NAMED)
    *others, before, after = _fasting(text)
    return {
        "place with It": 1 + sum(score > before for score in others),
        "place with the name": 1 + sum(score > after for score in others),
        "gain": _whole(after - before),
    }


@claim(
    "anchor-law",
    "ragcourse",
    "§10",
    "A chunk with a pronoun whose noun was cut off can never be found reliably.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["worse with a pronoun"] == m["items"] == m["above zero then"]
        and m["lost with a noun"] >= m["lost with a pronoun"] > 8
        and m["lost with the name later"] <= 2
        and m["lost if the question does not name it"] <= 2
        and m["correlation"] > 0.8
    ),
    finding=lambda m: (
        f"{m['worse with a pronoun']} of {m['items']} passages fall, by {m['lost with a pronoun']} points on average. "
        f"With another noun and no pronoun it is {m['lost with a noun']}; with a pronoun and the name later, "
        f"{m['lost with the name later']}. The share of the name's words in the passage and the loss correlate at "
        f"{m['correlation']}: what is missing is the name."
    ),
)
def anchor_law() -> Plain:
    import numpy as np

    from ..auditing.anchors import share

    named = scores("named")
    shares, losses = [], []
    for variant in VARIANTS:
        for item, score, best in zip(items(), scores(variant), named, strict=True):
            shares.append(share(item["heading"], VARIANTS[variant](item)))
            losses.append(score - best)
    silent = scores("pronoun", "question_without_subject")
    return {
        "items": len(named),
        "worse with a pronoun": sum(one < other for one, other in zip(scores("pronoun"), named, strict=True)),
        "lost with a pronoun": _whole(_loss("pronoun")),
        "lost with a noun": _whole(_loss("noun")),
        "lost with the name later": _whole(_loss("name later")),
        "lost if the question does not name it": _whole(_loss("pronoun", "question_without_subject")),
        "above zero then": sum(score > 0 for score in silent),
        "correlation": round(float(np.corrcoef(shares, losses)[0, 1]), 1),
    }


@claim(
    "anchor-rerank",
    "contextnotes",
    "§7",
    "The first pass is rough; the second reads question and passage together and is accurate.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["named"][0] >= m["questions"] - 2
        and m["named"][1] >= m["named"][0]
        and max(m["with a pronoun"]) < m["questions"] / 2
        and min(m["with a heading"]) >= m["questions"] - 2
    ),
    finding=lambda m: (
        f"Of {m['questions']} answers among {m['passages']} passages {m['named'][0]} are in the first three, and "
        f"{m['named'][1]} after reranking. With a pronoun in the place of the name it is {m['with a pronoun'][0]}, and "
        f"after reranking {m['with a pronoun'][1]}: both passes look for the name. With the heading in front it "
        f"is {m['with a heading'][0]} and {m['with a heading'][1]}."
    ),
)
def anchor_rerank() -> Plain:
    return {
        "questions": len(items()),
        "passages": len(pool("named")[0]),
        "named": [found("named"), found("named", True)],
        "with a pronoun": [found("pronoun"), found("pronoun", True)],
        "with a heading": [found("heading"), found("heading", True)],
    }


@claim(
    "cure-sentence",
    "ragcourse",
    "§10",
    "The first and cheapest cure is to cut at the ends of sentences.",
    "corrected",
    _LESSON,
    holds=lambda m: m["whole sentences"] == m["worse"] == m["items"] > 10,
    finding="Where no sentence was cut it changes nothing: {whole sentences} of {items} are whole, and {worse} score "
    "worse than with the name.",
)
def cure_sentence() -> Plain:
    from ..splitters.sentences import split_sentences

    whole = 0
    for item in items():
        text = VARIANTS["sentence before"](item)
        chunks = split_sentences(text, max(len(item["previous"]), len(item["with_pronoun"])))
        whole += chunks[-1].text == item["with_pronoun"]
    worse = sum(one < other for one, other in zip(scores("pronoun"), scores("named"), strict=True))
    return {"items": len(items()), "whole sentences": whole, "worse": worse}


@claim(
    "cure-overlap",
    "ragcourse",
    "§10",
    "An overlap that holds at least one whole sentence is a cure.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["apart"] <= 0.6 and m["found"] >= m["items"] - 2 and m["names it"] == m["items"],
    finding="With the sentence before, {found} of {items} answers are in the first three, and the mean score is "
    "{apart} points from that of the named passages. But here that sentence always names the subject: {names it} of "
    "{items}.",
)
def cure_overlap() -> Plain:
    from ..auditing.anchors import share

    return {
        "items": len(items()),
        "names it": sum((share(item["heading"], item["previous"]) or 0) > 0.5 for item in items()),
        "apart": round(abs(_loss("sentence before")), 1),
        "found": found("sentence before"),
    }


@claim(
    "cure-dilutes",
    "ragcourse",
    "§10",
    "Context that is put in front of a chunk dilutes its subject.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        0 < m["heading"] < m["sentence"] < m["section"]
        and m["reranker gains with a heading"] > 0.3
        and m["heading, if the question names the subject"] > 0.1
    ),
    finding=(
        "If the question does not name the subject, a heading costs {heading} of the similarity, a sentence "
        "{sentence}, a section {section}; the reranker gains {reranker gains with a heading} points with a heading. If "
        "the question names it, a heading adds {heading, if the question names the subject}."
    ),
)
def cure_dilutes() -> Plain:
    silent = "question_without_subject"
    before = _mean(similarities("pronoun", silent))
    return {
        "heading": round(before - _mean(similarities("heading", silent)), 2),
        "sentence": round(before - _mean(similarities("sentence before", silent)), 2),
        "section": round(before - _mean(similarities("section", silent)), 2),
        "reranker gains with a heading": round(-_loss("heading", silent, "pronoun"), 1),
        "heading, if the question names the subject": round(
            _mean(similarities("heading")) - _mean(similarities("pronoun")), 2
        ),
    }
