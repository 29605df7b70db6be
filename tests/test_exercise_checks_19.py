"""Checks of lesson 19: plausible wrong answers fail, each with a word on what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.exercises import check
from ragchunk_lessons.searching.citations import check_citation
from ragchunk_lessons.searching.knowledge_base import compare_chunks, split_document


def refused(number, answer, said):
    found = check(number, answer)
    assert not found.ok and said in found.message, found.message


def test_19_1():
    count = len(split_document(Document(load_text("station_manual"), "manual.md"), 500))
    assert check("19-1", (count - 1, 0)).ok and check("19-1", [count - 1, 0]).ok
    refused("19-1", (0, count - 1), "the other order")
    refused("19-1", (count, 0), "the last line leaves another number")
    refused("19-1", (count - 1, 1), "the last line is right, the first is not")
    refused("19-1", count - 1, "give two numbers")


def right_stale(chunks, documents):
    found = []
    for chunk in chunks:
        document = documents.get(chunk.metadata["source"])
        here = document.text[chunk.start : chunk.end] if document else ""
        if not here or not chunk.text.endswith(here):
            found.append(chunk)
    return found


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda chunks, documents: [], "not found: a text that its source does not hold"),
        (lambda chunks, documents: list(chunks), "taken for stale"),
        (
            lambda chunks, documents: [
                c for c in chunks if not any(c.text.endswith(d.text[c.start : c.end]) for d in documents.values())
            ],
            "not found",
        ),
        (
            lambda chunks, documents: [c for c in chunks if c.text not in documents[c.metadata["source"]].text],
            "KeyError",
        ),
        (
            lambda chunks, documents: [
                c
                for c in chunks
                if c.metadata["source"] not in documents
                or documents[c.metadata["source"]].text[c.start : c.end] != c.text
            ],
            "a chunk with a context in front",
        ),
        (
            lambda chunks, documents: [
                c
                for c in chunks
                if c.metadata["source"] not in documents
                or not c.text.endswith(documents[c.metadata["source"]].text[c.start : c.end])
            ],
            "a place behind the end",
        ),
        (lambda chunks, documents: right_stale(chunks, documents)[::-1], "their order"),
        (lambda chunks, documents: [c.text for c in right_stale(chunks, documents)], "give a list of chunks"),
        ([], "give the function"),
    ],
)
def test_19_2(wrong, said):
    assert check("19-2", right_stale).ok
    refused("19-2", wrong, said)


def right_filter(chunk):
    about = chunk.metadata
    if about["source"] == "manual.md":
        return "8 Alarms" in about["heading_path"]
    return about["source"] == "pump_rules.pdf" and about["page"] == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda c: True, "lets through a chunk with source='manual.md'"),
        (lambda c: False, "keeps out"),
        (lambda c: "8 Alarms" in c.metadata["heading_path"], "handbook.html"),
        (lambda c: c.metadata["source"] == "manual.md" and "8 Alarms" in c.metadata["heading_path"], "page=2"),
        (lambda c: "8 Alarms" in str(c.metadata) or c.metadata.get("page") == 2, "18 Alarms"),
        (lambda c: c.metadata["heading_path"][-1] == "8 Alarms", "keeps out a chunk with source='manual.md'"),
        (
            lambda c: "8 Alarms" in c.metadata.get("heading_path", ()) or c.metadata.get("page") == 2,
            "heading_path=('Manual', '8 Alarms')",
        ),
        (
            lambda c: (
                (c.metadata["source"] == "manual.md" and "8 Alarms" in c.metadata["heading_path"])
                or c.metadata["page"] == 2
            ),
            "KeyError",
        ),
        ({"source": "manual.md"}, "give the function"),
    ],
)
def test_19_3(wrong, said):
    assert check("19-3", right_filter).ok
    refused("19-3", wrong, said)


def right_mend(citations, documents):
    checked = [(one, check_citation(one, documents)) for one in citations]
    return [replace(one, start=now.start, end=now.end) for one, now in checked if now.start is not None]


def first_place(citations, documents):
    """Takes the first place where the words stand, also where there are several."""
    text = documents[0].text
    found = [(one, text.find(one.quote)) for one in citations]
    return [replace(one, start=at, end=at + len(one.quote)) for one, at in found if at >= 0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda citations, documents: citations, "does not hold"),
        (lambda citations, documents: [], "a citation is missing that can be kept"),
        (lambda citations, documents: [c for c in citations if check_citation(c, documents).ok], "is missing"),
        (first_place, "where one sentence stands there twice now"),
        (lambda citations, documents: right_mend(citations, documents)[::-1], "in the order of the list"),
        (lambda citations, documents: [str(c) for c in citations], "give a list of citations"),
        (None, "put your answer"),
    ],
)
def test_19_4(wrong, said):
    assert check("19-4", right_mend).ok
    refused("19-4", wrong, said)


def test_the_edit_of_the_lesson_changes_two_places():
    from ragchunk_lessons.claims.knowledge import NEW, OLD, edition_6

    before = load_text("station_manual")
    after = edition_6(before)
    assert OLD in before and NEW in after and OLD not in after and NEW not in before
    chunks = [split_document(Document(text, "manual.md"), 500) for text in (before, after)]
    assert len(compare_chunks(*chunks).to_embed) == 2
