"""Parents: the published example, thresholds, siblings that would eat the slots, and what a saved index still knows."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from contract import assert_contract
from fake_embedders import by_words
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons import Chunk, ChunkIndex, Document, Hit, audit
from ragchunk_lessons.context import merge_parents, split_parents
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.splitters.fixed import split_characters, split_words

MANUAL = Document(load_text("pump_manual_natural"), source="manual")
# Forty words of three letters: leaf 1 is [0:3], leaf 2 is [4:7], leaf n is [4(n-1):4(n-1)+3].
WORDS = Document(" ".join(f"{number:03}" for number in range(1, 41)), source="words")


def embed(texts):
    vectors = by_words(texts)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def leaves_of(document=WORDS, children=4):
    return split_parents(document, 3, children)


def hits(leaves, *numbers):
    """The leaves with these numbers as hits, best first."""
    return [Hit(leaves[number - 1], 1 - rank / 100, rank) for rank, number in enumerate(numbers, 1)]


def shown(results):
    return [(hit.rank, hit.chunk.text) for hit in results]


def test_leaves_1_2_and_5_give_parent_1_whole_and_leaf_5_alone():
    leaves = split_parents(MANUAL, 250, 4)
    parent, leaf = merge_parents(hits(leaves, 1, 2, 5), threshold=2)
    assert parent.chunk.text == MANUAL.text[leaves[0].start : leaves[3].end]
    assert parent.chunk.metadata == {"source": "manual", "parent": 1, "found": (1, 2)}
    assert (parent.rank, parent.score, leaf.rank, leaf.score) == (1, 0.99, 2, 0.97)
    assert leaf.chunk is leaves[4] and leaf.chunk.metadata["parent"] == 2


def test_one_numbering_for_leaves_and_parents():
    leaves = leaves_of(children=3)
    assert [leaf.metadata["leaf"] for leaf in leaves] == list(range(1, 41))
    assert [leaf.metadata["parent"] for leaf in leaves] == [1 + number // 3 for number in range(40)]
    # The 40 leaves make 13 parents of three and one of a single leaf.
    assert [leaf.metadata["parent_leaves"] for leaf in leaves] == [3] * 39 + [1]
    assert (leaves[4].metadata["parent_start"], leaves[4].metadata["parent_end"]) == (12, 23)


def test_the_published_loop_drops_the_tail_and_here_it_is_kept():
    text = "x" * 749
    published = [text[250 * number : 250 * (number + 1)] for number in range(0, len(text) // 250)]
    assert sum(map(len, published)) == 500
    assert sum(len(leaf.text) for leaf in split_parents(text, 250)) == 749
    assert audit(text, split_parents(text, 250), chunk_size=250).ok


@given(texts(), st.integers(1, 30), st.integers(1, 5))
def test_nothing_is_lost_and_every_leaf_has_one_parent(text, size, children):
    leaves = split_parents(text, size, children)
    assert_contract(text, leaves, size, 0)
    spans = {}
    for leaf in leaves:
        labels = leaf.metadata
        spans.setdefault(labels["parent"], set()).add((labels["parent_start"], labels["parent_end"]))
        assert labels["parent_start"] <= leaf.start and leaf.end <= labels["parent_end"]
    assert sorted(spans) == list(range(1, -(-len(leaves) // children) + 1))
    assert all(len(found) == 1 for found in spans.values())
    parents = [(start, end) for ((start, end),) in spans.values()]
    assert parents == sorted(parents) and all(one[1] <= two[0] for one, two in pairwise(parents))
    assert "".join("".join(text[start:end] for start, end in parents).split()) == "".join(text.split())


@given(st.lists(st.integers(1, 40), max_size=25), st.integers(1, 9), st.integers(1, 8), st.integers(1, 8) | st.none())
def test_merging_agrees_with_counting_by_hand(numbers, children, threshold, k):
    leaves = leaves_of(children=children)
    results = merge_parents(hits(leaves, *numbers), threshold, k)
    # The same again with nothing but numbers: leaf n belongs to parent (n - 1) // children.
    expected = []
    for number in numbers:
        family = [leaf for leaf in range(1, 41) if (leaf - 1) // children == (number - 1) // children]
        enough = len(set(numbers) & set(family)) >= min(threshold, len(family)) and len(family) > 1
        if (span := (family[0], family[-1]) if enough else (number, number)) not in expected:
            expected.append(span)
    as_text = [WORDS.text[4 * (first - 1) : 4 * last - 1] for first, last in expected]
    if k is None:
        assert [hit.chunk.text for hit in results] == as_text
    else:
        assert len(results) == min(k, len(expected))
        assert [text for text in as_text if text in {hit.chunk.text for hit in results}] == [
            hit.chunk.text for hit in results
        ]
        parents_of = [(first - 1) // children for first, _ in expected]
        kept = [parents_of[as_text.index(hit.chunk.text)] for hit in results]
        assert len(set(kept)) == min(k, len(set(parents_of))), "a parent took two places while another had none"
    assert [hit.rank for hit in results] == list(range(1, len(results) + 1))
    assert [hit.score for hit in results] == sorted((hit.score for hit in results), reverse=True)


@pytest.mark.parametrize("threshold", [2, 4, 10, 11])
def test_siblings_do_not_eat_the_slots(threshold):
    """Ten children of parent A above the one child of B and the one of C."""
    leaves = leaves_of(children=10)
    results = merge_parents(hits(leaves, *range(1, 11), 11, 21), threshold, k=3)
    assert {hit.chunk.metadata["parent"] for hit in results} == {1, 2, 3}
    assert results[0].chunk.metadata["found"] == tuple(range(1, 11))


def test_siblings_below_the_threshold_wait_until_every_parent_has_a_place():
    leaves = leaves_of(children=8)
    found = hits(leaves, 1, 2, 3, 9)
    assert shown(merge_parents(found, 4, k=2)) == [(1, "001"), (2, "009")]
    assert shown(merge_parents(found, 4, k=3)) == [(1, "001"), (2, "002"), (3, "009")]
    assert shown(merge_parents(found, 4)) == [(1, "001"), (2, "002"), (3, "003"), (4, "009")]


@pytest.mark.parametrize(("children", "threshold"), [(4, 2), (8, 4)])
def test_the_threshold_is_reached_and_not_passed(children, threshold):
    leaves = leaves_of(children=children)
    below = merge_parents(hits(leaves, *range(1, threshold)), threshold)
    assert [hit.chunk for hit in below] == leaves[: threshold - 1]
    (parent,) = merge_parents(hits(leaves, *range(1, threshold + 1)), threshold)
    assert parent.chunk.text == WORDS.text[: 4 * children - 1]


def test_a_leaf_that_comes_twice_counts_once():
    leaves = leaves_of()
    assert shown(merge_parents(hits(leaves, 1, 1, 5, 1), 2)) == [(1, "001"), (2, "005")]


def test_a_short_last_parent_is_whole_when_all_of_it_was_found_and_a_single_leaf_stays_a_leaf():
    leaves = leaves_of(children=19)  # 19 + 19 + 2
    assert shown(merge_parents(hits(leaves, 40, 39), 4)) == [(1, "039 040")]
    assert shown(merge_parents(hits(leaves, 40), 4)) == [(1, "040")]
    alone = leaves_of(children=13)[-1]  # 13 + 13 + 13 + 1
    assert merge_parents([Hit(alone, 0.5, 1)], 1)[0].chunk is alone


def test_two_documents_do_not_share_their_parents():
    one, two = (split_parents(Document(WORDS.text, source=name), 3, 4) for name in ("one", "two"))
    mixed = [Hit(one[0], 0.9, 1), Hit(two[1], 0.8, 2), Hit(two[0], 0.7, 3)]
    results = merge_parents(mixed, 2)
    assert [(hit.chunk.metadata["source"], hit.chunk.text) for hit in results] == [
        ("one", "001"),
        ("two", "001 002 003 004"),
    ]
    nameless = [split_parents(text, 4, 2) for text in ("aaaa bbbb", "cccc dddd")]
    with pytest.raises(ValueError, match="two different documents are called ''"):
        merge_parents([Hit(leaves[0], 0.5, 1) for leaves in nameless], 2)


def test_labels_are_those_the_found_leaves_agree_on():
    labels = [
        {"page": 1, "heading_path": ("A", "B"), "row": 1},
        {"page": 2, "heading_path": ("A", "C"), "row": 2},
        {"page": 9, "heading_path": ("Z",), "row": 3},
    ]

    def with_labels(document, size):
        return [Chunk(c.text, c.start, c.end, more) for c, more in zip(split_words(document, 1), labels, strict=True)]

    leaves = split_parents("one two three", 1, 3, splitter=with_labels, metadata={"tags": ["x"]})
    (parent,) = merge_parents(hits(leaves, 2, 1), 2)
    assert parent.chunk.metadata == {
        "page": 1,
        "heading_path": ("A",),
        "tags": ["x"],
        "parent": 1,
        "pages": (1, 2),
        "found": (1, 2),
    }
    leaves[0].metadata["tags"].append("y")
    assert leaves[1].metadata["tags"] == ["x"]


def test_any_splitter_makes_leaves():
    by_word = split_parents("one two three four", 2, 2, splitter=split_words)
    assert [leaf.text for leaf in by_word] == ["one two", "three four"]
    overlapping = split_parents(WORDS, 7, 2, splitter=lambda text, size: split_characters(text, size, 3))
    (parent,) = merge_parents(hits(overlapping, 1, 2), 2)
    assert parent.chunk.text == WORDS.text[: overlapping[1].end]


def test_a_saved_index_asks_for_the_document_and_then_gives_the_same(tmp_path):
    index = ChunkIndex(split_parents(MANUAL, 250, 4), embed)
    question = "What should I do when pump 3 reports E-17 at high temperature?"
    before = merge_parents(index.search(question, 12), 2, 5)
    index.save(tmp_path / "index")
    found = ChunkIndex.load(tmp_path / "index", embed).search(question, 12)
    with pytest.raises(ValueError, match="hit 0 does not know its document"):
        merge_parents(found, 2, 5)
    assert merge_parents(found, 2, 5, documents=MANUAL) == before
    assert merge_parents(found, 2, 5, documents=[Document("Other.", "other"), MANUAL]) == before
    with pytest.raises(ValueError, match="hit 0 comes from 'manual', and documents has ''"):
        merge_parents(found, 2, documents=MANUAL.text)
    with pytest.raises(ValueError, match="is not a slice of the document 'manual'"):
        merge_parents(found, 2, documents=Document("Short.", "manual"))
    with pytest.raises(ValueError, match="two documents are called 'manual'"):
        merge_parents(found, 2, documents=[MANUAL, MANUAL])


def test_a_leaf_is_a_chunk_like_any_other():
    leaf = leaves_of()[1]
    plain = Chunk.from_dict(leaf.to_dict())
    assert type(plain) is Chunk and leaf == plain and plain == leaf and hash(leaf) == hash(plain)
    assert leaf.id == plain.id and leaf != leaves_of()[2] and leaf != "002" and leaf in {plain}
    assert Chunk("002", 4, 7) != leaf, "other labels"
    for again in (copy.deepcopy(leaf), pickle.loads(pickle.dumps(leaf))):
        assert again == leaf and again.family.document == WORDS
    assert "family" not in repr(leaf)


def test_no_hits_no_results_and_what_was_merged_stays_merged():
    assert merge_parents([], 2) == [] and split_parents(" \n ", 5) == []
    once = merge_parents(hits(leaves_of(), 1, 2, 5), 2)
    assert merge_parents(once, 2) == once


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (ValueError, "children_per_parent=0 must be at least 1", lambda: split_parents("a", 5, 0)),
        (ValueError, "chunk_size=0 must be at least 1", lambda: split_parents("a", 0)),
        (TypeError, "text must be a str or a Document", lambda: split_parents(b"a", 5)),
        (ValueError, "metadata has 'parent', which is set here", lambda: split_parents("a", 5, metadata={"parent": 1})),
        (TypeError, "splitter must give chunks, not str", lambda: split_parents("a", 5, splitter=lambda t, n: ["a"])),
        (ValueError, "is not a slice", lambda: split_parents("a", 5, splitter=lambda t, n: [Chunk("b", 0, 1)])),
        (ValueError, "not start after", lambda: split_parents("a", 5, splitter=lambda t, n: [Chunk("a", 0, 1)] * 2)),
        (TypeError, r"threshold must be an int, not float \(0.5\)", lambda: merge_parents([], 0.5)),
        (ValueError, "threshold=0 must be at least 1", lambda: merge_parents([], 0)),
        (ValueError, "k=0 must be at least 1", lambda: merge_parents([], 2, 0)),
        (TypeError, r"hits\[0\] must be a Hit", lambda: merge_parents(leaves_of(), 2)),
        (
            ValueError,
            "hit 0 has no parent; cut the document with split_parents",
            partial(merge_parents, [Hit(Chunk("a", 0, 1), 0.5, 1)], 2, documents="a"),
        ),
    ],
)  # fmt: skip
def test_bad_input(error, message, call):
    with pytest.raises(error, match=message):
        call()
