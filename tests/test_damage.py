"""Harm on purpose: each kind does what its name says, and an audit says which it was."""

import pytest

from ragchunk_lessons import Chunk, audit, split_sentences
from ragchunk_lessons.auditing.damage import DAMAGES, damage
from ragchunk_lessons.corpora import load_text

NINE = load_text("nine_sentences")
SEEN = {
    "nothing": set(),
    "a chunk is missing": {"lost"},
    "a letter is missing": {"lost", "rewritten"},
    "a position is wrong": {"misplaced"},
    "line ends became spaces": {"rewritten"},
    "two chunks changed places": set(),
}


def findings(text, chunks):
    found = audit(text, chunks)
    return {name for name in ("lost", "rewritten", "misplaced") if getattr(found, name)}


@pytest.mark.parametrize("overlap", [0, 100])
@pytest.mark.parametrize("kind", DAMAGES)
def test_the_audit_names_the_kind(kind, overlap):
    whole = split_sentences(NINE, 250, overlap)
    before = list(whole)
    found = findings(NINE, damage(whole, kind))
    # A chunk that is missing is no loss where its neighbours hold all of it; here they never do.
    assert found == SEEN[kind]
    assert whole == before and (damage(whole, kind) == whole) == (kind == "nothing")


def test_every_kind_is_told_apart_from_a_whole_set():
    assert set(SEEN) == set(DAMAGES) and DAMAGES[0] == "nothing"


def test_what_cannot_be_harmed_is_refused():
    with pytest.raises(ValueError, match="kind='fire' is no damage that is known; choose from 'nothing', "):
        damage(split_sentences(NINE, 250), "fire")
    with pytest.raises(ValueError, match="chunks holds 1 of the two or more"):
        damage([Chunk(NINE, 0, len(NINE))], "a chunk is missing")
