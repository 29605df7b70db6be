"""Reading plain text: bytes to characters, with an error that says where and what to do."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from strategies import texts

from ragchunk_lessons.readers._decode import as_text, check_encoding, decode, decode_bytes
from ragchunk_lessons.readers.text import read_text

CHINESE = "洪水警报已发布。\r\n请居民撤离。\r"


def test_a_str_is_content_even_if_it_looks_like_a_name():
    document = read_text("notes.txt")
    assert (document.text, document.source, document.marks, document.raw) == ("notes.txt", "", (), None)


@given(texts())
def test_content_is_unchanged(text):
    assert read_text(text).text == text


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16-le", "utf-16-be"])
def test_a_path_is_a_file_and_line_ends_stay(tmp_path, encoding):
    path = tmp_path / "警报.txt"
    path.write_bytes(CHINESE.encode(encoding))
    document = read_text(path, encoding=encoding)
    assert (document.text, document.source) == (CHINESE, path.as_posix())


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
@pytest.mark.parametrize("asked", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "cp1252"])
def test_a_byte_order_mark_wins_and_is_left_out(tmp_path, mark, codec, asked):
    path = tmp_path / "a.txt"
    path.write_bytes(mark + CHINESE.encode(codec))
    assert read_text(path, encoding=asked).text == CHINESE


def test_the_mark_of_gb18030_is_left_out_too():
    assert decode_bytes("\ufeff洪水".encode("gb18030"), "gb18030") == "洪水"


def test_only_one_mark_is_left_out():
    assert decode_bytes(codecs.BOM_UTF8 * 2 + b"a") == "\ufeffa"


def test_another_encoding_names_the_file_the_byte_and_the_way_out(tmp_path):
    path = tmp_path / "report.txt"
    path.write_bytes(b"abc\n" + "洪水".encode("gb18030"))
    with pytest.raises(ValueError, match=r"report\.txt is not utf-8: byte 0xba at position 4 .*encoding=\"gb18030\""):
        read_text(path)
    assert read_text(path, encoding="gb18030").text == "abc\n洪水"


def test_the_position_counts_the_byte_order_mark():
    data = codecs.BOM_UTF8 + b"ab\xff"
    with pytest.raises(ValueError, match="byte 0xff at position 5 "):
        decode_bytes(data)
    with pytest.raises(ValueError, match="the data is not utf-16-le: byte 0x00 at position 4 "):
        decode_bytes(codecs.BOM_UTF16_LE + b"a\x00\x00\xd8")


def test_the_way_out_never_names_what_just_failed():
    with pytest.raises(ValueError, match='such as encoding="utf-8" for most files or encoding="cp1252"'):
        decode_bytes(b"\xff\xff", "GB18030")
    with pytest.raises(ValueError, match="the data is not punycode"):
        decode_bytes(b"\xff-\xff", "punycode")


@pytest.mark.parametrize("encoding", ["utf-9", "", "base64", "a\x00b", "\ud800"])
@pytest.mark.parametrize("source", ["content", Path("/no/such/file")])
def test_an_unknown_encoding_is_refused_before_any_work(encoding, source):
    with pytest.raises(ValueError, match=r"encoding=.* is unknown; give a name that Python knows"):
        as_text(source, encoding)


@pytest.mark.parametrize("encoding", [None, 8, b"utf-8"])
def test_an_encoding_is_a_str(encoding):
    with pytest.raises(TypeError, match="encoding must be a str"):
        check_encoding(encoding)


@pytest.mark.parametrize("source", [b"bytes", None, 7, ["a"]])
def test_a_source_is_a_path_or_a_str(source):
    with pytest.raises(TypeError, match=r"source must be a Path \(a file\) or a str"):
        read_text(source)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.txt"):
        decode(tmp_path / "none.txt")


def test_an_empty_file_is_an_empty_text(tmp_path):
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    assert read_text(path).text == ""
