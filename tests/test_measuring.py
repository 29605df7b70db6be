"""What lesson 21 stands on: cuts, counts of what is whole, repeated or lost, and that the page prints the rows."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from ragchunk_lessons import Chunk, Document, audit, load_questions
from ragchunk_lessons.claims import _sweeping as cuts
from ragchunk_lessons.open_questions import measure
from ragchunk_lessons.open_questions._question import interval_numbers
from ragchunk_lessons.open_questions.tail import _lost
from ragchunk_lessons.published import ngram_chunks
from ragchunk_lessons.retrieval import Hit

ROOT = Path(__file__).parents[1]
TEXT = "Close the valve. Wait ten minutes. Open the drain."
ROWS = [
    {"question": "How long?", "answers": [{"start": 17, "end": 34, "text": "Wait ten minutes."}]},
    {
        "question": "First and last?",
        "answers": [
            {"start": 0, "end": 16, "text": "Close the valve."},
            {"start": 35, "end": 50, "text": "Open the drain."},
        ],
    },
]
QUESTIONS = load_questions(ROWS)


def chunk(start, end):
    return Chunk(TEXT[start:end], start, end)


def test_an_answer_stands_whole_only_if_each_span_does():
    first, second = QUESTIONS
    assert cuts.stands_whole([chunk(17, 34)], first) and not cuts.stands_whole([chunk(18, 34)], first)
    assert not cuts.stands_whole([chunk(0, 20), chunk(20, 50)], first), "two halves are not one chunk"
    assert cuts.stands_whole([chunk(0, 16), chunk(35, 50)], second), "two spans may stand in two chunks"
    assert not cuts.stands_whole([chunk(0, 16)], second)
    assert cuts.crossing([chunk(0, 34)], QUESTIONS) == [second] == cuts.crossing([], QUESTIONS)[1:]
    assert cuts.crossing([], QUESTIONS, 1) == [first]


class Given:
    """A search that gives these chunks, whatever is asked."""

    def __init__(self, *spans):
        self.spans = spans

    def search(self, query, k):
        return [Hit(chunk(*span), 1.0, rank) for rank, span in enumerate(self.spans[:k], 1)]


@pytest.mark.parametrize(
    ("spans", "found"),
    [
        ([(0, 10), (10, 20), (30, 40)], {"sharing": 0, "repeated": 0, "three": 0}),  # side by side is not shared
        ([(5, 15), (0, 10)], {"sharing": 0.4, "repeated": 0.25, "three": 0}),
        ([(0, 10), (30, 40), (5, 15), (10, 20)], {"sharing": 0.6, "repeated": 0.25, "three": 2}),
    ],
)
def test_places_that_repeat_each_other(spans, found):
    assert cuts.shared_places(Given(*spans), QUESTIONS) == pytest.approx(found)


def test_the_published_rate_by_the_length_of_the_key():
    index = Given((17, 26), (26, 50))
    assert cuts.share_with_key(index, QUESTIONS[:1], 8) == 1
    assert cuts.share_with_key(index, QUESTIONS[:1], 12) == 0
    assert cuts.share_with_key(index, QUESTIONS[:1], 8, k=1) == 1 and cuts.share_with_key(index, QUESTIONS, 8) == 0.5


def test_sections_begin_with_a_heading_and_none_is_lost():
    document = Document("before\n# One\ntext\n#### four is below\n## Two\n\n### Three\nend")
    parts = [document.text[start:end] for start, end in cuts.sections(document)]
    assert parts == ["before\n", "# One\ntext\n#### four is below\n", "## Two\n\n", "### Three\nend"]
    manual, _ = cuts.station()
    spans = cuts.sections(manual)
    assert spans[0][0] == 0 and spans[-1][1] == len(manual.text) and len(spans) == 99
    assert all(end == start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize("apart", [False, True])
def test_the_windows_that_are_kept_are_those_of_the_published_loop(apart):
    manual, _ = cuts.station()
    spans = cuts.sections(manual) if apart else [(0, len(manual.text))]
    kept, every = cuts.word_windows(manual, spans, 60, 20)
    published = [piece for start, end in spans for piece in ngram_chunks(manual.text[start:end], 60, 20)]
    assert [" ".join(one.text.split()) for one in kept] == published
    assert all(one.text == manual.text[one.start : one.end] for one in every)
    assert set(kept) < set(every) and audit(manual, every).coverage == 1


def test_what_is_lost_is_counted_in_words_and_in_questions():
    assert [(words, len(hurt)) for words, hurt in (_lost(False), _lost(True))] == [(20, 0), (2120, 18)]
    by_hand = sum(
        words if words < 60 else (words - 60) % 40
        for words in (len(cuts.station()[0].text[start:end].split()) for start, end in cuts.sections(cuts.station()[0]))
    )
    assert by_hand == 2120


def test_sizes_in_two_units():
    manual, _ = cuts.station()
    from ragchunk_lessons import count_tokens

    assert max(len(one.text) for one in cuts.cut_at(manual, 200)) <= 200
    tokens = [count_tokens(one.text) for one in cuts.cut_at(manual, "300 tokens")]
    assert 200 < max(tokens) <= 300
    chinese, questions = cuts.station(True)
    ends = [one.text.rstrip()[-1] for one in cuts.cut_at(chinese, 200, True)]
    assert len(questions) == 30 and sum(end in "。！？；：|`" for end in ends) > 0.6 * len(ends)


def test_windows_share_what_was_asked():
    manual, _ = cuts.station()
    for percent in cuts.OVERLAPS:
        chunks = cuts.windows(manual, percent)
        shared = sorted(one.end - other.start for one, other in pairwise(chunks))
        assert shared[len(shared) // 2] == 4 * percent


# ---- the page


def _cells():
    notebook = json.loads((ROOT / "notebooks" / "21_measure.ipynb").read_text(encoding="utf-8"))
    return {cell["id"]: cell for cell in notebook["cells"]}


def _lines(cell):
    output = _cells()[cell]["outputs"][0]
    return "".join(output["data"]["text/plain"] if "data" in output else output["text"]).splitlines()


def _column(cell, at, skip):
    return [re.split("  +", line)[at] for line in _lines(cell)[skip:]]


def _description(cell):
    html = "".join(_cells()[cell]["outputs"][0]["data"]["text/html"])
    return re.search(r'aria-label="([^"]*)"', html)[1]


@pytest.mark.models
def test_the_page_prints_the_same_sizes():
    measured = measure("chunk-size")
    assert _column("wrong-free", 0, 2) == measured["sizes"]
    assert [float(rate) for rate in _column("wrong-free", 1, 2)] == measured["five results"]
    fair = _description("wrong-fair").split("2 000 characters: ")[1]
    assert [float(rate) for rate in re.findall(r": (\d\.\d\d) \[", fair)] == measured["equal characters"]
    differences = _description("size-plot").replace("-", "−")
    for what, *numbers in measured["intervals"][:3]:
        assert f"{what.removesuffix(' minus 400')}: {interval_numbers(*numbers)}" in differences


@pytest.mark.models
def test_the_page_prints_the_same_overlaps():
    measured = measure("overlap-share")
    assert [int(share) for share in _column("overlap-run", 0, 2)] == measured["per cent"]
    assert [float(rate) for rate in _column("overlap-run", 1, 2)] == measured["hit rates"]
    assert [int(count) for count in _column("overlap-run", 3, 2)] == measured["chunks"]


@pytest.mark.models
def test_the_page_prints_the_same_crossing_questions():
    measured = measure("crossing-cuts")
    rows = {line.split()[0]: [int(cell) for cell in line.split()[1:]] for line in _lines("crossing-run")[2:]}
    for number, name in enumerate(measured["ways"]):
        wanted = [measured[f"{who}, whole in one result"][number] for who in ("twenty", "others")]
        assert rows[name.removesuffix(" %")] == wanted


@pytest.mark.models
def test_the_page_prints_the_same_splitters():
    measured = measure("which-splitter")
    assert _column("splitter-lengths", 0, 2) == measured["ways"]
    assert [int(count) for count in _column("splitter-lengths", 1, 2)] == measured["chunks"]
    differences = _description("splitter-run").replace("-", "−")
    for what, *numbers in measured["intervals"][:6]:
        assert f"{what.removesuffix(' minus characters')}: {interval_numbers(*numbers)}" in differences


def test_the_page_prints_the_same_tails():
    lost = [int(line.split(": ")[1].split()[0]) for line in _lines("tail-run")]
    assert lost == [words for words, _ in (_lost(False), _lost(True))]
