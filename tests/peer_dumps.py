"""What six libraries cut, as their users would write it down, and damage to plant in it."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragchunk_lessons.auditing.adapters import as_list
from ragchunk_lessons.peers import run_peer

SIZE = 300
SUBJECTS = "inlet valve, pump, gauge, strainer, coupling, converter, tank, reservoir, hatch, cabinet".split(", ")
_PARAGRAPH = (
    "No. {number}: the {subject} of the Café\u202fRoyal pump hall is checked on the {number}th of each month.\n"
    "It must hold {number}30 kPa & 4 °C; the fitter’s entry names the hour, the reading and the colleague who was "
    "there. Report {number}: “closed” means that the {subject} moves no further by hand."
)
TEXT = "\n\n".join(
    _PARAGRAPH.format(number=number, subject=subject) for number, subject in enumerate(SUBJECTS, 11)
).replace("\u202f", " ")


@dataclass(frozen=True)
class Shape:
    """Where a library's own dict holds a chunk's text and where it starts and ends."""

    text: str
    start: str
    end: str | None = None
    inside: str | None = None  # the dict in which the positions stand

    def read(self, row: dict[str, Any]) -> tuple[str, int]:
        return row[self.text], (row[self.inside] if self.inside else row)[self.start]

    def written(self, row: dict[str, Any], text: str | None = None, start: int | None = None) -> dict[str, Any]:
        """The row with another text, or at another place; the length that it claims stays."""
        row = json.loads(json.dumps(row))
        holder = row[self.inside] if self.inside else row
        if text is not None:
            row[self.text] = text
        if start is not None:
            if self.end:
                holder[self.end] += start - holder[self.start]
            holder[self.start] = start
        return row


SHAPES = {
    "LangChain": Shape("page_content", "start_index", inside="metadata"),
    "LlamaIndex": Shape("text", "start_char_idx", "end_char_idx"),
    "Haystack": Shape("content", "split_idx_start"),
    "Chonkie": Shape("text", "start_index", "end_index"),
    "semchunk": Shape("text", "start", "end"),
    "semantic-text-splitter": Shape("text", "start"),
}


def dump(library: str, text: str = TEXT, kind: str = "characters", size: int = SIZE) -> list[dict[str, Any]]:
    """What a library makes of a text, as dicts of its own making, with the name of the document."""
    rows = []
    for number, chunk in enumerate(as_list(run_peer(library, kind, text, size))):
        if isinstance(chunk, tuple):  # semchunk and semantic-text-splitter give no objects
            body, start = chunk[:2] if isinstance(chunk[0], str) else chunk[::-1]
            row = {"text": body, "start": start, "id": number}
            row |= {"end": start + len(body)} if library == "semchunk" else {}
        elif library == "LangChain":
            row = chunk.model_dump()
        else:
            row = chunk.to_dict()
        row = json.loads(json.dumps(row, default=str))
        holder = row.setdefault("metadata", {}) if library in ("LangChain", "LlamaIndex") else row
        holder["file_path" if library == "LlamaIndex" else "source"] = "/srv/docs/manual.md"
        rows.append(row)
    return rows


# --- formats -------------------------------------------------------------------------------------------------------


def as_jsonl(rows: list[dict[str, Any]], shape: Shape) -> str:
    Path("chunks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return "chunks.jsonl"


def as_csv(rows: list[dict[str, Any]], shape: Shape) -> str:
    """As pandas writes it: a column for each field, what is nested as JSON."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with open("chunks.csv", "w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, names)
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {key: json.dumps(value) if isinstance(value, dict) else value for key, value in row.items()}
            )
    return "chunks.csv"


def as_parquet(rows: list[dict[str, Any]], shape: Shape) -> str:
    """The columns that people keep: text, place, document and what is in the metadata."""
    import pyarrow
    import pyarrow.parquet

    kept = {shape.text, shape.start, shape.end, "metadata", "source", "id"}
    # Parquet has no type for a dict that is empty in every row.
    table = pyarrow.Table.from_pylist(
        [{key: row[key] for key in row if key in kept and row[key] != {}} for row in rows]
    )
    pyarrow.parquet.write_table(table, "chunks.parquet", row_group_size=3)
    return "chunks.parquet"


def as_folder(rows: list[dict[str, Any]], shape: Shape) -> str:
    """One text file a chunk: no place, no document."""
    Path("chunks").mkdir()
    for number, row in enumerate(rows):
        Path(f"chunks/chunk-{number}.txt").write_bytes(row[shape.text].encode() + b"\n")
    return "chunks"


FORMATS: dict[str, Callable[[list[dict[str, Any]], Shape], str]] = {
    "jsonl": as_jsonl,
    "csv": as_csv,
    "parquet": as_parquet,
    "folder": as_folder,
}


# --- damage --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planted:
    """Rows with damage, and what an audit must find: the texts that are lost, and the chunks of each kind."""

    rows: list[dict[str, Any]]
    lost: list[str]
    kinds: dict[str, list[int]]
    options: tuple[str, ...] = ()
    needs_place: bool = False  # without positions nothing of it can be known


AT = 4
_BROKEN = "\ufffd"


def _rewritten(rows: list[dict[str, Any]], shape: Shape, change: Callable[[str], str], **more: Any) -> Planted:
    before = shape.read(rows[AT])[0]
    after = change(before)
    assert after != before
    return Planted(
        [*rows[:AT], shape.written(rows[AT], after), *rows[AT + 1 :]], more.pop("lost", []), {"rewritten": [AT]}, **more
    )


