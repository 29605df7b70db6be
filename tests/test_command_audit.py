"""``ragchunk audit``: what was planted is found and nothing else, with the exit status that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from growth import assert_in_step

from ragchunk_lessons import audit, split_recursive
from ragchunk_lessons.command import main
from ragchunk_lessons.command._chunk_files import Record
from ragchunk_lessons.command._found import ADVICE, CORE
from ragchunk_lessons.command._matching import match_many
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.published.windows import ngram_chunks

TEXT = "Open the inlet valve. Start the pump. Watch the gauge. Close the valve again."
WHOLE = ["Open the inlet valve.", "Start the pump.", "Watch the gauge.", "Close the valve again."]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)


def ragchunk(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["audit", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def lines(*items, name="c.jsonl") -> str:
    Path(name).write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return name


def placed(*texts: str) -> list[dict]:
    return [{"text": text, "start": TEXT.index(text), "end": TEXT.index(text) + len(text)} for text in texts]


# --- the verdict ----------------------------------------------------------------------------------------------------


def test_clean_chunks_are_status_0(capsys):
    status, out, err = ragchunk(capsys, "a.txt", lines(*placed(*WHOLE)))
    assert (status, err) == (0, "")
    assert out.startswith("ok: 4 chunks, coverage 100 %\n") and out.endswith("\nresult: ok\n")


@pytest.mark.parametrize(
    ("chunks", "arguments", "reason"),
    [
        (placed(*WHOLE[:3]), [], "19 characters lost, at most 0 allowed"),
        ([*placed(*WHOLE[:3]), {"text": WHOLE[3].upper(), "start": 55}], [], "1 chunk rewritten"),
        ([*placed(*WHOLE[:3]), {"text": WHOLE[3], "start": 40}], [], "1 chunk misplaced, at most 0 allowed"),
        (placed(*WHOLE), ["--chunk-size", "20"], "2 chunks longer than the size, at most 0 allowed"),
        (placed(*WHOLE), ["--chunk-size", "3", "--unit", "words"], "2 chunks longer than the size"),
        (placed(*WHOLE, WHOLE[0]), ["--max-repeated", "0"], "1 chunk repeated, at most 0 allowed"),
        (
            placed("Open the inlet va", "lve. Start the pump.", *WHOLE[2:]),
            ["--max-cut-words", "0"],
            "1 cut inside a word",
        ),
    ],
    ids=["lost", "rewritten", "misplaced", "oversize", "oversize words", "repeated", "cut words"],
)
def test_what_was_planted_is_found_and_nothing_else(capsys, chunks, arguments, reason):
    status, out, err = ragchunk(capsys, "a.txt", lines(*chunks), *arguments)
    results = [line for line in out.splitlines() if line.startswith("result: ")]
    assert (status, err) == (1, "")
    assert len(results) == 1 and results[0].startswith(f"result: not ok, {reason}")


def test_a_lossy_recipe_is_status_1_and_what_is_lost_is_named(capsys):
    text = load_text("maintenance_prose")
    Path("prose.txt").write_text(text)
    chunks = ngram_chunks(text)
    status, out, _ = ragchunk(capsys, "prose.txt", lines(*chunks), "--normalize", "space")
    lost = audit(text, chunks, normalize="whitespace").lost
    assert status == 1 and len(lost) == 1
    assert f"[{lost[0].start}:{lost[0].end}] {lost[0].text!r}" in out
    assert text.endswith(lost[0].text)


LIBRARIES = ["LangChain", "LlamaIndex", "Haystack", "Chonkie", "semchunk", "semantic-text-splitter"]


def as_stored(chunk) -> dict:
    """A chunk as its own library makes a dict of it; those that give tuples have none."""
    for name in ("to_dict", "model_dump"):
        if hasattr(chunk, name):
            return json.loads(json.dumps(getattr(chunk, name)(), default=str))
    text, start, *_ = chunk if isinstance(chunk[0], str) else chunk[::-1]
    return {"text": text, "start": start}


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_chunk_taken_from_the_output_of_a_library_is_found_and_nothing_else(capsys, library):
    from ragchunk_lessons.auditing.adapters import as_list, read_chunk
    from ragchunk_lessons.peers import peer_splitters, run_peer

    text = load_text("maintenance_prose").replace("\n", " ")
    Path("prose.txt").write_text(text)
    chunks = [as_stored(chunk) for chunk in as_list(run_peer(library, next(iter(peer_splitters(library))), text, 300))]
    assert len(chunks) > 6
    assert ragchunk(capsys, "prose.txt", lines(*chunks))[0] == 0
    data = json.loads(ragchunk(capsys, "prose.txt", lines(*chunks[:4], *chunks[5:]), "--json")[1])["documents"][0]
    assert [gap["text"] for gap in data["lost"]] == [read_chunk(chunks[4])[0].strip()]
    assert [data[kind] for kind in ("rewritten", "misplaced", "oversize")] == [[], [], []]


# --- formats and field names ---------------------------------------------------------------------------------------

MAKES = {
    "langchain": lambda text, at: {"page_content": text, "metadata": {"start_index": at}},
    "llama-index": lambda text, at: {"text": text, "start_char_idx": at, "end_char_idx": at + len(text), "id_": "n1"},
    "haystack": lambda text, at: {"content": text, "meta": {"split_idx_start": at}},
    "chonkie": lambda text, at: {"text": text, "start_index": at, "end_index": at + len(text), "token_count": 3},
    "this package": lambda text, at: {"id": "x", "text": text, "start": at, "end": at + len(text), "metadata": {}},
    "plain strings": lambda text, at: text,
}


@pytest.mark.parametrize("make", MAKES)
def test_the_field_names_of_other_libraries(capsys, make):
    whole = [MAKES[make](text, TEXT.index(text)) for text in WHOLE]
    assert ragchunk(capsys, "a.txt", lines(*whole))[0] == 0
    moved = [MAKES[make](text, TEXT.index(text) + 1) for text in WHOLE]
    assert ragchunk(capsys, "a.txt", lines(*moved))[0] == (0 if make == "plain strings" else 1)


def test_fields_of_any_name_can_be_said(capsys):
    rows = [{"passage": text, "from": TEXT.index(text), "text": "no"} for text in WHOLE]
    status, _, err = ragchunk(capsys, "a.txt", lines({"passage": "x"}))
    assert status == 2 and "line 1" in err
    named = ("--text-field", "passage", "--start-field", "from")
    assert ragchunk(capsys, "a.txt", lines(*rows), *named)[0] == 0
    rows[1]["from"] = 3
    status, out, _ = ragchunk(capsys, "a.txt", lines(*rows), *named)
    assert status == 1 and "misplaced: 1 chunk" in out


def test_csv(capsys):
    Path("a.txt").write_bytes(b'One, "two".\r\nThree.\n')
    Path("c.csv").write_bytes(b'text,start,metadata\r\n"One, ""two"".",0,"{""page"": 1}"\r\n"Three.",13,\r\n')
    assert ragchunk(capsys, "a.txt", "c.csv")[0] == 0
    Path("c.csv").write_text('text;start\n"One, ""two"".";0.0\nThree.;12.0\n')
    status, out, _ = ragchunk(capsys, "a.txt", "c.csv")
    assert status == 1 and "misplaced: 1 chunk" in out
    Path("c.tsv").write_text('page_content\tstart_index\n"One, ""two""."\t\nThree.\t\n')
    assert ragchunk(capsys, "a.txt", "c.tsv")[0] == 0


def test_a_blank_chunk_in_a_csv_is_a_chunk(capsys):
    Path("c.csv").write_text("text,start\n" + "".join(f'"{text}",\n' for text in [*WHOLE, ""]))
    status, out, _ = ragchunk(capsys, "a.txt", "c.csv", "--max-blank", "0")
    assert status == 1 and "result: not ok, 1 chunk blank, at most 0 allowed" in out


def test_a_json_list(capsys):
    Path("c.json").write_text(json.dumps(placed(*WHOLE), indent=1))
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 0
    Path("c.json").write_text(json.dumps({"chunks": placed(*WHOLE[:2])}))
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 1
    lines(*placed(*WHOLE), name="c.json")
    assert ragchunk(capsys, "a.txt", "c.json")[0] == 0


def test_a_folder_of_text_files_in_the_order_people_count(capsys):
    text = " ".join(f"Part {number} is here." for number in range(1, 12))
    Path("b.txt").write_text(text)
    Path("chunks").mkdir()
    for number in range(1, 12):
        Path(f"chunks/chunk_{number}.txt").write_text(f"Part {number} is here.\n")
    Path("chunks/chunk_3.txt").write_bytes(b"Part 3 is here.\r\n")
    assert ragchunk(capsys, "b.txt", "chunks")[0] == 0
    Path("chunks/chunk_10.txt").unlink()
    status, out, _ = ragchunk(capsys, "b.txt", "chunks", "--json")
    assert status == 1
    assert [gap["text"] for gap in json.loads(out)["documents"][0]["lost"]] == ["Part 10 is here."]


def test_standard_input_on_either_side(capsys, monkeypatch):
    def stdin(data):
        monkeypatch.setattr("sys.stdin", type("", (), {"buffer": type("", (), {"read": lambda self: data})()})())

    stdin(Path(lines(*placed(*WHOLE))).read_bytes())
    assert ragchunk(capsys, "a.txt", "-")[0] == 0
    stdin(TEXT.encode())
    assert ragchunk(capsys, "-", "c.jsonl")[0] == 0
    assert ragchunk(capsys, "-", "-") == (
        2,
        "",
        "ragchunk audit: error: only one of SOURCE and CHUNKS can be standard input\n",
    )


# --- many documents ------------------------------------------------------------------------------------------------


@pytest.fixture
def docs():
    Path("docs/sub").mkdir(parents=True)
    Path("docs/one.txt").write_text("Alpha one. Alpha two.")
    Path("docs/sub/two.txt").write_text("Beta one. Beta two.")
    return [
        {"text": "Alpha one.", "source": "one.txt"},
        {"text": "Beta one.", "metadata": {"source": "docs/sub/two.txt"}},
        {"text": "Alpha two.", "metadata": {"file_path": "/srv/data/docs/one.txt"}},
        {"text": "Beta two.", "meta": {"file_name": "two.txt"}},
    ]


def test_each_chunk_goes_to_its_document(capsys, docs):
    status, out, err = ragchunk(capsys, "docs", lines(*docs))
    assert (status, err) == (0, "")
    assert out == (
        "docs/one.txt: ok: 2 chunks, coverage 100 %\n"
        "docs/sub/two.txt: ok: 2 chunks, coverage 100 %\n"
        "2 documents, 4 chunks, 0 not ok\n"
        "result: ok\n"
    )


def test_a_document_without_chunks_is_lost(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs", lines(docs[0], docs[2]))
    assert status == 1
    assert "docs/sub/two.txt: not ok: 0 chunks, coverage 0 %\n  lost: 1 span, 16 characters\n" in out
    assert "result: not ok, 16 characters lost, at most 0 allowed\n" in out


def test_records_are_counted_over_the_whole_file(capsys, docs):
    docs[3]["text"] = "Beta three."
    docs[3]["id"] = "the-fourth"
    data = json.loads(ragchunk(capsys, "docs", lines(*docs), "--json")[1])
    (finding,) = data["documents"][1]["rewritten"]
    assert (finding["chunk"], finding["record"], finding["id"]) == (1, 4, "the-fourth")


def test_chunks_of_no_document_are_not_ok(capsys, docs):
    docs.append({"text": "Gamma.", "source": "three.txt"})
    status, out, _ = ragchunk(capsys, "docs", lines(*docs))
    assert status == 1
    assert "not found: source 'three.txt', named by 1 chunk\n" in out
    assert out.endswith("result: not ok, 1 source named by chunks and not found in docs\n")


@pytest.mark.speed
def test_ten_times_the_documents_take_at_most_twelve_times_the_time():
    def run(number):
        names = [f"docs/part{at % 50}/file{at}.txt" for at in range(number)]
        records = [Record("text", at, f"/srv/part{at % 50}/file{at}.txt") for at in range(number)]
        return lambda: match_many(names, records)

    assert not run(1_000)().records["docs/part0/file0.txt"]  # neither path ends with the other
    assert_in_step(run(500), run(5_000))


def test_a_name_that_may_be_two_files_is_refused(capsys, docs):
    Path("docs/sub/one.txt").write_text("Other.")
    status, _, err = ragchunk(capsys, "docs", lines(*docs[2:], {"text": "Other.", "source": "lib/one.txt"}))
    assert status == 1 and err == ""  # docs/one.txt is known by two parts; lib/one.txt is nobody's
    status, _, err = ragchunk(capsys, "docs", lines(docs[0]))
    assert status == 2
    assert err == (
        "ragchunk audit: error: chunk 1 names 'one.txt', which may be 'docs/one.txt', 'docs/sub/one.txt'; "
        "name more of the path\n"
    )


def test_a_folder_needs_chunks_that_name_their_source(capsys, docs):
    status, _, err = ragchunk(capsys, "docs", lines(docs[0], {"text": "Beta one."}))
    assert status == 2 and "chunk 2 names no source, and there are several documents" in err
    rows = [{"text": "Alpha one. Alpha two.", "doc": "one.txt"}, {"text": "Beta one. Beta two.", "doc": "two.txt"}]
    assert ragchunk(capsys, "docs", lines(*rows), "--source-field", "doc")[0] == 0


def test_chunks_may_lie_beside_their_documents(capsys, docs):
    assert ragchunk(capsys, "docs", lines(*docs, name="docs/chunks.jsonl"))[0] == 0
    Path("docs/photo.png").write_bytes(b"\x89PNG\x00")
    status, _, err = ragchunk(capsys, "docs", "docs/chunks.jsonl")
    assert status == 2 and "docs/photo.png is no text" in err
    assert ragchunk(capsys, "docs", "docs/chunks.jsonl", "--include", "*.txt")[0] == 0


def test_one_document_of_a_file_with_chunks_of_many(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs/one.txt", lines(*docs))
    assert status == 0
    assert "passed over: source 'docs/sub/two.txt', named by 1 chunk\n" in out
    assert "passed over: source 'two.txt', named by 1 chunk\n" in out
    status, _, err = ragchunk(capsys, "a.txt", "c.jsonl")
    assert status == 2 and "no chunk names a.txt; the chunks name '/srv/data/docs/one.txt'" in err


def test_chunks_of_another_document_are_not_ok_and_the_name_is_told(capsys, docs):
    status, out, _ = ragchunk(capsys, "docs/sub/two.txt", lines(docs[0]))
    assert status == 1
    assert "rewritten: 1 chunk" in out and "note: the chunks name the source 'one.txt'\n" in out


# --- what is allowed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--min-coverage", "0.7"], 0),
        (["--min-coverage", "70%"], 0),
        (["--min-coverage", "0.8"], 1),
        (["--max-lost", "19"], 0),
        (["--max-lost", "18"], 1),
        (["--min-coverage", "0.7", "--max-lost", "18"], 1),
        (["--ignore", "Close .* again\\."], 0),
        (["--ignore", "^Close"], 1),
        (["--ignore", "Close the valve", "--ignore", "again."], 0),
    ],
)
def test_limits_on_loss(capsys, arguments, status):
    found, out, _ = ragchunk(capsys, "a.txt", lines(*placed(*WHOLE[:3])), *arguments)
    assert found == status
    if arguments[0] == "--min-coverage" and status == 0:
        assert out.startswith("not ok: 3 chunks, coverage 70.3 %") and out.endswith("result: ok within the limits\n")


def test_a_minimum_of_coverage_allows_nothing_but_loss(capsys):
    chunks = [*placed(*WHOLE[:3]), {"text": "Start the pump.", "start": 0}]
    status, out, _ = ragchunk(capsys, "a.txt", lines(*chunks), "--min-coverage", "0.5")
    assert status == 1 and "result: not ok, 1 chunk misplaced, at most 0 allowed\n" in out


def test_coverage_is_asked_of_every_document(capsys, docs):
    Path("docs/one.txt").write_text("Alpha one. Alpha two. " + "Alpha three. " * 50)
    chunks = [*docs[1:2], {"text": Path("docs/one.txt").read_text(), "source": "docs/one.txt"}]
    status, out, _ = ragchunk(capsys, "docs", lines(*chunks), "--min-coverage", "0.9")
    assert status == 1
    assert "result: not ok, coverage of docs/sub/two.txt 50 %, at least 90 % asked\n" in out


@pytest.mark.parametrize("kind", [*CORE, *ADVICE])
def test_every_kind_has_its_limit(capsys, kind):
    option = f"--max-{kind.replace('_', '-')}"
    assert ragchunk(capsys, "a.txt", lines(TEXT), option, "0")[0] == 0
    data = json.loads(ragchunk(capsys, "a.txt", "c.jsonl", option, "7", "--json")[1])
    assert data["limits"][kind] == 7
    status, _, err = ragchunk(capsys, "a.txt", "c.jsonl", option, "-1")
    assert status == 2 and option in err


@pytest.mark.parametrize(
    ("source", "chunk", "kinds"),
    [
        ("He said “no”.", 'He said "no".', "quotes"),
        ("Cafe\u0301.", "Caf\u00e9.", "nfc"),
        ("One  two.\r\nThree.", "One two.\nThree.", "space"),
        ("One  two.", "One two.", "whitespace"),
        ("LOUD.", "loud.", "case"),
        ("He  said “no”.", 'He said "no".', "quotes, space"),
    ],
)
def test_differences_that_are_meant(capsys, source, chunk, kinds):
    Path("b.txt").write_bytes(source.encode())
    assert ragchunk(capsys, "b.txt", lines(chunk))[0] == 1
    status, out, _ = ragchunk(capsys, "b.txt", "c.jsonl", "--normalize", kinds)
    assert status == 0 and "hidden by" in out
    if "," in kinds:
        assert ragchunk(capsys, "b.txt", "c.jsonl", "--normalize", "space")[0] == 1


# --- the baseline ----------------------------------------------------------------------------------------------------


def test_only_what_is_new_fails(capsys):
    name = lines(*placed(*WHOLE[:3]))
    assert ragchunk(capsys, "a.txt", name, "--write-baseline", "known.json")[0] == 0
    status, out, _ = ragchunk(capsys, "a.txt", name, "--baseline", "known.json")
    assert status == 0
    assert out.endswith("known: 1 finding of the baseline\nresult: ok within the limits\n")
    status, out, _ = ragchunk(capsys, "a.txt", lines(*placed(WHOLE[0], WHOLE[2])), "--baseline", "known.json")
    assert status == 1
    assert out.endswith("known: 1 finding of the baseline\nresult: not ok, 13 characters lost, at most 0 allowed\n")
    status, out, _ = ragchunk(capsys, "a.txt", lines(*placed(*WHOLE)), "--baseline", "known.json")
    assert status == 0
    assert out.endswith("known: 0 findings of the baseline; 1 in the baseline no longer found\nresult: ok\n")


def test_an_edit_elsewhere_does_not_make_a_known_finding_new(capsys):
    ragchunk(capsys, "a.txt", lines(*placed(*WHOLE[:3])), "--write-baseline", "known.json")
    Path("a.txt").write_text("A new beginning. " + TEXT)
    chunks = ["A new beginning.", *WHOLE[:3]]
    assert ragchunk(capsys, "a.txt", lines(*chunks), "--baseline", "known.json")[0] == 0


def test_the_second_of_two_equal_losses_is_new(capsys):
    Path("b.txt").write_text("Due. Paid. Due. Open.")
    ragchunk(capsys, "b.txt", lines("Due.", "Paid.", "Open."), "--write-baseline", "known.json")
    assert ragchunk(capsys, "b.txt", lines("Due.", "Paid.", "Open."), "--baseline", "known.json")[0] == 0
    assert ragchunk(capsys, "b.txt", lines("Paid.", "Open."), "--baseline", "known.json")[0] == 1


def test_known_loss_does_not_count_against_coverage(capsys):
    limit = ("--min-coverage", "0.9")
    name = lines(*placed(*WHOLE[:3]))
    assert ragchunk(capsys, "a.txt", name, *limit)[0] == 1
    ragchunk(capsys, "a.txt", name, *limit, "--write-baseline", "known.json")
    assert ragchunk(capsys, "a.txt", name, *limit, "--baseline", "known.json")[0] == 0


def test_a_baseline_is_written_the_same_way_twice_and_reads_well(capsys):
    name = lines(*placed(*WHOLE[1:3]))
    ragchunk(capsys, "a.txt", name, "--write-baseline", "one.json")
    ragchunk(capsys, "a.txt", name, "--write-baseline", "two.json")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    held = json.loads(Path("one.json").read_text())
    assert held["version"] == 1
    assert sorted(entry["detail"] for entry in held["findings"]) == [
        "'Close the valve again.'",
        "'Open the inlet valve.'",
    ]
    assert {entry["kind"] for entry in held["findings"]} == {"lost"}


def test_a_kind_under_a_limit_is_in_the_baseline_too(capsys):
    cut = placed("Open the inlet va", "lve. Start the pump.", *WHOLE[2:])
    limit = ("--max-cut-words", "0")
    ragchunk(capsys, "a.txt", lines(*cut), *limit, "--write-baseline", "known.json")
    assert ragchunk(capsys, "a.txt", "c.jsonl", *limit)[0] == 1
    assert ragchunk(capsys, "a.txt", "c.jsonl", *limit, "--baseline", "known.json")[0] == 0


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
    (["a.txt", "object.json"], "object.json: chunk 1: it is an object without a text"),
    (["a.txt", "bad.csv"], "bad.csv: row 2 has more cells than there are columns"),
    (["a.txt", "nocolumn.csv"], "nocolumn.csv: row 1: it is an object without a text"),
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


def test_an_empty_document_is_covered_and_an_empty_file_of_chunks_is_a_loss(capsys):
    Path("empty.txt").write_text("")
    Path("empty.jsonl").write_text("")
    assert ragchunk(capsys, "empty.txt", "empty.jsonl")[0] == 0
    status, out, _ = ragchunk(capsys, "a.txt", "empty.jsonl")
    assert status == 1 and out.startswith("not ok: 0 chunks, coverage 0 %\n")


def test_names_and_texts_in_any_script(capsys):
    Path("泵 手册.txt").write_text("先关阀门。再停泵。", encoding="utf-8")
    Path("块.jsonl").write_text('{"text": "先关阀门。", "start": 0}\n', encoding="utf-8")
    status, out, _ = ragchunk(capsys, "泵 手册.txt", "块.jsonl")
    assert status == 1 and "[5:9] '再停泵。'" in out
    data = json.loads(ragchunk(capsys, "泵 手册.txt", "块.jsonl", "--json")[1])
    assert data["documents"][0]["source"] == "泵 手册.txt"


def test_line_ends_and_marks_of_windows(capsys):
    Path("w.txt").write_bytes(b"\xef\xbb\xbfOne.\r\nTwo.\r\n")
    Path("w.jsonl").write_bytes(b'\xef\xbb\xbf{"text": "One.", "start": 0}\r\n{"text": "Two.", "start": 6}\r\n')
    assert ragchunk(capsys, "w.txt", "w.jsonl")[0] == 0


def test_what_a_terminal_would_obey_is_made_visible(capsys):
    Path("a.txt").write_text("One.\x1b[31m Two.")
    out = ragchunk(capsys, "a.txt", lines("One."))[1]
    assert "\x1b" not in out and "\\x1b[31m Two." in out


def test_the_split_of_the_package_is_clean_for_all_texts(capsys):
    for name in ("station_manual", "chinese_technical", "alarm_codes", "code_and_prose", "support_call"):
        text = load_text(name)
        Path("t.txt").write_bytes(text.encode())
        lines(*(chunk.to_dict() for chunk in split_recursive(text, 200, 20)))
        assert ragchunk(capsys, "t.txt", "c.jsonl", "--chunk-size", "200", "--chunk-overlap", "20")[0] == 0
