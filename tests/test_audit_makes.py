"""Audits of chunks of any make: tuples, pairs, JSONL, and the real objects of other libraries."""

from __future__ import annotations

import json
import re
from collections import namedtuple

import numpy as np
import pytest
from chunk_makers import numbers

from ragchunk_lessons import Chunk, audit, show_chunks
from ragchunk_lessons.auditing.adapters import as_list, read_chunk
from ragchunk_lessons.chunk_lines import read_chunks
from ragchunk_lessons.corpora import load_text

TEXT = "The pump is old. It leaks a bit.\n\nThe valve is new. 洪水🌊警报。 It holds well."


# --- plain Python --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item",
    [
        (4, "two"),
        ("two", 4),
        ("two", 4, 7),
        (4, 7, "two"),
        ["two", 4, 7],
        ("two", (4, 7)),
        ((4, 7), "two"),
        (np.int64(4), "two"),
    ],
)
def test_a_tuple_is_one_text_with_its_start_or_its_span(item):
    assert read_chunk(item) == ("two", 4, 7, {})
    assert audit("one two", ["one", item]).ok
    assert show_chunks("one two", ["one", item]).says == "2 chunks, coverage 100 %"


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (("one", "two"), "chunk 1 is a tuple of 2 texts and 0 other values; give one text and its start"),
        ((4, 7), "chunk 1 is a tuple of 0 texts and 2 other values"),
        (("two",), "chunk 1 is a tuple of 1 texts and 0 other values"),
        (("two", 1, 2, 3), "chunk 1 is a tuple of 1 texts and 3 other values"),
        (("two", 4.5), "chunk 1: start must be a whole number, not float (4.5)"),
        (("two", 4, True), "chunk 1: end must be a whole number, not bool (True)"),
        (("two", 4, None), "chunk 1: end must be a whole number, not NoneType (None)"),
    ],
)
def test_a_tuple_of_something_else_is_named(item, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        audit("one two", ["one", item])


def test_a_pair_of_texts_and_offsets_stands_for_all_chunks():
    pair = (["one", "two"], [(0, 3), (4, 7)])
    assert audit("one two", pair).ok
    assert as_list(pair) == [("one", 0, 3), ("two", 4, 7)]
    assert numbers(audit("one two", (["one", "two"], [(0, 3), (3, 6)])).misplaced) == [1]
    assert audit("", ([], [])).ok
    # Two chunks are two chunks.
    assert audit("one two", ("one", "two")).ok
    assert audit("one two", [("one", 0), ("two", 4)]).ok
    assert audit("one two", [["one", 0, 3], ["two", 4, 7]]).ok


def test_a_named_tuple_is_read_by_its_names():
    named = namedtuple("Passage", "number text start")
    assert read_chunk(named(7, "two", 4)) == ("two", 4, 7, {})
    with pytest.raises(TypeError, match="chunk 0 is a Point without a text"):
        read_chunk(namedtuple("Point", "x y")(1, 2))


@pytest.mark.parametrize("key", ["start", "start_index", "start_char_idx"])
def test_dicts_with_a_position(key):
    text = "one two"
    assert audit(text, [{"text": "one", key: 0}, {"text": "two", key: 4}]).ok
    assert numbers(audit(text, [{"text": "one", key: 0}, {"text": "two", key: 3}]).misplaced) == [1]


# --- JSONL ---------------------------------------------------------------------------------------------------------

LINES = [
    {"text": "one", "start": 0},
    {"page_content": "two", "metadata": {"start_index": 4}},
    {"lc": 1, "type": "constructor", "id": [], "kwargs": {"page_content": "3", "metadata": {"start_index": 8}}},
    {"content": "four", "split_idx_start": 10, "meta": {}},
    {"text": "five", "start_char_idx": 15, "end_char_idx": 19},
    {"text": "six", "start_index": 20, "end_index": 23},
    "seven",
]
NUMBERS = "one two 3 four five six seven"


def test_a_file_of_json_lines(tmp_path):
    path = tmp_path / "chunks.jsonl"
    content = "\ufeff" + "\r\n\n".join(json.dumps(line) for line in LINES) + "\n"
    path.write_text(content, encoding="utf-8", newline="")
    result = audit(NUMBERS, path)
    assert (result.ok, [chunk.start for chunk in result.chunks]) == (True, [0, 4, 8, 10, 15, 20, 24])
    assert read_chunks(path) == read_chunks(content) == read_chunks(json.dumps(line) for line in LINES)
    assert show_chunks(NUMBERS, path).says == "7 chunks, coverage 100 %"


def test_our_own_chunks_come_back_from_their_lines():
    chunks = [Chunk("one\u2028", 0, 4, {"page": 1}), Chunk("two", 5, 8)]
    lines = "\n".join(json.dumps(chunk.to_dict(), ensure_ascii=False) for chunk in chunks)
    assert audit("one\u2028 two", read_chunks(lines)).ok


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "one"}\n{"text": ', "line 2 is not JSON"),
        ('\n{"start": 3}', "line 2: it is a dict without a text; give"),
        ('{"text": "one", "start": "3"}', "line 1: start must be a whole number, not str ('3')"),
        ("3", "line 1: it must hold an object with a text"),
        ("null", "line 1: it must hold an object"),
        ('["one", 0]', "line 1: it must hold an object"),
    ],
)
def test_a_line_that_is_no_chunk_is_named(content, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_chunks(content)


def test_lines_must_be_text():
    with pytest.raises(TypeError, match="line 1 must be a str, not bytes"):
        read_chunks([b"{}"])


# --- other libraries -----------------------------------------------------------------------------------------------


def test_langchain_documents():
    splitters = pytest.importorskip("langchain_text_splitters")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=30, chunk_overlap=0, add_start_index=True)
    documents = splitter.create_documents([TEXT])
    assert audit(TEXT, documents, 30, 0).ok
    lines = "\n".join(document.model_dump_json() for document in documents)
    assert audit(TEXT, read_chunks(lines)).ok
    documents[1].metadata["start_index"] += 1
    assert numbers(audit(TEXT, documents).misplaced) == [1]


