"""Cutting HTML, and any document with marks: sections, tables, code, lists, and the contract."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import CHINESE, EMOJI, LATIN, MARKS, ODD, SPACES, mixed_text, sizes

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document, Mark
from ragchunk_lessons.graphemes import boundary_before
from ragchunk_lessons.readers.html import read_html
from ragchunk_lessons.splitters._marked import cut_marked
from ragchunk_lessons.splitters.html import split_html

TAGS = "p div li ul ol h1 h2 h3 blockquote pre table tr td th thead br b caption td tr table".split()
PIECES = [f"<{name}>" for name in TAGS] + [f"</{name}>" for name in TAGS] + ["<", "<!--", "-->", "&amp;", "&#x301;"]
WORDS = [*LATIN, *CHINESE, *EMOJI, *MARKS, *SPACES, *ODD, "\r\n", "\n", " ", " "]


def quarter_bytes(text: str) -> int:
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def html() -> st.SearchStrategy[str]:
    return st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(WORDS)), max_size=60).map("".join)


@st.composite
def marked_documents(draw: st.DrawFn) -> Document:
    """Marks of every kind on any text, crossing each other and beginning anywhere."""
    text = draw(mixed_text())
    place = st.integers(0, len(text))
    kinds = st.sampled_from(["heading", "table", "row", "row", "code", "list", "quote", "paragraph", "title", "page"])
    data = st.sampled_from([{}, {"level": 2, "text": "B"}, {"level": 1}, {"header": True}, {"header": False}])
    found = draw(st.lists(st.tuples(kinds, place, place, data), max_size=12))
    return Document(text, marks=tuple(Mark(kind, min(a, b), max(a, b), more) for kind, a, b, more in found))


@given(html(), sizes(), st.booleans(), st.sampled_from([len, quarter_bytes]))
def test_the_contract_on_pages(source, size, add_context, length):
    chunk_size, overlap = size
    if length is quarter_bytes:
        chunk_size += 3  # a character can measure as much as that
    chunks = split_html(source, chunk_size, overlap, add_context=add_context, length_function=length)
    document = read_html(source)
    assert_contract(document, chunks, chunk_size, overlap, length)
    for chunk in chunks:
        low, high = chunk.metadata["raw_start"], chunk.metadata["raw_end"]
        assert (low, high) == document.raw.to_raw(chunk.start, chunk.end)


@given(marked_documents(), sizes(), st.booleans(), st.booleans())
def test_the_contract_on_any_marks(document, size, add_context, wrapped):
    chunk_size, overlap = size
    chunks = cut_marked(document, chunk_size, overlap, add_context=add_context, wrapped=wrapped)
    assert_contract(document, chunks, chunk_size, overlap)
    headings = {mark.start for mark in document.marks if mark.kind == "heading" and mark.start < mark.end}
    if not headings:
        assert all(chunk.metadata["heading_path"] == () for chunk in chunks)


@given(html(), st.integers(1, 60))
def test_sections_never_share_a_chunk(source, size):
    document = read_html(source)
    # A heading that begins with a combining mark begins with what carries it.
    found = [boundary_before(document.text, mark.start) for mark in document.marks if mark.kind == "heading"]
    headings = [at for at in found if document.text[:at].strip()]
    for chunk in split_html(source, size):
        assert not [at for at in headings if chunk.start < at < chunk.end]


PAGE = (
    "<title>Manual</title><p>Before.<h1>Pump</h1><p>It has two parts.<h2>Start &amp; stop</h2>"
    "<p>Open the <b>valve</b>.<ul><li>Slowly<li>Fully</ul><h1>Fees</h1><p>None."
)


def test_the_path_of_headings_travels_with_the_chunk():
    chunks = split_html(PAGE, 100, metadata={"source": "manual.html", "title": "mine"})
    assert [(chunk.metadata["heading_path"], chunk.text) for chunk in chunks] == [
        ((), "Before."),
        (("Pump",), "Pump\n\nIt has two parts."),
        (("Pump", "Start & stop"), "Start & stop\n\nOpen the valve.\n\nSlowly\nFully"),
        (("Fees",), "Fees\n\nNone."),
    ]
    assert {(chunk.metadata["title"], chunk.metadata["source"]) for chunk in chunks} == {("Manual", "manual.html")}
    first = chunks[2].metadata
    assert PAGE[first["raw_start"] : first["raw_end"]].startswith("Start &amp; stop</h2>")
    assert audit(read_html(PAGE), chunks, 100).ok


def test_the_path_as_context():
    chunks = split_html(PAGE.replace("Slowly", "Slowly, " * 4), 60, add_context=True)
    assert [chunk.text for chunk in chunks if chunk.metadata["heading_path"] == ("Pump", "Start & stop")] == [
        "Start & stop\n\nOpen the valve.",
        "Pump > Start & stop\n\nSlowly, Slowly, Slowly, Slowly,\nFully",
    ]


ROWS = "".join(f"<tr><td>{number}<td>value {number}" for number in range(1, 13))
TABLE = f"<table><thead><tr><th>No.<th>Value</thead>{ROWS}</table>"


def test_a_table_is_whole_where_it_fits():
    chunks = split_html(f"<p>See:</p>{TABLE}<p>End.", 250)
    assert [chunk.text.count("\n") for chunk in chunks] == [16]
    assert [chunk.metadata.get("kind") for chunk in split_html(TABLE, 250)] == ["table"]


def test_each_piece_of_a_table_carries_the_header():
    chunks = split_html(f"<p>See:</p>{TABLE}<p>End.", 60)
    assert chunks[0].text == "See:" and chunks[-1].text == "End."
    table = chunks[1:-1]
    assert len(table) == 4
    assert all(chunk.text.startswith("No. | Value\n") and chunk.metadata["kind"] == "table" for chunk in table)
    assert [line for chunk in table for line in chunk.text.splitlines()[1:]] == [
        f"{number} | value {number}" for number in range(1, 13)
    ]


def test_a_table_without_a_header_repeats_nothing():
    chunks = split_html(f"<table>{ROWS}</table>", 30)
    assert [chunk.text for chunk in chunks][:2] == ["1 | value 1\n2 | value 2", "3 | value 3\n4 | value 4"]


def test_a_row_that_is_too_long_beside_the_header_goes_without_it():
    chunks = split_html(f"<table><tr><th>{'H' * 20}<tr><td>{'a' * 25}<tr><td>b</table>", 30)
    assert [(chunk.text, chunk.metadata.get("context_left_out")) for chunk in chunks] == [
        ("H" * 20, None),
        ("a" * 25, True),
        ("H" * 20 + "\nb", None),
    ]


def test_code_is_whole_where_it_fits_and_is_cut_between_lines():
    code = "def f():\n    return 1\n\n\ndef g():\n    return 2"
    page = f"<p>Some words before it.<pre><code class=language-python>{code}</code></pre>"
    whole = split_html(page, len(code))
    assert (whole[1].text, whole[1].metadata["kind"], whole[1].metadata["language"]) == (code, "code", "python")
    assert [chunk.text for chunk in split_html(page, 25)] == [
        "Some words before it.",
        "def f():\n    return 1",
        "def g():\n    return 2",
    ]


def test_a_list_is_cut_between_its_items():
    page = "<h1>L</h1><ul>" + "<li>An item of some words</li>" * 4 + "</ul>"
    assert [chunk.text.count("item") for chunk in split_html(page, 60)] == [2, 2]


def test_overlap_repeats_whole_paragraphs():
    page = "".join(f"<p>Paragraph {number}.</p>" for number in range(6))
    chunks = split_html(page, 46, 15)
    assert chunks[0].text.endswith("Paragraph 2.")
    assert chunks[1].text.startswith("Paragraph 2.")
    assert_contract(read_html(page), chunks, 46, 15)


def test_a_document_is_cut_by_its_marks_whoever_made_them():
    text = "Guide\nSome words.\nName | Fee\nA | 1\nB | 2\nx = 1\n  y"
    spans = {name: (text.index(name), text.index(name) + len(name)) for name in text.split("\n")}
    marks = [
        Mark("heading", *spans["Guide"], {"level": 1, "text": "The Guide"}),
        Mark("table", spans["Name | Fee"][0], spans["B | 2"][1]),
        *(Mark("row", *spans[row], {"header": row == "Name | Fee"}) for row in ("Name | Fee", "A | 1", "B | 2")),
        Mark("code", spans["x = 1"][0], len(text)),
    ]
    chunks = split_html(Document(text, "guide.docx", marks), 18)
    assert [(chunk.text, chunk.metadata.get("kind")) for chunk in chunks] == [
        ("Guide\nSome words.", None),
        ("Name | Fee\nA | 1", "table"),
        ("Name | Fee\nB | 2", "table"),
        ("x = 1\n  y", "code"),
    ]
    assert {chunk.metadata["heading_path"] for chunk in chunks} == {("The Guide",)}
    assert all("raw_start" not in chunk.metadata for chunk in chunks)


def test_nothing_gives_nothing():
    for source in ("", " \n", "<p></p><script>x</script><!-- y -->", "<h1></h1>"):
        assert split_html(source, 10) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((b"<p>", 10), "text must be a str or a Document"),
        (("<p>", 0), "chunk_size=0 must be at least 1"),
        (("<p>", 10, 10), "chunk_overlap=10 must be smaller than chunk_size=10"),
    ],
)
def test_bad_arguments_are_refused_before_any_work(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        split_html(*arguments)


@pytest.mark.parametrize(
    "unit", ["<h2>Title</h2><p>One. Two, three.</p>", "<li>a</li>", "<tr><td>a<td>b", "word &amp; "]
)
def test_ten_times_the_page_takes_at_most_twelve_times_the_time(unit):
    start = "<table><tr><th>h" if unit.startswith("<tr>") else "<ul>" if unit.startswith("<li>") else ""
    assert_linear(lambda text: split_html(start + text, 200, 20), unit, 400 * len(unit))
