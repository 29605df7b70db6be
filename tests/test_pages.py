"""Pages of real PDFs and of texts with form feeds: the right text under the right number."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from contract import assert_contract
from fpdf import FPDF
from fpdf.enums import EncryptionMethod
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import sizes, texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document, Mark
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.readers.pages import page_marks, read_pages
from ragchunk_lessons.splitters.pages import split_pages

PAGES = ["Pump manual", "", "Open the valve first.\nThen start the pump.", "Stop at 80 degrees."]


def pdf(folder: Path, pages=PAGES, name="manual.pdf", change=None) -> Path:
    document = FPDF()
    document.set_font("Helvetica", size=12)
    if change:
        change(document)
    for text in pages:
        document.add_page()
        if text:
            document.multi_cell(0, 8, text)
    path = folder / name
    document.output(str(path))
    return path


def numbered(chunks) -> list[tuple[str, int]]:
    return [(chunk.text, chunk.metadata["page"]) for chunk in chunks]


def places(document: Document) -> list[tuple[int, str]]:
    return [(mark.data["number"], document.text[mark.start : mark.end]) for mark in document.marks]


# --- reading a PDF --------------------------------------------------------------------------------------------


def test_a_pdf_is_read_page_by_page(tmp_path):
    document = read_pages(pdf(tmp_path))
    assert places(document) == list(enumerate(PAGES, 1))
    assert document.text == "\f".join(PAGES)
    assert document.source == (tmp_path / "manual.pdf").as_posix()


def test_a_blank_page_keeps_the_numbers_right(tmp_path):
    chunks = split_pages(pdf(tmp_path))
    assert numbered(chunks) == [(PAGES[0], 1), (PAGES[2], 3), (PAGES[3], 4)]
    assert audit(read_pages(pdf(tmp_path)), chunks).ok
    assert chunks[0].metadata["source"] == (tmp_path / "manual.pdf").as_posix()


def test_a_pdf_is_known_by_its_first_bytes_too(tmp_path):
    path = pdf(tmp_path).rename(tmp_path / "manual.bin")
    assert len(split_pages(path)) == 3
    path.write_bytes(b"mail header\r\n" + path.read_bytes())
    assert len(read_pages(path.rename(tmp_path / "junk.pdf")).marks) == 4


def test_page_labels_are_kept(tmp_path):
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(pdf(tmp_path)))
    writer.set_page_label(0, 1, style="/r")
    writer.set_page_label(2, 3, style="/D", start=1)
    path = tmp_path / "labels.pdf"
    writer.write(path)
    assert [mark.data["label"] for mark in read_pages(path).marks] == ["i", "ii", "1", "2"]
    assert [chunk.metadata["page_label"] for chunk in split_pages(path)] == ["i", "1", "2"]
    assert "page_label" not in split_pages(pdf(tmp_path))[0].metadata


def test_an_encrypted_pdf_needs_its_password(tmp_path):
    def locked(document):
        document.set_encryption("owner", "secret", encryption_method=EncryptionMethod.RC4)

    path = pdf(tmp_path, change=locked)
    with pytest.raises(ValueError, match=r"is encrypted and it needs a password; give it as read_pages\(path, pass"):
        read_pages(path)
    with pytest.raises(ValueError, match="the password given does not open it"):
        read_pages(path, password="wrong")
    assert places(read_pages(path, password="secret")) == list(enumerate(PAGES, 1))


def test_a_pdf_that_is_only_locked_against_changes_is_read(tmp_path):
    def locked(document):
        document.set_encryption("owner", encryption_method=EncryptionMethod.RC4)

    assert len(split_pages(pdf(tmp_path, change=locked))) == 3


def test_a_scan_is_refused_and_a_single_page_with_text_is_enough(tmp_path):
    def drawn(document):
        document.add_page()
        document.rect(10, 10, 50, 50)

    with pytest.raises(ValueError, match=r"has 2 pages and no text on any of them.*run OCR on it first"):
        read_pages(pdf(tmp_path, [""], change=drawn))
    assert numbered(split_pages(pdf(tmp_path, ["", "Page 7"]))) == [("Page 7", 2)]


def test_a_pdf_without_pages_is_refused(tmp_path):
    from pypdf import PdfWriter

    path = tmp_path / "none.pdf"
    PdfWriter().write(path)
    with pytest.raises(ValueError, match="has no pages"):
        read_pages(path)


def test_damaged_files_are_refused(tmp_path, caplog):
    whole = pdf(tmp_path).read_bytes()
    path = tmp_path / "bad.pdf"
    for data, said in (
        (b"", r"is empty \(0 bytes\)"),
        (b"Dear all,", "is not a PDF: it does not begin with %PDF"),
        (whole[: len(whole) // 2], "is cut short"),
        (whole[:40] + b"\n%%EOF", "cannot be read as a PDF"),
        (whole.replace(b"/Count 4", b"/Count 9"), "says that it has 9 pages, but 4 can be found"),
        (whole.replace(b"/Pages", b"/Rages"), "damaged"),
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=said):
            read_pages(path)
    assert not caplog.records


def test_a_page_that_is_damaged_inside_is_refused_and_not_read_in_part(tmp_path, caplog):
    data = bytearray(pdf(tmp_path).read_bytes())
    start = data.index(b"stream", data.index(b"/FlateDecode", 600)) + 20
    data[start : start + 8] = bytes(8)
    path = tmp_path / "damaged.pdf"
    path.write_bytes(bytes(data))
    with pytest.raises(ValueError, match=r"page \d of .*damaged.pdf cannot be read in full"):
        read_pages(path)
    assert not caplog.records


def test_what_is_missing_is_named(tmp_path, monkeypatch):
    import pypdf
    from pypdf.errors import DependencyError

    def locked(document):
        document.set_encryption("owner", "secret", encryption_method=EncryptionMethod.RC4)

    def no_aes(self, password):
        raise DependencyError("cryptography>=3.1 is required for AES algorithm")

    path = pdf(tmp_path, change=locked)
    monkeypatch.setattr(pypdf.PdfReader, "decrypt", no_aes)
    with pytest.raises(ImportError, match="is encrypted with AES; run `pip install cryptography`"):
        read_pages(path)
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(ImportError, match="reading a PDF needs pypdf; run `pip install pypdf`"):
        read_pages(path)


def test_every_way_to_cut_a_pdf_short_is_refused(tmp_path):
    whole, path = pdf(tmp_path).read_bytes(), tmp_path / "short.pdf"
    for kept in range(0, len(whole) - 8, 97):
        path.write_bytes(whole[:kept])
        with pytest.raises(ValueError):
            read_pages(path)


# --- reading a text -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("", [""]),
        ("one", ["one"]),
        ("one\ftwo", ["one", "two"]),
        ("one\ftwo\f", ["one", "two"]),
        ("\fone\f\f\ftwo\f\f", ["", "one", "", "", "two", ""]),
        ("\f", [""]),
    ],
)
def test_form_feeds_part_pages(text, pages):
    document = read_pages(text)
    assert document.text is text
    assert places(document) == list(enumerate(pages, 1))


def test_a_text_file_is_decoded_with_its_encoding(tmp_path):
    path = tmp_path / "pages.txt"
    path.write_bytes("第一页\f第二页\r\n".encode("gb18030"))
    assert read_pages(path, encoding="gb18030").text == "第一页\f第二页\r\n"
    with pytest.raises(ValueError, match="is not utf-8: byte 0xb5 at position 0"):
        split_pages(path)
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(ValueError, match="read a Word file with read_docx"):
        split_pages(path)
    with pytest.raises(FileNotFoundError):
        split_pages(tmp_path / "missing.txt")


# --- cutting --------------------------------------------------------------------------------------------------


def test_a_page_that_is_too_big_is_cut_and_keeps_its_number():
    text = "One.\fThe pump runs hot. It must be stopped.\fThree."
    assert numbered(split_pages(text, 22)) == [
        ("One.", 1),
        ("The pump runs hot.", 2),
        ("It must be stopped.", 2),
        ("Three.", 3),
    ]
    assert all("pages" not in chunk.metadata for chunk in split_pages(text, 22))


ACROSS = "Title\n\nThe pump is\f switched off\nat 80 degrees.\n\nNext paragraph.\fEnd."


def test_a_paragraph_that_runs_over_a_page_stays_whole_and_says_so():
    chunks = split_pages(ACROSS, 60, across=True)
    assert [(chunk.text, chunk.metadata["page"], chunk.metadata.get("pages")) for chunk in chunks] == [
        ("Title\n\nThe pump is\f switched off\nat 80 degrees.", 1, (1, 2)),
        ("Next paragraph.", 2, None),
        ("End.", 3, None),
    ]
    assert_contract(ACROSS, chunks, 60)
    small = split_pages(ACROSS, 45, across=True)
    assert [(chunk.text, chunk.metadata.get("pages")) for chunk in small][:2] == [
        ("Title", None),
        ("The pump is\f switched off\nat 80 degrees.", (1, 2)),
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It stops.\fNew page.", "It stops."),
        ("It stops.)\fNew page.", "It stops.)"),
        ("泵停了。\f第二页", "泵停了。"),
        ("These steps\f- one\n- two", "These steps"),
        ("A sentence that\fgoes on. And another.", "A sentence that\fgoes on."),
        ("A sentence that\fgoes\nand ends.\nMore text\nhere", "A sentence that\fgoes\nand ends."),
        ("泵在\f八十度停机。再启动。", "泵在\f八十度停机。"),
        ("no stop\fnowhere\fat all. Next.", "no stop\fnowhere\fat all."),
        ("no stop\fnowhere\f- item", "no stop\fnowhere"),
        ("no stop\f\fblank between", "no stop"),
    ],
)
def test_where_a_run_ends(text, first):
    chunks = split_pages(text, across=True)
    assert chunks[0].text == first
    assert_contract(text, chunks)


def test_a_document_is_cut_at_its_page_marks_and_nothing_outside_them_is_lost():
    document = Document("intro one two three", "notes", (Mark("page", 6, 9, {"number": 7}), Mark("page", 10, 13)))
    chunks = split_pages(document)
    assert numbered(chunks) == [("intro one", 7), ("two three", 2)]
    assert audit(document, chunks).ok
    assert numbered(split_pages(Document("a\fb"))) == [("a", 1), ("b", 2)]


def test_metadata_is_copied_and_the_page_wins():
    (chunk,) = split_pages("text", metadata={"page": 99, "title": "T"})
    assert dict(chunk.metadata) == {"page": 1, "title": "T"}


PAGED = st.lists(st.one_of(texts(12), st.sampled_from(["\f", "\f\f", "\n\n\f", ". \f", "-", "- x\n"])), max_size=12)


@given(PAGED.map("".join), sizes(), st.booleans(), st.sampled_from([len, count_words]))
@example("\u0301\f\u0301a", (1, 0), True, len)
def test_the_contract(text, size_and_overlap, across, length_function):
    size, overlap = size_and_overlap
    chunks = split_pages(text, size, overlap, across=across, length_function=length_function)
    assert_contract(text, chunks, size, overlap, length_function)
    marks = page_marks(text)
    for chunk in chunks:
        pages = chunk.metadata.get("pages", (chunk.metadata["page"],))
        assert pages[0] == chunk.metadata["page"]
        assert marks[pages[0] - 1].start <= chunk.start + 1 and pages == tuple(range(pages[0], pages[-1] + 1))
        assert ("pages" in chunk.metadata) == ("\f" in chunk.text.strip("\f")) or chunk.text[0] == "\f"


@given(texts().filter(lambda text: "\f" not in text))
def test_without_a_size_there_is_one_chunk_a_page(text):
    assert len(split_pages(f"{text}\f{text}")) == (2 if text.strip() else 0)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "said"),
    [
        ((5,), {}, TypeError, r"source must be a Path \(a file\) or a str"),
        ((b"%PDF",), {}, TypeError, "not bytes"),
        (("a", 0), {}, ValueError, "chunk_size=0 must be at least 1"),
        (("a", 5, 5), {}, ValueError, "chunk_overlap=5 must be smaller than chunk_size=5"),
        (("a", None, 5), {}, ValueError, "chunk_overlap=5 needs a chunk_size"),
        (("a",), {"across": "yes"}, TypeError, "across must be True or False"),
        (("a",), {"metadata": 3}, TypeError, "metadata must be a mapping"),
    ],
)
def test_bad_arguments(arguments, keywords, error, said):
    with pytest.raises(error, match=said):
        split_pages(*arguments, **keywords)


def test_bad_arguments_of_the_reader():
    with pytest.raises(ValueError, match="encoding='utf-9' is unknown"):
        read_pages("a", encoding="utf-9")
    with pytest.raises(TypeError, match="password must be a str"):
        read_pages("a", password=5)
