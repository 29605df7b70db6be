"""What an audit tells beyond its verdict, and how it says it."""

from __future__ import annotations

import builtins

import pytest
from chunk_makers import ngrams, numbers, slices

from ragchunk_lessons import Chunk, audit
from ragchunk_lessons.auditing.findings import Finding, Gap
from ragchunk_lessons.corpora import DEFINITION


def test_a_context_in_front_is_listed_and_reported():
    text = "The pump is open. Stop it."
    chunks = [Chunk("Guide > Setup: The pump is open.", 0, 17), Chunk("Stop it.", 18, 26)]
    result = audit(text, chunks)
    assert result.ok
    assert result.contexts == [Finding(0, 0, 17, "15 characters added in front: 'Guide > Setup: '")]
    lines = result.report().split("\n")
    at = lines.index("context added in front: 1 chunk")
    assert lines[at + 1] == "  chunk 0: 15 characters added in front: 'Guide > Setup: '"
    # Part of the verdict, since the source cannot vouch for it; the examples are advice.
    assert result.report(advice=False).split("\n")[1:] == ["context added in front: 1 chunk"]


def test_without_a_context_the_report_says_nothing_of_it():
    result = audit("One. Two.", ["One.", {"text": "Two.", "start": 0}, "Three.", "Zwei Two."])
    assert result.contexts == []
    assert "context" not in result.report()


def test_repeated_means_the_same_passage_and_not_overlap():
    text = "one two three"
    result = audit(text, slices(text, (0, 7), (4, 13), (4, 13)))
    assert result.repeated == [Finding(2, 4, 13, "the same passage as chunk 1")]
    assert result.ok


def test_a_repeated_string_is_no_rewriting():
    result = audit("one two", ["one", "one", "two"])
    assert result.ok
    assert numbers(result.repeated) == [1]


def test_a_chunk_inside_another_is_told():
    text = "x" * 100
    result = audit(text, slices(text, (0, 50), (45, 95), (50, 60), (90, 100)))
    assert result.inside == [Finding(2, 50, 60, "lies inside chunk 1 [45:95]")]


def test_cuts_inside_a_word_are_told_once_each():
    text = "contextual relevance"
    result = audit(text, slices(text, (0, 6), (6, 15), (11, 20)))
    assert [(finding.number, finding.at, finding.detail) for finding in result.cut_words] == [
        (1, 6, "starts inside 'contex|tual'"),
        (1, 15, "ends inside 'rele|vance'"),
    ]


@pytest.mark.parametrize(
    ("text", "at", "cut"),
    [
        ("ab cd", 2, False),
        ("ab cd", 3, False),
        ("ab-cd", 2, False),
        ("snake_case", 5, True),
        ("3.50", 1, False),
        ("350", 1, True),
        ("Straße", 4, True),
        ("洪水警报", 2, False),
        ("ひらがな", 2, False),
        ("ภาษาไทย", 4, False),
        ("한국어", 1, True),
        ("e\u0301te\u0301", 2, True),
        ("pump泵", 4, False),
    ],
)
def test_what_a_word_is(text, at, cut):
    result = audit(text, slices(text, (0, at), (at, len(text))))
    assert [finding.at for finding in result.cut_words] == [at] * cut


def test_cuts_inside_a_character_that_people_see():
    text = "e\u0301a \U0001f469\u200d\U0001f467 x\r\ny"
    result = audit(text, slices(text, (0, 1), (1, 5), (5, 10), (10, 12)))
    assert [finding.at for finding in result.cut_graphemes] == [1, 5, 10]
    flags = "\U0001f1e8\U0001f1ed" * 4
    assert [f.at for f in audit(flags, slices(flags, (0, 2), (2, 5), (5, 8))).cut_graphemes] == [5]


def test_broken_characters_that_the_source_does_not_have():
    text = "one \ufffd two 🌊 three"
    assert audit(text, [text]).replacement == []
    result = audit(text, [text[:9], {"text": "two \ufffd three", "start": 6, "end": len(text)}])
    assert [(finding.number, finding.detail) for finding in result.replacement] == [(1, "1 broken, as U+FFFD")]


def test_openings_that_point_back_are_a_hint():
    text = "The pump is old. It leaks. its seal is worn. However, it runs. 它漏水。A new one is due."
    pieces = [
        "The pump is old.",
        "It leaks.",
        "its seal is worn.",
        "However, it runs.",
        "它漏水。",
        "A new one is due.",
    ]
    found = audit(text, pieces).openings
    assert numbers(found) == [1, 2, 3, 4]
    assert all(finding.detail.startswith("hint: ") for finding in found)
    assert found[0].detail == "hint: opens with 'It', a word that points back"


