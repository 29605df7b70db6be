"""sibling_evidence: parents counted by how many of their leaves were found."""

from __future__ import annotations

import pytest

from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.questions import load_questions
from ragchunk_lessons.evaluating.siblings import sibling_evidence
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.searching.parents import split_parents

TEXT = "aaaa bbbb cccc dddd eeee ffff"
LEAVES = split_parents(TEXT, 4, 2)  # parents aaaa bbbb, cccc dddd, eeee ffff


def asks(*spans, document=""):
    rows = [
        {"question": f"q{n}", "document": document, "answers": [{"start": a, "end": b, "text": TEXT[a:b]}]}
        for n, (a, b) in enumerate(spans)
    ]
    return load_questions(rows)


def hits(*numbers, leaves=LEAVES):
    return [Hit(leaves[number - 1], 1 / rank, rank) for rank, number in enumerate(numbers, 1)]


def test_counted_by_hand():
    found = {"q0": hits(1, 2, 3), "q1": hits(5, 4, 3, 6)}
    # q0 wants eeee: parent 1 twice, parent 2 once, neither holds it. q1 wants cccc: parents 3 and 2, both twice.
    assert sibling_evidence(found, asks((20, 24), (10, 14)), 4).rows == ((1, 1, 0.0), (2, 3, 1 / 3))
    # Of the first two hits of q1 both stand alone, and one of them holds it.
    assert sibling_evidence(found, asks((20, 24), (10, 14)), 2).rows == ((1, 2, 0.5), (2, 1, 0.0))


def test_a_leaf_that_comes_twice_counts_once():
    assert sibling_evidence({"q0": hits(1, 1)}, asks((0, 4)), 5).rows == ((1, 1, 1.0),)


def test_parents_of_two_documents_are_told_apart():
    one, other = (split_parents(Document(TEXT, source=name), 4, 2) for name in "ab")
    found = {"q0": hits(1, leaves=one) + hits(2, leaves=other)}
    assert sibling_evidence(found, asks((0, 4), document="b"), 5).rows == ((1, 2, 0.5),)


def test_no_hits_no_rows():
    assert sibling_evidence({"q0": []}, asks((0, 4)), 5).rows == ()


@pytest.mark.parametrize(
    ("found", "asked", "named"),
    [
        ({}, 5, "no hits for 'q0'"),
        ({"q0": []}, 0, "asked=0"),
        ({"q0": [Hit(LEAVES[0].__class__("a", 0, 1), 1, 1)]}, 5, "no parent"),
    ],
)
def test_what_cannot_be_counted_is_named(found, asked, named):
    with pytest.raises(ValueError, match=named):
        sibling_evidence(found, asks((0, 4)), asked)
