"""PDFs whose fonts do not say which letters their signs are, and files that go on behind the end of the PDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from fpdf import FPDF

from ragchunk_lessons.readers._pdf_signs import Unmapped, unreadable
from ragchunk_lessons.readers.pages import read_pages
from ragchunk_lessons.splitters.pages import split_pages


def without_maps(path: Path, fonts: str = "") -> Path:
    """The file without the tables that say which letters its signs are, or with these fonts undefined."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(path))
    for page in writer.pages:
        defined = page["/Resources"]["/Font"]
        for name in list(defined):
            defined[name].get_object().pop("/ToUnicode", None)
            if name == fonts:
                del defined[name]
    changed = path.with_name("changed.pdf")
    writer.write(changed)
    return changed


def lettered(folder: Path, *pages: tuple[tuple[str, str], ...]) -> Path:
    """A PDF of pages that are runs of text, each in Helvetica ("H") or in a font of the file's own ("F")."""
    import matplotlib

    document = FPDF()
    document.add_font("F", fname=Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans.ttf")
    for runs in pages:
        document.add_page()
        for font, text in runs:
            document.set_font("Helvetica" if font == "H" else "F", size=12)
            document.write(8, text)
    path = folder / "fonts.pdf"
    document.output(str(path))
    return path


LETTERS = "".join(map(chr, range(33, 127)))


def test_a_page_whose_font_does_not_say_what_its_signs_are_is_refused_by_its_number(tmp_path):
    good = "Good text that is long enough. " * 4
    own = (
        (("F", LETTERS),),
        (("H", good),),
        (("F", "zyx"),),
        (("H", good), ("F", "zyx wvu zyx wvu")),
        (("F", "z"), ("H", good)),
    )
    path = lettered(tmp_path, *own)
    assert [dict(mark.data) for mark in read_pages(path).marks] == [{"number": number} for number in range(1, 6)]
    path = without_maps(path)
    with pytest.raises(ValueError, match=r"page 1 and 2 more \(such as page 3\) of .* run OCR on it.*errors=\"keep\""):
        read_pages(path)
    kept = read_pages(path, errors="keep")
    assert [mark.data.get("unreadable") for mark in kept.marks][1:] == [None, 3, 12, 1]
    assert kept.marks[0].data["unreadable"] > 85
    assert [chunk.metadata.get("unreadable") for chunk in split_pages(kept)][1:] == [None, 3, 12, 1]


def test_a_page_that_names_an_undefined_font_is_refused(tmp_path):
    path = without_maps(lettered(tmp_path, (("H", "Good."),), (("H", "Lost words."),)), "/F2")
    with pytest.raises(ValueError, match=r"page 1.* stand for no known letters"):
        read_pages(path)
    with pytest.raises(ValueError, match="errors='ignore' is unknown"):
        read_pages(path, errors="ignore")


def test_names_of_glyphs_are_no_text(tmp_path):
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject

    writer = PdfWriter(clone_from=PdfReader(lettered(tmp_path, (("H", "Good page"),), (("H", "Open the valve"),))))
    font = next(iter(writer.pages[0]["/Resources"]["/Font"].values())).get_object()
    names = ArrayObject([NumberObject(32), *(NameObject(f"/g{number}") for number in range(32, 127))])
    font[NameObject("/Encoding")] = DictionaryObject({NameObject("/Differences"): names})
    writer.write(tmp_path / "names.pdf")
    with pytest.raises(ValueError, match="page 1 and 1 more"):
        read_pages(tmp_path / "names.pdf")


@pytest.mark.parametrize(
    ("font", "unmapped"),
    [
        ({"/Subtype": "/Type0", "/Encoding": "/Identity-H"}, True),
        ({"/Subtype": "/Type0", "/Encoding": "/KSCms-UHC-H"}, True),
        ({"/Subtype": "/Type0", "/Encoding": {}}, True),
        ({"/Subtype": "/Type0", "/Encoding": "/Identity-H", "/ToUnicode": "/Identity-H"}, False),
        ({"/Subtype": "/Type0", "/Encoding": "/UniGB-UCS2-H"}, False),
        ({"/Subtype": "/Type0", "/Encoding": "/90ms-RKSJ-H"}, False),
        ({"/Subtype": "/Type1"}, False),
        ({"/Subtype": "/TrueType", "/Encoding": "/WinAnsiEncoding"}, False),
    ],
)
def test_which_fonts_do_not_say_what_their_signs_are(font, unmapped):
    counted = Unmapped()
    counted.page = 3
    for text in ("ab c", ""):
        counted(text, None, None, font, 12)
    counted("no font", None, None, None, 12)
    assert (counted.count(3), counted.count(2)) == (3 * unmapped, 0)


def test_a_table_of_letters_that_holds_none_is_no_table(tmp_path):
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, StreamObject

    writer = PdfWriter(clone_from=PdfReader(lettered(tmp_path, (("F", LETTERS),))))
    empty = StreamObject()
    empty.set_data(b"begincmap endcmap")
    for font in writer.pages[0]["/Resources"]["/Font"].values():
        font.get_object()[NameObject("/ToUnicode")] = writer._add_object(empty)
    writer.write(tmp_path / "empty.pdf")
    with pytest.raises(ValueError, match=r"page 1 of .*run OCR on it"):
        read_pages(tmp_path / "empty.pdf")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Plain words,\ttabs\n\x0c and 漢字 e\u0301 \U0001f600 \u00ad\u200b", 0),
        ("\uf0b7 Oil\n\uf0b7 Seal\n\x7f Valve\n\ufffd Pump", 0),
        ("the o\x0ece is \x0cne, e\x0bect, don\x92t", 0),
        ("Valve \uf0fe \uf0a8 \uf0fe\nPump \uf0fe\uf0a8", 0),
        ("see /usr/lib2/x and /g1", 0),
        ("Good \x01\x02\x03 \x1c\x1d!\x1f", 7),
        ("Good \x01 \x02 \x03", 3),
        ("Good \ufffd\ufffd\ufffd", 3),
        ("Good \uf041\uf042\uf043\uf044", 4),
        ("Good /g12/g7/g31", 11),
        ("Good \x00P\x00u", 4),
        ("\ufffd", 1),
        ("\uf0b7", 0),
        ("", 0),
    ],
)
def test_which_characters_are_no_letters(text, count):
    assert unreadable(text) == count


def test_other_bytes_behind_the_end_of_a_pdf_are_left_out_and_a_version_cut_off_is_not(tmp_path):
    whole, path = lettered(tmp_path, (("H", "Pump"),)).read_bytes(), tmp_path / "long.pdf"
    for more in (b"\0" * 5000, b"<html>saved with it</html>\n" * 200, bytes(range(256)) * 20, b"\r\n \0"):
        path.write_bytes(whole + more)
        assert read_pages(path).text == "Pump"
    for more in (b"\n7 0 obj\n<< /Type /Page", b"\n" + whole[:-8]):
        path.write_bytes(whole + more)
        with pytest.raises(ValueError, match="is cut short"):
            read_pages(path)
