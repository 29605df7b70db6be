"""Splitters side by side: the right ones for a document, and figures that are those of the audit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ragchunk_lessons
from ragchunk_lessons import audit, count_words, read_html, read_jsonl, read_pages, read_table, read_transcript
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.document import Document
from ragchunk_lessons.evaluating.comparing import HEADS, Comparison, compare_splitters
from ragchunk_lessons.evaluating.fitting import cutters, suitable
from ragchunk_lessons.evaluating.splitter_choice import choose_splitter, damage
from ragchunk_lessons.published import fixed_chunk, ngram_chunks
from ragchunk_lessons.splitters.recursive import split_recursive

ROOT = Path(ragchunk_lessons.__file__).parent.parent
TEXTS = sorted(path.stem for path in (ROOT / "ragchunk_lessons" / "corpora").glob("*.txt"))
ALWAYS = ("characters", "recursive", "sentences")

# Two sentences of 24 and 31 characters, by hand: windows of 20 end inside "third", "seven" and "ninth".
SHORT = "The pump has three seals. Change all seven of them in May."

TABLE = "# Codes\n\n| code | meaning |\n|---|---|\n" + "\n".join(f"| E-{n} | fault number {n} |" for n in range(10, 30))


def text_of(name: str, source: str = "") -> Document:
    return Document(load_text(name), source=source or name)


# --- which splitters suit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "more"),
    [
        (Document("Plain prose, and no more."), ()),
        (Document("Plain prose, and no more.", source="a.md"), ("markdown", "mixed")),
        (Document("x = 1", source="tools/a.PY"), ("code",)),
        (Document("One page.\fAnother page."), ("pages",)),
        (Document("One page that is closed.\f"), ()),
        (text_of("station_manual"), ("markdown", "mixed")),
        (text_of("inspection_table"), ("markdown", "mixed")),
        (text_of("slides"), ("markdown", "mixed", "slides")),
        (text_of("inspection_report"), ("report",)),
        (text_of("support_call"), ("speakers", "time_windows")),
        (text_of("support_call_speakers"), ("speakers",)),
        (text_of("maintenance_prose"), ()),
        (Document("At 99:99:99 nothing happens.\n[00:61:00] Ann: yes"), ()),
        (read_html(load_text("handbook_page_html")), ("html",)),
        (read_table(load_text("spare_parts_csv")), ("table",)),
        (read_jsonl(load_text("alarm_log_jsonl"), errors="keep"), ("jsonl",)),
        (read_pages("One.\fTwo."), ("pages",)),
        (read_transcript(load_text("support_call_vtt")), ("speakers", "time_windows")),
    ],
)
def test_what_suits_a_document(document, more):
    assert tuple(name for name in suitable(document) if name not in (*ALWAYS, "recursive_cjk")) == more
    assert [name for name in suitable(document) if name in ALWAYS] == list(ALWAYS)
    assert set(suitable(document)) <= set(cutters())


def test_chinese_stops_have_a_ladder_of_their_own():
    assert suitable(text_of("chinese_technical")) == ("characters", "recursive", "recursive_cjk", "sentences")
    assert "recursive_cjk" not in suitable("A valve (阀门) is closed.")
    rows = {row["splitter"]: row for row in compare_splitters(text_of("chinese_technical"), chunk_size=120).rows}
    assert rows["recursive_cjk"]["cut_sentences"] < rows["recursive"]["cut_sentences"]


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_of_ours_can_be_compared_and_loses_nothing(name):
    found = compare_splitters(text_of(name), chunk_size=200)
    assert found.left_out == {} and len(found.names) >= 3
    assert [row["ok"] for row in found.rows] == [True] * len(found.rows), found


# --- the figures -----------------------------------------------------------------------------------------------


def test_figures_worked_out_by_hand():
    # "The pump has three s|eals. Change all sev|en of them in May.": 20 + 20 + 18, one word cut at each seam.
    (row,) = compare_splitters(SHORT, ["characters"], chunk_size=20).rows
    assert row == {
        "splitter": "characters",
        "chunks": 3,
        "median": 20,
        "shortest": 18,
        "longest": 20,
        "coverage": 1.0,
        "cut_words": 2,
        "cut_sentences": 2,
        "blow_up": 1.0,
        "tables_without_header": 0,
        "ok": True,
    }
    assert list(row) == list(HEADS)


def test_rows_are_those_of_the_audit():
    manual = text_of("maintenance_prose")
    found = compare_splitters(manual, ["recursive"], chunk_size=200, chunk_overlap=50)
    (row,), chunks = found.rows, split_recursive(manual, 200, 50)
    assert found.chunks["recursive"] == chunks
    by_hand = audit(manual, chunks, 200, 50)
    assert row["chunks"] == len(chunks) and row["blow_up"] == by_hand.blow_up > 1
    assert row["cut_sentences"] == len(by_hand.cut_sentences) > 0
    assert row["longest"] == max(len(chunk.text) for chunk in chunks)
    assert found.audits["recursive"].chunk_overlap == 50


def test_a_table_that_loses_its_header_is_counted():
    rows = {row["splitter"]: row for row in compare_splitters(Document(TABLE), chunk_size=120).rows}
    assert rows["recursive"]["tables_without_header"] > 0
    assert rows["markdown"]["tables_without_header"] == 0


def test_lengths_in_another_unit():
    found = compare_splitters(SHORT, chunk_size=5, length_function=count_words)
    assert "characters" not in found.names
    assert all(row["longest"] <= 5 and row["ok"] for row in found.rows)
    with pytest.raises(ValueError, match="'characters' counts characters"):
        compare_splitters(SHORT, ["characters"], length_function=count_words)


def test_functions_are_compared_like_any_other():
    text = load_text("maintenance_prose")
    found = compare_splitters(
        text,
        {"n-grams": lambda d: ngram_chunks(d.text), "fixed": lambda d: fixed_chunk(d.text), "nothing": lambda d: []},
        chunk_size=None,
        normalize="whitespace",
    )
    n_grams, fixed, nothing = found.rows
    lost = (len(text.split()) - 8) % 5
    assert lost and not n_grams["ok"] and n_grams["coverage"] < 1 and n_grams["blow_up"] > 1.5
    assert fixed["ok"] and fixed["longest"] == 500
    assert (nothing["chunks"], nothing["coverage"], nothing["median"], nothing["ok"]) == (0, 0.0, None, False)
    assert [row[1] for row in found.table().rows] == ["no", "yes", "no"]


def test_a_function_is_measured_against_the_size_that_is_given():
    (row,) = compare_splitters("x" * 30, {"whole": lambda d: [d.text]}, chunk_size=20).rows
    assert not row["ok"]


# --- how it looks ----------------------------------------------------------------------------------------------


def test_the_table_says_what_was_asked_and_shows_every_splitter():
    found = compare_splitters(Document(SHORT, source="note.txt"), chunk_size=20)
    lines = repr(found).splitlines()
    assert lines[0] == "note.txt, size 20, overlap 0"
    assert lines[1].split()[:5] == ["splitter", "ok", "chunks", "median", "shortest"]
    assert [line.split()[0] for line in lines[2:]] == list(ALWAYS)
    assert lines[2].split()[1] == "yes" and "100 %" in lines[2]
    assert "note.txt" in found._repr_html_() and "cut sentences" in found._repr_html_()


def test_a_coverage_is_never_rounded_up_to_all():
    found = compare_splitters("x" * 99999 + " y", {"cut": lambda d: ["x" * 99999]}, chunk_size=None)
    assert "99.9 %" in repr(found) and "100 %" not in repr(found)


def test_names_are_never_markup():
    found = compare_splitters(
        Document(SHORT, source="<script>alert(1)</script>"), {"<b>x</b>": lambda d: [d.text]}, chunk_size=None
    )
    assert "<script>" not in found._repr_html_() and "<b>x" not in found._repr_html_()
    found = Comparison(found.document, {}, {}, {"code": "needs <i>this</i>"}, None, 0)
    assert "<i>" not in found._repr_html_() and repr(found).endswith("code is left out: needs <i>this</i>")


# --- what cannot be used ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "settings", "kind", "said"),
    [
        (("",), {}, ValueError, "the document has no text"),
        ((Document(" \n", source="empty.txt"),), {}, ValueError, "the document 'empty.txt' has no text"),
        ((b"x",), {}, TypeError, "text must be a str or a Document, not bytes"),
        (
            (SHORT, ["paragraphs"]),
            {},
            ValueError,
            "there is no splitter 'paragraphs'; choose from characters, ",
        ),
        ((SHORT, "sentences"), {}, TypeError, "settings must be a list of names or a dict of functions, not str"),
        ((SHORT, [3]), {}, TypeError, "the name of a splitter must be a str, not int (3)"),
        ((SHORT, []), {}, ValueError, "settings is empty"),
        ((SHORT, {"own": 3}), {}, TypeError, "settings['own'] must be a function of the document, not 3"),
        ((SHORT,), {"chunk_size": 0}, ValueError, "chunk_size=0 must be at least 1"),
        ((SHORT,), {"chunk_size": None}, TypeError, "chunk_size must be an int"),
        ((SHORT,), {"chunk_size": 2.5}, TypeError, "chunk_size must be an int, not float (2.5)"),
        ((SHORT, None, 10, 10), {}, ValueError, "chunk_overlap=10 must be at least 0 and smaller than chunk_size=10"),
        ((SHORT, None, 10, -1), {}, ValueError, "chunk_overlap=-1 must be"),
        ((SHORT,), {"length_function": 3}, TypeError, "length_function must be callable"),
        ((SHORT, ["table"]), {}, ValueError, "row"),
    ],
)
def test_what_cannot_be_compared(given, settings, kind, said):
    with pytest.raises(kind) as caught:
        compare_splitters(*given, **settings)
    assert said in str(caught.value)


def test_without_other_packages_it_still_compares_and_says_what_is_left_out():
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from ragchunk_lessons.evaluating.comparing import compare_splitters\n"
        "from ragchunk_lessons.document import Document\n"
        "found = compare_splitters(Document('# A\\n\\nOne two. Three four.', source='a.md'), chunk_size=10)\n"
        "print(found.names, sorted(found.left_out), [row['cut_sentences'] for row in found.rows])\n"
        "print(found)\n"
        "print('numpy' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "['characters', 'recursive'] ['markdown', 'mixed', 'sentences'] [None, None]"
    assert any("markdown is left out: " in line and "pip install" in line for line in lines) and lines[-1] == "False"


# --- one of them -----------------------------------------------------------------------------------------------


def scored(names, values):
    """Scores as ``sweep`` gives them: for each splitter one recall a question."""
    from ragchunk_lessons.evaluating.questions import Answer, Question
    from ragchunk_lessons.evaluating.scores import Evaluation, Score
    from ragchunk_lessons.evaluating.sweeps import Setting, Sweep

    def rows(recalls):
        for number, recall in enumerate(recalls):
            asked = Question("How?", (Answer(0, 3, "One"),), f"q{number}")
            yield Score(asked, float(recall == 1), float(recall == 1), recall, recall, recall, 1, 1, 3)

    made = zip(names, values, strict=True)
    return Sweep("splitter", tuple(Setting(name, Evaluation(tuple(rows(one)), 1), None) for name, one in made), None)


def test_least_damage_is_chosen_and_every_other_one_has_a_reason():
    found = choose_splitter(compare_splitters(Document(TABLE, source="a.md"), chunk_size=120))
    assert found.name == "markdown" and found.reasons["markdown"] == "chosen"
    assert found.reasons["mixed"] == "no better than markdown"
    assert found.reasons["characters"] == "more damage than 0"
    assert list(found.reasons) == ["characters", "recursive", "sentences", "markdown", "mixed"]
    assert repr(found).splitlines()[0].split() == ["splitter", "damage", "verdict"]


def test_what_labels_its_chunks_comes_first_among_equals():
    short = read_pages("One.\fTwo.")
    assert choose_splitter(compare_splitters(short)).name == "pages"
    assert choose_splitter(compare_splitters("One.")).name == "sentences"
    assert choose_splitter(compare_splitters("One.", ["characters", "recursive"])).name == "recursive"


def test_what_loses_text_is_never_chosen_however_well_it_scores():
    ways = {"lossy": lambda d: ["One two."], "whole": lambda d: [d.text]}
    comparison = compare_splitters("One two. Three.", ways, chunk_size=None)
    found = choose_splitter(comparison, scored(comparison.names, [[1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0]]))
    assert found.name == "whole" and found.reasons["lossy"] == "not ok: read its audit"
    with pytest.raises(ValueError, match="none of lossy is ok"):
        choose_splitter(compare_splitters("One two. Three.", {"lossy": ways["lossy"]}, chunk_size=None))


def test_only_a_sure_difference_in_score_outweighs_damage():
    # Windows of 20 cut words, sentences do not; so only the scores can speak for the windows.
    comparison = compare_splitters(SHORT, ["characters", "sentences"], chunk_size=40)
    assert damage(comparison.rows[0]) > damage(comparison.rows[1]) == 0
    sure = choose_splitter(comparison, scored(comparison.names, [[1] * 10, [0] * 8 + [1] * 2]))
    assert (sure.name, sure.reasons["sentences"]) == ("characters", "finds less than characters")
    unsure = choose_splitter(comparison, scored(comparison.names, [[1] * 10, [0] * 1 + [1] * 9]))
    assert (unsure.name, unsure.reasons["characters"]) == ("sentences", "more damage than 0")
    assert [row[2] for row in unsure.rows] == [1.0, 0.9] and "recall" in repr(unsure)


def test_scores_of_other_splitters_are_refused():
    comparison = compare_splitters(SHORT, ["sentences"])
    with pytest.raises(ValueError, match=r"the scores are about \['recursive'\], the comparison is about \['sent"):
        choose_splitter(comparison, scored(["recursive"], [[1]]))


def test_a_choice_needs_a_comparison_and_a_metric_that_grows_with_what_is_found():
    comparison = compare_splitters("One.", ["characters", "recursive"])
    for metric in ("nope", "characters"):
        with pytest.raises(ValueError, match=f"metric='{metric}' must be one of hit, "):
            choose_splitter(comparison, scored(comparison.names, [[1], [1]]), metric)
    with pytest.raises(TypeError, match="of compare_splitters, not list"):
        choose_splitter(comparison.rows)


def test_what_a_terminal_or_a_browser_would_obey_is_made_visible_in_a_table():
    found = compare_splitters(
        Document("One two.", "a\x1b[31m\u202e\n\ud83d.md"), {"x\x00\u2028y": lambda document: ["One two."]}
    )
    for shown in (repr(found), found._repr_html_().partition("</style>")[2]):
        assert "a\\x1b[31m\\u202e\\n\\ud83d.md" in shown and "x\\x00\\u2028y" in shown
        assert not set(shown) & set("\x1b\u202e\ud83d\x00\u2028")
