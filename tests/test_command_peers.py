"""``ragchunk audit`` on what six libraries cut: clean as it comes, and with planted damage found and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from peer_dumps import DAMAGES, FORMATS, SHAPES, TEXT, dump

from ragchunk_lessons.command import main
from ragchunk_lessons.command._found import ADVICE, CORE
from ragchunk_lessons.command._schema import audit_schema
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.peers import peer_versions

VERDICT = [*CORE, "repeated", "blank", "replacement"]
RESULTS: dict[str, list] = {}


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("manual.md").write_text(TEXT, encoding="utf-8", newline="\n")


def need(library: str, form: str = "jsonl") -> None:
    if library not in peer_versions():
        pytest.skip(f"{library} is not installed")
    if form == "parquet":
        pytest.importorskip("pyarrow")


@pytest.fixture(params=SHAPES)
def library(request):
    need(request.param)
    return request.param


def rows_of(library):
    """Cut once; every test gets its own copy."""
    if library not in RESULTS:
        RESULTS[library] = dump(library)
    return json.loads(json.dumps(RESULTS[library]))


def audited(capsys, name: str, *options: str, source: str = "manual.md") -> tuple[int, dict]:
    shown = [f"--max-{kind}=1000" for kind in VERDICT if kind not in CORE]  # these, and no other advice
    status = main(["audit", source, name, "--json", *shown, *options])
    told = capsys.readouterr()
    assert told.err == ""
    data = json.loads(told.out)
    assert valid(data) and data["status"] == status
    return status, data["documents"][0]


@cache
def validator():
    jsonschema = pytest.importorskip("jsonschema")
    return jsonschema.Draft202012Validator(audit_schema())


def valid(data) -> bool:
    validator().validate(data)
    return True


def found(document) -> dict[str, list[int]]:
    """The chunks of each kind of finding that says something about texts and places."""
    numbers = {kind: [finding["chunk"] for finding in document[kind]] for kind in VERDICT if kind != "lost"}
    return {kind: held for kind, held in numbers.items() if held}


@pytest.mark.parametrize("form", FORMATS)
def test_what_comes_out_of_a_library_is_clean(capsys, library, form):
    need(library, form)
    rows = rows_of(library)
    status, document = audited(capsys, FORMATS[form](rows, SHAPES[library]), "--chunk-size", "300")
    assert (status, document["chunks"]) == (0, len(rows))
    assert (document["lost"], found(document)) == ([], {})


# Every damage in the output of every library, once as JSON Lines and once in one of the other formats in turn.
PLANTED = [
    (library, damage, form)
    for row, library in enumerate(SHAPES)
    for column, damage in enumerate(DAMAGES)
    for form in ("jsonl", ["csv", "parquet", "folder"][(row + column) % 3])
]


@pytest.mark.parametrize(("name", "damage", "form"), PLANTED, ids=lambda part: getattr(part, "__name__", part))
def test_what_was_planted_is_found_and_nothing_else(capsys, name, damage, form):
    need(name, form)
    shape = SHAPES[name]
    planted = damage(rows_of(name), shape)
    unseen = form == "folder" and planted.needs_place
    status, document = audited(capsys, FORMATS[form](planted.rows, shape), *planted.options)
    lost = [gap["text"] for gap in document["lost"]]
    assert lost == planted.lost
    assert all(TEXT[gap["start"] : gap["end"]] == gap["text"] for gap in document["lost"])
    assert found(document) == ({} if unseen else planted.kinds)
    assert status == (0 if unseen else 1)
    for kind in planted.kinds if not unseen else ():
        for finding in document[kind]:
            assert finding["record"] == finding["chunk"] + 1


def test_every_format_and_every_library_meets_damage():
    assert len(DAMAGES) >= 10 and len(SHAPES) == 6
    for what in (0, 1):
        assert {(row[what], row[2]) for row in PLANTED} == {
            (part, form) for part in {row[what] for row in PLANTED} for form in FORMATS
        }


# --- what libraries do lose ----------------------------------------------------------------------------------------


def in_no_chunk(text: str, chunks: list[str]) -> str:
    """What is left of a text, without its white space, when each chunk is taken out in turn: another way to count."""
    left, at = "".join(text.split()), 0
    rest = []
    for chunk in chunks:
        body = "".join(chunk.split())
        place = left.find(body, at)
        assert place >= 0
        rest.append(left[at:place])
        at = place + len(body)
    return "".join([*rest, left[at:]])


@pytest.mark.parametrize("name", ["station_manual", "code_and_prose", "chinese_technical"])
def test_on_real_texts_losses_are_those_that_another_count_finds(capsys, library, name):
    text = load_text(name)
    Path("manual.md").write_text(text, encoding="utf-8", newline="\n")
    rows, shape = dump(library, text, size=500), SHAPES[library]
    _, document = audited(capsys, FORMATS["jsonl"](rows, shape), "--chunk-size", "500")
    missing = in_no_chunk(text, [shape.read(row)[0] for row in rows])
    assert "".join("".join(gap["text"].split()) for gap in document["lost"]) == missing
    blank = [number for number, row in enumerate(rows) if not shape.read(row)[0].strip()]
    assert found(document) == ({"blank": blank} if blank else {})


def test_a_loss_of_a_library_is_found_where_another_count_finds_it(capsys):
    if peer_versions().get("LlamaIndex") != "0.14.25":
        pytest.skip("another version of LlamaIndex")
    from ragchunk_lessons.peer_cases import CASES, chunks_of

    case = CASES["valve"]
    Path("manual.md").write_text(case.text, encoding="utf-8", newline="\n")
    nodes = chunks_of("LlamaIndex", case)
    Path("c.jsonl").write_text("".join(json.dumps(node.to_dict(), default=str) + "\n" for node in nodes))
    status, document = audited(capsys, "c.jsonl")
    claimed = {at for node in nodes for at in range(node.start_char_idx, node.end_char_idx)}
    missing = [at for at, char in enumerate(case.text) if at not in claimed and not char.isspace()]
    assert status == 1 and missing
    [gap] = document["lost"]
    assert (gap["start"], gap["end"], gap["characters"]) == (missing[0], missing[-1] + 1, len(missing))


# --- as a program --------------------------------------------------------------------------------------------------


def test_the_installed_script(library):
    script = Path(sys.executable).with_name("ragchunk.exe" if sys.platform == "win32" else "ragchunk")
    if not script.exists():
        pytest.skip("the script is not installed beside this Python")
    shape, rows = SHAPES[library], rows_of(library)
    for damaged in (rows, DAMAGES[0](rows, shape).rows):
        name = FORMATS["jsonl"](damaged, shape)
        done = subprocess.run(
            [script, "audit", "manual.md", name, "--json"], capture_output=True, text=True, timeout=60
        )
        data = json.loads(done.stdout)
        assert valid(data) and done.stderr == ""
        assert (done.returncode, len(data["documents"][0]["lost"])) == ((0, 0) if damaged is rows else (1, 1))


# --- the schema ----------------------------------------------------------------------------------------------------


def test_the_schema_is_printed_and_is_one(capsys):
    jsonschema = pytest.importorskip("jsonschema")
    assert main(["audit", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == audit_schema()
    jsonschema.Draft202012Validator.check_schema(schema)


def test_every_kind_and_every_option_keeps_the_schema(capsys):
    rows = rows_of("semchunk")
    for damage in DAMAGES:
        rows = damage(rows_of("semchunk"), SHAPES["semchunk"]).rows
        name = FORMATS["jsonl"](rows, SHAPES["semchunk"])
        main(["audit", "manual.md", name, "--write-baseline", "known.json"])
        capsys.readouterr()
        every = [f"--max-{kind.replace('_', '-')}=0" for kind in (*CORE, *ADVICE)]
        for options in (["--no-advice"], every, ["--baseline", "known.json", "--min-coverage", "0.5"]):
            main(["audit", "manual.md", name, "--json", "--normalize", "nfc", "--ignore", "pump", *options])
            assert valid(json.loads(capsys.readouterr().out))
    Path("docs").mkdir()
    Path("docs/empty.md").write_text("")
    Path("docs/manual.md").write_text(TEXT, encoding="utf-8")
    rows[0]["source"] = "nowhere.md"
    main(["audit", "docs", FORMATS["jsonl"](rows, SHAPES["semchunk"]), "--json"])
    data = json.loads(capsys.readouterr().out)
    assert valid(data) and data["sources_not_found"] == {"nowhere.md": 1}


def test_the_schema_refuses_what_is_not_documented(capsys):
    jsonschema = pytest.importorskip("jsonschema")
    main(["audit", "manual.md", FORMATS["jsonl"](rows_of("semchunk"), SHAPES["semchunk"]), "--json"])
    data = json.loads(capsys.readouterr().out)
    for broken in (data | {"more": 1}, {**data, "status": 2}, {k: v for k, v in data.items() if k != "known"}):
        with pytest.raises(jsonschema.ValidationError):
            valid(broken)
