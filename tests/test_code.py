"""Code: definitions whole, comments with what they explain, and no cut inside a line that fits."""

from __future__ import annotations

import textwrap
import warnings
from pathlib import Path

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import sizes

import ragchunk_lessons.document as document_module
from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.splitters.code import split_code

STUDENT = textwrap.dedent('''\
    """Marks of a class."""
    import math

    LIMIT = 40


    # One pupil.
    @final
    class Student:
        """A pupil and the marks."""

        def __init__(self, name, marks):
            self.name = name
            self.marks = marks

        # what the report shows
        @property
        def average(self):
            if not self.marks:
                return math.nan

            return sum(self.marks) / len(self.marks)


    def best(students):
        return max(students, key=lambda one: one.average)


    if __name__ == "__main__":
        print(best([]))
    ''')


def parts(chunks) -> list[tuple[str | None, str]]:
    return [(chunk.metadata.get("definition"), chunk.text) for chunk in chunks]


def names(chunks) -> list[str | None]:
    return [chunk.metadata.get("definition") for chunk in chunks]


def slice_of(text: str, first: str, last: str) -> str:
    return text[text.index(first) : text.index(last) + len(last)]


# --- Python ---------------------------------------------------------------------------------------------------


def test_a_class_stays_whole_with_its_comment_and_its_decorator():
    chunks = split_code(STUDENT, 500)
    assert parts(chunks) == [
        (None, slice_of(STUDENT, '"""Marks', "LIMIT = 40")),
        ("Student", slice_of(STUDENT, "# One pupil.", "len(self.marks)")),
        ("best", slice_of(STUDENT, "def best", "one.average)")),
        (None, slice_of(STUDENT, "if __name__", "best([]))")),
    ]
    assert {chunk.metadata["language"] for chunk in chunks} == {"python"}
    assert audit(STUDENT, chunks, chunk_size=500).ok


def test_a_class_that_is_too_big_is_cut_at_its_methods():
    chunks = split_code(STUDENT, 200)
    assert parts(chunks)[1:4] == [
        ("Student", slice_of(STUDENT, "# One pupil.", 'marks."""')),
        ("Student.__init__", slice_of(STUDENT, "    def __init__", "self.marks = marks")),
        ("Student.average", slice_of(STUDENT, "    # what the report", "len(self.marks)")),
    ]
    assert_contract(STUDENT, chunks, 200, 0)


def test_a_function_that_is_too_big_is_cut_at_its_statements():
    chunks = split_code(STUDENT, 125)
    average = [text for name, text in parts(chunks) if name == "Student.average"]
    assert average == [
        slice_of(STUDENT, "    # what the report", "return math.nan"),
        slice_of(STUDENT, "        return sum", "len(self.marks)"),
    ]
    assert_contract(STUDENT, chunks, 125, 0)


def test_the_heads_are_put_in_front_only_when_asked_for():
    plain, told = split_code(STUDENT, 125), split_code(STUDENT, 125, add_context=True)
    assert all(chunk.text == STUDENT[chunk.start : chunk.end] for chunk in plain)
    average = [chunk.text for chunk in told if chunk.metadata.get("definition") == "Student.average"]
    assert average[0].startswith("class Student:\n    # what the report")
    assert (
        average[-1]
        == f"class Student:\n    def average(self):\n{slice_of(STUDENT, '        return sum', 'len(self.marks)')}"
    )
    assert_contract(STUDENT, told, 125, 0)


def test_a_head_without_room_is_left_out_and_the_chunk_says_so():
    text = f"class {'A' * 40}:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 22\n"
    chunks = split_code(text, 48, add_context=True)
    assert names(chunks) == ["A" * 40, f"{'A' * 40}.f", f"{'A' * 40}.g"]
    assert [chunk.metadata.get("context_left_out") for chunk in chunks] == [None, True, True]


def test_a_head_stays_with_what_follows_it():
    text = "class Pump:\n    def start(self):\n        pass\n\n    def stop(self):\n        pass\n"
    assert parts(split_code(text, 50)) == [
        ("Pump", "class Pump:\n    def start(self):\n        pass"),
        ("Pump.stop", "    def stop(self):\n        pass"),
    ]
    loop = "def f():\n    for x in range(10):\n        first(x)\n        second(x)\n        third(x)\n"
    assert [text for _, text in parts(split_code(loop, 60))] == [
        "def f():\n    for x in range(10):\n        first(x)",
        "        second(x)\n        third(x)",
    ]


