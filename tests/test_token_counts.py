"""Counting by subtraction: not one count and not one chunk may differ from those of the plain, slow way."""

from __future__ import annotations

import random
from bisect import bisect_left
from itertools import pairwise

import pytest
from growth import assert_in_step, assert_within
from hypothesis import given
from hypothesis import strategies as st
from strategies import sizes, texts

from benchmarks.measuring import peak_ratio
from benchmarks.peers import OWN, PURE, peers
from benchmarks.shapes import SHAPES, make_text
from ragchunk_lessons import corpora, lengths
from ragchunk_lessons.document import Document
from ragchunk_lessons.graphemes import boundary_after, is_boundary
from ragchunk_lessons.lengths import ENCODINGS, count_tokens, token_length, token_starts
from ragchunk_lessons.peers import _quiet
from ragchunk_lessons.splitters._common import build, trim
from ragchunk_lessons.splitters._token_counts import TokenCounts, token_counts
from ragchunk_lessons.splitters.fixed import split_tokens
from ragchunk_lessons.splitters.recursive import CJK_LADDER, LADDER, split_recursive

SETTINGS = [(128, 16), (256, 0), (20, 7), (9, 8)]
ALPHABETS = (
    "ab \n",
    "abc'sltredvm",
    "洪水警报ab，。 ",
    "洪水Ab洪C1'sa",
    "aB 'llreves12345  \t\n",
    "🌊👍🏽e\u0301 ab洪\ud83c",
    "\u200d a\u0301\u200d 洪\U0001f1e8\U0001f1ed ",
)


