"""claims: every verdict follows from what is measured, and every number in a sentence comes from the measurement."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ragchunk_lessons import claims
from ragchunk_lessons.claims import CLAIMS, SOURCES, VERDICTS, Claim, Measured, measure, table
from ragchunk_lessons.claims._claim import claim, listed

ROOT = Path(__file__).parents[1]
IDS = [row.id for row in CLAIMS]
MODEL = {"whole-doc", "rag-200-rank2"}
EXPECTED = set(
    "def-chars def-words def-token-chunks def-tokens affix-tokens ngram-example size-units rag-200 rag-300 rag-500 "
    "rag-1000 rag-200-rank2 rag-200-cut rag-overlap-50 dot-separator recursive-merge overlap-bm25 overlap-rule "
    "overlap-all-50 ngram-tail whole-doc fixed-loop zh-tokens fox-20 fox-5 windows-512-50 words-whole "
    "window-750".split()
)

each = pytest.mark.parametrize("row", CLAIMS, ids=IDS)


@each
def test_the_verdict_holds(row):
    measured = measure(row.id)
    assert measured.holds, f"{row.verdict} no longer follows from {dict(measured)}"


@each
def test_the_verdict_would_not_hold_for_just_anything(row):
    """A predicate that is true of every number proves nothing: spoil each value and one must matter."""

    def spoil(value, number):
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float)):
            return number
        if isinstance(value, str):
            return "spoiled"
        return [spoil(item, number) for item in [*value, *value]] or ["spoiled"]

    measured = measure(row.id)
    spoiled = [{**measured, key: spoil(measured[key], number)} for key in measured for number in (-1, 10**6)]
    assert not all(row.holds(values) for values in spoiled)


@each
def test_it_is_a_dict_of_plain_values(row):
    measured = measure(row.id)
    assert isinstance(measured, dict) and isinstance(measured, Measured) and measured
    assert json.loads(json.dumps(measured)) == dict(measured)


@each
def test_every_number_of_the_finding_was_measured(row):
    """Change each measured number: the sentence must change with it, and no other number may stand in it."""
    measured = measure(row.id)
    digits = set(re.findall(r"\d+(?:\.\d+)?", row.say(measured)))
    for number in digits:
        assert any(_tells(value, number) for value in measured.values()) or number in _fixed(row), (
            f"{number} in {row.say(measured)!r} is typed by hand"
        )


def _tells(value, number):
    if isinstance(value, (list, tuple)):
        return len(value) == float(number) or any(_tells(item, number) for item in value)
    if isinstance(value, bool):
        return False
    if isinstance(value, (int, float)):
        return any(number == f"{value:.{digits}f}" for digits in (0, 1, 2))
    return number in re.findall(r"\d+(?:\.\d+)?", str(value))


def _fixed(row):
    """Numbers that are names: of encodings, of the setting that a row is about, of what the source prints."""
    names = re.findall(r"\d+", "cl100k_base o200k_base gpt2")
    return {*names, *re.findall(r"\d+(?:\.\d+)?", row.published), *SETTINGS.get(row.id, ())}


# The settings at which a row measures, where the source does not print them.
SETTINGS = {
    "fox-20": {"10", "30"},
    "fixed-loop": {"500", "50"},
    "rag-200-cut": {"150"},
    "recursive-merge": {"200"},
    "rag-overlap-50": {"200", "500"},
    "overlap-rule": {"200", "50"},
}


@each
def test_a_row_is_complete_and_short(row):
    assert isinstance(row, Claim) and row.verdict in VERDICTS and row.key in SOURCES
    for sentence in (row.published, measure(row.id).finding):
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] == "“"
        assert sentence.endswith("."), sentence
        assert len(sentence) <= 330 and "!" not in sentence and "  " not in sentence
    assert row.source.startswith(SOURCES[row.key])


@each
def test_the_lesson_is_a_page_of_the_book(row):
    assert re.fullmatch(r"\d\d_\w+", row.lesson)
    assert f"notebooks/{row.lesson}\n" in (ROOT / "_toc.yml").read_text(encoding="utf-8")


def test_the_figures_of_the_lessons_are_all_there():
    assert EXPECTED <= set(IDS) and len(IDS) == len(set(IDS))


def test_the_sources_are_in_the_bibliography():
    bibliography = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    for key in SOURCES:
        assert f"{{{key}," in bibliography


def test_rows_come_in_the_order_of_the_lessons():
    lessons = [row.lesson[:2] for row in CLAIMS]
    assert lessons == sorted(lessons)


def test_measuring_again_gives_the_same_and_a_copy():
    first = measure("rag-200")
    first["lengths"].append(0)
    assert measure("rag-200")["lengths"] == [196, 127, 199, 130, 198, 183]
    assert measure("rag-200") == measure("rag-200")


def test_known_values():
    """Worked out by hand or printed by another program; the rows must keep to them."""
    assert measure("def-chars") == {"characters": 276}
    assert measure("def-words") == {"words": 42}
    assert measure("rag-overlap-50")["at 200"] == [47, 0, 47, 0, 46]
    assert measure("rag-200-cut")["length"] == 196
    assert measure("fixed-loop")["ranges"] == ["451–500", "901–950"]
    rule = measure("overlap-rule")
    # (200 - 126 + 1) / (200 - 50) is one half
    assert (rule["certain up to"], rule["even odds at"], rule["never beyond"]) == (51, 126, 200)
    assert measure("ngram-tail")["lost"] == "to a RAG system."


@pytest.mark.models
def test_values_of_the_model_are_near_those_seen_elsewhere():
    measured = measure("whole-doc")
    assert measured["right"] == pytest.approx(0.67, abs=0.03)
    assert measured["whole"] == pytest.approx(0.22, abs=0.03)
    assert measured["best wrong"] == pytest.approx(0.15, abs=0.03)
    measured = measure("rag-200-rank2")
    assert measured["score 1"] > measured["score 2"] > 0.25


def test_no_value_of_the_model_has_more_than_two_decimals():
    for id in MODEL:
        assert not re.search(r"\d\.\d{3}", measure(id).finding + repr(measure(id)))


def test_an_unknown_id_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"id='def-lines' is not a claim; known: .*def-chars"):
        measure("def-lines")


def test_a_spoiled_recipe_is_noticed(monkeypatch):
    """Repair the published recipe, and the verdict on it falls."""
    from ragchunk_lessons import published
    from ragchunk_lessons.splitters.fixed import split_words

    row = claims.get("ngram-tail")
    monkeypatch.setattr(
        published, "ngram_chunks", lambda text, n=8, overlap=3: [c.text for c in split_words(text, n, overlap)]
    )
    assert not row.holds(row.measure())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "def-chars"}, "id='def-chars' is taken"),
        ({"verdict": "true"}, "verdict='true' must be one of"),
        ({"key": "web"}, "key='web' must be one of"),
    ],
)
def test_a_wrong_row_is_refused(change, message):
    row = {
        "id": "x",
        "key": "ragcourse",
        "place": "",
        "published": "X.",
        "verdict": "refuted",
        "lesson": "01_x",
        **change,
    }
    with pytest.raises(ValueError, match=message):
        claim(*row.values(), holds=bool, finding="")(dict)


# ---- how the rows look


def test_the_table_is_the_same_each_time():
    assert table().html == table().html == table()._repr_html_()
    assert table("json") == table("json")


def test_the_table_has_a_row_for_each_claim_and_links_to_its_lesson():
    html = table().html
    root = ElementTree.fromstring(html[html.index("<table") :])
    assert root.get("class") == "rcl rcl-claims"
    rows = root.findall("./tbody/tr")
    assert [row.get("id") for row in rows] == [f"claim-{id}" for id in IDS]
    for row, cells in zip(CLAIMS, rows, strict=True):
        text = " ".join(cells.itertext())
        assert row.published in text and row.verdict in text and measure(row.id).finding in text
        assert cells.find(".//a").get("href") == f"../notebooks/{row.lesson}.html"
        assert cells.find("th").get("scope") == "row"


def test_a_verdict_is_a_word_and_a_mark():
    html = table().html
    for mark, word in (("✓", "reproduced"), ("≈", "corrected"), ("✗", "refuted"), ("–", "not measurable here")):
        assert f'<i aria-hidden="true">{mark}</i>{word}</span>' in html


def test_colours_are_tokens():
    from ragchunk_lessons.claims._table import _RULES
    from ragchunk_lessons.showing.show_style import TOKENS

    assert not re.search(r"#[0-9a-f]{3}", _RULES)
    assert set(re.findall(r"--rcl-([\w-]+)", _RULES)) <= {*TOKENS, "sans", "mono"}


def test_the_short_form_counts_the_verdicts():
    said = repr(table())
    assert said.startswith(f"Table({len(CLAIMS)} claims: ")
    assert sum(map(int, re.findall(r"(\d+) (?:repro|corr|refu|not)", said))) == len(CLAIMS)


def test_json_holds_everything():
    data = json.loads(table("json"))
    assert data["sources"] == SOURCES
    assert [row["id"] for row in data["claims"]] == IDS
    row = data["claims"][IDS.index("def-chars")]
    assert row["measured"] == {"characters": 276} and row["verdict"] == "reproduced"
    assert row["finding"] == "It has 276 characters."


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="format='yaml' must be 'html' or 'json'"):
        table("yaml")


def test_a_notebook_shows_the_whole_row():
    html = measure("rag-200-cut")._repr_html_()
    root = ElementTree.fromstring(html[html.index("<div") :])
    text = "".join(root.itertext())
    assert "RAG course notes" in text and "refuted" in text and "196 characters" in text
    assert repr(measure("def-chars")) == "{'characters': 276}"


def test_markup_in_a_row_stays_text():
    row = Claim("x", "ragcourse", "", "<b>.", "refuted", "01_x", dict, bool, "Seen: {text}")
    html = Measured(row, {"text": "<i>"})._repr_html_()
    assert "<b>." not in html.replace("<b>Published:", "").replace("<b>Measured:", "") and "&lt;i&gt;" in html


def test_lists_in_words():
    assert [listed(items) for items in ([], [1], [1, 2], "abc")] == ["", "1", "1 and 2", "a, b and c"]


def test_importing_the_room_measures_nothing():
    import subprocess
    import sys

    code = "import sys, ragchunk_lessons.claims; print({'numpy', 'torch', 'tiktoken', 'nupunkt'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
