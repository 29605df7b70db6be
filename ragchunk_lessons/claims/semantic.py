"""Lesson 12: cutting by meaning: thresholds, runs, short chunks, and a language model as the knife."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..corpora import load_text
from ._claim import Plain, claim

_LESSON = "12_semantic_breaks"
_MODELS = {"MiniLM": "all-MiniLM-L6-v2", "USE": "universal-sentence-encoder-multilingual-3"}


def _sentences(name: str) -> list[str]:
    from ..splitters.sentences import sentence_spans

    text = load_text(name)
    return [text[start:end].strip() for start, end in sentence_spans(text)]


def _embedder(short: str) -> Any:
    from ..models import load_embedder

    return load_embedder(_MODELS[short])


@cache
def _vectors(short: str, name: str) -> Any:
    """The vectors of a text's sentences, embedded all together."""
    return _embedder(short)(_sentences(name))


def _near(vectors: Any) -> Any:
    return (vectors[1:] * vectors[:-1]).sum(axis=1)


@claim(
    "threshold-075",
    "sliceguide",
    "§2.4",
    "A new chunk begins where the similarity of two sentences is below 0.75; try 0.7 to 0.8.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["MiniLM"] == m["subjects"]
        and m["USE"] >= 5 * m["subjects"]
        and m["prose pieces"] == m["prose sentences"]
        and m["same turns lowest"] == len(_MODELS)
    ),
    finding=lambda m: (
        f"The same {m['sentences']} sentences on {m['subjects']} subjects make {m['MiniLM']} chunks with one model and "
        f"{m['USE']} with another. Both place the turns lowest. Of ordinary prose even the first model makes "
        f"{m['prose pieces']} chunks of {m['prose sentences']} sentences."
    ),
)
def threshold() -> Plain:
    from ..published import semantic_chunk

    report, prose = _sentences("waterworks_may"), _sentences("pump_manual_natural")
    turns = {place for place in range(1, len(report)) if place % 8 == 0}
    lowest = [
        set((_near(_vectors(short, "waterworks_may")).argsort()[: len(turns)] + 1).tolist()) == turns
        for short in _MODELS
    ]

    def pieces(short: str, name: str) -> int:
        return len(semantic_chunk(_sentences(name), lambda _: _vectors(short, name), 0.75))

    return {
        "sentences": len(report),
        "subjects": len({sentence.split()[0] for sentence in report}),
        **{short: pieces(short, "waterworks_may") for short in _MODELS},
        "same turns lowest": sum(lowest),
        "prose sentences": len(prose),
        "prose pieces": pieces("MiniLM", "pump_manual_natural"),
    }


@claim(
    "runs-differ",
    "sliceguide",
    "§2.4, §4.4",
    "The breaks are not stable: two runs over the same document may differ slightly.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["rows that differ"] == 0 and m["cuts that differ alone"] == 0 and m["cuts that differ by model"] > 20
    ),
    finding=lambda m: (
        f"Of {m['rows']} vectors, {m['rows that differ']} differ between two runs, bit by bit. Embedded one at a time, "
        f"{m['cuts that differ alone']} cuts change. Another model changes {m['cuts that differ by model']}."
    ),
)
def runs() -> Plain:
    import numpy as np

    report = _sentences("waterworks_may")
    first = {short: _vectors(short, "waterworks_may") for short in _MODELS}
    differ = {short: (_embedder(short)(report) != first[short]).any(axis=1).sum() for short in _MODELS}
    alone = {short: np.vstack([_embedder(short)([sentence]) for sentence in report]) for short in _MODELS}

    def other_cuts(one: Any, other: Any) -> int:
        return int(((_near(one) < 0.75) != (_near(other) < 0.75)).sum())

    return {
        "rows": len(report) * len(_MODELS),
        "rows that differ": int(sum(differ.values())),
        "cuts that differ alone": sum(other_cuts(first[short], alone[short]) for short in _MODELS),
        "cuts that differ by model": other_cuts(first["MiniLM"], first["USE"]),
    }


@claim(
    "short-chunks",
    "sliceguide",
    "§4.3",
    "With a threshold that is too high the top five are short sentences; a minimum of about 100 characters helps.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["median"] < 100 <= m["median with minimum"] and m["top five with minimum"] > 1.4 * m["top five"],
    finding=lambda m: (
        f"At the advised threshold half of the chunks of a manual are at most {m['median']} characters long, and the "
        f"top five for a question hold {m['top five']} characters. Joined up to 100 they hold "
        f"{m['top five with minimum']}."
    ),
)
def short_chunks() -> Plain:
    from statistics import median_low

    from ..document import Document
    from ..locate import locate
    from ..published import semantic_chunk
    from ..retrieval import ChunkIndex
    from ..splitters.breakpoints import split_semantic

    text = load_text("pump_manual_natural")
    embedder = _embedder("MiniLM")
    question = "What should I do when pump 3 reports E-17 at high temperature?"
    sentences = _sentences("pump_manual_natural")
    pieces = semantic_chunk(sentences, lambda _: _vectors("MiniLM", "pump_manual_natural"), 0.75)
    short = list(locate(Document(text), pieces))
    joined = split_semantic(text, 500, embedder=embedder, percentile=0, min_size=100)

    def top(chunks: list[Any]) -> int:
        return sum(len(hit.chunk.text) for hit in ChunkIndex(chunks, embedder).search(question, k=5))

    return {
        "median": median_low(len(chunk.text) for chunk in short),
        "top five": top(short),
        "median with minimum": median_low(len(chunk.text) for chunk in joined),
        "top five with minimum": top(joined),
    }


@claim(
    "llm-method",
    "sliceguide",
    "",
    "Five methods: fixed length, semantic, by a language model, hierarchical, sliding window.",
    "not measurable here",
    _LESSON,
    holds=lambda m: m["right answers taken"] == m["right answers"] and m["wrong answers taken"] == m["lost"] == 0,
    finding=lambda m: (
        f"No language model runs here. Its guard was measured with prepared answers: {m['right answers taken']} of "
        f"{m['right answers']} that copy the text is taken, {m['wrong answers taken']} of {m['wrong answers']} that "
        f"lose, rewrite, repeat or reorder it are; {m['lost']} characters are lost."
    ),
)
def llm_method() -> Plain:
    from ..audit import audit
    from ..splitters.llm import CUT_BY, split_with_llm
    from ..splitters.prepared import PreparedAnswers

    text = load_text("rag_three_paragraphs")
    paragraphs = text.split("\n\n")
    right = [paragraphs]
    wrong = [paragraphs[1:], [text.replace("the", "a")], [*paragraphs, paragraphs[0]], paragraphs[::-1]]

    def taken(answer: list[str]) -> tuple[bool, int]:
        chunks = split_with_llm(text, 400, client=PreparedAnswers(answer), model="none")
        found = audit(text, chunks, 400)
        return {chunk.metadata[CUT_BY] for chunk in chunks} == {"llm"}, found.lost_characters

    results = {
        "right answers": [taken(answer) for answer in right],
        "wrong answers": [taken(answer) for answer in wrong],
    }
    return {
        **{name: len(list_) for name, list_ in results.items()},
        **{f"{name} taken": sum(way for way, _ in list_) for name, list_ in results.items()},
        "lost": sum(lost for list_ in results.values() for _, lost in list_),
    }
