"""The judge of where a text may be cut, beside an independent one: the pattern ``\\X`` of the regex package."""

from __future__ import annotations

from itertools import product
from unicodedata import category

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from strategies import mixed_text

from ragchunk_lessons.graphemes import boundary_after, boundary_before, is_boundary

ALL = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
# A character that this Python's Unicode tables do not have yet cannot be known to be a mark.
KNOWN = "".join(char for char in ALL if category(char) != "Cn")


def of_class(name: str) -> list[str]:
    return regex.findall(rf"\p{{GCB={name}}}", KNOWN)


def clusters_end(text: str) -> set[int]:
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


def too_free(text: str) -> list[int]:
    """Where we would cut and the other judge would not."""
    whole = clusters_end(text)
    return [at for at in range(len(text) + 1) if is_boundary(text, at) and at not in whole]


def too_strict(text: str) -> list[int]:
    whole = clusters_end(text)
    return [at for at in range(len(text) + 1) if not is_boundary(text, at) and at in whole]


SURROUNDINGS = ("a{}b", "{}\u0301", "\u1100{}", "\uac00{}\u11a8", "\U0001f1e6{}\U0001f1e7", "\U0001f469\u200d{}")


@pytest.mark.parametrize("name", ["Extend", "SpacingMark", "ZWJ", "Regional_Indicator", "L", "V", "T", "LV", "LVT"])
def test_no_character_of_a_joining_class_is_cut_off(name):
    chars = of_class(name)
    assert chars
    for char in chars[:: 97 if name == "LVT" else 1]:
        for around in SURROUNDINGS:
            text = around.format(char)
            assert not too_free(text), f"{text!a} is cut at {too_free(text)}"


def test_a_sign_stays_with_the_number_behind_it():
    assert not [char for char in of_class("Prepend") if too_free(char + "\u0661")]


@pytest.mark.parametrize("text", ["\u0915\u094d\u0937", "\u0995\u09cd\u0995", "\u1780\u17d2\u1781"])
def test_a_conjunct_of_two_consonants_stays_whole(text):
    assert not too_free(text)


CLASSES = {
    "letter": "a",
    "space": " ",
    "LF": "\n",
    "CR": "\r",
    "control": "\x01",
    "mark": "\u0301",
    "vowel sign": "\u093f",
    "variation selector": "\ufe0f",
    "joiner": "\u200d",
    "non-joiner": "\u200c",
    "flag half": "\U0001f1e8",
    "emoji": "\U0001f469",
    "skin tone": "\U0001f3fd",
    "Han": "水",
    "L": "\u1100",
    "V": "\u1161",
    "T": "\u11a8",
    "LV": "\uac00",
    "LVT": "\uac01",
}


def test_every_four_classes_in_a_row_are_cut_where_the_other_judge_cuts_or_not_at_all():
    for chars in product(CLASSES.values(), repeat=4):
        text = "".join(chars)
        assert not too_free(text), f"{text!a} is cut at {too_free(text)}"


def test_the_stricter_cases_are_these():
    stricter = set()
    for (before, first), (after, second) in product(CLASSES.items(), repeat=2):
        if too_strict(first + second):
            stricter.add((before, after))
    # A mark, a joiner or a skin tone never opens a chunk, whatever stands before it.
    breaks = {"LF", "CR", "control"}
    extends = {"mark", "vowel sign", "variation selector", "joiner", "non-joiner", "skin tone"}
    never_first = set(product(breaks, extends))
    # Nothing is cut behind a joiner; a line break after one is a cut only for the other judge.
    behind_joiner = {("joiner", after) for after in CLASSES if after not in extends}
    assert stricter == never_first | behind_joiner


@given(mixed_text())
def test_generated_text_is_never_cut_more_freely(text):
    assert not too_free(text.encode("utf-8", "ignore").decode())


@pytest.mark.parametrize(
    ("text", "boundaries"),
    [
        ("", [0]),
        ("ab", [0, 1, 2]),
        ("e\u0301a", [0, 2, 3]),
        ("a\r\nb", [0, 1, 3, 4]),
        ("\n\r", [0, 1, 2]),
        ("\U0001f1e8\U0001f1ed\U0001f1eb\U0001f1f7", [0, 2, 4]),
        ("a\U0001f1e8\U0001f1ed\U0001f1eb", [0, 1, 3, 4]),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467!", [0, 5, 6]),
        ("\U0001f44b\U0001f3fd\U0001f44b", [0, 2, 3]),
        ("\u1112\u1161\u11ab\u1100", [0, 3, 4]),
        ("\n\u0301", [0, 2]),
        ("\ud83c\udf0a", [0, 1, 2]),  # two lone surrogates are two characters, and pass
    ],
)
def test_boundaries_by_hand(text, boundaries):
    assert [at for at in range(len(text) + 1) if is_boundary(text, at)] == boundaries


@given(mixed_text(), st.data())
def test_before_and_after_are_the_nearest_boundaries(text, data):
    at = data.draw(st.integers(0, len(text)))
    boundaries = [place for place in range(len(text) + 1) if is_boundary(text, place)]
    assert boundary_before(text, at) == max(place for place in boundaries if place <= at)
    assert boundary_after(text, at) == min(place for place in boundaries if place >= at)


@given(mixed_text(), st.data())
def test_a_known_boundary_changes_no_answer(text, data):
    low = data.draw(st.sampled_from([place for place in range(len(text) + 1) if is_boundary(text, place)]))
    at = data.draw(st.integers(low, len(text)))
    assert is_boundary(text, at, low) == is_boundary(text, at)
