"""The texts: the facts that lessons and tests rely on."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ragchunk_lessons import corpora
from ragchunk_lessons.corpora import DEFINITION, FOX, load_json, load_text, names

FOLDER = Path(corpora.__file__).parent


def test_the_quoted_definition():
    assert (len(DEFINITION), len(DEFINITION.split())) == (276, 42)
    assert len(FOX) == 44


def test_the_three_paragraphs_start_with_the_definition():
    paragraphs = load_text("rag_three_paragraphs").split("\n\n")
    assert paragraphs[0] == DEFINITION
    assert [len(paragraph) for paragraph in paragraphs] == [276, 282, 335]


def test_nine_sentences_on_three_topics():
    lines = load_text("nine_sentences").split("\n")
    assert len(lines) == 9
    assert [lines[number].split()[0] for number in (0, 3, 6)] == ["LangChain", "Transformers", "Python"]


@pytest.mark.parametrize(("name", "count"), [("ten_topics", 10), ("twenty_topics", 20)])
def test_each_topic_has_a_passage_and_a_question_that_no_other_has(name, count):
    rows = load_json(name)
    assert len(rows) == count
    assert all(row.keys() == {"topic", "passage", "question"} for row in rows)
    assert all(len({row[key] for row in rows}) == count for key in rows[0])
    assert all(row["question"].endswith("?") for row in rows)


def test_the_twenty_topics_begin_with_the_ten():
    assert load_json("twenty_topics")[:10] == load_json("ten_topics")


def test_the_chinese_texts():
    passage, text = load_text("chinese_500"), load_text("chinese_technical")
    assert len(passage) == 500 and passage in text
    assert 1400 <= len(text) <= 1600
    assert sum("\u4e00" <= char <= "\u9fff" for char in text) > 1000
    assert not any(mark in text.replace("14:20", "") for mark in ("?", ";", ": ", ", "))


def test_prose_and_codes_have_the_size_that_is_said():
    assert 2900 <= len(load_text("maintenance_prose")) <= 3100
    assert 1100 <= len(load_text("alarm_codes")) <= 1300
    assert load_text("alarm_codes").count(";") == 3 * len(load_text("alarm_codes").split("\n"))


def test_the_code_sample_is_a_program():
    tree = ast.parse(load_text("python_code"))
    assert [node.name for node in tree.body if isinstance(node, ast.ClassDef)] == ["Reading", "Log"]


@pytest.mark.parametrize("name", ["pump_manual_natural", "pump_manual_tuned"])
def test_the_pump_manual_has_ten_sections_of_four_paragraphs(name):
    sections = load_text(name).split("\n\n")
    assert [len(section.split("\n")) for section in sections] == [5] * 10
    assert all(section.startswith("## ") for section in sections)


def test_the_two_manuals_differ_in_four_paragraphs():
    natural, tuned = (load_text(name).split("\n") for name in ("pump_manual_natural", "pump_manual_tuned"))
    assert sum(a != b for a, b in zip(natural, tuned, strict=True)) == 4


def test_the_boundary_cases():
    cases = load_json("sentence_boundaries")
    assert {language: len(rows) for language, rows in cases.items()} == {"en": 40, "zh": 12}
    assert all("" not in row.split("|") for rows in cases.values() for row in rows)


def test_every_file_can_be_loaded_and_is_described():
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name in names():
        load = load_json if (FOLDER / f"{name}.json").exists() else load_text
        assert load(name)
        assert f"| `{name}` |" in readme
    assert {path.suffix for path in FOLDER.iterdir() if path.is_file()} == {".py", ".md", ".txt", ".json"}


def test_a_text_ends_without_a_line_end_and_a_file_with_one():
    for path in FOLDER.glob("*.txt"):
        assert path.read_bytes().endswith(b"\n") and b"\r" not in path.read_bytes()
        assert not load_text(path.stem)[-1].isspace()


@pytest.mark.parametrize("name", ["missing", "../document", "ten_topics"])
def test_a_text_that_is_not_there_is_named(name):
    with pytest.raises(ValueError) as error:
        load_text(name)
    assert str(error.value).startswith(f"no txt file is called {name!r}; choose one of alarm_codes, alarm_log_jsonl,")
    with pytest.raises(ValueError, match="no json file is called 'alarm_codes'"):
        load_json("alarm_codes")


def test_what_is_loaded_may_be_changed():
    load_json("ten_topics").clear()
    assert len(load_json("ten_topics")) == 10
