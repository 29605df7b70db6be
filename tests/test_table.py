"""Tables: rows as lines of ``column: value``, one a chunk, with the way back to the file."""

from __future__ import annotations

import csv
import io
import re

import pytest
from contract import assert_contract
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document, Mark
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.readers.table import read_table
from ragchunk_lessons.splitters.table import split_table


def rows_of(document):
    return [(m.data["row"], document.text[m.start : m.end]) for m in document.marks if m.kind == "row"]


def from_raw(raw, document, words):
    """What the raw text holds where these words of the document were read from."""
    start = document.text.index(words)
    low, high = document.raw.to_raw(start, start + len(words))
    return raw[low:high]


# --- reading ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_row_is_lines_of_column_and_value(end, mark):
    raw = f"{mark}part,stock{end}seal,4{end}{end}valve,0{end}"
    document = read_table(raw)
    assert document.text == "part: seal\nstock: 4\n\npart: valve\nstock: 0"
    assert rows_of(document) == [(1, "part: seal\nstock: 4"), (2, "part: valve\nstock: 0")]
    assert [m.data["line"] for m in document.marks if m.kind == "row"] == [2, 4]
    assert from_raw(raw, document, "seal") == "seal" and from_raw(raw, document, "valve\nstock: 0") == "valve,0"


def test_quoted_cells_hold_delimiters_line_ends_and_doubled_quotes():
    raw = 'part,note\nseal,"red, soft\r\nand ""cheap"""\nvalve,"a"b\n'
    document = read_table(raw)
    assert rows_of(document) == [
        (1, 'part: seal\nnote: red, soft\r\nand "cheap"'),
        (2, "part: valve\nnote: ab"),
    ]
    assert [m.data["line"] for m in document.marks if m.kind == "row"] == [2, 4]
    assert from_raw(raw, document, '"cheap"') == '""cheap""'
    assert from_raw(raw, document, "soft\r\nand") == "soft\r\nand"


def test_short_and_long_rows_say_so():
    document = read_table("a,b,c\n1\n1,2,3,4,5\n1,,3\n")
    assert rows_of(document) == [
        (1, "a: 1"),
        (2, "a: 1\nb: 2\nc: 3\ncolumn 4: 4\ncolumn 5: 5"),
        (3, "a: 1\nb:\nc: 3"),
    ]
    chunks = split_table("a,b,c\n1\n1,2,3\n")
    assert [chunk.metadata for chunk in chunks] == [{"row": 1, "missing": ("b", "c")}, {"row": 2}]
    assert "missing" not in read_table("a,b\n1,2,3\n1,2\n").marks[-3].data


def test_names_that_are_empty_or_twice_are_told_apart():
    assert rows_of(read_table('a,,a,"x\n y",a (2),\n1,2,3,4,5,6\n')) == [
        (1, "a: 1\ncolumn 2: 2\na (2): 3\nx y: 4\na (2) (2): 5\ncolumn 6: 6")
    ]


def test_rows_of_nothing_but_empty_cells_are_counted():
    assert rows_of(read_table("a,b\n,\n1,2\n  ,\n3,4")) == [(2, "a: 1\nb: 2"), (4, "a: 3\nb: 4")]


def test_a_header_alone_is_row_0():
    assert [(chunk.text, chunk.metadata) for chunk in split_table("a,b\n")] == [("a:\nb:", {"row": 0})]
    assert split_table("") == split_table("\ufeff") == split_table(" \n\n") == split_table(",,\n,,\n") == []


def test_a_cell_larger_than_the_limit_of_csv_is_read():
    value = "word " * 40_000
    document = read_table(f'a,b\n"{value}",2\n')
    assert document.text == f"a: {value.strip()}\nb: 2"
    assert csv.field_size_limit() == 131_072


def test_a_quote_that_is_never_closed_is_refused_with_its_line():
    with pytest.raises(ValueError, match=r"line 3: a quote opens a cell and is never closed: '\"open\\n4,5"):
        read_table('a,b\n1,2\n3,"open\n4,5\n')
    with pytest.raises(ValueError, match=r"line 2: a quote opens"):
        split_table('a\n"x""')


def test_strange_characters_are_kept():
    raw = "a\x00,b\n1\x00,\ud83c\u2028\x85 x\n"
    assert read_table(raw).text == "a\x00: 1\x00\nb: \ud83c\u2028\x85 x"


def test_other_delimiters():
    assert read_table("a\tb\n1\t2,5\n", delimiter="\t").text == "a: 1\nb: 2,5"
    assert split_table("a;b\n1;2", delimiter=";")[0].text == "a: 1\nb: 2"
    for wrong in ("", ", ", '"', "\n"):
        with pytest.raises(ValueError, match=f"delimiter={re.escape(repr(wrong))} must be one character"):
            split_table("", delimiter=wrong)
    with pytest.raises(TypeError, match=r"delimiter must be a str such as ',', not NoneType"):
        read_table("a", delimiter=None)


