"""``ragchunk`` on input of any kind: a status and at most one line of error, never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragchunk_lessons import audit
from ragchunk_lessons.command import main

TEXT = "Open the inlet valve. Start the pump. 先关阀门。"

names = st.sampled_from(
    ["text", "page_content", "content", "start", "end", "start_index", "metadata", "meta", "id", "source", "node", "lc",
     "kwargs", "chunks", "version", "findings", "key", "times", ""]
)  # fmt: skip
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | st.text(max_size=9) | st.sampled_from(TEXT.split()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
records = st.dictionaries(names, values, max_size=5)


@pytest.fixture(scope="module", autouse=True)
def in_a_folder(tmp_path_factory):
    with contextlib.chdir(tmp_path_factory.mktemp("fuzz")):
        Path("a.txt").write_text(TEXT, encoding="utf-8")
        Path("whole.jsonl").write_text(json.dumps(TEXT))
        yield


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return status, out.getvalue(), err.getvalue()


def check(*arguments: str) -> int:
    status, out, err = run(*arguments)
    assert status in (0, 1, 2)
    assert err.count("\n") == (status == 2) and (not out) == (status == 2)
    if status == 2:
        assert err.startswith("ragchunk audit: error: ") and err[:-1].isprintable()
    return status


@given(st.lists(records | values, max_size=4), st.sampled_from(["c.jsonl", "c.json"]))
def test_any_json(items, name):
    text = json.dumps(items) if name == "c.json" else "\n".join(map(json.dumps, items))
    Path(name).write_text(text)
    check("audit", "a.txt", name, "--no-advice")


@given(st.binary(max_size=60), st.sampled_from(["c.jsonl", "c.json", "c.csv", "c.tsv", "c.parquet"]))
def test_any_bytes(data, name):
    Path(name).write_bytes(data)
    check("audit", "a.txt", name, "--no-advice")


@given(st.text(st.sampled_from('text,start\n\r"0 a;\t'), max_size=60))
def test_any_csv(text):
    Path("c.csv").write_bytes(b"text,start\n" + text.encode())
    check("audit", "a.txt", "c.csv", "--no-advice")


@given(records | values)
def test_any_baseline(held):
    Path("known.json").write_text(json.dumps(held))
    check("audit", "a.txt", "whole.jsonl", "--no-advice", "--baseline", "known.json")


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))), max_size=6))
def test_the_status_is_that_of_the_audit(spans):
    chunks = [{"text": TEXT[min(span) : max(span)], "start": min(span)} for span in spans]
    Path("c.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    assert run("audit", "a.txt", "c.jsonl", "--no-advice")[0] == (0 if audit(TEXT, chunks).ok else 1)


@given(st.lists(st.integers(0, len(TEXT)), max_size=6), st.data())
@settings(max_examples=50)
def test_a_baseline_makes_its_own_chunks_pass(cuts, data):
    edges = sorted({0, len(TEXT), *cuts})
    pieces = [{"text": TEXT[a:b], "start": a} for a, b in pairwise(edges)]
    kept = [piece for piece in pieces if data.draw(st.booleans())]
    Path("c.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in kept))
    assert run("audit", "a.txt", "c.jsonl", "--no-advice", "--write-baseline", "known.json")[0] == 0
    assert run("audit", "a.txt", "c.jsonl", "--no-advice", "--baseline", "known.json")[0] == 0
