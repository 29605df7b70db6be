"""The two station manuals and their questions: sizes, exact spans, kinds, and facts that must agree."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from ragchunk_lessons.corpora import load_json, load_text
from ragchunk_lessons.splitters.fixed import split_characters

EN, ZH = "station_manual", "station_manual_zh"
QUESTIONS = {EN: "station_questions", ZH: "station_questions_zh"}
BOTH = pytest.mark.parametrize("name", [EN, ZH])

# Words that a question in other words may share with its answer: they carry no topic.
FUNCTION_WORDS = set(
    "a an the of to in on at by for from with without into out up off if it its is are was were be been do does did "
    "may must can could has have had and or but not no nor as than that this there what which who when where how "
    "why i my you your its one so only then any".split()
)
KINDS = {
    "code",
    "crosses_cut",
    "long_paragraph",
    "one_of_three",
    "other_words",
    "plain",
    "procedure",
    "table_row",
    "two_spans",
}


def without_fences(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def headings(text: str) -> list[tuple[int, str]]:
    return [(len(marks), title) for marks, title in re.findall(r"^(#+) (.+)$", without_fences(text), re.M)]


def section(text: str, number: str) -> str:
    """The text below the heading with this number, up to the next heading of any level."""
    return re.search(rf"^#+ {re.escape(number)} .*\n((?:(?!^#).*\n?)*)", without_fences(text), re.M)[1]


def chapter(text: str, number: int) -> str:
    return re.search(rf"^## {number} .*?(?=^## |\Z)", text, re.M | re.S)[0]


def tables(text: str) -> list[list[list[str]]]:
    """Every pipe table as rows of cells; the row of dashes is left out."""
    found = re.findall(r"(?:^\|.*\|$\n?)+", without_fences(text), re.M)
    rows = [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n") if line] for table in found
    ]
    return [[row for row in table if not row[0].startswith("---")] for table in rows]


def table_after(text: str, number: str) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in tables(section(text, number))[0]}


def numbers(cells: list[str]) -> list[float]:
    return [float(re.match(r"[\d.]+", cell)[0]) for cell in cells]


def stems(text: str) -> set[str]:
    words = (word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in FUNCTION_WORDS)
    return {re.sub(r"(?:ing|ed|es|s|e)$", "", word) if len(word) > 4 else word for word in words}


def pairs_of_characters(text: str) -> set[str]:
    runs = re.findall(r"[\u4e00-\u9fff]+|[A-Za-z0-9-]+", text)
    return {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1)) if len(run) > 1 or run.isascii()}


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether no window of 500 characters holds the whole span."""
    return not any(chunk.start <= start and end <= chunk.end for chunk in split_characters(text, 500))


def test_sizes():
    english, chinese = load_text(EN), load_text(ZH)
    assert 45_000 <= len(english) <= 58_000
    assert 20_000 <= len(chinese) <= 28_000
    assert sum("\u4e00" <= char <= "\u9fff" for char in chinese) > 0.6 * len(chinese)
    assert max(len(line) for line in english.split("\n")) > 1200
    sentences = [len(s) for s in re.split(r"(?<=[.!?])\s+", english) if "|" not in s and "```" not in s]
    assert sum(length > 200 for length in sentences) >= 5
    assert sum(length < 50 for length in sentences) >= 50


@BOTH
def test_the_text_is_clean(name):
    text = load_text(name)
    assert not re.search(r"[ \t\u3000]+$|\t|\r|\n{3}|\ufeff", text, re.M)
    assert text.count("```") == 2 * 3


@pytest.mark.parametrize(
    ("name", "counts", "table_count"), [(EN, {1: 1, 2: 17, 3: 78}, 7), (ZH, {1: 1, 2: 22, 3: 97}, 8)]
)
def test_headings_and_tables(name, counts, table_count):
    text = load_text(name)
    assert Counter(level for level, _ in headings(text)) == counts
    numbered = [title.split()[0] for _, title in headings(text)[1:]]
    assert len(set(numbered)) == len(numbered)
    expected, above, below = [], 0, 0
    for level, _ in headings(text)[1:]:
        above, below = (above + 1, 0) if level == 2 else (above, below + 1)
        expected.append(str(above) if level == 2 else f"{above}.{below}")
    assert numbered == expected
    assert len(tables(text)) == table_count
    assert all(len({len(row) for row in table}) == 1 for table in tables(text))


