"""The contract of split_markdown on Markdown of every kind, and its blocks against the parser's own."""

from __future__ import annotations

import json
import re

import pytest
from contract import assert_contract
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from strategies import EMOJI, FLAGS, MARKS, sizes, texts

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters._blocks import line_starts, markdown_blocks
from ragchunk_lessons.splitters.markdown import markdown_headings, split_markdown

WORDS = [
    "pump",
    "valve",
    "Close it.",
    "See `E-17`.",
    "*red*",
    "水泵过热。",
    "请先断电！",
    "[desk](d.md)",
    "a<b",
    "&amp;",
]
LINE = st.lists(st.sampled_from([*WORDS, *EMOJI, *FLAGS, *MARKS, "\u00a0", "\x0c", "\u2028", "\x00"]), max_size=9)
PROSE = LINE.map(" ".join)
INDENT = st.sampled_from(["", " ", "   ", "    ", "\t", "> ", "- ", "  - ", "1. ", "> - ", ">> ", "10) "])


@st.composite
def blocks(draw) -> str:
    words, level = draw(PROSE), draw(st.integers(1, 6))
    fence = draw(st.sampled_from(["```", "````", "~~~", "`````"]))
    code = draw(
        st.sampled_from(["# no heading", "\tmake\n\n\tx = 1", "```\n# inner\n```", "~~~\n---", "  if x:\n      y"])
    )
    row = "| " + " | ".join(
        draw(st.lists(st.sampled_from(["1", "pump", "\\|", "阀", "`a|b`"]), min_size=1, max_size=3))
    )
    kind = draw(
        st.sampled_from(
            [
                f"{'#' * level} {words}",
                f"{'#' * level} {words} {'#' * draw(st.integers(1, 4))}",
                f"{words or 'Title'}\n{draw(st.sampled_from(['===', '---', '-', '======  ']))}",
                f"{fence}{draw(st.sampled_from(['', 'python', ' sh extra', '{.c}']))}\n{code}\n{fence}",
                f"{fence}\n{code}",
                f"    {words}\n\n    {words}",
                "| a | b |\n|---|:-:|\n" + "\n".join([row] * draw(st.integers(0, 9))),
                f"<div>\n{words}\n\n# in or out\n</div>",
                f"<!-- {words}",
                f"[{words}]: /address 'title'",
                "---",
                "* * *",
                "#",
                f"{words}\n{words}\n{words}",
            ]
        )
    )
    indent = draw(INDENT)
    return "\n".join(indent + line for line in kind.split("\n"))


@st.composite
def markdown(draw) -> str:
    parts = draw(st.lists(blocks(), max_size=9))
    text = draw(st.sampled_from(["\n", "\n\n", "\n\n\n"])).join(parts)
    if draw(st.booleans()):
        head = draw(
            st.sampled_from(["title: x", "a: [", "date: 2026-01-01\ntags: [a, b]", "# c", "just words", "a: *b"])
        )
        text = f"---\n{head}\n---\n{text}"
    return text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])))


def quarter_bytes(text: str) -> int:
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


@given(markdown() | texts(), sizes(1, 120), st.booleans(), st.booleans())
@settings(max_examples=150)
def test_contract(text, both, add_context, normalize):
    chunks = split_markdown(text, *both, add_context=add_context, normalize_levels=normalize)
    assert_contract(text, chunks, *both)
    json.dumps([chunk.to_dict() for chunk in chunks])


@given(markdown(), sizes(8, 80), st.sampled_from([quarter_bytes, count_words]), st.booleans())
def test_contract_in_other_units(text, both, length_function, add_context):
    chunks = split_markdown(text, *both, length_function=length_function, add_context=add_context)
    assert_contract(text, chunks, *both, length_function)


@given(markdown(), sizes(1, 120))
def test_no_chunk_crosses_a_heading(text, both):
    starts = [mark.start for mark in markdown_headings(text)]
    for chunk in split_markdown(text, *both):
        # A mark or a joiner at the start of a line moves a cut in front of the line end.
        assert not [
            start for start in starts if chunk.start < start < chunk.end - 1 and text[chunk.start : start].strip()
        ]


@given(
    st.lists(st.sampled_from(["One. ", "two words, ", "水泵过热。", "endless" * 9]), min_size=1), st.integers(16, 99)
)
@settings(max_examples=50)
def test_a_heading_is_not_alone_above_a_paragraph(words, size):
    text = "# Head\n\n" + "".join(words)
    first = split_markdown(text, size)[0]
    assert first.text.startswith("# Head\n\n") and len(first.text) > 8


@given(markdown(), sizes(1, 120))
@settings(max_examples=50)
def test_every_chunk_says_its_path(text, both):
    assert all(isinstance(chunk.metadata["heading_path"], tuple) for chunk in split_markdown(text, *both))


def parsed(text: str) -> list[tuple[str, int, int]]:
    tokens = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("table").parse(text)
    return [(token.type, *token.map) for token in tokens if token.level == 0 and token.map]


NAMES = {"heading_open": "heading", "fence": "code", "code_block": "code", "html_block": "html", "table_open": "table"}


@given(markdown() | texts())
@settings(max_examples=150)
def test_blocks_are_those_of_the_parser(text):
    text = text.lstrip("\ufeff")
    ours = markdown_blocks(text)[0]
    theirs = parsed(text)
    seen = {(first, last) for _, first, last in theirs}
    assert [(b.kind, b.first, b.last) for b in ours if b.kind in NAMES.values()] == [
        (NAMES[kind], first, last) for kind, first, last in theirs if kind in NAMES
    ]
    # What the parser has no token for is a link reference.
    lines = line_starts(text)
    for block in ours:
        if (block.first, block.last) not in seen:
            assert text[lines[block.first] :].lstrip(" \t")[:1] == "["


@given(markdown())
@settings(max_examples=50)
def test_line_ends_do_not_matter(text):
    text = re.sub(r"\r\n?", "\n", text)
    for other in ("\r\n", "\r"):
        changed = text.replace("\n", other)
        here, there = markdown_headings(text), markdown_headings(changed)
        assert [mark.data for mark in here] == [mark.data for mark in there]
        assert [text[m.start : m.end] for m in here] == [
            re.sub(r"\r\n?", "\n", changed[m.start : m.end]) for m in there
        ]


@given(markdown(), sizes(1, 120))
@settings(max_examples=50)
def test_the_same_text_gives_the_same_ids(text, both):
    assert [c.id for c in split_markdown(text, *both)] == [c.id for c in split_markdown(text, *both)]


@pytest.mark.parametrize("size", [20, 60, 200])
def test_ids_survive_json(size):
    chunks = split_markdown("---\nday: 2026-01-01\n---\n# A\n\n| a |\n|---|\n| 1 |\n\n## B\n\ntext " * 3, size, 10)
    assert [Chunk.from_dict(json.loads(json.dumps(chunk.to_dict()))) for chunk in chunks] == chunks
