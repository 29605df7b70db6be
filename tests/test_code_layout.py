"""Code that no syntax tree helps with: other languages, Python of old, and whatever else is called code."""

from __future__ import annotations

import pytest
from contract import assert_contract
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import sizes, texts

from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters.code import split_code


def slice_of(text: str, first: str, last: str) -> str:
    return text[text.index(first) : text.index(last) + len(last)]


# --- what is no Python of today ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print 'old'\n", "line 1: "),
        ("def f(:\n    pass\n", "line 1: "),
        ("x = 1\0\n", "null bytes"),
        ("(" * 250 + ")" * 250, "parenthes"),
        ("x = " + "-" * 200_000 + "1\n", "nested too deeply"),
    ],
)
def test_a_source_that_does_not_parse_is_cut_by_its_layout_and_says_so(text, said):
    chunks = split_code(text, 40)
    assert all(said in chunk.metadata["parse_error"] for chunk in chunks)
    assert_contract(text, chunks, 40, 0)


def test_python_2_keeps_its_functions_whole():
    methods = "".join(f"    def {name}(self):\n        print '{name}'\n\n" for name in "ab")
    text = f"import os\n\nclass A:\n{methods}print 'end'\n"
    assert [chunk.text for chunk in split_code(text, 100)] == [
        "import os",
        slice_of(text, "class A", "print 'b'"),
        "print 'end'",
    ]
    assert [chunk.text for chunk in split_code(text, 50)][1:3] == [
        slice_of(text, "class A", "print 'a'"),
        slice_of(text, "    def b", "print 'b'"),
    ]


GO = """package main

import "fmt"

// Start starts it.
func Start() {
\tfmt.Println("a")

\tif hot {
\t\treturn
\t}

\tfmt.Println("c")
}

var x = 1

var y = 2
"""


def test_other_languages_are_cut_at_blank_lines_that_no_block_holds():
    chunks = split_code(GO, 120, language="Go")
    assert [chunk.text for chunk in chunks] == [
        'package main\n\nimport "fmt"',
        slice_of(GO, "// Start", '"c")\n}'),
        "var x = 1\n\nvar y = 2",
    ]
    assert {chunk.metadata["language"] for chunk in chunks} == {"go"}
    assert [chunk.text for chunk in split_code(GO, 60, language="go")][1:3] == [
        '// Start starts it.\nfunc Start() {\n\tfmt.Println("a")',
        '\tif hot {\n\t\treturn\n\t}\n\n\tfmt.Println("c")\n}',
    ]
    crlf = split_code(GO.replace("\n", "\r\n"), 140, language="go")
    assert [chunk.text.replace("\r\n", "\n") for chunk in crlf] == [chunk.text for chunk in chunks]


def test_a_brace_on_a_line_of_its_own_goes_on_with_its_block():
    text = "void f()\n\n{\n    a;\n\n    b;\n\n}\n\nvoid g()\n{\n    c;\n}\n"
    assert [chunk.text for chunk in split_code(text, 60, language="c")] == [
        "void f()\n\n{\n    a;\n\n    b;\n\n}",
        "void g()\n{\n    c;\n}",
    ]


def test_white_space_in_code_is_kept_byte_for_byte():
    text = "all:\n\tcc -o a\u00a0b\tc\n\nclean:\n\trm  -f a\n"
    chunks = split_code(text, 22, language="make")
    assert [chunk.text for chunk in chunks] == ["all:\n\tcc -o a\u00a0b\tc", "clean:\n\trm  -f a"]
    deep = "def f():\n    if x:\n        return 1\n"
    assert [chunk.text for chunk in split_code(deep, 24)] == ["def f():\n    if x:", "        return 1"]


@given(texts(), sizes(), st.sampled_from(["python", "go"]), st.sampled_from([len, count_words]), st.booleans())
@example("\u0301x", (1, 0), "python", len, False)
def test_any_text_keeps_the_contract(text, size_and_overlap, language, length_function, add_context):
    size, overlap = size_and_overlap
    keywords = {"language": language, "length_function": length_function, "add_context": add_context}
    assert_contract(text, split_code(text, size, overlap, **keywords), size, overlap, length_function)