@BOTH
def test_several_sections_are_one_line(name):
    text = load_text(name)
    bodies = [section(text, title.split()[0]).strip() for level, title in headings(text) if level == 3]
    assert all(bodies)
    assert sum("\n" not in body and len(body) < 90 for body in bodies) >= 3


@BOTH
def test_numbered_steps_count_from_one(name):
    steps = [int(step) for step in re.findall(r"^(\d+)\. ", load_text(name), re.M)]
    assert steps.count(1) >= 6
    assert all(b in (1, a + 1) for a, b in pairwise(steps))


@BOTH
def test_every_reference_leads_to_a_section(name):
    text = load_text(name)
    known = {title.split()[0] for _, title in headings(text)}
    found = re.findall(r"section (\d+\.\d+)" if name == EN else r"[见按] (\d+\.\d+)", text)
    assert len(found) >= 15
    assert set(found) <= known
    assert {row[-1] for row in tables(section(text, "13"))[0][1:]} <= known


@BOTH
def test_every_code_is_explained_once_and_every_explained_code_is_in_order(name):
    text = load_text(name)
    letters = [row[0] for number in ("8.2", "8.4") for row in tables(section(text, number))[0][1:]]
    assert letters == [f"E-{n}" for n in range(11, 25)] + [f"S-{n}" for n in range(31, 45)]
    assert set(re.findall(r"\b[A-Z]-\d+\b", text)) == set(letters)
    digits = [row[0] for row in tables(section(text, "8.3"))[0][1:]]
    assert digits == sorted(set(digits)) and len(digits) == 7
    assert set(re.findall(r"^\d\d:\d\d:\d\d +pump2 +(\d\d) ", text, re.M)) <= set(digits)
    assert set(re.findall(r"[Cc]ode (\d+)", text)) <= set(digits)


@BOTH
def test_a_code_that_points_to_a_section_is_named_in_its_heading(name):
    text = load_text(name)
    rows = [row for number in ("8.2", "8.4") for row in tables(section(text, number))[0][1:]]
    pointing = {row[0]: match[1] for row in rows if (match := re.search(r"(?:follow section|按) (8\.\d)", row[-1]))}
    assert set(pointing) == {"E-17", "E-20", "S-35"}
    titles = {title.split()[0]: title for _, title in headings(text)}
    assert all(code in titles[number] for code, number in pointing.items())


@BOTH
def test_three_pumps_with_limits_that_differ_and_make_sense(name):
    text = load_text(name)
    assert [chapter(text, n).split("\n")[0] for n in (5, 6, 7)] == (
        ["## 5 Pump 1", "## 6 Pump 2", "## 7 Pump 3"] if name == EN else ["## 5 1 号泵", "## 6 2 号泵", "## 7 3 号泵"]
    )
    compared, limits = table_after(text, "2.3"), table_after(text, "4.1")
    assert all(len(row) == 3 for row in [*compared.values(), *limits.values()])
    differing = [row for row in compared.values() if len(set(row)) == 3]
    assert len(differing) >= 10 and all(len(set(row)) == 3 for row in limits.values())
    rows = [numbers(row) for row in list(limits.values())[1:]]
    for low, high in zip(rows[:8:2], rows[1:8:2], strict=True):
        assert all(a < b for a, b in zip(low, high, strict=True))


@BOTH
def test_station_limits_stand_outside_the_limits_of_the_pumps(name):
    text = load_text(name)
    rows = [numbers(row) for row in list(table_after(text, "4.1").values())[1:]]
    start, stop, low_tank = rows[0], rows[1], rows[2]
    station = {code: numbers(row[1:2])[0] for code, row in table_after(text, "8.4").items() if re.match(r"\d", row[1])}
    assert station["S-31"] < min(low_tank)
    assert station["S-32"] < min(start)
    assert station["S-33"] > max(stop)
    assert station["S-35"] < station["S-34"]
    log = text[text.index("```console") :]
    false_level, reservoir = (float(re.search(rf"{code} +([\d.]+) m", log)[1]) for code in ("17", "S-32"))
    assert false_level > low_tank[1]
    assert reservoir < station["S-32"]


