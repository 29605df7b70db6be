"""The structural recipes as printed: false headings, empty pieces, half a class."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.audit import audit
from ragchunk_lessons.published import adaptive_chunks, adaptive_kind, report_chunks, structure_chunk

GUIDE = (
    "# Backup\n\nStop the service first.\n\n```bash\n# stop it\nservice stop db\n```\n\n## Restore\n\nCopy it back.\n"
)


def test_a_comment_in_a_fence_becomes_a_heading():
    pieces = structure_chunk(GUIDE)
    assert [piece.split("\n")[0] for piece in pieces] == ["# Backup", "# stop it", "## Restore"]
    assert pieces[0].endswith("```bash\n") and "```" in pieces[1]


def test_four_hashes_are_missed_and_three_are_not():
    assert len(structure_chunk("### A\none\n### B\ntwo")) == 2
    assert structure_chunk("#### A\none\n#### B\ntwo") == ["#### A\none\n#### B\ntwo"]


def test_a_long_first_paragraph_gives_an_empty_piece_and_is_never_cut():
    long = "# Title\n" + "word " * 200
    assert len(long) == 1008
    assert structure_chunk(long) == ["", long]
    assert len(structure_chunk("no heading " * 500)[1]) == 5500


def test_what_joins_the_paragraphs_is_not_counted_and_stands_in_front():
    pieces = structure_chunk("a" * 10 + "\n\n" + "b" * 10 + "\n\n" + "c" * 10, max_size=22)
    assert pieces == ["\n\n" + "a" * 10 + "\n\n" + "b" * 10, "c" * 10]
    assert len(pieces[0]) == 24


def test_a_windows_line_end_hides_every_paragraph():
    text = "# A\r\n" + "x" * 60 + "\r\n\r\n" + "y" * 60
    assert structure_chunk(text, 80) == ["", text]
    assert len(structure_chunk(text.replace("\r\n", "\n"), 80)) == 2


@given(st.lists(st.sampled_from(["# One\ntext\n", "## Two\nmore\n\nlines\n", "### Three\n"]), min_size=1, max_size=6))
def test_short_sections_without_code_come_out_as_they_are(sections):
    assert structure_chunk("".join(sections)) == sections


def test_a_report_loses_what_stands_before_its_first_heading():
    text = "Pump test. Valid until May.\n\nSection 1: Scope\nTwo pumps.\n\nSection 2: Results\nBoth run.\n"
    pieces = report_chunks(text)
    assert pieces == ["Section 1: Scope Two pumps.", "Section 2: Results Both run."]
    checked = audit(text, pieces)
    assert [text[gap.start : gap.end].strip() for gap in checked.lost] == ["Pump test. Valid until May."]
    assert report_chunks(text[text.index("Section 1") :]) == pieces


def test_a_report_with_other_headings_comes_out_empty():
    assert report_chunks("1. Scope\nTwo pumps.\n2. Results\nBoth run.") == []
    assert len(report_chunks("1. Scope\nTwo pumps.\n2. Results\nBoth run.", r"^\d+\. .*$")) == 2


STUDENT = """\
class Student:
    def __init__(self, name, marks):
        self.name = name
        self.marks = marks

    def average(self):
        return sum(self.marks) / len(self.marks)"""


def test_class_student_comes_out_in_two():
    first, second = adaptive_chunks("A small example.\n\n" + STUDENT + "\n\nThat is all.")[1:3]
    assert first == STUDENT.split("\n\n")[0] and first.startswith("class Student:")
    assert second.startswith("def average(self):") and "Student" not in second


def test_a_class_without_a_blank_line_stays_whole():
    dense = STUDENT.replace("\n\n", "\n")
    assert adaptive_chunks("Before.\n\n" + dense) == ["Before.", dense]


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("- red\n- green", "list"),
        ("A well-known rule", "list"),
        ("total = a - b", "list"),
        ("@cached\ndef load(): ...", "prose"),
        ("import math", "prose"),
        ("define the size", "prose"),
        ("class of 1998 met again", "code"),
        ("* red\n* green", "prose"),
        ("def f(a): return -a", "code"),
    ],
)
def test_what_a_block_is_taken_for(block, kind):
    assert adaptive_kind(block) == kind


def test_one_hyphen_cuts_a_paragraph_into_its_lines():
    paragraph = "The seal is\nmade of carbon\nand is water-tight."
    assert adaptive_chunks(paragraph) == paragraph.split("\n")
    assert adaptive_chunks(paragraph.replace("-", "")) == [paragraph.replace("-", "")]


def test_code_has_no_limit_and_prose_has_one():
    code = "def f():\n" + "    x = 1\n" * 50
    assert adaptive_chunks(code) == [code.strip()]
    assert max(len(piece) for piece in adaptive_chunks("word " * 100)) <= 100


@given(st.lists(st.sampled_from(["One plain line.", "- a\n- b", "def f():\n    pass"]), max_size=6))
def test_blocks_that_are_what_they_look_like_lose_no_character(blocks):
    text = "\n\n".join(blocks)
    assert re.sub(r"\s", "", "".join(adaptive_chunks(text))) == re.sub(r"\s", "", text)
