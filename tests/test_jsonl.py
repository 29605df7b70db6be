"""Files with one JSON record a line: what each says, its id and other fields, and what is broken."""

from __future__ import annotations

import json

import pytest
from contract import assert_contract
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.readers.jsonl import read_jsonl
from ragchunk_lessons.splitters.jsonl import split_jsonl


def texts_of(text, **settings):
    return [chunk.text for chunk in split_jsonl(text, **settings)]


def from_raw(raw, document, words):
    start = document.text.index(words)
    low, high = document.raw.to_raw(start, start + len(words))
    return raw[low:high]


# --- reading ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_one_record_a_line_with_its_id_and_other_fields(end, mark):
    raw = f'{mark}{{"id": "a", "text": "One."}}{end}{end} \t{end}{{"text": "Two.", "id": 2, "lang": ["en"]}}{end}'
    chunks = split_jsonl(raw)
    assert [(chunk.text, chunk.metadata) for chunk in chunks] == [
        ("One.", {"line": 1, "id": "a", "record": {}}),
        ("Two.", {"line": 4, "id": 2, "record": {"lang": ["en"]}}),
    ]
    assert from_raw(raw, read_jsonl(raw), "Two.") == "Two."


def test_escapes_are_decoded_and_lead_back():
    raw = r'{"text": "Caf\u00e9 \ud83c\udf0a \"hot\"\nline \\u0041 \ud83c."}'
    document = read_jsonl(raw)
    assert document.text == 'Café 🌊 "hot"\nline \\u0041 \ud83c.'
    assert from_raw(raw, document, "é") == r"\u00e9"
    assert from_raw(raw, document, "🌊") == r"\ud83c\udf0a"
    assert from_raw(raw, document, 'hot"') == r"hot\"\n"  # escapes that stand together map together
    assert from_raw(raw, document, "line") == "line"


def test_only_line_feeds_end_a_line():
    assert texts_of('{"text": "a\u2028b\u2029c\x85d\x0b"}'.replace("\x0b", "")) == ["a\u2028b\u2029c\x85d"]
    assert texts_of('{"text":\r"a"}\r\n"b"') == ["a", "b"]


def test_a_record_without_a_text_is_its_fields():
    raw = '{"id": 7, "part": "seal", "size": {"mm": 1.50, "\\u00f8": "\\n"}, "note": "", "in\\nstock": true}'
    (chunk,) = split_jsonl(raw)
    assert chunk.text == 'id: 7\npart: seal\nsize: {"mm": 1.50, "ø": "\\n"}\nnote:\nin stock: true'
    assert chunk.metadata["id"] == 7 and chunk.metadata["record"]["size"] == {"mm": 1.5, "ø": "\n"}
    assert from_raw(raw, read_jsonl(raw), "ø") == "\\u00f8"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('"a string"', "a string"),
        ("5", "5"),
        ("null", "null"),
        ('[1, "b"]', '[1, "b"]'),
        ("{}", "{}"),
        ('" "', '" "'),
        ('{"text": " ", "a": 1}', "text:\na: 1"),
        ('{"text": 5}', "text: 5"),
        ('{"text": null, "": 2}', "text: null\nfield 2: 2"),
    ],
)
def test_other_lines_lose_nothing(line, text):
    assert texts_of(line) == [text]


def test_other_fields_may_be_the_text_and_the_id():
    raw = '{"body": "One.", "key": "k1", "id": 5}'
    (chunk,) = split_jsonl(raw, text_field="body", id_field="key")
    assert chunk.text == "One." and chunk.metadata == {"line": 1, "id": "k1", "record": {"id": 5}}


def test_numbers_that_python_cannot_hold_stay_as_they_are():
    digits = "9" * 5000
    (chunk,) = split_jsonl(f'{{"n": {digits}, "x": 1e400, "y": -0.0}}')
    assert chunk.text == f"n: {digits}\nx: 1e400\ny: -0.0"
    assert chunk.metadata["record"] == {"n": digits, "x": "1e400", "y": -0.0}
    assert texts_of(digits) == [digits]


# --- broken lines -------------------------------------------------------------------------------------------

BROKEN = {
    '{"a": 1': (8, "a comma or a closing brace is expected here"),
    '{"a" 1}': (6, "a colon is expected here"),
    ' {"a": 1,}': (10, "a name in double quotes is expected here"),
    "{'a': 1}": (2, "a name in double quotes is expected here"),
    '{"a": NaN}': (7, "NaN is no JSON"),
    "-Infinity": (1, "-Infinity is no JSON"),
    '{"text": "x", "text": "y"}': (15, "the name 'text' stands twice; all but the last value would be lost"),
    '{"a": {"b": 1, "b": 2}}': (7, "the name 'b' stands twice"),
    '{"a": 1} {"b": 2}': (10, "something stands behind the end of the record"),
    '{"a": "x': (7, "unterminated string"),
    '{"a": }': (7, "expecting value"),
    '{"a": "\\x"}': (8, "invalid \\\\escape"),
    '{"a": "\t"}': (8, "invalid control character"),
    "[" * 100_000: (1, "the value is nested too deeply"),
    "not json": (1, "expecting value"),
    "{": (2, "a name in double quotes is expected here"),
}


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: line[:20])
def test_a_broken_line_is_named_or_kept(line):
    column, reason = BROKEN[line]
    with pytest.raises(ValueError, match=rf"line 3, column {column}: {reason}.*errors='keep'"):
        split_jsonl(f'{{"text": "One."}}\n\n{line}\n')
    raw = f'{{"text": "One."}}\n\n{line}\r\n{{"text": "Two."}}\n'
    chunks = split_jsonl(raw, errors="keep")
    assert [chunk.text for chunk in chunks] == ["One.", line.strip(), "Two."]
    assert chunks[1].metadata["error"].startswith(f"line 3, column {column}: ")
    assert "error" not in chunks[0].metadata
    assert audit(read_jsonl(raw, errors="keep"), chunks).ok


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(ValueError, match="errors='ignore' must be 'raise' or 'keep'"):
        split_jsonl("", errors="ignore")
    with pytest.raises(TypeError, match="text_field must be a str, not NoneType"):
        read_jsonl("", text_field=None)
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        split_jsonl("{", 0)
    with pytest.raises(ValueError, match=r"no marks of records; make it with read_jsonl"):
        split_jsonl(Document('{"text": "a"}'))


