"""Gone on with: other settings, another function of the same name, damaged files and a changed source are noticed."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from corpus_makers import records, results, write_jsonl

from ragchunk_lessons import split_markdown, split_recursive
from ragchunk_lessons.batch import audit_corpus, corpus_chunks, split_corpus, troubled_documents
from ragchunk_lessons.batch._callables import spelled
from ragchunk_lessons.batch._whole import counts_if_whole
from ragchunk_lessons.command import main


@pytest.fixture
def source(tmp_path):
    return write_jsonl(tmp_path / "corpus.jsonl", records(40))


def cut(source, out, **given):
    return split_corpus(source, out, workers=0, **given)


def by_closure(size):
    def by(document):
        return split_recursive(document, size)

    return by


def by_default(size):
    def by(document, size=size):
        return split_recursive(document, size)

    return by


def by_helper(size):
    helper = by_closure(size)

    def by(document):
        return [chunk for chunk in helper(document)]

    return by


def by_partial(size):
    helper = functools.partial(split_recursive, chunk_size=size)

    def by(document):
        return helper(document)

    return by


class Cutter:
    def __init__(self, size):
        self.sizes = {"most": [size]}

    def cut(self, document):
        return split_recursive(document, self.sizes["most"][0])


def by_method(size):
    return Cutter(size).cut


def by_object(size):
    cutter = Cutter(size)

    def by(document):
        return cutter.cut(document)

    return by


def by_global(size):
    space = {"SIZE": size, "split_recursive": split_recursive, "__name__": "__main__"}
    exec("def by(document):\n    return split_recursive(document, SIZE)", space)
    return space["by"]


def by_code(size):
    space = {"split_recursive": split_recursive, "__name__": "__main__"}
    exec(f"def by(document):\n    return split_recursive(document, {size})", space)
    return space["by"]


def by_lambda(size):
    few, many = lambda text: split_recursive(text, 300), lambda text: split_recursive(text, 500)
    return few if size == 300 else many


MAKERS = [by_closure, by_default, by_helper, by_partial, by_method, by_object, by_global, by_code]


@pytest.mark.parametrize("make", MAKERS)
def test_another_function_of_the_same_name_is_refused_and_the_same_one_goes_on(source, tmp_path, make):
    out = tmp_path / "out"
    cut(source, out, splitter=make(500))
    before = results(out)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cut(source, out, splitter=make(500)).resumed == 1
        with pytest.raises(ValueError, match=r"splitter \S+ has other code than before, or uses other values"):
            cut(source, out, splitter=make(300))
    assert results(out) == before
    assert cut(source, out, splitter=make(300), restart=True).resumed == 0


def test_two_lambdas_in_one_line_are_told_apart():
    assert spelled("splitter", by_lambda(300)) != spelled("splitter", by_lambda(500))
    assert spelled("splitter", by_lambda(300)) == spelled("splitter", by_lambda(300))


def test_values_that_hold_others_are_told_apart():
    @dataclass(slots=True)
    class Point:
        x: int

    def held(value):
        return spelled("splitter", lambda document: value)

    values = [[[1], 2], [[1, 2]], [1, [2]], {"a": {}, "b": 1}, {"a": {"b": 1}}, Point(1), Point(2), {1, 2}, {2, 3}]
    values += [re.compile("a"), re.compile("a", re.I), Path("a"), Path("b"), 1, True, "1", None, len, print]
    said = [held(value) for value in values]
    assert len(set(said)) == len(values) and not any(unknown for _, unknown in said)
    assert held(Point(1)) == held(Point(1)) and held({"b", "a", "c"}) == held({"c", "b", "a"})
    assert held(bytearray(b"x"))[1] == ("value (bytearray)",)


def test_the_same_function_is_spelled_the_same_in_every_process():
    words = "import test_corpus_again as t; from ragchunk_lessons.batch._callables import spelled\n"
    words += "print([spelled('splitter', f) for f in (*(m(7) for m in t.MAKERS), t.split_markdown, t.records)])"
    said = {
        subprocess.run(
            [sys.executable, "-c", words], check=True, capture_output=True, text=True, timeout=120,
            cwd=__file__.rpartition("test_corpus_again")[0], env=environment(seed),
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1 and said.pop().count("()") == len(MAKERS) + 2


def environment(seed):
    return {**os.environ, "PYTHONHASHSEED": seed}


def test_what_cannot_be_compared_is_said(source, tmp_path):
    def holding(lines):
        def by(document):
            next(lines, None)
            return split_recursive(document, 300)

        return by

    out = tmp_path / "out"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cut(source, out, splitter=holding(iter([1])))  # nothing is kept yet
    with pytest.warns(UserWarning, match=r"1 part done before stay.*lines \(list_iterator\).*restart=True") as said:
        assert cut(source, out, splitter=holding(iter([2]))).resumed == 1
    assert said[0].filename == __file__


def test_a_function_that_is_none():
    with pytest.raises(TypeError, match="splitter must be a name or a function, not int"):
        spelled("splitter", 7)


def test_an_embedder_of_ones_own_is_compared_too(source, tmp_path):
    def embed(number):
        def one(texts):
            return [[float(number)] for _ in texts]

        return one

    cut(source, tmp_path / "out", embedder=embed(1))
    assert cut(source, tmp_path / "out", embedder=embed(1)).resumed == 1
    with pytest.raises(ValueError, match=r"embedder \S+ has other code"):
        cut(source, tmp_path / "out", embedder=embed(2))


def test_options_are_compared_as_they_are_written_down(source, tmp_path):
    out = tmp_path / "out"
    cut(source, out, options={"separators": (" ", "")})
    assert cut(source, out, options={"separators": (" ", "")}).resumed == 1
    assert cut(source, out, options={"separators": [" ", ""]}).resumed == 1
    with pytest.raises(ValueError, match="options was"):
        cut(source, out, options={"separators": (" ",)})
    with pytest.raises(TypeError, match="cannot be written down"):
        cut(source, tmp_path / "other", options={"separators": {" "}})
    assert not (tmp_path / "other").exists()


def shorter(path):
    path.write_bytes(path.read_bytes()[:-20])


def without_its_middle(path):
    data = path.read_bytes()
    path.write_bytes(data[:100] + data[200:])


def with_fewer_rows(path):
    pq.write_table(pq.read_table(path).slice(1), path)


def empty(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("folder", ["chunks", "documents"])
@pytest.mark.parametrize("damage", [shorter, without_its_middle, with_fewer_rows, empty])
def test_a_damaged_file_is_named_and_made_again(source, tmp_path, capsys, folder, damage):
    out = tmp_path / "out"
    report = cut(source, out, part_bytes=20_000)
    before, path = results(out), sorted((out / folder).iterdir())[1]
    damage(path)
    found = audit_corpus(out)
    assert not found.ok
    if damage is not with_fewer_rows:
        assert found.damaged == (f"{folder}/{path.name}",) and path.name in repr(found)
        with pytest.raises(ValueError, match=f"{path.name} is damaged"):
            list(corpus_chunks(out) if folder == "chunks" else troubled_documents(out))
    assert main(["corpus", str(source), "--out", str(out), "--workers", "0", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert f"gone on: {report.parts - 1} of {report.parts} parts" in said
    assert "cut again: 1 part done before had a damaged file" in said
    assert results(out) == before and audit_corpus(out).ok


def test_feet_of_all_kinds_of_tables_are_read(source, tmp_path):
    def embed(texts):
        return [[float(len(text)), 1.0] for text in texts]

    write_jsonl(tmp_path / "failed.jsonl", [b"{", {"id": "a"}])
    for number, given in enumerate(({"embedder": embed}, {"audit": False}, {"part_bytes": 1})):
        assert cut(source, tmp_path / str(number), **given).resumed == 0
        again = cut(source, tmp_path / str(number), **given)
        assert again.resumed == again.parts and (again.damaged, again.changed) == (0, 0)
    cut(tmp_path / "failed.jsonl", tmp_path / "failed")  # a table of chunks without a row
    assert cut(tmp_path / "failed.jsonl", tmp_path / "failed").resumed == 1
    assert counts_if_whole(tmp_path / "none", tmp_path / "none") is None


def test_a_changed_source_is_cut_again_and_that_is_said(tmp_path, capsys):
    folder, out = tmp_path / "docs", tmp_path / "out"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    arguments = ["corpus", str(folder), "--out", str(out), "--workers", "0", "--quiet", "--part-bytes", "1"]
    assert main(arguments) == 0 and "cut again" not in capsys.readouterr().out
    assert main(arguments) == 0 and "cut again" not in capsys.readouterr().out
    (folder / "2.txt").write_text("Text two.", encoding="utf-8")
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "gone on: 3 of 4 parts were done before",
        "cut again: the source of 1 part done before has changed",
    ]
    assert [row["text"] for row in results(out)[1]][2] == "Text two."


def test_a_splitter_of_this_package_given_as_a_function(source, tmp_path):
    cut(source, tmp_path / "out", splitter=split_markdown)
    assert cut(source, tmp_path / "out", splitter=split_markdown).resumed == 1


def with_another_bit(path):
    """Somewhere in a page, where the foot and the size stay as they are."""
    data = bytearray(path.read_bytes())
    column = pq.read_metadata(path).row_group(0).column(pq.read_schema(path).names.index("source"))
    data[(column.dictionary_page_offset or column.data_page_offset) + column.total_compressed_size - 3] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("folder", ["chunks", "documents"])
def test_a_bit_that_changed_on_the_disk_is_told_when_the_page_is_read(source, tmp_path, capsys, folder):
    out = tmp_path / "out"
    cut(source, out, part_bytes=20_000)
    path = sorted((out / folder).iterdir())[1]
    with_another_bit(path)
    assert audit_corpus(out).damaged == (f"{folder}/{path.name}",)
    with pytest.raises(ValueError, match=f"{path.name} is damaged"):
        list(corpus_chunks(out) if folder == "chunks" else troubled_documents(out))
    if folder == "chunks":
        assert main(["audit", str(source), str(out / folder), "--records"]) == 2
        assert "CRC checksum verification failed" in capsys.readouterr().err