def test_the_real_langchain_splitter():
    splitters = pytest.importorskip("langchain_text_splitters")
    text = load_text("rag_three_paragraphs")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=50, add_start_index=True)
    documents = splitter.create_documents([text])
    result = audit(text, documents, 200, 50)
    assert result.ok
    assert len(result.chunks) == 6
    assert result.overlaps == [47, 0, 47, 0, 46]  # 50 was asked for
    documents[3].metadata["start_index"] += 1
    assert numbers(audit(text, documents).misplaced) == [3]
    documents[3].metadata.clear()
    assert audit(text, documents).ok


def test_llama_index_nodes():
    parser = pytest.importorskip("llama_index.core.node_parser")
    schema = pytest.importorskip("llama_index.core.schema")
    splitter = parser.SentenceSplitter(
        chunk_size=60, chunk_overlap=0, tokenizer=str.split, chunking_tokenizer_fn=lambda text: [text]
    )
    nodes = splitter.get_nodes_from_documents([schema.Document(text=TEXT)])
    assert audit(TEXT, nodes).ok
    assert audit(TEXT, [schema.NodeWithScore(node=node, score=0.5) for node in nodes]).ok
    assert audit(TEXT, read_chunks("\n".join(node.to_json() for node in nodes))).ok


def test_haystack_documents():
    preprocessors = pytest.importorskip("haystack.components.preprocessors")
    haystack = pytest.importorskip("haystack")
    splitter = preprocessors.DocumentSplitter(split_by="word", split_length=5, split_overlap=2)
    splitter.warm_up()
    documents = splitter.run([haystack.Document(content=TEXT)])["documents"]
    result = audit(TEXT, documents)
    assert result.ok
    assert all(shared > 0 for shared in result.overlaps[:-1])
    lines = "\n".join(json.dumps(document.to_dict()) for document in documents)
    assert audit(TEXT, read_chunks(lines)).ok


def test_chonkie_chunks():
    chonkie = pytest.importorskip("chonkie")
    chunks = chonkie.TokenChunker("character", chunk_size=20, chunk_overlap=5)(TEXT)
    assert audit(TEXT, chunks, 20, 5).ok
    assert audit(TEXT, chunks).overlaps[0] == 5
    assert audit(TEXT, read_chunks("\n".join(json.dumps(chunk.to_dict()) for chunk in chunks))).ok


def test_semchunk_texts_and_offsets():
    semchunk = pytest.importorskip("semchunk")
    pair = semchunk.chunk(TEXT, 5, lambda text: len(text.split()), offsets=True, memoize=False)
    result = audit(TEXT, pair)
    assert result.ok
    assert [(chunk.start, chunk.end) for chunk in result.chunks] == pair[1]
    assert audit(TEXT, pair[0]).ok


def test_semantic_text_splitter_indices():
    library = pytest.importorskip("semantic_text_splitter")
    indices = library.TextSplitter(20).chunk_indices(TEXT)
    result = audit(TEXT, indices, 20)
    assert result.ok
    assert [chunk.start for chunk in result.chunks] == [start for start, _ in indices]
