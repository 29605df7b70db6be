"""Lesson 10: the topic recipe and the sentences it drops."""

from __future__ import annotations

import re
from typing import Any

from ..corpora import load_json, load_text
from ._claim import Plain, claim, listed

_LESSON = "10_topics_drop"
_THRESHOLD = 0.5
_CENTRES = (0, 3, 6)
_POINTING = {"It", "Its", "They", "Their", "This", "These", "Those", "Neither", "One"}

# The four lost sentences that begin with a pronoun, with the subject in its place.
_NAMED = {
    1: ("It provides", "LangChain provides"),
    2: ("Its building blocks", "The building blocks of LangChain"),
    5: ("Their layers", "Transformer layers"),
    7: ("It is used", "Python is used"),
}
_OTHER_WORDING = (5, "Their layers", "The layers of transformers")


def _nine() -> list[str]:
    return load_text("nine_sentences").split("\n")


def _groups(sentences: list[str], threshold: float = _THRESHOLD, centres: Any = _CENTRES) -> list[list[int]]:
    """The numbers of the sentences in each piece of the recipe."""
    from ..models import load_embedder
    from ..published import topic_chunks

    pieces = topic_chunks(sentences, load_embedder(), threshold, centres)
    return [[sentences.index(line) for line in piece.split("\n") if line] for piece in pieces]


def _kept(sentences: list[str], *rest: Any) -> list[int]:
    return sorted(number for group in _groups(sentences, *rest) for number in group)


def _similarity(sentences: list[str]) -> Any:
    from ..models import load_embedder

    vectors = load_embedder()(sentences)
    return vectors @ vectors.T


@claim(
    "topics-4-of-9",
    "ragcourse",
    "§9",
    "Of nine sentences on three topics the recipe keeps four, at a threshold of 0.5.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["kept"] == [0, 3, 6, 8] and m["lost"] == [1, 2, 4, 5, 7] and m["best lost"] < 0.5 < m["kept at"],
    finding=lambda m: (
        f"Sentences {listed(m['kept'])} of {m['sentences']}, counted from 0: the three centres and one more, at "
        f"{m['kept at']:.2f}. The nearest of the {len(m['lost'])} lost ones lies at {m['best lost']:.2f}."
    ),
)
def topics_4_of_9() -> Plain:
    sentences = _nine()
    similarity = _similarity(sentences)[list(_CENTRES)].max(axis=0)
    kept = _kept(sentences)
    lost = [number for number in range(len(sentences)) if number not in kept]
    return {
        "sentences": len(sentences),
        "kept": kept,
        "lost": lost,
        "kept at": round(float(min(similarity[number] for number in kept)), 2),
        "best lost": round(float(max(similarity[number] for number in lost)), 2),
    }


@claim(
    "topics-pronoun",
    "ragcourse",
    "§9",
    "A sentence is lost because it begins with “It”, and what “It” means is not in the sentence.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["back"] == [1, 2, 7]
        and m["wordings"][0] < 0.5 < m["wordings"][1]
        and m["with a pointing word"] < m["lost there"] / 5
    ),
    finding=lambda m: (
        f"With the subject named, {len(m['back'])} of the {m['lost']} come back; one more lies at "
        f"{m['wordings'][0]:.2f} or {m['wordings'][1]:.2f}, as it is worded. In a handbook of {m['sentences']} "
        f"sentences {m['lost there']} are lost, {m['with a pointing word']} of them with a pronoun or another pointing "
        "word in front. What all of them miss is an else."
    ),
)
def topics_pronoun() -> Plain:
    sentences = _nine()
    before = _kept(sentences)
    named = list(sentences)
    for number, (old, new) in _NAMED.items():
        named[number] = sentences[number].replace(old, new)
    number, old, new = _OTHER_WORDING
    wordings = [named[number], sentences[number].replace(old, new)]
    scores = _similarity([sentences[3], *wordings])[0, 1:]
    handbook, centres, _ = handbook_sentences()
    kept = _kept(handbook, _THRESHOLD, centres)
    lost = [sentence for number, sentence in enumerate(handbook) if number not in kept]
    pointing = sum(sentence.split()[0] in _POINTING for sentence in lost)
    return {
        "lost": len(sentences) - len(before),
        "back": [number for number in _kept(named) if number not in before],
        "wordings": [round(float(score), 2) for score in scores],
        "sentences": len(handbook),
        "lost there": len(lost),
        "with a pointing word": pointing,
    }


@claim(
    "topics-context",
    "ragcourse",
    "§11",
    "Grouping by topic makes sure that no chunk loses its context.",
    "refuted",
    _LESSON,
    holds=lambda m: m["complete"] == 0 and m["coverage"] < 50,
    finding=(
        "{complete} of the {chunks} chunks hold all sentences of their topic, and together they hold "
        "{coverage} % of the text."
    ),
)
def topics_context() -> Plain:
    from ..audit import audit

    sentences = _nine()
    groups = _groups(sentences)
    pieces = ["\n".join(sentences[number] for number in group) for group in groups]
    return {
        "chunks": len(groups),
        "complete": sum(
            group == list(range(centre, centre + 3)) for centre, group in zip(_CENTRES, groups, strict=True)
        ),
        "coverage": round(100 * audit("\n".join(sentences), pieces).coverage),
    }


def handbook_sentences() -> tuple[list[str], list[int], list[int]]:
    """The sentences of the twenty topics, the number of each topic's first one, and the topic of each sentence.

    Examples
    --------
    >>> sentences, centres, topics = handbook_sentences()
    >>> len(sentences), centres[:3], topics[:4]
    (40, [0, 2, 4], [0, 0, 1, 1])
    """
    sentences: list[str] = []
    centres, topics = [], []
    for topic, row in enumerate(load_json("twenty_topics")):
        own = re.split(r"(?<=\.) ", row["passage"])
        centres.append(len(sentences))
        topics += [topic] * len(own)
        sentences += own
    return sentences, centres, topics
