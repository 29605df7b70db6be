"""split_semantic: cuts where the text turns, a least and a most, and a cache that asks nobody twice."""

from __future__ import annotations

import json

import numpy as np
import pytest
from contract import assert_contract
from fake_embedders import Counting, by_hash, by_letter, by_words
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st
from strategies import plain_text, texts

from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document
from ragchunk_lessons.lengths import count_words, token_length
from ragchunk_lessons.splitters.breakpoints import neighbour_similarities, split_semantic

TEXT = "Ants gather. Ants travel. Bees gather. Cats wander. Cats listen. Dogs hunger. Dogs travel."
#        east      east         0.8          north        north        west         west
# similarities    1           0.8          0.6          1            0            1


def cut(text=TEXT, size=100, embedder=by_letter, **more):
    return split_semantic(text, size, embedder=embedder, **more)


def pieces(chunks):
    return [chunk.text for chunk in chunks]


def test_similarities_of_neighbours():
    sentences = TEXT.replace(". ", ".|").split("|")
    assert neighbour_similarities(sentences, by_letter).round(9).tolist() == [1, 0.8, 0.6, 1, 0, 1]
    assert neighbour_similarities(["a"], by_letter).shape == neighbour_similarities([], by_letter).shape == (0,)


@pytest.mark.parametrize(
    ("percentile", "right"),
    [
        (100, [TEXT]),
        (90, ["Ants gather. Ants travel. Bees gather. Cats wander. Cats listen.", "Dogs hunger. Dogs travel."]),
        (70, ["Ants gather. Ants travel. Bees gather.", "Cats wander. Cats listen.", "Dogs hunger. Dogs travel."]),
        (0, ["Ants gather. Ants travel.", "Bees gather.", "Cats wander. Cats listen.", "Dogs hunger. Dogs travel."]),
    ],
)
def test_a_cut_falls_where_the_distance_is_beyond_the_percentile(percentile, right):
    assert pieces(cut(percentile=percentile)) == right


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_the_scale_of_the_model_does_not_matter(shift):
    """A direction that all vectors share lifts every similarity; the order of the distances stays."""

    def lifted(given):
        return np.hstack([by_letter(given), np.full((len(given), 1), shift)])

    assert pieces(cut(embedder=lifted, percentile=70)) == pieces(cut(percentile=70))


def test_four_thousand_equal_sentences_are_capped():
    text = "The pump runs and runs. " * 4000
    embedder = Counting(by_words)
    chunks = cut(text, 500, embedder)
    assert len(chunks) == 200 and max(len(chunk.text) for chunk in chunks) <= 500
    assert len({chunk.id for chunk in chunks}) == 200
    assert (embedder.calls, embedder.texts) == (1, 1)
    assert_contract(text, chunks, 500, 0)


def test_a_short_chunk_joins_the_neighbour_that_is_more_alike():
    assert pieces(cut(percentile=0, min_size=13)) == [
        "Ants gather. Ants travel. Bees gather.",
        "Cats wander. Cats listen.",
        "Dogs hunger. Dogs travel.",
    ]
    assert pieces(cut("Ants gather. Bees gather. Cats wander. Cats listen.", percentile=0, min_size=13))[0].endswith(
        "Bees gather."
    )


def test_a_short_chunk_joins_the_other_one_where_the_first_is_full():
    assert pieces(cut(percentile=0, size=25, min_size=13))[1:3] == ["Bees gather.", "Cats wander. Cats listen."]
    text = "Ants gather. Ants travel. Bees gather. Cats wander. Dogs hunger."
    assert pieces(cut(text, percentile=0, size=25, min_size=13)) == [
        "Ants gather. Ants travel.",
        "Bees gather. Cats wander.",
        "Dogs hunger.",
    ]


def test_the_rest_of_a_long_sentence_is_joined_too():
    text = "Ants gather in the warm sand and they run over stones. Cats wander. Cats listen."
    assert pieces(cut(text, 45, percentile=0))[1:] == ["over stones.", "Cats wander. Cats listen."]
    chunks = cut(text, 45, percentile=0, min_size=20)
    assert pieces(chunks)[1:] == ["over stones. Cats wander. Cats listen."]
    assert_contract(text, chunks, 45, 0)


def test_the_window_compares_as_many_sentences_on_each_side():
    asked = []

    def noting(given):
        asked.extend(given)
        return by_letter(given)

    neighbour_similarities(["a1", "b2", "c3", "d4"], noting, window=2)
    assert asked == ["a1", "a1 b2", "b2 c3", "c3 d4", "d4"]