def test_a_path_is_a_file(tmp_path):
    path = tmp_path / "parts.csv"
    path.write_bytes("\ufeffteil,größe\nRohr,5\n".encode())
    document = read_table(path)
    assert document.text == "teil: Rohr\ngröße: 5" and document.source == path.as_posix()
    assert split_table(document)[0].metadata == {"source": path.as_posix(), "row": 1}
    path.write_bytes("größe\n5\n".encode("cp1252"))
    with pytest.raises(ValueError, match="position 2"):
        read_table(path)
    assert read_table(path, encoding="cp1252").text == "größe: 5"


CELLS = st.one_of(st.sampled_from(["", "a", " b ", "1", 'q"q', "x,y", "l\nm", "l\r\nm", "中文", "e\u0301"]), texts(8))
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=6)


@st.composite
def tables(draw):
    """A file as csv writes it, or one that people broke."""
    out = io.StringIO()
    end = draw(st.sampled_from(["\n", "\r\n"]))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    csv.writer(out, lineterminator=end, quoting=quoting).writerows(draw(TABLES))
    return out.getvalue()


BROKEN = st.lists(st.sampled_from([*'a"",,\n', "\r\n", "\r", '"', '""', " ", "b,c\n"]), max_size=25).map("".join)


@given(tables() | BROKEN)
def test_cells_are_those_of_the_csv_module(raw):
    read = list(csv.reader(re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", raw.removeprefix("\ufeff"))))
    theirs = [[cell.strip() for cell in row] for row in read if row]
    try:
        document = read_table(raw)
    except ValueError:
        with pytest.raises(csv.Error):
            list(csv.reader(re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", raw), strict=True))
        return
    cells = {}
    row = 0
    for mark in document.marks:
        row = mark.data.get("row", row)
        if mark.kind == "cell":
            words = document.text[mark.start + len(mark.data["column"]) + 1 : mark.end]
            cells.setdefault(row, []).append(words.removeprefix(" ") if words else "")
    assert {n: row for n, row in cells.items() if n} == {n: row for n, row in enumerate(theirs[1:], 1) if any(row)}
    for text_start, text_end, raw_start, raw_end in document.raw.segments:
        words, place = document.text[text_start:text_end], raw[raw_start:raw_end]
        assert words == place or (words, place) == ('"', '""')


# --- cutting ------------------------------------------------------------------------------------------------


def test_a_long_row_is_cut_between_columns_and_a_long_value_keeps_its_name():
    raw = "id,size,about\n7,small,one two three four five six\n"
    chunks = split_table(raw, 22)
    assert [chunk.text for chunk in chunks] == [
        "id: 7\nsize: small",
        "about: one two three",
        "about: four five six",
    ]
    assert [chunk.metadata for chunk in chunks] == [
        {"row": 1},
        {"row": 1, "column": "about"},
        {"row": 1, "column": "about"},
    ]
    assert audit(read_table(raw), chunks, 22).ok


def test_a_name_that_takes_more_than_half_of_the_size_is_left_out_and_said():
    chunks = split_table("a very long column name\none two three four five\n", 20)
    assert [chunk.text for chunk in chunks] == ["a very long column", "name: one two three", "four five"]
    assert all(chunk.metadata["context_left_out"] and chunk.metadata["row"] == 1 for chunk in chunks)


def test_equal_rows_differ_in_their_ids():
    chunks = split_table("a\n1\n1\n")
    assert chunks[0].text == chunks[1].text and chunks[0].id != chunks[1].id
    assert [chunk.id for chunk in split_table("a\n1\n1\n")] == [chunk.id for chunk in chunks]


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        split_table("a\n1", 0)
    with pytest.raises(ValueError, match=r"no marks of rows; make it with read_table"):
        split_table(Document("a,b\n1,2"))
    with pytest.raises(ValueError, match=r"no marks of rows"):  # a row of HTML has no number
        split_table(Document("a | b", marks=(Mark("row", 0, 5, {"header": True}),)))
    with pytest.raises(TypeError, match="text must be a str or a Document, not bytes"):
        split_table(b"a")
    assert split_table(Document(" ")) == []


@given(tables(), st.none() | st.integers(1, 40), st.sampled_from([len, count_words]))
def test_the_contract_holds(raw, size, length_function):
    document = read_table(raw)
    chunks = split_table(document, size, length_function=length_function, metadata={"k": 1})
    assert_contract(document, chunks, size, 0, length_function)
    assert all(chunk.metadata["k"] == 1 and "row" in chunk.metadata for chunk in chunks)
    assert chunks == split_table(raw, size, length_function=length_function, metadata={"k": 1})


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "a,b\n" + '1,"two ""2"" words"\n' * (n // 20),
        lambda n: 'a\n"' + '""' * (n // 2) + '"',
        lambda n: ",".join("c" for _ in range(n // 4)) + "\n" + ",".join("1" for _ in range(n // 4)),
        lambda n: "\n" * n,
    ],
    ids=["rows", "quotes", "columns", "empty lines"],
)
def test_ten_times_the_table_takes_at_most_twelve_times_the_time(make):
    small, large = make(2_000), make(20_000)
    assert_in_step(lambda: split_table(small, 50), lambda: split_table(large, 50))
