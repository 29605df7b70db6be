"""Files of a gigabyte, lines without an end and too many records: refused before they are read, in every subcommand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hostile import ROOT, command, outcomes, posix

from ragchunk_lessons.readers import _bounds, read_pages, read_table, read_text
from ragchunk_lessons.readers._decode import bytes_of

GIGABYTE = 2**30
OF_A_DOCUMENT = [
    "split a.txt",
    "compare a.txt",
    "show a.txt b.jsonl",
    "audit a.txt b.jsonl",
    "split a.jsonl",
    "split a.csv",
]
OF_CHUNKS = [
    "audit b.txt a.jsonl",
    "show b.txt a.jsonl",
    "audit b.txt a.csv",
    "show b.txt a.json",
    "audit b.txt a.parquet",
]


def large(path, size: int = GIGABYTE) -> None:
    """A file that begins with words and goes on with NUL bytes, which take no room on the disk."""
    with path.open("wb") as file:
        file.write(b"words " * 2000)
        file.truncate(size)


def few(folder) -> None:
    (folder / "b.txt").write_text("Words.\n", encoding="utf-8")
    (folder / "b.jsonl").write_text('{"text": "Words."}\n', encoding="utf-8")


@pytest.mark.parametrize("line", OF_A_DOCUMENT + OF_CHUNKS)
def test_a_gigabyte_is_refused_before_it_is_read(tmp_path, monkeypatch, capsys, line):
    from ragchunk_lessons.command import main

    few(tmp_path)
    monkeypatch.chdir(tmp_path)
    large(tmp_path / next(word for word in line.split() if word.startswith("a.")))
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    if "parquet" in line:  # not Parquet at all: its own reader says so without reading it
        assert "is not Parquet" in said
    else:
        assert "has 1,024 MB, and at most" in said and "RAGCHUNK_LIMITS" in said
    assert said.count("\n") == 1


@posix
def test_so_it_is_in_a_gigabyte_of_memory(tmp_path):
    few(tmp_path)
    large(tmp_path / "a.jsonl")
    done = command(["audit", "b.txt", "a.jsonl"], tmp_path)
    assert done.returncode == 2 and "has 1,024 MB, and at most 128 are read" in done.stderr


@posix
@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_one_endless_line_of_chunks_is_noticed_while_it_is_read(tmp_path, ending):
    few(tmp_path)
    (tmp_path / f"a.{ending}").write_bytes(b'{"text": "' + b"x" * 60_000_000)
    done = command(["audit", "b.txt", f"a.{ending}"], tmp_path)
    assert done.returncode == 2 and f"line 1 of a.{ending} has 50 MB or more, and at most 50 are read" in done.stderr


@posix
def test_standard_input_without_an_end_is_refused(tmp_path):
    few(tmp_path)
    program = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({GIGABYTE}, {GIGABYTE})); "
        f"sys.path.insert(0, {ROOT!r}); from ragchunk_lessons.command import main; sys.exit(main(['split', '-']))"
    )
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run([sys.executable, "-c", program], stdin=zeros, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and "standard input gives more than 50 MB" in done.stderr


@posix
def test_a_text_at_the_bound_with_an_emoji_is_cut_and_audited_in_a_gigabyte(tmp_path):
    """Python holds four bytes for each character then."""
    half = "The pump stops by itself. " * (_bounds.TEXT_BYTES // 26 // 2 - 1)
    (tmp_path / "a.txt").write_text(f"{half}\U0001f600{half}", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text('{"text": "The pump stops by itself. \U0001f600The pump"}\n', encoding="utf-8")
    assert command(["split", "a.txt", "--chunk-size", "5000", "--out", "c.jsonl"], tmp_path).returncode == 0
    assert command(["audit", "a.txt", "c.jsonl", "--no-advice"], tmp_path).returncode == 0


@posix
def test_records_that_become_more_objects_than_memory_holds_are_refused(tmp_path, monkeypatch):
    few(tmp_path)
    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.1")  # a tenth of the limits shows the same in less time
    cases = {
        "readers.read_table('a,b\\n' + '1,2\\n' * 200_000)": "rows and cells up to here",
        "readers.read_jsonl('1\\n' * 200_000)": "records and fields up to here",
        "readers.read_jsonl('[' + '[],' * 900_000 + '1]')": "commas and brackets",
        "readers.read_html('<p>x' * 200_000)": "tags",
        "readers.read_transcript('Ann: x\\n' * 200_000)": "line ends",
        "readers.read_pages('a\\f' * 200_000)": "form feeds",
        "readers.read_jsonl('{\"b\":{' + ','.join(f'\"a{n}\":1' for n in range(90_000)) + ',\"a89999\":1}}')": "twice",
    }
    for said, words in zip(outcomes(list(cases), tmp_path), cases.values(), strict=True):
        assert said.words.startswith("ValueError") and words in said.words
    (tmp_path / "values.jsonl").write_text('{"text": "a", "metadata": {"v": [' + "[]," * 900_000, encoding="utf-8")
    (tmp_path / "many.jsonl").write_text('{"text":"a"}\n' * 60_000, encoding="utf-8")
    for name, words in (("values", "commas and brackets of JSON"), ("many", "chunks or more")):
        done = command(["audit", "b.txt", f"{name}.jsonl"], tmp_path)
        assert done.returncode == 2 and words in done.stderr


def test_the_way_out_is_the_variable(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("x" * 2**20, encoding="utf-8")
    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.01")
    for read in (read_text, read_pages, read_table, bytes_of):
        if read is read_pages:  # a PDF may hold more
            monkeypatch.setenv("RAGCHUNK_LIMITS", "0.001")
        with pytest.raises(ValueError, match=r"a\.txt has 1 MB, and at most 0 .* part the file, .*RAGCHUNK_LIMITS"):
            read(tmp_path / "a.txt")
    monkeypatch.delenv("RAGCHUNK_LIMITS")
    assert len(read_text(tmp_path / "a.txt").text) == 2**20


@pytest.mark.parametrize("command, most", [("compare", 2_000), ("show", 4_000)])
def test_a_document_that_is_compared_or_shown_is_bounded(tmp_path, monkeypatch, capsys, command, most):
    from ragchunk_lessons.command import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.001")
    for length in (most + 5, most):
        (tmp_path / "a.txt").write_text(("word " * 4000)[:length], encoding="utf-8")
        (tmp_path / "chunks.jsonl").write_text('{"text": "word"}\n', encoding="utf-8")
        more = ["chunks.jsonl", "--out", "page.html"] if command == "show" else []
        status, said = main([command, "a.txt", *more]), capsys.readouterr().err
        if length > most:
            assert status == 2 and f"a.txt has {length:,} characters to {command}" in said
            assert f"and at most {most:,} are read; give a part of it" in said
        else:
            assert status == 0 and not said


def test_advice_is_given_unasked_to_documents_of_a_size_to_wait_for(tmp_path, monkeypatch, capsys):
    from ragchunk_lessons.command import audit, main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(audit, "ADVISED", 20)
    (tmp_path / "chunks.jsonl").write_text('{"text": "One two."}\n' * 2, encoding="utf-8")
    for text, given in (("One two." + " " * 12, True), ("One two." + " " * 13, False)):
        (tmp_path / "a.txt").write_text(text, encoding="utf-8")
        for more, expected in (([], given), (["--advice"], True), (["--no-advice"], False)):
            assert main(["audit", "a.txt", "chunks.jsonl", *more]) == 0
            said = capsys.readouterr()
            assert ("blow-up" in said.out) == expected
            assert ("advice is left out for a text of 21 characters; --advice" in said.err) == (not (given or more))


def test_the_help_says_up_to_where():
    from ragchunk_lessons.command import audit, parser

    said = " ".join(parser()._subparsers._group_actions[0].choices["audit"].format_help().split())
    page = (Path(ROOT) / "book" / "command.md").read_text(encoding="utf-8")
    assert f"for one document of up to {audit.ADVISED // 10**6} million characters" in said
    assert f"of more than {audit.ADVISED // 10**6} million" in " ".join(page.split())


def test_the_page_names_the_limits_that_hold():
    page = (Path(ROOT) / "book" / "command.md").read_text(encoding="utf-8")
    table = page.partition("## What is bounded")[2].partition("A megabyte is")[0]
    for size in (_bounds.TEXT_BYTES, _bounds.FILE_BYTES, _bounds.CHUNKS_BYTES):
        assert f" {size // 2**20} MB" in table
    for number in (
        _bounds.CHUNKS,
        _bounds.COMPARED,
        _bounds.SHOWN,
        _bounds.MARKDOWN_LINES,
        _bounds.PYTHON_CHARACTERS,
        _bounds.CELLS,
        _bounds.HTML_TAGS,
        _bounds.RECORDS,
    ):
        assert f" {number:,}" in table
