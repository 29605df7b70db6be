"""How an audit scales: ratios of times only, never seconds (see ``growth``)."""

from __future__ import annotations

import random
import re

import pytest
from growth import assert_in_step, assert_within

from benchmarks.bench import make_text
from ragchunk_lessons import audit, locate, split_recursive
from ragchunk_lessons.auditing.normalizing import KINDS, View, read_patterns

PATTERNS = read_patterns(re.compile(r"Page \d"))
TEXT = make_text("paragraphs", 1_000_000)
CHUNKS = split_recursive(TEXT, 550, 50)


def core(text, chunks):
    """The core findings."""
    result = audit(text, chunks, 550, 50)
    assert result.ok and result.coverage == 1.0
    return result.lost, result.rewritten, result.misplaced, result.oversize


# The yardstick is a split that only looks for separators; plain strings have to be looked for as a whole.
@pytest.mark.parametrize(("make", "times"), [("chunks", 4), ("dicts", 4), ("plain strings", 6)])
def test_the_core_findings_take_a_few_times_the_split(make, times):
    chunks = {
        "chunks": CHUNKS,
        "dicts": [{"text": chunk.text, "start": chunk.start} for chunk in CHUNKS],
        "plain strings": [chunk.text for chunk in CHUNKS],
    }[make]
    assert_within(lambda: core(TEXT, chunks), lambda: split_recursive(TEXT, 550, 50), times)


@pytest.mark.parametrize("find", [locate, audit])
@pytest.mark.parametrize("unit", ["ab ", "Some words of a long text. "])
def test_a_rewritten_text_that_repeats_itself_is_found_in_step(find, unit):
    def rewritten(characters):
        text = unit * (characters // len(unit))
        pieces = [text[at : at + 500] for at in range(0, len(text), 500)]
        pieces[::3] = [piece[:250] + "a" + piece[251:] for piece in pieces[::3]]
        return text, pieces

    small, large = rewritten(330_000), rewritten(990_000)
    assert_in_step(lambda: find(*small), lambda: find(*large), 3, limit=6)  # with the square of it, 9 and more


@pytest.mark.parametrize("find", [locate, audit])
@pytest.mark.parametrize("unit", ["ab ", "The cat sat. "])
def test_overlapping_strings_of_a_text_that_repeats_itself_are_found_in_step(find, unit):
    def cut(characters):
        text = unit * (characters // len(unit))
        return text, [chunk.text for chunk in split_recursive(text, 550, 50)]

    small, large = cut(500_000), cut(2_000_000)
    assert_in_step(lambda: find(*small), lambda: find(*large), 4, limit=7)  # with the square of it, 16


@pytest.mark.parametrize("unit", ["“One”\tcafe\u0301  Page 3\n", "e\u0301\U0001f1e8\U0001f1ed", "# x   y |-\n"])
def test_a_view_grows_in_step(unit):
    def view(times):
        return lambda: View(unit * times, KINDS, PATTERNS)

    assert_in_step(view(300), view(3000))


def test_advice_on_layout_grows_in_step():
    block = "# Head\n\n" + make_text("paragraphs", 2000) + "\n\n```\na\n\nb\n```\n\n| a |\n|---|\n| 1 |\n| 2 |\n\n"

    def advice(times):
        text = block * times
        chunks = [{"text": text[at : at + 300], "start": at} for at in range(0, len(text), 300)]
        return lambda: [
            getattr(audit(text, chunks), name)
            for name in ("cut_fences", "tables_without_header", "cut_words", "cut_graphemes")
        ]

    assert_in_step(advice(20), advice(200))


@pytest.mark.parametrize("words", [2, 20, 1000])
def test_chunks_with_changed_words_are_placed_in_step(words):
    def changed(times):
        rng = random.Random(1)
        said = [f"w{rng.randrange(words)}" for _ in range(times)]
        parts = [[word if rng.random() > 0.2 else "zz" for word in said[at : at + 60]] for at in range(0, times, 60)]
        return " ".join(said), [" ".join(part) for part in parts]

    small, large = changed(1_200), changed(12_000)
    assert_in_step(lambda: audit(*small), lambda: audit(*large))


def test_a_text_of_two_words_costs_no_comparison_of_all_with_all():
    rng = random.Random(1)
    said = [rng.choice("ab") for _ in range(8_000)]
    changed = [word if rng.random() > 0.2 else "zz" for word in said]
    text, chunks = " ".join(said), [" ".join(changed[at : at + 800]) for at in range(0, 8_000, 800)]
    assert_within(lambda: audit(text, chunks), lambda: audit(text, ["zz " * 800] * 10), 10)
