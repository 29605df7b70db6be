"""The places of one passage in lesson 14: they are those that ``found`` counts."""

from __future__ import annotations

import pytest

from ragchunk_lessons.claims.wordings import found, items, places


@pytest.mark.parametrize("wording", ["pronoun", "heading"])
def test_the_places_are_those_that_are_counted(wording):
    both = [places(wording, number) for number in range(len(items()))]
    for at, reranked in ((0, False), (1, True)):
        assert sum(place[at] is not None and place[at] <= 3 for place in both) == found(wording, reranked)


def test_a_passage_without_its_name_stands_behind_the_same_passage_with_it():
    assert places("pronoun", 0)[0] > places("named", 0)[0] == 1


def test_both_places_are_missing_together():
    assert all((a is None) == (b is None) for a, b in (places("wrong heading", n) for n in range(len(items()))))


def test_an_unknown_wording_or_item_is_refused():
    with pytest.raises(ValueError, match="variant='verb' must be one of 'named'"):
        places("verb", 0)
    with pytest.raises(ValueError, match="number=20 is no item"):
        places("named", 20)
    with pytest.raises(ValueError, match="number=-1 is no item"):
        places("named", -1)
