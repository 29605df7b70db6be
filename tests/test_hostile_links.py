"""A folder from elsewhere brings in no file of this machine: links that lead outside it are left out and named."""

from __future__ import annotations

import os
import warnings

import pytest

from ragchunk_lessons.command import main
from ragchunk_lessons.readers._folder import LinkWarning, files_in


@pytest.fixture
def folder(tmp_path):
    """A folder ``docs`` with a document, a link inside it and one to a secret beside it."""
    inside = tmp_path / "docs"
    inside.mkdir()
    (tmp_path / "docs2").mkdir()
    (tmp_path / "docs2" / "secret.md").write_text("Secret words.\n", encoding="utf-8")
    (inside / "a.md").write_text("Words.\n", encoding="utf-8")
    try:
        (inside / "b.md").symlink_to(tmp_path / "docs2" / "secret.md")
        (inside / "c.md").symlink_to("a.md")
        (inside / "d.md").symlink_to("nowhere.md")
    except OSError:
        pytest.skip("this system allows no links")
    return inside


def names(paths):
    return [path.name for path in paths]


def test_a_link_that_leads_out_is_left_out_and_named(folder):
    with pytest.warns(
        LinkWarning, match=r"docs/b\.md leads outside the folder, so it was left out; name a link itself"
    ):
        assert names(files_in(folder)) == ["a.md", "c.md", "d.md"]


def test_many_are_counted(folder):
    for number in range(9):
        (folder / f"e{number}.md").symlink_to(folder.parent / "docs2" / "secret.md")
    with pytest.warns(
        LinkWarning, match=r"e0\.md, \S+e1\.md and 7 more lead outside the folder, so they were left out"
    ):
        files_in(folder)


def test_whoever_means_it_takes_them_in(folder, monkeypatch):
    monkeypatch.setenv("RAGCHUNK_LINKS", "follow")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert names(files_in(folder)) == ["a.md", "b.md", "c.md", "d.md"]


def test_a_folder_that_is_itself_a_link_is_the_one_that_was_named(folder, tmp_path):
    (folder / "b.md").unlink()
    (tmp_path / "link").symlink_to(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert names(files_in(tmp_path / "link")) == ["a.md", "c.md", "d.md"]


def test_the_command_says_so_in_one_line_and_goes_on(folder, monkeypatch, capsys):
    (folder / "d.md").unlink()
    monkeypatch.chdir(folder.parent)
    assert main(["split", "docs"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 2 and "Secret" not in out
    assert err.count("\n") == 1 and err.startswith("ragchunk: docs/b.md leads outside the folder")
    (folder.parent / "chunks.jsonl").write_text(out, encoding="utf-8")
    assert main(["audit", "docs", "chunks.jsonl"]) == 0
    assert "2 documents" in capsys.readouterr().out


def test_naming_the_link_itself_reads_it(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parent)
    assert main(["split", os.path.join("docs", "b.md")]) == 0
    out, err = capsys.readouterr()
    assert "Secret words." in out and not err


def test_a_corpus_leaves_them_out_too(folder, tmp_path):
    pytest.importorskip("pyarrow")
    from ragchunk_lessons.batch import split_corpus

    (folder / "d.md").unlink()
    with pytest.warns(LinkWarning, match="leads outside the folder"):
        assert split_corpus(folder, tmp_path / "out", workers=0).documents == 2
