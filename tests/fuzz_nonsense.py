"""What the fuzzer does with arguments that make no sense: a ValueError or a TypeError with words, nothing else."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable

import fuzz_texts as make
from fuzz_checking import BY_WORDS

import ragchunk_lessons as ours

# A working call of each function, from which one argument at a time goes wrong.
TEXT = "Open the valve. Start the pump.\n\n先关阀门。再停泵。"
CHUNKS = [ours.Chunk(TEXT[:15], 0, 15), ours.Chunk(TEXT[16:], 16, len(TEXT))]
HITS = [ours.Hit(chunk, 1.0 - number / 4, number) for number, chunk in enumerate(CHUNKS, 1)]
QUESTION = {"question": "q", "document": "a.txt", "answers": [{"start": 0, "end": 4, "text": "Open"}]}
SIZED = {"text": TEXT, "chunk_size": 20, "chunk_overlap": 5, "metadata": {}}
COUNTED = {**SIZED, "length_function": len}
RECORDS = {"text": TEXT, "chunk_size": 20, "length_function": len, "metadata": {}}
SAID = "[00:01] Ana: Open it.\n[00:09] Ben: Now.\n"

CALLS: dict[str, dict] = {
    "Document": {"text": TEXT, "source": "a", "marks": (), "raw": None},
    "Chunk": {"text": "a", "start": 0, "end": 1, "metadata": {}},
    "Mark": {"kind": "page", "start": 0, "end": 1, "data": {}},
    "RawMap": {"segments": ((0, 1, 0, 1),)},
    "Answer": {"start": 0, "end": 4, "text": "Open", "source": "a"},
    "Question": {"text": "q", "answers": (ours.Answer(0, 4, "Open", "a"),), "id": "", "metadata": {}},
    "count_characters": {"text": TEXT},
    "count_words": {"text": TEXT},
    "count_tokens": {"text": TEXT, "encoding": "cl100k_base"},
    "token_length": {"encoding": "cl100k_base"},
    "split_characters": SIZED,
    "split_words": SIZED,
    "split_tokens": {**SIZED, "encoding": "cl100k_base"},
    "split_recursive": {**COUNTED, "separators": ours.LADDER, "keep_separator": "start"},
    "split_sentences": COUNTED,
    "split_markdown": {**COUNTED, "normalize_levels": False, "add_context": False},
    "split_html": {**COUNTED, "add_context": False},
    "split_report": COUNTED,
    "split_on": {**RECORDS, "separators": ["\n"], "keep_separator": "start"},
    "split_table": {**RECORDS, "text": "a,b\n1,2\n", "delimiter": ","},
    "split_speakers": {**COUNTED, "text": SAID},
    "split_time_windows": {**RECORDS, "text": SAID, "window_seconds": 5},
    "split_slides": RECORDS,
    "split_jsonl": {**RECORDS, "text": '{"text": "a"}\n', "errors": "raise", "text_field": "text", "id_field": "id"},
    "split_code": {**COUNTED, "text": "def f():\n    return 1\n", "language": "python", "add_context": False},
    "split_mixed": COUNTED,
    "split_semantic": {
        "text": TEXT,
        "chunk_size": 20,
        "embedder": BY_WORDS,
        "percentile": 90,
        "min_size": 0,
        "window": 1,
    },
    "split_topics": {"text": TEXT, "chunk_size": 20, "embedder": BY_WORDS, "threshold": 0.5},
    "split_parents": {"document": TEXT, "child_size": 9, "children_per_parent": 2, "metadata": {}},
    "split_document": {"document": ours.Document(TEXT, "a.txt"), "chunk_size": 20},
    "audit": {
        "source": TEXT,
        "chunks": CHUNKS,
        "chunk_size": 50,
        "chunk_overlap": 5,
        "length_function": len,
        "normalize": None,
        "ignore": None,
    },
    "locate": {"document": TEXT, "pieces": ["Open the valve."]},
    "show_chunks": {"source": TEXT, "chunks": CHUNKS, "title": "t", "fold": 100, "ruler": True},
    "show_tokens": {"text": TEXT, "spans": [(0, 4)], "title": "t"},
    "ChunkIndex": {"chunks": CHUNKS, "embedder": BY_WORDS},
    "KeywordIndex": {"chunks": CHUNKS, "k1": 1.5, "b": 0.75},
    "fuse": {"rankings": [HITS], "k": 60},
    "deduplicate": {"hits": HITS, "max_shared": 0.5, "k": 2},
    "rerank": {"query": "q", "hits": HITS, "reranker": lambda query, texts: [0.0] * len(texts), "k": 1},
    "merge_parents": {"hits": HITS, "threshold": 2, "k": None},
    "add_neighbours": {"hits": HITS, "n": 1, "chunks": CHUNKS, "documents": TEXT},
    "load_questions": {"path_or_rows": [QUESTION]},
    "length_distribution": {"chunks": CHUNKS, "length_function": len},
    "bootstrap": {"values": [0, 1], "level": 0.9, "repeats": 10, "seed": 0},
    "paired_bootstrap": {"one": [0, 1], "other": [1, 1], "level": 0.9, "repeats": 10, "seed": 0},
    "cite": {"hit": ours.Chunk("Open", 0, 4, {"source": "a.txt"}), "quote": "Open"},
    "check_citation": {"citation": ours.Citation("Open", "a.txt", 0, 4), "documents": ours.Document(TEXT, "a.txt")},
    "compare_chunks": {"before": CHUNKS, "after": CHUNKS},
    "compare_splitters": {"document": TEXT, "settings": ["recursive"], "chunk_size": 20, "chunk_overlap": 2},
    "read_chunks": {"source": '{"text": "a"}'},
    "read_text": {"source": TEXT, "encoding": "utf-8"},
    "read_html": {"source": "<p>a</p>", "encoding": None},
    "read_table": {"source": "a,b\n1,2\n", "delimiter": ",", "encoding": "utf-8"},
    "read_pages": {"source": "a\fb", "encoding": "utf-8", "password": "", "errors": "raise"},
    "read_transcript": {"source": SAID, "speakers": None, "encoding": "utf-8"},
    "read_jsonl": {
        "source": '{"text": "a"}',
        "text_field": "text",
        "id_field": "id",
        "errors": "raise",
        "encoding": "utf-8",
    },
}
UNBOUNDED = {
    ("bootstrap", "repeats"),
    ("paired_bootstrap", "repeats"),
}  # a huge count here is a long run, not a mistake
EXPECTED = (ValueError, TypeError, OSError)  # an OSError where a reader takes the argument for a file


def nonsense(name: str) -> Callable[[random.Random], None]:
    """A case that calls a public function with one or two of its arguments replaced."""
    right = CALLS[name]

    def case(rng: random.Random) -> None:
        wrong = dict(right)
        for which in rng.sample(list(right), min(len(right), rng.choice((1, 1, 2)))):
            value = rng.choice(make.NONSENSE)
            if (name, which) in UNBOUNDED and isinstance(value, int) and value > 1000:
                continue
            wrong[which] = value
        try:
            made = getattr(ours, name)(**wrong)
            if inspect.isgenerator(made):
                list(made)
        except EXPECTED as error:
            assert str(error), f"{type(error).__name__} without a word for {wrong!r}"

    return case


TARGETS = {name: nonsense(name) for name in CALLS}