@pytest.mark.parametrize(
    ("text", "size", "pieces"),
    [
        ("a = 1; b = 2; c = 3\n", 11, ["a = 1;", "b = 2;", "c = 3"]),
        ("é = '🌊'; ö = 2; c = 3\n", 11, ["é = '🌊';", "ö = 2;", "c = 3"]),
        ("if x: a()\nelif y: b()\nelse: c()\n", 12, ["if x: a()", "elif y: b()", "else: c()"]),
        ("try:\n a()\nexcept E:\n b()\nfinally:\n c()\n", 19, ["try:\n a()", "except E:\n b()", "finally:\n c()"]),
        ("match x:\n case 1:\n  a()\n case 2:\n  b()\n", 24, ["match x:\n case 1:\n  a()", " case 2:\n  b()"]),
        ("x = 1\n# about y\ny = 2\n", 16, ["x = 1", "# about y\ny = 2"]),
        ("def f():\n  a\n  # end\n# about g\ndef g(): b\n", 20, ["def f():\n  a\n  # end", "# about g\ndef g(): b"]),
        ("# banner\n\ndef f():\n    a\n", 40, ["# banner\n\ndef f():\n    a"]),
        ("# licence\n\nimport a\n", 10, ["# licence", "import a"]),
        ("async def f():\n    a\nasync def g():\n    b\n", 25, ["async def f():\n    a", "async def g():\n    b"]),
        ("x = a \\\n  + b\ny = 1\n", 14, ["x = a \\\n  + b", "y = 1"]),
        ("s = '''\n# no comment\n\ndef f(): no\n'''\n", 60, ["s = '''\n# no comment\n\ndef f(): no\n'''"]),
        ("\fx = 1\n\fy = 2\n", 6, ["x = 1", "y = 2"]),
        ("\ufeffx = 1\ny = 2\n", 6, ["\ufeffx = 1", "y = 2"]),
        ("s = '\ud800'; t = 1\n", 10, ["s = '\ud800';", "t = 1"]),
        ("@dec(\n  1)\ndef f(): a\n@dec\ndef g(): b\n", 30, ["@dec(\n  1)\ndef f(): a", "@dec\ndef g(): b"]),
        ("@dec\nclass D: pass\nx = 1\n", 14, ["@dec", "class D: pass", "x = 1"]),
        ("while x:\n\ta()\n\tb()\nelse:\n\tc()\n", 14, ["while x:\n\ta()", "\tb()", "else:\n\tc()"]),
    ],
)  # fmt: skip
def test_where_python_is_cut(text, size, pieces):
    for style in ("\n", "\r\n", "\r"):
        changed = text.replace("\n", style)
        chunks = split_code(changed, size, length_function=length_with_short_ends)
        assert [chunk.text.replace(style, "\n") for chunk in chunks] == pieces, style
        assert_contract(changed, chunks, size, 0, length_with_short_ends)
        assert all("parse_error" not in chunk.metadata for chunk in chunks)


def length_with_short_ends(text: str) -> int:
    return len(text) - text.count("\r\n")


def test_a_name_that_stands_twice_keeps_its_two_bodies():
    text = "class A:\n  @property\n  def x(self):\n    return 1\n\n  @x.setter\n  def x(self, v):\n    pass\n"
    chunks = split_code(text, 52, add_context=True)
    assert [chunk.text.split("\n")[1] for chunk in chunks] == ["  @property", "  @x.setter"]
    assert names(chunks) == ["A", "A.x"]


def test_definitions_inside_a_branch_are_chunks_of_their_own():
    text = "try:\n    import fast\nexcept ImportError:\n"
    text += "".join(f"    def {name}(x):\n        return x\n\n" for name in ("fast", "slow"))
    assert [chunk.text.split("\n")[0] for chunk in split_code(text, 60)] == [
        "try:",
        "except ImportError:",
        "    def slow(x):",
    ]
    assert names(split_code(text, 40)) == [None, "fast", "slow"]


def test_a_long_table_is_cut_between_its_lines():
    text = "CODES = {\n" + "".join(f"    'E-{n}': 'code {n}',\n" for n in range(10, 20)) + "}\n"
    chunks = split_code(text, 70)
    assert all(chunk.text.endswith((",", "{", "}")) for chunk in chunks)
    assert_contract(text, chunks, 70, 0)


def test_warnings_of_the_source_are_not_ours():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "parse_error" not in split_code("x = '\\d'\nif x is 1: pass\n", 100)[0].metadata


# --- properties ---------------------------------------------------------------------------------------------------

