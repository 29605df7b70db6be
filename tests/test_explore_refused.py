"""explore: what is refused, and in which words."""

from __future__ import annotations

import pytest

from ragchunk_lessons.explore import explore
from ragchunk_lessons.plots import new_axes

REFUSED = {
    "no knob": ({}, ValueError, "0 knobs"),
    "four knobs": ({k: (1, 2) for k in "abcd"}, ValueError, "4 knobs"),
    "one value": ({"a": (1,)}, ValueError, "nothing to choose"),
    "empty": ({"a": ()}, ValueError, "nothing to choose"),
    "too long": ({"a": range(25)}, ValueError, "at most 24"),
    "too many together": ({"a": range(5), "b": range(5)}, ValueError, r"5 × 5 = 25 states"),
    "a string": ({"a": "ab"}, TypeError, "list of values"),
    "a number": ({"a": 3}, TypeError, "list of values"),
    "none": ({"a": (None, 1)}, TypeError, "numbers or short strings"),
    "bool": ({"a": (True, False)}, TypeError, "numbers or short strings"),
    "mixed": ({"a": (1, "b")}, TypeError, "mixes"),
    "twice": ({"a": (1, 1.0)}, ValueError, "twice"),
    "nan": ({"a": (1, float("nan"))}, ValueError, "no number to choose"),
    "infinite": ({"a": (1, float("inf"))}, ValueError, "no number to choose"),
    "long word": ({"a": ("x" * 41, "y")}, ValueError, "1 to 40"),
    "empty word": ({"a": (" ", "y")}, ValueError, "1 to 40"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_knobs_that_are_refused(case):
    knobs, kind, words = REFUSED[case]
    with pytest.raises(kind, match=words):
        explore(lambda **given: "x", title="T", **knobs)


@pytest.mark.parametrize(
    ("more", "kind", "words"),
    [
        ({"title": ""}, TypeError, "title"),
        ({"title": 3}, TypeError, "title"),
        ({"labels": {"b": "B"}}, ValueError, "labels names 'b'"),
        ({"labels": {"a": ""}}, TypeError, "label of a"),
        ({"labels": "a"}, TypeError, "labels must be a dict"),
        ({"live": {"b": (1, 2)}}, ValueError, "live names 'b'"),
        ({"live": {"a": ("x", "y")}}, TypeError, "both be numbers"),
        ({"live": {"a": range(2001)}}, ValueError, "2001 values"),
        ({"lab": 3}, TypeError, "lab must be a str"),
        ({"lab": "size={size}"}, ValueError, "lab has {size}"),
    ],
)
def test_other_arguments_that_are_refused(more, kind, words):
    with pytest.raises(kind, match=words):
        explore(lambda a: "x", **{"title": "T", "a": (1, 2), **more})


def test_two_knobs_with_one_label_are_refused():
    with pytest.raises(ValueError, match="two knobs have the label 'Size'"):
        explore(lambda a, b: "x", title="T", a=(1, 2), b=(1, 2), labels={"a": "Size", "b": "Size"})


def test_a_function_that_does_not_take_the_knobs_is_refused_before_it_runs():
    with pytest.raises(TypeError, match="make cannot be called with size, overlap by name"):
        explore(lambda size: "x", title="T", size=(1, 2), overlap=(0, 1))
    with pytest.raises(TypeError, match="make must be a function"):
        explore("x", title="T", size=(1, 2))


@pytest.mark.parametrize(("made", "words"), [(None, "NoneType"), (3, "int"), ([], "list"), (str, "type")])
def test_what_cannot_be_shown_is_refused(made, words):
    with pytest.raises(TypeError, match=f"make returned {words}"):
        explore(lambda a: made, title="T", a=(1, 2))


def test_a_bare_figure_is_refused_since_it_has_no_words():
    with pytest.raises(TypeError, match=r"plots\.Plot\(figure, title, alt\)"):
        explore(lambda a: new_axes()[0], title="T", a=(1, 2))


def test_panes_that_are_too_heavy_are_refused():
    import random

    noise = random.Random(1)
    with pytest.raises(ValueError, match=r"2 panes weigh \d+ bytes gzipped, at most 150000"):
        explore(lambda a: "".join(chr(noise.randrange(33, 9000)) for _ in range(60_000)), title="T", a=(1, 2))
