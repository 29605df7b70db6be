"""Lesson 20: the five failures that a guide to slicing strategies describes, each provoked and cured."""

from __future__ import annotations

from itertools import chain
from typing import Any

from ._claim import Plain, claim

_LESSON = "20_five_failures"
_SIZE, _BUDGET = 800, 2000  # characters: the limit of the guide's structural recipe, and what is read for a question
_USE = "universal-sentence-encoder-multilingual-3"
_NO_LIMIT = 10**6


def _index(chunks: Any) -> Any:
    from ..retrieval import ChunkIndex
    from ..scenes import shared_embedder

    return ChunkIndex(chunks, shared_embedder())


def _pair() -> tuple[Any, Any]:
    """The manual cut by a ladder of separators, and at its headings, with the same limit."""
    from ..scenes import station
    from ..splitters.markdown import split_markdown
    from ..splitters.recursive import split_recursive

    manual, _ = station()
    return _index(split_recursive(manual, _SIZE)), _index(split_markdown(manual, _SIZE))


@claim(
    "mixed-sections",
    "sliceguide",
    "§4.1",
    "A chunk of several topics has an averaged vector, so its similarity is too high; cut at headings down to the "
    "third level, and cut long sections again.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["over a heading"] > 0.3 * m["chunks"]
        and m["own, at headings"] > m["own, mixed"]
        and m["other, mixed"] <= m["other, at headings"]
        and m["hit rate, at headings"] > m["hit rate, mixed"]
        and m["low"] > 0
    ),
    finding=lambda m: (
        f"{m['over a heading']} of {m['chunks']} chunks of a manual hold text of two sections or more. Their "
        f"similarity is not too high: the best chunk with a part of the answer has {m['own, mixed']:.2f}, cut at "
        f"headings {m['own, at headings']:.2f}; the best one without, {m['other, mixed']:.2f} and "
        f"{m['other, at headings']:.2f}. The cure helps: hit rate {m['hit rate, mixed']:.2f} and "
        f"{m['hit rate, at headings']:.2f}; the interval of the gain begins at {m['low']:.2f}."
    ),
)
def mixed_sections() -> Plain:
    from ..auditing.signs import over_headings
    from ..evaluate import compare_evaluations, evaluate_retrieval
    from ..scenes import station

    manual, questions = station()
    mixed, clean = _pair()
    before, after = (evaluate_retrieval(index, questions, budget=_BUDGET) for index in (mixed, clean))
    own, other = zip(*(_nearest(index, questions) for index in (mixed, clean)), strict=True)
    return {
        "chunks": len(mixed),
        "over a heading": len(over_headings(manual, mixed.chunks)),
        "own, mixed": round(own[0], 2),
        "own, at headings": round(own[1], 2),
        "other, mixed": round(other[0], 2),
        "other, at headings": round(other[1], 2),
        "hit rate, mixed": round(before.hit_rate, 2),
        "hit rate, at headings": round(after.hit_rate, 2),
        "low": round(compare_evaluations(before, after, "hit").low, 2),
    }


def _nearest(index: Any, questions: Any) -> tuple[float, float]:
    """The similarity of the nearest chunk with a part of the answer, and without one; means over the questions."""
    import numpy as np

    own, other = [], []
    for question in questions:
        near = index.vectors @ index.embedder([question.text])[0]
        part = np.array(
            [any(c.start < a.end and a.start < c.end for a in question.answers) for c in index.chunks], dtype=bool
        )
        own.append(near[part].max())
        other.append(near[~part].max())
    return float(np.mean(own)), float(np.mean(other))


@claim(
    "table-halves",
    "sliceguide",
    "§4.2",
    "Asked for a value in a table, a search returns half of it without its header; keep tables whole, or cut them "
    "between rows and give each piece the header.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["pieces without header"] > 0 == m["pieces without header, cured"]
        and m["with header"] < 0.7 * m["rows found"]
        and m["with header, cured"] == m["rows found, cured"]
        and m["low"] > 0
    ),
    finding=lambda m: (
        f"{m['pieces without header']} pieces of a manual's tables have no header. Of {m['rows']} rows that are asked "
        f"for, {m['rows found']} are found and {m['with header']} can be read. With a header in each piece "
        f"{m['rows found, cured']} are found, and {m['with header, cured']} can be read; the interval of "
        f"the gain begins at {m['low']:.2f}."
    ),
)
def table_halves() -> Plain:
    from ..audit import audit
    from ..evaluating.intervals import paired_bootstrap
    from ..scenes import answered, holder, row_questions, shared_embedder, station, within

    manual, _ = station()
    rows = row_questions(manual)
    shared_embedder().learn(one.text for one in rows)
    found, read, loose = [], [], []
    for index in _pair():
        results = [within(index.search(one.text, 40), _BUDGET) for one in rows]
        held = [holder([hit.chunk for hit in hits], one.answers[0]) for one, hits in zip(rows, results, strict=True)]
        found.append(sum(place is not None for place in held))
        read.append([answered(manual, one, hits) for one, hits in zip(rows, results, strict=True)])
        loose.append(len(audit(manual, index.chunks).tables_without_header))
    return {
        "pieces without header": loose[0],
        "pieces without header, cured": loose[1],
        "rows": len(rows),
        "rows found": found[0],
        "with header": int(sum(read[0])),
        "rows found, cured": found[1],
        "with header, cured": int(sum(read[1])),
        "low": round(paired_bootstrap(*read).low, 2),
    }


