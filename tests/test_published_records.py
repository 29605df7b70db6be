"""The recipes for records as printed: times that lag, speakers that are none, and groups that change nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import split_recursive
from ragchunk_lessons.audit import audit
from ragchunk_lessons.published import metadata_group_chunks, speaker_chunks, time_window_chunks


def said_at(*seconds):
    return [(second, f"at {second}") for second in seconds]


def test_without_a_gap_the_labels_are_right():
    pieces = time_window_chunks(said_at(0, 20, 59, 60, 90, 130))
    assert [(piece["start_time"], piece["text"]) for piece in pieces] == [
        (0, "at 0 at 20 at 59"),
        (60, "at 60 at 90"),
        (120, "at 130"),
    ]


def test_after_a_gap_the_label_lags_then_catches_up():
    # Ten silent minutes after 0:50, then a record every 30 seconds.
    records = said_at(10, 50, *range(650, 1400, 30))
    pieces = time_window_chunks(records)
    after = [(piece["start_time"], len(piece["text"].split()) // 2) for piece in pieces[1:]]
    # Records come twice as often as windows, so the label gains 30 seconds with each piece of one record.
    alone = [label for label, count in after if count == 1]
    assert alone[:3] == [60, 120, 180]
    first = int(pieces[1]["text"].split()[1])
    assert (first, pieces[1]["start_time"]) == (650, 60)
    lags = [int(piece["text"].split()[1]) - piece["start_time"] for piece in pieces[1:]]
    assert lags[0] == 590 and lags == sorted(lags, reverse=True) and lags[-1] < 60
    caught_up = next(number for number, lag in enumerate(lags) if lag < 60)
    assert caught_up == 18 and {count for _, count in after[:caught_up]} == {1}
    assert {count for _, count in after[caught_up + 1 : -1]} == {2}


def test_no_record_is_lost_even_where_its_time_is_wrong():
    records = said_at(5, 700, 705, 3000)
    assert " ".join(piece["text"] for piece in time_window_chunks(records)) == " ".join(text for _, text in records)


def test_the_first_piece_is_empty_when_nobody_speaks_in_the_first_window():
    assert time_window_chunks(said_at(75)) == [{"text": "", "start_time": 0}, {"text": "at 75", "start_time": 60}]
    assert time_window_chunks([]) == [{"text": "", "start_time": 0}]


@given(st.lists(st.integers(0, 59), max_size=30).map(sorted), st.integers(1, 60))
def test_dense_records_are_all_labelled_right(offsets, step):
    records = said_at(*range(0, 600, step))
    for piece in time_window_chunks(records):
        times = [int(word) for word in piece["text"].split()[1::2]]
        assert all(piece["start_time"] <= time < piece["start_time"] + 60 for time in times)


def test_speakers_where_every_turn_has_one():
    assert speaker_chunks("Ana: Which pump?\nBen: Number 3.\nIt hums.\n") == [
        {"speaker": "Ana", "text": "Which pump?"},
        {"speaker": "Ben", "text": "Number 3.\nIt hums."},
    ]


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("Ana: Listen.\nNote: close the valve first.", ["Ana", "Note"]),
        ("Ana: It tripped twice,\nat 10:30 and at noon.", ["Ana", "at 10"]),
        ("Ana: See\nhttps://example.org/manual", ["Ana", "https"]),
        ("安娜：哪台泵？\n本：三号。", []),
        ("Ana: 好的。\n本：三号。", ["Ana"]),
    ],
)
def test_a_colon_makes_a_speaker_and_a_wide_one_does_not(text, speakers):
    assert [piece["speaker"] for piece in speaker_chunks(text)] == speakers


def test_what_stands_before_the_first_speaker_is_lost():
    text = "Call of 3 May, line 2\nAna: Which pump?"
    checked = audit(text, [piece["text"] for piece in speaker_chunks(text)])
    assert text[checked.lost[0].start : checked.lost[0].end].startswith("Call of 3 May, line 2")


LONG = "The pump house stands at the lower end of the yard. Its door opens to the north, and the key hangs inside. "
RECORDS = [
    {"text": LONG * 2, "team": "water"},
    {"text": "Grease the bearing.", "team": "water"},
    {"text": "Press reset.", "team": "power"},
    {"text": LONG, "team": "power"},
]


def without_groups(records, size):
    return [chunk.text for record in records for chunk in split_recursive(record["text"], size)]


def test_grouping_changes_nothing_to_the_byte():
    grouped = metadata_group_chunks(RECORDS, "team")
    assert len(grouped) == 7
    assert "\0".join(grouped).encode() == "\0".join(without_groups(RECORDS, 100)).encode()


def test_two_short_texts_of_one_group_are_never_joined():
    short = [{"text": "Grease the bearing.", "team": "a"}, {"text": "Wipe the seal.", "team": "a"}]
    assert metadata_group_chunks(short, "team", 500) == ["Grease the bearing.", "Wipe the seal."]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text(max_size=60)), max_size=8), st.integers(5, 40))
def test_mixed_groups_give_the_same_pieces_in_another_order(rows, size):
    records = [{"text": text, "team": team} for team, text in rows]
    assert sorted(metadata_group_chunks(records, "team", size)) == sorted(without_groups(records, size))
    together = sorted(records, key=lambda record: record["team"])
    assert metadata_group_chunks(together, "team", size) == without_groups(together, size)
