"""Word files that unpack to gigabytes, define entities, or go in circles: refused with the way out, or read."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hostile import command, outcomes, posix
from hostile_word import WORDS, listed, paragraph, word_file

from ragchunk_lessons.readers import read_docx
from ragchunk_lessons.readers._bounds import WORD_MEMBERS

pytest.importorskip("docx")
_WAY_OUT = "RAGCHUNK_LIMITS"
_LAUGHS = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
NOTE = '<w:footnoteReference w:customMarkFollows="1" w:id="{}"/>'


@posix
def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path):
    word_file(tmp_path / "bytes.docx", " " * 2**20, times=400)
    word_file(tmp_path / "tags.docx", "<w:p/>" * 100_000, times=70)
    (said,) = outcomes(["readers.read_docx(Path('bytes.docx'))"], tmp_path)
    assert "bytes.docx has 400 MB unpacked, and at most 256 are read" in said.words and _WAY_OUT in said.words
    done = command(["split", "tags.docx"], tmp_path)
    assert done.returncode == 2 and "7,000,002 tags in its part word/document.xml" in done.stderr


def test_an_archive_of_too_many_files_is_refused(tmp_path):
    word_file(tmp_path / "a.docx", WORDS, more={f"word/{n}.xml": b"" for n in range(WORD_MEMBERS)})
    with pytest.raises(ValueError, match="files in it, and at most 20,000 are read"):
        read_docx(tmp_path / "a.docx")


def test_whoever_means_it_lifts_the_limit(tmp_path, monkeypatch):
    word_file(tmp_path / "a.docx", WORDS, more={f"word/{n}.xml": b"" for n in range(WORD_MEMBERS)})
    monkeypatch.setenv("RAGCHUNK_LIMITS", "2")
    assert read_docx(tmp_path / "a.docx").text == "words"
    monkeypatch.setenv("RAGCHUNK_LIMITS", "much")
    with pytest.raises(ValueError, match="RAGCHUNK_LIMITS='much' must be a number above 0, such as 4"):
        read_docx(tmp_path / "a.docx")


@pytest.mark.parametrize(
    "entity", ['<!ENTITY x SYSTEM "file:///etc/hostname">', '<!ENTITY x "short">', '<!ENTITY a "lol">' + _LAUGHS]
)
def test_entities_are_refused_and_no_other_file_is_read(tmp_path, entity):
    named = "&j;" if "lol" in entity else "&x;"
    word_file(tmp_path / "a.docx", f"<w:p><w:r><w:t>{named} end</w:t></w:r></w:p>", dtd=f"<!DOCTYPE w [{entity}]>")
    with pytest.raises(ValueError, match=r"document type|amplification"):
        read_docx(tmp_path / "a.docx")


def test_names_that_lead_out_of_the_archive_lead_nowhere(tmp_path):
    inside = tmp_path / "deep" / "deeper"
    inside.mkdir(parents=True)
    word_file(inside / "a.docx", WORDS, more={"../../evil.txt": b"x", "/evil.txt": b"x"})
    assert read_docx(inside / "a.docx").text == "words"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [inside / "a.docx"]


@posix
@pytest.mark.parametrize(
    "body",
    [
        listed(999_999_999),
        listed(0),
        paragraph('<w:pStyle w:val="A"/>'),
        paragraph(inside='<w:r><w:sym w:char="FFFFFFFFFF"/><w:sym w:char="D800"/><w:t>words</w:t></w:r>'),
        paragraph(inside="<w:r>" + "".join(map(NOTE.format, range(9000))) + "<w:t>words</w:t>" * 9000 + "</w:r>"),
        "<w:tbl><w:tr><w:tc>" * 75 + WORDS + "</w:tc></w:tr></w:tbl>" * 75,
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>' + WORDS + "</w:tc></w:tr></w:tbl>",
    ],
    ids=["deep level", "huge number", "style based on itself", "no character", "notes", "tables in tables", "span"],
)
def test_what_goes_in_circles_or_counts_too_far_is_read(tmp_path, body):
    word_file(tmp_path / "a.docx", body)
    case = (
        "document = readers.read_docx(Path('a.docx'))\nassert 'words' in document.text\nassert len(document.text) < 1e5"
    )
    (said,) = outcomes([case], tmp_path)
    assert said.words == "ok"


def test_tables_beyond_what_the_parser_follows_are_refused(tmp_path):
    word_file(tmp_path / "a.docx", "<w:tbl><w:tr><w:tc>" * 2000 + WORDS + "</w:tc></w:tr></w:tbl>" * 2000)
    with pytest.raises(ValueError, match=r"a\.docx cannot be read as a \.docx .*depth"):
        read_docx(tmp_path / "a.docx")


def test_an_honest_file_is_read_as_before(tmp_path):
    word_file(tmp_path / "a.docx", WORDS * 50)
    assert read_docx(Path(tmp_path / "a.docx")).text.split() == ["words"] * 50
    with zipfile.ZipFile(tmp_path / "b.docx", "w") as archive:
        archive.writestr("a.txt", "no document")
    with pytest.raises(ValueError, match=r"cannot be read as a \.docx"):
        read_docx(tmp_path / "b.docx")
