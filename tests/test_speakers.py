"""One turn a chunk, and its speaker and times on every piece."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import sizes, texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.readers.transcript import read_transcript
from ragchunk_lessons.splitters.speakers import split_speakers
from ragchunk_lessons.splitters.time_windows import split_time_windows


def spoken(chunks):
    return [(chunk.metadata["speaker"], chunk.text) for chunk in chunks]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_one_turn_a_chunk(end):
    text = f"Call of May{end}Ann: Is it safe?{end}{end}Note: at 10:30{end}王芳：安全。{end}可以开始。{end}Ann: Good."
    chunks = split_speakers(text)
    assert spoken(chunks) == [
        (None, "Call of May"),
        ("Ann", f"Ann: Is it safe?{end}{end}Note: at 10:30"),
        ("王芳", f"王芳：安全。{end}可以开始。"),
        ("Ann", "Ann: Good."),
    ]
    assert audit(text, chunks).ok


def test_every_piece_of_a_long_turn_has_its_speaker():
    text = "Ann: The pump stops at noon. The valve opens. Then it cools.\nBen: Yes."
    chunks = split_speakers(text, 30)
    assert spoken(chunks) == [
        ("Ann", "Ann: The pump stops at noon."),
        ("Ann", "The valve opens."),
        ("Ann", "Then it cools."),
        ("Ben", "Ben: Yes."),
    ]
    with_names = split_speakers(text, 30, add_context=True)
    assert spoken(with_names) == [
        ("Ann", "Ann: The pump stops at noon."),
        ("Ann", "Ann: The valve opens."),
        ("Ann", "Ann: Then it cools."),
        ("Ben", "Ben: Yes."),
    ]
    assert [(c.start, c.end) for c in with_names] == [(c.start, c.end) for c in chunks]
    assert audit(text, with_names, 30).ok


def test_only_pieces_of_one_turn_overlap():
    chunks = split_speakers("Ann: one two three four five six\nBen: seven", 16, 6)
    assert spoken(chunks) == [
        ("Ann", "Ann: one two"),
        ("Ann", "two three four"),
        ("Ann", "four five six"),
        ("Ben", "Ben: seven"),
    ]


def test_a_name_that_takes_more_than_half_of_the_size_is_left_out_and_said():
    chunks = split_speakers("Dr. Wilhelmina Osei: one two three four", 20, add_context=True)
    assert [chunk.text for chunk in chunks] == ["Dr.", "Wilhelmina Osei:", "one two three four"]
    assert all(chunk.metadata["context_left_out"] for chunk in chunks)


def test_times_go_with_each_piece():
    text = "[00:05] Ann: One is said.\n[00:20] And two.\n[00:30] Ben: Three.\n"
    assert [(c.text, c.metadata) for c in split_speakers(text, 30)] == [
        ("[00:05] Ann: One is said.", {"speaker": "Ann", "start_time": 5.0, "end_time": 5.0}),
        ("[00:20] And two.", {"speaker": "Ann", "start_time": 20.0, "end_time": 20.0}),
        ("[00:30] Ben: Three.", {"speaker": "Ben", "start_time": 30.0, "end_time": 30.0}),
    ]
    whole = split_speakers(text)[0].metadata
    assert (whole["start_time"], whole["end_time"]) == (5.0, 20.0)


def test_a_line_before_a_silence_does_not_last_through_it():
    text = load_text("support_call")
    (waiting,) = (c for c in split_speakers(text) if "Take your time" in c.text)
    assert (waiting.metadata["start_time"], waiting.metadata["end_time"]) == (91.0, 91.0)
    ends = [chunk.metadata["end_time"] for chunk in split_time_windows(text, 60)]
    assert waiting.metadata["end_time"] in ends
    (given,) = split_speakers("[00:05 - 00:09] Ann: Yes.")
    assert given.metadata["end_time"] == 9.0


def test_cues_are_read_first():
    raw = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hot?</v> <v Ben>Yes.\n\n00:03.000 --> 00:04.000\n<v Ben>Very."
    chunks = split_speakers(raw)
    assert [(c.text, c.metadata) for c in chunks] == [
        ("Ann: Hot?", {"speaker": "Ann", "start_time": 1.0, "end_time": 2.0}),
        ("Ben: Yes.\nVery.", {"speaker": "Ben", "start_time": 1.0, "end_time": 4.0}),
    ]
    assert chunks == split_speakers(read_transcript(raw))
    with pytest.raises(ValueError, match=r"holds a file of cues as it is; make it with read_transcript"):
        split_speakers(Document(raw, "call.vtt"))


def test_a_text_in_which_nobody_is_named_is_one_turn():
    assert spoken(split_speakers("No colon here.\nNor here.")) == [(None, "No colon here.\nNor here.")]
    assert spoken(split_speakers("one two three", 8)) == [(None, "one two"), (None, "three")]
    assert split_speakers("") == split_speakers(" \n ") == split_speakers("WEBVTT\n\nNOTE x") == []


def test_a_document_keeps_its_source_and_its_marks_are_used():
    (chunk,) = split_speakers(Document("Ann: Yes.", "a.txt"), metadata={"k": 1})
    assert chunk.metadata == {"source": "a.txt", "k": 1, "speaker": "Ann"}


def test_known_speakers_are_the_only_ones():
    text = "Ana: Three things.\nReset: Press it.\nBen: Fine."
    assert [name for name, _ in spoken(split_speakers(text))] == ["Ana", "Reset", "Ben"]
    assert [name for name, _ in spoken(split_speakers(text, speakers=("Ana", "Ben")))] == ["Ana", "Ben"]
    with pytest.raises(ValueError, match=r"has its speakers already; give speakers to read_transcript"):
        split_speakers(read_transcript(text), speakers=["Ana"])


def test_equal_turns_differ_in_their_ids():
    first, second = split_speakers("Ann: Yes.\nAnn: Yes.")
    assert first.text == second.text and first.id != second.id


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(ValueError, match="chunk_overlap=60 must be smaller than chunk_size=50"):
        split_speakers("", 50, 60)
    with pytest.raises(ValueError, match="chunk_overlap=5 needs a chunk_size"):
        split_speakers("", None, 5)
    with pytest.raises(TypeError, match="add_context must be True or False, not str"):
        split_speakers("", add_context="yes")
    with pytest.raises(ValueError, match="line 1: 00:61:00 is no time"):
        split_speakers("[00:61:00] Ann: yes")


LINES = st.sampled_from(
    [
        "Ann: ",
        "Ben Li：",
        "ann: ",
        "[00:05] ",
        "[01:00:05.5] Ann: ",
        "(00:07)",
        "Note: ",
        "\ufeffCy: ",
        "10:30 ",
        "Dee (0:05)",
        "",
    ]
)


@st.composite
def transcripts(draw):
    lines = draw(st.lists(st.tuples(LINES, texts(6)), max_size=8))
    return draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"])).join(label + words for label, words in lines)


@given(transcripts(), sizes(most=40), st.sampled_from([len, count_words]), st.booleans())
def test_the_contract_holds(text, size, length_function, add_context):
    chunks = split_speakers(text, *size, length_function=length_function, add_context=add_context)
    assert_contract(text, chunks, *size, length_function)
    assert all("speaker" in chunk.metadata for chunk in chunks)


@given(transcripts())
def test_without_a_size_no_turn_is_cut(text):
    chunks = split_speakers(text)
    assert_contract(text, chunks)
    assert all(chunk.metadata["speaker"] for chunk in chunks[1:])


@pytest.mark.parametrize("block", ["Ann: yes it is. ", "[00:05] Ann: yes\n", "Ann: yes\n", "ann：", "Ann:\n"])
@pytest.mark.parametrize("add_context", [False, True])
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(block, add_context):
    assert_linear(lambda text: split_speakers(text, 60, 10, add_context=add_context), block, 2_000)


def test_the_name_does_not_cut_a_character_that_people_see_as_one():
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"  # five code points; beside "Bo: " there is room for four
    text = f"Bo: {family} {family}"
    chunks = split_speakers(text, 8, add_context=True)
    assert_contract(text, chunks, 8, 0)
    assert [chunk.text for chunk in chunks][-2:] == [family, family]
