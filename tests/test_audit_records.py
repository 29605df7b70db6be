"""What the fields of a chunk's record mean where they say more than one thing."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from ragchunk_lessons import audit
from ragchunk_lessons.auditing.adapters import read_chunk
from ragchunk_lessons.chunk_lines import read_chunks


@pytest.mark.parametrize(
    ("record", "names"),
    [
        ({"text": "One. Two.", "page_content": "One."}, ("text", "page_content")),
        ({"page_content": "One.", "content": "Two."}, ("page_content", "content")),
        ({"text": "One.", "page_content": "One.", "content": "Two."}, ("text", "content")),
        ({"text": "", "page_content": "One.", "content": "Two."}, ("page_content", "content")),
        ({"text": "One.", "node": {"text": "Two."}}, ("text", "node.text")),
        (SimpleNamespace(text="One.", content="Two."), ("text", "content")),
    ],
)
def test_two_texts_that_differ_are_refused(record, names):
    with pytest.raises(ValueError, match=r"^chunk 0 has two texts") as error:
        audit("One. Two.", [record])
    one, other = names
    assert f": {one} '" in str(error.value) and f" and {other} '" in str(error.value)
    if isinstance(record, dict):
        with pytest.raises(ValueError, match=f"^line 1: it has two texts: {one} '"):
            read_chunks(json.dumps(record))


@pytest.mark.parametrize(
    "record",
    [
        {"text": "One.", "content": "One."},
        {"text": "One.", "content": None},
        {"text": "One.", "content": ["Two."]},
        {"text": "One.", "page_content": ""},
        {"text": "", "content": "One."},
        {"text": "One.", "node": {"text": "One."}, "score": 0.5},
        # A field called node that holds no text is a label.
        {"text": "One.", "node": "pump-3"},
        {"text": "One.", "node": ""},
        {"text": "One.", "node": 3},
        {"text": "One.", "node": {"id": "pump-3"}},
        {"text": "One.", "node": ["a", "b"]},
        SimpleNamespace(text="One.", node="pump-3"),
    ],
)
def test_one_text_under_several_names_is_one_text(record):
    assert read_chunk(record)[0] == "One."


def test_a_node_is_read_by_its_own_fields():
    assert read_chunk({"node": {"text": "One.", "start_char_idx": 3}, "score": 0.5})[:3] == ("One.", 3, 7)


class Narrow(float):
    """A number of another make, as numpy's float32 is: no float of Python by its own class."""


@pytest.mark.parametrize("start", [0.0, 5.0, -0.0, Narrow(5)])
@pytest.mark.parametrize("name", ["start", "start_index", "start_char_idx", "split_idx_start"])
def test_a_whole_float_is_a_whole_number(name, start):
    text = "One. Two."[int(start) :]
    for record in ({"text": text, name: start}, {"text": text, "metadata": {name: start}}, (text, start)):
        _, low, high, _ = read_chunk(record)
        if name == "start" and isinstance(record, dict) and "metadata" in record:
            assert low is None  # there it may be seconds
        else:
            assert (low, high) == (int(start), 9) and type(low) is int
    assert read_chunks(json.dumps({"text": text, name: float(start)}))


@pytest.mark.parametrize("start", [0.5, float("nan"), float("inf"), True, "0", 1j])
def test_what_is_no_whole_number_is_refused(start):
    for record in ({"text": "One.", "start": start}, {"text": "One.", "metadata": {"start_index": start}}):
        with pytest.raises(TypeError, match="must be a whole number, not"):
            read_chunk(record)
