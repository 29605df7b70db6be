"""Intervals, sweeps, lengths and tables; and the published recipe, with its faults."""

from __future__ import annotations

import io
import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk, ChunkIndex
from ragchunk_lessons.evaluate import evaluate_retrieval
from ragchunk_lessons.evaluating import intervals
from ragchunk_lessons.evaluating.distribution import length_distribution
from ragchunk_lessons.evaluating.intervals import bootstrap, paired_bootstrap
from ragchunk_lessons.evaluating.sweeps import sweep
from ragchunk_lessons.published import eval_retrieval
from ragchunk_lessons.showing.number_table import NumberTable
from ragchunk_lessons.splitters.fixed import split_characters

TEXT = "Close the valve. Wait ten minutes. Open the drain. Write the hour in the log."
ROWS = [
    {"question": "How long?", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]},
    {"question": "What then?", "answers": [{"start": 35, "end": 50, "text": "Open the drain."}]},
]


def by_letters(texts):
    vectors = np.full((len(texts), 26), 0.01)
    for row, text in enumerate(texts):
        for sign in text.lower():
            if "a" <= sign <= "z":
                vectors[row, ord(sign) - 97] += 1
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def build(size):
    return ChunkIndex(split_characters(TEXT, size), by_letters)


def test_the_interval_of_many_values_is_the_one_of_the_textbook():
    values = [1.0] * 300 + [0.0] * 100
    found = bootstrap(values)
    half = 1.96 * math.sqrt(0.75 * 0.25 / 400)
    assert found.mean == 0.75 and (found.n, found.level, found.repeats) == (400, 0.95, 10_000)
    assert found.low == pytest.approx(0.75 - half, abs=0.005) and found.high == pytest.approx(0.75 + half, abs=0.005)


def test_two_values_by_hand():
    """Of 0 and 1, a draw of two has the mean 0, 0.5 or 1 with a chance of 1/4, 1/2, 1/4."""
    found = bootstrap([0, 1], level=0.4)
    assert (found.low, found.high) == (0.5, 0.5)
    assert (bootstrap([0, 1], level=0.6).low, bootstrap([0, 1], level=0.6).high) == (0, 1)


def test_the_same_seed_gives_the_same_interval_whatever_the_block(monkeypatch):
    values = list(np.linspace(0, 1, 37) ** 2)
    one = bootstrap(values, seed=5)
    assert one == bootstrap(values, seed=5) != bootstrap(values, seed=6)
    monkeypatch.setattr(intervals, "_BLOCK", 1000)
    assert bootstrap(values, seed=5) == one


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_an_interval_holds_its_mean_and_stays_among_the_values(values):
    found = bootstrap(values, repeats=200, level=0.999)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    if len(set(values)) == 1:
        assert found.low == found.high == found.mean
    assert paired_bootstrap(values, values, repeats=50).mean == 0


def test_pairs_leave_out_what_is_hard_for_both():
    rng = np.random.default_rng(1)
    before = rng.uniform(0, 0.8, 60)
    after = before + rng.uniform(0.05, 0.15, 60)
    paired = paired_bootstrap(before, after)
    assert paired.excludes_zero and 0.05 < paired.low < paired.mean < paired.high < 0.15
    assert bootstrap(after).low < bootstrap(before).high, "apart, the two intervals overlap"
    assert paired_bootstrap(after, before).mean == pytest.approx(-paired.mean)
    assert not paired_bootstrap([0, 1], [1, 0]).excludes_zero


