"""Audits of generated texts: what was taken away, moved or changed is found, and nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from chunk_makers import numbers, slices
from growth import assert_in_step
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons import Chunk, audit

TEN = " ".join(f"{number}th" for number in range(100, 200))  # no word twice


@st.composite
def covers(draw, text=TEN, most=8):
    """Spans that cover a text, in order, none inside another."""
    inner = draw(st.lists(st.integers(1, max(len(text) - 1, 1)), max_size=most, unique=True))
    edges = sorted({0, len(text), *inner})
    spans = []
    for start, end in pairwise(edges):
        end = min(end + draw(st.integers(0, 6)), len(text))
        if not spans or end > spans[-1][1]:
            spans.append((start, end))
    return spans


@given(texts(), st.data())
def test_slices_that_cover_a_text_are_ok(text, data):
    assume(text)
    chunks = slices(text, *data.draw(covers(text)))
    result = audit(text, chunks)
    assert result.ok, result.report(advice=False)
    assert result.coverage == 1.0
    assert [(chunk.start, chunk.end) for chunk in result.chunks] == [(chunk.start, chunk.end) for chunk in chunks]


@given(texts(), st.data())
def test_what_only_one_chunk_held_is_lost_without_it(text, data):
    assume(text)
    spans = data.draw(covers(text))
    gone = data.draw(st.integers(0, len(spans) - 1))
    rest = spans[:gone] + spans[gone + 1 :]
    held = {at for start, end in rest for at in range(start, end)}
    lost = {at for at, char in enumerate(text) if at not in held and not char.isspace()}
    result = audit(text, slices(text, *rest))
    found = {at for gap in result.lost for at in range(gap.start, gap.end) if not text[at].isspace()}
    assert found == lost
    assert result.ok == (not lost)
    assert result.lost_characters == len(lost)
    assert all(gap.text == text[gap.start : gap.end] == gap.text.strip() for gap in result.lost)
    assert len(result.lost) <= 1  # what one chunk held alone is one passage


@given(st.data())
def test_a_shifted_chunk_is_misplaced(data):
    spans = data.draw(covers())
    chunks = slices(TEN, *spans)
    number = data.draw(st.integers(0, len(chunks) - 1))
    start, end = spans[number]
    assume(end - start >= 6)  # long enough to stand once in the text
    shift = data.draw(st.integers(-start, 40).filter(bool))
    chunks[number] = Chunk(TEN[start:end], start + shift, end + shift)
    result = audit(TEN, chunks)
    assert numbers(result.misplaced) == [number]
    assert result.misplaced[0].at == start
    assert (result.rewritten, result.lost, result.ok) == ([], [], False)


@given(st.data())
def test_a_changed_character_is_a_rewriting(data):
    spans = data.draw(covers())
    number = data.draw(st.integers(0, len(spans) - 1))
    start, end = spans[number]
    at = data.draw(st.integers(start, end - 1))
    chunks = slices(TEN, *spans)
    text = chunks[number].text
    chunks[number] = Chunk(text[: at - start] + "Ω" + text[at - start + 1 :], start, end)
    result = audit(TEN, chunks)
    assert [(finding.number, finding.at) for finding in result.rewritten] == [(number, at)]
    assert (result.misplaced, result.lost, result.ok) == ([], [], False)


@given(texts(), st.data())
def test_one_character_for_another_loses_nothing(text, data):
    assume(text and "Ω" not in text)
    spans = data.draw(covers(text))
    number = data.draw(st.integers(0, len(spans) - 1))
    start, end = spans[number]
    at = data.draw(st.integers(start, end - 1))
    chunks = slices(text, *spans)
    chunks[number] = Chunk(text[start:at] + "Ω" + text[at + 1 : end], start, end)
    result = audit(text, chunks)
    assert numbers(result.rewritten) == [number]
    assert (result.lost, result.ok) == ([], False)


@pytest.mark.parametrize("put", ["Ω", "xx", "-"])
@pytest.mark.parametrize(
    "text",
    [
        TEN,
        "Open the lid (the red one) and check the seal. Then close it; call 555-0199! Stop now.",
        "打开泵盖（红色的）并检查密封圈。然后关上它；拨打电话！现在停止。",
    ],
    ids=["numbers", "English", "Chinese"],
)
def test_nothing_is_lost_without_positions_where_a_character_was_replaced(text, put):
    for at in (at for at, char in enumerate(text) if char != put):
        result = audit(text, [text[:at] + put + text[at + 1 :]])
        assert (numbers(result.rewritten), result.lost) == ([0], []), at


@pytest.mark.speed
def test_ten_times_the_text_takes_at_most_twelve_times_the_time():
    def run(times):
        text = "Some words of a long text. " * times
        chunks = [Chunk(text[at : at + 550], at, min(at + 550, len(text))) for at in range(0, len(text), 500)]
        return lambda: audit(text, chunks, 600, 50).ok

    large = run(200_000)
    assert large()
    assert_in_step(run(20_000), large)  # comparing every pair would take a hundred times
