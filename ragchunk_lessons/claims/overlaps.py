"""Lesson 5: the overlap that is asked for, the one that is given, and when it keeps a sentence whole."""

from __future__ import annotations

from itertools import pairwise

from ..auditing.overlap import count_whole, probability_whole
from ..corpora import load_text
from ._claim import Plain, claim, listed

_LESSON = "05_overlap"


@claim(
    "rag-overlap-50",
    "ragcourse",
    "§6",
    "With an overlap of 50, each chunk repeats the last 50 characters of the one before.",
    "corrected",
    _LESSON,
    holds=lambda m: m["at 200"] == [47, 0, 47, 0, 46] and m["at 500"] == [0, 0],
    finding=lambda m: (
        f"Shared characters at size 200: {listed(m['at 200'])}; at size 500: {listed(m['at 500'])}. The overlap "
        "is an upper "
        "bound, in whole pieces, and none is given where a paragraph was too long for one chunk or became one "
        "of its own."
    ),
)
def rag_overlap_50() -> Plain:
    from ..splitters.recursive import split_recursive

    text = load_text("rag_three_paragraphs")
    return {
        f"at {size}": [max(before.end - after.start, 0) for before, after in pairwise(split_recursive(text, size, 50))]
        for size in (200, 500)
    }


@claim(
    "overlap-bm25",
    "ragcourse",
    "§6",
    "A chunk that ends in “BM25 is” shows an overlap of 5 words failing.",
    "refuted",
    _LESSON,
    holds=lambda m: m["ends in"] == "BM25 is" and m["seam"] == [] and m["counter-example"] != [],
    finding=lambda m: (
        f"The first chunk does end in “{m['ends in']}”, yet every sentence at the seam is whole in one of the "
        f"two chunks. In our counter-example one is whole in none: “{m['counter-example'][0]} …”."
    ),
)
def overlap_bm25() -> Plain:
    from ..locate import locate
    from ..published import word_chunks
    from ..splitters.sentences import sentence_spans

    def broken(name: str) -> list[str]:
        text = load_text(name)
        chunks = list(locate(text, word_chunks(text, 30, 5)))
        spans = [(start, start + len(text[start:end].rstrip())) for start, end in sentence_spans(text)]
        return [" ".join(text[a:b].split()[:5]) for a, b in spans if not count_whole([(a, b)], chunks)]

    first = word_chunks(load_text("overlap_seam"), 30, 5)[0]
    return {
        "ends in": " ".join(first.split()[-2:]),
        "seam": broken("overlap_seam"),
        "counter-example": broken("overlap_counterexample"),
    }


@claim(
    "overlap-rule",
    "ragcourse",
    "§6",
    "The overlap must be large enough for the longest sentence.",
    "corrected",
    _LESSON,
    holds=lambda m: m["largest difference"] < 0.01 and m["certain up to"] == 51 and m["never beyond"] == 200,
    finding=(
        "Whole for certain up to the overlap and one more; beyond it with a chance that falls in a straight "
        "line to none at the size. At 200/50: certain up to {certain up to} characters, a chance of one half at "
        "{even odds at}, never beyond {never beyond}. Counted over {cases} cases of other lengths and settings, "
        "the largest difference from the rule is {largest difference:.2f}."
    ),
)
def overlap_rule() -> Plain:
    from ..splitters.fixed import split_characters

    settings = ((200, 50), (200, 0), (300, 50), (500, 100))
    largest, cases, counted = 0.0, 0, {}
    for size, overlap in settings:
        step = size - overlap
        chunks = split_characters("x" * (size + 4 * step), size, overlap)
        for length in range(1, size + 21, 10):
            begins = range(step, 2 * step)  # every place within one step, away from both ends
            share = count_whole([(begin, begin + length) for begin in begins], chunks) / step
            largest = max(largest, abs(share - probability_whole(length, size, overlap)))
            cases += 1
    chunks = split_characters("x" * 1000, 200, 50)
    for length in range(1, 203):
        counted[length] = count_whole([(begin, begin + length) for begin in range(150, 300)], chunks) / 150
    return {
        "cases": cases,
        "largest difference": round(largest, 4),
        "certain up to": max(length for length, share in counted.items() if share == 1),
        "even odds at": max(length for length, share in counted.items() if share >= 0.5),
        "never beyond": max(length for length, share in counted.items() if share > 0),
    }


@claim(
    "overlap-all-50",
    "ragcourse",
    "§6",
    "Every recipe uses an overlap of 50 characters or less, about 11 tokens.",
    "corrected",
    _LESSON,
    holds=lambda m: m["largest in characters"] > 50 and m["50 tokens in characters"] > 200,
    finding=lambda m: (
        f"It depends on the recipe and the unit. Among the recipes that we compare, overlaps are "
        f"{listed(m['overlaps'])}. "
        f"50 tokens of prose are {m['50 tokens in characters']} characters."
    ),
)
def overlap_all_50() -> Plain:
    from ..lengths import token_spans

    # As the three sources print them: this is a fact about the sources and not a measurement.
    printed = [(50, "characters"), (80, "characters"), (10, "tokens"), (50, "tokens"), (3, "words"), (5, "words")]
    return {
        "overlaps": [f"{number} {unit}" for number, unit in printed],
        "largest in characters": max(number for number, unit in printed if unit == "characters"),
        "50 tokens in characters": token_spans(load_text("maintenance_prose"))[49][1],
    }