@pytest.mark.parametrize(
    ("message", "call"),
    [
        (r"values has shape \(0,\)", lambda: bootstrap([])),
        (r"values has shape \(1, 2\)", lambda: bootstrap([[1, 2]])),
        (r"values\[1\] is not a finite number", lambda: bootstrap([1, math.nan])),
        ("level=95 must lie between 0 and 1", lambda: bootstrap([1], level=95)),
        ("repeats=0 must be at least 1", lambda: bootstrap([1], repeats=0)),
        ("2 and 1 values cannot be paired", lambda: paired_bootstrap([1, 2], [1])),
        ("low=5 is above high=3", lambda: length_distribution(["a"]).share(5, 3)),
        ("there are no chunks to measure", lambda: length_distribution([])),
        ("values is empty", lambda: sweep([], build, ROWS, 1)),
        ("values has 20 twice", lambda: sweep([20, 30, 20], build, ROWS, 1)),
        (r"baseline=5 is none of the values \[20, 30\]", lambda: sweep([20, 30], build, ROWS, 1, baseline=5)),
        ("size=9 was not tried; there are", lambda: sweep([20], build, ROWS, 1, knob="size").at(9)),
        ("give k, how many results are read, or budget", lambda: sweep([20], build, ROWS)),
    ],
)
def test_bad_values(message, call):
    with pytest.raises(ValueError, match=message):
        call()


def test_bad_types():
    with pytest.raises(TypeError, match="build must be callable"):
        sweep([20], [build], ROWS, 1)
    with pytest.raises(TypeError, match="chunks must be a list, not one str"):
        length_distribution("text")
    with pytest.raises(TypeError, match=r"chunks\[1\] must be a Chunk or a str, not int"):
        length_distribution(["a", 1])


def test_one_knob_and_each_value_against_the_baseline():
    seen = []
    found = sweep([17, 34, 77], build, ROWS, 1, knob="size", baseline=34, progress=lambda *now: seen.append(now))
    assert seen == [(0, 3, 17), (1, 3, 34), (2, 3, 77), (3, 3, None)]
    for value, row in zip([17, 34, 77], found.rows, strict=True):
        alone = evaluate_retrieval(build(value), ROWS, 1)
        assert found.at(value).evaluation == alone
        assert row == {
            "size": value,
            "chunks": len(build(value)),
            "median_length": length_distribution(build(value).chunks).median,
            "characters": alone.characters,
            **alone.means,
        }
    assert found.at(77).evaluation.recall == 1 and found.rows[2]["chunks"] == 1
    differences = dict(found.differences("recall"))
    assert differences[34].mean == 0 == differences[34].high
    assert differences[77].mean == pytest.approx(1 - found.at(34).evaluation.recall)
    lines = repr(found).splitlines()
    assert lines[0] == "2 questions, k = 1" and lines[1].startswith("size  hit rate  in one result  recall")
    assert lines[1].endswith("recall, against 34  characters read  chunks  median length") and len(lines) == 5
    ends = [found.table().rows[row][-4] for row in range(3)]
    assert ends[1] == "" and (ends[0][0], ends[2][0]) == ("−", "+")
    assert "<caption>2 questions, k = 1</caption>" in found._repr_html_()


class Terminal(io.StringIO):
    """A stderr that a person is watching, or not."""

    def __init__(self, watched):
        super().__init__()
        self.watched = watched

    def isatty(self):
        return self.watched


def test_a_bar_is_drawn_where_a_person_is_watching(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal(True))
    found = sweep([17, 34], build, ROWS, 1, knob="size", progress=True)
    drawn = sys.stderr.getvalue()
    assert "size 17" in drawn and "size 34" in drawn and "2/2" in drawn and "0/2" in drawn
    assert drawn.endswith("\r"), "the bar is taken away at the end"
    monkeypatch.setattr("sys.stderr", Terminal(False))
    assert sweep([17, 34], build, ROWS, 1, knob="size", progress=True) == found
    assert sys.stderr.getvalue() == "", "a stored notebook has no bar"


@pytest.mark.parametrize("progress", [False, None])
def test_no_bar_unless_asked(monkeypatch, progress):
    monkeypatch.setattr("sys.stderr", Terminal(True))
    sweep([17, 34], build, ROWS, 1, progress=progress)
    assert sys.stderr.getvalue() == ""


def test_progress_must_be_something_that_tells():
    with pytest.raises(TypeError, match="progress must be True, False or a callable, not str"):
        sweep([20], build, ROWS, 1, progress="yes")


