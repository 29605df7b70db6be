"""What the layout held together: blocks of code and tables with their headers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from chunk_makers import numbers, slices
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk, Document, audit
from ragchunk_lessons.auditing.layout import layout_of
from ragchunk_lessons.document import Mark

MAKE = "# Guide\nintro\n\n```bash\nmake install\n\n# Safety\nnever skip this part\n"
TABLE = "Parts.\n\n| part | life |\n|---|--:|\n| seal | 2 years |\n| bearing | 4 years |\n| brush | 1 year |\n\nEnd.\n"


def fences(text):
    return [text[start:end] for start, end in layout_of(Document(text)).fences]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a\n\n```\nx\n```\nb", ["```\nx\n```"]),
        ("````md\n```\n# x\n```\n````\n# y", ["````md\n```\n# x\n```\n````"]),  # a longer fence holds a shorter one
        ("```\nx\n`````  \ny", ["```\nx\n`````"]),  # a closing fence may be longer
        ("```\nx\n``` y\n```", ["```\nx\n``` y\n```"]),  # nothing may follow a closing fence
        ("~~~py\nx\n```\n~~~\n", ["~~~py\nx\n```\n~~~"]),
        ("   ```\n   x\n  ```\n", ["```\n   x\n  ```"]),
        ("# h\n\n    ```\n    x\n    ```\n", []),  # an indented block
        ("# h\n```one line``` of code\nx\n", []),  # a span, not a fence
        (MAKE, ["```bash\nmake install\n\n# Safety\nnever skip this part"]),  # never closed
        ("- a\n\n  ```\n  x\n  ```\n- b\n", ["```\n  x\n  ```"]),
        ("1. a\n   ```sh\n   x\nb\n", ["```sh\n   x"]),  # the item ends, and the block with it
        ("- ```\n  x\n  ```\n", ["```\n  x\n  ```"]),
        ("> ```\n> x\n> ```\nb", ["```\n> x\n> ```"]),
        ("> ```\n> x\nb", ["```\n> x"]),
        ("a\r\n\r\n```\r\nx\r\n```\r\nb", ["```\r\nx\r\n```"]),
        ("# h\n```\nx", ["```\nx"]),
        ("```py\nx\n\n\n", ["```py\nx"]),
        # Ornaments of a plain text are no code.
        ("Part one.\n\n~~~~~\n\nPart two.\n\n~~~~~\n\nEnd.", []),
        ("She wrote:\n```\nand no more.", []),
        ("# Story\n\n~~~~~\n\nPart two.\n\n~~~~~\n", ["~~~~~\n\nPart two.\n\n~~~~~"]),  # in Markdown it is one
        ("One.\n\n~~~\nTwo.\n\n~~~\nThree.\n\n~~~\nFour.", []),
        ("One.\n~~~\n\nTwo.", []),
        # A fence has its code right below it.
        ("Intro.\n\n~~~\nx = 1\n\ny = 2\n~~~\n\nEnd.", ["~~~\nx = 1\n\ny = 2\n~~~"]),
        ("Intro:\n~~~~\nx = 1\n~~~~\nEnd.", ["~~~~\nx = 1\n~~~~"]),
        ("Intro.\n\n```\nx = 1\n\ny = 2\n", ["```\nx = 1\n\ny = 2"]),  # never closed
        ("Intro.\n\n~~~\nx = 1\ny = 2", ["~~~\nx = 1\ny = 2"]),
        # What a comment hides is none.
        ("# h\n\n<!--\n```\nx\n```\n-->\n", []),
        ("# h\n<!-- a -->\n```\nx\n```\n", ["```\nx\n```"]),
        ("# h\n<!--\n```\n-->\n```\nx\n```\n", ["```\nx\n```"]),
        ("```\n<!--\n```\n\n```\nx\n```\n", ["```\n<!--\n```", "```\nx\n```"]),
        ("> <!--\n\n```\nx\n```\n", ["```\nx\n```"]),  # the quotation ends, and the comment with it
        ("a\n    <!--\n\n```\nx\n```\n", ["```\nx\n```"]),
    ],
)
def test_blocks_of_code_as_commonmark_has_them(text, found):
    assert fences(text) == found


def test_a_cut_inside_a_block_of_code():
    at = MAKE.index("# Safety")
    result = audit(MAKE, slices(MAKE, (0, at), (at, len(MAKE))))
    assert [(finding.number, finding.at) for finding in result.cut_fences] == [(1, at)]
    start, end = MAKE.index("```"), len(MAKE) - 1
    assert result.cut_fences[0].detail == f"starts inside the block of code [{start}:{end}], which is whole in no chunk"
    assert "cut inside a block of code: 1 cut" in result.report()
    assert result.ok  # advice


@pytest.mark.parametrize("fence", ["~~~", "```", "~~~~~"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_cut_inside_any_kind_of_fence_is_found_once(fence, closed):
    text = f"Intro.\n\n{fence}\nx = 1\ny = 2\n" + f"{fence}\n\nEnd." * closed
    at = text.index("y =")
    assert [finding.at for finding in audit(text, [(text[:at], 0), (text[at:], at)]).cut_fences] == [at]


def test_what_a_comment_hides_is_not_reported():
    text = "# h\n\n<!--\n```\nx = 1\ny = 2\n```\n\n| a |\n|---|\n| 1 |\n| 2 |\n-->\nEnd."
    edges = [0, text.index("y ="), text.index("| 2"), len(text)]
    result = audit(text, slices(text, *pairwise(edges)))
    assert (result.cut_fences, result.tables_without_header) == ([], [])


def test_cuts_at_the_edges_of_a_block_are_right():
    text = "One.\n\n```\nx\n\ny\n```\n\nTwo."
    start, end = text.index("```"), text.rindex("```") + 3
    for low, high in ((start, end), (start - 2, end + 1), (start, end + 2)):
        assert audit(text, slices(text, (0, low), (low, high), (high, len(text)))).cut_fences == []
    inner = text.index("y")
    overlapping = audit(text, slices(text, (0, len(text)), (inner, len(text))))
    assert overlapping.cut_fences[0].detail.endswith("whole in chunk 0")


def test_what_a_reader_marked_as_code_counts():
    text = "Run it.\none\ntwo\nDone."
    document = Document(text, marks=[Mark("code", 8, 15)])
    assert numbers(audit(document, slices(text, (0, 11), (12, 21))).cut_fences) == [0]
    assert audit(text, slices(text, (0, 11), (12, 21))).cut_fences == []


def rows_at(text):
    at = text.index("| bearing")
    return slices(text, (0, at), (at, len(text)))


def test_rows_without_their_header():
    result = audit(TABLE, rows_at(TABLE))
    [finding] = result.tables_without_header
    assert (finding.number, finding.at) == (1, TABLE.index("| bearing"))
    low, high = TABLE.index("| part"), TABLE.index("\n\nEnd")
    assert finding.detail == f"holds 2 rows of the table [{low}:{high}] without its header '| part | life |'"
    assert "table rows without their header: 1 chunk" in result.report()


def test_a_header_in_front_is_a_header():
    at = TABLE.index("| bearing")
    for header in ("| part | life |\n|------|-----:|\n", "|part|life|\n", "part, life:\n"):
        chunks = [*slices(TABLE, (0, at)), Chunk(header + TABLE[at:], at, len(TABLE))]
        assert audit(TABLE, chunks).tables_without_header == []
    chunks = [*slices(TABLE, (0, at)), Chunk("| part |\n" + TABLE[at:], at, len(TABLE))]
    assert numbers(audit(TABLE, chunks).tables_without_header) == [1]


def test_a_header_or_its_dashes_alone_are_no_rows():
    low, high = TABLE.index("|---"), TABLE.index("| seal")
    chunks = slices(TABLE, (0, low), (low, high), (TABLE.index("| part"), len(TABLE)))
    assert audit(TABLE, chunks).tables_without_header == []
    half = TABLE.index("life")
    assert numbers(audit(TABLE, slices(TABLE, (0, half), (half, len(TABLE)))).tables_without_header) == [1]


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("a | b\n---|---\n1 | 2\n\nc", 1),
        ("| a |\n|---|\n| 1 |", 1),
        ("> | a |\n> |---|\n> | 1 |\n", 1),
        ("```\n| a |\n|---|\n| 1 |\n```", 0),  # in a block of code
        ("| a | b |\n|---|\n| 1 |", 0),  # one cell too many
        ("a \\| b\n--\\|--\n", 0),
        ("either this | or that\nand | so on\n", 0),
        ("Title | Part\n------------\ntext", 0),
        ("| a |\r\n|---|\r\n| 1 |\r\n", 1),
        ("<!--\n| a |\n|---|\n| 1 |\n-->\n", 0),
        ("<!-- | a | -->\n| a |\n|---|\n| 1 |\n", 1),
    ],
)
def test_what_is_a_table(text, tables):
    assert len(layout_of(Document(text)).tables) == tables


def test_rows_that_a_reader_marked():
    text = "part | life\nseal | 2\nbrush | 1"
    marks = [Mark("table", 0, 30), Mark("row", 0, 11, {"header": True}), Mark("row", 12, 20), Mark("row", 21, 30)]
    chunks = slices(text, (0, 20), (21, 30))
    assert numbers(audit(Document(text, marks=marks), chunks).tables_without_header) == [1]
    assert numbers(audit(Document(text, marks=marks[1:]), chunks).tables_without_header) == [1]
    no_header = [Mark("table", 0, 30), Mark("row", 0, 11), Mark("row", 12, 20), Mark("row", 21, 30)]
    assert audit(Document(text, marks=no_header), chunks).tables_without_header == []


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# One\n\nTwo\n===\n\nThree\n---\n", ["One", "Two", "Three"]),
        ("## Closed ##\n#Not\n####### no\n", ["Closed"]),
        ("---\ntitle: x\n---\n\ntext", []),
        ("- Foo\n---\n", []),
        ("two\nlines\n---\n", []),
        ("```\n# code\n```\n> # Quoted\n", ["Quoted"]),
        ("> # Quoted alone", ["Quoted alone"]),
        ("- # In an item", ["In an item"]),
        ("a\r\r## Old line ends\r", ["Old line ends"]),
        ("<!--\n# Hidden\n-->\n# Seen\n", ["Seen"]),
    ],
)
def test_what_is_a_heading(text, headings):
    assert [words for *_, words in layout_of(Document(text)).headings] == headings


_PARTS = [
    "plain words",
    "```",
    "~~~",
    "````",
    "| a | b |",
    "|---|---|",
    "# x",
    "- i",
    "> q",
    "<!--",
    "-->",
    "    in",
    "",
    "  ",
    "洪水",
    "\u0301",
]


def test_a_table_or_a_block_of_code_is_no_sentence():
    pytest.importorskip("nupunkt")
    text = TABLE + "\n" + MAKE.replace("intro", "One is cut here. Two is not.")
    at = text.index("cut")
    edges = [0, text.index("| bearing"), text.index("| brush"), at, text.index("install"), len(text)]
    result = audit(text, slices(text, *pairwise(edges)))
    assert [finding.at for finding in result.cut_sentences] == [at]
    assert [gap.text for gap in result.broken_sentences] == ["# Guide\nOne is cut here."]


@given(st.lists(st.sampled_from(_PARTS), max_size=14), st.sampled_from(["\n", "\r\n", "\r"]))
def test_blocks_lie_in_the_text_in_order_and_apart(parts, line_end):
    text = line_end.join(parts)
    found = layout_of(Document(text))
    for spans in (found.fences, [(table.start, table.end) for table in found.tables]):
        assert spans == sorted(spans)
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
    other = layout_of(Document("\n".join(parts)))  # a line end is a line end
    assert (len(found.fences), len(found.tables)) == (len(other.fences), len(other.tables))
    assert audit(text, slices(text, (0, len(text)))).cut_fences == []
