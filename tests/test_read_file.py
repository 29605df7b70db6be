"""One door for every file: the right reader by its name or its first bytes, and a clear word where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import docx
import pytest
from fpdf import FPDF

from ragchunk_lessons import readers
from ragchunk_lessons.readers import read_file, read_table


def saved(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def pdf(folder: Path, name: str = "manual.pdf") -> Path:
    page = FPDF()
    page.set_font("Helvetica", size=12)
    for text in ("Open the valve.", "Start the pump."):
        page.add_page()
        page.multi_cell(0, 8, text)
    page.output(str(folder / name))
    return folder / name


def kinds(document) -> set[str]:
    return {mark.kind for mark in document.marks}


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.markdown", "a.log", "a.rst", "a.py", "a.TXT", "README", ".notes"])
def test_a_text_is_taken_as_it_is(tmp_path, name):
    text = "# Pump\r\n\r\nOpen it. 先断电。\tStop.\n"
    document = read_file(saved(tmp_path, name, text))
    assert (document.text, document.source, document.marks) == (text, name, ())


@pytest.mark.parametrize("name", ["page.html", "page.htm", "page.xhtml", "PAGE.HTML"])
def test_a_page_is_what_a_person_sees(tmp_path, name):
    document = read_file(saved(tmp_path, name, "<h1>Pump</h1><p>Stop &amp; wait.<script>x()</script>"))
    assert document.text == "Pump\n\nStop & wait."
    assert kinds(document) == {"heading", "paragraph"} and document.source == name


def test_a_page_says_its_own_encoding_and_an_argument_wins(tmp_path):
    path = saved(tmp_path, "a.html", '<meta charset="gb18030"><p>阀门'.encode("gb18030"))
    assert read_file(path).text == "阀门"
    path = saved(tmp_path, "b.html", '<meta charset="latin-1"><p>阀门'.encode())
    assert read_file(path, encoding="utf-8").text == "阀门"


def test_pages_of_a_pdf_whatever_its_name(tmp_path):
    for path in (pdf(tmp_path), pdf(tmp_path, "manual.txt"), pdf(tmp_path, "manual")):
        document = read_file(path)
        assert document.text == "Open the valve.\fStart the pump."
        assert [mark.data["number"] for mark in document.marks] == [1, 2]
        assert document.source == path.name


def test_a_word_file(tmp_path):
    word = docx.Document()
    word.add_heading("Pump", 1)
    word.add_paragraph("Open the valve.")
    word.save(str(tmp_path / "a.docx"))
    document = read_file(tmp_path / "a.docx")
    assert document.text == "Pump\n\nOpen the valve." and "heading" in kinds(document)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'part,note\nseal,"red; soft"\n'),
        ("b.csv", 'part;note\nseal;"red; soft"\n'),
        ("c.csv", '"part";"note"\nseal;"red; soft"\n'),
        ("d.csv", "\ufeffpart|note\r\nseal|red; soft\r\n"),
        ("e.csv", "part\tnote\nseal\tred; soft\n"),
        ("a.tsv", "part\tnote\nseal\tred; soft\n"),
        ("a.tab", "part\tnote\nseal\tred; soft\n"),
    ],
)
def test_a_table_with_the_sign_that_parts_its_cells(tmp_path, name, content):
    document = read_file(saved(tmp_path, name, content))
    assert document.text == "part: seal\nnote: red; soft"
    assert kinds(document) == {"row", "cell"}


def test_a_sign_in_quotes_parts_nothing_and_an_argument_wins(tmp_path):
    path = saved(tmp_path, "a.csv", '"a, b, c";d\n1;2\n')
    assert read_file(path).text == "a, b, c: 1\nd: 2"
    path = saved(tmp_path, "b.csv", "a,b;c\n1,2;3\n")
    assert read_file(path, delimiter=";").text == "a,b: 1,2\nc: 3"
    path = saved(tmp_path, "c.csv", "name\nseal\n")
    assert read_file(path).text == "name: seal"


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson"])
def test_records(tmp_path, name):
    document = read_file(saved(tmp_path, name, '{"id": "1", "text": "Stop."}\n{"id": "2", "text": "Wait."}\n'))
    assert document.text == "Stop.\n\nWait." and kinds(document) == {"record"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Stop.</v>\n"),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nAnn: Stop.\n"),
    ],
)
def test_captions(tmp_path, name, content):
    document = read_file(saved(tmp_path, name, content))
    assert document.text == "Ann: Stop."
    assert [mark.data["end_time"] for mark in document.marks if mark.kind == "cue"] == [2.0]


def test_the_name_of_the_document(tmp_path):
    path = saved(tmp_path, "a.txt", "x")
    assert read_file(str(path)).source == "a.txt"
    assert read_file(path, source="manual, 5th edition").source == "manual, 5th edition"


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.srt", "a.html", "a.xyz", "a"])
def test_bytes_in_another_encoding_are_named_with_their_place(tmp_path, name):
    path = saved(tmp_path, name, b"Caf\xe9, open\n")
    with pytest.raises(ValueError, match=r"is not utf-8: byte 0xe9 at position 3 .*encoding=\"cp1252\""):
        read_file(path)


def test_an_encoding_that_is_given_is_used(tmp_path):
    assert read_file(saved(tmp_path, "a.txt", b"Caf\xe9"), encoding="cp1252").text == "Café"
    assert read_file(saved(tmp_path, "a.csv", b"caf\xe9;x\n1;2\n"), encoding="cp1252").text == "café: 1\nx: 2"


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_byte_order_mark_is_obeyed(tmp_path, codec):
    assert read_file(saved(tmp_path, "a.txt", "Stop. 停".encode(codec))).text == "Stop. 停"


def test_text_full_of_nul_bytes_is_not_taken_for_utf_8(tmp_path):
    path = saved(tmp_path, "a.txt", "Stop.".encode("utf-16-le"))
    with pytest.raises(ValueError, match=r"NUL byte at position 1; .*utf-16-le"):
        read_file(path)
    assert read_file(path, encoding="utf-16-le").text == "Stop."
    assert read_file(saved(tmp_path, "b.log", "a\x00b"), encoding="utf-8").text == "a\x00b"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xlsx", b"PK\x03\x04....", "a.xlsx is a zip archive and no text"),
        ("a.txt", b"PK\x03\x04....", "a.txt is a zip archive and no text"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", "a.doc is an old Office file and no text; save it as"),
        ("a.png", b"\x89PNG\r\n\x1a\n\x00\x00", "a.png is no text in utf-8: it has a NUL byte at position 8"),
        ("a.pdf", b"Dear all,", "does not begin with %PDF"),
        ("a.docx", b"Dear all,", "a.docx is"),
        ("a.jsonl", b"{broken\n", "line 1, column"),
    ],
)
def test_what_is_no_text_is_refused_by_name(tmp_path, name, content, said):
    with pytest.raises(ValueError) as caught:
        read_file(saved(tmp_path, name, content))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        (("nowhere.txt",), FileNotFoundError, "there is no file nowhere.txt"),
        ((Path("."),), IsADirectoryError, ". is a folder; give one file"),
        ((b"a.txt",), TypeError, "path must be a path or a str, not bytes"),
        ((None,), TypeError, "not NoneType"),
    ],
)
def test_a_path_that_cannot_be_read(given, kind, said):
    with pytest.raises(kind) as caught:
        read_file(*given)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "kind", "said"),
    [
        ({"encoding": "utf-9"}, ValueError, "encoding='utf-9' is unknown"),
        ({"encoding": 8}, TypeError, "encoding must be a str"),
        ({"delimiter": ", "}, ValueError, "delimiter=', ' must be one character"),
        ({"source": 5}, TypeError, "source must be a str or None, not int (5)"),
    ],
)
def test_arguments_are_checked_before_the_file_is_looked_for(settings, kind, said):
    with pytest.raises(kind) as caught:
        read_file("nowhere.txt", **settings)
    assert said in str(caught.value)


def test_an_empty_file_is_an_empty_document(tmp_path):
    for name in ("a.txt", "a.md", "a.html", "a.csv", "a.jsonl", "a.srt"):
        assert read_file(saved(tmp_path, name, "")).text == ""


def test_one_door_is_exported():
    assert "read_file" in readers.__all__ and readers.read_file is read_file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_cannot_be_read_twice(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(ValueError, match=r"pipe\.txt is a pipe or a device"):
        read_file(tmp_path / "pipe.txt")


def test_a_table_with_the_line_ends_of_an_old_machine(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"part;stock\rseal, soft, red;4\r")
    assert read_file(tmp_path / "a.csv").text == read_table("part;stock\rseal, soft, red;4\r", delimiter=";").text
