"""One thing a hundred thousand times over: rows, blocks, marks and letters take time in step with their number."""

from __future__ import annotations

import random
from unicodedata import normalize

import pytest
from hostile import outcomes, posix

from ragchunk_lessons import audit, split_code, split_markdown
from ragchunk_lessons.auditing.last_place import last_place
from ragchunk_lessons.auditing.normal_form import is_normal, normal_form
from ragchunk_lessons.command import main
from ragchunk_lessons.document import Document
from ragchunk_lessons.splitters.recursive import split_recursive

AUDITED = "t = {}; c = split_recursive(t, {}); assert len(audit(t, c, {}).tables_without_header) == {}"
CASES = {
    "rows": AUDITED.format("'| a | b |\\n|---|---|\\n' + '| x | y |\\n' * 60_000", 40, 40, 15_000),
    "tables": AUDITED.format("'|a|\\n|-|\\n|b|\\n\\n' * 40_000", 20, 20, 0),
    "letters": "n = 160_000; assert not audit('a' * 4 * n, ['a' * 2 * n, 'a' * (n // 2) + 'b' + 'a' * (n // 2)]).ok",
    "marks": "t = 'a' + '\\u0315\\u0300' * 40_000; assert not audit(t, [t[:-1]], normalize='nfc').ok",
    "headings": "assert len(split_markdown('# a\\n' * 150_000, 500)) == 150_000",
    "items": "assert split_markdown('- a\\n' * 150_000, 500)",
    "statements": "assert split_code('- a\\n' * 250_000, 500)",
    "references": "assert split_mixed('[a]: b\\n' * 150_000, 500)",
}


@posix
def test_in_time_and_memory(tmp_path):
    load = "from ragchunk_lessons.searching.keyword import keywords"
    search = "assert keywords('a' + '\\u0315\\u0300' * 80_000)"
    assert {said.words for said in outcomes([load, search, *CASES.values()], tmp_path)} == {"ok"}


@pytest.mark.parametrize(
    ("split", "document", "said"),
    [
        (
            split_markdown,
            Document("# a\n" * 150_001),
            "the document has 150,001 lines of Markdown, and at most 150,000",
        ),
        (split_code, Document("a\n" * 500_001, "a.py"), "the source has 1,000,002 characters of Python, and at most"),
    ],
)
def test_more_is_refused(split, document, said):
    with pytest.raises(ValueError, match=f"{said}.*cut it in parts, or .*RAGCHUNK_LIMITS"):
        split(document, 500)


def test_rows_of_a_table_are_counted_as_before():
    text = "One.\n\n| a |\n|---|\n" + "| x |\n" * 50 + "\nTwo.\n\n| b |\n|---|\n| y |\n"
    found = audit(text, split_recursive(text, 30), 30).tables_without_header
    rows = [int(finding.detail.split()[1]) for finding in found]
    assert rows == [5] * 9 + [3]  # two stand with the header
    assert {finding.detail.split("[")[1].split("]")[0] for finding in found} == {"6:317"}


def test_the_last_place_is_that_of_rfind():
    chance = random.Random(1)
    for _ in range(3000):
        text = "".join(chance.choices("ab", [9, 1], k=chance.randint(0, 3000)))
        low = chance.randint(0, len(text))
        piece = text[low : low + chance.randint(1, 700)] or "a"
        if chance.random() < 0.3:
            piece = piece[: len(piece) // 2] + "b" + piece[len(piece) // 2 :]
        span = sorted((chance.randint(0, len(text) + 5), chance.randint(0, len(text) + 5)))
        assert last_place(text, piece, *span) == text.rfind(piece, *span)


def test_normal_forms_are_those_of_unicode_but_for_endless_marks():
    chance = random.Random(2)
    for _ in range(500):
        text = "".join(chance.choices("ae\u0301\u0315\u0300\u0323泵가\u1112\u1161\u11abﬁ", k=chance.randint(0, 500)))
        for form in ("NFC", "NFKC"):
            assert normal_form(form, text) == normalize(form, text)
            assert is_normal(form, text) == (text == normalize(form, text))
    long = "e" + "\u0301" * 2000
    assert normal_form("NFC", long) == "é" + "\u0301" * 1999 and is_normal("NFC", "é" + "\u0323" * 100) is False


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("a{99999999999}", "is no regular expression: the repetition number is too large"),
        ("(" * 900 + ")" * 900, "is no regular expression: nested too deeply"),
        ("(?i)" + "[\x01-\U0010ffff]" * 700, "has 3504 characters, more than 2000; part it"),
    ],
)
def test_patterns_that_cannot_be_compiled(tmp_path, monkeypatch, capsys, pattern, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("One.", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"text": "One."}\n', encoding="utf-8")
    assert main(["audit", "a.txt", "c.jsonl", "--ignore", pattern]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.filterwarnings("error")
def test_a_pattern_of_another_dialect_says_nothing_of_python(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("One.", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"text": "One."}\n', encoding="utf-8")
    assert main(["audit", "a.txt", "c.jsonl", "--ignore", "[[:alpha:]]"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("factor", ["inf", "1e300", "1e12"])
def test_no_limit_at_all(tmp_path, monkeypatch, capsys, factor):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAGCHUNK_LIMITS", factor)
    (tmp_path / "a.txt").write_text("One.", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"text": "One."}\n', encoding="utf-8")
    assert main(["audit", "a.txt", "c.jsonl"]) == 0