@BOTH
def test_what_is_said_twice_agrees(name):
    text = load_text(name)
    settings = dict(re.findall(r"^(skip_band_hz|lead) += ([\w-]+)", text, re.M))
    low, high = settings["skip_band_hz"].split("-")
    assert (f"between {low} and {high} Hz" if name == EN else f"{low}～{high} Hz") in section(text, "7.1")
    assert settings["lead"] == "pump1"
    gap = r"gap (?:is|to|between its halves is) (\d\.\d) mm" if name == EN else r"间隙[为调到]* ?(\d\.\d) mm"
    gaps = {re.search(gap, section(text, f"{n}.4"))[1] for n in (5, 6, 7)}
    assert len(gaps) == 3
    parts = tables(section(text, "14.1"))[0][1:]
    assert len({row[2] for row in parts}) == len(parts)
    assert set(re.findall(r"\b[AH][HS]-\d{4}\b", text)) == {row[2] for row in parts}
    seals = {match[0]: row[1] for row in parts if (match := re.search(r"\d\d mm$", row[0]))}
    for size, pump in seals.items():
        assert size in chapter(text, 4 + int(re.search(r"\d", pump)[0]))


@BOTH
def test_questions_have_exact_spans(name):
    text, rows = load_text(name), load_json(QUESTIONS[name])
    assert [row["id"] for row in rows] == [f"{'en' if name == EN else 'zh'}{n:02}" for n in range(1, len(rows) + 1)]
    assert len({row["question"] for row in rows}) == len(rows) == (50 if name == EN else 30)
    titles = {title for _, title in headings(text)}
    for row in rows:
        assert row.keys() == {"id", "question", "answers", "kind", "section"}
        assert row["question"].endswith("?" if name == EN else "？")
        assert row["section"] in titles
        at = 0
        for answer in row["answers"]:
            assert answer.keys() == {"start", "end", "text"}
            assert at <= answer["start"] < answer["end"] <= len(text)
            assert text[answer["start"] : answer["end"]] == answer["text"] == answer["text"].strip()
            assert text.count(answer["text"]) == 1
            assert len(answer["text"]) <= 500
            at = answer["end"]
        assert text.rindex("\n## " if "." not in row["section"] else "\n### ", 0, row["answers"][0]["start"]) == (
            text.index(f" {row['section']}\n") - (3 if "." not in row["section"] else 4)
        )


@BOTH
def test_kinds(name):
    rows = load_json(QUESTIONS[name])
    counts = Counter(kind for row in rows for kind in row["kind"])
    assert set(counts) <= KINDS
    least = (12, 10, 10, 15, 10, 4) if name == EN else (8, 5, 6, 10, 6, 3)
    wanted = ("crosses_cut", "other_words", "code", "one_of_three", "table_row", "two_spans")
    assert all(counts[kind] >= number for kind, number in zip(wanted, least, strict=True))
    for row in rows:
        assert row["kind"] == sorted(set(row["kind"])) and row["kind"]
        assert ("two_spans" in row["kind"]) == (len(row["answers"]) == 2)
        assert ("table_row" in row["kind"]) == all(answer["text"].startswith("|") for answer in row["answers"])
        if "one_of_three" in row["kind"]:
            assert re.search(r"Pump [123]" if name == EN else r"[123] 号泵", row["question"])
        if "code" in row["kind"]:
            section_numbers = {row["section"].split()[0]}
            assert re.search(r"[ES]-\d\d| \d\d", row["question"]) or section_numbers == {"8.4"}


@BOTH
def test_crossing_answers_cross_a_paragraph_a_step_or_a_window(name):
    text = load_text(name)
    crossing = [row["answers"][0] for row in load_json(QUESTIONS[name]) if "crosses_cut" in row["kind"]]
    for answer in crossing:
        assert re.search(r"\n\n|\n\d\. ", answer["text"]) or len(answer["text"]) > 250
    cut = sum(is_cut(text, answer["start"], answer["end"]) for answer in crossing)
    assert cut >= (8 if name == EN else 3)


def test_other_words_share_no_content_word_with_the_answer():
    rows = [row for row in load_json(QUESTIONS[EN]) if "other_words" in row["kind"]]
    shared = {row["id"]: stems(row["question"]) & stems(answer["text"]) for row in rows for answer in row["answers"]}
    assert {key: words for key, words in shared.items() if words} == {}
    assert stems("The pumps pumped at 48 Hz") & stems("pump 48") == {"pump", "48"}


def test_other_words_share_no_two_characters_in_chinese():
    rows = [row for row in load_json(QUESTIONS[ZH]) if "other_words" in row["kind"]]
    shared = {
        row["id"]: pairs_of_characters(row["question"]) & pairs_of_characters(row["answers"][0]["text"]) for row in rows
    }
    assert {key: words for key, words in shared.items() if words} == {}
    assert pairs_of_characters("电机过热") & pairs_of_characters("电机") == {"电机"}
