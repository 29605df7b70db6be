"""Lesson 4: recursive splitting at four sizes, and what its first chunks hold."""

from __future__ import annotations

from ..corpora import load_text
from ._claim import Plain, claim, listed

_LESSON = "04_recursive"
_QUESTION = "What is RAG?"
# The separators as the course prints them.
_WITH_STOP = ("\n\n", "\n", ".", " ", "")


def _cut(size: int, **settings):
    from ..splitters.recursive import split_recursive

    return split_recursive(load_text("rag_three_paragraphs"), size, 50, **settings)


def _count_row(size: int, count: int, place: str, printed: str) -> None:
    """The four rows differ in their numbers only."""

    @claim(
        f"rag-{size}",
        "ragcourse",
        place,
        f"Three paragraphs at {size} characters with an overlap of 50: {printed}.",
        "reproduced",
        _LESSON,
        holds=lambda m: len(m["lengths"]) == count and (size != 300 or m["lengths"][0] == 276),
        finding=lambda m: (
            f"{len(m['lengths'])} chunk{'s' * (len(m['lengths']) != 1)} from our three paragraphs, of "
            f"{listed(m['lengths'])} characters."
        ),
    )
    def rag_count() -> Plain:
        return {"lengths": [len(chunk.text) for chunk in _cut(size)]}


_count_row(200, 6, "§4", "6 chunks")
_count_row(300, 4, "§3", "4 chunks, the first of 276 characters")
_count_row(500, 3, "§4", "3 chunks")
_count_row(1000, 1, "§4", "1 chunk")


@claim(
    "rag-200-rank2",
    "ragcourse",
    "§4",
    "At 200 characters a chunk without a subject comes second for “What is RAG?”.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["first"].startswith("Retrieval Augmented Generation") and m["second"].startswith("the factual accuracy")
    ),
    finding="First “{first} …” ({score 1:.2f}), then “{second} …” ({score 2:.2f}).",
)
def rag_200_rank2() -> Plain:
    from ..models import load_embedder
    from ..retrieval import ChunkIndex

    one, two = ChunkIndex(_cut(200), load_embedder()).search(_QUESTION, k=2)
    return {
        "first": " ".join(one.chunk.text.split()[:4]),
        "second": " ".join(two.chunk.text.split()[:4]),
        "score 1": round(one.score, 2),
        "score 2": round(two.score, 2),
    }


@claim(
    "rag-200-cut",
    "ragcourse",
    "§4",
    "At 200 characters the first chunk stops at “… to enhance”.",
    "refuted",
    _LESSON,
    holds=lambda m: not m["end"].endswith("to enhance") and m["print-out"].rpartition(" ")[0].endswith("to enhance"),
    finding=(
        "It ends “… {end}”, after {length} characters. A print-out of its first 150 characters stops at “… "
        "{print-out}”: "
        "where the print-out ends is not where the chunk ends."
    ),
)
def rag_200_cut() -> Plain:
    text = _cut(200)[0].text
    return {"end": " ".join(text.split()[-3:]), "length": len(text), "print-out": " ".join(text[:150].split()[-3:])}


@claim(
    "dot-separator",
    "ragcourse",
    "§5, §10",
    "To put “.” before the space in the list of separators is almost free and keeps sentences whole.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["dots"] == 1 and m["begin with a stop"] == 3 and not m["first whole"] and m["kept at the end"] == 0
    ),
    finding=(
        "{chunks} chunks instead of {without}: {dots} of them is a single “.”, {begin with a stop} begin with "
        "“. ”, and the "
        "first sentence, longer than the size, is still cut. With the separator kept at the end no chunk "
        "begins with a stop."
    ),
)
def dot_separator() -> Plain:
    chunks = _cut(200, separators=_WITH_STOP)
    at_end = _cut(200, separators=_WITH_STOP, keep_separator="end")
    first = load_text("rag_three_paragraphs").partition("\n\n")[0]
    return {
        "chunks": len(chunks),
        "without": len(_cut(200)),
        "dots": sum(chunk.text == "." for chunk in chunks),
        "begin with a stop": sum(chunk.text.startswith(". ") for chunk in chunks),
        "first whole": any(first in chunk.text for chunk in chunks),
        "kept at the end": sum(chunk.text.startswith(".") for chunk in at_end),
    }


@claim(
    "recursive-merge",
    "ragcourse",
    "§5",
    "“Recursive” means the order in which separators give way, from blank line to single character.",
    "corrected",
    _LESSON,
    holds=lambda m: m["pieces"] > 10 * m["chunks"] == 10 * 6,
    finding=(
        "That is half of it. At 200 characters the ladder alone leaves {pieces} pieces, most of them single "
        "words; merging "
        "neighbours up to the size makes {chunks} chunks of them."
    ),
)
def recursive_merge() -> Plain:
    text = load_text("rag_three_paragraphs")
    return {"pieces": len(_ladder_alone(text, 200, ("\n\n", "\n", " ", ""))), "chunks": len(_cut(200))}


def _ladder_alone(text: str, size: int, separators: tuple[str, ...]) -> list[str]:
    """Split what is too long at the first separator, and its pieces at the next; merge nothing."""
    if len(text) <= size:
        return [text]
    first, *rest = separators
    pieces = text.split(first) if first else list(text)
    return [small for piece in pieces if piece for small in _ladder_alone(piece, size, tuple(rest))]
