"""Lesson 16: neighbours by position, and what more context costs."""

from __future__ import annotations

from ..corpora import load_text
from ._claim import Plain, claim
from .parents import hits_on, leaves_of

_LESSON = "16_neighbours"
_FOUND = (1, 2, 41, 77, 5)  # the leaves that the source finds, in its order
_CANDIDATES = 23  # the leaves that it has after asking in four ways


@claim(
    "context-totals",
    "contextnotes",
    "§8",
    "Of leaves of 250 characters: three 750, five 1 250, merged 1 750, with neighbours 3 000, 23 of them 5 750, and "
    "1 500 after reranking.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["equal leaves"] == [750, 1250, 1750, 3000, 5750, 1500]
        and all(one < other for one, other in zip(m["leaves of sentences"], m["equal leaves"][:4], strict=True))
    ),
    finding=lambda m: (
        f"With leaves of exactly that size: {', '.join(map(str, m['equal leaves']))}. Leaves that end with a sentence "
        f"are shorter; the first four sums are then {', '.join(map(str, m['leaves of sentences']))} in our manual."
    ),
)
def context_totals() -> Plain:
    from ..searching.neighbours import add_neighbours
    from ..searching.parents import merge_parents, split_parents

    def characters(results: list) -> int:
        return sum(len(hit.chunk.text) for hit in results)

    def walk(leaves: list) -> list[int]:
        hits = hits_on(leaves, _FOUND)
        return [
            characters(hits[:3]),
            characters(hits),
            characters(merge_parents(hits, 2)),
            characters(add_neighbours(hits, 1)),
        ]

    equal = leaves_of(80)
    merged = {hit.chunk.metadata["parent"]: hit for hit in merge_parents(hits_on(equal, _FOUND), 2)}
    return {
        "equal leaves": [
            *walk(equal),
            characters(hits_on(equal, tuple(range(1, _CANDIDATES + 1)))),
            characters([merged[2], merged[1], merged[11]]),  # leaf 5, parent 1 and leaf 41 are kept
        ],
        "leaves of sentences": walk(split_parents(load_text("station_manual"), 250)),
    }


@claim(
    "token-34",
    "contextnotes",
    "§5",
    "In English a token is about three to four characters.",
    "corrected",
    _LESSON,
    holds=lambda m: min(m["prose"]) > 4.2 and 3.8 < min(m["tables and prose"]) and max(m["tables and prose"]) < 4.3,
    finding=lambda m: (
        f"In running prose {m['prose'][0]} to {m['prose'][-1]}, by encoding; in a manual with tables and codes "
        f"{m['tables and prose'][0]} to {m['tables and prose'][-1]}."
    ),
)
def token_34() -> Plain:
    from ..lengths import ENCODINGS, count_tokens

    def ratios(name: str) -> list[float]:
        text = load_text(name)
        return sorted(round(len(text) / count_tokens(text, encoding), 2) for encoding in ENCODINGS)

    return {"prose": ratios("maintenance_prose"), "tables and prose": ratios("station_manual")}


@claim(
    "window-750",
    "contextnotes",
    "§5",
    "A leaf of 250 tokens with its two neighbours is a window of about 750.",
    "corrected",
    _LESSON,
    holds=lambda m: 740 <= m["token leaves"] <= 760 and m["character leaves"] < 750 / 4,
    finding=(
        "It holds where leaves are counted in tokens: {token leaves}. The same chapter's leaves of 250 characters give "
        "{character leaves} tokens."
    ),
)
def window_750() -> Plain:
    from ..lengths import count_tokens, get_encoding

    text = load_text("pump_manual_natural")
    encoder = get_encoding("cl100k_base")
    tokens = encoder.encode_ordinary(text)
    leaves = [encoder.decode(tokens[start : start + 250]) for start in (0, 250, 500)]
    return {
        "token leaves": sum(count_tokens(leaf) for leaf in leaves),
        "character leaves": sum(count_tokens(text[start : start + 250]) for start in (0, 250, 500)),
    }


@claim(
    "cost-3x",
    "contextnotes",
    "§6",
    "From 1 000 to 3 000 tokens the context is three times as long, and cost and delay rise with it.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["times the tokens"] == 3 and m["at least twice the time"] is True,
    finding=lambda m: (
        f"{m['short']} and {m['long']} tokens of a manual: {m['times the tokens']} times as many to pay for. A "
        "reranker that reads three times the text needs "
        f"{'more' if m['at least twice the time'] else 'less'} than twice the time."
    ),
)
def cost_3x() -> Plain:
    from ..lengths import token_spans
    from ..rerankers import load_reranker

    text = load_text("station_manual")
    ends = [end for _, end in token_spans(text)]
    short, long = (len([end for end in ends if end <= ends[count - 1]]) for count in (1000, 3000))
    score = load_reranker()
    # As much as this model reads at once; the least of several runs is the time without disturbance.
    times = [_least_seconds(score, text[: ends[count - 1]]) for count in (140, 420)]
    return {
        "short": short,
        "long": long,
        "times the tokens": round(long / short),
        "at least twice the time": times[1] >= 2 * times[0],
    }


def _least_seconds(score, text: str, runs: int = 7) -> float:
    from time import perf_counter

    least = float("inf")
    for _ in range(runs):
        start = perf_counter()
        score("How long does the pump run?", [text])
        least = min(least, perf_counter() - start)
    return least
