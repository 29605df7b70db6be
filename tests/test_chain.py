"""chain: every stage's list is kept, and the answer has a place in each, or none."""

from __future__ import annotations

import pytest

from ragchunk_lessons.context import split_parents
from ragchunk_lessons.retrieval import Hit
from ragchunk_lessons.searching.chain import STAGES, Stage, run_stages, stage_table

TEXT = "".join(f"word{number:02} and more. " for number in range(16))
LEAVES = split_parents(TEXT, 17, 4)


def search_for(*numbers):
    """A search that finds these leaves, in this order."""
    hits = [Hit(LEAVES[number - 1], 1 - rank / 100, rank) for rank, number in enumerate(numbers, 1)]
    return lambda query, k: hits[:k]


def prefers(*numbers):
    """A reranker that puts these leaves first, and the others behind in their order."""
    best = {LEAVES[number - 1].text: 100 - rank for rank, number in enumerate(numbers)}
    return lambda query, texts: [best.get(text, -place) for place, text in enumerate(texts)]


def numbers_of(stage):
    return [hit.chunk.metadata.get("leaf") or hit.chunk.metadata.get("window") or "parent" for hit in stage.hits]


def test_the_texts_are_as_the_tests_need_them():
    assert len(LEAVES) == 16 and len({leaf.text for leaf in LEAVES}) == 16


def test_the_four_lists_worked_by_hand():
    stages = run_stages("?", search_for(9, 1, 2, 14, 6, 3), prefers(6, 1, 2), neighbours=1)
    assert tuple(stage.name for stage in stages) == STAGES
    assert numbers_of(stages[0]) == [9, 1, 2, 14, 6, 3]
    assert numbers_of(stages[1]) == [6, 1, 2, 9, 14, 3]
    assert numbers_of(stages[2]) == [6, "parent", 9, 14]  # the sixth leaf is not looked at
    assert numbers_of(stages[3]) == [(1, 7), (8, 10)]  # 5–7 and 1–5 share leaf 5; 8–10 only touches
    assert [stage.place(LEAVES[5]) for stage in stages] == [5, 1, 1, 1]


def test_windows_that_do_not_meet_stay_apart():
    (*_, handed) = run_stages("?", search_for(2, 9, 15), prefers(9), results=2)
    assert numbers_of(handed) == [(8, 10), (1, 3)]
    assert handed.characters == sum(len(hit.chunk.text) for hit in handed.hits)
    assert handed.place(LEAVES[2]) == 2 and handed.place(LEAVES[14]) is None


def test_what_the_first_search_leaves_out_comes_only_with_its_siblings():
    lost = LEAVES[4]
    alone = run_stages("?", search_for(9, 5, 13), prefers(5), pool=1, neighbours=0)
    assert [stage.place(lost) for stage in alone] == [None] * 4
    siblings = run_stages("?", search_for(6, 7, 5), prefers(5), pool=2, neighbours=0)
    assert [stage.place(lost) for stage in siblings] == [None, None, 1, 1]


def test_every_knob_has_an_effect():
    search, judge = search_for(1, 2, 9, 13, 5), prefers(9)
    assert [len(run_stages("?", search, judge, pool=3)[0].hits), len(run_stages("?", search, judge)[0].hits)] == [3, 5]
    assert numbers_of(run_stages("?", search, judge, keep=2, neighbours=0)[2]) == [9, 1]
    assert numbers_of(run_stages("?", search, judge, threshold=3, neighbours=0)[2]) == [9, 1, 2, 13, 5]
    assert len(run_stages("?", search, judge, results=2, neighbours=0)[3].hits) == 2
    assert numbers_of(run_stages("?", search, judge, results=1, neighbours=2)[3]) == [(7, 11)]


def test_an_object_with_search_does_as_well():
    class Index:
        search = staticmethod(search_for(3, 1))

    assert numbers_of(run_stages("?", Index(), prefers(1))[1]) == [1, 3]


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"pool": 0}, "pool"), ({"keep": 0}, "keep"), ({"results": 0}, "results"), ({"neighbours": -1}, "neighbours")],
)
def test_numbers_that_cannot_be_used_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        run_stages("?", search_for(1), prefers(1), **settings)


def test_a_search_that_is_none_is_refused():
    with pytest.raises(TypeError, match=r"search\(query, k\) or be such a function, not str"):
        run_stages("?", "index", prefers(1))


def test_the_table_marks_what_holds_the_answer():
    stages = run_stages("?", search_for(9, 1, 2, 14, 6, 3), prefers(6, 1, 2), results=2)
    rows = stage_table(stages, LEAVES[5], "Where?").rows
    assert rows == (
        ("first search", 6, "9 1 2 14 6*", 5),
        ("reranked", 6, "6* 1", 1),
        ("merged", 4, "6*, parent 1", 1),
        ("handed over", 1, "1–7*", 1),
    )
    assert "–" in str(stage_table([Stage("first search", stages[0].hits)], LEAVES[15]))


def test_a_table_needs_stages():
    with pytest.raises(ValueError, match="stages is empty"):
        stage_table([], LEAVES[0])
