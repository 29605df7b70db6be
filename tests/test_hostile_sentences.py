"""A paragraph of many megabytes is seen in windows, and its sentences are those of the whole."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hostile import outcomes, posix

from ragchunk_lessons.corpora import _FOLDER
from ragchunk_lessons.splitters import _sentence_windows
from ragchunk_lessons.splitters._sentence_windows import windows
from ragchunk_lessons.splitters.sentences import sentence_spans

CORPORA = sorted(_FOLDER.glob("*.txt"))
PARTS = ["e.g.", "Dr.", "a", "The", "pump", "1.", "(a)", "iv.", ". . .", "...", "!", "?", '."', ")", '"', "Yes!", "no?"]
PARTS += [
    "10.5",
    '"Go',
    "foo.(bar",
    "--",
    "*",
    "…",
    "U.S.",
    "。",
    "泵。",
    "A.",
    "B",
    "12",
    "[x]",
    "”",
    "end.”",
    "…Then",
]
PARTS += ["x" * 700, "x" * 450 + ".)"]


def in_windows(text, monkeypatch, size):
    with monkeypatch.context() as small:
        small.setattr(_sentence_windows, "WINDOW", size)
        return sentence_spans(text), sum(1 for _ in windows(text, 0, len(text)))


@pytest.mark.parametrize("path", CORPORA, ids=lambda path: path.stem)
def test_no_seam_changes_the_sentences_of_a_corpus(path, monkeypatch):
    text = path.read_text(encoding="utf-8")
    for whole in (text, text.replace("\n\n", "\n"), text.replace("\n", " ")):
        found, count = in_windows(whole, monkeypatch, 20)
        assert found == sentence_spans(whole)
        assert count > 1 or path.stem.startswith("chinese") or len(whole) < 100


@pytest.mark.parametrize("size", [5, 20, 100, 600])
def test_nor_those_of_nonsense(size, monkeypatch):
    chance = random.Random(size)
    seams = 0
    for _ in range(300):
        parts = chance.choices(PARTS, k=chance.randint(5, 60))
        text = "".join(part + chance.choice([" ", " ", " ", "\n", "  ", ""]) for part in parts)
        found, count = in_windows(text, monkeypatch, size)
        assert found == sentence_spans(text), text
        seams += count - 1
    assert seams > 100


def test_windows_cover_the_paragraph_without_a_gap(monkeypatch):
    monkeypatch.setattr(_sentence_windows, "WINDOW", 10)
    monkeypatch.setattr(_sentence_windows, "SEARCHED", 10)
    for text in ("no place here. A. B. C. D. E. F. G. " * 20, "." * 500, "x" * 5000, ". " * 300, "word " * 99):
        spans = list(windows(text, 3, len(text)))
        assert spans[0][0] == 3 and spans[-1][1] == len(text)
        assert all(one[1] == other[0] and one[0] < one[1] for one, other in pairwise(spans))


@posix
def test_long_paragraphs_and_endless_words_in_time_and_memory(tmp_path):
    cases = [
        "t = 'The pump stops, then it starts again at e.g. 5 p.m. It runs. ' * 30_000; assert sentence_spans(t)",
        "assert len(sentence_spans('x' * 200_000_000)) == 1",
        "t = 'x' * 20_000_000; assert len(sentence_spans(t + '. ' + t)) <= 2",
        "assert sentence_spans('? ! ' * 300_000 + '。' * 300_000)",
        "assert len(sentence_spans('A! B! ' * 100_000)) == 200_000",
    ]
    load = "from ragchunk_lessons.splitters.sentences import sentence_spans"
    assert {said.words for said in outcomes([load, *cases], tmp_path)} == {"ok"}