def test_a_path_is_a_file(tmp_path):
    path = tmp_path / "records.jsonl"
    path.write_bytes('\ufeff{"text": "größer"}\n'.encode())
    (chunk,) = split_jsonl(read_jsonl(path))
    assert chunk.text == "größer" and chunk.metadata["source"] == path.as_posix()
    path.write_bytes(b'{"text": "gr\xf6\xdfer"}')
    with pytest.raises(ValueError, match="position 12"):
        read_jsonl(path)


# --- cutting ------------------------------------------------------------------------------------------------


def test_every_piece_of_a_long_record_has_its_labels():
    chunks = split_jsonl('{"id": 4, "text": "One two three. Four five six."}', 15)
    assert [chunk.text for chunk in chunks] == ["One two three.", "Four five six."]
    assert all(chunk.metadata == {"line": 1, "id": 4, "record": {}} for chunk in chunks)
    chunks = split_jsonl('{"id": 4, "note": "one two three four"}', 15)
    assert [(chunk.text, chunk.metadata.get("column")) for chunk in chunks] == [
        ("id: 4", None),
        ("note: one two", "note"),
        ("note: three", "note"),
        ("note: four", "note"),
    ]
    assert all(chunk.metadata["id"] == 4 and "record" not in chunk.metadata for chunk in chunks)


def test_equal_records_differ_in_their_chunk_ids_and_come_out_the_same_every_time():
    raw = '{"id": 1, "text": "Due."}\n' * 2
    first, second = split_jsonl(raw)
    assert first.text == second.text and first.id != second.id
    assert [chunk.id for chunk in split_jsonl(raw)] == [first.id, second.id]
    assert Chunk.from_dict(json.loads(json.dumps(first.to_dict()))) == first


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts(6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(3), inner, max_size=3),
    max_leaves=5,
)
RECORDS = st.one_of(
    VALUES,
    st.fixed_dictionaries({"text": texts(12)}, optional={"id": st.integers() | texts(2), "more": VALUES}),
    st.dictionaries(texts(3), VALUES, max_size=4),
)


@st.composite
def files(draw, errors="raise"):
    lines = []
    for record in draw(st.lists(RECORDS, max_size=5)):
        lines.append(json.dumps(record, ensure_ascii=draw(st.booleans())))
        if errors == "keep" and draw(st.booleans()):
            lines.append(lines[-1][: draw(st.integers(0, len(lines[-1])))] + draw(st.sampled_from(["", "}", "x\t"])))
    return draw(st.sampled_from(["\n", "\r\n", "\n\n"])).join(lines)


@given(files("keep"), st.none() | st.integers(1, 40), st.sampled_from([len, count_words]))
def test_the_contract_holds(raw, size, length_function):
    document = read_jsonl(raw, errors="keep")
    chunks = split_jsonl(document, size, length_function=length_function)
    assert_contract(document, chunks, size, 0, length_function)
    assert chunks == split_jsonl(raw, size, errors="keep", length_function=length_function)
    assert all("line" in chunk.metadata for chunk in chunks)


@given(files())
def test_what_python_reads_is_what_is_kept(raw):
    marks = [mark for mark in read_jsonl(raw).marks if mark.kind == "record"]
    records = [json.loads(line) for line in raw.split("\n") if line.strip()]
    assert len(marks) == len(records)
    for mark, record in zip(marks, records, strict=True):
        if isinstance(record, dict):
            held = dict(mark.data["record"])
            if "id" in mark.data:
                held["id"] = mark.data["id"]
            text = record.get("text")
            if isinstance(text, str) and text.strip():
                assert read_jsonl(raw).text[mark.start : mark.end] == text
                held["text"] = text
            assert held == record


@pytest.mark.parametrize(
    "make",
    [
        lambda n: '{"id": 1, "text": "Shut the valve.", "more": [1, 2]}\n' * (n // 50),
        lambda n: '{"text": "' + "\\u4f60 " * (n // 7) + '"}',
        lambda n: "{" + ",".join(f'"{k}": {k}' for k in range(n // 12)) + "}",
        lambda n: '{"a": \n' * (n // 7),
    ],
    ids=["records", "escapes", "fields", "broken lines"],
)
def test_ten_times_the_file_takes_at_most_twelve_times_the_time(make):
    small, large = make(2_000), make(20_000)
    assert_in_step(lambda: split_jsonl(small, 200, errors="keep"), lambda: split_jsonl(large, 200, errors="keep"))