class PlainWindows:
    """The windows of ``split_tokens`` with the place of every token, and each slice given to the tokenizer."""

    def __init__(self, text, size, overlap, encoding):
        self.text, self.size, self.overlap = text, size, overlap
        self.starts, self.measure, self.anchor = token_starts(text, encoding), token_length(encoding), 0

    def spans(self):
        start, stop = trim(self.text, 0, len(self.text))
        if start == stop:
            return
        end = self.fit(start)
        yield start, end
        while end < stop:
            start, end = self.following(start, end, stop)
            if is_boundary(self.text, start, self.anchor):
                self.anchor = start
            if start < end:
                yield start, end

    def fit(self, start):
        first = self.token_at(start)
        last = min(first + self.size, len(self.starts) - 1)
        end = self.boundary_to(self.starts[last], start)
        while end > start:
            end = trim(self.text, start, end)[1]
            excess = self.measure(self.text[start:end]) - self.size
            if excess <= 0:
                return end
            last = max(last - excess, first + 1)
            end = self.boundary_to(min(self.starts[last], end - 1), start)
        end = boundary_after(self.text, start + 1, min(start + 8 * self.size + 8, len(self.text)), self.anchor)
        while (tokens := self.measure(self.text[start:end])) > self.size:
            end = max(end - max((tokens - self.size) // 4, 1), start + 1)
        return end

    def following(self, start, end, stop):
        behind = bisect_left(self.starts, end)
        token = max(behind - self.overlap, self.token_at(start) + 1)
        while token < behind:
            low = trim(self.text, boundary_after(self.text, self.starts[token], end, self.anchor), end)[0]
            excess = self.measure(self.text[low:end]) - self.overlap if start < low < end else 1
            if excess <= 0 and (high := self.fit(low)) > end:
                return low, high
            token += max(excess, 1)
        low, high = trim(self.text, end, stop)
        return (low, self.fit(low)) if low < high else (stop, stop)

    def boundary_to(self, position, start):
        while position > start and not is_boundary(self.text, position, self.anchor):
            position -= 1
        return position

    def token_at(self, position):
        token = bisect_left(self.starts, position)
        return token if self.starts[token] == position else token - 1


def plainly(measure):
    """The same length, which no splitter can recognise."""
    return lambda text: measure(text)


def assert_same_windows(text, size, overlap, encoding):
    expected = build(Document(text), PlainWindows(text, size, overlap, encoding).spans())
    assert split_tokens(text, size, overlap, encoding=encoding) == expected


def assert_same_recursion(text, size, overlap, encoding, separators=LADDER):
    measure = token_length(encoding)
    expected = split_recursive(text, size, overlap, length_function=plainly(measure), separators=separators)
    assert split_recursive(text, size, overlap, length_function=measure, separators=separators) == expected


def random_text(rng):
    alphabet = rng.choice(ALPHABETS)
    if rng.random() < 0.5:
        return "".join(rng.choices(alphabet, k=rng.choice((5, 60, 1500))))
    return "".join(rng.choice(alphabet) * rng.choice((1, 1, 1, 3, 8, 40)) for _ in range(200))


def every_text():
    for name in corpora.names():
        try:
            yield corpora.load_text(name)[:4_000]
        except ValueError:  # a JSON file
            continue
    yield from (make_text(shape, 4_000) for shape in SHAPES)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("size", "overlap"), SETTINGS)
def test_every_corpus_and_shape_gives_the_same_chunks(size, overlap, encoding):
    seen = 0
    for text in every_text():
        assert_same_windows(text, size, overlap, encoding)
        if encoding == "cl100k_base" or size == 20:
            assert_same_recursion(text, size, overlap, encoding)
        seen += 1
    assert seen >= 20


@pytest.mark.parametrize("seed", range(6))
def test_generated_texts_give_the_same_chunks(seed):
    rng = random.Random(seed)
    for _ in range(12):
        text, encoding = random_text(rng), rng.choice(ENCODINGS)
        size, overlap = rng.choice([*SETTINGS, (4, 0), (40, 39)])
        assert_same_windows(text, size, overlap, encoding)
        assert_same_recursion(text, size, overlap, encoding, rng.choice((LADDER, CJK_LADDER)))


@given(texts(), sizes(least=4), st.sampled_from(ENCODINGS))
def test_any_text_gives_the_same_chunks(text, size_and_overlap, encoding):
    assert_same_windows(text, *size_and_overlap, encoding)
    assert_same_recursion(text, *size_and_overlap, encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_slice_has_the_count_that_it_has_alone(encoding):
    rng = random.Random(5)
    for text in [*every_text(), *(random_text(rng) for _ in range(30))]:
        for joints in (False, True):
            counts = TokenCounts(text, encoding, joints)
            starts = token_starts(text[:2_000], encoding)
            for _ in range(40):
                start = rng.choice((rng.randrange(len(text)), rng.choice(starts)))
                end = rng.choice((start + rng.choice((1, 5, 20, 100, 500)), max(start, rng.choice(starts))))
                end = min(end, len(text))
                assert counts.count(start, end) == count_tokens(text[start:end], encoding), (text[start:end], start)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_token_is_what_merging_its_own_bytes_gives(encoding):
    # Otherwise a slice that is one token of the vocabulary would have fewer tokens alone than between two joints.
    ranks = lengths.get_encoding(encoding)._mergeable_ranks
    for token in list(ranks)[::29]:
        parts = [token[at : at + 1] for at in range(len(token))]
        while len(parts) > 1:
            rank, at = min((ranks.get(a + b, 1e9), at) for at, (a, b) in enumerate(pairwise(parts)))
            assert rank < 1e9, token
            parts[at : at + 2] = [parts[at] + parts[at + 1]]


def test_a_block_that_had_to_end_is_no_place_to_subtract_over(monkeypatch):
    monkeypatch.setattr(lengths, "_BLOCK", 40)
    met = {}
    for text in (make_text("no separators", 900), make_text("Chinese", 900), "12 34 5678 " * 60):
        for encoding in ENCODINGS:
            counts = TokenCounts(text, encoding)
            for start in range(0, 500, 7):
                for length in (3, 30, 77):
                    alone = len(counts.encode(text[start : start + length]))
                    assert counts.count(start, start + length) == alone
            counts.have(10**6)
            met[text[:3], encoding] = len(counts.forced)
    assert [met[name, "gpt2"] for name in dict.fromkeys(name for name, _ in met)] == [11, 0, 6]


def test_only_a_length_of_this_package_is_recognised():
    def own(text):
        return 2 * count_tokens(text)

    own.encoding = own.__name__ = "cl100k_base"
    assert token_counts(own, "text") is None and token_counts(len, "text") is None
    assert token_counts(count_tokens, "text").encoding == "cl100k_base"
    assert token_counts(token_length("gpt2"), "text").encoding == "gpt2"


RUNS = {
    "split_tokens": lambda text: split_tokens(text, 128, 16),
    "split_tokens without overlap": lambda text: split_tokens(text, 256),
    "split_recursive by tokens": lambda text: split_recursive(text, 128, 16, length_function=token_length()),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("run", RUNS)
def test_ten_times_the_text_takes_at_most_twelve_times_the_time(run, shape):
    small, large = make_text(shape, 20_000), make_text(shape, 200_000)
    assert_in_step(lambda: RUNS[run](small), lambda: RUNS[run](large))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("run", RUNS)
def test_a_megabyte_takes_less_than_six_times_its_memory(run, shape):
    text = make_text(shape, 1_000_000)
    RUNS[run](text[:5_000])  # what is loaded once is not measured
    assert peak_ratio(RUNS[run], text) < 6


@pytest.mark.speed
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["semchunk", "LlamaIndex TokenTextSplitter"])
@pytest.mark.parametrize(("size", "overlap"), SETTINGS[:2])
def test_ahead_of_the_peers_that_look_for_separators(size, overlap, name, shape):
    (peer,) = [peer for peer in peers("tokens") if peer.name == name]
    assert peer.made_of == PURE
    text = make_text(shape, 4_000 if "Llama" in name else 20_000)
    ours, other = OWN[peer.beside](size, overlap), peer.make(size, overlap)
    with _quiet():
        assert_within(lambda: ours(text), lambda: other(text), 1)
