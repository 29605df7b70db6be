"""Mixed texts: what is prose, a list, a table or code, and each cut by its own rule."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import sizes, texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters.mixed import split_mixed


def kinds(text: str, size: int = 200, **keywords) -> list[tuple[str, str]]:
    return [(chunk.metadata["kind"], chunk.text) for chunk in split_mixed(text, size, **keywords)]


def only_kinds(text: str, size: int = 200) -> list[str]:
    return [kind for kind, _ in kinds(text, size)]


# --- telling the kinds apart ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "A well-known rule\nspans two lines - and more.",
        "The range is 5 -\n10 degrees.",
        "It cost 20 - 30 euros,\n- or so they said -\nand then less.",
        "2 * 3 * 4 is a product.\n* * *\nIt is known.",
        "Results (partial) are\nshown below.",
        "Note: important",
        "Warning: stop the pump",
        "import taxes",
        "def is short for define",
        "class Student: a story\nin three parts",
        "for example:\n    this line is indented",
        "a | b is a choice\nof two",
        "    It was a dark night.\nThe pump had stopped.",
        "1998. It was a good year.",
        "-5 degrees and falling",
        "*Nothing* is bold here",
        "see http://a-b.example/x-y",
        "---\ntitle - one\n---",
        "B. Smith wrote it.",
        "第一、先断电",
    ],
)
def test_this_is_prose(text):
    assert only_kinds(text) == ["prose"]
    assert only_kinds(text.replace("\n", "\r\n")) == ["prose"]


@pytest.mark.parametrize(
    "text",
    [
        "- one\n- two",
        "* one\n\n* two",
        "+ one\n  goes on\n+ two",
        "1. one\n2. two",
        "1) one\n   - under\n2) two",
        "(1) one\n(2) two",
        "• one\n• two",
        "- well-known\nand goes on lazily\n- two",
        "- one\n\n  a paragraph of one\n\n- two",
        "- one\n  ```\n  - no item\n\n  ```\n- two",
        "一、断电\n二、检查",
        "1、断电\n2、检查",
        "（1）断电\n（2）检查",
        "a) one\nb) two",
    ],
)
def test_this_is_a_list(text):
    assert only_kinds(text) == ["list"]
    assert only_kinds(text.replace("\n", "\r\n")) == ["list"]


@pytest.mark.parametrize(
    "text",
    [
        "```\n- no item\n\n# no heading\n```",
        "~~~~python\nx = 1\n~~~\ny = 2\n~~~~",
        "````\n```\n# x\n```\n````",
        "```bash\nmake install\n\n# Safety\nnever skip this part",
        "    x = 1\n\n    y = 2",
        "\tall:\n\t\tcc",
        "class Student:\n    a = 1\n\n    def f(self):\n        return 2",
        "@dec\ndef f(x):\n    return x",
        "# doubles\ndef f(x):\n    return 2 * x",
        "def f(): return 1",
        "import math\n\ndef f(x):\n    return math.sqrt(x)",
        "from math import sqrt\nprint(sqrt(2))",
        "total = 1\nfor x in range(3):\n    total += x\nprint(total)",
        "func f() {\n\treturn\n\n}",
        '{\n  "a": 1,\n\n  "b": 2\n}',
        "def f():\n    pass\nprint(f())",
    ],
)
def test_this_is_code(text):
    assert only_kinds(text) == ["code"]
    assert only_kinds(text.replace("\n", "\r\n")) == ["code"]


def test_a_text_of_every_kind():
    text = (
        "# Pump 3\n\nA well-known pump.\nSteps:\n- stop it\n- wait\nThen look:\n\n| code | meaning |\n|---|---|\n"
        "| 17 | hot |\nAfter the table.\n```\nreset()\n```\nThe end."
    )
    assert kinds(text) == [
        ("prose", "# Pump 3\n\nA well-known pump.\nSteps:"),
        ("list", "- stop it\n- wait\nThen look:"),
        ("table", "| code | meaning |\n|---|---|\n| 17 | hot |"),
        ("prose", "After the table."),
        ("code", "```\nreset()\n```"),
        ("prose", "The end."),
    ]


def test_the_page_that_the_published_recipe_cuts_in_two():
    text = load_text("code_and_prose")
    chunks = split_mixed(text, 250)
    code = [chunk.text for chunk in chunks if chunk.metadata["kind"] == "code"]
    assert [piece.split("\n")[0] for piece in code] == ["class Student:", "def best(students):"]
    assert "def average(self):" in code[0]
    assert [chunk.metadata["kind"] for chunk in chunks] == ["prose", "code", "prose", "list", "code", "prose"]
    assert audit(text, chunks, chunk_size=250).ok


def test_the_language_of_code_is_said_where_it_is_known():
    text = "```{.go}\nx\n```\n\n~~~ Python extra\ny\n~~~\n\n    z\n\ndef f(): return 1\n"
    assert [chunk.metadata.get("language") for chunk in split_mixed(text, 60)] == ["go", "Python", None, "python"]


# --- cutting ----------------------------------------------------------------------------------------------------


def test_a_paragraph_that_is_too_big_is_cut_at_its_sentences():
    text = "Short.\n\nDr. Osei (cf. Fig. 2) approved it. The pump of the second line costs $3.50.\n\nEnd."
    assert kinds(text, 45) == [
        ("prose", "Short."),
        ("prose", "Dr. Osei (cf. Fig. 2) approved it."),
        ("prose", "The pump of the second line costs $3.50."),
        ("prose", "End."),
    ]
    shared = [chunk.text for chunk in split_mixed("One is. Two is. Three is. Four is.", 26, 10)]
    assert shared == ["One is. Two is. Three is.", "Three is. Four is."]


def test_items_stay_whole_and_keep_what_is_under_them():
    text = "- pump\n  - oil\n  - seal\n- valve\n  - spring"
    assert kinds(text, 40) == [("list", "- pump\n  - oil\n  - seal"), ("list", "- valve\n  - spring")]
    assert kinds(text, 14) == [
        ("list", "- pump\n  - oil"),
        ("list", "  - seal"),
        ("list", "- valve"),
        ("list", "  - spring"),
    ]


def test_a_table_that_is_cut_repeats_its_header():
    rows = "".join(f"| {n} | {n + 1} |\n" for n in range(1, 12, 2))
    chunks = split_mixed(f"| a | b |\n|---|---|\n{rows}", 50)
    assert len(chunks) == 3
    assert all(chunk.text.startswith("| a | b |\n|---|---|\n|") for chunk in chunks)
    assert_contract(f"| a | b |\n|---|---|\n{rows}", chunks, 50, 0)
    assert kinds("| a | b |\n|---|---|", 50) == [("table", "| a | b |\n|---|---|")]


def test_code_that_is_too_big_is_cut_as_code_with_its_fences():
    text = "```python\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n```\n"
    chunks = split_mixed(text, 60)
    assert [(chunk.text, chunk.metadata.get("definition")) for chunk in chunks] == [
        ("```python\nclass A:\n    def f(self):\n        return 1", "A"),
        ("    def g(self):\n        return 2\n```", "A.g"),
    ]
    assert all(chunk.metadata["kind"] == "code" for chunk in chunks)
    tight = split_mixed("```\n" + "x = 'aaaa'\n" * 3 + "```\n", 10)
    assert [chunk.text for chunk in tight] == ["```", "x = 'aaaa'", "x = 'aaaa'", "x = 'aaaa'", "```"]


def test_white_space_in_code_and_prose_is_kept_byte_for_byte():
    text = "```make\nall:\n\tcc\n```\n\nPrice: 5\u00a0EUR\tper unit\n"
    assert kinds(text) == [("code", "```make\nall:\n\tcc\n```"), ("prose", "Price: 5\u00a0EUR\tper unit")]


def test_a_word_that_is_too_long_is_cut_all_the_same():
    text = "See https://example.org/" + "a" * 221 + " now."
    chunks = split_mixed(text, 50)
    assert_contract(text, chunks, 50, 0)


# --- properties ---------------------------------------------------------------------------------------------------

BLOCKS = [
    "A well-known line.", "Steps:", "- item", "  - under", "* a", "1. one", "```", "```python", "~~~", "    x = 1",
    "| a | b |", "|---|---|", "| 1 | 2 |", "class A:", "    def f(self):", "        pass", "@dec", "import os",
    "x = f(1)", "# Head", "{", "}",
    "洪水警报已发布。请撤离！", "e\u0301 🌊", "---", "（1）甲", "\u0301mark first",
]  # fmt: skip
ENDS = ["\n", "\n", "\n\n", "\r\n", "\r", "\n \n", "\x0c\n"]


@st.composite
def mixed(draw) -> str:
    return "".join(draw(st.sampled_from(BLOCKS)) + draw(st.sampled_from(ENDS)) for _ in range(draw(st.integers(0, 14))))


@settings(deadline=None)
@given(mixed() | texts(), sizes(), st.sampled_from([len, count_words]))
@example("- a\n\u0301b\n- c", (3, 0), len)
@example("| a |\n|---|\n\u0301| b |", (4, 0), len)
def test_the_contract(text, size_and_overlap, length_function):
    size, overlap = size_and_overlap
    chunks = split_mixed(text, size, overlap, length_function=length_function)
    assert_contract(text, chunks, size, overlap, length_function)
    assert {chunk.metadata["kind"] for chunk in chunks} <= {"prose", "list", "table", "code"}


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(BLOCKS), st.sampled_from(["\n", "\n\n"])), max_size=14))
def test_every_style_of_line_end_gives_the_same_kinds(lines):
    text = "".join(line + end for line, end in lines)
    for style in ("\r\n", "\r"):
        other = kinds(text.replace("\n", style), 10_000)
        assert [(kind, piece.replace(style, "\n")) for kind, piece in other] == kinds(text, 10_000)


@given(st.lists(st.sampled_from(["plain", "well-known", "a - b", "x-y-z", "-", "--"]), min_size=1, max_size=12))
def test_no_hyphen_inside_a_line_makes_a_list(words):
    text = "The " + " ".join(words) + "\nand " + " ".join(words)
    assert only_kinds(text, len(text)) == ["prose"]  # a text that is cut on by size has two pieces of prose


@pytest.mark.parametrize(
    "shape", ["Some prose here. ", "- item\n  - under\n", "x = 1\n# h\n", "```\nx\n~~~\n", "a {\n b\n}\n"]
)
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(shape):
    assert_linear(lambda text: split_mixed(text, 300), shape)


def test_the_same_text_gives_the_same_chunks_with_the_callers_metadata():
    document = Document("One.\n\n- two", "page.txt")
    chunks = split_mixed(document, 50, metadata={"kind": "mine", "author": "A"})
    assert [dict(chunk.metadata) for chunk in chunks] == [
        {"source": "page.txt", "kind": "prose", "author": "A"},
        {"source": "page.txt", "kind": "list", "author": "A"},
    ]
    assert split_mixed(document, 4) == split_mixed(document, 4)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "said"),
    [
        ((5, 5), {}, TypeError, "text must be a str or a Document, not int"),
        (("x", 0), {}, ValueError, "chunk_size=0 must be at least 1"),
        (("x", 5, 5), {}, ValueError, "chunk_overlap=5 must be smaller than chunk_size=5"),
        (("x", 5), {"metadata": 5}, TypeError, "metadata must be a mapping"),
    ],
)
def test_bad_arguments(arguments, keywords, error, said):
    with pytest.raises(error, match=said):
        split_mixed(*arguments, **keywords)


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_blank_text_gives_nothing(text):
    assert split_mixed(text, 10) == []
