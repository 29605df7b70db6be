"""Chunks without positions: in what order they say things, and in what order they come."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from growth import assert_in_step

from benchmarks.bench import make_text
from ragchunk_lessons import audit, locate, split_recursive
from ragchunk_lessons.auditing.into_gaps import into_gaps
from ragchunk_lessons.corpora import load_text

TABLE = "| part | torque |\n|---|---|\n| inlet | 5 |\n| outlet | 7 |\n| cover | 9 |\n"


@pytest.mark.parametrize(
    ("text", "chunk"),
    [
        ("a = 1\nb = 2\nprint(a)\n", "print(a)\nb = 2\na = 1"),
        (
            "1. Close the valve.\n2. Open the cover.\n3. Drain it.",
            "3. Drain it.\n2. Open the cover.\n1. Close the valve.",
        ),
        ("Close the valve. Open the cover. Drain it.", "Open the cover. Close the valve. Drain it."),
        (TABLE, "| part | torque |\n|---|---|\n| cover | 9 |\n| outlet | 7 |\n| inlet | 5 |"),
        ("甲泵漏水。乙泵停机。丙泵正常。", "丙泵正常。甲泵漏水。乙泵停机。"),
    ],
)
def test_parts_in_another_order_are_rewritten(text, chunk):
    result = audit(text, [chunk])
    assert not result.ok and result.lost == []
    assert [finding.detail.split(":")[0] for finding in result.rewritten] == [
        "parts in another order than in the source"
    ]
    assert locate(text, [chunk]).missing == []  # which looks for places and judges nothing


@pytest.mark.parametrize(
    ("text", "chunk", "twice"),
    [
        ("Take one pill. Rest.", "Take one pill. Take one pill. Take one pill. Rest.", "[0:14]: 'Take one pill.'"),
        ("One is red. Two is blue. Three.", "One is red. Two is blue. Two is blue. Three.", "[12:24]: 'Two is blue.'"),
        ("a = 1\nb = 2\n", "a = 1\nb = 2\na = 1", "[0:5]: 'a = 1'"),
    ],
)
def test_what_stands_once_is_not_said_twice(text, chunk, twice):
    result = audit(text, [chunk])
    assert [finding.detail for finding in result.rewritten] == [f"says twice what stands once, at {twice}"]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("Take one. Rest. Take one. Sleep.", ["Take one. Take one. Sleep.", "Rest."]),  # the source repeats it too
        ("One is red. Two is blue. One is red. Three.", ["Two is blue. Three.", "One is red. One is red."]),
        (
            TABLE,
            [TABLE[:43], "| part | torque |\n|---|---|\n| outlet | 7 |", "| part | torque |\n|---|---|\n| cover | 9 |"],
        ),
        ("# Oil\n\nYearly. Filter too.", ["# Oil\n\nYearly.", "# Oil\n\nFilter too."]),
        ("A is 1. B is 2. C is 3. D is 4. A is 1.", ["C is 3. D is 4.", "A is 1. B is 2.", "A is 1."]),
        # The first sentence stands behind the chunk before, too: the two are still read in the source's order.
        ("A is 1. X. B is 2. Long. A is 1.", ["Long.", "A is 1. B is 2.", "X.", "A is 1."]),
    ],
)
def test_parts_in_the_order_of_the_source_are_no_alarm(text, chunks):
    assert audit(text, chunks).ok


def test_order_counts_in_a_cleaned_text_too():
    text = "Close “A”.\nPage 3\nOpen “B”.\nDrain it."
    given = {"normalize": "quotes", "ignore": re.compile(r"Page \d")}
    assert audit(text, ['Close "A".\nOpen "B".\nDrain it.'], **given).ok
    [finding] = audit(text, ['Drain it.\nOpen "B".\nClose "A".'], **given).rewritten
    assert finding.detail == "parts in another order than in the source: [28:37], then [18:27]"
    assert (text[28:37], text[18:27]) == ("Drain it.", "Open “B”.")


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("No. Yes. No.", ["Yes. No.", "No."]),
        ("Due. Paid. Due. Open. Due.", ["Open. Due.", "Due.", "Paid. Due."]),
        ("a a b a", ["b a", "a", "a"]),
        ("A. A. B. A. A. B. C.", ["A. A. B.", "A. A. B. C."]),
        ("B. A. A. B. C. A. A. B. C. A.", ["A. A. B. C. A.", "A. A. B. C.", "B."]),  # to be filled from the end
    ],
)
def test_chunks_in_any_order_hold_a_text_that_repeats_itself(text, chunks):
    result = audit(text, chunks)
    assert result.ok and result.repeated == []
    assert sorted(chunk.text for chunk in locate(text, chunks)) == sorted(chunks)


def manual():
    """A manual with a warning that comes again."""
    paragraphs = load_text("station_manual")[:20_000].split("\n\n")
    warned = [f"{one}\n\nSwitch off the pump first." if at % 3 == 0 else one for at, one in enumerate(paragraphs)]
    return "\n\n".join(warned)


TEXTS = {
    "manual": manual(),
    "cats": "The cat sat. " * 20 + "The dog ran. " * 20,
    "answers": " ".join(random.Random(1).choice(["No.", "Yes.", "Go on."]) for _ in range(120)),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(("size", "overlap"), [(40, 0), (100, 0), (100, 20)])
def test_no_shuffle_of_the_chunks_loses_anything(name, size, overlap):
    text = TEXTS[name]
    chunks = [chunk.text for chunk in split_recursive(text, size, overlap)]
    for seed in range(6):
        random.Random(seed).shuffle(chunks)
        assert audit(text, chunks, size, overlap).ok


def test_one_of_many_equal_sentences_that_is_missing_is_found_in_any_order():
    text = TEXTS["manual"]
    chunks = text.split("\n\n")
    warnings = [number for number, chunk in enumerate(chunks) if chunk == "Switch off the pump first."]
    assert len(warnings) > 5
    for seed, gone in enumerate(warnings[:4]):
        left = chunks[:gone] + chunks[gone + 1 :]
        random.Random(seed).shuffle(left)
        result = audit(text, left)
        assert [gap.text for gap in result.lost] == ["Switch off the pump first."]
        assert result.rewritten == []


@pytest.mark.parametrize(
    ("text", "chunks", "lost"),
    [
        ("No. Yes. No. Yes.", ["Yes.", "No.", "No."], ["Yes."]),
        ("Due. Paid. Due. Open. Due.", ["Open. Due.", "Paid. Due."], ["Due."]),
    ],
)
def test_what_no_arrangement_holds_is_lost(text, chunks, lost):
    assert [gap.text for gap in audit(text, chunks).lost] == lost


@pytest.mark.parametrize("page", ["", "\nPage 6"])
def test_what_is_ignored_changes_nothing_for_the_rest(page):
    text, chunks = f"Wait.\nStop.\nStop.\nStop.{page}", ["Wait.\nStop.", "Stop.\nStop."]
    assert audit(text, chunks, ignore=re.compile(r"Page \d+")).ok
    assert audit(text, chunks[::-1], ignore=re.compile(r"Page \d+")).ok
    [gap] = audit(text, [*chunks[:1], "Stop."], ignore=re.compile(r"Page \d+")).lost
    assert gap.text == "Stop."


def test_every_text_that_is_whole_is_whole_with_pages_that_are_ignored():
    rng = random.Random(5)
    for _ in range(200):
        words = [rng.choice(["Stop.", "Wait.", "Go."]) for _ in range(rng.randint(2, 10))]
        text = "\n".join(words)
        edges = sorted({0, len(words), *rng.choices(range(len(words)), k=3)})
        chunks = ["\n".join(words[low:high]) for low, high in pairwise(edges)]
        assert audit(text + "\nPage 6", chunks, ignore=re.compile(r"Page \d+")).ok, (text, chunks)


def test_too_many_pieces_that_begin_alike_stay_where_they_are():
    pieces = [f"{'ab' * times}{'x' * length}" for times in (8, 40) for length in range(1, 99)]
    text = " ".join([*pieces, pieces[0]])
    planned = into_gaps(text, dict(enumerate([*pieces, pieces[0]])), [], {0: (0, 17)})
    assert planned.keys() <= set(range(len(pieces) + 1))
    assert all(text[slice(*span)] == [*pieces, pieces[0]][number] for number, span in planned.items())


@pytest.mark.speed
@pytest.mark.parametrize("unit", ["", "The cat sat. "])
def test_chunks_in_any_order_with_a_loss_are_placed_in_step(unit):
    def shuffled(characters):
        text = unit * (characters // len(unit)) if unit else make_text("paragraphs", characters)
        chunks = [chunk.text for chunk in split_recursive(text, 550)]
        random.Random(2).shuffle(chunks)
        return text, chunks[1:]

    small, large = shuffled(250_000), shuffled(1_000_000)
    assert audit(*small).lost_characters > 0
    assert_in_step(lambda: audit(*small), lambda: audit(*large), 4, limit=8)  # with the square of it, 16


@pytest.mark.speed
@pytest.mark.parametrize("sign", ["a", "ab "])
def test_pieces_with_very_many_places_are_not_looked_at_one_by_one(sign):
    def run(number):
        text = sign * number + " c"  # the pieces leave out the end, so that other places are looked for
        return lambda: audit(text, [sign * (number // 2), sign * (number // 2 - 1)])

    assert not run(2_000)().ok
    assert_in_step(run(2_000), run(20_000))
