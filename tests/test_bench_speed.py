"""benchmarks: what it measures is what it says, and the file that it wrote is the one that the page shows."""

from __future__ import annotations

import json
import pickle
import time
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from benchmarks import bench, own
from benchmarks.measuring import growth, peak_ratio, taking_turns
from benchmarks.peers import OWN, PEERS, SETTINGS, UNITS, Peer, peers
from benchmarks.shapes import SHAPES, make_text
from ragchunk_lessons import audit
from ragchunk_lessons.chunk import Chunk, unchecked_chunk
from ragchunk_lessons.plots import speed

RESULTS = json.loads(bench.RESULTS.read_text(encoding="utf-8"))


def busy(units):
    """A run that takes so many units of work."""

    def run(text):
        return sum(range(int(units * len(text))))

    return run


@pytest.mark.parametrize("shape", SHAPES)
def test_a_text_has_exactly_the_characters_asked_for(shape):
    assert [len(make_text(shape, count)) for count in (1, 999, 123_456)] == [1, 999, 123_456]
    assert make_text(shape, 5_000) == make_text(shape, 5_000)


def test_runs_take_turns():
    seen = []
    taking_turns([(lambda text: seen.append("a"), ""), (lambda text: seen.append("b"), "")], 3)
    assert seen == ["a", "b"] * 3


@pytest.mark.speed
def test_ratio_and_growth_are_those_of_the_work():

    def ratio():
        one, four = taking_turns([(busy(20), "x" * 10_000), (busy(80), "x" * 10_000)], 5)
        return four / one

    # The speed of a machine changes between two moments: one of a few measurements is right.
    assert any(3 < ratio() < 5 for _ in range(5))
    assert any(8 < growth(busy(20), "x" * 1_000, "x" * 10_000, 10, 5) < 12 for _ in range(5))
    square = lambda text: sum(range(len(text) ** 2 // 50))  # noqa: E731
    assert growth(square, "x" * 1_000, "x" * 10_000, 10, 2) > 50


def test_peak_counts_what_is_given_back_too():
    assert 9 < peak_ratio(lambda text: [text + str(number) for number in range(10)], "x" * 100_000) < 12


def test_a_peer_over_the_budget_is_left_out_by_name():
    slow = Peer("slow", "pure Python", lambda size, overlap: lambda text: time.sleep(0) or [text, *busy_list(text)])
    row = bench.bench_peer(slow, "one line", 500, 50, [2_000, 20_000], budget=0)
    assert list(row["ratio"]) == ["2000"] and "20000" in row["left_out"]
    assert row["chunks"] == 1 and row["over_the_limit"] == 1


def busy_list(text):
    sum(range(100 * len(text)))
    return []


def test_what_grows_out_of_step_is_foreseen():
    assert bench._expected({}, 100) == 0
    assert bench._expected({100: 1.0}, 1_000) == 10
    assert bench._expected({100: 1.0, 1_000: 80.0}, 10_000) == 80 * 80


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: f"{peer.name}, {peer.unit}")
def test_every_peer_runs_and_has_one_of_ours_beside_it(peer):
    size, overlap = UNITS[peer.unit]
    text = make_text("Markdown manual", 4_000)
    assert len(peer.make(size, overlap)(text)) > 1
    assert len(OWN[peer.beside](size, overlap)(text)) > 1


@pytest.mark.parametrize("name", own.SPLITTERS)
def test_each_of_ours_cuts_its_own_kind_of_text_and_loses_nothing(name):
    make, cut = own.SPLITTERS[name]
    text = make(3_000)
    chunks = cut(text)
    assert len(chunks) > 2 and sum(len(chunk.text) for chunk in chunks) > len(text) / 3
    if name.split(",")[0] in ("split_characters", "split_recursive", "split_sentences", "split_mixed", "split_code"):
        assert audit(text, chunks).ok


def test_the_audit_of_a_long_text_takes_less_than_six_times_its_memory():
    found = own.measure_audit("strings", 500_000, 1)
    assert found["peak"] < 6


def test_the_stored_results_hold_every_peer_on_every_shape():
    rows = {(row["setting"], row["shape"], row["name"]) for row in RESULTS["peers"] if row["unit"] == "characters"}
    assert rows == {
        (setting, shape, peer.name) for setting in SETTINGS for shape in SHAPES for peer in peers("characters")
    }
    assert [row["name"] for row in RESULTS["own"]] == list(own.SPLITTERS)
    assert [row["name"] for row in RESULTS["audit"]] == list(own.AUDITED.values())


def test_the_stored_results_name_no_machine():
    import platform

    stored = bench.RESULTS.read_text(encoding="utf-8")
    assert set(RESULTS["machine"]) == {"system", "processor", "cores"}
    assert str(Path.home()) not in stored and (not platform.node() or platform.node() not in stored)


@pytest.mark.parametrize("row", [row for row in RESULTS["peers"] if row["made_of"] == "pure Python"], ids=str)
def test_the_stored_results_have_ours_ahead_of_pure_python(row):
    if row["unit"] == "characters":
        assert min(row["ratio"].values()) > 1


def test_the_stored_audit_is_one_pass_in_little_memory():
    assert all(row["peak"] < 6 and row["growth"] <= 12 for row in RESULTS["audit"])


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_page_shows_what_is_stored(setting):
    table = str(speed.speed_table(RESULTS, setting))
    figure = speed.plot_speed(RESULTS, setting)
    for peer in peers("characters"):
        assert speed._name({"name": peer.name}) in table and speed._name({"name": peer.name}) in figure.alt
    assert "<svg" in figure._repr_html_()
    assert len(speed.growth_table(RESULTS, setting).rows) == len(peers("characters"))


def test_an_unknown_setting_is_refused_by_name():
    with pytest.raises(ValueError, match="choose"):
        speed.plot_speed(RESULTS, "7 pages")


def test_a_chunk_made_without_checks_is_a_chunk_like_any_other():
    made, other = unchecked_chunk("world", 6, 11, {"source": "a"}), Chunk("world", 6, 11, {"source": "a"})
    assert type(made) is Chunk and made == other and hash(made) == hash(other) and made.id == other.id
    assert pickle.loads(pickle.dumps(made)) == other and replace(made, start=5).start == 5
    with pytest.raises(FrozenInstanceError):
        made.start = 7


@pytest.mark.parametrize("name", own.SPLITTERS)
def test_positions_are_plain_and_labels_belong_to_one_chunk(name):
    make, cut = own.SPLITTERS[name]
    chunks = cut(make(3_000))
    assert {type(position) for chunk in chunks for position in (chunk.start, chunk.end)} == {int}
    assert len({id(chunk.metadata) for chunk in chunks}) == len(chunks)
