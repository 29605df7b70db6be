"""Chunks: their spans, their ids, and the way to dicts and back."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from hashlib import sha256
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk
from ragchunk_lessons.auditing.adapters import as_chunks, as_list, read_chunk, to_langchain


def test_a_chunk_says_where_it_came_from():
    chunk = Chunk("world", 6, 11, {"page": 2})
    assert "hello world"[chunk.start : chunk.end] == chunk.text
    assert chunk.metadata == {"page": 2}


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((b"x", 0, 1), TypeError, "text must be a str, not bytes"),
        (("x", 0.0, 1), TypeError, "start must be an int, not float"),
        (("x", 0, True), TypeError, "end must be an int, not bool"),
        (("x", -1, 1), ValueError, r"span \[-1:1\] is not 0 <= start <= end"),
        (("x", 3, 1), ValueError, r"span \[3:1\] is not 0 <= start <= end"),
    ],
)
def test_a_wrong_chunk_is_refused_by_name_and_value(arguments, kind, message):
    with pytest.raises(kind, match=message):
        Chunk(*arguments)


def test_the_id_is_the_same_on_every_machine():
    # sha256 over "0:" "1:6" "2:11" "5:world", worked out apart from the package.
    assert Chunk("world", 6, 11).id == sha256(b"0:1:62:115:world").hexdigest()[:16] == "519d0e61bcc9ba8d"
    assert Chunk("世界\ud83c", 0, 3, {"source": "é.txt"}).id == "f28198098289a951"


def test_the_id_does_not_depend_on_the_process():
    code = "from ragchunk_lessons import Chunk; print(Chunk('world', 6, 11, {'source': 'a'}).id)"
    ids = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert ids == {Chunk("world", 6, 11, {"source": "a"}).id + "\n"}


def test_equal_passages_of_one_document_have_ids_of_their_own():
    ids = [Chunk("Due.", at, at + 4).id for at in (6, 11, 16)]
    assert len(set(ids)) == 3


def test_the_source_is_part_of_the_id_and_other_metadata_is_not():
    plain = Chunk("a", 0, 1)
    assert plain.id != Chunk("a", 0, 1, {"source": "x"}).id
    assert plain.id == Chunk("a", 0, 1, {"page": 3}).id


def test_parts_of_the_id_do_not_run_into_one_another():
    assert Chunk("2", 1, 11).id != Chunk("12", 1, 1).id
    assert Chunk("b", 0, 1, {"source": "a"}).id != Chunk("", 0, 1, {"source": "ab"}).id


@given(st.text(max_size=20), st.integers(0, 99), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3))
def test_a_dict_brings_the_chunk_back(text, start, metadata):
    chunk = Chunk(text, start, start + len(text), metadata)
    assert Chunk.from_dict(json.loads(json.dumps(chunk.to_dict()))) == chunk


def test_a_dict_that_lacks_a_field_is_refused():
    with pytest.raises(ValueError, match="record lacks start, end; it has text"):
        Chunk.from_dict({"text": "a"})


def test_chunks_can_stand_in_a_set():
    assert len({Chunk("a", 0, 1, {"x": [1]}), Chunk("a", 0, 1, {"x": [1]})}) == 1


# Stand-ins with the fields of the libraries' own objects.
class LlamaNode:
    def __init__(self, text, start=None, end=None):
        self._text, self.start_char_idx, self.end_char_idx, self.metadata = text, start, end, {"file": "a"}

    def get_content(self):
        return self._text


class LlamaHit:
    def __init__(self, node):
        self.node, self.score = node, 0.5


class HaystackDocument:
    def __init__(self, content, start=None):
        self.content, self.meta, self.id = content, {} if start is None else {"split_idx_start": start}, "x"


class ChonkieChunk:
    def __init__(self, text, start_index, end_index):
        self.text, self.start_index, self.end_index, self.token_count = text, start_index, end_index, 1


@pytest.mark.parametrize(
    ("item", "read"),
    [
        ("two", ("two", None, None)),
        (Chunk("two", 4, 7), ("two", 4, 7)),
        ({"text": "two"}, ("two", None, None)),
        ({"text": "two", "start": 4, "end": 7}, ("two", 4, 7)),
        ({"page_content": "two", "metadata": {"start_index": 4}}, ("two", 4, 7)),
        ({"content": "two", "meta": {"split_idx_start": 4}}, ("two", 4, 7)),
        ({"text": "two", "metadata": {"start": 31.5}}, ("two", None, None)),  # seconds, not characters
        (LlamaNode("two"), ("two", None, None)),
        (LlamaNode("two", 4, 7), ("two", 4, 7)),
        (LlamaHit(LlamaNode("two", 4, 7)), ("two", 4, 7)),
        (HaystackDocument("two"), ("two", None, None)),
        (HaystackDocument("two", 4), ("two", 4, 7)),
        (ChonkieChunk("two", 4, 7), ("two", 4, 7)),
        (ChonkieChunk("two", -1, 2), ("two", -1, 2)),
    ],
)
def test_chunks_of_other_libraries_are_read_by_their_fields(item, read):
    assert read_chunk(item)[:3] == read


def test_a_real_langchain_document_is_read():
    documents = pytest.importorskip("langchain_core.documents")
    plain = documents.Document(page_content="two")
    placed = documents.Document(page_content="two", metadata={"start_index": 4, "page": 1})
    assert read_chunk(plain) == ("two", None, None, {})
    assert read_chunk(placed) == ("two", 4, 7, {"start_index": 4, "page": 1})


def test_langchain_documents_come_back():
    pytest.importorskip("langchain_core.documents")
    chunks = [Chunk("two", 4, 7, {"page": 1})]
    [document] = to_langchain(chunks)
    assert (document.page_content, document.id) == ("two", chunks[0].id)
    assert as_chunks("one two", [document]) == [
        Chunk("two", 4, 7, {"page": 1, "start_index": 4, "end_index": 7}),
    ]


def test_as_chunks_believes_the_source_and_not_the_claim():
    chunks = as_chunks("one two two", ["one", {"text": "two", "start": 5}, {"text": "two", "start": 8}])
    assert [(chunk.text, chunk.start, chunk.end) for chunk in chunks] == [("one", 0, 3), ("two", 4, 7), ("two", 8, 11)]


def test_as_chunks_refuses_what_is_not_in_the_source():
    with pytest.raises(ValueError, match="chunk 1 is not in the source: 'nowhere at all'"):
        as_chunks("one two three", ["one", "nowhere at all"])


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (3, "chunk 5 is an int without a text"),
        ({"body": "x"}, "chunk 5 is a dict without a text"),
        ({"text": "x", "start": "4"}, r"chunk 5: start must be a whole number, not str \('4'\)"),
        ({"text": "x", "start": 4.5}, r"chunk 5: start must be a whole number, not float \(4.5\)"),
    ],
)
def test_what_cannot_be_read_is_named(item, message):
    with pytest.raises(TypeError, match=message):
        read_chunk(item, 5)


@pytest.mark.parametrize("items", ["one", b"one", {"text": "x"}, 3, None])
def test_a_single_chunk_is_no_list(items):
    with pytest.raises(TypeError, match=f"chunks must be a list of chunks, not {type(items).__name__}"):
        as_list(items)


def test_importing_the_package_loads_no_other():
    code = (
        "import sys; before = set(sys.modules); import ragchunk_lessons;"
        "new = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - set(sys.stdlib_module_names) - {'ragchunk_lessons'}),"
        "      sorted(new & {'dataclasses', 'inspect', 'typing', 're'}))"
    )
    out = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[] []\n"


# --- metadata and numbers -----------------------------------------------------------------------------


def test_the_metadata_is_the_chunks_own():
    given_metadata = {"page": 1}
    chunk = Chunk("a", 0, 1, given_metadata)
    given_metadata["page"] = 2
    assert chunk.metadata == {"page": 1}


def test_a_chunk_with_read_only_metadata_can_be_pickled():
    chunk = Chunk("a", 0, 1, MappingProxyType({"page": 1}))
    assert pickle.loads(pickle.dumps(chunk)) == chunk == Chunk("a", 0, 1, {"page": 1})


@pytest.mark.parametrize("metadata", [None, [("a", 1)], "page", 3])
def test_metadata_that_is_no_mapping_is_refused(metadata):
    kind = type(metadata).__name__
    with pytest.raises(TypeError, match=f"metadata must be a mapping, such as a dict, not {kind}"):
        Chunk("a", 0, 1, metadata)
    if metadata is not None:
        with pytest.raises(TypeError, match=f"metadata must be a mapping, such as a dict, not {kind}"):
            Chunk.from_dict({"text": "a", "start": 0, "end": 1, "metadata": metadata})


def test_whole_numbers_of_numpy_become_plain_ones():
    np = pytest.importorskip("numpy")
    chunk = Chunk("world", np.int64(6), np.uint8(11))
    assert (type(chunk.start), type(chunk.end)) == (int, int)
    assert chunk == Chunk("world", 6, 11) and chunk.id == Chunk("world", 6, 11).id
    assert json.loads(json.dumps(chunk.to_dict()))["end"] == 11
    for wrong in (np.float64(6), np.bool_(True)):
        with pytest.raises(TypeError, match="start must be an int"):
            Chunk("world", wrong, 11)


def test_a_heading_path_is_a_tuple_again_after_json():
    chunk = Chunk("a", 0, 1, {"source": "x", "heading_path": ("One", "Two"), "pages": (1, 2), "tags": ["a"]})
    again = Chunk.from_dict(json.loads(json.dumps(chunk.to_dict())))
    assert again == chunk
    assert again.metadata["heading_path"] == ("One", "Two") and again.metadata["tags"] == ["a"]


def test_a_record_whose_id_contradicts_its_content_is_refused():
    record = Chunk("world", 6, 11).to_dict() | {"text": "World"}
    with pytest.raises(ValueError, match=f"id '519d0e61bcc9ba8d', but .* give '{Chunk('World', 6, 11).id}'"):
        Chunk.from_dict(record)
    assert Chunk.from_dict(record | {"id": None}).text == "World"


def test_a_record_must_be_a_mapping():
    with pytest.raises(TypeError, match="record must be a mapping, such as a dict, not str"):
        Chunk.from_dict('{"text": "a"}')