@claim(
    "cuts-move",
    "sliceguide",
    "§4.4",
    "A new version of the model, or vectors that are not brought to length 1, move the breaks; keep the chunks on "
    "disk, and index and search the same ones.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["chunks in common"] < 0.5 * m["chunks"]
        and m["labels right"] < 0.7 * m["labels"]
        and m["labels right, kept"] == m["labels"]
        and m["published, longer vectors"] < 0.6 * m["published"]
        and m["moved by length, ours"] == 0
    ),
    finding=lambda m: (
        f"Cut with another model, {m['chunks in common']} of {m['chunks']} chunks are as they were, and "
        f"{m['labels right']} of {m['labels']} answers stand in the chunk of the number that was noted; "
        f"{m['labels right, kept']} if the file is read. Vectors of twice the length turn {m['published']} chunks of "
        f"the published recipe into {m['published, longer vectors']}, and move {m['moved by length, ours']} of ours."
    ),
)
def cuts_move() -> Plain:
    from tempfile import TemporaryDirectory

    from ..published import semantic_chunk
    from ..scenes import holder, shared_embedder, station
    from ..splitters._vectors import sentences_of
    from ..splitters.semantic import split_semantic

    manual, questions = station()
    embed, other = shared_embedder(), shared_embedder(_USE)

    def longer(texts: list[str]) -> Any:
        return 2 * embed(texts)

    def cut(embedder: Any, **settings: Any) -> list[Any]:
        return split_semantic(manual, _SIZE, embedder=embedder, percentile=80, min_size=100, **settings)

    with TemporaryDirectory() as folder:
        first, kept = cut(embed, cache=folder), cut(embed, cache=folder)
    answers = [one.answers[0] for one in questions]
    labels = {place: number for place, one in enumerate(answers) if (number := holder(first, one)) is not None}

    def right(chunks: list[Any]) -> int:
        return sum(holder(chunks[number : number + 1], answers[place]) == 0 for place, number in labels.items())

    second, stretched = cut(other), cut(longer)
    sentences = [manual.text[low:high].strip() for low, high in sentences_of(manual.text)]
    ids = {chunk.id for chunk in first}
    return {
        "chunks": len(first),
        "chunks in common": len(ids & {chunk.id for chunk in second}),
        "labels": len(labels),
        "labels right": right(second),
        "labels right, kept": right(kept),
        "published": len(semantic_chunk(sentences, embed)),
        "published, longer vectors": len(semantic_chunk(sentences, longer)),
        "moved by length, ours": len(ids ^ {chunk.id for chunk in stretched}),
    }


@claim(
    "heading-depths",
    "sliceguide",
    "§4.5",
    "Documents whose headings begin at different levels give chunks of 200 characters and of 2000; bring the levels "
    "to one depth, then cut again at a limit, and the lengths are close together.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["longest"] > 20 * m["median"]
        and m["longest, both"] < 0.2 * m["longest"]
        and m["longest, ours"] <= _SIZE < m["longest, both"]
        and m["hits"] == 0
        and min(m["hits, levels"], m["hits, limit"], m["hits, ours"]) > 0.6 * m["questions"]
    ),
    finding=lambda m: (
        f"Cut at one to three #, half of the pieces have at most {m['median']} characters and one has {m['longest']}; "
        f"of {m['questions']} questions on it, {m['hits']} are answered. Levels brought to one depth: "
        f"{m['hits, levels']}, a limit alone: {m['hits, limit']}. With both, the published recipe still makes a piece "
        f"of {m['longest, both']}; a splitter that reads every level and cuts blocks keeps to {m['longest, ours']} and "
        f"answers {m['hits, ours']}."
    ),
)
def heading_depths() -> Plain:
    from statistics import median_low

    from ..evaluate import evaluate_retrieval
    from ..scenes import on_second_office, recipe_chunks, two_offices
    from ..splitters.markdown import split_markdown

    mixed, level = two_offices(3), two_offices(0)

    def recipe(offices: Any, limit: int) -> list[Any]:
        return list(chain(*(recipe_chunks(document, limit) for document in offices[0])))

    def hits(chunks: list[Any], offices: Any) -> int:
        return int(sum(evaluate_retrieval(_index(chunks), on_second_office(offices), budget=_BUDGET).values("hit")))

    before, both = recipe(mixed, _NO_LIMIT), recipe(level, _SIZE)
    ours = list(chain(*(split_markdown(document, _SIZE) for document in mixed[0])))
    return {
        "median": median_low(len(chunk.text) for chunk in before),
        "longest": max(len(chunk.text) for chunk in before),
        "longest, both": max(len(chunk.text) for chunk in both),
        "longest, ours": max(len(chunk.text) for chunk in ours),
        "questions": len(on_second_office(mixed)),
        "hits": hits(before, mixed),
        "hits, levels": hits(recipe(level, _NO_LIMIT), level),
        "hits, limit": hits(recipe(mixed, _SIZE), mixed),
        "hits, ours": hits(ours, mixed),
    }
