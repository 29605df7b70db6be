"""The how-to pages, and the objects of the two libraries that are not installed here, by the names of their fields."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragchunk_lessons import audit
from ragchunk_lessons.auditing.adapters import read_chunk
from ragchunk_lessons.command import main

FOLDER = Path(__file__).parent.parent / "book" / "howto"
NOTEBOOKS = ["langchain", "llamaindex", "haystack", "chonkie"]
PAGES = [*NOTEBOOKS, "unstructured", "docling"]
STEPS = ["Cut as usual", "Audit", "Read the report", "The repair", "In a test", "From a file, in a pipeline"]


def cells(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]


def source(name: str) -> str:
    if name in NOTEBOOKS:
        return "\n\n".join("".join(cell["source"]) for cell in cells(name))
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_there_are_six_and_one_on_pipelines():
    assert {path.stem for path in FOLDER.iterdir() if path.suffix in (".md", ".ipynb")} == {*PAGES, "ci"}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_the_same_steps(name):
    headings = re.findall(r"(?m)^## (.+)$", source(name))
    found = [step for step in STEPS if any(step.lower().split(" as ")[0] in head.lower() for head in headings)]
    assert found == STEPS
    assert source(name).startswith("# How to audit ") and "ci.md" in source(name) and "assert_covers" in source(name)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_outputs_are_stored_and_say_no_error(name):
    code = [cell for cell in cells(name) if cell["cell_type"] == "code"]
    for cell in code:
        assert all(out["output_type"] == "stream" and out["name"] == "stdout" for out in cell["outputs"])
        assert bool(cell["outputs"]) == ("print(" in "".join(cell["source"]))
    told = "".join("".join(out["text"]) for cell in code for out in cell["outputs"])
    assert re.search(r"(?m)^ok: \d+ chunk", told) and re.search(r"(?m)^not ok: \d+ chunk", told)
    assert len(told) < 8000


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_version_on_the_page_is_the_one_that_is_pinned(name):
    package = {
        "langchain": "langchain-text-splitters",
        "llamaindex": "llama-index-core",
        "haystack": "haystack-ai",
        "chonkie": "chonkie",
    }[name]
    pins = (FOLDER.parent.parent / "requirements.txt").read_text(encoding="utf-8")
    [pinned] = re.findall(rf"(?m)^{package}==(\S+)", pins)
    assert f"{package} {pinned}\n" in "".join(cells(name)[2]["outputs"][0]["text"])


# --- objects by their fields ---------------------------------------------------------------------------------------

TEXT = "Pump 3\n\nClose the inlet valve.\n\nParts are listed here."
WHOLE = ["Pump 3", "Close the inlet valve.", "Parts are listed here."]


class Metadata:
    """As Unstructured keeps it: an object that makes a dict of itself."""

    filename = "manual.md"

    def to_dict(self):
        return {"filename": self.filename, "languages": ["eng"]}


class Meta:
    """As Docling keeps it: an object of pydantic."""

    headings = ("Pump 3",)

    def model_dump(self):
        return {"headings": ["Pump 3"], "origin": {"filename": "manual.md"}, "doc_items": [{"prov": []}]}


def element(text):
    return SimpleNamespace(text=text, metadata=Metadata(), category="CompositeElement", id="e1")


def doc_chunk(text):
    return SimpleNamespace(text=text, meta=Meta())


@pytest.mark.parametrize("make", [element, doc_chunk])
def test_objects_of_libraries_that_are_not_installed(make):
    assert audit(TEXT, map(make, WHOLE)).ok
    found = audit(TEXT, map(make, WHOLE[:2]))
    assert [gap.text for gap in found.lost] == [WHOLE[2]] and not found.rewritten
    assert audit(TEXT, map(make, [*WHOLE[:2], WHOLE[2].upper()])).rewritten


def test_their_metadata_come_along_and_say_no_position():
    assert read_chunk(element("Pump 3")) == ("Pump 3", None, None, {"filename": "manual.md", "languages": ["eng"]})
    text, start, end, metadata = read_chunk(doc_chunk("Pump 3"))
    assert (text, start, end) == ("Pump 3", None, None) and metadata["headings"] == ["Pump 3"]
    assert read_chunk(SimpleNamespace(text="a", metadata=object())) == ("a", None, None, {})


def element_dict(number, text):
    return {
        "type": "CompositeElement",
        "element_id": f"e{number}",
        "text": text,
        "metadata": {"filename": "manual.md", "filetype": "text/markdown", "orig_elements": "eJw="},
    }


def chunk_dict(number, text):
    item = {"self_ref": f"#/texts/{number}", "label": "text", "prov": [{"page_no": 1, "charspan": [0, 99]}]}
    origin = {"mimetype": "text/markdown", "binary_hash": 1, "filename": "manual.md", "uri": None}
    return {"text": text, "meta": {"schema_name": "DocMeta", "doc_items": [item], "headings": None, "origin": origin}}


@pytest.mark.parametrize(("make", "ids"), [(element_dict, ["e0", "e1", "e2"]), (chunk_dict, [None] * 3)])
@pytest.mark.parametrize("form", ["c.json", "c.jsonl"])
def test_what_they_export_is_read_by_the_command(tmp_path, monkeypatch, capsys, make, ids, form):
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/manual.md").write_text(TEXT)
    rows = [make(number, text) for number, text in enumerate(WHOLE)]
    Path(form).write_text(json.dumps(rows) if form == "c.json" else "\n".join(map(json.dumps, rows)))
    assert main(["audit", "docs", form]) == 0
    rows[1]["text"] = "Close the outlet valve."
    Path(form).write_text(json.dumps(rows) if form == "c.json" else "\n".join(map(json.dumps, rows)))
    capsys.readouterr()
    assert main(["audit", "docs", form, "--json"]) == 1
    [document] = json.loads(capsys.readouterr().out)["documents"]
    assert [(row["chunk"], row["id"]) for row in document["rewritten"]] == [(1, ids[1])]


# --- what the pages rest on: chunks with changed words stand where they stand ---------------------------------------


def test_words_put_in_or_left_out_do_not_move_the_end_of_who_says_only_the_start():
    second = "The second valve is closed by hand and stays so until the morning."
    text = f"The first valve stays open all day. {second} The third valve is new."
    first = "The first valve stays open all day."
    for changed, lost in (
        ("The second valve, the old one, is closed by hand and stays so until the morning.", []),
        ("The second valve is closed and stays so until the morning.", ["by hand"]),
    ):
        chunks = [{"text": first, "start": 0}, {"text": changed, "start": 36}]
        found = audit(text, chunks)
        assert [gap.text for gap in found.lost] == [*lost, "The third valve is new."]
        assert [finding.number for finding in found.rewritten] == [1] and not found.misplaced


def test_a_chunk_with_broken_characters_at_its_ends_is_not_lost():
    text = "水泵停了三次，值班员记下了时间。块石头卡住了滤网，第二天才清理干净，机器恢复正常运行。"
    cut = text.index("块")
    halves = [text[:cut] + "\ufffd", "\ufffd" + text[cut + 1 :]]
    for starts in ([None, None], [-1, -1], [0, cut + 1]):
        chunks = [{"text": half, "start": at} for half, at in zip(halves, starts, strict=True)]
        found = audit(text, chunks)
        assert sum(gap.characters for gap in found.lost) <= 1 and [f.number for f in found.rewritten] == [0, 1]


def test_a_position_that_drifted_is_misplaced_and_nothing_is_lost():
    text = "Close the inlet valve before you open the cover. Wait until the gauge shows zero, then wait a minute."
    rest = "Then start the pump."
    chunks = [{"text": text[:48], "start": 0}, {"text": text[49:-1] + "\ufffd", "start": 51}, rest]
    text = f"{text} {rest}"
    found = audit(text, chunks)
    assert found.lost == [] and [f.number for f in found.misplaced] == [1] == [f.number for f in found.rewritten]
    assert found.misplaced[0].detail.startswith("claims [51:") and "stands at [49:" in found.misplaced[0].detail
