"""The format of a question set: what is read, what is checked, and what each message says."""

from __future__ import annotations

import json

import pytest

from ragchunk_lessons import Document
from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.evaluating.questions import Answer, Question, load_questions

TEXT = "Close the valve. Wait ten minutes.\nClose the drain. 先断电。"
MANUAL = Document(TEXT, source="manual")
WAIT = {"start": 17, "end": 34, "text": "Wait ten minutes."}


def row(*answers, **more):
    return {"question": "How long?", "answers": list(answers), **more}


@pytest.mark.parametrize(
    ("manual", "questions", "count"),
    [("station_manual", "station_questions", 50), ("station_manual_zh", "station_questions_zh", 30)],
)
def test_the_station_sets(manual, questions, count):
    rows = load_json(questions)
    found = load_questions(rows, Document(load_text(manual), source=manual))
    assert len(found) == count and [question.id for question in found] == [row["id"] for row in rows]
    assert {answer.source for question in found for answer in question.answers} == {manual}
    assert [question.metadata["kind"] for question in found] == [row["kind"] for row in rows]
    assert [len(question.answers) for question in found] == [len(row["answers"]) for row in rows]
    alone = load_questions(rows)
    assert [q.answers[0].text for q in alone] == [q.answers[0].text for q in found]
    assert {answer.source for question in alone for answer in question.answers} == {""}


def test_rows_and_what_they_become():
    one, two = load_questions([row(WAIT, id=7, kind="plain"), row([0, 16], WAIT)], MANUAL)
    assert one == Question("How long?", (Answer(17, 34, "Wait ten minutes.", "manual"),), "7", {"kind": "plain"})
    assert two.id == "q2" and [a.text for a in two.answers] == ["Close the valve.", "Wait ten minutes."]
    assert load_questions([one, two]) == [one, two] == load_questions([one, two], MANUAL)
    assert load_questions([Question("Why?", one.answers)])[0].id == "q1"
    assert load_questions([]) == []


def test_an_answer_may_be_given_by_its_text_alone():
    (found,) = load_questions([row({"text": "先断电。"})], MANUAL)
    assert (found.answers[0].start, found.answers[0].end) == (52, 56) and TEXT[52:56] == "先断电。"
    with pytest.raises(ValueError, match="'Close the' occurs more than once; give start and end, or a longer text"):
        load_questions([row({"text": "Close the"})], MANUAL)
    with pytest.raises(ValueError, match="does not hold 'Open it'; copy the answer"):
        load_questions([row({"text": "Open it"})], MANUAL)


def test_several_documents_are_told_apart_by_name():
    other = Document("Wait ten minutes.", source="other")
    found = load_questions(
        [row({**WAIT, "document": "manual"}, {"text": "Wait ten", "document": "other"})], [MANUAL, other]
    )
    assert [(answer.source, answer.start) for answer in found[0].answers] == [("manual", 17), ("other", 0)]
    (same,) = load_questions([row(WAIT, document="manual")], [MANUAL, other])
    assert same.answers[0].source == "manual"
    with pytest.raises(ValueError, match='the span names no document, and there are 2; add "document"'):
        load_questions([row(WAIT)], [MANUAL, other])
    with pytest.raises(ValueError, match="no document is called 'third'; there are 'manual', 'other'"):
        load_questions([row(WAIT, document="third")], [MANUAL, other])


@pytest.mark.parametrize("kind", ["json", "jsonl", "bom", "crlf", "one"])
def test_files(tmp_path, kind):
    rows = [row(WAIT, id="a"), row({**WAIT}, id="b", note="先断电")]
    lines = [json.dumps(one, ensure_ascii=False) for one in rows]
    content = {
        "json": json.dumps(rows),
        "jsonl": "\n".join(lines) + "\n",
        "bom": "\ufeff" + json.dumps(rows),
        "crlf": "\r\n\r\n".join(lines),
        "one": lines[0],
    }[kind]
    path = tmp_path / "questions"
    path.write_bytes(content.encode())
    wanted = load_questions(rows[:1] if kind == "one" else rows, MANUAL)
    assert load_questions(path, MANUAL) == wanted == load_questions(str(path), MANUAL)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[{", "is neither JSON nor JSONL: line 1"),
        ('{"question": 1}\n{"question', "is neither JSON nor JSONL: line 2"),
        ('"text"', "holds a str; it must be a list of rows"),
    ],
)
def test_files_that_are_none(tmp_path, content, message):
    path = tmp_path / "questions"
    path.write_text(content)
    with pytest.raises(ValueError, match=message):
        load_questions(path, MANUAL)
    with pytest.raises(FileNotFoundError):
        load_questions(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("error", "message", "bad"),
    [
        (TypeError, "question 2: a row must be a dict, not str", "text"),
        (ValueError, "question 2: the row lacks answers; it has question", {"question": "Why?"}),
        (ValueError, "question 2: the row lacks question and answers; it has nothing", {}),
        (ValueError, r"question 2 \('x'\): question=' ' is blank", row(WAIT, id="x", question=" ")),
        (TypeError, "question must be a str, not int", row(WAIT, question=5)),
        (ValueError, "answers is empty; a question needs at least one span", row()),
        (TypeError, "answers must be a list of spans, not str", {"question": "Why?", "answers": "Wait"}),
        (TypeError, r"answers\[0\]: a span must be", row(17)),
        (ValueError, r"answers\[1\]: a span needs both start and end", row(WAIT, {"start": 3})),
        (ValueError, r"span \[17:99\] does not lie in the 56 characters of 'manual'", row([17, 99])),
        (ValueError, r"span \[34:17\] does not lie", row([34, 17])),
        (ValueError, r"span \[-3:5\] does not lie", row([-3, 5])),
        (ValueError, r"span \[34:35\] is blank", row([34, 35])),
        (TypeError, r"start must be an int, not str \('17'\)", row(["17", 34])),
        (TypeError, "text must be a str, not list", row({**WAIT, "text": ["Wait"]})),
        (TypeError, "document must be a str, the source of the chunks, not int", row(WAIT, document=3)),
        (
            ValueError,
            r"'manual' has 'ait ten minutes.\\n' at \[18:35\], not 'Wait ten minutes.'; that text stands at \[17:34\]",
            row({**WAIT, "start": 18, "end": 35}),
        ),
        (ValueError, "not 'Wait an hour'; that text is not in it", row({**WAIT, "text": "Wait an hour"})),
        (ValueError, r"question 2 \('a'\): question 1 has the id 'a' too; ids must differ", row(WAIT, id="a")),
    ],
)
def test_bad_rows_are_named(error, message, bad):
    with pytest.raises(error, match=message):
        load_questions([row(WAIT, id="a"), bad], MANUAL)


def test_without_documents_the_text_is_needed_and_must_be_as_long_as_the_span():
    with pytest.raises(ValueError, match="a span needs start, end and text where no documents are given"):
        load_questions([row([17, 34])])
    with pytest.raises(ValueError, match=r"span \[17:35\] holds 18 characters and text has 17; count code points"):
        load_questions([row({**WAIT, "end": 35})])


def test_bad_input():
    with pytest.raises(TypeError, match="questions must be a path or a list of rows, not dict"):
        load_questions(row(WAIT))
    with pytest.raises(TypeError, match="text must be a str or a Document"):
        load_questions([row(WAIT)], 5)
    with pytest.raises(TypeError, match="answers must hold Answer, not tuple"):
        Question("Why?", ((0, 5),))
