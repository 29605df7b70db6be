"""benchmarks questions: three formats read and checked span by span, and figures that follow from them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from fake_embedders import by_hash

from benchmarks import questions
from benchmarks.formats import read_corpus, read_questions
from ragchunk_lessons.evaluate import evaluate_retrieval
from ragchunk_lessons.searching.keyword import KeywordIndex
from ragchunk_lessons.splitters.sentences import split_sentences

ROOT = Path(__file__).resolve().parent.parent
PUMP = "The pump stands in the hall. Grease the bearing every year. Wait ten minutes before a restart."
TANK = "The tank holds forty cubic metres. A float shows its level."


def span(text, words):
    return {"start": text.index(words), "end": text.index(words) + len(words), "text": words}


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    (folder / "pump.txt").write_text(PUMP, encoding="utf-8")
    (folder / "more" / "tank.md").write_text(TANK, encoding="utf-8")
    (folder / "notes.pdf").write_bytes(b"no text")
    return folder


def saved(folder, content, name="questions.json"):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


ROWS = [
    {
        "question": "How often is the bearing greased?",
        "document": "pump",
        "answers": [span(PUMP, "Grease the bearing every year.")],
    },
    {
        "question": "How much does the tank hold?",
        "document": "tank",
        "id": "size",
        "answers": [span(TANK, "forty cubic metres")],
    },
]


# --- our own format -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [json.dumps(ROWS), "\n".join(json.dumps(row) for row in ROWS) + "\n"])
def test_ragchunk(tmp_path, corpus, content):
    found = read_questions(saved(tmp_path, content), [corpus])
    assert {one.source: one.text for one in found.documents} == {"pump": PUMP, "tank": TANK}
    assert [one.id for one in found.questions] == ["q1", "size"]
    assert [one.answers[0].text for one in found.questions] == ["Grease the bearing every year.", "forty cubic metres"]
    assert (found.skipped, found.mismatches) == ({}, [])


def test_spans_that_do_not_fit_stop_the_run_with_their_number(tmp_path, corpus):
    wrong = json.loads(json.dumps(ROWS))
    wrong[1]["answers"][0]["start"] += 1
    path = saved(tmp_path, [*wrong, {**ROWS[0], "document": "boiler"}, {"question": "What?"}, "row"])
    with pytest.raises(ValueError, match="4 of 5 questions cannot be used") as error:
        read_questions(path, [corpus])
    said = str(error.value)
    assert "\n  question 2 ('size'): answers[0]: 'tank' has 'orty cubic metres' at" in said
    assert "\n  question 3 ('q3'): answers[0]: no document is called 'boiler'; there are " in said
    assert "\n  and 1 more" in said and "--mismatch skip" in said and "question 5" not in said
    found = read_questions(path, [corpus], mismatch="skip")
    assert [one.id for one in found.questions] == ["q1"] and len(found.mismatches) == 4


def test_two_rows_of_one_id_are_refused(tmp_path, corpus):
    with pytest.raises(ValueError, match="has the id 'size' too"):
        read_questions(saved(tmp_path, [ROWS[1], ROWS[1]]), [corpus])


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "neither JSON nor JSONL"), ('{"rows": []}', "holds a dict"), ("[]", "no question that can be asked")],
)
def test_what_is_no_set_of_questions(tmp_path, corpus, content, said):
    with pytest.raises(ValueError, match=said):
        read_questions(saved(tmp_path, content), [corpus])


# --- SQuAD ----------------------------------------------------------------------------------------------------


def squad(*paragraphs, title="Pumps"):
    return {"version": "v2.0", "data": [{"title": title, "paragraphs": list(paragraphs)}]}


def asked(id, question, *answers, **more):
    return {"id": id, "question": question, "answers": [dict(answer_start=a, text=t) for a, t in answers], **more}


def test_squad_spans_index_the_whole_article(tmp_path):
    content = squad(
        {"context": TANK, "qas": [asked("a", "How much?", (TANK.index("forty"), "forty"))]},
        {
            "context": PUMP,
            "qas": [
                asked("b", "How long?", (PUMP.index("ten"), "ten"), *[(PUMP.index("Wait"), "Wait ten minutes")] * 2),
                asked("c", "Who?", is_impossible=True, plausible_answers=[{"answer_start": 0, "text": "The pump"}]),
                asked("d", "Why?"),
            ],
        },
    )
    content["data"] += squad({"context": PUMP, "qas": []})["data"]
    found = read_questions(saved(tmp_path, content), format="squad")
    assert [(one.source, one.text) for one in found.documents] == [
        ("Pumps", f"{TANK}\n\n{PUMP}"),
        ("Pumps (2)", PUMP),
    ]
    for question, words in zip(found.questions, ["forty", "Wait ten minutes"], strict=True):
        (answer,) = question.answers
        assert answer.source == "Pumps" and found.documents[0].text[answer.start : answer.end] == words
    assert [one.id for one in found.questions] == ["a", "b"]
    assert found.skipped == {"no answer": 2} and found.mismatches == []


def test_squad_answers_that_stand_elsewhere_are_counted(tmp_path):
    path = saved(
        tmp_path, squad({"context": TANK, "qas": [asked("a", "?!x", (5, "forty")), asked("b", "y", (4, "tank"))]})
    )
    with pytest.raises(ValueError, match=r"1 of 2 questions cannot be used:\n  question 1 \('a'\): "):
        read_questions(path, format="squad")
    assert [one.id for one in read_questions(path, format="squad", mismatch="skip").questions] == ["b"]


@pytest.mark.parametrize(
    "content", [[], {"data": [{"title": "A"}]}, squad({"qas": []}), squad({"context": None, "qas": []})]
)
def test_what_is_no_squad(tmp_path, content):
    with pytest.raises(ValueError, match="is not in the format of SQuAD"):
        read_questions(saved(tmp_path, content), format="squad")


def test_squad_without_any_answer_says_why_nothing_is_left(tmp_path):
    path = saved(tmp_path, squad({"context": TANK, "qas": [asked("a", "Who?")]}))
    with pytest.raises(ValueError, match="no answer: 1"):
        read_questions(path, format="squad")


# --- Chroma ---------------------------------------------------------------------------------------------------


def chroma(folder, rows, heads=("question", "references", "corpus_id")):
    path = folder / "questions_df.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        writer.writerows(rows)
    return path


def references(text, *words):
    return json.dumps(
        [{"content": w, "start_index": text.index(w), "end_index": text.index(w) + len(w)} for w in words]
    )


def test_chroma_references_are_needed_together(tmp_path, corpus):
    path = chroma(
        tmp_path,
        [
            ['Which "rules" hold, and\nwhen?', references(PUMP, "Grease the bearing", "Wait ten minutes"), "pump"],
            ["How much?", references(TANK, "forty cubic metres"), "tank"],
        ],
    )
    found = read_questions(path, [corpus], format="chroma")
    assert [[a.text for a in one.answers] for one in found.questions] == [
        ["Grease the bearing", "Wait ten minutes"],
        ["forty cubic metres"],
    ]
    assert found.questions[0].text == 'Which "rules" hold, and\nwhen?'
    assert {a.source for a in found.questions[0].answers} == {"pump"}


def test_a_line_end_is_one_character_in_chroma_and_stays_in_ours(tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes(b"One.\r\nTwo.")
    assert read_corpus([path])[0].text == "One.\r\nTwo."
    assert read_corpus([path], newlines=False)[0].text == "One.\nTwo."
    rows = [["What is second?", references("One.\nTwo.", "Two."), "note"]]
    assert len(read_questions(chroma(tmp_path, rows), [path], format="chroma").questions) == 1


@pytest.mark.parametrize(
    ("rows", "heads", "said"),
    [
        ([["q", "[]"]], ("question", "references"), "lacks the column corpus_id"),
        (
            [["q", "[{]", "pump"]],
            ("question", "references", "corpus_id"),
            "row 1 of questions_df.csv: references is no",
        ),
        ([["q", '[{"content": "a"}]', "pump"]], ("question", "references", "corpus_id"), "KeyError: 'start_index'"),
        ([["q", references(PUMP, "pump"), "boiler"]], ("question", "references", "corpus_id"), "is called 'boiler'"),
    ],
)
def test_what_is_no_chroma_set(tmp_path, corpus, rows, heads, said):
    with pytest.raises(ValueError, match=said):
        read_questions(chroma(tmp_path, rows, heads), [corpus], format="chroma")


# --- arguments ------------------------------------------------------------------------------------------------


def test_a_corpus_where_one_is_needed_and_only_there(tmp_path, corpus):
    path = saved(tmp_path, ROWS)
    with pytest.raises(ValueError, match="the format ragchunk needs the texts"):
        read_questions(path)
    with pytest.raises(ValueError, match="the format squad holds its own texts"):
        read_questions(path, [corpus], format="squad")
    with pytest.raises(ValueError, match="format='yaml' is unknown; known: ragchunk, squad, chroma"):
        read_questions(path, [corpus], format="yaml")
    with pytest.raises(ValueError, match="two documents are called 'pump'"):
        read_corpus([corpus, corpus / "pump.txt"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"holds no file that ends in \.txt or \.md"):
        read_corpus([tmp_path / "empty"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--splitter", "magic"], "'magic' is no splitter; known: characters, recursive"),
        (["--sizes", "100,0"], "'0' must be a whole number from 1"),
        (["--sizes", "100", "--overlap", "100"], "chunk_overlap=100 must be smaller than chunk_size=100"),
        (["--embedder", "unknown"], "name='unknown' is not a model known here"),
        (["--out", "missing/figures.json"], "does not exist; create it first"),
        (["--documents", "1", "--limit", "0"], "'0' must be a whole number from 1"),
    ],
)
def test_what_cannot_be_used_is_said_before_any_work(tmp_path, corpus, capsys, arguments, said):
    path = saved(tmp_path, ROWS)
    with pytest.raises(SystemExit) as stopped:
        questions.main(["--questions", str(path), "--corpus", str(corpus), *arguments])
    assert stopped.value.code == 2 and said in capsys.readouterr().err


# --- figures --------------------------------------------------------------------------------------------------


def test_the_table_and_the_file_say_what_the_evaluator_says(tmp_path, corpus, capsys):
    path, out = saved(tmp_path, ROWS), tmp_path / "figures.json"
    arguments = ["--questions", str(path), "--corpus", str(corpus), "--splitter", "sentences,characters"]
    questions.main([*arguments, "--sizes", "40,60", "--k", "1", "--embedder", "bm25", "--out", str(out)])
    printed = capsys.readouterr()
    found = read_questions(path, [corpus])
    chunks = [chunk for document in found.documents for chunk in split_sentences(document, 40)]
    expected = evaluate_retrieval(KeywordIndex(chunks), found.questions, 1)
    content = json.loads(out.read_text(encoding="utf-8"))
    assert [(one["splitter"], one["size"]) for one in content["settings"]] == [
        ("sentences", 40),
        ("sentences", 60),
        ("characters", 40),
        ("characters", 60),
    ]
    first = content["settings"][0]
    assert first["chunks"] == len(chunks) == 5
    assert first["hit"]["mean"] == expected.hit_rate == 1.0 and first["iou"]["mean"] == round(expected.iou, 4)
    assert first["against_first"]["recall"] == {"mean": 0, "low": 0, "high": 0}
    assert content["settings"][2]["against_first"]["hit"]["mean"] < 0
    assert (content["questions"], content["documents"], content["k"], content["budget"]) == (2, 2, 1, None)
    assert str(tmp_path) not in out.read_text(encoding="utf-8")
    assert f"2 questions, 2 documents, {len(PUMP) + len(TANK)} characters" in printed.out
    assert "1.00 [1.00, 1.00]" in printed.out and "sentences 40" in printed.out
    assert "[1/4] sentences 40: 5 chunks to index" in printed.err and "[4/4] characters 60" in printed.err


def test_limits_and_what_is_left_out_are_said(tmp_path, corpus, capsys):
    wrong = {**ROWS[0], "document": "tank", "id": "wrong"}
    path = saved(tmp_path, [*ROWS, wrong])
    arguments = ["--questions", str(path), "--corpus", str(corpus), "--embedder", "bm25", "--mismatch", "skip"]
    questions.main([*arguments, "--limit", "1"])
    said = capsys.readouterr().out
    assert "1 questions, 2 documents" in said and "left out, cannot be used: 1" in said
    assert "2000 characters a question" in said
    questions.main([*arguments, "--documents", "1"])
    assert f"1 questions, 1 documents, {len(TANK)} characters" in capsys.readouterr().out


def test_the_model_reads_each_question_once(tmp_path, corpus, monkeypatch):
    seen = []

    class Model:
        name, max_tokens = "fake", None

        def __call__(self, texts):
            seen.extend(texts)
            vectors = by_hash(texts)
            return vectors / (vectors**2).sum(axis=1, keepdims=True) ** 0.5

    monkeypatch.setattr("ragchunk_lessons.models.load_embedder", lambda name: Model())
    found = read_questions(saved(tmp_path, ROWS), [corpus])
    results = questions.run(found, [("recursive", 40), ("recursive", 60)], budget=50)
    assert len(results) == 2 and all(one.budget == 50 for *_, one in results)
    assert [seen.count(row["question"]) for row in ROWS] == [1, 1]
    assert seen[2:] and all(text in PUMP + TANK for text in seen[2:])


def test_it_runs_as_a_command_and_the_other_benchmark_still_does(tmp_path, corpus):
    path = saved(tmp_path, ROWS)
    command = [sys.executable, "-m", "benchmarks"]
    arguments = ["questions", "--questions", path, "--corpus", corpus, "--embedder", "bm25", "--splitter", "sentences"]
    run = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0 and "sentences 500" in run.stdout, run.stderr
    other = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert "--quick" in other.stdout and "--questions" not in other.stdout


def test_titles_that_look_numbered_stay_apart(tmp_path):
    article = {
        "paragraphs": [
            {"context": "Wait.", "qas": [{"question": "q", "answers": [{"answer_start": 0, "text": "Wait."}]}]}
        ]
    }
    titles = ["A", "A (2)", "A", "A"]
    (tmp_path / "squad.json").write_text(json.dumps({"data": [{"title": title, **article} for title in titles]}))
    found = read_questions(tmp_path / "squad.json", format="squad")
    assert [one.source for one in found.documents] == ["A", "A (2)", "A (3)", "A (4)"]


def test_a_text_in_another_encoding_is_named(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    with pytest.raises(ValueError, match=r"a\.txt is no text in UTF-8: .* at byte 3"):
        read_corpus([tmp_path])


def test_a_folder_for_the_figures_is_refused_before_any_work(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        questions.main(["--questions", str(tmp_path / "none.json"), "--corpus", str(tmp_path), "--out", str(tmp_path)])
    assert stopped.value.code == 2 and "is a folder; give the name of a file in it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"), [(b"caf\xe9", "is no text in UTF-8"), (b"[" * 10**5, "nested too deeply")]
)
def test_questions_that_cannot_be_read_are_named(tmp_path, content, said):
    (tmp_path / "a.txt").write_text("Wait.")
    (tmp_path / "asked.json").write_bytes(content)
    with pytest.raises(ValueError, match=f"asked.json .*{said}"):
        read_questions(tmp_path / "asked.json", [tmp_path / "a.txt"])
