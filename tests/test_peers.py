"""Other libraries' splitters on a dozen small inputs: what the audit finds in their output, and in ours."""

from __future__ import annotations

import re
import socket

import pytest

from ragchunk_lessons import audit, peers
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.peer_cases import CASES, OURS, audit_of, chunks_of, damage, splitter_for, survey
from ragchunk_lessons.peers import PACKAGES, peer_splitters, peer_versions, run_peer

VERSIONS = {
    "LangChain": "1.1.3",
    "LlamaIndex": "0.14.25",
    "Haystack": "3.4.1",
    "Chonkie": "1.7.0",
    "semchunk": "4.1.1",
    "semantic-text-splitter": "0.33.1",
}
EVERYTHING = ["lost", "rewritten", "misplaced", "broken characters"]
# What each of these versions makes of each input; a missing entry was not run, an empty one is whole.
FOUND = {
    "repeat": {"LangChain": ["lost", "inside another"], "LlamaIndex": [], "Haystack": [], "Chonkie": []}
    | {"semchunk": ["too long"], "semantic-text-splitter": []},
    "valve": {"LangChain": [], "LlamaIndex": ["lost"], "Haystack": [], "Chonkie": ["too long"]}
    | {"semchunk": [], "semantic-text-splitter": []},
    "token overlap": {"LangChain": ["misplaced"], "LlamaIndex": [], "Chonkie": []}
    | {"semchunk": [], "semantic-text-splitter": []},
    "emoji": {"LangChain": EVERYTHING, "LlamaIndex": [], "Chonkie": EVERYTHING}
    | {"semchunk": [], "semantic-text-splitter": []},
    "white space": {"LangChain": ["rewritten"], "LlamaIndex": [], "Haystack": [], "Chonkie": []}
    | {"semchunk": [], "semantic-text-splitter": []},
    "fence": {"LangChain": ["code cut"], "LlamaIndex": ["code cut"], "Haystack": [], "Chonkie": []}
    | {"semchunk": [], "semantic-text-splitter": []},
    "table": {"LangChain": ["no header"], "LlamaIndex": ["no header"], "Haystack": ["no header"], "Chonkie": []}
    | {"semchunk": ["no header"], "semantic-text-splitter": ["no header"]},
    "HTML": {"LangChain": ["rewritten"], "LlamaIndex": ["lost"]},
    "overlap": {"LangChain": [], "LlamaIndex": ["no overlap"], "Haystack": ["words cut"], "Chonkie": ["no overlap"]}
    | {"semchunk": [], "semantic-text-splitter": ["no overlap"]},
    "Chinese": {"LangChain": ["sentences cut"], "LlamaIndex": [], "Haystack": ["sentences cut"]}
    | {"Chonkie": ["sentences cut"], "semchunk": ["sentences cut"], "semantic-text-splitter": []},
    "family": {"LangChain": ["characters cut"], "LlamaIndex": ["characters cut"], "Haystack": ["characters cut"]}
    | {"Chonkie": ["characters cut"], "semchunk": ["characters cut"], "semantic-text-splitter": []},
    "context": {"Chonkie": ["misplaced", "words cut"]},
}
# Where our own chunks start: the right values.
STARTS = {
    "repeat": [0, 7],
    "valve": [0, 59, 115],
    "token overlap": [0, 27, 52, 91],
    "white space": [0],
    "fence": [0, 25],
    "table": [0, 88, 147],
    "HTML": [0],
    "Chinese": [0, 37],
    "family": [0, 6, 11, 18],
}


def need(library):
    """Skip where another version is installed than the one that was looked at."""
    if peer_versions().get(library) != VERSIONS[library]:
        pytest.skip(f"{library} {VERSIONS[library]} is not installed")


@pytest.mark.parametrize("library", PACKAGES)
def test_what_the_audit_finds_in_the_output_of_others(library):
    need(library)
    found = {name: damage(case, audit_of(library, case)) for name, case in CASES.items() if splitter_for(library, case)}
    assert found == {name: row[library] for name, row in FOUND.items() if library in row}


def test_at_least_ten_kinds_in_at_least_four_libraries():
    hurt = [(library, kind) for row in FOUND.values() for library, kinds in row.items() for kind in kinds]
    assert len({kind for _, kind in hurt}) >= 10
    assert len({library for library, _ in hurt}) >= 4
    assert sum(not kinds for row in FOUND.values() for kinds in row.values()) >= 25  # and as many that are whole


