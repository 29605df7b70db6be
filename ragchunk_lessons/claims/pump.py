"""Lesson 18: the walkthrough of the pump manual, in two drafts and six phrasings of one need."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..corpora import load_text
from ._claim import Plain, claim, listed

_LESSON = "18_pump_manual"

PHRASINGS: dict[str, str] = {
    "A": "Pump 3 reports E-17 at high temperature. How do I handle it?",
    "B": "What should I do when pump 3 reports E-17 at high temperature?",
    "C": "What is to be done when pump 3 shows E-17?",
    "D": "E-17 pump 3 hot",
    "E": "Which steps follow an E-17?",
    "F": "The winding of pump 3 was too hot and the relay tripped. How long must it cool?",
}
"""Six ways to say the same need. A is the question of the source; F has no code in it."""

DRAFTS: tuple[str, ...] = ("tuned", "natural")
_POOL = 20


@cache
def leaves_of_draft(draft: str) -> tuple[Any, ...]:
    """The leaves of a draft of the manual: 250 characters at most, four to a parent."""
    from ..searching.parents import split_parents

    return tuple(split_parents(load_text(f"pump_manual_{draft}"), 250))


@cache
def index_of_draft(draft: str) -> Any:
    """The leaves of a draft, embedded."""
    from ..remembering import remembered
    from ..retrieval import ChunkIndex

    return ChunkIndex(leaves_of_draft(draft), remembered())


def answering(leaves: Any) -> Any:
    """The one leaf that says what E-17 is and what to do."""
    (leaf,) = (leaf for leaf in leaves if "E-17:" in leaf.text)
    return leaf


def places(draft: str, question: str) -> list[int | None]:
    """The place of the answering leaf after each stage of the chain."""
    from ..searching.chain import run_stages
    from ..searching.second_pass import shared_reader

    stages = run_stages(question, index_of_draft(draft), shared_reader(), pool=_POOL)
    return [stage.place(answering(leaves_of_draft(draft))) for stage in stages]


@claim(
    "pump-size",
    "contextnotes",
    "§8",
    "A manual of 40 pages gives 1 280 leaves of 250 characters, four to a parent: 320 parents.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["parents"] == 320
        and m["characters a page"] == 8000
        and 2.5 <= m["times a full page"] <= 3
        and m["leaves of 40 full pages"] < 500
    ),
    finding=lambda m: (
        f"{m['parents']} parents is right. But it makes {m['characters a page']} characters a page, "
        f"{m['times a full page']} times a page of {m['a full page']} characters without any gap or picture; 40 such "
        f"pages have {m['leaves of 40 full pages']} leaves."
    ),
)
def pump_size() -> Plain:
    leaves, pages, size = 1280, 40, 250
    full = 45 * 66  # lines of a printed page, characters of a line that reads well
    return {
        "characters a page": leaves * size // pages,
        "a full page": full,
        "times a full page": round(leaves * size / pages / full, 1),
        "leaves of 40 full pages": pages * full // size,
        "parents": leaves // 4,
    }


@claim(
    "pump-e17",
    "contextnotes",
    "§8",
    "The leaf that explains E-17 is fifth in the first search and first after the second pass.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        # One draft and one phrasing give the published places; no other phrasing does, and the other draft never.
        [m["tuned"]["first search"][0], m["tuned"]["reranked"][0]] == [5, 1]
        and m["as published"] == {"tuned": ["A"], "natural": []}
        and len(set(m["tuned"]["first search"])) >= 4
        and None in m["natural"]["reranked"]
    ),
    finding=lambda m: (
        f"Phrasing {listed(m['as published']['tuned'])} of six, in the draft worded for it, gives just these places; "
        f"in that draft the first search puts the leaf at {_said(m['tuned']['first search'])}, the reranker at "
        f"{_said(m['tuned']['reranked'])}. In the natural draft: {_said(m['natural']['first search'])}, and "
        f"{_said(m['natural']['reranked'])}."
    ),
)
def pump_e17() -> Plain:
    found = {draft: [places(draft, question)[:2] for question in PHRASINGS.values()] for draft in DRAFTS}
    return {
        "as published": {
            draft: [name for name, pair in zip(PHRASINGS, pairs, strict=True) if pair == [5, 1]]
            for draft, pairs in found.items()
        },
        **{
            draft: {"first search": [first for first, _ in pairs], "reranked": [second for _, second in pairs]}
            for draft, pairs in found.items()
        },
    }


def _said(ranks: list[int | None]) -> str:
    return ", ".join("nowhere" if rank is None else str(rank) for rank in ranks)


@claim(
    "pump-union",
    "contextnotes",
    "§8",
    "Asked in four more ways, the five candidates become 23 once repeated ones are taken out.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["at most"] == {"four lists": 20, "five lists": 25}
        and all(m[draft]["five lists"] <= 16 and m[draft]["four lists"] <= m[draft]["five lists"] for draft in DRAFTS)
        and m["tuned"]["answer found"] is True
        and m["natural"]["answer found"] is False
    ),
    finding=lambda m: (
        f"Five lists of five hold {m['at most']['five lists']} at most. With ours {m['tuned']['five lists']} and "
        f"{m['natural']['five lists']} are left in the two drafts: phrasings of one need find the same leaves. In the "
        "natural draft the one that answers is not among them."
    ),
)
def pump_union() -> Plain:
    first, *others = list(PHRASINGS.values())[:5]
    found: Plain = {"at most": {"four lists": 5 * len(others), "five lists": 5 * (len(others) + 1)}}
    for draft in DRAFTS:
        lists = [{hit.chunk.id for hit in index_of_draft(draft).search(one, 5)} for one in (first, *others)]
        found[draft] = {
            "four lists": len(set().union(*lists[1:])),
            "five lists": len(set().union(*lists)),
            "answer found": answering(leaves_of_draft(draft)).id in set().union(*lists),
        }
    return found
