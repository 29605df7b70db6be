"""The recipes as printed: each test states the fault that its recipe is kept for."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import published
from ragchunk_lessons.corpora import DEFINITION, load_text
from ragchunk_lessons.published import fixed_chunk, iter_fixed_chunks, ngram_chunks, word_chunks
from ragchunk_lessons.splitters.sentences import sentence_spans


def test_the_last_window_is_useless_for_some_lengths():
    useless = {
        n for n in range(1, 1401) if len(fixed_chunk("x" * n)) > 1 and n - 450 * (len(fixed_chunk("x" * n)) - 1) <= 50
    }
    assert useless == {*range(451, 501), *range(901, 951), *range(1351, 1401)}
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 480)))
    first, second = fixed_chunk(text)
    assert second == text[450:] and first.endswith(second)


@pytest.mark.parametrize("overlap", [500, 600])
def test_a_step_that_is_not_positive_never_ends(overlap):
    chunks = list(islice(iter_fixed_chunks("x" * 1000, 500, overlap), 10_000))
    assert len(chunks) == 10_000


def test_the_printed_seven_chunks_lose_four_words():
    chunks = ngram_chunks(DEFINITION, n=8, overlap=3)
    assert len(chunks) == 7
    assert chunks[0] == "Retrieval Augmented Generation (RAG) is an architecture that"
    assert chunks[-1] == "generated response against the query raised by user"
    assert DEFINITION.split()[38:] == ["to", "a", "RAG", "system."]


@given(st.integers(0, 80), st.integers(1, 12), st.data())
def test_the_loss_is_the_remainder_and_everything_below_one_window(count, n, data):
    overlap = data.draw(st.integers(0, n - 1))
    words = [f"w{number}" for number in range(count)]
    kept = {word for chunk in ngram_chunks(" ".join(words), n, overlap) for word in chunk.split()}
    lost = count if count < n else (count - n) % (n - overlap)
    assert set(words) - kept == set(words[count - lost :])


def test_the_printed_seam_of_the_word_recipe():
    text = load_text("overlap_seam")
    first, second = word_chunks(text)
    assert first.endswith("Dense retrieval uses vector embeddings for semantic similarity. BM25 is")
    assert second.startswith("for semantic similarity. BM25 is a sparse retrieval method based on")
    # Each of the two sentences at this seam is whole in one of the two chunks.
    assert all(text[a:b].strip() in first or text[a:b].strip() in second for a, b in sentence_spans(text))


def test_a_seam_that_does_lose_a_sentence():
    text = load_text("overlap_counterexample")
    chunks = word_chunks(text)
    torn = [text[a:b].strip() for a, b in sentence_spans(text) if not any(text[a:b].strip() in c for c in chunks)]
    assert len(torn) == 1 and torn[0].startswith("Sparse retrieval such as BM25")


def test_the_word_recipe_repeats_its_tail_and_rewrites_white_space():
    chunks = word_chunks(load_text("overlap_counterexample"))
    assert chunks[-1] == "embeddings for semantic similarity." and chunks[-2].endswith(chunks[-1])
    assert word_chunks("one\n\ntwo   three") == ["one two three"]


RECIPES = [getattr(published, name) for name in published.__all__]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.__name__)
def test_the_first_line_says_what_is_wrong(recipe):
    first = recipe.__doc__.splitlines()[0]
    assert first.split()[0] in {"Repeats", "Drops", "Cuts", "Gives", "Takes", "Groups", "Rewrites"}
    assert len(first) > 60
    assert "Source: " in recipe.__doc__


def test_every_recipe_can_be_had_from_the_room_and_needs_nothing_to_import():
    code = "import sys; sys.path.insert(0, sys.argv[1]); from ragchunk_lessons.published import *; print(sorted(dir()))"
    root = str(Path(published.__file__).parents[2])
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code, root], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert all(f"'{name}'" in run.stdout for name in published.__all__)
    assert len(published.__all__) == 16 and sorted(published.__all__) == published.__all__
