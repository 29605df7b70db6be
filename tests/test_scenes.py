"""The stage of lesson 20: two offices with one text, and what counts as an answer from a table."""

from __future__ import annotations

import pytest

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.questions import Answer, Question
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.scenes import (
    answered,
    deeper,
    holder,
    on_second_office,
    recipe_chunks,
    row_questions,
    station,
    two_offices,
    within,
)
from ragchunk_lessons.splitters.markdown import markdown_headings

TABLE = "| Pump | Oil |\n|---|---|\n| 1 | no |\n| 2 | yes |"
ROW = Question("Has Pump 2 oil?", (Answer(36, 47, "| 2 | yes |"),))


def test_only_headings_below_the_title_go_down():
    text = "# Title\n\n## Oil\n\n### Grade\n\nsee ## 3\n# comment"
    assert deeper(text, 1) == "# Title\n\n### Oil\n\n#### Grade\n\nsee ## 3\n# comment"
    assert deeper(text, 0) == text
    assert deeper(deeper(text, 3), -3) == text
    assert deeper(text, -5) == "# Title\n\n## Oil\n\n## Grade\n\nsee ## 3\n# comment"


@pytest.mark.parametrize("levels", [0, 3])
def test_two_offices_hold_the_manual_and_its_answers(levels):
    manual, questions = station()
    documents, moved = two_offices(levels)
    assert deeper(documents[1].text.split("\n\n", 1)[1], -levels) == manual.text[len(documents[0].text) :]
    depth = {mark.data["level"] for mark in markdown_headings(documents[1])}
    assert depth == {1, 2 + levels, 3 + levels}
    by_name = {document.source: document for document in documents}
    assert [(one.id, one.text) for one in moved] == [(one.id, one.text) for one in questions]
    for before, after in zip(questions, moved, strict=True):
        for old, new in zip(before.answers, after.answers, strict=True):
            assert by_name[new.source].text[new.start : new.end] == old.text == new.text
            assert (new.source == "plant") == (old.start >= len(documents[0].text))


def test_questions_on_the_second_office_need_a_text_of_it():
    offices = two_offices()
    chosen = {one.id for one in on_second_office(offices)}
    start = len(offices[0][0].text)
    assert chosen == {one.id for one in station()[1] if any(answer.start >= start for answer in one.answers)}


def test_the_recipe_does_not_see_the_second_office():
    documents, _ = two_offices()
    assert len(recipe_chunks(documents[1], 10**6)) == 1 < len(recipe_chunks(documents[0], 10**6))
    assert all(chunk.metadata["source"] == "operation" for chunk in recipe_chunks(documents[0], 800))


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        (Chunk(TABLE, 0, 47), 1.0),
        (Chunk("| Pump | Oil |\n|---|---|\n| 2 | yes |", 36, 47), 1.0),  # the header as a context
        (Chunk("| 2 | yes |", 36, 47), 0.0),
        (Chunk(TABLE[:40], 0, 40), 0.0),  # the header, and half of the row
        (Chunk(TABLE[:35], 0, 35), 0.0),
    ],
)
def test_a_row_is_answered_with_its_header_only(chunk, expected):
    assert answered(Document(TABLE), ROW, [chunk]) == expected
    assert answered(Document(TABLE), ROW, [Hit(chunk, 0.5, 1)]) == expected


def test_header_in_one_result_and_row_in_another_is_no_answer():
    assert answered(Document(TABLE), ROW, [Chunk(TABLE[:24], 0, 24), Chunk("| 2 | yes |", 36, 47)]) == 0.0


def test_outside_of_tables_a_whole_span_is_enough_and_all_spans_are_needed():
    text = "Wait. Then go."
    both = Question("What now?", (Answer(0, 5, "Wait."), Answer(6, 14, "Then go.")))
    assert answered(Document(text), both, [Chunk("Wait.", 0, 5), Chunk("Then go.", 6, 14)]) == 1.0
    assert answered(Document(text), both, [Chunk("Wait.", 0, 5)]) == 0.0
    assert answered(Document(text), both, []) == 0.0


def test_a_question_for_each_row_and_its_answer_is_the_row():
    manual, _ = station()
    rows = row_questions(manual)
    assert len({one.id for one in rows}) == len(rows) == 96
    assert all(manual.text[a.start : a.end] == a.text and a.text[0] == "|" for one in rows for a in one.answers)
    assert row_questions(Document("no table")) == []


def test_whole_results_within_a_budget_and_none_after_the_first_that_does_not_fit():
    chunks = [Chunk("x" * size, 0, size) for size in (5, 4, 3, 1)]
    assert [len(within(chunks, budget)) for budget in (0, 4, 5, 8, 9, 11, 12, 13)] == [0, 0, 1, 1, 2, 2, 3, 4]


def test_the_first_chunk_that_holds_the_whole_span():
    chunks = [Chunk("abcd", 0, 4), Chunk("cdef", 2, 6), Chunk("abcdef", 0, 6)]
    answer = lambda start, end: Answer(start, end, "abcdef"[start:end])  # noqa: E731
    assert [holder(chunks, answer(*span)) for span in ((0, 4), (2, 4), (3, 5), (1, 5))] == [0, 0, 1, 2]
    assert holder(chunks[:2], answer(1, 5)) is None and holder([], answer(1, 5)) is None


def test_cells_may_be_empty_or_hold_a_bar():
    table = Document("| Name | Note |\n|---|---|\n| a \\| b | x |\n|| y |\n", "t.md")
    assert [one.text for one in row_questions(table)] == ["a | b: Note?", ": Note?"]
