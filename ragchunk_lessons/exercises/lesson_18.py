"""Lesson 18: a paragraph that breaks the chain, a phrasing that saves it, and what rank fusion rewards."""

from __future__ import annotations

from collections.abc import Sequence

from ..chunk import Chunk
from ..claims.pump import PHRASINGS, answering, index_of_draft, leaves_of_draft
from ..corpora import load_text
from ..retrieval import ChunkIndex, Hit
from ..searching.keyword import keywords
from ..searching.ranking import fuse, rerank
from . import Checked, exercise, right, wrong

_POOL = 20
# Scores of the reranker that are nearer than this say nothing: rounding differs between processors.
_SURE = 0.5
_LONGEST = 240


@exercise("18-1")
def break_it(answer: object) -> Checked:
    if not isinstance(answer, str) or not answer.strip():
        return wrong("give the paragraph as a string")
    paragraph = answer.strip()
    if "\n" in paragraph:
        return wrong("one paragraph, without a line end")
    if len(paragraph) > _LONGEST:
        return wrong(f"{len(paragraph)} characters are too many for one leaf; {_LONGEST} at most")
    if "e17" in keywords(paragraph):
        return wrong("with the code in it this is no fair fight; leave the code out")
    from ..searching.parents import split_parents

    leaves = split_parents(f"{load_text('pump_manual_tuned')}\n\n## Notes\n{paragraph}", 250)
    ranked = _ranked(leaves, PHRASINGS["A"])
    place, lead = _standing(ranked, answering(leaves))
    own = next((hit.rank for hit in ranked if hit.chunk.end == leaves[-1].end), None)
    yours = f"your paragraph stands at place {own}" if own else "your paragraph is not among the candidates"
    if place == 1:
        return wrong(f"the leaf that answers still stands first; {yours}")
    if place is not None and lead > -_SURE:
        return wrong(f"the leaf that answers is behind by less than half a point, which says nothing; {yours}")
    return right(f"the leaf that answers now stands at place {place}, and {yours}")


@exercise("18-2")
def save_it(answer: object) -> Checked:
    if not isinstance(answer, str) or not answer.strip():
        return wrong("give the question as a string")
    asked = keywords(answer)
    if "pump 3" not in answer.casefold() or "e17" not in asked:
        return wrong("name the pump and the code, as somebody would who stands in front of it")
    needed = answering(leaves_of_draft("natural"))
    copied = _copied(answer, needed.text)
    if copied:
        return wrong(f"“{copied}” is copied from the manual; whoever asks has not read it yet")
    ranked = _ranked(leaves_of_draft("natural"), answer)
    place, lead = _standing(ranked, needed)
    if place is None:
        return wrong(f"the first search does not bring the leaf among {_POOL}; no second pass can help")
    if place > 1:
        return wrong(f"the leaf is among the candidates, and the second pass puts it at place {place}")
    if lead < _SURE:
        return wrong("the leaf stands first, but by less than half a point, which says nothing")
    return right("found and put first; the natural draft is what it was, only the words of the question changed")


@exercise("18-3")
def two_against_one(answer: object) -> Checked:
    if isinstance(answer, bool) or not isinstance(answer, int) or answer < 1:
        return wrong("give one whole number, a place from 1")
    if not _ahead(answer):
        return wrong(f"at place {answer} in both lists it is not ahead any more")
    if _ahead(answer + 1):
        return wrong(f"at place {answer} it is ahead, and at a worse one too")
    return right(f"place {answer} in two lists still counts more than the first place in one")


def _ranked(leaves: Sequence[Chunk], question: str) -> list[Hit]:
    from ..remembering import remembered
    from ..searching.second_pass import shared_reader

    known = leaves is leaves_of_draft("natural")
    index = index_of_draft("natural") if known else ChunkIndex(leaves, remembered())
    return rerank(question, index.search(question, _POOL), shared_reader())


def _standing(ranked: Sequence[Hit], needed: Chunk) -> tuple[int | None, float]:
    """Its place, and by how many points it is ahead of the best other one."""
    own = next((hit for hit in ranked if hit.chunk.id == needed.id), None)
    if own is None:
        return None, 0.0
    return own.rank, own.score - max(hit.score for hit in ranked if hit is not own)


def _copied(answer: str, text: str, run: int = 4) -> str:
    """The first four words in a row that stand in the text as well."""
    words, there = answer.casefold().split(), f" {' '.join(text.casefold().split())} "
    parts = (" ".join(words[at : at + run]) for at in range(len(words) - run + 1))
    return next((part for part in parts if part.strip("?.,;:!") in there), "")


def _ahead(place: int) -> bool:
    """Whether a chunk at this place of two lists comes before one that is first in a third list."""
    fill = [Hit(Chunk("f", at, at + 1), 0.0, 1) for at in range(1, 2 * place + 1)]
    twice, once = (Hit(Chunk(name, 0, 1), 0.0, 1) for name in "to")
    lists = [[*fill[: place - 1], twice], [*fill[place : 2 * place - 1], twice], [once]]
    scores = {hit.chunk.text: hit.score for hit in fuse(lists)}
    return scores["t"] > scores["o"]
