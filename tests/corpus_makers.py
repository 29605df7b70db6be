"""Small corpora for the tests of the room ``batch``, and how its results are compared."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pyarrow.parquet as pq

from ragchunk_lessons import split_recursive
from ragchunk_lessons.corpora import load_text

TEXTS = ("station_manual", "chinese_technical", "maintenance_prose", "pump_manual_natural")


def records(count, length=900):
    """Documents in two languages, each with an id of its own."""
    texts = [load_text(name) for name in TEXTS]
    for number in range(count):
        text = texts[number % len(texts)]
        start = number * 379 % max(1, len(text) - length)
        yield {"id": f"d{number}", "text": f"# {number}\n\n{text[start : start + length]}", "lang": "en"}


def write_jsonl(path, rows):
    lines = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def table(out, name, *columns):
    """Rows of a table in the order of the names of its files."""
    paths = sorted(Path(out, name).glob("*.parquet"))
    return [row for path in paths for row in pq.read_table(path, columns=list(columns) or None).to_pylist()]


def results(out):
    """All of both tables, without regard to parts."""
    return table(out, "documents"), table(out, "chunks")


def with_another_bit(path, group, column):
    """Damage one column of one group of rows of a Parquet file."""
    data = bytearray(path.read_bytes())
    meta = pq.read_metadata(path)
    held = meta.row_group(group).column(meta.schema.names.index(column))
    data[(held.dictionary_page_offset or held.data_page_offset) + held.total_compressed_size - 2] ^= 1
    path.write_bytes(data)


def statuses(out):
    return {row["source"]: row["status"] for row in table(out, "documents")}


def words(out):
    return {row["source"]: row["words"] for row in table(out, "documents") if row["words"]}


def deadly(document):
    """A splitter that some texts end: with the process, for a long time, in a loop below Python, or as an error."""
    if "EXIT" in document.text:
        os._exit(3)
    if "SLEEP" in document.text:
        time.sleep(600)
    if "LOOP" in document.text:
        re.match(r"(a+)+b", "a" * 60)
    if "RAISE" in document.text:
        raise ValueError("this text is refused")
    return split_recursive(document, 300)
