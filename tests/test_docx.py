"""Word documents: what stands on the page is in the text, once and in order, and the marks point at it."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import docx
import pytest
from contract import assert_contract
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given, settings
from hypothesis import strategies as st

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document
from ragchunk_lessons.readers._word_numbers import written
from ragchunk_lessons.readers.docx import read_docx
from ragchunk_lessons.splitters.recursive import split_recursive

MORE = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


def saved(document, folder: Path, name: str = "file.docx") -> Path:
    path = folder / name
    document.save(str(path))
    return path


def with_xml(inner: str):
    """A document whose body is this XML, in front of its section properties."""
    document = docx.Document()
    body = parse_xml(f"<w:body {nsdecls('w')} {MORE}>{inner}</w:body>")
    for child in list(body):
        document.element.body.insert(len(document.element.body) - 1, child)
    return document


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(inner: str) -> str:
    return f"<w:p>{inner}</w:p>"


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(mark.kind, document.text[mark.start : mark.end]) for mark in document.marks]


def text_of(inner: str, folder: Path) -> str:
    return read_docx(saved(with_xml(inner), folder)).text


def test_paragraphs_lists_and_tables_in_the_order_of_the_page(tmp_path):
    document = docx.Document()
    document.add_heading("Pump manual", 0)
    document.add_heading("Start", 1)
    document.add_paragraph("Open the valve.")
    for text in ("Check the oil.", "Check the seal."):
        document.add_paragraph(text, style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ["Code", "Meaning", "E-17", "too hot"], strict=True):
        cell.text = text
    document.add_heading("Stop", 2)
    document.add_paragraph("Close the valve.")
    read = read_docx(saved(document, tmp_path))
    assert read.text == (
        "Pump manual\n\nStart\n\nOpen the valve.\n\n- Check the oil.\n- Check the seal.\n\n"
        "Code | Meaning\nE-17 | too hot\n\nStop\n\nClose the valve."
    )
    assert kinds(read) == [
        ("heading", "Pump manual"),
        ("heading", "Start"),
        ("paragraph", "Open the valve."),
        ("list", "- Check the oil.\n- Check the seal."),
        ("table", "Code | Meaning\nE-17 | too hot"),
        ("row", "Code | Meaning"),
        ("row", "E-17 | too hot"),
        ("heading", "Stop"),
        ("paragraph", "Close the valve."),
    ]
    headings = [dict(mark.data) for mark in read.marks if mark.kind == "heading"]
    assert headings == [
        {"level": 1, "text": "Pump manual"},
        {"level": 2, "text": "Start"},
        {"level": 3, "text": "Stop"},
    ]
    assert [mark.data["header"] for mark in read.marks if mark.kind == "row"] == [True, False]
    assert read.source == (tmp_path / "file.docx").as_posix()
    assert audit(read, split_recursive(read, 40), chunk_size=40).ok


def test_a_word_document_is_cut_by_its_marks(tmp_path):
    from ragchunk_lessons.splitters.html import split_html

    document = docx.Document()
    document.add_heading("Codes", 1)
    table = document.add_table(rows=6, cols=2)
    for number, cell in enumerate(table._cells):
        cell.text = f"cell {number}"
    document.add_heading("Stop", 2)
    document.add_paragraph("Close the valve.")
    read = read_docx(saved(document, tmp_path))
    chunks = split_html(read, 50)
    assert_contract(read, chunks, 50, 0)
    rows = [chunk for chunk in chunks if chunk.metadata.get("kind") == "table"]
    assert len(rows) > 1 and all("cell 0 | cell 1\n" in chunk.text for chunk in rows)
    assert chunks[-1].metadata["heading_path"] == ("Codes", "Stop")


def test_without_a_title_headings_keep_their_level(tmp_path):
    document = docx.Document()
    document.add_heading("Start", 1)
    document.add_heading("Oil", 3)
    assert [mark.data["level"] for mark in read_docx(saved(document, tmp_path)).marks] == [1, 3]


def test_a_style_made_from_a_heading_and_an_outline_level_are_headings(tmp_path):
    document = docx.Document()
    style = document.styles.add_style("House heading", 1)
    style.base_style = document.styles["Heading 2"]
    document.add_paragraph("Ours", style="House heading")
    outlined = document.add_paragraph("Outlined")
    outlined._p.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl {nsdecls("w")} w:val="3"/>'))
    assert [mark.data["level"] for mark in read_docx(saved(document, tmp_path)).marks] == [2, 4]


def test_numbers_are_counted_as_they_are_drawn(tmp_path):
    document = docx.Document()
    for text in ("Stop the pump.", "Wait."):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("A break.")
    document.add_paragraph("Start again.", style="List Number")
    read = read_docx(saved(document, tmp_path))
    assert read.text == "1. Stop the pump.\n2. Wait.\n\nA break.\n\n3. Start again."
    assert [text for kind, text in kinds(read) if kind == "list"] == ["1. Stop the pump.\n2. Wait.", "3. Start again."]


def test_numbers_of_several_levels(tmp_path):
    document = docx.Document()
    root = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for level, kind, text in ((0, "upperRoman", "%1."), (1, "lowerLetter", "%1.%2)"))
    )
    root.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{levels}</w:abstractNum>'))
    root.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    for text, level in (("one", 0), ("under", 1), ("next", 1), ("two", 0), ("again", 1)):
        item = document.add_paragraph(text)
        properties = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="77"/></w:numPr>'
        item._p.get_or_add_pPr().append(parse_xml(properties))
    text = read_docx(saved(document, tmp_path)).text
    assert text == "I. one\n  I.a) under\n  I.b) next\nII. two\n  II.a) again"


@pytest.mark.parametrize(
    ("number", "kind", "shown"),
    [
        (1, "decimal", "1"),
        (9, "lowerRoman", "ix"),
        (1994, "upperRoman", "MCMXCIV"),
        (26, "lowerLetter", "z"),
        (27, "upperLetter", "AA"),
        (5, "chineseCounting", "五"),
        (0, "lowerRoman", "0"),
        (10**9, "lowerRoman", "1" + "0" * 9),
    ],
)
def test_formats_of_numbers(number, kind, shown):
    assert written(number, kind) == shown


def test_merged_cells_show_their_text_once(tmp_path):
    document = docx.Document()
    table = document.add_table(rows=3, cols=3)
    for number, cell in enumerate(table._cells):
        cell.text = str(number)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
    table.cell(1, 2).merge(table.cell(2, 2)).text = "tall"
    assert read_docx(saved(document, tmp_path)).text == "wide | 2\n3 | 4 | tall\n6 | 7 | "


def test_a_row_is_one_line_whatever_a_cell_holds(tmp_path):
    document = docx.Document()
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text = "two\nlines"
    table.cell(0, 1).add_paragraph("second")
    table.cell(0, 1).add_table(rows=1, cols=2).cell(0, 1).text = "inner"
    assert read_docx(saved(document, tmp_path)).text == "two lines | second inner"


def test_a_row_is_a_header_where_the_file_says_so(tmp_path):
    document = docx.Document()
    table = document.add_table(rows=3, cols=1)
    for number, cell in enumerate(table._cells):
        cell.text = f"row {number}"
    for row in table.rows[:2]:
        row._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
    rows = [mark.data["header"] for mark in read_docx(saved(document, tmp_path)).marks if mark.kind == "row"]
    assert rows == [True, True, False]


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (run("Press ") + f"<w:hyperlink>{run('here')}</w:hyperlink>" + run(" now."), "Press here now."),
        (run("a") + f"<w:ins>{run('new')}</w:ins>" + "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>", "anew"),
        (f"<w:sdt><w:sdtContent>{run('in a control')}</w:sdtContent></w:sdt>", "in a control"),
        (f"<w:fldSimple>{run('field')}</w:fldSimple><w:r><w:instrText>PAGE</w:instrText></w:r>", "field"),
        (f"<w:smartTag>{run('smart')}</w:smartTag>", "smart"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r>", "a\tb\nc‑d"),
        ("<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>", "x=1"),
        ('<w:r><w:sym w:font="Arial" w:char="2264"/></w:r>', "≤"),
        (run("    indented = True"), "    indented = True"),
    ],
    ids=["link", "tracked", "control", "field", "tag", "white", "formula", "symbol", "indent"],
)
def test_text_in_every_wrapping_is_kept(inner, text, tmp_path):
    assert text_of(paragraph(inner), tmp_path) == text


def test_blocks_inside_a_content_control_are_kept(tmp_path):
    inner = f"<w:sdt><w:sdtContent>{paragraph(run('one'))}{paragraph(run('two'))}</w:sdtContent></w:sdt>"
    assert text_of(inner + paragraph(run("three")), tmp_path) == "one\n\ntwo\n\nthree"


def test_a_text_box_comes_once_behind_its_paragraph(tmp_path):
    box = f"<w:txbxContent>{paragraph(run('boxed'))}</w:txbxContent>"
    inner = (
        f"{run('before')}<w:r><mc:AlternateContent><mc:Choice Requires='wps'>{box}</mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert text_of(paragraph(inner) + paragraph(run("after")), tmp_path) == "before\n\nboxed\n\nafter"


def test_footnotes_stand_at_the_end_with_their_number(tmp_path):
    path = saved(with_xml(paragraph(run("Hot") + '<w:r><w:footnoteReference w:id="2"/></w:r>')), tmp_path)
    notes = (
        f"<w:footnotes {nsdecls('w')}><w:footnote w:type='separator' w:id='0'>{paragraph(run('-'))}</w:footnote>"
        f"<w:footnote w:id='2'>{paragraph(run('Above 80 degrees.'))}</w:footnote></w:footnotes>"
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    content = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    changed = tmp_path / "notes.docx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for item in old.namelist():
            data = old.read(item).decode("latin-1")
            if item == "word/_rels/document.xml.rels":
                one = f'<Relationship Id="rId99" Type="{kind}" Target="footnotes.xml"/>'
                data = data.replace("</Relationships>", f"{one}</Relationships>")
            if item == "[Content_Types].xml":
                one = f'<Override PartName="/word/footnotes.xml" ContentType="{content}"/>'
                data = data.replace("</Types>", f"{one}</Types>")
            new.writestr(item, data.encode("latin-1"))
        new.writestr("word/footnotes.xml", notes)
    assert read_docx(changed).text == "Hot[1]\n\n[1] Above 80 degrees."


def test_headers_and_footers_when_asked_for(tmp_path):
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "ACME"
    document.sections[0].footer.paragraphs[0].text = "Confidential"
    document.add_section().header.is_linked_to_previous = True
    document.add_paragraph("Body.")
    path = saved(document, tmp_path)
    assert read_docx(path).text == "Body."
    assert read_docx(path, headers=True).text == "ACME\n\nBody.\n\nConfidential"


def test_an_empty_document_is_an_empty_text(tmp_path):
    assert read_docx(saved(docx.Document(), tmp_path)) == Document("", (tmp_path / "file.docx").as_posix())


LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")), min_size=1, max_size=12)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["p", "h", "b", "t"]), LETTERS), max_size=8))
def test_whatever_is_written_is_read_once_and_in_order(blocks):
    document, expected = docx.Document(), []
    for kind, text in blocks:
        if kind == "t":
            document.add_table(rows=1, cols=1).cell(0, 0).text = text
        elif kind == "h":
            document.add_heading(text, 2)
        else:
            document.add_paragraph(text, style="List Bullet" if kind == "b" else None)
        expected.append("".join(text.split()))
    file = io.BytesIO()
    document.save(file)
    from ragchunk_lessons.readers.docx import _Writer

    writer = _Writer(docx.Document(file))
    writer.body(docx.Document(file).element.body)
    text = "".join(writer.parts)
    seen = "".join(text.split())
    at = 0
    for part in expected:
        found = seen.find(part, at)
        assert found in (at, at + 1) or not part  # a bullet may stand before it
        at = found + len(part)
    assert at == len(seen)
    assert all(text[mark.start : mark.end].strip("\r\n") == text[mark.start : mark.end] for mark in writer.marks)


def test_what_is_no_docx_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(TypeError, match=r"write read_docx\(Path\('a.docx'\)\)"):
        read_docx("a.docx")
    with pytest.raises(TypeError, match="source must be a Path"):
        read_docx(5)
    with pytest.raises(FileNotFoundError):
        read_docx(tmp_path / "missing.docx")
    path = tmp_path / "bad.docx"
    for data, said in (
        (b"", r"is not a .docx: it is empty \(0 bytes\)"),
        (b"Dear all,", "is not a .docx: its content is no zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is encrypted, or an old .doc file"),
        (b"PK\x03\x04" + bytes(40), "cannot be read as a .docx"),
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=said):
            read_docx(path)


def test_what_is_missing_is_named(tmp_path, monkeypatch):
    path = saved(docx.Document(), tmp_path)
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(ImportError, match="reading a Word file needs python-docx; run `pip install python-docx`"):
        read_docx(path)


def test_a_file_that_is_cut_short_and_a_zip_of_another_kind_are_refused(tmp_path):
    path = saved(with_xml(paragraph(run("text " * 50))), tmp_path)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(ValueError, match=r"cannot be read as a \.docx"):
        read_docx(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(ValueError, match="damaged or another kind of file"):
        read_docx(path)