def test_three_of_six_return_all_of_the_text_every_time():
    changed = {"lost", "rewritten", "misplaced"}
    hurt = {library for row in FOUND.values() for library, kinds in row.items() if changed & set(kinds)}
    assert set(PACKAGES) - hurt == {"Haystack", "semchunk", "semantic-text-splitter"}


@pytest.mark.parametrize("name", CASES)
def test_ours_are_whole(name):
    case = CASES[name]
    result = audit_of(OURS, case)
    assert result.ok and result.coverage == 1.0
    assert damage(case, result) == []
    assert name not in STARTS or [chunk.start for chunk in result.chunks] == STARTS[name]


def test_a_position_that_was_searched_for_afterwards():
    need("LangChain")
    result = audit_of("LangChain", CASES["repeat"])
    assert [chunk.spans for chunk in result.chunks] == [((0, 5),), ((0, 2),)]
    assert [gap.start for gap in result.lost] == [7]


def test_a_start_before_the_source():
    need("LangChain")
    [finding] = audit_of("LangChain", CASES["token overlap"]).misplaced
    assert finding.detail == "claims [-1:44], and -1 means not found in LangChain; the text stands at [29:74]"


def test_eleven_of_sixteen_chunks_hold_broken_characters():
    for library in ("LangChain", "Chonkie"):
        need(library)
        result = audit_of(library, CASES["emoji"])
        assert (len(result.replacement), len(result.chunks)) == (11, 16)


def test_a_tab_and_a_space_are_deleted():
    need("LangChain")
    result = audit_of("LangChain", CASES["white space"])
    assert "\t" not in result.chunks[0].text and "\u00a0" not in result.chunks[0].text
    assert result.rewritten[0].detail.startswith("white space only")


def test_chunks_of_another_maker_that_have_no_damage_show_none():
    need("Chonkie")
    result = audit_of("Chonkie", CASES["table"])
    assert result.ok
    assert len(result.contexts) == 2  # the header in front of the second and third piece
    assert damage(CASES["table"], result) == []


@pytest.mark.parametrize("library", PACKAGES)
def test_ordinary_prose_comes_out_of_all_of_them_whole(library):
    need(library)
    text = load_text("station_manual")
    assert audit(text, run_peer(library, "characters", text, 500), 500).ok


def test_nothing_is_fetched_and_nothing_is_said(monkeypatch, capfd):
    def refuse(*_):
        raise AssertionError("a splitter asked for a network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    found = survey()
    assert found["repeat"][OURS] == []
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_the_inputs_are_small_and_each_says_what_it_tries():
    assert len(CASES) == 12
    assert all(len(case.text) <= 450 and case.about for case in CASES.values())


def test_a_survey_of_some():
    assert set(survey([OURS])["table"]) == {OURS}
    with pytest.raises(ValueError, match="library 'Nobody' is not known; choose from LangChain, LlamaIndex"):
        survey(["Nobody"])


def test_what_cannot_be_run_is_named(monkeypatch):
    with pytest.raises(ValueError, match="library 'Nobody' is not known"):
        peer_splitters("Nobody")
    with pytest.raises(ValueError, match="semchunk has no splitter for 'html' here; choose from characters, tokens"):
        run_peer("semchunk", "html", "One.", 10)
    with pytest.raises(ValueError, match="semchunk has no splitter for the input 'HTML'"):
        chunks_of("semchunk", CASES["HTML"])

    def missing(package):
        raise peers.PackageNotFoundError(package)

    monkeypatch.setattr(peers, "version", missing)
    assert peer_versions() == {}
    message = "LangChain is not installed; install it with: pip install langchain-text-splitters"
    with pytest.raises(ImportError, match=re.escape(message)):
        run_peer("LangChain", "characters", "One.", 10)


def test_damage_counts_what_matters_for_an_input():
    case = CASES["overlap"]
    sentences = [part + "." for part in case.text[:-1].split(". ")]
    assert damage(case, audit(case.text, sentences, 110, 30)) == ["no overlap"]
    assert damage(case, audit(case.text, sentences[:-1], 40, 30)) == ["lost", "too long", "no overlap"]
    assert damage(CASES["Chinese"], audit(CASES["Chinese"].text, [CASES["Chinese"].text[:9]])) == [
        "lost",
        "sentences cut",
    ]
