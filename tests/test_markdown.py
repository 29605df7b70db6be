"""Markdown cut at its headings: sections, blocks, code, front matter, context, and the faults seen elsewhere."""

from __future__ import annotations

import builtins
import re

import pytest
from contract import assert_contract

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters import _blocks, _front_matter
from ragchunk_lessons.splitters._blocks import heading_text
from ragchunk_lessons.splitters.markdown import markdown_headings, split_markdown
from ragchunk_lessons.splitters.slides import split_slides

GUIDE = "# Pump\n\nIntro.\n\n## Start\n\nOpen the valve.\n\n### Check\n\nLook.\n\n## Stop\n\nClose it.\n"


def texts(text, *sizes, **how):
    return [chunk.text for chunk in split_markdown(text, *sizes, **how)]


def paths(text, size=1000, **how):
    return [chunk.metadata["heading_path"] for chunk in split_markdown(text, size, **how)]


def headings(text):
    return [(mark.data["level"], mark.data["text"]) for mark in markdown_headings(text)]


def test_sections_and_paths():
    chunks = split_markdown(GUIDE, 1000)
    assert [chunk.text for chunk in chunks] == [
        "# Pump\n\nIntro.",
        "## Start\n\nOpen the valve.",
        "### Check\n\nLook.",
        "## Stop\n\nClose it.",
    ]
    assert paths(GUIDE) == [("Pump",), ("Pump", "Start"), ("Pump", "Start", "Check"), ("Pump", "Stop")]
    assert [chunk.metadata["heading_level"] for chunk in chunks] == [1, 2, 3, 2]
    assert audit(GUIDE, chunks, 1000).ok


def test_text_before_the_first_heading():
    (first, second) = split_markdown("Before.\n\n# A\n", 100)
    assert first.metadata == {"heading_path": ()}
    assert second.metadata == {"heading_path": ("A",), "heading_level": 1}


@pytest.mark.parametrize("text", ["\ufeff", "\ufeff\n\n# A\n", "\ufeff- a\n  - b", "\ufeff---\na: b\n---\n# A\n"])
def test_a_mark_of_byte_order_is_kept(text):
    assert_contract(text, split_markdown(text, 10), 10)
    assert split_markdown(text, 50)[0].text.startswith("\ufeff")


@pytest.mark.parametrize("blank", ["", " ", "\n\n", "\r\n \t\r", "\u3000\n\x0c"])
def test_blank_text_gives_nothing(blank):
    assert split_markdown(blank, 10) == []


def test_source_and_metadata():
    (chunk,) = split_markdown(Document("# A", source="a.md"), 10, metadata={"language": "en"})
    assert chunk.metadata == {"source": "a.md", "language": "en", "heading_path": ("A",), "heading_level": 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A #\n## B ##  \n### C ####\n", [(1, "A"), (2, "B"), (3, "C")]),
        ("A\n===\n\nB\nand more\n---\n", [(1, "A"), (2, "B and more")]),
        ("#no space\n\n#\ttab\n", [(1, "tab")]),
        ("####### seven\n\n###### six\n", [(6, "six")]),
        ("   # three\n\n    # four\n", [(1, "three")]),
        ("#\n\nx\n", [(1, "")]),
        ("\\# escaped\n", []),
        ("# a \\#\n", [(1, "a #")]),
        ("> # in a quote\n\n- # in a list\n\n1. # in a list\n", []),
        ("<div>\n# in HTML\n</div>\n\n# out\n", [(1, "out")]),
        ("<!--\n# in a comment\n\n# still\n-->\n# out\n", [(1, "out")]),
        ("text\n# interrupts\ntext\n", [(1, "interrupts")]),
        ("# *The* `E-17` [lamp](x.md) ![red](r.png) &amp; <b>you</b>\n", [(1, "The E-17 lamp red & you")]),
        ("# See [desk]\n\n[desk]: d.md\n", [(1, "See desk")]),
        ("# See [desk]\n", [(1, "See [desk]")]),
        ("\ufeff# with a mark of byte order\n", [(1, "with a mark of byte order")]),
        ("# A\r## B\r\n### C\n", [(1, "A"), (2, "B"), (3, "C")]),
        ("# A\x0c# B\u2028# C\n", [(1, "A # B # C")]),
        ("* * *\n\n- - -\n\n# 标题\n", [(1, "标题")]),
    ],
)
def test_headings_of_commonmark(text, expected):
    assert headings(text) == expected
    assert_contract(text, split_markdown(text, 12), 12)


@pytest.mark.parametrize(
    "code",
    [
        "```\n# x\n```",
        "~~~\n# x\n~~~",
        "````\n```\n# x\n```\n````",
        "```\n# x\n~~~\n# y\n`````",
        "~~~~ python\n~~~\n# x\n~~~~~",
        "    # x\n\n    # y",
        "\t# x",
        "``` sh\n# never closed\n\n# nor here",
    ],
)
def test_no_heading_in_code(code):
    text = f"# A\n\n{code}\n"
    assert headings(text) == [(1, "A")]
    assert texts(text, 1000) == [text.rstrip()]


