"""Documents: what is cut, its marks, and the way back to the raw input."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from ragchunk_lessons.document import Document, Mark, RawMap, as_document


def test_a_document_is_its_text_and_its_name():
    document = Document("Hello.", source="greeting.txt")
    assert (document.text, document.source, document.marks, document.raw) == ("Hello.", "greeting.txt", (), None)


def test_a_document_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Document("Hello.").text = "Bye."


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "text must be a str, not NoneType"),
        (b"abc", "text must be a str, not bytes; decode it first, for example value.decode('utf-8')"),
        (["a"], "text must be a str, not list"),
    ],
)
def test_a_text_that_is_none_is_refused_by_name(value, message):
    with pytest.raises(TypeError) as error:
        Document(value)
    assert str(error.value) == message


def test_a_name_must_be_a_str():
    with pytest.raises(TypeError, match="source must be a str, not PosixPath; read the file first"):
        Document("Hello.", source=Path("x.txt"))


def test_as_document_takes_a_str_and_leaves_a_document_alone():
    document = Document("Hello.", source="a")
    assert as_document(document) is document
    assert as_document("Hello.") == Document("Hello.")


@pytest.mark.parametrize("value", [3, None, b"x", Path("x.txt"), ["x"]])
def test_as_document_refuses_anything_else(value):
    with pytest.raises(TypeError, match=f"text must be a str or a Document, not {type(value).__name__}"):
        as_document(value)


def test_a_path_is_not_read_in_silence():
    with pytest.raises(TypeError, match=r"read the file first, for example path\.read_text\(encoding='utf-8'\)"):
        as_document(Path("x.txt"))


def test_a_lone_surrogate_passes_through():
    assert as_document("a\ud83c").text == "a\ud83c"


def test_marks_with_equal_spans_are_equal_and_can_stand_in_a_set():
    assert len({Mark("page", 0, 5, {"number": 1}), Mark("page", 0, 5, {"number": 1})}) == 1


RAW = "a &amp; <b>bc</b>d"
TEXT = "a & bcd"
MAP = RawMap(((0, 2, 0, 2), (2, 3, 2, 7), (3, 4, 7, 8), (4, 6, 11, 13), (6, 7, 17, 18)))


@pytest.mark.parametrize(
    ("start", "end", "raw"),
    [
        (0, 1, "a"),
        (2, 3, "&amp;"),
        (1, 4, " &amp; "),
        (4, 5, "b"),
        (5, 6, "c"),
        (5, 7, "c</b>d"),
        (0, 7, RAW),
    ],
)
def test_a_span_leads_back_to_the_raw_input(start, end, raw):
    assert RAW[slice(*MAP.to_raw(start, end))] == raw


@pytest.mark.parametrize(("start", "end"), [(3, 3), (5, 2), (-1, 2)])
def test_an_empty_or_negative_span_leads_nowhere(start, end):
    with pytest.raises(ValueError, match=rf"span \[{start}:{end}\] is empty or negative"):
        MAP.to_raw(start, end)


def test_a_span_that_came_from_nothing_says_so():
    with pytest.raises(ValueError, match=r"nothing in span \[10:12\] came from the raw input"):
        MAP.to_raw(10, 12)


def test_a_list_of_marks_becomes_a_tuple():
    mark = Mark("page", 0, 5)
    document = Document("Hello.", marks=[mark], raw=RawMap([[0, 6, 3, 9]]))
    assert document.marks == (mark,)
    assert document.raw.segments == ((0, 6, 3, 9),)
    assert len({document, document}) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"marks": None}, "marks must be a tuple of Mark, not NoneType"),
        ({"marks": Mark("page", 0, 5)}, "marks must be a tuple of Mark, not Mark"),
        ({"marks": "page"}, "marks must be a tuple of Mark, not str"),
        ({"marks": [Mark("page", 0, 5), ("page", 0, 5)]}, r"marks\[1\] must be a Mark, not tuple"),
        ({"raw": ((0, 1, 0, 1),)}, "raw must be a RawMap or None, not tuple"),
        ({"raw": "<p>"}, "raw must be a RawMap or None, not str"),
    ],
)
def test_marks_and_raw_are_checked(arguments, message):
    with pytest.raises(TypeError, match=message):
        Document("Hello.", **arguments)


@pytest.mark.parametrize(
    ("start", "end", "error", "message"),
    [
        (-1, 2, ValueError, r"span \[-1:2\] of a mark is not 0 <= start <= end"),
        (3, 2, ValueError, r"span \[3:2\] of a mark is not 0 <= start <= end"),
        (0.0, 2, TypeError, r"start of a mark must be an int, not float \(0.0\)"),
        (0, True, TypeError, r"end of a mark must be an int, not bool \(True\)"),
    ],
)
def test_a_mark_has_a_span(start, end, error, message):
    with pytest.raises(error, match=message):
        Mark("page", start, end)


@pytest.mark.parametrize(
    ("segments", "error", "message"),
    [
        (None, TypeError, "segments must be a tuple of segments, not NoneType"),
        (((0, 1, 2),), TypeError, r"segments\[0\] must be \(text_start, text_end, raw_start, raw_end\)"),
        ((3,), TypeError, r"segments\[0\] must be \(text_start"),
        (((0, 1, 0, 1.5),), TypeError, r"segments\[0\] must be an int, not float \(1.5\)"),
        (((0, 1, -1, 1),), ValueError, r"segments\[0\]=\(0, 1, -1, 1\) has a span that is not 0 <= start"),
        (((2, 1, 0, 1),), ValueError, "has a span that is not 0 <= start <= end"),
        (((0, 2, 0, 2), (1, 3, 2, 4)), ValueError, r"segments\[1\]=.* starts before 2, where the one before it ends"),
        (((4, 5, 0, 1), (0, 1, 4, 5)), ValueError, r"segments\[1\]=.* starts before 5"),
    ],
)
def test_a_way_back_that_cannot_be_right_is_refused(segments, error, message):
    with pytest.raises(error, match=message):
        RawMap(segments)


def test_a_mark_beyond_the_end_is_refused():
    assert Document("abc", marks=[Mark("row", 1, 3)]).marks[0].end == 3
    with pytest.raises(ValueError, match=r"marks\[1\] is \[2:4\], which runs past the end of the text at 3"):
        Document("abc", marks=[Mark("row", 0, 1), Mark("row", 2, 4)])
