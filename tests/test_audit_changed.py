"""Chunks with changed words: they stand where they did, and only what they leave out is lost."""

from __future__ import annotations

import pytest
from chunk_makers import numbers

from ragchunk_lessons import Chunk, audit

OIL = "Before you start the pump check the oil. Then fill the tank to the mark."
AIR = "Before you start the pump check the air. Then close the outer hatch with both of your hands."
OPENS_ALIKE = f"{OIL} {AIR} Leave."
STOP, WAIT, WRITE = (
    "Stop the pump at once.",
    "Wait until the gauge on the left shows zero pressure for it.",
    "Write it all down in the book.",
)


def lost(result):
    return [gap.text for gap in result.lost]


def test_a_word_left_out_where_two_passages_open_alike():
    result = audit(OPENS_ALIKE, [OIL, AIR.replace("outer ", ""), "Leave."])
    assert (lost(result), numbers(result.rewritten), result.misplaced) == (["outer"], [1], [])
    assert result.rewritten[0].at == OPENS_ALIKE.index("outer")


def test_a_passage_that_opens_alike_does_not_hide_a_lost_one():
    result = audit(OPENS_ALIKE, [AIR.replace("close", "clqse"), "Leave."])
    assert (lost(result), numbers(result.rewritten)) == ([OIL], [0])


@pytest.mark.parametrize("left_out", ["it", "for it", "pressure for it", "zero pressure for it"])
@pytest.mark.parametrize("position", ["none", "start", "both"])
def test_words_left_out_before_the_last_sign_are_lost(left_out, position):
    text = " ".join((STOP, WAIT, WRITE))
    start = text.index(WAIT)
    shortened = WAIT.replace(f" {left_out}.", ".")
    if position == "none":
        changed = shortened
    elif position == "start":
        changed = {"text": shortened, "start": start}
    else:
        changed = Chunk(shortened, start, start + len(WAIT))
    result = audit(text, [STOP, changed, WRITE])
    assert (lost(result), numbers(result.rewritten), result.misplaced) == ([left_out], [1], [])


@pytest.mark.parametrize(
    ("as_said", "changed"),
    [
        ("Five six seven eight.", "Five six six seven eight."),
        ("Five six seven eight.", "Five six really not seven eight."),
        ("Five six seven eight.", "Five six  seven eight."),
        ("Five six seven eight.", "Five sixseven eight."),
        ("One two three four.", "One two threefour."),
        ("One two three four.", "One two two three four."),
    ],
)
def test_a_right_start_is_right_whatever_was_put_in(as_said, changed):
    text = "One two three four. Five six seven eight."
    said = ["One two three four.", "Five six seven eight."]
    chunks = [{"text": changed if one == as_said else one, "start": text.index(one)} for one in said]
    result = audit(text, chunks)
    assert (lost(result), result.misplaced, numbers(result.rewritten)) == ([], [], [said.index(as_said)])


def test_a_start_behind_the_source_is_still_misplaced():
    result = audit("One two.", [{"text": "One twoo three.", "start": 90}])
    assert numbers(result.misplaced) == [0]


@pytest.mark.parametrize("word", ["kl", "At", "Inspect"])
def test_a_first_word_that_was_replaced_loses_no_half_of_it(word):
    result = audit(
        "Stop now at once. Check the oil level in the tank. Leave.",
        ["Stop now at once.", f"{word} the oil level in the tank.", "Leave."],
    )
    assert (lost(result), numbers(result.rewritten)) == ([], [1])


@pytest.mark.parametrize("between", ["", " Go."])
def test_letters_read_wrongly_at_both_ends_of_a_chunk(between):
    text = f"Stop here first.{between} A splitter by topic with a threshold does this. Then go on home."
    result = audit(text, ["Stop here first.", "A sp1itter by t0pic with a threshold does thls.", "Then go on home."])
    assert (lost(result), numbers(result.rewritten)) == ([between.strip()] if between else [], [1])


def test_a_word_said_twice_is_a_change_where_the_chunk_claims_to_stand():
    text = "Write the errors down. Raises\n    ------\n    ValueError if it is too long. Then close the book."
    start = text.index("Raises")
    piece = "Raises Raises\n    ------\n    ValueError if it is too long."
    result = audit(text, [text[:start].strip(), {"text": piece, "start": start}, "Then close the book."])
    assert (lost(result), result.misplaced, numbers(result.rewritten)) == ([], [], [1])
    assert result.rewritten[0].detail.startswith(f"at {start + 6}: ' Raises")
