"""``ragchunk audit``: what it tells machines, a terminal, and people who use it badly."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from command_audit import WHOLE, in_a_folder, lines, placed, ragchunk  # noqa: F401

# --- for machines ----------------------------------------------------------------------------------------------------


def test_json_says_all_of_it(capsys):
    chunks = [*placed(*WHOLE[:2]), {"text": WHOLE[2], "start": 3, "id": "third"}]
    status, out, err = ragchunk(capsys, "a.txt", lines(*chunks), "--json")
    data = json.loads(out)
    assert (status, err) == (1, "")
    assert list(data) == [
        "ok", "status", "reasons", "limits", "documents", "sources_not_found", "sources_passed_over", "other_name",
        "known", "gone",
    ]  # fmt: skip
    assert (data["ok"], data["status"]) == (False, 1)
    assert data["limits"] == {"lost": 0, "rewritten": 0, "misplaced": 0, "oversize": 0, "min_coverage": None}
    (document,) = data["documents"]
    assert (document["source"], document["ok"], document["chunks"]) == ("a.txt", False, 3)
    assert document["lost"][0] | {"key": ""} == {
        "start": 55, "end": 77, "line": 1, "characters": 19, "text": WHOLE[3], "key": "", "known": False,
    }  # fmt: skip
    assert (document["misplaced"][0]["at"], document["misplaced"][0]["id"]) == (38, "third")
    assert "cut_words" not in document
    assert "cut_words" in json.loads(ragchunk(capsys, "a.txt", "c.jsonl", "--json", "--advice")[1])["documents"][0]


def test_json_is_the_same_twice(capsys):
    name = lines(*placed(*WHOLE[1:]))
    assert ragchunk(capsys, "a.txt", name, "--json", "--advice") == ragchunk(
        capsys, "a.txt", name, "--json", "--advice"
    )


def test_annotations_for_github(capsys):
    Path("b.txt").write_text("One.\nTwo, 100%.\nThree.\nFour.\n")
    chunks = ["One.", "Four."]
    status, out, _ = ragchunk(capsys, "b.txt", lines(*chunks), "--annotations", "github")
    assert status == 1
    assert out.splitlines()[:2] == [
        "::error file=b.txt,line=2,title=chunks%3A lost::15 characters in no chunk: 'Two, 100%25.\\nThree.'",
        "::error title=ragchunk audit::15 characters lost, at most 0 allowed",
    ]
    status, out, err = ragchunk(capsys, "b.txt", "c.jsonl", "--annotations", "github", "--json")
    assert json.loads(out)["ok"] is False and err.startswith("::error file=b.txt,line=2")
    assert ragchunk(capsys, "b.txt", "c.jsonl", "--annotations", "github", "--max-lost", "15")[0] == 0


def test_a_rendered_page_is_named_without_a_line(capsys):
    Path("p.html").write_text("<html>\n<body>\n<p>One.</p>\n<p>Two.</p>\n</body></html>")
    out = ragchunk(capsys, "p.html", lines("One."), "--annotations", "github")[1]
    assert out.startswith("::error file=p.html,title=chunks%3A lost::4 characters in no chunk: 'Two.'\n")


def test_ten_annotations_of_a_kind_and_the_number_of_the_rest(capsys):
    Path("b.txt").write_text("\n".join(f"Keep {n}. Drop {n}." for n in range(15)))
    chunks = [f"Keep {n}." for n in range(15)]
    out = ragchunk(capsys, "b.txt", lines(*chunks), "--annotations", "github")[1]
    assert out.count("title=chunks%3A lost") == 10 and "::notice title=chunks::5 more lost\n" in out


# --- hostile input ---------------------------------------------------------------------------------------------------

BAD = [
    (["missing.txt", "c.jsonl"], "there is no file missing.txt"),
    (["a.txt", "missing.jsonl"], "missing.jsonl: no such file or directory"),
    (["a.txt", "bad.jsonl"], "bad.jsonl: line 2 is not JSON"),
    (["a.txt", "bad.jsonl", "--text-field", "text"], "bad.jsonl: line 2 is not JSON"),
    (["a.txt", "notext.jsonl"], "notext.jsonl: line 3: "),
    (["a.txt", "number.jsonl"], "number.jsonl: line 1: start must be a whole number, not str ('five')"),
    (
        ["a.txt", "binary.jsonl"],
        "binary.jsonl is not utf-8: byte 0xff at position 0",
    ),
    (["a.txt", "nul.jsonl"], "nul.jsonl is no text: it has a NUL character at position 1"),
    (["a.txt", "bad.json"], "bad.json is not JSON"),
    (
        ["a.txt", "object.json"],
        "object.json: record 1: it has no text in text, page_content or content",
    ),
    (["a.txt", "bad.csv"], "bad.csv: row 2 has more cells than there are columns"),
    (["a.txt", "nocolumn.csv"], "nocolumn.csv: row 1: it has no text in text, page_content or content"),
    (["a.txt", "quote.csv"], "quote.csv: row 1 is broken"),
    (["image.png", "c.jsonl"], "image.png is no text in utf-8"),
    (["a.txt", "c.jsonl", "--ignore", "("], "--ignore '(' is no regular expression: "),
    (["a.txt", "c.jsonl", "--ignore", ""], "--ignore '' would match everywhere"),
    (["a.txt", "c.jsonl", "--normalize", "quote"], "'quote' is not known; choose from nfc, quotes, case, space"),
    (["a.txt", "c.jsonl", "--min-coverage", "95"], "95 must be from 0 to 1, or from 0% to 100%"),
    (["a.txt", "c.jsonl", "--min-coverage", "most"], "'most' is neither a share such as 0.99 nor a percentage"),
    (["a.txt", "c.jsonl", "--baseline", "missing.json"], "missing.json: no such file or directory"),
    (["a.txt", "c.jsonl", "--baseline", "object.json"], "object.json is no baseline; make one with --write-baseline"),
    (["a.txt", "c.jsonl", "--annotations", "gitlab"], "argument --annotations: invalid choice: 'gitlab'"),
    (["a.txt"], "the following arguments are required: CHUNKS"),
    (["a.txt", "deep.jsonl"], "nested too deeply"),
    (["a.txt", "line\nbreak\x1b[31m.jsonl"], "line break\\x1b[31m.jsonl: no such file or directory"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_use_is_status_2_in_one_line(capsys, arguments, message):
    lines(*placed(*WHOLE))
    Path("bad.jsonl").write_text('{"text": "a"}\n{"text": \n')
    Path("notext.jsonl").write_text('{"text": "a"}\n\n{"texts": "b"}\n')
    Path("number.jsonl").write_text('{"text": "a", "start": "five"}\n')
    Path("binary.jsonl").write_bytes(b"\xff{")
    Path("nul.jsonl").write_bytes(b"{\x00}")
    Path("bad.json").write_text("[1, 2")
    Path("object.json").write_text('{"version": 1}')
    Path("bad.csv").write_text("text,start\na,0\nb,c,1\n")
    Path("nocolumn.csv").write_text("passage\na\n")
    Path("quote.csv").write_text('text\n"a\nb\n')
    Path("image.png").write_bytes(b"\x89PNG\x00\x01")
    Path("deep.jsonl").write_text("[" * 200_000)
    status, out, err = ragchunk(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("ragchunk audit: error: ") and message in err
    assert err.count("\n") == 1 and "Traceback" not in err


def test_what_a_terminal_would_obey_is_made_visible(capsys):
    Path("a.txt").write_text("One.\x1b[31m Two.")
    out = ragchunk(capsys, "a.txt", lines("One."))[1]
    assert "\x1b" not in out and "\\x1b[31m Two." in out


# --- what a person mistakes ------------------------------------------------------------------------------------------


def test_the_field_of_a_text_is_asked_for_by_its_option(capsys):
    cases = [
        ('{"body": "One."}', [], "line 1: it has no text in text, page_content or content"),
        ('{"text": 5}', [], "line 1: it has no text in text, page_content or content"),
        ('{"text": "One."}', ["--text-field", "body"], "record 1: it has no text in 'body'"),
    ]
    for line, more, said in cases:
        Path("c.jsonl").write_text(line + "\n")
        status, _, err = ragchunk(capsys, "a.txt", "c.jsonl", *more)
        assert status == 2 and f"c.jsonl: {said}; name the field that holds it with --text-field" in err


def test_source_and_chunks_the_other_way_round(capsys):
    name = lines(*WHOLE)
    status, _, err = ragchunk(capsys, name, "a.txt")
    assert status == 2 and "SOURCE comes first and CHUNKS second, is it the other way round?" in err
    Path("bad.jsonl").write_text("{")
    assert "the other way round" not in ragchunk(capsys, "a.txt", "bad.jsonl")[2]


def test_a_picture_among_the_documents_is_named_and_may_be_left_out(capsys):
    Path("docs").mkdir()
    Path("docs/a.txt").write_text("One.")
    Path("docs/b.png").write_bytes(b"\x89PNG\x00\x00")
    Path("c.jsonl").write_text('{"text": "One.", "source": "a.txt"}\n')
    status, _, err = ragchunk(capsys, "docs", "c.jsonl")
    assert status == 2 and "docs/b.png is no text" in err and "--include '*.md'" in err
    assert ragchunk(capsys, "docs", "c.jsonl", "--include", "*.txt")[0] == 0
    assert "--include" not in ragchunk(capsys, "docs/b.png", "c.jsonl")[2]  # named by itself, it is meant


def test_a_baseline_that_is_written_is_no_failure(capsys):
    status, out, err = ragchunk(capsys, "a.txt", lines(*WHOLE[:3]), "--write-baseline", "known.json")
    assert (status, err) == (0, "baseline: 1 finding written to known.json\n") and "result: not ok" not in out


# --- what no audit can vouch for -------------------------------------------------------------------------------------


def test_a_sentence_left_out_that_another_chunk_holds_is_told_with_the_verdict_and_may_be_refused(capsys):
    chunks = [f"{WHOLE[0]} {WHOLE[2]}", f"{WHOLE[1]} {WHOLE[2]}", f"{WHOLE[2]} {WHOLE[3]}"]
    name = lines(*({"text": chunk} for chunk in chunks))
    status, out, _ = ragchunk(capsys, "a.txt", name, "--no-advice")
    assert status == 0 and "joined of passages that stand apart: 1 chunk\n" in out
    assert "  chunk 0: joins [0:21] and [38:54] without 'Start the pump.'\n" in ragchunk(capsys, "a.txt", name)[1]
    status, out, _ = ragchunk(capsys, "a.txt", name, "--max-joined", "0")
    assert status == 1 and "result: not ok, 1 chunk joined of passages that stand apart, at most 0 allowed" in out
    found = json.loads(ragchunk(capsys, "a.txt", name, "--json", "--max-joined", "1")[1])["documents"][0]["joined"]
    assert [(one["chunk"], one["at"]) for one in found] == [(0, 21)]
    whole = lines(*({"text": f"{one} {other}"} for one, other in pairwise(WHOLE)))
    assert "joined" not in ragchunk(capsys, "a.txt", whole, "--max-joined", "0")[1]


def test_a_text_in_front_is_told_with_the_verdict_and_may_be_refused(capsys):
    chunks = [*placed(*WHOLE[:3]), placed(*WHOLE)[3] | {"text": f"Never do what follows: {WHOLE[3]}"}]
    name = lines(*chunks)
    status, out, _ = ragchunk(capsys, "a.txt", name, "--no-advice")
    assert status == 0 and "context added in front: 1 chunk\n" in out
    status, out, _ = ragchunk(capsys, "a.txt", name, "--max-contexts", "0")
    assert status == 1 and "result: not ok, 1 chunk with a text in front that its source does not have there" in out
    found = json.loads(ragchunk(capsys, "a.txt", name, "--json", "--max-contexts", "1")[1])["documents"][0]["contexts"]
    assert [(one["chunk"], one["detail"]) for one in found] == [
        (3, "23 characters added in front: 'Never do what follows: '")
    ]