def test_a_line_with_three_backticks_is_no_fence():
    assert headings("```span``` is code\n\n# A\n") == [(1, "A")]


def test_span_of_a_heading():
    text = "x\n\n  ## B ##\n\nC\n=\n"
    assert [text[mark.start : mark.end] for mark in markdown_headings(text)] == ["## B ##", "C\n="]


def test_levels_that_skip():
    text = "# A\n\n### B\n\n## C\n\n#### D\n"
    assert paths(text) == [("A",), ("A", "B"), ("A", "C"), ("A", "C", "D")]
    levels = [chunk.metadata["heading_level"] for chunk in split_markdown(text, 50)]
    steps = [chunk.metadata["heading_level"] for chunk in split_markdown(text, 50, normalize_levels=True)]
    assert (levels, steps) == ([1, 3, 2, 4], [1, 2, 2, 3])


def test_blocks_are_packed_and_sections_are_not():
    text = "# A\n\none\n\ntwo\n\nthree\n\n# B\n\nfour\n"
    assert texts(text, 16) == ["# A\n\none\n\ntwo", "three", "# B\n\nfour"]


def test_overlap_repeats_whole_paragraphs_of_one_section():
    text = "# A\n\none\n\ntwo\n\nthree\n\n# B\n\nfour\n\nfive"
    assert texts(text, 16, 5) == ["# A\n\none\n\ntwo", "two\n\nthree", "# B\n\nfour\n\nfive"]


def test_a_heading_takes_as_much_of_a_long_paragraph_as_fits():
    text = "# Start\n\n" + "Open the valve. " * 6
    assert texts(text, 60) == [
        "# Start\n\nOpen the valve. Open the valve. Open the valve.",
        "Open the valve. Open the valve. Open the valve.",
    ]
    assert texts(text, 60, 20)[1].startswith("Open the valve. Open")


def test_a_heading_goes_with_a_paragraph_that_fits_only_without_it():
    text = "# A heading\n\nOne sentence here. Another one here."
    assert texts(text, 36) == ["# A heading\n\nOne sentence here.", "Another one here."]


def test_code_is_not_cut_for_a_heading():
    text = "# A heading\n\n```\none sentence here\nanother one here\n```\n"
    assert texts(text, 45) == ["# A heading", "```\none sentence here\nanother one here\n```"]


def test_a_paragraph_is_cut_at_sentences_and_not_at_line_ends():
    text = "The pump runs. The valve\nis open. Nothing else.\n"
    assert texts(text, 40) == ["The pump runs. The valve\nis open.", "Nothing else."]


def test_lists_are_cut_between_items_and_keep_their_indent():
    text = "- one\n  - nested one\n  - nested two\n\n    ```\n    code\n    ```\n- two\n"
    assert texts(text, 30) == ["- one\n  - nested one", "  - nested two", "    ```\n    code\n    ```\n- two"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end):
    text = f"{GUIDE}\n| a |\n|---|\n| 1 |\n\n```\n# x\n```\n".replace("\n", line_end)
    assert [re.sub(r"\r\n?", "\n", piece) for piece in texts(text, 60)] == texts(re.sub(r"\r\n?", "\n", text), 60)


def test_context_goes_before_chunks_that_do_not_start_with_their_heading():
    text = "# A\n\n## B\n\nOne sentence here. Another one here. A third one.\n"
    chunks = split_markdown(text, 40, add_context=True)
    assert [chunk.text for chunk in chunks] == [
        "# A",
        "## B\n\nOne sentence here.",
        "A > B\n\nAnother one here. A third one.",
    ]
    assert text[chunks[2].start : chunks[2].end] == "Another one here. A third one."
    assert audit(text, chunks, 40).ok


def test_context_that_finds_no_room_is_left_out_and_said():
    text = "# A heading of some length\n\none two three\n\nfour five six seven\n"
    chunks = split_markdown(text, 27, add_context=True)
    assert [chunk.text for chunk in chunks] == ["# A heading of some length", "one two three", "four five six seven"]
    assert [chunk.metadata.get("context_left_out") for chunk in chunks] == [None, True, True]


def test_other_units():
    text = "# A\n\none two three\n\nfour five\n"
    assert texts(text, 5, length_function=count_words) == ["# A\n\none two three", "four five"]


def test_front_matter():
    text = "---\ntitle: Pump\ntags: [a, b]\nday: 2026-01-01\n---\n# A\n\ntext\n"
    first, second = split_markdown(text, 100)
    value = {"title": "Pump", "tags": ["a", "b"], "day": "2026-01-01"}
    assert first.text == "---\ntitle: Pump\ntags: [a, b]\nday: 2026-01-01\n---"
    assert first.metadata == {"kind": "front_matter", "heading_path": (), "front_matter": value}
    assert second.metadata == {"heading_path": ("A",), "heading_level": 1, "front_matter": value}
    first.metadata["front_matter"]["tags"].append("c")
    assert second.metadata["front_matter"] == value


