"""Lesson 17: a second pass over the candidates: in which order, and at what price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..corpora import load_json, load_text
from ._claim import Plain, claim, listed

_LESSON = "17_rerank"
_LISTS = (50, 200_000)  # the candidates that the source speaks of, and the texts that it says are too many
_PUBLISHED = [5, 4, 2, 1, 3]  # the third of the source is in no place, so it is the last


@claim(
    "rerank-order",
    "contextnotes",
    "§7",
    "A language model ranks five passages on one company's lead in its market: 5, 4, 2, 1. The third is dropped.",
    "not measurable here",
    _LESSON,
    holds=lambda m: (
        set(m["cross-encoder"][:2]) == set(m["embedder"][:2]) == set(m["name the subject"]) == {1, 2}
        and set(m["above zero"]) == {1, 2}
        and set(m["published"][:2]).isdisjoint(m["cross-encoder"][:2])
    ),
    finding=lambda m: (
        f"No language model runs here. On five passages of ours, built alike, a cross-encoder gives the order "
        f"{listed(m['cross-encoder'])}, an embedder {listed(m['embedder'])}. Both put the two that name the subject, "
        f"{listed(m['name the subject'])}, first; only these score above zero."
    ),
)
def rerank_order() -> Plain:
    from ..auditing.anchors import share
    from ..models import load_embedder
    from ..rerankers import load_reranker

    item = load_json("bakery_passages")
    question, passages = item["question"], item["passages"]
    logits = load_reranker()(question, passages)
    embed = load_embedder()
    near = embed(passages) @ embed([question])[0]
    return {
        "published": _PUBLISHED,
        "cross-encoder": _order(logits),
        "embedder": _order(near),
        "above zero": [number for number, logit in enumerate(logits, 1) if logit > 0],
        "name the subject": [n for n, text in enumerate(passages, 1) if share("Lind Bakery", text) == 1],
    }


def _order(scores: Any) -> list[int]:
    return sorted(range(1, len(scores) + 1), key=lambda number: -scores[number - 1])


@claim(
    "rerank-cost",
    "contextnotes",
    "§7, §11",
    "A second pass can read some dozens of candidates and not 200 000; what it costs is not said.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["four times the candidates"] == "about four times as long"
        and m["these candidates, against the first pass"] == "many times as long"
        and m["times as long"] * m["lists"][0] == m["lists"][1] == 200_000
    ),
    finding=lambda m: (
        f"The model runs once for each candidate: four times as many take {m['four times the candidates']}. "
        f"{m['candidates']} candidates take {m['these candidates, against the first pass']} as the vector of the "
        f"question, which is all that the first pass needs. 200 000 take {m['times as long']} times as long as "
        f"{m['lists'][0]}."
    ),
)
def rerank_cost() -> Plain:
    from ..models import load_embedder
    from ..rerankers import load_reranker
    from ..searching.parents import split_parents

    leaves = [leaf.text for leaf in split_parents(load_text("station_manual")[:3000], 250)][:6]
    question = "How often may Pump 2 be started within one hour?"
    score, embed = load_reranker(), load_embedder()
    few, many, vector = _least(
        lambda: score(question, leaves), lambda: score(question, leaves * 4), lambda: embed([question])
    )
    return {
        "candidates": 4 * len(leaves),
        "four times the candidates": "about four times as long" if 2.5 < many / few < 6 else "not four times as long",
        "these candidates, against the first pass": "many times as long" if many > 5 * vector else "about as long",
        "lists": list(_LISTS),
        "times as long": _LISTS[1] // _LISTS[0],
    }


def _least(*works: Callable[[], object], runs: int = 2) -> list[float]:
    """The least processor time of several runs of each, in turns: the time without disturbance."""
    from time import process_time

    least = [float("inf")] * len(works)
    for _ in range(runs):
        for place, work in enumerate(works):
            start = process_time()
            work()
            least[place] = min(least[place], process_time() - start)
    return least
