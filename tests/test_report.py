"""Reports: which lines are headings, how deep they stand, and sections that keep their titles."""

from __future__ import annotations

import re

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import CHINESE, EMOJI, LATIN, LINE_ENDS, MARKS, ODD, SPACES, sizes

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document, Mark
from ragchunk_lessons.splitters._numbering import headings
from ragchunk_lessons.splitters.report import PATTERN, split_report

YES = """1 Introduction|1.1 Scope of work|2. Methods|1.2.3. Deep|Chapter 3|CHAPTER 3|Chapter 3 The Pump
Chapter 3: the pump|Chapter IV — Pumps|Appendix A|Appendix B: Tables|Annex C.1 Signals|A.1 Units
IV. Results|Part II|Part 1 Basics|§ 3 Fees|Section 2.1 Start|§3.1 Fees|第三章|第三章 泵
第三章泵的启动|第十二节 阀门|第5条 收费|第一编 总则|附录A|附录一 单位|附录|一、概述|十二、结论
（一）背景|(二) 目标|1.1 背景|1、背景|1. 背景|3.1范围|1.0 Introduction|2 Why cut?|12.3 《标准》"""
NO = """1.5 litres of water are needed.|1.5 litres of water are needed|3.14 is pi|2024 was wet
1. Press the red button.|3.5%|1) Press|Chapter 3 describes the pump|Chapter 3 describes the pump.
第三章介绍了泵的结构。|1 Introduction ....... 3|1,000 Euros|1 Introduction\t3|2.1 Scope      12|1.1
12|I am here|第一次启动|一是要关闭|Part of it|Appendix|Section of a pipe|10:30 Start
1.5 Litres are needed, then;|附件齐全，可以使用。|5 μm filters are used|$5 Fee|一、概述。本章
-1 Below"""
LINES = re.split(r"[|\n]", YES + "|" + NO)


def levels(text: str, heading=PATTERN) -> list[tuple[int, str]]:
    return [(mark.data["level"], mark.data["text"]) for mark in headings(text, heading)]


@pytest.mark.parametrize("line", re.split(r"[|\n]", YES))
def test_a_heading(line):
    for text in (line, f"Before.\n{line}\nAfter.", f"Before.\r\n\r\n  {line}\t\r\nAfter."):
        assert [text for _, text in levels(text)] == [" ".join(line.split())]


@pytest.mark.parametrize("line", re.split(r"[|\n]", NO))
def test_no_heading(line):
    assert levels(line) == levels(f"Before.\n\n{line}\n\nAfter.") == []


def test_a_line_that_goes_on_a_sentence_is_no_heading():
    assert levels("In the cage there were\n12 Monkeys and a\n3.1 Version of it.") == []
    assert levels("In the cage there were:\n\n12 Monkeys") == [(1, "12 Monkeys")]  # a limit: one line, not its meaning


def test_numbers_with_nothing_between_them_are_a_list():
    text = "1 Fruit\n\nWe have:\n\n1. Apples\n\n2. Pears\n3. Plums\n\n2 Trees\n\nNone.\n\n3 Results\n\n3.1 Fruit"
    assert levels(text) == [(1, "1 Fruit"), (1, "2 Trees"), (1, "3 Results"), (2, "3.1 Fruit")]


def test_a_table_of_contents_holds_no_headings():
    text = "Contents\n1 Scope ..... 3\n1.1 Terms\t4\n\n1 Scope\n\nThis.\n\n1.1 Terms\n\nThat."
    assert levels(text) == [(1, "1 Scope"), (2, "1.1 Terms")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("Chapter 1 Pumps|1.1 Start|1.1.1 Slow|1.2 Stop|Chapter 2|Appendix A|A.1 Units", [1, 2, 3, 2, 1, 1, 2]),
        ("Part I|Chapter 1|1.1 Start|Part II|Chapter 2", [1, 2, 3, 1, 2]),
        ("Chapter 1|Section 2 Fees|Section 2.1 Fees|II. Fees", [1, 2, 2, 2]),
        ("第一编 总则|第一章 概述|第一节 范围|一、背景|（一）目标|1. 要求|1.1 细则", [1, 2, 3, 4, 5, 6, 3]),
        ("一、概述|（一）背景|1. 要求|二、结论", [1, 2, 3, 1]),
        ("1.0 Scope|1.1 Terms|2.0 Fees", [1, 2, 1]),
    ],
)
def test_the_depth_of_a_numbering_is_its_level(lines, expected):
    text = "".join(f"{line}\n\nSome text.\n\n" for line in lines.split("|"))
    assert [level for level, _ in levels(text)] == expected


