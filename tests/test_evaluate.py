"""Scores by span: one example worked out by hand, a second implementation with sets, and the edges."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk, ChunkIndex, Document, Hit, split_sentences
from ragchunk_lessons.context import merge_parents, split_parents
from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.evaluate import METRICS, compare_evaluations, evaluate_retrieval
from ragchunk_lessons.evaluating.questions import Answer, Question, load_questions

TEXTS = {"one": "abcde fghij klmno\n\npq  rstu vw", "two": "abcde fghij klmno xyz", "three": "a b c d e"}


def piece(start, end, source="one", front=""):
    labels = {"source": source} if source else {}
    return Chunk(front + TEXTS[source][start:end], start, end, labels)


def asked(*spans, name="q"):
    answers = [span if len(span) == 3 else (*span, "one") for span in spans]
    return Question(name, tuple(Answer(a, b, TEXTS[source][a:b], source) for a, b, source in answers), id=name)


def score(chunks, question, k=None, budget=None):
    """The score of these results for this question."""
    k = 99 if k is None and budget is None else k
    return evaluate_retrieval(lambda query, k: chunks[:k], [question], k, budget=budget).rows[0]


def test_an_example_worked_out_by_hand():
    """abcde fghij klmno

    needed     [3:9]   "de fgh"    d e f g h                  5 characters, the space is not counted
    retrieved  [0:5]   "abcde"     a b c d e
               [0:5]   "abcde"     the same, counted once
               [8:14]  "hij kl"    h i j k l                  10 different characters in all
    both                           d e h                      3
    recall     3 / 5                = 0.6
    precision  3 / 10               = 0.3
    IoU        3 / (5 + 10 - 3)     = 0.25
    """
    row = score([piece(0, 5), piece(0, 5), piece(8, 14)], asked((3, 9)))
    assert (row.recall, row.precision, row.iou) == (0.6, 0.3, 0.25)
    assert (row.hit, row.in_one, row.rank) == (0, 0, 1)
    assert (row.results, row.characters) == (3, 5 + 5 + 6), "what is sent twice is paid twice"


def by_sets(chunks, question, budget=None):
    """The same with sets of (document, position), and no stretch, union or merge anywhere."""
    needed, found, one_each = set(), set(), {answer: False for answer in question.answers}
    for answer in question.answers:
        needed |= {(answer.source, at) for at in range(answer.start, answer.end)}
    read = []
    left = 10**9 if budget is None else budget
    for chunk in chunks:
        if not left:
            break
        front = len(chunk.text) - (chunk.end - chunk.start)
        taken = min(len(chunk.text), left)
        left -= taken
        read.append({(chunk.metadata["source"], chunk.start + at - front) for at in range(front, taken)})
    visible = {(name, at) for name, text in TEXTS.items() for at, sign in enumerate(text) if not sign.isspace()}
    read, needed = [part & visible for part in read], needed & visible
    for part in read:
        found |= part
        for answer in question.answers:
            span = {(answer.source, at) for at in range(answer.start, answer.end)} & visible
            one_each[answer] |= span <= part
    return {
        "hit": float(needed <= found),
        "in_one": float(all(one_each.values())),
        "recall": len(needed & found) / len(needed),
        "precision": len(needed & found) / len(found) if found else 0.0,
        "iou": len(needed & found) / len(needed | found),
        "rank": next((rank for rank, part in enumerate(read, 1) if part & needed), None),
        "results": len(read),
    }


@st.composite
def spans(draw, least=0):
    source = draw(st.sampled_from(sorted(TEXTS)))
    start = draw(st.integers(0, len(TEXTS[source]) - 1))
    return start, draw(st.integers(start + least, len(TEXTS[source]))), source


ANSWERS = st.lists(spans(1).filter(lambda s: TEXTS[s[2]][s[0] : s[1]].strip()), min_size=1, max_size=4)
FOUND = st.lists(st.builds(lambda s, front: piece(*s, front), spans(), st.sampled_from(["", "", "head: "])), max_size=8)


@given(FOUND, ANSWERS, st.none() | st.integers(1, 60))
def test_stretches_and_sets_agree(chunks, answers, budget):
    question = asked(*answers)
    sources = {chunk.metadata["source"] for chunk in chunks}
    if sources and not sources & {answer.source for answer in question.answers}:
        with pytest.raises(ValueError, match="the chunks come from"):
            score(chunks, question, budget=1000)
        return
    row = score(chunks, question, budget=budget)
    expected = by_sets(chunks, question, budget)
    assert {name: getattr(row, name) for name in expected} == expected
    assert all(0 <= getattr(row, metric) <= 1 for metric in METRICS)
    assert row.characters == min(sum(len(chunk.text) for chunk in chunks), budget or 10**9)


@given(FOUND, ANSWERS, st.data())
def test_order_and_repetition_change_nothing(chunks, answers, data):
    question = asked(*answers)
    chunks = [chunk for chunk in chunks if chunk.metadata["source"] == question.answers[0].source]
    again = data.draw(st.permutations(chunks + chunks))
    before, after = score(chunks, question), score(again, question)
    assert all(getattr(before, metric) == getattr(after, metric) for metric in METRICS)


def test_nothing_retrieved_scores_nothing():
    row = score([], asked((0, 5)))
    assert all(getattr(row, metric) == 0 for metric in METRICS)
    assert (row.rank, row.results, row.characters) == (None, 0, 0)
    empty = ChunkIndex([], lambda texts: np.ones((len(texts), 1)))
    assert evaluate_retrieval(empty, [asked((0, 5))], 3).recall == 0
    assert evaluate_retrieval(empty, [asked((0, 5))], budget=30).recall == 0


def test_a_passage_that_comes_twice_is_found_once():
    """Expected p7, retrieved p7, p7 and p2: a hit rate of 1, not of 2."""
    p7, p2 = piece(6, 11), piece(0, 5)
    row = score([p7, p7, p2], asked((6, 11)))
    assert (row.hit, row.recall, row.precision, row.iou) == (1, 1, 0.5, 0.5)


@pytest.mark.parametrize(
    ("chunk", "recall"), [((6, 11), 1), ((5, 12), 1), ((0, 6), 0), ((0, 7), 0.2), ((11, 17), 0), ((10, 17), 0.2)]
)
def test_the_edges_of_a_span(chunk, recall):
    assert score([piece(*chunk)], asked((6, 11))).recall == recall


def test_white_space_between_chunks_is_not_missed():
    parted = score([piece(12, 17), piece(19, 21)], asked((12, 21)))
    assert (parted.hit, parted.recall, parted.precision, parted.iou, parted.in_one) == (1, 1, 1, 1, 0)
    assert score([piece(12, 21)], asked((11, 22))).in_one == 1, "white space at the ends of a span either"


def test_two_needed_spans_need_both():
    question = asked((0, 5), (12, 17))
    half = score([piece(0, 5)], question)
    assert (half.hit, half.in_one, half.recall, half.precision) == (0, 0, 0.5, 1)
    both = score([piece(0, 5), piece(12, 17)], question)
    assert (both.hit, both.in_one, both.recall) == (1, 1, 1)
    nested = asked((0, 11), (6, 11))
    assert score([piece(6, 11)], nested).recall == 0.5, "a character that two spans need is one character"


def test_the_same_place_of_another_document_is_another_place():
    question = asked((0, 5, "one"), (0, 5, "two"))
    row = score([piece(0, 5, "one"), piece(6, 11, "two")], question)
    assert (row.recall, row.precision, row.rank) == (0.5, 0.5, 1)
    assert score([piece(6, 11, "two"), piece(0, 5, "two")], question).rank == 2


def test_a_context_in_front_is_paid_for_and_is_no_find():
    row = score([piece(6, 11, front="abcde ")], asked((0, 11)))
    assert (row.recall, row.precision, row.characters) == (0.5, 1, 11)
    assert score([piece(6, 11, front="abcde ")], asked((6, 11)), budget=8).recall == 0.4


def test_at_k_the_rest_is_left_out():
    everything = [piece(12, 17), piece(0, 5), piece(6, 11)]
    found = evaluate_retrieval(lambda query, k: everything, [asked((0, 5))], 1)
    assert found.recall == 0 and found.rows[0].results == 1
    assert evaluate_retrieval(lambda query, k: everything, [asked((0, 5))], 2).recall == 1
    assert evaluate_retrieval(lambda query, k: everything, [asked((0, 5))], 1, budget=99).rows[0].results == 1


def test_at_a_budget_the_last_result_is_cut_there():
    chunks = [piece(0, 5), piece(6, 11), piece(12, 17)]
    row = score(chunks, asked((0, 17)), budget=7)
    assert (row.characters, row.results, row.recall) == (7, 2, 7 / 15)
    assert score(chunks, asked((0, 17)), budget=100).characters == 15
    assert score(chunks, asked((0, 17)), k=1, budget=7).characters == 5
    assert score([piece(0, 5)] * 3, asked((6, 11)), budget=10).results == 2, "repetitions fill the budget too"


def test_a_budget_asks_until_it_is_full_or_nothing_more_comes():
    calls = []

    def ask(query, k):
        calls.append(k)
        return [piece(at, at + 1) for at in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13)][:k]

    assert evaluate_retrieval(ask, [asked((0, 5))], budget=11).rows[0].characters == 11
    assert calls == [8, 32]
    calls.clear()
    assert evaluate_retrieval(ask, [asked((0, 5))], budget=500).rows[0].characters == 12
    assert calls == [8, 32, 128]
    calls.clear()
    evaluate_retrieval(ask, [asked((0, 5))], 9, budget=500)
    assert calls == [8, 9]


def test_means_rows_kinds_and_tables():
    questions = [
        Question("first", (Answer(0, 5, "abcde", "one"),), "a", {"kind": ["code"]}),
        Question("second", (Answer(6, 11, "fghij", "one"),), "b", {"kind": ["plain"]}),
    ]
    found = evaluate_retrieval(lambda query, k: [piece(0, 5)], questions, 3)
    assert found.means == {"hit": 0.5, "in_one": 0.5, "recall": 0.5, "precision": 0.5, "iou": 0.5}
    assert (found.hit_rate, found.in_one, found.recall, found.precision, found.iou) == (0.5,) * 5
    assert found.values("recall") == [1, 0] and found.characters == 5
    assert found.where(lambda row: "code" in row.question.metadata["kind"]).recall == 1
    with pytest.raises(ValueError, match="holds for none of the 2 questions"):
        found.where(lambda row: False)
    with pytest.raises(ValueError, match="metric='f1' is none of hit, in_one"):
        found.values("f1")
    assert repr(found).startswith("Evaluation(2 questions, k = 3: hit rate 0.50, in one result 0.50, recall 0.50")
    assert repr(found.table()).splitlines()[2] == "hit rate       0.50   0.00 to 1.00"
    assert "0.00 to 1.00" in found._repr_html_()


def test_two_evaluations_are_compared_question_by_question():
    questions = [asked((0, 5), name="a"), asked((6, 11), name="b"), asked((12, 17), name="c")]
    some = evaluate_retrieval(lambda query, k: [piece(0, 5)], questions, 3)
    more = evaluate_retrieval(lambda query, k: [piece(0, 11)], questions, 3)
    gain = compare_evaluations(some, more, "hit")
    assert gain.mean == pytest.approx(1 / 3) and (gain.low, gain.high, gain.n) == (0, 1, 3)
    assert compare_evaluations(some, more, "characters").mean == 6
    assert compare_evaluations(some, some) == compare_evaluations(more, more)
    with pytest.raises(ValueError, match="not about the same questions"):
        compare_evaluations(some, evaluate_retrieval(lambda query, k: [piece(0, 5)], questions[::-1], 3))


def test_a_pipeline_is_scored_like_an_index():
    text = " ".join(f"{number:03}" for number in range(1, 21))
    leaves = split_parents(text, 3, 4)
    hits = [Hit(leaf, 0.5, rank) for rank, leaf in enumerate([leaves[0], leaves[2], leaves[9]], 1)]
    rows = [{"question": "All four?", "answers": [{"start": 0, "end": 15, "text": text[:15]}]}]
    plain = evaluate_retrieval(lambda query, k: hits, rows, 2)
    merged = evaluate_retrieval(lambda query, k: merge_parents(hits, 2, k), rows, 2)
    assert (plain.recall, plain.hit_rate, merged.recall, merged.in_one) == (0.5, 0, 1, 1)


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "give k, how many results are read, or budget", {}),
        (ValueError, "k=0 must be at least 1", {"k": 0}),
        (ValueError, "budget=-5 must be at least 1", {"budget": -5}),
        (TypeError, "k must be an int, not float", {"k": 2.5}),
        (ValueError, "there are no questions", {"k": 1, "questions": []}),
        (TypeError, "index must have search", {"k": 1, "index": [piece(0, 5)]}),
        (TypeError, "retriever must give a list of Hit, not NoneType", {"k": 1, "index": lambda query, k: None}),
        (TypeError, "result 0 must be a Hit or a Chunk, not str", {"k": 1, "index": lambda query, k: ["abcde"]}),
        (ValueError, r"result 0 \[0:5\] has a text that is shorter", {"index": lambda q, k: [Chunk("abc", 0, 5)]}),
        (ValueError, "from 'two' and the answers stand in 'one'", {"index": lambda q, k: [piece(0, 5, "two")]}),
    ],
)  # fmt: skip
def test_bad_input(error, message, arguments):
    arguments = {"index": lambda query, k: [piece(0, 5)], "questions": [asked((0, 5))], **arguments}
    if set(arguments) == {"index", "questions"} and "give k" not in message:
        arguments["k"] = 1
    with pytest.raises(error, match=message):
        evaluate_retrieval(**arguments)


def test_questions_about_another_text_are_refused():
    index = ChunkIndex([piece(0, 5)], lambda texts: np.ones((len(texts), 1)))
    nameless = Question("q", (Answer(0, 5, "abcde"),))
    with pytest.raises(ValueError, match="load the questions with documents="):
        evaluate_retrieval(index, [nameless], 1)
    edited = Question("q", (Answer(0, 5, "abXde", "one"),))
    with pytest.raises(ValueError, match=r"'one' has 'abcde' at \[0:5\] in one place and 'abXde' in another"):
        evaluate_retrieval(index, [edited], 1)


def by_pairs(texts):
    """Texts with the same pairs of letters are near each other, in any script."""
    vectors = np.full((len(texts), 256), 0.01)
    for row, text in enumerate(texts):
        for one, two in pairwise(text.lower()):
            vectors[row, (ord(one) * 31 + ord(two)) % 256] += 1
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.mark.parametrize(("language", "size"), [("", 500), ("_zh", 200)])
def test_the_manuals_on_equal_terms_and_twice_the_same(language, size):
    manual = Document(load_text("station_manual" + language), "manual")
    questions = load_questions(load_json("station_questions" + language), manual)
    index = ChunkIndex(split_sentences(manual, size), by_pairs)
    first, second = (evaluate_retrieval(index, questions, budget=3 * size) for _ in range(2))
    assert first == second and {row.characters for row in first.rows} == {3 * size}
    assert all(0 <= value <= 1 for metric in METRICS for value in first.values(metric))
    assert first.recall >= first.hit_rate >= first.in_one > 0 and first.recall > first.precision
    assert first.interval("recall") == second.interval("recall")
    everything = evaluate_retrieval(index, questions, len(index))
    assert everything.recall == everything.hit_rate == 1, "nothing was lost by the cut"


def test_an_index_is_asked_once_for_about_what_fills_the_budget():
    text = " ".join(f"{number:03}" for number in range(1, 101))
    index, calls = ChunkIndex(split_parents(text, 3), lambda texts: np.ones((len(texts), 1))), []
    search = index.search
    index.search = lambda query, k: calls.append(k) or search(query, k)
    rows = [{"question": "First?", "answers": [{"start": 0, "end": 3, "text": "001"}]}]
    assert evaluate_retrieval(index, rows, budget=60).rows[0].results == 20
    assert calls == [8 + 30]
    assert evaluate_retrieval(index, rows, budget=10_000).rows[0].results == 100
