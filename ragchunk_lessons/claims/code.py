"""Lesson 8: a recipe that cuts the code it promises to keep, and one whose step changes nothing."""

from __future__ import annotations

from ._claim import Plain, claim

_LESSON = "08_code_and_mixed"


@claim(
    "adaptive-class",
    "ragcourse",
    "§11",
    "The recipe says that it keeps code whole; its own print-out shows class Student in two chunks.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["chunks with the class"] == 2
        and m["blank lines inside"] == 1
        and m["chunks without that line"] == 1
        and m["with a hyphen"] > 0
        and m["of these taken for lists"] == m["with a hyphen"]
    ),
    finding=lambda m: (
        f"The class stands in {m['chunks with the class']} chunks, since it has {m['blank lines inside']} blank line "
        f"inside; without that line, in {m['chunks without that line']}. Of the {m['paragraphs']} paragraphs of a "
        f"manual {m['with a hyphen']} have a hyphen, and {m['of these taken for lists']} of these are taken for lists."
    ),
)
def adaptive_class() -> Plain:
    from ..corpora import load_text
    from ..published import adaptive_chunks, adaptive_kind

    page = load_text("code_and_prose")
    student = page[page.index("class Student") : page.index("The limit is")].strip()
    paragraphs = [line for line in load_text("pump_manual_natural").split("\n") if line and not line.startswith("#")]
    hyphens = [paragraph for paragraph in paragraphs if "-" in paragraph]
    return {
        "chunks with the class": sum(piece in student for piece in adaptive_chunks(page)),
        "blank lines inside": student.count("\n\n"),
        "chunks without that line": len(adaptive_chunks(student.replace("\n\n", "\n"))),
        "paragraphs": len(paragraphs),
        "with a hyphen": len(hyphens),
        "of these taken for lists": sum(adaptive_kind(paragraph) == "list" for paragraph in hyphens),
    }


@claim(
    "metadata-noop",
    "ragcourse",
    "§11",
    "Grouping by metadata before the cutting has no influence: the chunks are those without groups.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["identical, in groups"]
        and m["same pieces, mixed"]
        and not m["same order, mixed"]
        and m["chunks of joined groups"] < m["chunks"]
    ),
    finding=lambda m: (
        f"{m['chunks']} chunks with the groups and without, identical to the byte; where the texts are mixed, the same "
        f"pieces in another order. Had the texts of a group been joined, there would be {m['chunks of joined groups']}."
    ),
)
def metadata_noop() -> Plain:
    from ..corpora import load_json
    from ..published import metadata_group_chunks
    from ..splitters.recursive import split_recursive

    def cut(texts: list[str]) -> list[str]:
        return [chunk.text for text in texts for chunk in split_recursive(text, 500)]

    passages = [item["passage"] for item in load_json("twenty_topics")]
    half = len(passages) // 2
    records = [{"text": text, "team": "north" if number < half else "south"} for number, text in enumerate(passages)]
    mixed = [record for pair in zip(records[:half], records[half:], strict=True) for record in pair]
    alone = cut(passages)
    regrouped, ungrouped = metadata_group_chunks(mixed, "team", 500), cut([record["text"] for record in mixed])
    return {
        "chunks": len(alone),
        "identical, in groups": metadata_group_chunks(records, "team", 500) == alone,
        "same pieces, mixed": sorted(regrouped) == sorted(ungrouped),
        "same order, mixed": regrouped == ungrouped,
        "chunks of joined groups": len(cut(["\n\n".join(passages[:half]), "\n\n".join(passages[half:])])),
    }