def test_the_opening_of_the_source_depends_on_nothing():
    assert audit("it begins. Then ends.", ["it begins.", "Then ends."]).openings == []


def test_overlap_is_counted_at_every_seam_in_the_unit_that_was_given():
    text = "one two three four five six"
    chunks = slices(text, (0, 13), (8, 18), (19, 23), (14, 27))
    assert audit(text, chunks).overlaps == [5, 4, 4]
    assert audit(text, chunks, length_function=lambda part: len(part.split())).overlaps == [1, 1, 1]


def test_blow_up_is_what_the_index_holds_for_each_character():
    assert audit("x" * 100, slices("x" * 100, (0, 60), (40, 100))).blow_up == 1.2
    assert audit("", []).blow_up == 1.0
    assert round(audit(DEFINITION, ngrams(DEFINITION, 8, 3)).blow_up, 2) == 1.35


def test_cuts_inside_a_sentence():
    pytest.importorskip("nupunkt")
    pytest.importorskip("ragchunk_lessons.splitters.sentences")
    text = "The pump is old. The valve is new. The seal is worn."
    result = audit(text, slices(text, (0, 25), (17, 34), (35, 40), (41, 52)))
    assert [(finding.number, finding.at) for finding in result.cut_sentences] == [(0, 25), (2, 40), (3, 41)]
    assert result.cut_sentences[0].detail.endswith("the sentence [17:34], which is whole in chunk 1")
    assert result.cut_sentences[1].detail.endswith("the sentence [35:52], which is whole in no chunk")
    assert result.broken_sentences == [Gap(35, 52, "The seal is worn.")]


def test_white_space_between_two_chunks_is_one_cut_and_not_two():
    pytest.importorskip("nupunkt")
    text = "The pump \n is old. The valve is new."
    assert [finding.at for finding in audit(text, slices(text, (0, 8), (11, 36))).cut_sentences] == [8]
    assert [finding.at for finding in audit(text, slices(text, (0, 14), (4, 36))).cut_sentences] == [4, 14]


def test_the_report_is_a_few_plain_lines():
    chunks = ["One is here.", {"text": "Two is here.", "start": 0}, "Three is gone", "zebra"]
    result = audit("One is here. Two is here. Nothing else.", chunks, chunk_size=12)
    assert result.report(advice=False).split("\n") == [
        "not ok: 4 chunks, coverage 62.5 %",
        "lost: 1 span, 12 characters",
        "  [26:39] 'Nothing else.'",
        "rewritten: 2 chunks",
        "  chunk 2: not in the source: 'Three is gone'",
        "  chunk 3: not in the source: 'zebra'",
        "misplaced: 1 chunk",
        "  chunk 1: claims [0:12]; the text stands at [13:25]",
        "oversize: 1 chunk",
        "  chunk 2: 13 long, limit 12",
    ]


def test_the_report_says_what_overlap_was_asked_and_given():
    text = " ".join(f"Sentence number {number} has about fifty-two characters." for number in range(8))
    length = len(text.split(". ")[0]) + 1
    spans = [(at, min(at + 2 * length + 1, len(text))) for at in range(0, len(text), 2 * length + 2)]
    lines = audit(text, slices(text, *spans), chunk_size=110, chunk_overlap=30).report().split("\n")
    assert "overlap: asked 30, given 0 at 3 seams" in lines


def test_the_report_shows_a_few_of_many():
    text = " ".join("abcdefghij")
    lines = audit(text, slices(text, *((at, at + 1) for at in range(0, 19, 4)))).report(advice=False).split("\n")
    assert lines[1] == "lost: 5 spans, 5 characters"
    lines = audit(text * 2, []).report(advice=False).split("\n")
    assert lines[1:] == ["lost: 1 span, 20 characters", "  [0:38] 'a b c d e f g h i ja b c d e f g h i j'"]


def test_a_missing_sentence_splitter_is_said_and_stops_nothing(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **named):
        if name.endswith("splitters.sentences") or name == "nupunkt":
            raise ImportError("sentences need nupunkt; install it with: pip install nupunkt")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    report = audit("One. Two.", ["One.", "Two."]).report()
    assert "cut inside a sentence: not counted; sentences need nupunkt" in report
    assert report.startswith("ok: 2 chunks, coverage 100 %")
