"""Plain strings of texts that repeat themselves: where a placement covers the text, nothing is called lost."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ragchunk_lessons import audit, locate, split_recursive

CATS = "The cat sat. " * 20 + "The dog ran. " * 20
WORDS = (["a", "b"], ["a"], ["a", "b", "c"], ["aa", "a", "ab"], ["The cat sat.", "The dog ran."])


def least_lost(text, pieces):
    """By trying every placement with rising starts: how few visible characters are left out."""
    before = [0]
    for char in text:
        before.append(before[-1] + (not char.isspace()))
    held = {(-1, 0): 0}  # last start, furthest end: most characters held
    for piece in pieces:
        places = [at for at in range(len(text)) if text.startswith(piece, at)]
        after = {}
        for (start, reached), count in held.items():
            for at in places:
                if at > start:
                    end = max(reached, at + len(piece))
                    more = count + before[end] - before[max(reached, min(at, end))]
                    after[at, end] = max(after.get((at, end), 0), more)
        held = after
    return before[-1] - max(held.values()) if held else None


def windows(text, rng):
    """Windows of words, each starting inside the one before or right after it."""
    words, at, pieces = text.split(" "), 0, []
    while at < len(words):
        size = rng.randint(1, 5)
        pieces.append(" ".join(words[at : at + size]))
        at += rng.randint(1, size)
    return pieces


def langchain(text, rng):
    splitter = pytest.importorskip("langchain_text_splitters").RecursiveCharacterTextSplitter
    size = rng.randint(3, 40)
    return splitter(chunk_size=size, chunk_overlap=rng.randint(0, size // 2)).split_text(text)


def recursive(text, rng):
    return [chunk.text for chunk in split_recursive(text, rng.randint(3, 30), rng.randint(0, 2))]


@pytest.mark.parametrize("cut", [windows, langchain, recursive])
def test_a_text_is_whole_where_some_placement_covers_it(cut):
    rng = random.Random(3)
    seen = Counter()
    for _ in range(400):
        words = rng.choice(WORDS)
        text = " ".join(rng.choice(words) for _ in range(rng.randint(2, 14)))
        pieces = cut(text, rng)
        if rng.random() < 0.4 and len(pieces) > 1:
            pieces.pop(rng.randrange(len(pieces)))
        least = least_lost(text, pieces)
        if least is None:
            continue
        result, found = audit(text, pieces), locate(text, pieces)
        if least == 0:
            assert result.ok, (text, pieces)
            assert [chunk.text for chunk in found] == pieces
        assert result.repeated == []
        if result.ok:  # each at a place of its own
            assert all(text[chunk.start : chunk.end] == chunk.text for chunk in result.chunks)
        seen[least == 0, bool(result.lost)] += 1
    assert seen[True, False] > 200 and seen[False, True] > 20
    assert seen[False, False] <= seen[False, True] / 5  # whole only where the strings stand in another order


@pytest.mark.parametrize(
    ("text", "pieces", "spans"),
    [
        ("b a a a a a a", ["b a a a", "a a a a"], [(0, 7), (6, 13)]),
        ("no no no no no", ["no no", "no no no"], [(0, 5), (6, 14)]),
    ],
)
def test_each_string_stands_as_far_on_as_leaves_no_gap(text, pieces, spans):
    result = audit(text, pieces)
    assert result.ok
    assert [chunk.spans for chunk in result.chunks] == [(span,) for span in spans]
    assert [(chunk.start, chunk.end) for chunk in locate(text, pieces)] == spans


def test_overlapping_strings_of_repeated_sentences_cover_them():
    pieces = [chunk.text for chunk in split_recursive(CATS, 100, 20)]
    result = audit(CATS, pieces, 100, 20)
    assert (result.ok, result.coverage) == (True, 1.0)
    assert len(locate(CATS, pieces)) == len(pieces)


@pytest.mark.parametrize(
    ("text", "pieces", "lost"),
    [
        ("A B A B C", ["A B", "C"], ["A B"]),
        ("A B A B C", ["A B", "A B"], ["C"]),
        ("No. Yes. No. No. End.", ["No.", "Yes.", "No.", "End."], ["No."]),
        ("a b a b X a b a b", ["a b", "a b", "a b", "a b"], ["X"]),
    ],
)
def test_what_no_placement_holds_is_lost(text, pieces, lost):
    assert [gap.text for gap in audit(text, pieces).lost] == lost


def test_a_chunk_dropped_between_others_is_lost():
    pieces = [chunk.text for chunk in split_recursive(CATS, 100)]
    for gone in range(len(pieces)):
        assert audit(CATS, pieces[:gone] + pieces[gone + 1 :]).lost_characters > 0
