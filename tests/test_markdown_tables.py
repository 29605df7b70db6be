"""Tables and fences that are too big for one chunk, and large documents of every shape."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import sizes

from benchmarks.bench import peak_ratio
from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters._pieces import LEFT_OUT, cut_pieces
from ragchunk_lessons.splitters._tables import table_pieces
from ragchunk_lessons.splitters.markdown import split_markdown

HEADER = "| a | b |\n|---|---|\n"
TWELVE = HEADER + "".join(f"| {n} | {n + 1} |\n" for n in range(1, 13))


def rows_of(chunk):
    return [line for line in chunk.text.split("\n") if line and line not in HEADER.split("\n")]


@pytest.mark.parametrize("size", [31, 40, 90, 130])
def test_every_piece_of_a_table_has_its_header(size):
    chunks = split_markdown(TWELVE, size)
    assert all(chunk.text.startswith(HEADER) for chunk in chunks)
    assert all(chunk.metadata["kind"] == "table" for chunk in chunks)
    assert [row for chunk in chunks for row in rows_of(chunk)] == TWELVE.split("\n")[2:-1]
    assert_contract(TWELVE, chunks, size)
    assert audit(TWELVE, chunks, size).ok


def test_rows_are_packed_as_many_as_fit():
    assert [len(rows_of(chunk)) for chunk in split_markdown(TWELVE, 90)] == [7, 5]


def test_a_table_that_fits_stays_whole():
    assert len(split_markdown(TWELVE, len(TWELVE))) == 1
    text = "Words before it.\n\n" + TWELVE
    assert [chunk.start for chunk in split_markdown(text, len(TWELVE) + 4)] == [0, 18]


def test_a_row_that_finds_no_room_beside_its_header_says_so():
    text = HEADER + "| 1 | 2 |\n| a long cell | and one more |\n| 3 | 4 |\n"
    chunks = split_markdown(text, 32)
    assert [chunk.text for chunk in chunks] == [
        HEADER + "| 1 | 2 |",
        "| a long cell | and one more |",
        HEADER + "| 3 | 4 |",
    ]
    assert [chunk.metadata.get(LEFT_OUT) for chunk in chunks] == [None, True, None]


def test_a_row_longer_than_the_size_is_cut():
    text = HEADER + "| 1 | " + "word " * 20 + "|\n"
    chunks = split_markdown(text, 40)
    assert_contract(text, chunks, 40)
    assert chunks[0].text == HEADER.rstrip()


def test_the_heading_goes_with_the_first_rows_and_its_path_with_the_others():
    text = "# Codes\n\n" + TWELVE
    chunks = split_markdown(text, 60, add_context=True)
    assert chunks[0].text == "# Codes\n\n" + HEADER + "| 1 | 2 |\n| 2 | 3 |\n| 3 | 4 |"
    assert all(chunk.text.startswith("Codes\n\n" + HEADER) for chunk in chunks[1:])
    assert "kind" not in chunks[0].metadata and chunks[1].metadata["kind"] == "table"
    assert_contract(text, chunks, 60)


def test_where_only_one_finds_room_it_is_the_header():
    text = "# A long heading\n\n" + TWELVE
    chunks = split_markdown(text, 40, add_context=True)
    assert all(chunk.text.startswith(HEADER) for chunk in chunks[1:])


def test_a_table_in_a_list_keeps_its_header_too():
    text = "- item\n\n" + "".join(f"  {line}\n" for line in TWELVE.splitlines())
    chunks = split_markdown(text, 60)
    assert all("| a | b |" in chunk.text for chunk in chunks[1:])
    assert_contract(text, chunks, 60)


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_of_the_header_are_those_of_the_table(line_end):
    chunks = split_markdown(TWELVE.replace("\n", line_end), 60)
    assert all(chunk.text.startswith(HEADER.replace("\n", line_end)) for chunk in chunks)


def test_table_pieces_without_a_header_or_a_size():
    document = Document("top\n1\n2\n3\n")
    rows = [(4, 6), (6, 8), (8, 10)]
    pieces = list(table_pieces(document, (0, 10), [], rows, 5))
    assert [chunk.text for chunk in cut_pieces(document, pieces, 5)] == ["top\n1", "2\n3"]
    assert len(list(table_pieces(document, (0, 10), [(0, 4)], rows, None))) == 1
    assert len(list(table_pieces(document, (0, 10), [(0, 10)], [], 5))) == 1


@given(st.lists(st.sampled_from(["1", "阀门 12", "a longer cell", ""]), max_size=9), sizes(1, 70), st.booleans())
def test_tables_keep_the_contract(cells, both, context):
    text = "# Head\n\n" + HEADER + "".join(f"| {cell} | x |\n" for cell in cells) + "\nafter"
    assert_contract(text, split_markdown(text, *both, add_context=context), *both)
    chunks = split_markdown(text, both[0], add_context=context, length_function=count_words)
    assert_contract(text, chunks, both[0], 0, count_words)


def test_code_keeps_its_white_space_byte_for_byte():
    code = "all:\n\tmake install\n\n\tmake test  \n# Price: 5\u00a0EUR\tper unit\n"
    text = f"# Make\n\n```make\n{code}```\n"
    (chunk,) = split_markdown(text, 200)
    assert code in chunk.text
    assert [chunk.text for chunk in split_markdown(text, 34)] == [
        "# Make\n\n```make\nall:\n\tmake install",
        "\tmake test",
        "# Price: 5\u00a0EUR\tper unit\n```",
    ]


def test_a_fence_that_is_too_big_is_cut_between_lines():
    text = "```python\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n```\n"
    chunks = split_markdown(text, 60)
    assert [chunk.text for chunk in chunks] == [
        "```python\nclass A:\n    def f(self):\n        return 1",
        "    def g(self):\n        return 2\n```",
    ]
    assert all(chunk.metadata["kind"] == "code" and chunk.metadata["language"] == "python" for chunk in chunks)


def test_kind_only_where_nothing_else_is_in_the_chunk():
    text = "text\n\n```\ncode\n```\n\n" + TWELVE + "\n    more code\n"
    kinds = [chunk.metadata.get("kind") for chunk in split_markdown(text, 31)]
    assert kinds == [None, *["table"] * 12, "code"]
    assert split_markdown(text, 12)[1].metadata == {"heading_path": (), "kind": "code"}


def test_a_fence_never_closed_is_kept():
    text = "# Guide\nintro\n\n```bash\nmake install\n\n# Safety\nnever skip this part\n"
    chunks = split_markdown(text, 60)
    assert [chunk.text for chunk in chunks] == ["# Guide\nintro", text[15:-1]]
    assert chunks[1].metadata["kind"] == "code"


@pytest.mark.parametrize("mark", ["- ", "> ", "1. ", "> - ", "* > "])
def test_what_is_nested_very_deeply_hides_nothing_behind_it(mark):
    text = mark * 400 + "deep\n\n# After\n\ntext\n"
    chunks = split_markdown(text, 500)
    assert chunks[-1].metadata["heading_path"] == ("After",)
    assert_contract(text, chunks, 500)


PARAGRAPH = "The pump is checked every week. If the lamp is red, call the desk, and wait for it.\nA second line.\n\n"
SHAPES = {
    "sections": "## Head\n\n" + PARAGRAPH * 4,
    "nested list": "- one item with words\n  - and one below it\n",
    "table": "| 1 | words | 2 |\n",
    "references": "[a]: http://example.org/x\n",
    "one fence": "code = 1\n\n",
    "lines": "word\n",
    "quotes": "> quoted\n",
    "headings": "# a\n",
    "setext": "Title\n===\n",
    "brackets": "[",
    "deep lists": "- " * 60 + "a\n",
    "line ends": "\r\n",
}
OPENING = {"table": "| a | b | c |\n|---|---|---|\n", "one fence": "```python\n"}


def shaped(shape: str, characters: int) -> str:
    return OPENING.get(shape, "") + SHAPES[shape] * (characters // len(SHAPES[shape]))


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(shape):
    small, large = shaped(shape, 5_000), shaped(shape, 50_000)
    assert_in_step(lambda: split_markdown(small, 300, 30), lambda: split_markdown(large, 300, 30))


def test_memory_grows_in_step():
    ratio = [peak_ratio(lambda text: split_markdown(text, 500), shaped("sections", n)) for n in (50_000, 200_000)]
    assert ratio[1] <= 1.2 * ratio[0]
