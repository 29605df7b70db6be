"""Lesson 19: the records of a knowledge base, and what an update leaves in it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ..corpora import load_text
from ..document import Document
from ._claim import Plain, claim

_LESSON = "19_knowledge_base"
_SIZE = 500
QUESTION = "Pump 3 tripped with E-17. How long does the winding cool before I press Reset?"
"""The question of lesson 19."""
OLD, NEW = "Let the winding cool for 30 minutes", "Let the winding cool for 45 minutes"


def edition_6(text: str) -> str:
    """The station manual with two changed lines: one is added near its beginning, and one number is another."""
    frost = "- The frost instructions"
    return text.replace(frost, f"- After an E-17 the motors cool longer.\n{frost}", 1).replace(OLD, NEW, 1)


def _sections(text: str) -> list[tuple[str, list[str]]]:
    """The texts of the manual's chunks, section by section, as the recipe is given them."""
    from ..splitters.documents import split_markdown

    chunks = split_markdown(Document(text, "manual.md"), _SIZE)
    by_path = groupby(chunks, key=lambda chunk: chunk.metadata["heading_path"])
    return [(" > ".join(path), [chunk.text for chunk in group]) for path, group in by_path]


def records_of(text: str) -> list[dict[str, Any]]:
    """The records of the manual: the recipe, called once for each section."""
    from ..published.knowledge import build_chunk_records

    return [one for path, texts in _sections(text) for one in build_chunk_records(texts, "manual.md", path)]


@claim(
    "record-fields",
    "sliceguide",
    "§3.3",
    "With source, title path, number and length on each chunk a search can filter, and an answer can be traced.",
    "corrected",
    _LESSON,
    holds=lambda m: m["manual"] == m["found by source"] and m["with a page"] == m["with a row"] == 0,
    finding=(
        "Filtering by source works: {found by source} of {manual} records of our manual. Tracing ends at the title: of "
        "{pages} chunks of a text with pages {with a page} say their page, and of {rows} rows of a table {with a row} "
        "say their row. No field holds them."
    ),
)
def record_fields() -> Plain:
    from ..published.knowledge import build_chunk_records
    from ..splitters.documents import split_pages
    from ..splitters.records import split_table

    manual = records_of(load_text("station_manual"))
    paged = split_pages(load_text("pump_manual_natural").strip().replace("\n\n", "\f"), _SIZE)
    rows = split_table(load_text("spare_parts_csv"))
    pages_said = build_chunk_records([chunk.text for chunk in paged], "rules.pdf", "")
    rows_said = build_chunk_records([chunk.text for chunk in rows], "parts.csv", "")
    everything = [*manual, *pages_said, *rows_said]
    return {
        "manual": len(manual),
        "found by source": sum(one["metadata"]["source"] == "manual.md" for one in everything),
        "pages": len(paged),
        "with a page": sum("page" in one["metadata"] for one in pages_said),
        "rows": len(rows),
        "with a row": sum("row" in one["metadata"] for one in rows_said),
    }


@claim(
    "record-number",
    "sliceguide",
    "§3.3",
    "By its number, the chunks before and behind one that was found can be fetched.",
    "corrected",
    _LESSON,
    holds=lambda m: m["numbers"] < 10 < m["sections"] < m["chunks"] and 0 < m["named"] < m["neighbours"] / 2,
    finding=(
        "Only inside a section. One title path is given for a list of chunks, so the recipe runs once for each of "
        "{sections} sections, and its {chunks} chunks share {numbers} numbers. Of {neighbours} neighbours in the text "
        "{named} have a number beside one's own in the same section."
    ),
)
def record_number() -> Plain:
    records = records_of(load_text("station_manual"))
    labels = [one["metadata"] for one in records]
    keys = {(one["title_path"], one["chunk_index"]) for one in labels}
    named = sum((one["title_path"], one["chunk_index"] + step) in keys for one in labels for step in (-1, 1))
    return {
        "chunks": len(labels),
        "sections": len({one["title_path"] for one in labels}),
        "numbers": len({one["chunk_index"] for one in labels}),
        "neighbours": 2 * (len(labels) - 1),
        "named": named,
    }


@claim(
    "update-questions",
    "sliceguide",
    "§5",
    "Run the set of questions after each update of the knowledge base: far better than to guess.",
    "corrected",
    _LESSON,
    holds=lambda m: m["old answer"] == [1.0, 1.0, 0.0] and m["new answer"] == [0.0, 1.0, 1.0],
    finding=lambda m: (
        "It does not see what should have gone. A chapter changes one number, and its new edition is added to the "
        f"old one. The question that expects the old number scores {m['old answer'][0]:.0f} before and "
        f"{m['old answer'][1]:.0f} after; only without the old edition {m['old answer'][2]:.0f}."
    ),
)
def update_questions() -> Plain:
    from ..models import load_embedder
    from ..published import eval_retrieval

    embed = load_embedder()
    text = load_text("station_manual")
    old, new = _alarm_texts(text), _alarm_texts(edition_6(text))
    texts = list(dict.fromkeys([*old, *new]))
    asked = embed([QUESTION])[0]
    score = dict(zip(texts, (embed(texts) @ asked).round(5).tolist(), strict=True))

    def rates(key: str) -> list[float]:
        question = [{"query": QUESTION, "answer_key": key}]
        return [eval_retrieval(question, _Fixed(base, score)) for base in (old, old + new, new)]

    return {"old answer": rates(OLD), "new answer": rates(NEW)}


def _alarm_texts(text: str) -> list[str]:
    """The chunks of the chapter that the change is in; a whole manual would show the same and take longer."""
    return [one["text"] for one in records_of(text) if " > 8 Alarms" in one["metadata"]["title_path"]]


class _Fixed:
    """A retriever over texts that are scored already, in the form that the recipe calls."""

    def __init__(self, texts: list[str], score: dict[str, float]) -> None:
        self.texts, self.score = texts, score

    def search(self, query: str, top_k: int = 5) -> list[dict[str, str]]:
        return [{"text": text} for text in sorted(self.texts, key=lambda text: -self.score[text])[:top_k]]
