"""``ragchunk audit`` on chunks as they are really dumped: by pandas, as tuples in JSON, of a file as it is written."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command_audit import TEXT, WHOLE, in_a_folder, lines, placed, ragchunk  # noqa: F401

from ragchunk_lessons.batch._parts import named
from ragchunk_lessons.command._metadata import _dict_of

STARTS = [TEXT.index(text) for text in WHOLE]
MOVED = [STARTS[0], STARTS[1] + 3, *STARTS[2:]]  # which shows that positions are read


def as_repr(starts, source="a.txt"):
    return [
        {"id": "", "metadata": str({"source": source, "start_index": start}), "page_content": text}
        for text, start in zip(WHOLE, starts, strict=True)
    ]


def as_columns(starts, source="a.txt", form=float):  # pandas makes floats of whole numbers beside a gap
    return [
        {"page_content": text, "metadata.source": source, "metadata.start_index": form(start)}
        for text, start in zip(WHOLE, starts, strict=True)
    ]


def as_csv(rows, name="c.csv"):
    with open(name, "w", newline="", encoding="utf-8") as stream:
        table = csv.DictWriter(stream, rows[0])
        table.writeheader()
        table.writerows(rows)
    return name


def as_parquet(rows, name="c.parquet"):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(rows), name)
    return name


def as_lines(rows, name="c.jsonl"):
    return lines(*rows, name=name)


FORMS = [as_csv, as_parquet, as_lines]


def misplaced(capsys, *arguments):
    status, out, err = ragchunk(capsys, *arguments, "--json")
    [document] = json.loads(out)["documents"]
    return status, [finding["chunk"] for finding in document["misplaced"]], err


# --- pandas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [as_repr, as_columns])
@pytest.mark.parametrize("write", FORMS)
def test_positions_of_pandas_are_read(capsys, write, rows):
    assert misplaced(capsys, "a.txt", write(rows(STARTS))) == (0, [], "")
    assert misplaced(capsys, "a.txt", write(rows(MOVED))) == (1, [1], "")


@pytest.mark.parametrize("rows", [as_repr, as_columns])
@pytest.mark.parametrize("write", FORMS)
def test_sources_of_pandas_are_read(capsys, write, rows):
    Path("docs").mkdir()
    Path("docs/a.txt").write_text(TEXT)
    Path("docs/b.txt").write_text(TEXT)
    held = write([*rows(STARTS), *rows(STARTS, "docs/b.txt")])
    assert ragchunk(capsys, "docs", held)[0] == 0
    assert ragchunk(capsys, "docs", write(rows(STARTS)))[0] == 1


@pytest.mark.parametrize("field", ["begin", "metadata.begin"])
@pytest.mark.parametrize("write", FORMS)
def test_columns_of_metadata_can_be_named(capsys, write, field):
    rows = [
        {"metadata.body": text, "metadata.begin": at, "metadata.of.doc": "a.txt"}
        for text, at in zip(WHOLE, MOVED, strict=True)
    ]
    body = field.replace("begin", "body")
    assert misplaced(capsys, "a.txt", write(rows), "--text-field", body, "--start-field", field) == (1, [1], "")
    given = ("--text-field", body, "--source-field", "metadata.of.doc")
    assert misplaced(capsys, "a.txt", write(rows), *given)[0] == 0


def test_a_column_beside_its_metadata_and_gaps(capsys):
    rows = [{**row, "metadata": {"start_index": at}} for row, at in zip(as_columns(MOVED), STARTS, strict=True)]
    for write in (as_parquet, as_lines):  # what the record says itself goes first
        assert misplaced(capsys, "a.txt", write(rows)) == (0, [], "")
    gap = as_columns(MOVED)
    gap[1]["metadata.start_index"] = float("nan")
    for write in (as_parquet, as_lines):
        assert misplaced(capsys, "a.txt", write(gap)) == (0, [], "")
    gap[1]["metadata.start_index"] = ""
    assert misplaced(capsys, "a.txt", as_csv(gap)) == (0, [], "")
    origin = [{"text": TEXT, "meta.origin.filename": "b.txt"}]  # as Docling has it
    for write in FORMS:
        assert "'b.txt'" in ragchunk(capsys, "a.txt", write(origin), "--chunk-size", "9")[1]


@pytest.mark.parametrize("write", FORMS)
def test_metadata_that_cannot_be_read_is_said_once(capsys, write):
    rows = as_repr(MOVED)
    for row in rows[1:]:
        row["metadata"] = "{'at': <object object at 0x7f>, 'start_index': 3}"
    name = write(rows)
    assert misplaced(capsys, "a.txt", name) == (
        0,
        [],
        f"note: {name}: the metadata of record 2 and 2 more is neither JSON nor a dict as Python writes it, "
        "so positions and sources in it are not read\n",
    )


@pytest.mark.parametrize(
    "cell",
    [
        "{" * 90_000,
        "{" + "-" * 90_000 + "1}",
        "{'a': " + "(" * 9_000,
        "{'a': " + "f(" * 9_000,
        "{1, 2}",
        "{'a': '\0'}",
        "{f()}",
        "{\ud800",
        "{[1]: 2}",
        "{**{'a': 1}}",
        "{'a': b}",
        "{'a': -b}",
        "{'a': lambda: 1}",
        "{'a': np.int64(b)}",
    ],
)
def test_cells_that_are_no_dict_stop_nothing(cell):
    assert _dict_of(cell) is None


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("nan", None),
        ("NaT", None),
        ("[inf, -inf, -2, 1+2j]", [float("inf"), float("-inf"), -2, 1 + 2j]),
        ("np.int64(0)", 0),
        ("np.int64(-3)", -3),
        ("np.float64(1.0)", 1.0),
        ("np.float64(nan)", None),
        ("np.True_", True),
        ("numpy.str_('x')", "x"),
        ("(datetime.datetime(2024, 1, 1, 0, 0), {'b': {1}})", ("datetime.datetime(2024, 1, 1, 0, 0)", {"b": {1}})),
        ("Timestamp('2024-01-01 00:00:00')", "Timestamp('2024-01-01 00:00:00')"),
        ("'é',\r\n 'b': array(['ü',\n  1])", "é"),
        ("np.datetime64('2024')", "np.datetime64('2024')"),
        ("__import__('os').abort()", "__import__('os').abort()"),
        ("np.int64(__import__('os').abort())", "np.int64(__import__('os').abort())"),
        ("np.int64(1, 2)", "np.int64(1, 2)"),
    ],
)
def test_a_dict_as_python_shows_it_is_read_and_nothing_of_it_is_run(shown, value):
    found = _dict_of("{'a': " + shown + "}")
    assert found["a"] == value and found.get("b", "array(['ü',\n  1])") == "array(['ü',\n  1])"


@pytest.mark.parametrize("write", FORMS)
def test_positions_beside_numbers_of_numpy_and_times_are_read(capsys, write):
    rows = as_repr(MOVED)
    for row, at in zip(rows, MOVED, strict=True):
        row["metadata"] = f"{{'day': Timestamp('2024-01-01'), 'score': nan, 'start_index': np.int64({at})}}"
    assert misplaced(capsys, "a.txt", write(rows)) == (1, [1], "")


@pytest.mark.parametrize("form", ["lines", "line", "file"])
@pytest.mark.parametrize("arguments", [[], ["--text-field", "text"]])
def test_a_position_that_is_not_a_number_is_none(capsys, form, arguments):
    nan = float("nan")
    held = [{"text": text, "start_index": at, "end_index": nan} for text, at in zip(WHOLE, MOVED, strict=True)]
    held[0]["start_index"] = nan
    assert misplaced(capsys, "a.txt", write_json(held, form), *arguments) == (1, [1], "")
    held = [{"text": text, "metadata": {"start_index": nan, "source": nan}} for text in WHOLE]
    assert misplaced(capsys, "a.txt", write_json(held, form), *arguments) == (0, [], "")


def test_a_position_in_a_cell_of_json_that_is_not_a_number_is_none(capsys):
    rows = [{"text": text, "metadata": json.dumps({"start_index": float("nan")})} for text in WHOLE]
    assert misplaced(capsys, "a.txt", as_csv(rows)) == (0, [], "")
    status, _, err = ragchunk(capsys, "a.txt", lines({"text": TEXT, "start": float("inf")}))
    assert status == 2 and "start must be a whole number, not float (inf)" in err


@pytest.mark.parametrize("write", FORMS)
def test_a_column_with_a_wrong_position_names_its_row(capsys, write):
    rows = as_columns(STARTS, form=str)
    rows[0]["metadata.start_index"] = "far"
    status, _, err = ragchunk(capsys, "a.txt", write(rows))
    assert (status, err.count("\n")) == (2, 1) and " 1: start_index must be a whole number" in err


# --- numbers as ids ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("documents", [as_parquet, as_lines])
@pytest.mark.parametrize("write", FORMS)
def test_a_whole_number_is_one_id_however_it_is_written(capsys, write, documents):
    for first in (1, 1.0):
        named_as = "d.parquet" if documents is as_parquet else "d.jsonl"
        source = documents([{"id": first, "text": "One."}, {"id": first + 9, "text": "Two."}], named_as)
        for rows in (
            [{"text": "One.", "source": 1.0}, {"text": "Two.", "source": 10.0}],
            [{"text": "One.", "metadata.source": 1.0}, {"text": "Two.", "metadata.source": 10.0}],
            [{"text": "One.", "source": 1}, {"text": "Two.", "source": 10}],
        ):
            status, out, err = ragchunk(capsys, source, write(rows), "--records")
            assert (status, err) == (0, "") and "1: ok: 1 chunk" in out and "10: ok: 1 chunk" in out


def test_an_id_as_it_stands_goes_first_and_other_numbers_are_none(capsys):
    source = lines({"id": "1", "text": "One."}, {"id": "1.0", "text": "Two."}, name="d.jsonl")
    rows = [{"text": "One.", "source": "1"}, {"text": "Two.", "source": "1.0"}]
    assert ragchunk(capsys, source, lines(*rows), "--records")[0] == 0
    status, _, err = ragchunk(capsys, source, lines({"text": "One.", "source": 1.5}), "--records")
    assert status == 2 and "chunk 1 names no document" in err
    assert ragchunk(capsys, "a.txt", lines({"text": TEXT, "source": 1.0}, {"text": TEXT, "source": 2.0}))[0] == 0
    for value in (1.5, float("nan"), float("inf"), True):
        with pytest.raises(ValueError, match="a text or a whole number"):
            named(value, "d:1")


# --- tuples as JSON ------------------------------------------------------------------------------------------------


def write_json(value, form):
    if form == "lines":
        return lines(*value)
    name = "c.json" if form == "file" else "c.jsonl"
    Path(name).write_text(json.dumps(value) + "\n")
    return name


PAIRS = {
    "start first": lambda starts: [[at, text] for text, at in zip(WHOLE, starts, strict=True)],
    "span": lambda starts: [[text, [at, at + len(text)]] for text, at in zip(WHOLE, starts, strict=True)],
}
PAIR = {"all": lambda starts: [WHOLE, [[at, at + len(text)] for text, at in zip(WHOLE, starts, strict=True)]]}


FORMS_OF = [(make, form) for make in PAIRS for form in ("file", "line", "lines")] + [("all", "file"), ("all", "line")]


@pytest.mark.parametrize(("make", "form"), FORMS_OF)
def test_tuples_as_json(capsys, make, form):
    value = (PAIRS | PAIR)[make]
    assert misplaced(capsys, "a.txt", write_json(value(STARTS), form)) == (0, [], "")
    assert misplaced(capsys, "a.txt", write_json(value(MOVED), form)) == (1, [1], "")
    fields = ("--start-field", "start")  # lines are read in another way with one
    assert misplaced(capsys, "a.txt", write_json([*placed(*WHOLE)], "line"), *fields) == (0, [], "")


def test_one_or_two_chunks_as_json(capsys):
    for value in (
        [[0, TEXT]],
        [[TEXT], [[0, len(TEXT)]]],
        [TEXT],
        [TEXT[:21], TEXT[21:]],
        [[0, TEXT[:21]], [21, TEXT[21:]]],
        [[TEXT[:21], TEXT[21:]], [[0, 21], [21, len(TEXT)]]],
    ):
        for form in ("file", "line"):
            status, out, err = ragchunk(capsys, "a.txt", write_json(value, form))
            assert (status, err) == (0, "") and " chunk" in out
    Path("empty.txt").write_text("")
    assert ragchunk(capsys, "empty.txt", write_json([[], []], "file"))[0] == 0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([WHOLE, [[0, 21]]], "holds 4 texts and 1 pair of offsets; give one pair for each text"),
        ([WHOLE, WHOLE], "record 1: it is a list of 4 texts and 0 other values; give one text and its start"),
        ([["One.", "Two."], ["Three."]], "record 1: it is a list of 2 texts"),
        ([[0, 4], [5, 9]], "record 1: it is a list of 0 texts and 2 other values"),
        ([["One.", 0.5], ["Two.", 1]], "record 1: start must be a whole number, not float"),
        (
            [["One.", 0], ["Two.", 5], 3],
            "record 3: it must be an object with a text, such as 'text', a string, or a text with",
        ),
    ],
)
def test_lists_of_another_shape_are_refused(capsys, value, words):
    for form in ("file", "line"):
        status, out, err = ragchunk(capsys, "a.txt", write_json(value, form))
        assert (status, out, err.count("\n")) == (2, "", 1) and words in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[" * 10**5, "c.jsonl: line 1 is nested too deeply"),
        ('["One.", 1' + "0" * 5_000 + "]", "c.jsonl: line 1 is not JSON (Exceeds the limit (4300 digits)"),
        ('["One.", ', "c.jsonl: line 1 is not JSON (Expecting value"),
    ],
)
def test_lists_that_are_no_json_name_their_line(capsys, line, words):
    Path("c.jsonl").write_text(line + "\n")
    status, _, err = ragchunk(capsys, "a.txt", "c.jsonl")
    assert status == 2 and words in err and "sys." not in err


def test_what_two_libraries_return_is_clean_as_json(capsys):
    splitter = pytest.importorskip("semantic_text_splitter").TextSplitter(30)
    chunker = pytest.importorskip("semchunk").chunkerify(len, 30)
    text = "Das Ventil öffnen 🔧. 先关阀门。 Start the pump — now. " * 4  # bytes and UTF-16 count otherwise
    Path("u.txt").write_text(text, encoding="utf-8", newline="")
    for value in (splitter.chunk_indices(text), chunker(text, offsets=True)):
        for form in ("file", "line"):
            assert misplaced(capsys, "u.txt", write_json(value, form)) == (0, [], "")


# --- a file as it is written ---------------------------------------------------------------------------------------

RAW = {
    "p.html": "".join(f"<p>Valve <b>{at}</b> is <i>closed</i> &amp; locked.</p>\n" for at in range(20)),
    "p.csv": "name,state\n" + "".join(f'"valve, {at}",closed\n' for at in range(20)),
    "p.jsonl": "".join(f'{{"name": "valve {at}", "state": "closed"}}\n' for at in range(20)),
}
NOTE = "note: the chunks stand in the file as it is written; --format text audits them against that\n"


def as_cut(text):
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("name", RAW)
def test_chunks_of_a_file_as_it_is_written(capsys, name):
    Path(name).write_text(RAW[name], newline="")
    held = lines(*as_cut(RAW[name]))
    status, out, err = ragchunk(capsys, name, held)
    assert (status, err) == (1, NOTE) and "not ok" in out
    assert ragchunk(capsys, name, held, "--format", "text")[::2] == (0, "")
    Path("docs").mkdir()
    for other in ("a", "b"):
        Path(f"docs/{other}.{name[2:]}").write_text(RAW[name], newline="")
    many = lines(*({"text": text, "source": f"a.{name[2:]}"} for text in as_cut(RAW[name])))
    assert ragchunk(capsys, "docs", many)[::2] == (1, "")


def test_no_note_on_chunks_of_the_text_that_the_reader_gives(capsys):
    from ragchunk_lessons.readers import read_html

    Path("p.html").write_text(RAW["p.html"], newline="")
    text = read_html(RAW["p.html"]).text
    for held in (as_cut(text)[1:], ["", " "], [], as_cut(RAW["p.html"])[:16] + as_cut(text)[16:]):
        assert ragchunk(capsys, "p.html", lines(*held))[::2] == (1, "")
    Path("p.txt").write_text(RAW["p.html"], newline="")
    assert ragchunk(capsys, "p.txt", lines(*as_cut(RAW["p.html"])[1:]))[::2] == (1, "")


def test_a_byte_order_mark_that_the_chunks_keep(capsys):
    said = "note: the chunks keep the byte order mark of the file, so their positions are one too high\n"
    Path("m.txt").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    marked = [{"text": text, "start": at + 1} for text, at in zip(WHOLE, STARTS, strict=True)]
    assert ragchunk(capsys, "m.txt", lines(*marked))[::2] == (1, said)
    first = {"text": "\ufeff" + WHOLE[0], "start": 0}
    assert ragchunk(capsys, "m.txt", lines(first, *marked[1:]))[::2] == (1, said)
    Path("w.txt").write_bytes(b"\xff\xfe" + TEXT.encode("utf-16-le"))
    assert ragchunk(capsys, "w.txt", lines(*marked))[::2] == (1, said)
    assert ragchunk(capsys, "a.txt", lines(*marked))[::2] == (1, "")  # has no mark
    assert ragchunk(capsys, "m.txt", lines(*placed(*WHOLE)))[::2] == (0, "")
    assert ragchunk(capsys, "m.txt", lines(*placed(*WHOLE[1:])))[::2] == (1, "")
    assert ragchunk(capsys, "m.txt", lines(*WHOLE[1:]))[::2] == (1, "")
    assert ragchunk(capsys, "m.txt", lines("\ufeff" + WHOLE[0]))[::2] == (1, said.split(",")[0] + "\n")