def test_a_sweep_over_pipelines_and_names_at_a_budget():
    index = build(20)
    pipelines = {"all": index, "first": lambda query, k: index.search(query, 1)}
    found = sweep(pipelines, pipelines.get, ROWS, budget=60, knob="pipeline")
    assert found.baseline == "all" and [row["chunks"] for row in found.rows] == [4, None]
    assert found.rows[0]["characters"] == 60 and found.rows[1]["characters"] <= 20
    assert repr(found.table("hit")).splitlines()[0] == "2 questions, 60 characters a question"
    alone = sweep(["first"], pipelines.get, ROWS, budget=60, knob="pipeline").table()
    assert alone.heads[-2:] == ("recall, against first", "characters read") and len(alone.rows[0]) == len(alone.heads)
    assert found == sweep(pipelines, pipelines.get, ROWS, budget=60, knob="pipeline")


def test_lengths():
    found = length_distribution([Chunk("x" * n, 0, n) for n in (40, 10, 20, 30)])
    assert found.values == (10, 20, 30, 40) and (found.count, found.mean, found.median) == (4, 25, 25)
    assert found.quartiles == (17.5, 25, 32.5)
    assert (found.share(10, 20), found.share(41, 99), found.share(0, 99)) == (0.5, 0, 1)
    assert length_distribution(["one two", "three"], lambda text: len(text.split())).values == (1, 2)
    assert length_distribution(["abc"]).quartiles == (3, 3, 3)
    assert repr(found.table()).splitlines()[2].split() == ["4", "10", "17.50", "25.00", "32.50", "40", "25.00"]
    assert "Lengths of the chunks" in found._repr_html_()


def test_a_table_shows_what_it_is_given_and_no_markup():
    table = NumberTable(["<size>", "recall"], [["a & b", 1 / 3], ["c", None]], "x < y")
    html = table._repr_html_()
    assert "&lt;size&gt;" in html and "a &amp; b" in html and ">0.33<" in html and ">–<" in html
    assert '<th scope="col">' in html and '<th scope="row">' in html and 'aria-label="x &lt; y"' in html
    assert repr(NumberTable(["a"], [])) == "a"


class Fixed:
    """A retriever that gives these texts, whatever is asked."""

    def __init__(self, *texts):
        self.texts = texts

    def search(self, query, top_k):
        return [{"text": text} for text in self.texts[:top_k]]


QUESTION = [{"query": "How long?", "answer_key": "ten minutes"}]


def test_the_published_recipe_counts_a_question_once_and_looks_no_further_than_top_k():
    assert eval_retrieval(QUESTION, Fixed("Wait ten minutes.", "Wait ten minutes.", "other")) == 1
    assert eval_retrieval(QUESTION, Fixed(*"abcde", "Wait ten minutes.")) == 0
    assert eval_retrieval(QUESTION * 3 + [{"query": "", "answer_key": "absent"}], Fixed("ten minutes")) == 0.75
    assert eval_retrieval([], Fixed()) == 0


def test_the_published_recipe_takes_the_wrong_passage_and_misses_a_parted_key():
    text = "Pump 1: wait ten minutes.\nPump 2: wait ten minutes."
    rows = [{"question": "How long, pump 2?", "answers": [{"start": 26, "end": 51, "text": text[26:]}]}]
    wrong = Chunk(text[:25], 0, 25)
    assert eval_retrieval(QUESTION, Fixed(wrong.text)) == 1
    assert evaluate_retrieval(lambda query, k: [wrong], rows, 5).recall == 0
    halves = [Chunk(text[26:42], 26, 42), Chunk(text[42:], 42, 51)]
    assert eval_retrieval(QUESTION, Fixed(*(half.text for half in halves))) == 0
    assert evaluate_retrieval(lambda query, k: halves, rows, 5).hit_rate == 1
    assert eval_retrieval(QUESTION, Fixed("Wait ten\nminutes.")) == 0, "a line end is enough"
    assert eval_retrieval(QUESTION, Fixed(text * 100)) == 1, "and size costs nothing"
