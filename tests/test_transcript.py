"""Transcripts read: the format found, words without tags, marks with times and speakers, the way back."""

from __future__ import annotations

import pytest
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.readers._speaker import NO_SPEAKERS
from ragchunk_lessons.readers.transcript import read_transcript


def marked(document, kind):
    return [(document.text[m.start : m.end], m.data) for m in document.marks if m.kind == kind]


def times(document):
    return [(words, data["start_time"], data["end_time"]) for words, data in marked(document, "cue")]


def turns(text):
    return [(data["speaker"], words) for words, data in marked(read_transcript(text), "turn")]


VTT = """WEBVTT - a call
Kind: captions

STYLE
::cue { color: red }

NOTE written by hand
in two lines

intro
00:01.000 --> 00:04.500 align:left
<v.loud Ann>Is it <i>5 &lt; 6</i> <00:02.000>&amp; safe?</v>
<v Ben>Yes.</v> (noise)

NOTE between

00:05.000 --> 01:00:06.000
<v Ben>Go on
in two lines</v>
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_webvtt_is_read_as_the_words_that_were_said(end, mark):
    raw = mark + VTT.replace("\n", end)
    document = read_transcript(raw)
    assert document.text == "Ann: Is it 5 < 6 & safe?\nBen: Yes.\n(noise)\nBen: Go on\nin two lines"
    assert times(document) == [
        ("Ann: Is it 5 < 6 & safe?\nBen: Yes.\n(noise)", 1.0, 4.5),
        ("Ben: Go on\nin two lines", 5.0, 3606.0),
    ]
    cue = marked(document, "cue")[0][1]
    assert (cue["id"], cue["settings"], cue["line"]) == ("intro", "align:left", 11)
    assert [(data["speaker"], words) for words, data in marked(document, "turn")] == [
        ("Ann", "Ann: Is it 5 < 6 & safe?"),
        ("Ben", "Ben: Yes."),
        (None, "(noise)"),
        ("Ben", "Ben: Go on\nin two lines"),
    ]
    asides = [(m.kind, m.data["text"].replace(end, "\n")) for m in document.marks if m.start == m.end]
    assert asides == [
        ("header", "WEBVTT - a call\nKind: captions"),
        ("style", "STYLE\n::cue { color: red }"),
        ("note", "NOTE written by hand\nin two lines"),
        ("note", "NOTE between"),
    ]
    for words, place in [("Is it", "Is it"), ("< 6", "&lt; 6"), ("Yes.", "Yes."), ("Ann:", "<v.loud Ann>")]:
        start = document.text.index(words)
        low, high = document.raw.to_raw(start, start + len(words))
        assert raw[low:high] == place


def test_a_voice_that_goes_on_is_named_once():
    raw = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>One\n\n00:02.000 --> 00:03.000\n<v Ann>two.\n"
    assert turns(raw) == [("Ann", "Ann: One\ntwo.")]


def test_tags_that_are_none_and_odd_entities_are_text():
    raw = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color='x'>a</font> < b <c> <x> &nope; &#0; &eacute; AT&T <3\n"
    assert read_transcript(raw).text == "a < b  <x> &nope; &#0; é AT&T <3"


def test_srt_is_found_by_its_arrows():
    raw = "1\r\n00:00:01,000 --> 00:00:02,500\r\nAnn: One\r\n\r\nstill one\r\n"
    raw += "2\r\n100:00:03.25 --> 100:00:04\r\n王芳：好\r\n"
    document = read_transcript(raw)
    assert document.text == "Ann: One\nstill one\n王芳：好"
    assert times(document) == [("Ann: One\nstill one", 1.0, 2.5), ("王芳：好", 360003.25, 360004.0)]
    assert turns(raw) == [("Ann", "Ann: One\nstill one"), ("王芳", "王芳：好")]


def test_cues_without_words_and_words_with_arrows():
    raw = "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\na --> b -> c\n7\n"
    assert times(read_transcript(raw)) == [("a --> b -> c\n7", 3.0, 4.0)]
    assert read_transcript("WEBVTT").text == read_transcript("WEBVTT\n\nNOTE x\n").text == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n00:00:05,000 --> 00:00:03,000\nx", "line 2: a cue ends at 00:00:03,000, before it starts"),
        ("1\n00:00:0x,000 --> 00:00:03,000\nx", r"line 2: '00:00:0x,000 --> 00:00:03,000' is not the line of a cue"),
        ("WEBVTT\n\nxx:yy --> 00:00:03.000\nx", "line 3: 'xx:yy --> 00:00:03.000' is not the line of a cue"),
        ("1\n00:00:01,000 -> 00:00:03,000\nx", "line 2: '00:00:01,000 -> 00:00:03,000' is not the line of a cue"),
        ("WEBVTT\n\n00:01.000 -->\nx", "line 3: '00:01.000 -->' is not the line of a cue"),
        ("WEBVTT\n\n00:01.000 --> 00:99.000\nx", "line 3: 00:99.000 is no time: minutes and seconds go to 59"),
        ("WEBVTT\n\n00:61:01.000 --> 01:02:00.000\nx", "line 3: 00:61:01.000 is no time"),
        ("WEBVTT\n\nhello\n\n00:01.000 --> 00:02.000\nx", "line 3: 'hello' stands before the first cue"),
        ("One.\n[00:61:00] Two.", "line 2: 00:61:00 is no time"),
        ("[00:05 - 00:03] Two.", "line 1: a cue ends at 00:03, before it starts at 00:05"),
    ],
)
def test_times_that_are_none_are_refused_with_their_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_transcript(text)


# --- text that is shown as it is ----------------------------------------------------------------------------


def test_times_in_brackets_last_until_the_next_one():
    text = "Minutes\n[00:05] One.\nand on\n(75:10.5) Two.\n[1:20:00,25] Three.\n [01:00] Four.\n[1:02:03 --> 1:02:04] x"
    document = read_transcript(text)
    assert document.text == text and document.raw is None
    assert times(document) == [
        ("[00:05] One.\nand on", 5.0, 4510.5),
        ("(75:10.5) Two.", 4510.5, 4800.25),
        ("[1:20:00,25] Three.", 4800.25, 4800.25),  # the next one is out of order
        (" [01:00] Four.", 60.0, 3723.0),
        ("[1:02:03 --> 1:02:04] x", 3723.0, 3724.0),
    ]
    assert [data.get("end_given") for _, data in marked(document, "cue")] == [False] * 4 + [None]


@pytest.mark.parametrize("line", ["at [00:05] x", "[0:5] x", "[00:05) x", "00:05 x", "[00:00:00:05] x", "[note] x"])
def test_what_is_no_time(line):
    assert times(read_transcript(line)) == []


@pytest.mark.parametrize(
    ("line", "speaker"),
    [
        ("Ann: yes", "Ann"),
        ("Ann:", "Ann"),
        ("Ann:\tyes", "Ann"),
        ("  Ann : yes", "Ann"),
        ("Dr. J.-P. O'Neill (CFO): yes", "Dr. J.-P. O'Neill (CFO)"),
        ("Ludwig van Beethoven: yes", "Ludwig van Beethoven"),
        ("SPEAKER_01: yes", "SPEAKER_01"),
        ("Speaker 2: yes", "Speaker 2"),
        ("Q: yes", "Q"),
        ("王芳：好", "王芳"),
        ("王芳:好", "王芳"),
        ("王芳（主持人）：好", "王芳（主持人）"),
        ("问：好", "问"),
        ("Éva：yes", "Éva"),
        ("e\u0301va：yes\ne\u0301va：no", "e\u0301va"),
        ("**Ann:** yes", "Ann"),
        ("**Ann**: yes", "Ann"),
        (">> ANN: yes", "ANN"),
        ("[00:05] Ann: yes", "Ann"),
        ("(1:00:05) 王芳：好", "王芳"),
        ("Ann (00:05): yes", "Ann"),
        ("Dr. Osei (CFO) [1:00:05]: yes", "Dr. Osei (CFO)"),
        ("Ann Lee [00:05]\nyes", "Ann Lee"),
        ("\ufeffAnn: yes", "Ann"),
        ("ann: yes\nann: no", "ann"),
        ("Support agent: yes\nSupport agent: no", "Support agent"),
    ],
)
def test_what_is_a_speaker(line, speaker):
    assert turns(line)[0][0] == speaker


@pytest.mark.parametrize(
    "line",
    [
        "10:30 is too early",
        "See 10:30",
        "https://example.org: a page",
        "Well, as I said: no",
        "He said Note: no",
        "Note: bring ice",
        "NOTE: bring ice",
        "P.S.: bring ice",
        "日期：五月三日",
        "他是这样说的，原话是：不行",
        "王芳回答说：不行",
        "C:\\path",
        "std::vector: a list",
        "ann: said once",
        "My answer to you: no",
        "one two Three Four Five Six: no",
        "- item: no",
        "5 litres: no",
        "x" * 61 + ": no",
        "X" * 61 + ": no",
        "no colon at all",
        ": no name",
        "“Ann”: quoted",
    ],
)
def test_what_is_no_speaker(line):
    assert turns(line) == [(None, line)]
    assert turns(f"Ben: first\n{line}") == [("Ben", f"Ben: first\n{line}")]


def test_a_line_that_goes_on_is_no_speaker_where_others_speak_twice():
    call = load_text("support_call_speakers")
    assert [speaker for speaker, _ in turns(call)] == [None, "Ana", "Ben", "Ana", "Ben", "Ana", "Ben", "Ana"]
    assert turns("Ana: Yes.\nCid: No.\nAna: Oh.")[1] == ("Cid", "Cid: No.")


def test_known_speakers_are_the_only_ones():
    text = "Ana: so\nann: no\nReset: press it\nBen 2-3*: yes\n[00:05] ann: ok\nann (00:07): ok"
    known = read_transcript(text, speakers=["ann", "Reset"])
    assert [data["speaker"] for _, data in marked(known, "turn")] == [None, "ann", "Reset", "ann", "ann"]
    with pytest.raises(TypeError, match=r"speakers must be a list of names or None, not str \('Ana'\)"):
        read_transcript(text, speakers="Ana")
    with pytest.raises(TypeError, match="each of speakers must be a str, not int"):
        read_transcript(text, speakers=[1])


def test_no_word_of_the_list_is_a_speaker():
    assert {"note", "date", "注意"} <= NO_SPEAKERS
    assert all(turns(f"{word.title()}: x")[0][0] is None for word in NO_SPEAKERS)


def test_a_time_alone_on_its_line_belongs_to_the_turn_below():
    assert turns("Ann: one\n[00:05]\n\nBen: two\n[00:07]\nmore") == [
        ("Ann", "Ann: one"),
        ("Ben", "[00:05]\n\nBen: two\n[00:07]\nmore"),
    ]


def test_a_path_is_a_file(tmp_path):
    path = tmp_path / "call.vtt"
    path.write_bytes("\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nÉva: oui\n".encode())
    document = read_transcript(path)
    assert document.text == "Éva: oui" and document.source == path.as_posix()
    path.write_bytes("Éva: oui".encode("cp1252"))
    with pytest.raises(ValueError, match="position 0"):
        read_transcript(path)
    with pytest.raises(TypeError, match="source must be a Path"):
        read_transcript(b"Ann: yes")


PAYLOAD = st.lists(
    st.sampled_from(
        ["Ann: ", "<v Ann>", "</v>", "<i>", "</i>", "&amp;", "&lt", "&#x41;", "<", "\n", "a", "：", "王芳："]
    )
    | texts(3),
    max_size=8,
).map("".join)


@given(st.lists(PAYLOAD, max_size=5), st.sampled_from(["WEBVTT\n\n", ""]))
def test_each_segment_of_the_way_back_holds_what_was_read(payloads, head):
    raw = head + "".join(f"\n{n}\n0{n}:00.000 --> 0{n}:09.000\n{p}\n" for n, p in enumerate(payloads) if "-->" not in p)
    document = read_transcript(raw)
    if document.raw is None:
        return
    for start, end, raw_start, raw_end in document.raw.segments:
        words, place = document.text[start:end], raw[raw_start:raw_end]
        assert words == place or place[0] in "<&"
        assert (words == place) == (end - start == raw_end - raw_start)
    order = [segment[2] for segment in document.raw.segments]
    assert order == sorted(order)
    for mark in document.marks:
        assert document.text[mark.start : mark.end].strip() or mark.start == mark.end


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "WEBVTT\n\n" + "00:01.000 --> 00:02.000\n<v Ann>Is it &amp; <i>so</i>?</v>\n\n" * (n // 60),
        lambda n: "WEBVTT\n\n00:01.000 --> 00:02.000\n" + "<v " * (n // 3),
        lambda n: "[00:05] Ann: yes\n" * (n // 17),
        lambda n: "Aa " * (n // 3) + ":",
        lambda n: "[00:05\n" * (n // 7) + "->" * 10,
    ],
    ids=["cues", "open tags", "lines", "one line", "brackets"],
)
def test_ten_times_the_transcript_takes_at_most_twelve_times_the_time(make):
    small, large = make(3_000), make(30_000)
    assert_in_step(lambda: read_transcript(small), lambda: read_transcript(large))
