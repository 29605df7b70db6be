"""The signs of a bad cut: each counts what it says, for chunks of any make."""

from __future__ import annotations

from itertools import pairwise

import pytest
from growth import assert_in_step

from ragchunk_lessons import audit, split_markdown, split_recursive
from ragchunk_lessons.auditing.signs import Signs, _over_headings, over_headings, signs, signs_table
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.readers import read_html

TWO = "# Oil\n\nOnce a year.\n\n# Water\n\nEvery day."


def cut(text, *ends):
    edges = [0, *ends, len(text)]
    return [{"text": text[a:b], "start": a} for a, b in pairwise(edges)]


@pytest.mark.parametrize(
    ("ends", "crossing"),
    [
        ((), [0]),  # all in one
        ((TWO.index("# Water"),), []),  # at the heading
        ((TWO.index("Every"),), []),  # behind the heading: it has no text of its own
        ((TWO.index("year"),), [1]),  # the end of one section and the next
        ((TWO.index("day"),), [0]),
    ],
)
def test_a_chunk_is_over_a_heading_when_it_holds_text_of_two_sections(ends, crossing):
    assert over_headings(TWO, cut(TWO, *ends)) == crossing


def test_headings_that_follow_each_other_are_one_section():
    assert over_headings("# Pumps\n\n## Pump 1\n\nOil.", ["# Pumps\n\n## Pump 1\n\nOil."]) == []


def test_text_before_the_first_heading_is_a_section():
    text = "Valid until May.\n\n# Oil\n\nYearly."
    assert over_headings(text, [text]) == [0]


def test_a_hash_in_a_code_block_is_no_heading_and_a_mark_of_a_reader_is_one():
    text = "# Oil\n\nYearly.\n\n```sh\n# comment\nstop\n```\n"
    assert over_headings(text, [text]) == []
    page = read_html("<h1>Oil</h1><p>Yearly.</p><h2>Water</h2><p>Daily.</p>")
    assert over_headings(page, [page.text]) == [0]


def test_an_added_heading_path_does_not_count():
    chunks = split_markdown(load_text("handbook_page"), 150, add_context=True)
    assert any(len(chunk.text) > chunk.end - chunk.start for chunk in chunks)
    assert over_headings(load_text("handbook_page"), chunks) == []


def test_every_sign_of_a_table_that_was_cut():
    document = Document(load_text("inspection_table"))
    chunks = split_recursive(document, 400)
    found = signs(document, chunks)
    lengths = sorted(len(chunk.text) for chunk in chunks)
    assert found == Signs(4, 0, 3, 0, 0, lengths[1], lengths[-1])
    assert signs(document, split_markdown(document, 400)).without_header == 0


def test_short_means_below_the_least_length():
    text = "a" * 99 + "b" * 100 + "c" * 101
    assert signs(text, cut(text, 99, 199)).short == 1
    assert signs(text, cut(text, 99, 199), least=101).short == 2
    assert signs(text, cut(text, 99, 199), least=0).short == 0


def test_a_block_of_code_that_was_cut():
    text = "Run:\n\n```sh\nstop\n\nstart\n```\n"
    assert signs(text, cut(text, text.index("start"))).cut_fences == 1
    assert signs(text, [text]).cut_fences == 0


@pytest.mark.parametrize("least", [1.5, "100", True])
def test_a_least_length_must_be_whole(least):
    with pytest.raises(TypeError, match="least"):
        signs("a", ["a"], least=least)


def test_no_chunks_are_refused():
    with pytest.raises(ValueError, match="no chunks to look at"):
        signs("a", [])


def test_the_table_has_a_row_for_each_cut():
    one = signs(TWO, [TWO])
    lines = repr(signs_table({"first": one, "second": one}, "Two")).splitlines()
    assert lines[0] == "Two" and [line.split()[0] for line in lines[2:]] == ["first", "second"]
    assert lines[2].split()[1:] == ["1", "1", "0", "0", "1", str(len(TWO)), str(len(TWO))]


def test_many_sections_and_many_chunks_take_time_in_step():
    def given(size):
        text = "".join(f"## Part {n}\n\nOpen valve {n}. Then wait.\n\n" for n in range(size))
        document = Document(text, "a.md")
        return document, audit(document, split_recursive(document, 60)).chunks

    small, large = given(150), given(1_500)
    assert_in_step(lambda: _over_headings(*small), lambda: _over_headings(*large), limit=20)
