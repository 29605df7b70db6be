"""Contexts in front of a passage: what repeats the source is one, and what nobody said is none."""

from __future__ import annotations

import random

import pytest
from chunk_makers import numbers

from ragchunk_lessons import (
    Chunk,
    audit,
    read_html,
    read_jsonl,
    read_table,
    split_html,
    split_jsonl,
    split_markdown,
    split_speakers,
    split_table,
)

TABLE = "# H\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
PAGE = "<h1>H</h1><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
SIGNS = '{"a":"....................","b":"x"}'
SPOKEN = "Ann: one two three four five\n---\nBob: x"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_header_that_another_chunk_holds_is_a_context(line_end):
    text = TABLE.replace("\n", line_end)
    cut = text.index(line_end + "| 1")
    head = text[text.index("| a") : text.index("| 1")]
    first, second = text.index("| 1"), text.index("| 3")
    chunks = [
        Chunk(text[:cut], 0, cut),
        Chunk(head + text[first:second].strip(), first, second - len(line_end)),
        Chunk(head + text[second:].strip(), second, len(text) - len(line_end)),
    ]
    result = audit(text, chunks)
    assert result.ok
    assert numbers(result.contexts) == [1, 2]
    assert result.tables_without_header == []
    assert [chunk.start for chunk in result.chunks] == [0, first, second]
    as_dicts = [{"text": chunk.text, "start": chunk.start, "end": chunk.end} for chunk in reversed(chunks)]
    assert audit(text, as_dicts).ok


def test_a_header_that_no_other_chunk_holds_is_the_chunks_own():
    start, end = TABLE.index("| 1"), len(TABLE)
    text = TABLE[TABLE.index("| a") :]
    result = audit(TABLE, [Chunk("# H", 0, 3), Chunk(text, start, end)])
    assert [finding.at for finding in result.misplaced] == [TABLE.index("| a")]
    assert (numbers(result.misplaced), result.lost, result.contexts) == ([1], [], [])


def test_words_in_front_that_are_no_lines_are_misplaced():
    text = "One is red. Two is blue. Three is green."
    result = audit(text, [Chunk(text[:24], 0, 24), Chunk(text[12:], 25, len(text))])
    assert result.misplaced[0].detail == "claims [25:40]; the text stands at [12:40]"
    assert result.lost == []


def test_our_splitters_at_sizes_where_a_header_stands_alone():
    for size in range(8, 45):
        assert audit(TABLE, split_markdown(TABLE, size), size).ok
        assert audit(read_html(PAGE), split_html(PAGE, size), size).ok


@pytest.mark.parametrize("size", range(8, 25))
def test_a_context_before_signs_is_one_where_its_words_are_known(size):
    table = "a,b\nx,???????????????????????\n"
    for source, chunks in (
        (read_table(table), split_table(table, size)),
        (read_jsonl(SIGNS), split_jsonl(SIGNS, size)),
        (SPOKEN, split_speakers(SPOKEN, size, add_context=True)),
    ):
        result = audit(source, chunks, size)
        assert result.ok, result.report(advice=False)
        assert [chunk.spans for chunk in result.chunks] == [((chunk.start, chunk.end),) for chunk in chunks]


@pytest.mark.parametrize(
    ("context", "metadata", "accepted"),
    [
        ("Ann: ", {}, True),
        ("Bob, Ann: ", {}, True),
        ("Cid: ", {}, False),  # nobody of that name speaks
        ("Cid: ", {"speaker": "Cid"}, True),
        ("Cid: ", {"heading_path": ("Talk", "Cid")}, True),
        ("Ann said nothing. ", {}, False),
        (": ", {}, True),
        ("!! ", {}, False),
        ("An", {}, False),
    ],
)
def test_signs_alone_do_not_prove_a_context(context, metadata, accepted):
    start = SPOKEN.index("---")
    rest = [Chunk(SPOKEN[: start - 1], 0, start - 1), Chunk(SPOKEN[start + 4 :], start + 4, len(SPOKEN))]
    result = audit(SPOKEN, [*rest, Chunk(context + "---", start, start + 3, metadata)])
    assert (result.ok, numbers(result.rewritten)) == (accepted, [] if accepted else [2])
    assert (result.lost, result.misplaced) == ([], [])


def test_generated_tables_and_records_are_whole_whatever_stands_in_their_cells():
    rng = random.Random(5)
    cells = ["a", "x y", "?" * 18, "...", "---", "one two three", "5 %", "水泵", "—"]
    for _ in range(150):
        width, size = rng.randint(1, 3), rng.randint(4, 40)
        rows = [[rng.choice(cells) for _ in range(width)] for _ in range(rng.randint(1, 4))]
        heads = ["a", "b", "c"][:width]
        lines = ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * width, *rows]]
        markdown = "# H\n" + "\n".join(lines) + "\n"
        page = "<h1>H</h1><table>" + "".join(
            "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>"
            for tag, row in [("th", heads), *(("td", row) for row in rows)]
        )
        table = "\n".join(",".join(row) for row in [heads, *rows])
        for source, chunks in (
            (markdown, split_markdown(markdown, size)),
            (read_html(page + "</table>"), split_html(page + "</table>", size)),
            (read_table(table), split_table(table, size)),
        ):
            result = audit(source, chunks, size)
            assert result.ok, result.report(advice=False)


def test_a_speaker_who_also_stands_right_in_front_is_a_context():
    text = "Ann: go to Ann: hello there"
    chunks = [
        Chunk("Ann: go to Ann:", 0, 15, {"speaker": "Ann"}),
        Chunk("Ann: hello there", 16, 27, {"speaker": "Ann"}),
    ]
    assert audit(text, chunks).ok
    unlabelled = [Chunk(chunk.text, chunk.start, chunk.end) for chunk in chunks]
    assert [finding.at for finding in audit(text, unlabelled).misplaced] == [11]