def test_source_and_metadata_are_in_every_chunk():
    chunks = cut(Document(TEXT, "zoo.txt"), metadata={"lang": "en"})
    assert chunks[0].metadata == {"source": "zoo.txt", "lang": "en"}


EMBEDDERS = st.sampled_from([by_words, by_hash])


@given(texts(), st.integers(1, 50), EMBEDDERS, st.floats(0, 100), st.data())
def test_the_contract_holds(text, size, embedder, percentile, data):
    least, window = data.draw(st.integers(0, size)), data.draw(st.integers(1, 3))
    chunks = cut(text, size, embedder, percentile=percentile, min_size=least, window=window)
    assert_contract(text, chunks, size, 0)


@given(texts(), st.integers(1, 12), EMBEDDERS)
def test_the_contract_holds_in_words(text, size, embedder):
    chunks = cut(text, size, embedder, length_function=count_words, percentile=50, min_size=size // 2)
    assert_contract(text, chunks, size, 0, count_words)


@given(plain_text(), st.integers(1, 60), st.data())
def test_a_chunk_is_short_only_where_no_neighbour_has_room(text, size, data):
    least = data.draw(st.integers(0, size))
    chunks = cut(text, size, by_words, percentile=30, min_size=least)
    for number, chunk in enumerate(chunks):
        for other in (chunks[number - 1 : number] or [None]) + (chunks[number + 1 : number + 2] or [None]):
            if len(chunk.text) < least and other is not None:
                assert max(chunk.end, other.end) - min(chunk.start, other.start) > size


def test_ten_times_the_text_takes_at_most_twelve_times_the_time():
    small, large = (" ".join(f"Pump {number} runs well today." for number in range(n)) for n in (400, 4000))

    def run(text):
        return cut(text, 500, by_words, percentile=50, min_size=200)

    assert_in_step(lambda: run(small), lambda: run(large))


# --- the cache ----------------------------------------------------------------------------------------------


def only_file(folder):
    (path,) = folder.iterdir()
    return path


def test_a_rerun_reads_the_file_and_asks_nobody(tmp_path):
    embedder = Counting(by_letter)
    first = cut(Document(TEXT, "zoo.txt"), embedder=embedder, cache=tmp_path / "a" / "b", metadata={"tags": ("x", 1)})
    path = only_file(tmp_path / "a" / "b")
    stored = path.read_bytes()
    again = cut(Document(TEXT, "zoo.txt"), embedder=embedder, cache=tmp_path / "a" / "b", metadata={"tags": ("x", 1)})
    assert embedder.calls == 1 and again == first and again[0].metadata == first[0].metadata
    assert path.read_bytes() == stored
    path.unlink()
    cut(Document(TEXT, "zoo.txt"), embedder=embedder, cache=tmp_path / "a" / "b", metadata={"tags": ("x", 1)})
    assert embedder.calls == 2 and path.read_bytes() == stored, "made anew, byte for byte the same"


def test_the_file_holds_the_chunks_as_json_lines(tmp_path):
    text = "Ants gather. 猫睡觉。"
    chunks = cut(text, embedder=by_words, cache=tmp_path, model_name="words", percentile=100)
    raw = only_file(tmp_path).read_text(encoding="utf-8")
    assert "猫睡觉" in raw and only_file(tmp_path).suffix == ".jsonl"
    assert [Chunk.from_dict(json.loads(line)) for line in raw.splitlines()] == chunks


CHINESE = TEXT + " Ants 请先断电并检查阀门."
CHANGES = {
    "text": {"text": TEXT + " Ants gather.", "length_function": token_length()},
    "source": {"text": Document(TEXT, "zoo.txt")},
    "model": {"model_name": "letters, version 2"},
    "size": {"size": 99},
    "percentile": {"percentile": 94},
    "least": {"min_size": 1},
    "window": {"window": 2},
    "unit": {"length_function": count_words},
    "another encoding": {"text": CHINESE, "length_function": token_length("gpt2")},
    "metadata": {"metadata": {"lang": "en"}},
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_text_model_or_setting_has_another_file(change, tmp_path):
    embedder = Counting(by_letter)
    cut(CHINESE if "encoding" in change else TEXT, embedder=embedder, cache=tmp_path, length_function=token_length())
    cut(**{"embedder": embedder, "cache": tmp_path, **CHANGES[change]})
    assert embedder.calls == 2 and len(list(tmp_path.iterdir())) == 2


def damage_lines(raw):
    lines = raw.splitlines(keepends=True)
    yield b""
    yield raw[:-20]
    yield raw + b"\n"
    yield b"".join(lines[:-1])
    yield b"".join(lines[::-1])
    yield b"".join([*lines, lines[-1]])
    yield raw.replace(b"Ants", b"Aunts")
    yield raw.replace(b'"start": 0', b'"start": 1')
    yield raw.replace(b'"start": 0', b'"start": -1')
    yield b"[1, 2]\n"
    yield b"null\n"
    yield b"\xff\xfe\x00"
    yield b"[" * 100_000


def test_a_damaged_file_is_made_anew(tmp_path):
    embedder = Counting(by_letter)
    right = cut(embedder=embedder, cache=tmp_path, percentile=70)
    path = only_file(tmp_path)
    stored = path.read_bytes()
    for number, damaged in enumerate(damage_lines(stored)):
        path.write_bytes(damaged)
        assert cut(embedder=embedder, cache=tmp_path, percentile=70) == right
        assert embedder.calls == number + 2, damaged[:60]
        assert path.read_bytes() == stored
    assert list(tmp_path.iterdir()) == [path], "no half-written file is left"


@given(text=texts(), size=st.integers(1, 40))
def test_what_comes_from_the_cache_is_what_was_cut(text, size, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cache")
    embedder = Counting(by_words)
    first = cut(text, size, embedder, cache=folder, percentile=50)
    again = cut(text, size, embedder, cache=folder, percentile=50)
    assert again == first == cut(text, size, by_words, percentile=50)
    assert embedder.calls <= 1


def test_a_fingerprint_goes_before_a_name(tmp_path):
    embedder = Counting(by_letter, name="pumps")
    embedder.fingerprint = "weights 1"
    cut(embedder=embedder, cache=tmp_path)
    embedder.fingerprint = "weights 2"
    cut(embedder=embedder, cache=tmp_path)
    assert embedder.calls == 2


def test_a_model_without_a_name_is_refused_by_the_cache_only(tmp_path):
    nameless = Counting(by_letter, name=None)
    with pytest.raises(ValueError, match="neither a fingerprint nor a name; give model_name="):
        cut(embedder=nameless, cache=tmp_path)
    assert nameless.calls == 0
    assert pieces(cut(embedder=nameless, cache=tmp_path, model_name="letters")) == pieces(cut())


def test_what_json_cannot_hold_is_refused_before_the_work(tmp_path):
    embedder = Counting(by_letter)
    with pytest.raises(TypeError, match="metadata must be something that JSON can hold"):
        cut(embedder=embedder, cache=tmp_path, metadata={"path": tmp_path})
    assert embedder.calls == 0


def test_blank_text_makes_no_file_and_asks_nobody(tmp_path):
    embedder = Counting(by_letter)
    assert cut(" \n", embedder=embedder, cache=tmp_path) == [] == cut("", embedder=embedder)
    assert embedder.calls == 0 and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"percentile": 101}, ValueError, "percentile=101 must be from 0 to 100"),
        ({"percentile": -1}, ValueError, "percentile=-1"),
        ({"percentile": float("nan")}, ValueError, "percentile=nan"),
        ({"percentile": None}, TypeError, "percentile must be a number"),
        ({"min_size": -1}, ValueError, "min_size=-1 must be at least 0"),
        ({"min_size": 101}, ValueError, "min_size=101 must be at most chunk_size=100"),
        ({"min_size": 1.5}, TypeError, "min_size must be an int"),
        ({"window": 0}, ValueError, "window=0 must be at least 1"),
        ({"size": 0}, ValueError, "chunk_size=0"),
        ({"embedder": None}, TypeError, "embedder must be callable"),
        ({"cache": 3}, TypeError, "cache must be a folder"),
        ({"cache": ""}, ValueError, "cache='' names no folder"),
        ({"cache": __file__}, ValueError, "is a file; give a folder"),
        ({"model_name": 3}, TypeError, "model_name must be a str"),
        ({"model_name": " "}, ValueError, "is blank"),
        ({"text": 3}, TypeError, "text must be a str or a Document"),
    ],
)
def test_bad_arguments_are_named_before_the_embedder_is_asked(arguments, error, named):
    embedder = Counting(by_letter)
    with pytest.raises(error, match=named):
        cut(**{"embedder": embedder, **arguments})
    assert embedder.calls == 0


def test_what_an_embedder_gives_is_checked():
    with pytest.raises(ValueError, match=r"shape \(1, 2\) for 7 texts"):
        cut(embedder=lambda given: [[1, 0]])
