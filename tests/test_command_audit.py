"""``ragchunk audit``: what was planted is found and nothing else, what is allowed, and what is known already."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_audit import TEXT, WHOLE, in_a_folder, lines, placed, ragchunk  # noqa: F401

from ragchunk_lessons import audit
from ragchunk_lessons.command._found import ADVICE, CORE
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.published.windows import ngram_chunks

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
