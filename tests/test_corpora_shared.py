"""The small inputs that several lessons share: the facts they carry."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from itertools import pairwise

import pytest

from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.published import adaptive_chunks, speaker_chunks, time_window_chunks

CALL = load_text("support_call").split("\n")


def call_records():
    matches = [re.fullmatch(r"\[(\d\d):(\d\d):(\d\d)\] (\w+: .+)", line) for line in CALL]
    return [(int(m[1]) * 3600 + int(m[2]) * 60 + int(m[3]), m[4]) for m in matches]


def test_the_call_is_silent_for_ten_minutes_once():
    times = [seconds for seconds, _ in call_records()]
    assert len(times) == 32 and times == sorted(times)
    gaps = [b - a for a, b in pairwise(times)]
    assert [gap for gap in gaps if gap > 60] == [609] and min(gaps) >= 6


def test_the_published_windows_lag_on_the_call_and_catch_up():
    records = call_records()
    said = {text: seconds for seconds, text in records}
    pieces = time_window_chunks(records)
    lags = [
        next(said[text] for text in said if piece["text"].startswith(text)) - piece["start_time"] for piece in pieces
    ]
    assert lags[:3] == [4, 8, 580] and lags[-1] < 60
    lagging = [lag for lag in lags if lag >= 60]
    assert lags[2:15] == lagging == sorted(lagging, reverse=True)


def test_the_call_of_speakers_misleads_the_rule_of_the_first_colon():
    speakers = [piece["speaker"] for piece in speaker_chunks(load_text("support_call_speakers"))]
    assert speakers == ["Ana", "Ben", "9", "10", "Ana", "Ben", "Ana", "Note", "Reset", "Valve", "Ben", "Ana"]


def test_the_chinese_call_has_wide_colons_only():
    lines = load_text("support_call_chinese").split("\n")
    assert sum("：" in line for line in lines) == 9 and len(lines) == 10
    assert not any(":" in line for line in lines)


@pytest.mark.parametrize(("name", "mark", "cues"), [("support_call_vtt", ".", 7), ("support_call_srt", ",", 3)])
def test_the_subtitles(name, mark, cues):
    text = load_text(name)
    stamp = rf"\d\d:\d\d:\d\d\{mark}\d\d\d"
    found = re.findall(rf"^({stamp}) --> ({stamp})$", text, re.MULTILINE)
    assert len(found) == cues and all(start < end for start, end in found)
    assert text.startswith("WEBVTT\n") == (mark == ".")
    assert found[-1][0].startswith("00:11:")


def test_the_parts_have_a_line_end_a_comma_and_quotes_inside_cells():
    rows = list(csv.DictReader(io.StringIO(load_text("spare_parts_csv"))))
    assert len(rows) == 6 and len(load_text("spare_parts_csv").split("\n")) == 8
    assert rows[1]["remark"] == "grease first,\nthen press in cold"
    assert rows[0] == {"part": "seal S-12", "fits": "pump 1, pump 2", "stock": "4", "remark": ""}
    assert '"I-2"' in rows[3]["remark"]


def test_the_fourth_line_of_the_log_is_broken_and_no_other():
    broken = []
    lines = load_text("alarm_log_jsonl").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            assert json.loads(line)["id"] == f"a-{100 + number}"
        except json.JSONDecodeError:
            broken.append(number)
    assert len(lines) == 5 and broken == [4]


def test_the_slides_hold_lines_that_are_no_borders():
    text = load_text("slides")
    assert text.count("\n---\n") == 5
    fence = text[text.index("```yaml") : text.rindex("```")]
    assert fence.count("\n---\n") == 2


def test_the_handbook_page_has_nine_headings_and_three_comments():
    lines = load_text("handbook_page").split("\n")
    hashes = [line for line in lines if line.startswith("#")]
    comments = [
        line
        for line in hashes
        if line
        in {
            "# load the settings of the station",
            "# start the program, then the pumps",
            "# copy the settings to the second disk",
        }
    ]
    assert len(comments) == 3
    assert [len(line.split()[0]) for line in hashes if line not in comments] == [1, 2, 3, 4, 2, 2]
    assert lines[lines.index("Contacts") + 1] == "--------"
    assert sum(line.startswith("```") for line in lines) == sum(line.startswith("~~~") for line in lines) == 2


def test_the_html_page_has_text_that_is_easily_lost():
    text = load_text("handbook_page_html")
    for part in (
        "<div>Text that stands directly",
        "<strong>red</strong> button, then <a",
        "<pre>\n",
        "<script>",
        "&nbsp;",
    ):
        assert text.count(part) == 1


def test_the_report_has_five_numbered_headings_and_one_trap():
    lines = load_text("inspection_report").split("\n")
    numbered = [line for line in lines if re.match(r"\d+(\.\d+)*\.? ", line)]
    assert numbered == [
        "1. Scope",
        "2. Findings",
        "2.1 Pumps",
        "2.5 hours of operation, which is too warm.",
        "2.2 Control box",
        "3. Measures",
    ]
    assert not re.match(r"\d", lines[0])


def test_the_inspection_table_has_thirty_rows_of_four_cells():
    lines = load_text("inspection_table").split("\n")
    assert len(lines) == 32 and all(line.count("|") == 5 for line in lines)
    assert [line.split("|")[1].strip() for line in lines[2:]] == [str(number) for number in range(1, 31)]
    assert len({line.split("|")[2] for line in lines[2:]}) == 30
    assert {line.split("|")[4].strip() for line in lines[2:]} == {"day", "week", "month", "quarter", "year"}


def test_the_mixed_page_holds_a_class_that_the_adaptive_recipe_cuts_in_two():
    text = load_text("code_and_prose")
    start, end = text.index("class Student"), text.index("\n\nThe limit")
    assert [node.name for node in ast.parse(text[start:end]).body[0].body] == ["__init__", "average"]
    pieces = adaptive_chunks(text)
    assert [piece.split("\n")[0] for piece in pieces if "self" in piece] == ["class Student:", "def average(self):"]
    assert [piece for piece in pieces if piece in text[text.index("The limit") : text.index("\n\nThree")]] == [
        "The limit is a rule of the school. It is well-known",
        "to all teachers, and it has not changed",
        "for ten years.",
    ]


KEYS = ["id", "heading", "previous", "pronoun", "named", "with_pronoun", "generic", "pronoun_then_name"]
KEYS += ["question", "question_without_subject", "distractors"]


def test_twenty_anchor_items_each_with_the_same_parts():
    items = load_json("anchor_items")
    assert len(items) == 20 and all(list(item) == KEYS for item in items)
    assert len({item["id"] for item in items}) == len({item["named"] for item in items}) == 20
    assert {item["pronoun"] for item in items} == {"It", "They", "This", "She", "He"}
    texts = [value for item in items for value in [*item.values(), *item["distractors"]] if isinstance(value, str)]
    assert all(text.strip() == text and text.isascii() for text in texts)


@pytest.mark.parametrize("item", load_json("anchor_items"), ids=lambda item: item["id"])
def test_the_variants_of_an_anchor_item_differ_only_in_how_they_name_the_subject(item):
    def words(text):
        return re.findall(r"[a-z]+", text.lower())

    name = words(item["heading"])
    # In some items the name has an article, or its last letter marks the plural.
    names = [*(word.rstrip("s") for word in name)]

    def holds_name(text):
        return all(any(word.startswith(part) for word in words(text)) for part in names)

    assert all(holds_name(item[key]) for key in ("named", "previous", "question", "pronoun_then_name"))
    assert not any(holds_name(item[key]) for key in ("with_pronoun", "generic", "question_without_subject"))
    assert item["with_pronoun"].startswith(item["pronoun"] + " ")
    assert item["pronoun_then_name"].startswith(item["pronoun"] + " ")
    rest = item["with_pronoun"].removeprefix(item["pronoun"])
    assert item["named"].endswith(rest) and item["generic"].endswith(rest)
    assert item["generic"].split()[0] in {"This", "These"}
    assert item["question"].endswith("?") and item["question_without_subject"].endswith("?")
    assert len(set(item["distractors"])) == 4


def test_eight_chinese_items():
    items = load_json("anchor_items_zh")
    assert len(items) == 8
    for item in items:
        assert item["named"].startswith(item["subject"]) and item["subject"] in item["question"]
        assert item["subject"] not in item["with_pronoun"] + item["question_without_subject"]
        assert item["question"].endswith("？") and item["question_without_subject"].endswith("？")
        assert not set(",?") & set("".join(item.values()))


def test_openings_of_both_kinds():
    rows = load_json("openings")
    assert [row["orphan"] for row in rows].count(True) == 32 and len(rows) == 68
    assert len({row["text"] for row in rows}) == 68


@pytest.mark.models
def test_the_name_is_what_a_question_finds():
    from ragchunk_lessons.models import load_embedder

    embed = load_embedder()
    first_three = {"named": 0, "with_pronoun": 0}
    for item in load_json("anchor_items"):
        scores = embed([item["named"], item["with_pronoun"], *item["distractors"]]) @ embed([item["question"]])[0]
        for place, key in enumerate(first_three):
            first_three[key] += sum(scores[2:] > scores[place]) < 3
    assert first_three["named"] == 20 and first_three["with_pronoun"] < 10