SIMPLE = [
    "x = 1",
    "é = '🌊洪水'; y = 2",
    "return_ = f(a,\n  b)",
    "'''text\n\n# no comment\n'''",
    "pass",
    "a = 1 \\\n + 2",
]
HEADS = ["if x:", "for é in y:", "while x:", "with a as b:", "class Ab:", "def f(x):", "async def g():", "try:"]


@st.composite
def bodies(draw, depth: int = 0) -> list[str]:
    """Lines of a Python body: statements, definitions, comments and blank lines, four spaces a level."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        lines += draw(st.sampled_from([[], [], [""], ["", "# alone", ""], ["# attached"], ["@dec", "class D: pass"]]))
        if depth < 3 and draw(st.booleans()):
            head = draw(st.sampled_from(HEADS))
            if head.startswith(("class", "def", "async")) and draw(st.booleans()):
                lines.append("@dec")
            inner = draw(bodies(depth + 1))
            lines += [head, *("    " + line if line else line for line in inner)]
            if head == "try:":
                lines += ["finally:", "    pass"]
            elif head == "if x:":
                lines += draw(st.sampled_from([[], ["elif y:", "    z"], ["", "# other", "else:", "    z"]]))
        else:
            lines += (
                draw(st.sampled_from(SIMPLE)).split("\n") if not depth else [draw(st.sampled_from(["x = 1", "y(é)"]))]
            )
    return lines


@settings(max_examples=60, deadline=None)
@given(bodies(), sizes(8, 200), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_generated_python_keeps_the_contract_and_its_lines(lines, size_and_overlap, style, add_context):
    size, overlap = size_and_overlap
    text = style.join([*lines, "end = 1", ""])
    chunks = split_code(text, size, overlap, add_context=add_context)
    assert "parse_error" not in chunks[0].metadata
    assert_contract(text, chunks, size, overlap)
    longest = max(len(line) for line in text.split(style))
    if longest <= size:
        starts = {0} | {at + len(style) for at in range(len(text)) if text.startswith(style, at)}
        assert all(chunk.start in starts for chunk in chunks)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["# note", "@dec", "def f():", "x = 1", "\n", "    y = 2", "é", "{", "}"]), max_size=30)
)
def test_a_definition_that_fits_is_never_cut(lines):
    text = "\n\n".join(f"# about {n}\n@dec\ndef f{n}(x):\n    y = x\n\n    return y" for n in range(5))
    text = "\n".join(f"{line} = 1" if line.isidentifier() else "" for line in lines) + "\n" + text
    chunks = split_code(text, 60)
    for number in range(5):
        whole = f"# about {number}\n@dec\ndef f{number}(x):\n    y = x\n\n    return y"
        assert (f"f{number}", whole) in parts(chunks)


def test_the_same_source_gives_the_same_chunks():
    document = Document(STUDENT, "student.py")
    assert split_code(document, 150) == split_code(document, 150)
    assert split_code(document, 150, metadata={"a": 1})[0].metadata == {
        "source": "student.py", "a": 1, "language": "python"
    }  # fmt: skip


def test_real_modules_are_cut_without_a_loss():
    for path in (document_module.__file__, textwrap.__file__):
        text = Path(path).read_text(encoding="utf-8")
        assert_contract(text, split_code(text, 600), 600, 0)
    assert names(split_code(load_text("python_code"), 500)) == [
        None, "Reading", "Log", "Log.add", "Log.of", "Log.drift", "worst", None
    ]  # fmt: skip


@pytest.mark.parametrize("shape", [STUDENT, "x = 1; ", "if x:\n    y\n", "\n", "print 'a'\n"])
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(shape):
    assert_linear(lambda text: split_code(text, 300), shape)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "said"),
    [
        ((b"x", 5), {}, TypeError, "decode it first"),
        (("x", 0), {}, ValueError, "chunk_size=0 must be at least 1"),
        (("x", 5, 5), {}, ValueError, "chunk_overlap=5 must be smaller than chunk_size=5"),
        (("x", 5), {"language": None}, TypeError, "language must be a str"),
        (("x", 5), {"language": " "}, ValueError, "language=' ' is blank"),
        (("x", 5), {"length_function": lambda text: -1}, ValueError, "length_function gives -1"),
    ],
)
def test_bad_arguments(arguments, keywords, error, said):
    with pytest.raises(error, match=said):
        split_code(*arguments, **keywords)


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_blank_text_gives_nothing(text):
    assert split_code(text, 10) == []
