"""Lesson 9: the n-gram recipe and the words it drops."""

from __future__ import annotations

from ..corpora import DEFINITION
from ._claim import Plain, claim

_LESSON = "09_ngram_tail"


@claim(
    "ngram-tail",
    "ragcourse",
    "§8",
    "Windows of 8 words with an overlap of 3 make 7 chunks of the 42 words; “to a RAG system.” is in none.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["chunks"] == 7 and m["lost"] == "to a RAG system." and m["rule broken"] == 0 and m["kept of short"] == 0
    ),
    finding=lambda m: (
        f"{m['chunks']} chunks, and “{m['lost']}” is lost. In general it is (N − n) mod step words, true for "
        f"{m['lengths'] - m['rule broken']} of {m['lengths']} lengths. Of {m['short']} words, fewer than the window, "
        f"{m['kept of short']} are kept."
    ),
)
def ngram_tail() -> Plain:
    from ..published import ngram_chunks

    def kept(count: int) -> int:
        chunks = ngram_chunks(" ".join(map(str, range(count))), 8, 3)
        return len({word for chunk in chunks for word in chunk.split()})

    chunks = ngram_chunks(DEFINITION, 8, 3)
    lengths = range(8, 108)
    return {
        "chunks": len(chunks),
        "lost": DEFINITION[DEFINITION.index(chunks[-1]) + len(chunks[-1]) :].strip(),
        "lengths": len(lengths),
        "rule broken": sum(count - kept(count) != (count - 8) % 5 for count in lengths),
        "short": 7,
        "kept of short": kept(7),
    }


@claim(
    "ngram-example",
    "ragcourse",
    "§8",
    "A printed example, “RAG with Python” for n = 3 and “RAG with, with Python” for n = 2, contradicts itself.",
    "refuted",
    _LESSON,
    holds=lambda m: m["n = 3"] == ["RAG with Python"] and m["n = 2"] == ["RAG with", "with Python"],
    finding=lambda m: (
        f"By definition three words have {len(m['n = 3'])} run of three and {len(m['n = 2'])} runs of two, and "
        "they are the "
        "printed ones: the example is right for both."
    ),
)
def ngram_example() -> Plain:
    words = "RAG with Python".split()
    return {f"n = {n}": [" ".join(words[start : start + n]) for start in range(len(words) - n + 1)] for n in (3, 2)}
