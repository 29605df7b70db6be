"""The figures that changed between two versions, and the feed."""

import json
import re
import sys
from xml.etree import ElementTree

import pytest
from lesson_frame import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import book_changes

from ragchunk_lessons import claims, open_questions

ATOM = "{http://www.w3.org/2005/Atom}"
OLD = {"claim-a": "Two chunks. (corrected)", "claim-b": "Same. (refuted)", "question-c": "0.70"}
NEW = {"claim-b": "Same. (refuted)", "claim-a": "Three chunks. (reproduced)", "claim-d": "New & fine. (refuted)"}


def small_project(folder, changelog, today=NEW, **kept):
    """A folder with a changelog, the stored outputs of today and the figures of releases."""
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{changelog}", encoding="utf-8")
    (folder / "book" / "figures").mkdir(parents=True)
    rows = {"claim": "", "question": ""}
    for name, words in today.items():
        kind, _, own = name.partition("-")
        measured, _, verdict = words.rstrip(")").partition(" (")
        cell = f'<td>{measured.replace("&", "&amp;")}</td><td><i aria-hidden="true">✓</i><b>{verdict}</b></td>'
        rows[kind] += f'<tr id="{kind}-{own}"><th>x</th>{cell}</tr>'
    for kind, page in book_changes.PAGES.items():
        output = {"data": {"text/html": [f"<table>{rows[kind]}</table>"]}}
        text = json.dumps({"cells": [{"cell_type": "code", "outputs": [output]}]})
        (folder / f"{page}.ipynb").write_text(text, encoding="utf-8")
    for version, figures in kept.items():
        path = folder / "book" / "figures" / f"{version.replace('_', '.').removeprefix('v')}.json"
        path.write_text(json.dumps(figures), encoding="utf-8")
    return folder


def test_two_sets_of_figures_are_compared():
    assert book_changes.compared(OLD, NEW) == [
        ("claim", "a", "Two chunks. (corrected)", "Three chunks. (reproduced)"),
        ("claim", "d", "", "New & fine. (refuted)"),
        ("question", "c", "0.70", ""),
    ]
    assert book_changes.compared(NEW, NEW) == []


def test_what_is_not_released_is_compared_with_the_last_release(tmp_path):
    changelog = (
        "## 0.3.0, unreleased\n\n- Third.\n\n## 0.2.0, 2027-02-01\n\n- Second.\n\n## 0.1.0, 2027-01-01\n\n- First.\n"
    )
    small_project(tmp_path, changelog, v0_2_0=OLD, v0_1_0=OLD)
    found = book_changes.changes(tmp_path)
    assert list(found) == ["0.3.0", "0.2.0"]
    assert [one.name for one in found["0.3.0"]] == ["a", "d", "c"] and found["0.2.0"] == []
    said = [book_changes.sentence(one) for one in found["0.3.0"]]
    assert said[0] == "was: Two chunks. (corrected) Now: Three chunks. (reproduced)"
    assert said[1].startswith("new: ") and said[2].startswith("gone; was: ")


def test_the_first_version_has_changed_nothing(tmp_path):
    assert book_changes.changes(small_project(tmp_path, "## 0.1.0, unreleased\n\n- All.\n")) == {}


def test_the_figures_of_the_book_are_all_rows_of_both_pages():
    found = book_changes.figures(ROOT)
    wanted = {f"claim-{row.id}": row.verdict for row in claims.CLAIMS}
    assert {name: text.rsplit("(", 1)[1].rstrip(")") for name, text in found.items() if name in wanted} == wanted
    questions = {f"question-{row.id}" for row in open_questions.QUESTIONS}
    assert set(found) == {*wanted, *questions} and all(found.values())


def test_every_heading_of_the_changelog_is_read():
    headings = re.findall(r"(?m)^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    read = [f"{one.name}, {one.date or 'unreleased'}" for one in book_changes.versions(ROOT)]
    assert read == headings


def test_a_released_version_kept_its_figures():
    """`python scripts/book_changes.py VERSION` is part of a release."""
    for one in book_changes.versions(ROOT):
        assert not one.date or book_changes.snapshot(ROOT, one.name), one.name


@pytest.mark.parametrize("base", ["", "https://example.org/book/"])
def test_the_feed_is_atom(tmp_path, base):
    changelog = "## 0.2.0, unreleased\n\n- Second & `code`.\n\n## 0.1.0, 2027-01-01\n\n- First.\n"
    small_project(tmp_path, changelog, v0_1_0=OLD)
    root = ElementTree.fromstring(book_changes.feed(tmp_path, "Book", "Authors", base))
    assert root.tag == f"{ATOM}feed"
    for holder in (root, *root.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(holder.findall(f"{ATOM}{name}")) == 1, f"{name} must stand once"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", holder.find(f"{ATOM}updated").text)
        assert re.fullmatch(r"tag:ragchunk-lessons,2026:\S+", holder.find(f"{ATOM}id").text)
    ids = [one.text for one in root.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) == 3 and root.find(f"{ATOM}author/{ATOM}name").text == "Authors"
    newest, oldest = root.iter(f"{ATOM}entry")
    assert oldest.find(f"{ATOM}updated").text == "2027-01-01T00:00:00Z"
    content = newest.find(f"{ATOM}content")
    assert content.get("type") == "html" and "<li>Second &amp; <code>code</code>.</li>" in content.text
    assert "<code>d</code> new: New &amp; fine. (refuted)" in content.text
    assert "<code>" not in oldest.find(f"{ATOM}content").text
    links = {(one.get("rel"), one.get("href")) for one in root.iter(f"{ATOM}link")}
    own = {("self", f"{base}changes.xml")} if base else set()
    assert links == {("alternate", f"{base}book/changes.html"), *own}


def test_the_command_refuses_a_version_that_the_changelog_lacks(capsys):
    assert book_changes.main(["9.9.9"]) == 2
    assert book_changes.versions(ROOT)[0].name in capsys.readouterr().err
