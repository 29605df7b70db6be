"""What the fuzzer does with the readers and the splitters: every rule of the contract, on every text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace

import fuzz_texts as make
from contract import assert_contract
from fake_embedders import by_hash, by_words

import ragchunk_lessons as ours
from ragchunk_lessons.graphemes import is_boundary

TARGETS: dict[str, Callable[[random.Random], None]] = {}


def target(*names: str):
    """Register a function that makes one case for each of these public names and checks what comes back."""

    def register(case):
        TARGETS.update(dict.fromkeys(names, case))
        return case

    return register


def quarters(text: str) -> int:
    """A unit in which one character may be longer than one, as in tokens."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


LENGTHS = (len, len, ours.count_words, quarters)


def longest_character(text: str, length) -> int:
    """The length of the longest grapheme cluster: below it no size can be kept."""
    edges = [at for at in range(len(text) + 1) if is_boundary(text, at)]
    return max((length(text[a:b]) for a, b in pairwise(edges)), default=0)


def cut(split, text, size, overlap=None, *, length=len, **more) -> list:
    """The chunks of a splitter, held against the contract and the audit.

    The one refusal that the contract allows is a character that is longer than the size in the caller's unit.
    """
    sized = {} if size is None else {"chunk_size": size}
    if overlap is not None:
        sized["chunk_overlap"] = overlap
    if length is not len:
        more["length_function"] = length
    try:
        chunks = split(text, **sized, **more)
    except ValueError as error:
        source = text if isinstance(text, str) else text.text
        if length is len or size is None or longest_character(source, length) <= size:
            raise AssertionError(f"refused: {error}") from error
        return []
    assert_contract(text, chunks, size, overlap, length)
    found = ours.audit(text, chunks)
    assert found.ok, f"the audit says {found!r} of chunks that keep the contract"
    return chunks


@target("split_characters", "split_words")
def windows(rng):
    text = make.text(rng)
    size, overlap = make.sizes(rng)
    cut(ours.split_characters, text, size, overlap)
    size, overlap = make.sizes(rng, 12)
    chunks = ours.split_words(text, size, overlap)
    assert_contract(text, chunks, size, overlap, ours.count_words)


@target("split_tokens", "count_tokens", "token_length")
def tokens(rng):
    text = make.text(rng, pieces=20)
    encoding = rng.choice(("cl100k_base", "o200k_base", "gpt2"))
    length = ours.token_length(encoding)
    assert length(text) == ours.count_tokens(text, encoding)
    size, overlap = make.sizes(rng, 20)
    try:
        chunks = ours.split_tokens(text, size, overlap, encoding=encoding)
    except ValueError:
        assert longest_character(text, length) > size
        return
    assert_contract(text, chunks, size, overlap, length)


LADDERS = (
    ours.LADDER,
    ours.CJK_LADDER,
    (".", " "),
    ("。", ""),
    (re.compile(r"\s+"), ""),
    (re.compile(r"(?<=[.!?])\s"), "\n"),
    (re.compile(r"x+|(?=[A-Z])."), " "),
    ("\n\n",),
    ("\r\n", "\u0301", "\u200d"),
)


@target("split_recursive", "LADDER", "CJK_LADDER")
def recursive(rng):
    size, overlap = make.sizes(rng)
    more = {"separators": rng.choice(LADDERS), "keep_separator": rng.choice(("start", "end"))}
    cut(ours.split_recursive, make.text(rng), size, overlap, length=rng.choice(LENGTHS), **more)


@target("split_sentences")
def sentences(rng):
    size, overlap = make.sizes(rng)
    cut(ours.split_sentences, make.text(rng), size, overlap, length=rng.choice(LENGTHS))


@target("split_markdown")
def markdown(rng):
    size, overlap = make.sizes(rng)
    more = {"normalize_levels": rng.random() < 0.3}
    text = make.text(rng, "markdown")
    cut(ours.split_markdown, text, size, overlap, length=rng.choice(LENGTHS), **more)


@target("split_html", "read_html")
def html(rng):
    text = make.text(rng, "html")
    document = ours.read_html(text)
    size, overlap = make.sizes(rng)
    cut(ours.split_html, document, size, overlap, length=rng.choice(LENGTHS))
    assert [c.text for c in ours.split_html(text, 60)] == [c.text for c in ours.split_html(document, 60)]


@target("split_report")
def report(rng):
    size, overlap = make.sizes(rng)
    cut(ours.split_report, make.text(rng, "report"), size, overlap, length=rng.choice(LENGTHS))


@target("split_pages", "read_pages")
def pages(rng):
    text = "\f".join(make.text(rng, pieces=10) for _ in range(rng.randrange(5)))
    document = ours.read_pages(text)
    assert document.text == text
    size, overlap = make.sizes(rng)
    cut(ours.split_pages, document, rng.choice((None, size)), None, length=len)
    cut(ours.split_pages, document, size, overlap, length=rng.choice(LENGTHS), across=rng.random() < 0.5)


@target("split_on")
def on(rng):
    separators = rng.choice(["\n", ".", ["\n\n", "。"], re.compile(r"\d"), ["#", re.compile(r"\s{2,}")], "e\u0301"])
    more = {"separators": separators, "keep_separator": rng.choice(("start", "end"))}
    cut(ours.split_on, make.text(rng), rng.choice((None, make.sizes(rng)[0])), **more)


