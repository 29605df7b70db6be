"""One slide a chunk, from decks in Markdown: rules, fences, front matter, empty slides, titles."""

from __future__ import annotations

import pytest
from contract import assert_contract
from growth import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons.audit import audit
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words
from ragchunk_lessons.splitters.slides import split_slides


def slides(deck, size=None):
    return [(chunk.metadata["slide"], chunk.text) for chunk in split_slides(deck, size)]


def titles(deck):
    return [chunk.metadata.get("title") for chunk in split_slides(deck)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_of_hyphens_parts_two_slides(end):
    deck = f"# One{end}{end}---{end}Two{end}---{end}{end}Three{end}"
    assert slides(deck) == [(1, "# One"), (2, f"---{end}Two"), (3, f"---{end}{end}Three")]
    assert audit(deck, split_slides(deck)).ok


@pytest.mark.parametrize("rule", ["---", "   ---", "-----", "--- \t"])
def test_what_is_a_rule(rule):
    assert len(split_slides(f"One\n{rule}\nTwo")) == 2


@pytest.mark.parametrize("line", ["--", "    ---", "--- x", "- - -", "***", "___", "\t---", "|---|", "—"])
def test_what_is_no_rule(line):
    assert slides(f"One\n\n{line}\n\nTwo") == [(1, f"One\n\n{line}\n\nTwo")]


@pytest.mark.parametrize(
    "fence",
    [
        "```\n---\n```",
        "```yaml\n---\na: 1\n---\n```",
        "~~~\n---\n```\n---\n~~~~",
        "````\n```\n---\n```\n---\n````",
        "   ```\n---\n   ```",
        "<!--\n---\n-->",
        "<!-- a -->\n<!-- b\n---\nc -->",
    ],
)
def test_a_rule_inside_a_fence_or_a_comment_is_text(fence):
    assert slides(f"One\n\n{fence}\n\n---\n\nTwo") == [(1, f"One\n\n{fence}"), (2, "---\n\nTwo")]


def test_a_fence_that_is_never_closed_keeps_all_behind_it():
    deck = "One\n---\n```\ncode\n---\nnever skip this part\n"
    assert slides(deck) == [(1, "One"), (2, "---\n```\ncode\n---\nnever skip this part")]


def test_a_line_in_three_backticks_opens_no_fence():
    assert len(split_slides("```one line```\n---\nTwo")) == 2


def test_front_matter_is_slide_0():
    deck = "---\nmarp: true\n# a remark\nstyle: |\n  h1 { }\n- x\n---\n\n# One\n---\nTwo\n"
    chunks = split_slides(deck)
    assert [chunk.metadata for chunk in chunks] == [
        {"slide": 0, "front_matter": True},
        {"slide": 1, "title": "One"},
        {"slide": 2},
    ]
    assert chunks[0].text.startswith("---\nmarp") and chunks[0].text.endswith("- x\n---")
    assert slides("---\na: 1\n---\n---\nx")[1] == (2, "---\nx")
    assert audit(deck, chunks).ok


def test_a_deck_may_open_with_a_rule():
    assert slides("---\n# One\n---\n# Two") == [(1, "---\n# One"), (2, "---\n# Two")]
    assert slides("---\nOne.\n\nMore: words\n---\nTwo")[0] == (1, "---\nOne.\n\nMore: words")
    assert slides("---\na: 1\nnever closed") == [(1, "---\na: 1\nnever closed")]
    assert slides("\ufeff---\nOne\n---\nTwo") == [(1, "\ufeff---\nOne"), (2, "---\nTwo")]
    assert split_slides("\ufeff---\na: 1\n---\nOne")[0].metadata["front_matter"]


def test_empty_slides_are_counted_and_give_no_chunk():
    assert slides("One\n---\n---\n \n---\nFour\n---\n---\n") == [(1, "One"), (4, "---\n---\n \n---\nFour\n---\n---")]
    assert slides("---\n---\n---\n") == [(1, "---\n---\n---")]
    assert split_slides("") == split_slides(" \n\n") == []


def test_the_title_is_the_heading_that_opens_the_slide():
    deck = "## One ##\n---\n<!-- class: x\n-->\n# Two\n---\nThree\n===\n---\ntext\n# No\n---\n#hash\n---\n#\n---\nA\n"
    assert titles(deck) == ["One", "Two", "Three", None, None, None, None]


def test_a_long_slide_is_cut_and_keeps_its_labels():
    deck = "# One\n---\n# Two\n\n" + "word " * 8
    chunks = split_slides(deck, 20)
    assert [chunk.text for chunk in chunks] == ["# One", "---\n# Two", "word word word", "word word word", "word word"]
    assert [chunk.metadata["slide"] for chunk in chunks] == [1, 2, 2, 2, 2]
    assert {chunk.metadata["title"] for chunk in chunks[1:]} == {"Two"}
    assert slides("One\n---\n\n" + "x" * 30, 20)[1:] == [(2, "---\n\n" + "x" * 15), (2, "x" * 15)]


def test_a_document_keeps_its_source():
    (chunk,) = split_slides(Document("One", "deck.md"), metadata={"k": 1})
    assert chunk.metadata == {"source": "deck.md", "k": 1, "slide": 1}


def test_arguments_that_cannot_work_are_refused():
    with pytest.raises(ValueError, match="chunk_size=0 must be at least 1"):
        split_slides("One", 0)
    with pytest.raises(TypeError, match="text must be a str or a Document"):
        split_slides(None)


LINES = st.sampled_from(
    ["---", "---", "--- ", "```", "~~~", "````", "# One", "a: 1", "- x", "<!--", "-->", "***", "", "===", "\ufeff"]
)


@st.composite
def decks(draw):
    lines = draw(st.lists(LINES | texts(5), max_size=14))
    return draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"])).join(lines)


@given(decks(), st.none() | st.integers(1, 40), st.sampled_from([len, count_words]))
def test_the_contract_holds(deck, size, length_function):
    chunks = split_slides(deck, size, length_function=length_function)
    assert_contract(deck, chunks, size, 0, length_function)
    numbers = [chunk.metadata["slide"] for chunk in chunks]
    assert numbers == sorted(numbers)


@given(decks())
def test_every_style_of_line_end_is_cut_at_the_same_places(deck):
    deck = deck.replace("\r\n", "\n").replace("\r", "\n")
    same = slides(deck)
    for end in ("\r\n", "\r"):
        other = split_slides(deck.replace("\n", end))
        assert [(c.metadata["slide"], c.text.replace(end, "\n")) for c in other] == same


@pytest.mark.parametrize("block", ["# One\nwords\n\n---\n", "---\n", "```\n---\n", "<!--\n", "a: 1\n"])
def test_ten_times_the_deck_takes_at_most_twelve_times_the_time(block):
    assert_linear(lambda text: split_slides("---\n" + text, 200), block, 3_000)
