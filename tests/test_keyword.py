"""keyword: BM25 by the book, codes and Chinese as words, ties in the order of the chunks."""

from __future__ import annotations

import sys
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_retrieval import chunks_of

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.corpora import load_json
from ragchunk_lessons.searching.keyword import KeywordIndex, keywords


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("E-17", ["e17"]),
        ("E17 e_17 E–17 Ｅ－１７ E/17", ["e17"] * 5),
        ("E 17", ["e", "17"]),
        ("P-203A. E-17, E-18", ["p203a", "e17", "e18"]),
        ("3.5 bar, 1 000 rpm", ["3.5", "bar", "1", "000", "rpm"]),
        ("low-pressure pumps", ["low", "pressure", "pump"]),
        ("the pump's valves don't leak", ["pump", "valve", "don't", "leak"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("the and of", []),
        ("", []),
        ("—!?  _", []),
        ("水泵", ["水泵", "水", "泵"]),
        ("泵E-17报警", ["泵", "e17", "报警", "报", "警"]),
    ],
)
def test_words(text, words):
    assert keywords(text) == words


def test_a_question_asks_for_single_characters_only_where_they_stand_alone():
    assert keywords("水泵 泵", query=True) == ["水泵", "泵"]


def test_keywords_refuses_bytes():
    with pytest.raises(TypeError, match="text must be a str, not bytes"):
        keywords(b"pump")


def by_hand(texts, query, k1=1.5, b=0.75):
    """BM25 with Lucene's weights, written down once more."""
    words = [keywords(text) for text in texts]
    mean = sum(map(len, words)) / len(words)
    scores = []
    for mine in words:
        total = 0.0
        for word in set(keywords(query, query=True)):
            holding = sum(word in other for other in words)
            weight = log(1 + (len(words) - holding + 0.5) / (holding + 0.5))
            often = mine.count(word)
            total += weight * often / (often + k1 * (1 - b + b * len(mine) / mean)) if often else 0
        scores.append(total)
    return scores


def test_the_score_is_the_formula():
    texts = ["pump pump valve", "valve", "tank and pump room door", "door"]
    hits = KeywordIndex(chunks_of(*texts)).search("pump valve valve", k=9)
    scores = by_hand(texts, "pump valve")
    assert {hit.chunk.text: hit.score for hit in hits} == {
        text: pytest.approx(score, abs=2e-6) for text, score in zip(texts, scores, strict=True) if score
    }
    # "pump" in "pump pump valve": ln(1 + 2.5 / 2.5) * 2 / (2 + 1.5 * (0.25 + 0.75 * 3 / 2.25)), since the four texts
    # have 3, 1, 4 and 1 words ("and" is none), 2.25 on average: 0.693147 * 2 / 3.875.
    (first, *_) = KeywordIndex(chunks_of(*texts)).search("pump")
    assert (first.chunk.text, first.score) == ("pump pump valve", pytest.approx(0.357753, abs=2e-6))


_SAID = st.text("abE17-. 水泵", max_size=8)


@given(st.lists(_SAID, min_size=1, max_size=8), _SAID.filter(str.strip))
def test_every_score_is_the_formula(texts, query):
    hits = KeywordIndex(chunks_of(*texts)).search(query, k=50)
    found = {hit.chunk.start: hit.score for hit in hits}
    if any(map(keywords, texts)):
        expected = by_hand(texts, query)
        for chunk, score in zip(chunks_of(*texts), expected, strict=True):
            assert found.get(chunk.start, 0) == pytest.approx(score, abs=2e-6)
    else:
        assert not hits
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [(-hit.score, hit.chunk.start) for hit in hits] == sorted((-hit.score, hit.chunk.start) for hit in hits)


def test_equal_scores_keep_the_order_of_the_chunks():
    chunks = chunks_of(*["pump room"] * 50, "pump", *["pump room"] * 50)
    hits = KeywordIndex(chunks).search("pump", k=101)
    assert hits[0].chunk.text == "pump"
    assert [hit.chunk.start for hit in hits[1:]] == sorted(hit.chunk.start for hit in hits[1:])


def test_only_what_shares_a_word_is_a_hit():
    index = KeywordIndex(chunks_of("pump", "valve"))
    assert [hit.chunk.text for hit in index.search("pump", k=5)] == ["pump"]
    assert index.search("the tank") == index.search("the") == []


def test_a_code_is_found_and_its_neighbour_is_not():
    index = KeywordIndex(chunks_of("E-71 door open", "E-17 too warm", "E-18 too cold"))
    assert [hit.chunk.text for hit in index.search("what is e17?")] == ["E-17 too warm"]


def test_chinese_is_found_by_pairs_of_characters():
    items = load_json("anchor_items_zh")
    index = KeywordIndex(chunks_of(*(item["named"] for item in items)))
    for item in items:
        assert index.search(item["question"], k=1)[0].chunk.text == item["named"]
    assert [hit.chunk.text for hit in KeywordIndex(chunks_of("打开水泵", "关闭阀门")).search("泵")] == ["打开水泵"]


def test_empty_indexes_find_nothing_but_still_check():
    for index in (KeywordIndex([]), KeywordIndex(chunks_of("", "the"))):
        assert index.search("pump") == []
        with pytest.raises(ValueError, match="k=0 must be at least 1"):
            index.search("pump", 0)


def test_where_limits_the_hits_and_not_the_weights():
    chunks = [Chunk("pump room", 0, 9, {"page": 1}), Chunk("pump", 10, 14, {"page": 2}), Chunk("door", 15, 19)]
    index = KeywordIndex(chunks)
    everywhere = {hit.chunk.start: hit.score for hit in index.search("pump")}
    (hit,) = index.search("pump", where={"page": 1})
    assert (hit.rank, hit.score) == (1, everywhere[0])


def test_a_tokenizer_of_ones_own():
    index = KeywordIndex(chunks_of("E-17 The", "e17"), tokenizer=str.split)
    assert [hit.chunk.text for hit in index.search("The")] == ["E-17 The"]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"k1": -1}, ValueError, "k1=-1 must be 0 or more"),
        ({"b": 2}, ValueError, "b=2 must be from 0 to 1"),
        ({"k1": "1"}, TypeError, "k1 must be a number, not str"),
        ({"tokenizer": 3}, TypeError, "tokenizer must be callable"),
    ],
)
def test_bad_settings(settings, error, message):
    with pytest.raises(error, match=message):
        KeywordIndex(chunks_of("a"), **settings)


def test_bad_input_is_named():
    with pytest.raises(TypeError, match=r"chunks\[0\] is a plain str"):
        KeywordIndex(["a"])
    with pytest.raises(TypeError, match="query must be a str, not list"):
        KeywordIndex(chunks_of("a")).search(["a"])


def test_a_missing_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "bm25s", None)
    with pytest.raises(ImportError, match="pip install bm25s"):
        KeywordIndex(chunks_of("a"))


def test_repr():
    assert repr(KeywordIndex(chunks_of("a", "b"))) == "KeywordIndex(2 chunks, BM25)"