@pytest.mark.parametrize(
    "head", ["title: [never closed", "a: *unknown", "a: 'open", "a: !!python/object:x.y {}", "a: !!bool x"]
)
def test_front_matter_that_cannot_be_read_is_kept_as_text(head):
    text = f"---\n{head}\n---\n# A\n"
    first, second = split_markdown(text, 100)
    assert first.text == f"---\n{head}\n---"
    assert first.metadata["kind"] == "front_matter"
    assert first.metadata["front_matter_error"] and second.metadata["front_matter_error"]
    assert "front_matter" not in second.metadata
    assert audit(text, [first, second]).ok


@pytest.mark.parametrize(
    "text",
    [
        "---\njust words\n---\n",
        "---\n# A\n---\n",
        "---\n\n---\n",
        "---\na: b\n",
        "text\n---\na: b\n---\n",
        "--- x\na: b\n---\n",
        "---\nNote: this is a draft.\n\n# Pumps\n\nOpen the valve.\n\n---\n\n# Seals\n\nRed.\n",
        "---\r\nNote: this is a draft.\r\n\r\nOpen the valve.\r\n---\r\nRed.\r\n",
        "---\nNote: see: below\n\n## Pumps\n\n---\nRed.\n",
        "---\nNote: this is a draft.\n\n# Pumps\n\n---\n\n# Seals\n",
    ],
)
def test_what_is_no_front_matter(text):
    chunks = split_markdown(text, 100)
    assert not [chunk for chunk in chunks if "front_matter" in str(chunk.metadata)]
    assert_contract(text, chunks, 100)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("---\n# remark\na: 1\n\n# remark\nb: 2\n---\n# H", {"a": 1, "b": 2}),
        ("---\na: [1,\n2]\nb: |\n  # no heading\n\n  words\n---\n# H", {"a": [1, 2], "b": "# no heading\n\nwords\n"}),
        ("---\na: 1\n\n# remark\n\nb: 2\n# remark\n---\n# H", {"a": 1, "b": 2}),
        ("---\nNote: draft.\n\n# Pumps\n\n---\n# H", None),
        ("---\na: b: c\n---\n# H", None),
        ("---\nNote: draft.\n\nOpen it.\n\n---\n# H", None),
    ],
)
def test_slides_and_markdown_have_the_same_front_matter(text, value):
    first, slide = split_markdown(text, 100)[0], split_slides(text)[0]
    assert first.metadata.get("front_matter") == value
    assert slide.metadata.get("front_matter", False) == (first.metadata.get("kind") == "front_matter")
    if slide.metadata["slide"] == 0:
        assert slide.text == first.text


def test_a_heading_of_two_lines_is_one_line_in_the_path():
    for source in (
        "# Line one<br>Line two",
        "# Line one</BR>Line two",
        "Line one  \nLine two\n=",
        "Line one\\\nLine two\n=",
    ):
        assert split_markdown(f"{source}\n\nx", 100)[0].metadata["heading_path"] == ("Line one Line two",)
    assert heading_text("a<b>b</b> <img src=x>c<div>d</div>", {}) == "ab c d"


def test_front_matter_of_many_line_ends_takes_no_time():
    assert split_markdown("---\r\n" + "\r\n" * 5000 + "!\r\n---\r\n", 100)
    assert split_markdown("---\na: " + "[" * 5000 + "\n---\n", 9000)[0].metadata["front_matter_error"]


@pytest.mark.parametrize(
    ("sizes", "how", "message"),
    [((0,), {}, "chunk_size=0"), ((5, 5), {}, "chunk_overlap=5 must be"), ((5, -1), {}, "chunk_overlap=-1")],
)
def test_bad_sizes(sizes, how, message):
    with pytest.raises(ValueError, match=message):
        split_markdown("# A", *sizes, **how)


@pytest.mark.parametrize("text", [b"# A", None, 5])
def test_bad_text(text):
    with pytest.raises(TypeError, match="text must be a str or a Document"):
        split_markdown(text, 10)
    with pytest.raises(TypeError, match="text must be a str or a Document"):
        markdown_headings(text)


@pytest.mark.parametrize(
    ("name", "maker", "message"),
    [
        ("markdown_it", _blocks._parser, "pip install markdown-it-py"),
        ("yaml", _front_matter._yaml, "pip install PyYAML"),
    ],
)
def test_a_missing_package_is_named(monkeypatch, name, maker, message):
    real = builtins.__import__

    def without(module, *rest, **more):
        if module.partition(".")[0] == name:
            raise ImportError(module)
        return real(module, *rest, **more)

    maker.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=message):
        split_markdown("---\na: b\n---\n# A", 10)
    monkeypatch.undo()
    assert split_markdown("---\na: b\n---\n# A", 10)
