"""Wrong answers that the checks of lessons 7, 8 and 10 must not let through, and right ones that they must."""

import re

import pytest

from ragchunk_lessons.exercises import check, lesson_07, lesson_08, lesson_10  # noqa: F401
from ragchunk_lessons.splitters.recursive import split_recursive


def items(block):
    return [line.startswith(("- ", "* ")) for line in block.split("\n")]


LISTS = {
    "first line only": lambda block: items(block)[0],
    "any line": lambda block: any(items(block)),
    "without a space": lambda block: all(line.startswith(("-", "*")) for line in block.split("\n")),
    "last line only": lambda block: items(block)[-1],
}


@pytest.mark.parametrize("is_list", LISTS.values(), ids=LISTS)
def test_a_list_is_a_list_in_every_line(is_list):
    assert "is no list" in check("08-2", is_list).message
    assert check("08-2", lambda block: all(items(block))).ok


def alone(records, size=100):
    return [chunk.text for record in records for chunk in split_recursive(record["text"], size)]


SAME = {
    "number": (len, 100),
    "lengths": (lambda pieces: sorted(map(len, pieces)), 100),
    "characters": (lambda pieces: sorted("".join(pieces)), 100),
    "strict order": (list, 100),
    "each once": (set, 100),
    "cut at 50": (sorted, 50),
}


@pytest.mark.parametrize(("seen", "size"), SAME.values(), ids=SAME)
def test_pieces_are_compared_whole_in_any_order_and_counted(seen, size):
    found = check("08-4", lambda recipe, records: seen(recipe(records, "team")) == seen(alone(records, size)))
    assert not found.ok and "cell" not in found.message
    assert check("08-4", lambda recipe, records: sorted(recipe(records, "team")) == sorted(alone(records))).ok


@pytest.mark.parametrize(
    "sentence",
    [
        "Transformers such as GPT read a sentence in both directions, transformers such as BERT from left to right.",
        "Transformers such as BERT read it from left to right, transformers such as GPT in both directions.",
        "BERT GPT transformers language models both directions from left to right transformers understand context",
        "Unlike BERT, the transformer GPT reads in both directions; GPT is no transformer from left to right.",
    ],
)
def test_a_sentence_keeps_what_it_says(sentence):
    assert "who reads in both directions" in check("10-2", sentence).message


def test_a_name_may_hold_a_space_and_a_dot():
    name = re.compile(r"(\w+)(?:：|: )")
    found = check("07-1", lambda line: name.match(line)[1] if name.match(line) and "Note" not in line else None)
    assert "Dr. Osei" in found.message
