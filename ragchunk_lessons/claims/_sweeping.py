"""Lesson 21: the cuts that are compared, and their scores, each made once in a process.

The rows of this lesson and its open questions stand on the same indexes. Every setting of a knob is embedded in one
list, and every text once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from ..corpora import load_json, load_text
from ..document import Document
from ..evaluating.questions import Question, load_questions

ENGLISH, MULTILINGUAL = "all-MiniLM-L6-v2", "universal-sentence-encoder-multilingual-3"
K, BUDGET = 5, 2000  # results, or characters, that are read
SIZES: tuple[int | str, ...] = (50, 100, 200, 400, 600, 1000, "300 tokens", "500 tokens", "800 tokens")
SIZE = 400  # characters a chunk, where the size is not the knob
SAME_IN_TOKENS = 90  # tokens of this text that have about that many characters
OVERLAPS = (0, 10, 20, 30, 50)  # per cent of the size


@cache
def station(chinese: bool = False) -> tuple[Document, tuple[Question, ...]]:
    """A station manual and its questions."""
    end = "_zh" if chinese else ""
    document = Document(load_text(f"station_manual{end}"))
    return document, tuple(load_questions(load_json(f"station_questions{end}"), document))


def cut_at(document: Document, size: int | str, chinese: bool = False) -> list[Any]:
    """The text cut by the ladder at a size: a number of characters, or such as ``"300 tokens"``."""
    from ..lengths import token_length
    from ..splitters.recursive import CJK_LADDER, LADDER, split_recursive

    ladder = CJK_LADDER if chinese else LADDER
    if isinstance(size, str):
        tokens = token_length("cl100k_base")
        return split_recursive(document, int(size.split()[0]), separators=ladder, length_function=tokens)
    return split_recursive(document, size, separators=ladder)


def windows(document: Document, percent: int) -> list[Any]:
    """Windows of 400 characters that share so many per cent with the one before."""
    from ..splitters.fixed import split_characters

    return split_characters(document, SIZE, SIZE * percent // 100)


def by_splitter(document: Document) -> dict[str, list[Any]]:
    """One text, cut at about 400 characters in seven ways."""
    from ..remembering import remembered
    from ..splitters.breakpoints import split_semantic
    from ..splitters.documents import split_markdown
    from ..splitters.fixed import split_tokens
    from ..splitters.sentences import split_sentences

    return {
        "characters": windows(document, 0),
        "tokens": split_tokens(document, SAME_IN_TOKENS),
        "recursive": cut_at(document, SIZE),
        "sentences": split_sentences(document, SIZE),
        "headings": split_markdown(document, SIZE),
        "headings, named": split_markdown(document, SIZE, add_context=True),
        "semantic": split_semantic(document, SIZE, embedder=remembered(), percentile=80, min_size=100),
    }


def indexes(cuts: dict[Any, list[Any]], model: str = ENGLISH, questions: Iterable[Question] = ()) -> dict[Any, Any]:
    """An index for every cut; whatever is not yet known is embedded in one list."""
    from ..remembering import remembered
    from ..retrieval import ChunkIndex

    embed = remembered(model)
    embed.learn([chunk.text for chunks in cuts.values() for chunk in chunks] + [one.text for one in questions])
    return {value: ChunkIndex(chunks, embed) for value, chunks in cuts.items()}


@cache
def size_indexes(
    model: str = ENGLISH, chinese: bool = False, sizes: tuple[int | str, ...] = SIZES
) -> dict[int | str, Any]:
    """An index for each of the nine sizes, or for some of them."""
    document, questions = station(chinese)
    return indexes({size: cut_at(document, size, chinese) for size in sizes}, model, questions)


@cache
def overlap_indexes() -> dict[int, Any]:
    """An index for each of the five overlaps, in per cent."""
    document, questions = station()
    return indexes({percent: windows(document, percent) for percent in OVERLAPS}, ENGLISH, questions)


@cache
def splitter_indexes() -> dict[str, Any]:
    """An index for each of the seven ways to cut."""
    document, questions = station()
    return indexes(by_splitter(document), ENGLISH, questions)


def scores(
    made: dict[Any, Any], *, k: int | None = None, budget: int | None = None, chinese: bool = False
) -> dict[Any, Any]:
    """An evaluation for every index."""
    from ..evaluate import evaluate_retrieval

    questions = station(chinese)[1]
    return {value: evaluate_retrieval(index, questions, k, budget=budget) for value, index in made.items()}


def rates(evaluations: Iterable[Any]) -> list[float]:
    """The hit rates, as printed."""
    return [round(one.hit_rate, 2) for one in evaluations]


def holds_zero(row: Sequence[Any]) -> bool:
    """Whether zero lies in an interval that is written as ``[what, mean, low, high]``."""
    return row[2] <= 0 <= row[3]


def stands_whole(chunks: Sequence[Any], question: Question) -> bool:
    """Whether each span of the answer stands whole in one of the chunks."""
    return all(any(chunk.start <= one.start and one.end <= chunk.end for chunk in chunks) for one in question.answers)


def crossing(chunks: Sequence[Any], questions: Iterable[Question], count: int | None = None) -> list[Question]:
    """The questions, the first ``count`` of them, whose answer these chunks cut in two."""
    return [one for one in questions if not stands_whole(chunks, one)][:count]


def only(questions: Iterable[Question]) -> Callable[[Any], bool]:
    """A condition for ``Evaluation.where``: the scores of these questions."""
    names = {one.id for one in questions}
    return lambda row: row.question.id in names


def shared_places(index: Any, questions: Sequence[Question], k: int = K) -> dict[str, float]:
    """How far the first ``k`` results repeat each other: on average, and how often three stand side by side.

    Returns
    -------
    dict
        ``"sharing"``: the share of results that overlap another one; ``"repeated"``: the share of their characters
        that comes twice; ``"three"``: the number of questions where three results or more join into one passage.
    """
    sharing = read = new = three = 0
    for question in questions:
        chunks = sorted((hit.chunk for hit in index.search(question.text, k)), key=lambda chunk: chunk.start)
        read += sum(chunk.end - chunk.start for chunk in chunks)
        groups: list[list[Any]] = []
        for chunk in chunks:
            if groups and chunk.start < groups[-1][-1].end:
                groups[-1].append(chunk)
            else:
                groups.append([chunk])
        new += sum(group[-1].end - group[0].start for group in groups)
        sharing += sum(len(group) for group in groups if len(group) > 1)
        three += any(len(group) > 2 for group in groups)
    return {"sharing": sharing / (k * len(questions)), "repeated": 1 - new / read, "three": three}


def share_with_key(index: Any, questions: Sequence[Question], length: int, k: int = K) -> float:
    """The published rate: a question is hit if a result holds the first ``length`` characters of its answer."""
    from ..published import eval_retrieval

    rows = [{"query": one.text, "answer_key": one.answers[0].text[:length]} for one in questions]
    return eval_retrieval(rows, Texts(index), k)


class Texts:
    """An index as the published recipe wants it: ``search(query, top_k=...)`` gives dicts with ``text``.

    Parameters
    ----------
    index : ChunkIndex
    """

    def __init__(self, index: Any) -> None:
        self.index = index

    def search(self, query: str, top_k: int = 5) -> list[dict[str, str]]:
        """The texts of the first results."""
        return [{"text": hit.chunk.text} for hit in self.index.search(query, top_k)]


def sections(document: Document) -> list[tuple[int, int]]:
    """Where each headed section of a Markdown text starts and ends, down to the third level, blank ones left out."""
    import re

    text = document.text
    starts = sorted({0, *(found.start() for found in re.finditer(r"(?m)^#{1,3} ", text))})
    return [
        (start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True) if text[start:end].strip()
    ]


def word_windows(document: Document, spans: Iterable[tuple[int, int]], n: int, overlap: int) -> tuple[list, list]:
    """Windows of ``n`` words, each span cut as a document of its own: those that the published loop keeps, and all.

    The spans of the chunks are those of the whole document, so one set of questions serves both.
    """
    from ..chunk import Chunk
    from ..published import ngram_chunks
    from ..splitters.fixed import split_words

    kept, all_of_them = [], []
    for start, end in spans:
        text = document.text[start:end]
        made = [Chunk(one.text, one.start + start, one.end + start) for one in split_words(text, n, overlap)]
        kept += made[: len(ngram_chunks(text, n, overlap))]
        all_of_them += made
    return kept, all_of_them
