"""What Word draws and no paragraph of the file holds, and cells and headings that are not where they seem to be."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from ragchunk_lessons.readers._word_numbers import written
from ragchunk_lessons.readers.docx import read_docx
from ragchunk_lessons.splitters.html import split_html


def read(document, folder: Path):
    path = folder / "file.docx"
    document.save(str(path))
    return read_docx(path)


def with_xml(inner: str):
    """A document whose body is this XML, in front of its section properties."""
    document = docx.Document()
    more = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    for child in list(parse_xml(f"<w:body {nsdecls('w')} {more}>{inner}</w:body>")):
        document.element.body.insert(len(document.element.body) - 1, child)
    return document


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p>{run(text) if text else ''}</w:p></w:tc>"


def table(*rows: str) -> str:
    return "<w:tbl><w:tblPr/><w:tblGrid/>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl><w:p/>"


START, GOES_ON, WIDE = '<w:vMerge w:val="restart"/>', "<w:vMerge/>", '<w:gridSpan w:val="2"/>'
LATER = '<w:trPr><w:gridBefore w:val="1"/></w:trPr>'


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([cell("a") + cell("b"), cell("kept", GOES_ON) + cell("c")], "a | b\nkept | c"),
        ([cell("kept", GOES_ON) + cell("b"), cell("x", GOES_ON) + cell("c")], "kept | b\n | c"),
        ([cell("a", START) + cell("b"), cell("x", GOES_ON) + cell("c"), cell("x", GOES_ON)], "a | b\n | c"),
        ([cell("a", START), cell("b"), cell("kept", GOES_ON)], "a\nb\nkept"),
        ([cell("a") + cell("b", START), cell("kept", GOES_ON) + cell("x", GOES_ON)], "a | b\nkept | "),
        ([cell("a", START + WIDE) + cell("b"), cell("kept", GOES_ON) + cell("c") + cell("d")], "a | b\nkept | c | d"),
        ([cell("a", WIDE) + cell("b", START), cell("c") + cell("d") + cell("x", GOES_ON)], "a | b\nc | d | "),
        ([cell("a") + cell("b", START), LATER + cell("x", GOES_ON) + cell("c")], "a | b\n | c"),
    ],
)
def test_a_cell_is_left_out_only_below_a_merged_cell_of_its_columns(rows, text, tmp_path):
    assert read(with_xml(table(*rows)), tmp_path).text == text


def with_notes(inner: str, kind: str, *numbers: int):
    """A document with notes of these numbers, which are their names in the file."""
    document = with_xml(inner)
    notes = "".join(f'<w:{kind} w:id="{one}"><w:p>{run(f"Text {one}.")}</w:p></w:{kind}>' for one in numbers)
    separator = f'<w:{kind} w:type="separator" w:id="0"><w:p>{run("-")}</w:p></w:{kind}>'
    blob = f"<w:{kind}s {nsdecls('w')}>{separator}{notes}</w:{kind}s>".encode()
    content = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml"
    part = Part(PackURI(f"/word/{kind}s.xml"), content, blob, document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES if kind == "footnote" else RELATIONSHIP_TYPE.ENDNOTES)
    return document


def test_notes_are_numbered_in_the_order_of_the_text(tmp_path):
    def noted(number: int, kind: str = "footnote") -> str:
        return f'<w:p>{run("See")}<w:r><w:{kind}Reference w:id="{number}"/></w:r></w:p>'

    inner = noted(9) + table(cell("a") + cell("b").replace("</w:p>", noted(4)[5:])) + noted(7) + noted(9)
    document = with_notes(inner, "footnote", 3, 4, 7, 9)
    assert read(document, tmp_path).text == (
        "See[1]\n\na | bSee[2]\n\nSee[3]\n\nSee[1]\n\n[1] Text 9.\n\n[2] Text 4.\n\n[3] Text 7.\n\n[4] Text 3."
    )
    document = with_notes(noted(5, "endnote") + noted(2, "endnote"), "endnote", 2, 5)
    assert read(document, tmp_path).text == "See[e1]\n\nSee[e2]\n\n[e1] Text 5.\n\n[e2] Text 2."


def test_a_note_with_a_mark_of_its_own_is_not_counted(tmp_path):
    own = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="5"/><w:t>*</w:t></w:r>'
    inner = f'<w:p>{run("Hot")}{own}{run(" and cold")}<w:r><w:footnoteReference w:id="6"/></w:r></w:p>'
    text = read(with_notes(inner, "footnote", 5, 6), tmp_path).text
    assert text == "Hot* and cold[1]\n\n[*] Text 5.\n\n[1] Text 6."


def test_the_reading_of_a_ruby_text_stands_behind_its_base(tmp_path):
    ruby = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('かん')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>"
    empty = f"<w:r><w:ruby><w:rt>{run(' ')}</w:rt><w:rubyBase>{run('字')}</w:rubyBase></w:ruby></w:r>"
    assert read(with_xml(f"<w:p>{run('この')}{ruby}{empty}{run('です')}</w:p>"), tmp_path).text == "この漢(かん)字です"


@pytest.mark.parametrize(
    ("kind", "numbers", "shown"),
    [
        ("decimalZero", (1, 10, 123), "01 10 123"),
        ("zeros3", (7, 1000), "007 1000"),
        ("ordinal", (1, 2, 3, 4, 11, 12, 13, 21, 112, 122), "1st 2nd 3rd 4th 11th 12th 13th 21st 112th 122nd"),
        ("cardinalText", (1, 40, 121), "One Forty One hundred twenty-one"),
        ("ordinalText", (1, 5, 12, 20, 23, 100), "First Fifth Twelfth Twentieth Twenty-third One hundredth"),
        ("upperRoman", (4, 9, 40, 1994, 3999, 4000), "IV IX XL MCMXCIV MMMCMXCIX 4000"),
        ("lowerLetter", (1, 26, 27, 53), "a z aa aaa"),
        ("chineseCounting", (1, 10, 11, 20, 21, 99), "一 十 十一 二十 二十一 九十九"),
        ("chineseCountingThousand", (100, 105, 110, 1001, 1010), "一百 一百零五 一百一十 一千零一 一千零一十"),
        ("chineseLegalSimplified", (1, 10, 23), "壹 壹拾 贰拾叁"),
        ("japaneseCounting", (10, 11, 100, 1120), "十 十一 百 千百二十"),
        ("ideographDigital", (3, 10, 12), "三 一〇 一二"),
        ("ideographTraditional", (1, 10, 11), "甲 癸 11"),
        ("ideographZodiac", (1, 12), "子 亥"),
        ("decimalEnclosedCircle", (1, 20, 21), "① ⑳ 21"),
        ("decimalFullWidth", (1, 12), "１ １２"),
        ("ganada", (1, 14), "가 하"),
        ("numberInDash", (3,), "- 3 -"),
        ("hex", (10, 255), "A FF"),
        ("chicago", (1, 4, 5), "* § **"),
        ("hebrew1", (1, 2), "1 2"),
        ("upperLetter", (0, 10_000), "0 10000"),
    ],
)
def test_numbers_in_the_formats_of_word(kind, numbers, shown):
    assert " ".join(written(number, kind) for number in numbers) == shown


def numbered(document, levels: list[str], number: str = "77") -> None:
    root = document.part.numbering_part.element
    inner = "".join(f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/>{level}</w:lvl>' for at, level in enumerate(levels))
    more = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    root.insert(
        0, parse_xml(f'<w:abstractNum {nsdecls("w")} {more} w:abstractNumId="{number}">{inner}</w:abstractNum>')
    )
    root.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{number}"/></w:num>'))


def level(kind: str, pattern: str, more: str = "") -> str:
    return f'<w:numFmt w:val="{kind}"/>{more}<w:lvlText w:val="{pattern}"/>'


def of_list(properties, number: str = "77", depth: int | None = None) -> None:
    own = "" if depth is None else f'<w:ilvl w:val="{depth}"/>'
    properties.append(parse_xml(f'<w:numPr {nsdecls("w")}>{own}<w:numId w:val="{number}"/></w:numPr>'))


def test_a_chinese_list_and_one_of_a_fixed_width(tmp_path):
    zeros = (
        '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>'
        '</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
        '<w:lvlText w:val="%2."/>'
    )
    document = docx.Document()
    numbered(document, [level("chineseCounting", "第%1条"), zeros, level("decimal", "%1.%3", "<w:isLgl/>")])
    for text, depth in (("总则", 0), ("范围", 1), ("术语", 1), ("定义", 2), ("附则", 0)):
        of_list(document.add_paragraph(text)._p.get_or_add_pPr(), depth=depth)
    text = read(document, tmp_path).text
    assert text == "第一条 总则\n  001. 范围\n  002. 术语\n    1.1 定义\n第二条 附则"


def test_the_numbers_of_headings_are_read(tmp_path):
    document = docx.Document()
    styles = [document.styles[f"Heading {depth}"] for depth in (1, 2)]
    tied = [f'<w:pStyle w:val="{style.style_id}"/>' for style in styles]
    numbered(document, [level("decimal", "%1", tied[0]), level("decimal", "%1.%2", tied[1])])
    for style in styles:
        of_list(style.element.get_or_add_pPr())
    for text, depth in (("Pump", 1), ("Start", 2), ("Stop", 2), ("Valve", 1), ("Open", 2)):
        document.add_heading(text, depth)
    found = read(document, tmp_path)
    assert found.text == "1 Pump\n\n1.1 Start\n\n1.2 Stop\n\n2 Valve\n\n2.1 Open"
    headings = [(mark.data["level"], mark.data["text"]) for mark in found.marks]
    assert headings == [(1, "1 Pump"), (2, "1.1 Start"), (2, "1.2 Stop"), (1, "2 Valve"), (2, "2.1 Open")]


def test_a_table_with_a_heading_in_a_cell_is_a_layout(tmp_path):
    document = docx.Document()
    outer = document.add_table(rows=1, cols=2)
    left, right = outer.rows[0].cells
    left.paragraphs[0].text, left.paragraphs[0].style = "Pump", document.styles["Heading 2"]
    left.add_paragraph("Open the valve.")
    right.text = "Photo"
    inner = right.add_table(rows=2, cols=2)
    for number, one in enumerate(inner._cells):
        one.text = str(number)
    found = read(document, tmp_path)
    assert found.text == "Pump\n\nOpen the valve.\n\nPhoto\n\n0 | 1\n2 | 3"
    assert [mark.kind for mark in found.marks] == ["heading", "paragraph", "paragraph", "table", "row", "row"]
    assert {chunk.metadata["heading_path"] for chunk in split_html(found, 20)} == {("Pump",)}
