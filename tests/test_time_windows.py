"""Windows of time: labelled by what is in them, right after any gap."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.readers.transcript import read_transcript
from ragchunk_lessons.splitters.time_windows import split_time_windows


def windows(text, seconds, size=None):
    return [
        (chunk.metadata["start_time"], chunk.metadata["end_time"], chunk.text)
        for chunk in split_time_windows(text, seconds, size)
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_window_opens_with_the_first_line_that_is_not_in_the_one_before(end):
    text = end.join(["[00:30] a", "[01:10] b", "[01:30] c", "[02:29.9] d", "[02:30] e"])
    assert windows(text, 60) == [
        (30.0, 70.0, f"[00:30] a{end}[01:10] b"),
        (90.0, 149.9, f"[01:30] c{end}[02:29.9] d"),
        (150.0, 150.0, "[02:30] e"),
    ]
    assert audit(text, split_time_windows(text, 60)).ok


def test_labels_are_right_after_any_gap():
    text = "[00:05] a\n[00:50] b\n[20:00] c\n[20:05] d\n[20:50] e\n[21:10] f"
    assert windows(text, 60) == [
        (5.0, 50.0, "[00:05] a\n[00:50] b"),
        (1200.0, 1250.0, "[20:00] c\n[20:05] d\n[20:50] e"),
        (1270.0, 1270.0, "[21:10] f"),
    ]


def test_a_late_first_line_makes_no_empty_window():
    assert windows("[10:00] a", 60) == [(600.0, 600.0, "[10:00] a")]


def test_lines_without_a_time_belong_to_the_one_before():
    assert windows("Minutes\n[00:05] a\nand on\n[09:00] b", 60) == [
        (None, None, "Minutes"),
        (5.0, 5.0, "[00:05] a\nand on"),
        (540.0, 540.0, "[09:00] b"),
    ]


def test_cues_say_when_they_end():
    raw = "WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>long\n\n"
    raw += "00:02.000 --> 00:03.000\n<v Ben>short\n\n05:00.000 --> 05:01.500\nlate"
    chunks = split_time_windows(raw, 60)
    assert [(c.text, c.metadata) for c in chunks] == [
        ("Ann: long\nBen: short", {"start_time": 1.0, "end_time": 9.0, "speakers": ("Ann", "Ben")}),
        ("late", {"start_time": 300.0, "end_time": 301.5, "speakers": ()}),
    ]
    document = read_transcript(raw)
    assert chunks == split_time_windows(document, 60) and audit(document, chunks).ok
    srt = "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:01,000 --> 00:00:03,500\nb\n"
    assert windows(srt, 5) == [(1.0, 3.5, "a\nb")]


def test_a_window_that_is_too_long_is_cut_between_its_lines():
    text = "[00:01] one\n[00:02] two\n[00:03] three is a longer line\n[00:59] four\n[01:01] five"
    assert windows(text, 60, 25) == [
        (1.0, 2.0, "[00:01] one\n[00:02] two"),
        (3.0, 3.0, "[00:03] three is a"),
        (3.0, 3.0, "longer line"),
        (59.0, 59.0, "[00:59] four"),
        (61.0, 61.0, "[01:01] five"),
    ]


def test_a_text_without_times_is_refused_with_the_way_out():
    for text in ("No times here.", "Ann: at 10:30", Document("x", "a.txt")):
        with pytest.raises(ValueError, match=r"the text has no times.*use split_speakers\(text\) or split_recursive"):
            split_time_windows(text, 60)
    assert split_time_windows("", 60) == split_time_windows(" \n", 60) == split_time_windows("WEBVTT\n", 60) == []


def test_times_out_of_order_are_refused_with_their_line():
    with pytest.raises(ValueError, match=r"line 3: a cue starts at 60.0 s, after one that starts at 120.0 s; put the"):
        split_time_windows("[00:05] a\n[02:00] b\n[01:00] c", 60)
    raw = "WEBVTT\n\n00:05.000 --> 00:06.000\na\n\n00:01.000 --> 00:02.000\nb"
    with pytest.raises(ValueError, match=r"line 6: a cue starts at 1.0 s, after one that starts at 5.0 s"):
        split_time_windows(raw, 60)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_window_has_a_length(seconds):
    with pytest.raises(ValueError, match=f"window_seconds={seconds!r} must be a number of seconds greater than 0"):
        split_time_windows("", seconds)


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(TypeError, match=r"window_seconds must be a number of seconds, not str \('60'\)"):
        split_time_windows("", "60")
    with pytest.raises(TypeError, match="not bool"):
        split_time_windows("", True)
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        split_time_windows("", 60, 0)


@st.composite
def lines_in_order(draw):
    """Lines with times in order, with gaps now and then, and what else stands in such files."""
    time, lines = 0, draw(st.lists(texts(4), max_size=1))
    for _ in range(draw(st.integers(1, 8))):
        time += draw(st.sampled_from([0, 1, 7, 59, 60, 61, 3000]))
        lines.append(f"[{time // 3600:02}:{time // 60 % 60:02}:{time % 60:02}] {draw(texts(6))}")
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)


@given(
    lines_in_order(),
    st.sampled_from([1, 60, 600.5]),
    st.none() | st.integers(1, 40),
    st.sampled_from([len, count_words]),
)
def test_the_contract_holds_and_labels_are_those_of_the_lines(text, seconds, size, length_function):
    chunks = split_time_windows(text, seconds, size, length_function=length_function)
    assert_contract(text, chunks, size, 0, length_function)
    cues = [mark for mark in read_transcript(text).marks if mark.kind == "cue"]
    for chunk in chunks:
        inside = [cue.data["start_time"] for cue in cues if cue.start < chunk.end and cue.end > chunk.start]
        assert chunk.metadata["start_time"] == (inside[0] if inside else None)
        assert chunk.metadata["end_time"] == (inside[-1] if inside else None)
        assert not inside or inside[-1] - inside[0] < seconds


@pytest.mark.parametrize("length_function", [len, count_words])
@pytest.mark.parametrize("size", [None, 50, 1_000_000])
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(size, length_function):
    assert_linear(
        lambda text: split_time_windows(text, 60, size, length_function=length_function), "[00:05] Ann: yes\n", 2_550
    )
