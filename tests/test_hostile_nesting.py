"""Deep nesting, endless runs and huge lines in HTML, Markdown, JSON Lines, tables and code: read, or refused."""

from __future__ import annotations

import json
import os

import pytest
from hostile import command, outcomes, posix

from ragchunk_lessons.chunk_lines import read_chunks
from ragchunk_lessons.readers import read_text
from ragchunk_lessons.readers._folder import files_in

HTML = {
    "divs": "'<div>' * 50_000 + 'x' + '</div>' * 50_000",
    "quotations": "'<blockquote>x' * 20_000",
    "lists": "'<ul><li>x' * 20_000",
    "tables": "'<table><tr><td>x' * 10_000",
    "headings": "'<h1>x' * 20_000",
    "attributes": "'<div ' + 'a=b ' * 1_000_000 + '>x'",
    "comment without an end": "'x<!--' + '-x' * 500_000",
    "comments without an end": "'<!--' * 200_000 + '<![CDATA[' * 100_000",
    "quotes without an end": "'<a href=\"' * 200_000",
    "scripts without an end": "'<script>' * 50_000 + '<title>' * 50_000",
    "references": "'&amp;' * 50_000 + '&#' * 50_000",
    "ruby": "'<ruby><rt>' * 50_000",
}
MARKDOWN = {
    "quotations": "'>' * 100_000 + ' x'",
    "lists": "'- ' * 50_000 + 'x'",
    "brackets": "'# ' + '[' * 50_000 + 'a' + ']' * 50_000",
    "links": "'[a](' * 50_000",
    "columns": "'|a' * 50_000 + '|\\n' + '|-' * 50_000 + '|\\n' + '|b' * 50_000 + '|\\n'",
    "backticks": "'`' * 300_000",
    "runs of backticks": "' '.join('`' * n for n in range(500))",
    "emphasis": "'# ' + '*a _' * 50_000",
    "a long definition": "'[a]: <' + 'x' * 1_000_000",
    "definitions": "'\\n'.join(f'[a{n}]: http://x' for n in range(5_000))",
    "front matter": "'---\\na: &a [' + '[' * 50_000 + '\\n---\\n# x\\n'",
}
CODE = {
    "brackets": "'x = ' + '(' * 100_000 + '1' + ')' * 100_000",
    "signs": "'x = ' + '-' * 100_000 + '1'",
    "sums": "'x = ' + '1+' * 50_000 + '1'",
    "names": "'x = a' + '.b' * 50_000",
    "indents": "'\\n'.join(' ' * n + 'if x:' for n in range(1400))",
    "branches": "'if a:\\n    b\\n' + 'elif a:\\n    b\\n' * 10_000",
    "a NUL character": "'x = 1\\0\\n' * 10",
}
LINES = {
    "recursive": "split_recursive('a b, c. ' * 12_000_000, 1000, 100)",
    "one word": "split_recursive('x' * 200_000_000, 1000, 100)",
    "characters": "split_characters('a b, c. ' * 12_000_000, 1000, 100)",
    "audit": "t = 'x' * 20_000_000; assert audit(t, split_characters(t, 1000, 100)).ok",
    "marks": "split_recursive('a' + chr(0x301) * 500_000, 100)",
    "joined": "split_recursive((chr(0x1f468) + chr(0x200d)) * 200_000, 100)",
    "cell": "readers.read_table('a\\n\"' + 'x' * 100_000_000 + '\"\\n')",
    "columns": "readers.read_table('\\n'.join([','.join('c' * 20_000)] * 2))",
}
REFUSED = {
    "readers.read_jsonl('[' * 1_000_000 + ']' * 1_000_000)": "nested too deeply",
    "readers.read_jsonl('{\"a\":' * 200_000 + '1' + '}' * 200_000)": "nested too deeply",
    "read_chunks('{\"text\":' + '[' * 1_000_000 + ']' * 1_000_000 + '}')": "line 1 is nested too deeply",
    "read_chunks('{\"text\":\"a\",\"start\":' + '9' * 1_000_000 + '}')": "limit (4300 digits)",
    "readers.read_table('a\\n\"' + 'x' * 50_000_000)": "is never closed",
    "readers.read_transcript('1\\n' + '9' * 90_000 + ':00:00,000 --> 00:00:02,000\\nx\\n')": "the line of a cue",
}


@posix
@pytest.mark.parametrize(
    ("call", "texts"),
    [
        ("split_html(readers.read_html({}), 100)", HTML),
        ("split_markdown({}, 100)", MARKDOWN),
        ("split_code({}, 100)", CODE),
        ("{}", LINES),
    ],
    ids=["HTML", "Markdown", "code", "lines"],
)
def test_it_is_read_in_time_and_memory(tmp_path, call, texts):
    found = outcomes([call.format(text) for text in texts.values()], tmp_path)
    assert {name: said.words for name, said in zip(texts, found, strict=True)} == dict.fromkeys(texts, "ok")


@posix
def test_what_cannot_be_read_is_refused(tmp_path):
    for said, words in zip(outcomes(list(REFUSED), tmp_path), REFUSED.values(), strict=True):
        assert said.words.startswith("ValueError") and words in said.words


@posix
@pytest.mark.parametrize("name", ["deep.jsonl", "deep.json", "digits.jsonl", "digits.json", "open.csv", "nul.csv"])
def test_a_hostile_file_of_chunks_is_bad_use(tmp_path, name):
    deep, digits = '{"text": ' + "[" * 500_000, '{"text": "a", "start": ' + "9" * 500_000 + "}"
    content = {"deep": deep, "digits": digits, "open": 'text\n"' + "x" * 1_000_000, "nul": "text\na\0b\n"}
    (tmp_path / name).write_text(content[name.split(".")[0]], encoding="utf-8")
    (tmp_path / "a.md").write_text("Words.\n", encoding="utf-8")
    for part in ("audit", "show"):
        done = command([part, "a.md", name], tmp_path)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and len(done.stderr) < 500


@posix
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.html", "<blockquote>x" * 5_000),
        ("a.md", ">" * 20_000 + " x"),
        ("a.py", "x = " + "(" * 20_000 + "1" + ")" * 20_000),
        ("a.csv", "a,b\n" + "1,2\n" * 5_000),
    ],
)
def test_compare_and_show_end_in_time_and_memory(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert command(["compare", name], tmp_path).returncode in (0, 1)
    assert command(["split", name, "--out", "c.jsonl"], tmp_path).returncode == 0
    assert command(["show", name, "c.jsonl", "--out", "a.page"], tmp_path).returncode == 0


def test_a_number_of_many_digits_does_not_speak_of_python():
    with pytest.raises(ValueError, match="line 1 is not JSON") as said:
        read_chunks(json.dumps({"text": "a"})[:-1] + ', "start": ' + "9" * 5000 + "}")
    assert "set_int_max_str_digits" not in str(said.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_pipes_and_links_in_circles_hold_nothing_up(tmp_path):
    inside = tmp_path / "folder"
    inside.mkdir()
    (inside / "a\nb.md").write_text("Words.\n", encoding="utf-8")
    os.mkfifo(inside / "pipe.md")
    (inside / "up").symlink_to(tmp_path)
    assert files_in(tmp_path) == [inside / "a\nb.md"]
    (inside / "self").symlink_to("self")
    with pytest.raises(OSError):
        for path in files_in(tmp_path):
            read_text(path)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero")
def test_a_device_without_an_end_is_refused(monkeypatch):
    from pathlib import Path

    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.1")
    with pytest.raises(ValueError, match="/dev/zero is a pipe or a device that gives more than 5 MB"):
        read_text(Path("/dev/zero"))
