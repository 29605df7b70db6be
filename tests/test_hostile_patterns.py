"""Patterns of the caller that would take hours are stopped, and our own ones grow in step with the text."""

from __future__ import annotations

import re
import signal
import threading
import time

import pytest
from growth import assert_linear
from hostile import SECONDS

from ragchunk_lessons.audit import audit
from ragchunk_lessons.readers import _bounds
from ragchunk_lessons.splitters import patterns
from ragchunk_lessons.splitters.on import split_on
from ragchunk_lessons.splitters.recursive import CJK_LADDER, split_recursive
from ragchunk_lessons.splitters.report import PATTERN, split_report

HOURS = "a" * 40 + "b"
NESTED = re.compile("(a+)+$")
RUNS = [" ", ".", "1", "1.", " \n", "\n", "第", "一、", "（一", "Part ", "I. ", "。”", "!?", "”", "1 A\n", "\t1", "。 "]
_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of CPU time on this system")
USES = {
    "split_recursive": lambda text, pattern: split_recursive(text, 10, separators=[pattern, " "]),
    "measured": lambda text, pattern: split_recursive(text, 10, separators=[pattern], length_function=lambda t: len(t)),
    "split_on": lambda text, pattern: split_on(text, pattern),
    "split_on, several": lambda text, pattern: split_on(text, ["x", pattern]),
    "split_report": lambda text, pattern: split_report(text, 100, heading=pattern),
    "audit": lambda text, pattern: audit(text, [text], ignore=pattern),
}


@pytest.fixture
def quick(monkeypatch):
    """The real limit is a matter of seconds; a tenth of it shows the same."""
    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.1")


@_timer
@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_pattern_that_tries_every_way_is_stopped(quick, use):
    with pytest.raises(ValueError, match=r"pattern '\(a\+\)\+\$' took more than 0\.4 seconds on 41 characters") as said:
        use(HOURS, NESTED)
    assert "a++" in str(said.value) and "RAGCHUNK_LIMITS" in str(said.value)
    assert signal.getsignal(signal.SIGVTALRM) == signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


@_timer
@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(\s*\n)+x", "\n" * 60_000),
        (r"(.*?,){20}", "a," * 19 + "a" * 200_000),
        (r"\s+$", " " * 300_000 + "x"),
        (r"a*b", "a" * 100_000),
        (r"(?:a|aa)+$", "a" * 60 + "b"),
    ],
)
def test_so_is_one_that_grows_with_the_square_of_a_run(quick, pattern, text):
    begun = time.process_time()
    with pytest.raises(ValueError, match="was stopped"):
        split_on(text, re.compile(pattern))
    assert time.process_time() - begun < SECONDS


@_timer
def test_the_time_of_other_functions_is_not_the_patterns(quick):
    def slow(text):
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
        return len(text)

    begun = time.process_time()
    assert split_recursive("one, two, three, four, five, six", 8, separators=[re.compile(", ")], length_function=slow)
    assert time.process_time() - begun > 0.4  # more than a pattern is given


@_timer
def test_a_timer_of_somebody_else_is_left_alone(quick):
    def own(*_):
        pass

    signal.signal(signal.SIGVTALRM, own)
    try:
        assert not _bounds.can_interrupt()
        assert len(split_on("a1b2c", re.compile(r"\d"))) == 3
        assert signal.getsignal(signal.SIGVTALRM) is own
        with pytest.raises(ValueError, match="repeats without limit what itself repeats without limit"):
            split_on(HOURS, NESTED)
    finally:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_in_a_thread_the_worst_ones_are_refused_by_their_form(use):
    said = []

    def run():
        try:
            use(HOURS, NESTED)
        except ValueError as error:
            said.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert said and "pattern '(a+)+$' repeats without limit" in said[0]


@pytest.mark.parametrize(
    "pattern", [r"(a+)+", r"(?:a*)*", r"(\w+\s*)+x", r"(?:(a|b+))+", r"(?=(a+)+)", r"(\S+|\s+?)*$"]
)
def test_the_form_of_endless_repeats(pattern):
    assert patterns.nests_repeats(re.compile(pattern))


@pytest.mark.parametrize(
    "pattern", [r"\d+(\.\d+)*", r"(a+b)+", r"(?:a++)+", r"(a{1,9})+", r"(?>a+)+", r"a+b+", r"(?:a|b)+", PATTERN.pattern]
)
def test_the_form_of_harmless_repeats(pattern):
    assert not patterns.nests_repeats(re.compile(pattern, re.VERBOSE))


@pytest.mark.parametrize("run", RUNS)
def test_our_own_patterns_grow_in_step_with_the_text(run):
    assert_linear(lambda text: split_recursive(text + "x", 50, separators=CJK_LADDER), run, 3_000)
    assert_linear(lambda text: split_report(text + "x", 50), run, 3_000)


@_timer
def test_ordinary_patterns_are_given_all_the_time_they_need():
    text = "word, " * 50_000
    assert len(split_on(text, re.compile(r",\s+"), keep_separator="end")) == 50_000