def dropped_chunk(rows, shape):
    return Planted([*rows[:AT], *rows[AT + 1 :]], [shape.read(rows[AT])[0].strip()], {})


def dropped_tail(rows, shape):
    """As a loop that asks whether a whole window still fits."""
    return Planted(rows[:-2], [TEXT[shape.read(rows[-2])[1] :].strip()], {})


def words_deleted(rows, shape):
    gone = ", the reading and the colleague who was there"
    return _rewritten(rows, shape, lambda text: text.replace(gone, ""), lost=[gone])


def words_added(rows, shape):
    return _rewritten(rows, shape, lambda text: text.replace("the reading and", "the exact reading and"))


def lower_cased(rows, shape):
    return _rewritten(rows, shape, str.lower)


def first_word_changed(rows, shape):
    return _rewritten(rows, shape, lambda text: re.sub(r"\w+", "Nobody", text, count=1))


def last_word_changed(rows, shape):
    return _rewritten(rows, shape, lambda text: re.sub(r"\w+(\W*)$", r"nowhere\1", text))


def words_left_out_at_the_beginning(rows, shape):
    return _left_out(rows, shape, 1)


def words_left_out_at_the_end(rows, shape):
    return _left_out(rows, shape, -4)


def _left_out(rows, shape, at):
    """Two words of a chunk, one after the other."""
    text = shape.read(rows[AT])[0]
    words = list(re.finditer(r"\S+", text))[at:][:2]
    gone = text[words[0].start() : words[1].end()]
    return _rewritten(rows, shape, lambda text: text.replace(gone + " ", "", 1), lost=[gone])


def unicode_normalised(rows, shape):
    return _rewritten(rows, shape, lambda text: unicodedata.normalize("NFD", text))


def quotes_straightened(rows, shape):
    return _rewritten(rows, shape, lambda text: text.translate(str.maketrans("“”’", '""\'')))


def lines_merged(rows, shape):
    return _rewritten(rows, shape, lambda text: text.strip().replace("\n", " "))


def html_entities(rows, shape):
    return _rewritten(rows, shape, lambda text: text.replace("&", "&amp;"))


def replacement_characters(rows, shape):
    planted = _rewritten(rows, shape, lambda text: text.replace("°", _BROKEN).replace("’", _BROKEN))
    return Planted(planted.rows, [], {"rewritten": [AT], "replacement": [AT]})


def digits_changed(rows, shape):
    return _rewritten(rows, shape, lambda text: text.replace("30 kPa", "80 kPa"))


def texts_swapped(rows, shape):
    """The texts of two chunks change places, as after a parallel run that mixes up its results."""
    (one, _), (two, _) = shape.read(rows[2]), shape.read(rows[6])
    rows = [*rows]
    rows[2], rows[6] = shape.written(rows[2], two), shape.written(rows[6], one)
    return Planted(rows, [], {"misplaced": [2, 6]}, needs_place=True)


def wrong_position(rows, shape):
    start = shape.read(rows[AT])[1]
    changed = [*rows[:AT], shape.written(rows[AT], start=start + 7), *rows[AT + 1 :]]
    return Planted(changed, [], {"misplaced": [AT]}, needs_place=True)


def positions_in_bytes(rows, shape):
    starts = [shape.read(row)[1] for row in rows]
    in_bytes = [len(TEXT[:start].encode()) for start in starts]
    changed = [shape.written(row, start=start) for row, start in zip(rows, in_bytes, strict=True)]
    wrong = [number for number, (one, two) in enumerate(zip(starts, in_bytes, strict=True)) if one != two]
    return Planted(changed, [], {"misplaced": wrong}, needs_place=True)


def duplicated(rows, shape):
    return Planted([*rows[: AT + 1], rows[AT], *rows[AT + 1 :]], [], {"repeated": [AT + 1]}, ("--max-repeated", "0"))


def two_joined(rows, shape):
    """Two chunks become one that is longer than the size."""
    (_, start), (last, end) = shape.read(rows[AT]), shape.read(rows[AT + 1])
    joined = TEXT[start : end + len(last)]
    row = shape.written(rows[AT], joined)
    if shape.end:
        row[shape.end] = start + len(joined)
    return Planted([*rows[:AT], row, *rows[AT + 2 :]], [], {"oversize": [AT]}, ("--chunk-size", str(SIZE)))


def blanked(rows, shape):
    text, start = shape.read(rows[AT])
    row = shape.written(rows[AT], "")
    if shape.end:
        row[shape.end] = start
    changed = [*rows[:AT], row, *rows[AT + 1 :]]
    return Planted(changed, [text.strip()], {"blank": [AT]}, ("--max-blank", "0"))


DAMAGES = [
    dropped_chunk,
    dropped_tail,
    words_deleted,
    words_added,
    lower_cased,
    first_word_changed,
    last_word_changed,
    words_left_out_at_the_beginning,
    words_left_out_at_the_end,
    unicode_normalised,
    quotes_straightened,
    lines_merged,
    html_entities,
    replacement_characters,
    digits_changed,
    texts_swapped,
    wrong_position,
    positions_in_bytes,
    duplicated,
    two_joined,
    blanked,
]