REPORT = """Pump report, May.

1 Pump

It has two parts. Both of them are made of steel.

1.1 Start
Open the valve.
1.5 litres of water are needed.

1.2 Stop

2 Fees

None.
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_title_stays_with_its_content(line_end):
    text = REPORT.replace("\n", line_end)
    chunks = split_report(text, 70)
    assert [(chunk.metadata["heading_path"], re.sub(r"\r\n?", "\n", chunk.text)) for chunk in chunks] == [
        ((), "Pump report, May."),
        (("1 Pump",), "1 Pump\n\nIt has two parts. Both of them are made of steel."),
        (("1 Pump", "1.1 Start"), "1.1 Start\nOpen the valve.\n1.5 litres of water are needed."),
        (("1 Pump", "1.2 Stop"), "1.2 Stop"),
        (("2 Fees",), "2 Fees\n\nNone."),
    ]
    assert audit(text, chunks, 70).ok


def test_a_section_that_is_too_long():
    chunks = split_report(REPORT, 40, add_context=True)
    assert [chunk.text for chunk in chunks][1:4] == [
        "1 Pump\n\nIt has two parts.",
        "1 Pump\n\nBoth of them are made of steel.",
        "1.1 Start\nOpen the valve.",
    ]
    assert_contract(REPORT, chunks, 40, 0)


CHINESE_REPORT = "第一章 泵\n泵有两个部分。它们都是钢制的。\n第一节 启动\n打开阀门。需要1.5升水。\n第二章 费用\n无。"


def test_a_chinese_report():
    chunks = split_report(CHINESE_REPORT, 18)
    assert [(chunk.metadata["heading_path"], chunk.text) for chunk in chunks] == [
        (("第一章 泵",), "第一章 泵\n泵有两个部分。"),
        (("第一章 泵",), "它们都是钢制的。"),
        (("第一章 泵", "第一节 启动"), "第一节 启动\n打开阀门。"),
        (("第一章 泵", "第一节 启动"), "需要1.5升水。"),
        (("第二章 费用",), "第二章 费用\n无。"),
    ]


def test_headings_of_ones_own():
    text = "Article One\nText.\nArticle Two\nText."
    assert levels(text, "Article") == [(1, "Article One"), (1, "Article Two")]
    assert levels("a.b\naXb", "a.b") == [(1, "a.b")]
    rule = re.compile(r"Rule (?P<number>\d+(\.\d+)*) in 20\d\d")
    assert levels("Rule 2 in 2024\nx\nRule 2.1 in 2025 and on\nIn Rule 3", rule) == [
        (1, "Rule 2 in 2024"),
        (2, "Rule 2.1 in 2025 and on"),
    ]
    assert levels("1.2 x\n1.2.3 y", re.compile(r"\d.*")) == [(2, "1.2 x"), (3, "1.2.3 y")]
    assert levels("x" * 201 + "\n" + "x" * 200, "x") == [(1, "x" * 200)]


def test_a_pattern_that_matches_nothing_leaves_one_section():
    chunks = split_report(REPORT, 1000, heading="Lesson")
    assert [(chunk.text, chunk.metadata["heading_path"]) for chunk in chunks] == [(REPORT.strip(), ())]
    assert split_report(" \n", 10) == []


def test_a_document_with_headings_is_cut_by_these():
    text = "Pump\n1 Not a heading here\nFees\nNone."
    marks = [Mark("heading", 0, 4, {"level": 1}), Mark("heading", 26, 30, {"level": 2, "text": "All fees"})]
    chunks = split_report(Document(text, "r.txt", marks), 100)
    assert [chunk.metadata["heading_path"] for chunk in chunks] == [("Pump",), ("Pump", "All fees")]
    pages = split_report(Document(REPORT, "r.txt", [Mark("page", 0, len(REPORT), {"page": 1})]), 70)
    assert [chunk.text for chunk in pages] == [chunk.text for chunk in split_report(REPORT, 70)]


@st.composite
def reports(draw: st.DrawFn) -> str:
    words = st.sampled_from([*LATIN, *CHINESE, *EMOJI, *MARKS, *SPACES, *ODD, " ", " "])
    lines = st.one_of(st.sampled_from(LINES), st.lists(words, max_size=12).map("".join))
    ends = st.sampled_from([*LINE_ENDS, "\n", "\n\n"])
    return "".join(line + draw(ends) for line in draw(st.lists(lines, max_size=12)))


@given(reports(), sizes(), st.booleans())
def test_the_contract(text, size, add_context):
    chunks = split_report(text, *size, add_context=add_context)
    assert_contract(text, chunks, *size)
    starts = [mark.start for mark in headings(text, PATTERN)]
    for chunk in chunks:
        assert not [at for at in starts if chunk.start < at < chunk.end - 1 and text[at - 1 : at] in "\r\n"]


@pytest.mark.parametrize(
    ("heading", "message"),
    [
        ("", "heading='' is blank; give what each heading begins with"),
        (" A", "has white space at an end"),
        ("A\nB", "has white space at an end or a line end"),
        (re.compile(r"\d*"), "also matches an empty line"),
        (re.compile(rb"\d"), "heading must be a str or a compiled pattern for str"),
        (None, "heading must be a str or a compiled pattern"),
    ],
)
def test_headings_that_cannot_be_used(heading, message):
    with pytest.raises((TypeError, ValueError), match=message):
        split_report("text", 10, heading=heading)


@pytest.mark.parametrize(
    "unit", ["1.1 A heading\nSome text of it.\n\n", "no heading, one line. ", "1 ", "第一章 泵\n无。\n", "\n"]
)
def test_ten_times_the_report_takes_at_most_twelve_times_the_time(unit):
    assert_linear(lambda text: split_report(text, 200, 20), unit, 300 * len(unit))