@target("split_table", "read_table")
def table(rng):
    delimiter = rng.choice(",;\t|")
    text = make.table(rng, delimiter)
    try:
        document = ours.read_table(text, delimiter=delimiter)
    except ValueError as error:
        assert str(error)
        return
    cut(ours.split_table, document, rng.choice((None, make.sizes(rng)[0])), length=rng.choice(LENGTHS))


@target("split_speakers", "split_time_windows", "read_transcript")
def transcript(rng):
    try:
        document = ours.read_transcript(make.text(rng, "transcript"))
    except ValueError as error:  # half a cue is refused, with the line
        assert str(error).startswith("line ")
        return
    size, overlap = make.sizes(rng)
    length = rng.choice(LENGTHS)
    timed = any(mark.data.get("start_time") is not None for mark in document.marks)
    if rng.random() < 0.5 or not timed:
        cut(ours.split_speakers, document, size, overlap, length=length)
    else:
        seconds = rng.choice((0.001, 1, 60, 7.5, 1e9))
        cut(ours.split_time_windows, document, rng.choice((None, size)), length=length, window_seconds=seconds)


@target("split_slides")
def slides(rng):
    cut(ours.split_slides, make.text(rng, "slides"), rng.choice((None, make.sizes(rng)[0])), length=rng.choice(LENGTHS))


@target("split_jsonl", "read_jsonl")
def jsonl(rng):
    text = make.jsonl(rng)
    try:
        document = ours.read_jsonl(text, errors=rng.choice(("raise", "keep")))
    except ValueError as error:
        assert "line" in str(error)
        return
    cut(ours.split_jsonl, document, rng.choice((None, make.sizes(rng)[0])), length=rng.choice(LENGTHS), errors="keep")


@target("split_code", "split_mixed")
def code(rng):
    size, overlap = make.sizes(rng, 100)
    length = rng.choice(LENGTHS)
    if rng.random() < 0.5:
        cut(ours.split_code, make.text(rng, "code"), size, overlap, length=length)
    else:
        cut(ours.split_mixed, make.text(rng, rng.choice(("code", "markdown", "mixed"))), size, overlap, length=length)


@target("split_semantic", "split_topics")
def meaning(rng):
    text, size = make.text(rng, rng.choice(("plain", "mixed"))), make.sizes(rng)[0]
    embed, length = rng.choice((by_words, by_hash)), rng.choice(LENGTHS)
    if rng.random() < 0.5:
        more = {
            "percentile": rng.choice((0, 50, 95, 100)),
            "window": rng.choice((1, 2, 9)),
            "min_size": rng.choice((0, size // 2)),
        }
        cut(ours.split_semantic, text, size, length=length, embedder=embed, **more)
    else:
        cut(ours.split_topics, text, size, length=length, embedder=embed, threshold=rng.choice((-1, 0, 0.5, 1)))


def random_model(rng: random.Random):
    """A chat client that answers with pieces of what it was asked, or with anything else."""

    def create(*, messages, **_):
        asked = messages[-1]["content"]
        places = sorted(rng.randrange(len(asked) + 1) for _ in range(rng.randrange(4)))
        pieces = [asked[a:b] for a, b in zip([0, *places], [*places, len(asked)], strict=True)]
        if rng.random() < 0.3:
            rng.shuffle(pieces)
        if rng.random() < 0.3 and pieces:
            pieces.pop()
        answer = rng.choice((json.dumps({"chunks": pieces}), json.dumps(pieces), make.text(rng), "", "[", None))
        message = SimpleNamespace(content=answer, refusal=None)
        return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason=rng.choice(("stop", "length")))])

    return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))


@target("split_with_llm")
def with_llm(rng):
    more = {"client": random_model(rng), "model": "stand-in", "window_size": rng.choice((50, 6000))}
    cut(ours.split_with_llm, make.text(rng, "plain"), rng.randrange(1, 80), length=rng.choice(LENGTHS), **more)


@target("split_document", "split_parents")
def parents(rng):
    document = ours.Document(make.text(rng), source="a.txt")
    cut(ours.split_document, document, make.sizes(rng)[0])
    size, children = make.sizes(rng)[0], rng.randrange(1, 5)
    chunks = ours.split_parents(document, size, children)
    assert_contract(document, chunks, size)


@target("read_text", "Document", "Mark", "RawMap", "Chunk", "count_characters", "count_words")
def plain_objects(rng):
    text = make.text(rng)
    document = ours.read_text(text)
    assert document.text == text and ours.count_characters(text) == len(text)
    assert ours.count_words(text) == len(text.split()) or not text.isascii()
    start = rng.randrange(len(text) + 1)
    end = rng.randrange(start, len(text) + 1)
    if start < end:
        chunk = ours.Chunk(text[start:end], start, end, {"a": 1})
        assert ours.Chunk.from_dict(chunk.to_dict()) == chunk
        assert ours.RawMap(((start, end, 0, end - start),)).to_raw(start, end) == (0, end - start)
    assert ours.Document(text, marks=(ours.Mark("page", start, end, {"number": 1}),)).marks[0].end == end
