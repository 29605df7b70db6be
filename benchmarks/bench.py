"""split_recursive beside LangChain's splitter and a plain slice: the same texts, one run, ratios and growth.

    python -m benchmarks [--quick] [--json PATH]

Times are CPU seconds of this process, the best of a few runs. Peak memory is a multiple of the text's own size, traced
in a separate pass, the text of the chunks included. A peer that would need more than the budget is left out by name.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import ragchunk_lessons
from ragchunk_lessons.splitters.recursive import split_recursive

MEGABYTE = 1_000_000
OURS = "split_recursive"
Contender = Callable[[str], object]

_WORDS = (
    "the a of and to in is on for with water pump valve pressure alarm engineer reading closed opened temperature "
    "inlet outlet motor bearing checks replaces before after every shift night station reservoir flow level gauge"
).split()
_HAN = "洪水警报已经发布请居民尽快撤离到高处不要返回车站学校都是临时避难所那里备有饮毛毯值班人员会回答问题"


def _words(rng: random.Random, characters: int) -> str:
    return " ".join(rng.choices(_WORDS, k=characters // 4))


def _paragraphs(rng: random.Random, characters: int) -> str:
    parts, total = [], 0
    while total < characters:
        parts.append(_words(rng, rng.randint(120, 900)).capitalize() + ".")
        total += len(parts[-1]) + 2
    return "\n\n".join(parts)


def _chinese(rng: random.Random, characters: int) -> str:
    marks = rng.choices("，，，。", k=characters // 12 + 1)
    return "".join("".join(rng.choices(_HAN, k=rng.randint(6, 18))) + mark for mark in marks)


SHAPES: dict[str, Callable[[random.Random, int], str]] = {
    "paragraphs": _paragraphs,
    "one line": _words,
    "no separators": lambda rng, characters: "".join(rng.choices("acgt", k=characters)),
    "Chinese": _chinese,
}


def make_text(shape: str, characters: int) -> str:
    """Exactly so many characters: a block of at most a million, repeated."""
    block = SHAPES[shape](random.Random(0), min(characters, MEGABYTE) + 1000)[: min(characters, MEGABYTE)]
    return (block * -(-characters // len(block)))[:characters]


def contenders(size: int, overlap: int) -> dict[str, Contender]:
    """What is compared, by name; each takes a text and gives a list."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    plain = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
    indexed = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap, add_start_index=True)
    step = size - overlap
    return {
        OURS: lambda text: split_recursive(text, size, overlap),
        "LangChain, strings only": plain.split_text,
        "LangChain, documents": lambda text: plain.create_documents([text]),
        "LangChain, documents with start": lambda text: indexed.create_documents([text]),
        "plain slice": lambda text: [text[at : at + size] for at in range(0, len(text), step)],
    }


def seconds(run: Contender, text: str, repeats: int = 3) -> float:
    """The best CPU time of a few runs, without garbage collection, as timeit measures.

    What a run gives is thrown away outside the clock.
    """
    best = float("inf")
    gc.disable()
    try:
        for _ in range(repeats):
            began = time.process_time()
            result = run(text)
            best = min(best, time.process_time() - began)
            del result
    finally:
        gc.enable()
    return best


def peak_ratio(run: Contender, text: str) -> float:
    """The peak of all memory that a run allocates, result included, as a multiple of the text's size."""
    tracemalloc.start()
    try:
        result = run(text)
        peak = tracemalloc.get_traced_memory()[1]
        del result
    finally:
        tracemalloc.stop()
    return peak / sys.getsizeof(text)


def bench_shape(
    shape: str, megabytes: list[int], size: int, overlap: int, budget: float, memory_budget: float
) -> list[dict]:
    """One row a contender: times by size, ratio to ours, growth, peak memory, and what was left out and why."""
    rows = []
    first = megabytes[0]
    for name, run in contenders(size, overlap).items():
        text = make_text(shape, first * MEGABYTE)
        row: dict = {"shape": shape, "name": name, "left_out": {}}
        row["peak"] = {first: peak_ratio(run, text)}
        row["seconds"] = {first: seconds(run, text)}
        for count in megabytes[1:]:
            text = make_text(shape, count * MEGABYTE)
            last = max(row["seconds"])
            expected = row["seconds"][last] * count / last
            gigabytes = row["peak"][first] * sys.getsizeof(text) / 1e9
            if expected > budget:
                row["left_out"][count] = f"about {expected:.0f} s expected, budget {budget:.0f} s"
            elif gigabytes > memory_budget:
                row["left_out"][count] = f"about {gigabytes:.1f} GB expected, budget {memory_budget:.1f} GB"
            else:
                row["seconds"][count] = seconds(run, text, 3 if expected < 2 else 1)
                if name == OURS:
                    row["peak"][count] = peak_ratio(run, text)
        rows.append(row)
    for row in rows:
        row["ratio"] = {count: spent / rows[0]["seconds"][count] for count, spent in row["seconds"].items()}
        row["growth"] = {count: spent / row["seconds"][first] for count, spent in row["seconds"].items()}
    return rows


def table(rows: list[dict], megabytes: list[int]) -> str:
    """The rows of one shape as text."""
    head = "".join(f"{f'{count} MB':>11}{'x ours':>8}{'growth':>8}" for count in megabytes)
    lines = [f"{rows[0]['shape']:<33}{head}{'peak':>8}"]
    for row in rows:
        cells = "".join(
            f"{row['seconds'][count]:>9.3f} s{row['ratio'][count]:>8.2f}{row['growth'][count]:>8.1f}"
            if count in row["seconds"]
            else f"{'left out':>11}{'':>16}"
            for count in megabytes
        )
        lines.append(f"  {row['name']:<31}{cells}{max(row['peak'].values()):>7.1f}x")
    lines += [
        f"  left out at {count} MB: {row['name']}, {why}" for row in rows for count, why in row["left_out"].items()
    ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="1 and 4 MB instead of 1, 10 and 50 MB")
    parser.add_argument("--json", metavar="PATH", type=Path, help="also write the figures to this file")
    parser.add_argument("--shape", choices=SHAPES, action="append", help="only this shape; may be repeated")
    parser.add_argument("--chunk-size", type=int, default=500)
    parser.add_argument("--chunk-overlap", type=int, default=50)
    parser.add_argument("--budget", type=float, default=60, metavar="SECONDS", help="for one run of one contender")
    parser.add_argument("--memory", type=float, default=2, metavar="GIGABYTES", help="for one run of one contender")
    options = parser.parse_args(arguments)
    megabytes = [1, 4] if options.quick else [1, 10, 50]
    versions = {
        "python": platform.python_version(),
        "ragchunk-lessons": ragchunk_lessons.__version__,
        "langchain-text-splitters": version("langchain-text-splitters"),
    }
    print(", ".join(f"{name} {number}" for name, number in versions.items()))
    print(f"chunk_size={options.chunk_size}, chunk_overlap={options.chunk_overlap}; CPU seconds, best run\n")
    figures = []
    for shape in options.shape or SHAPES:
        rows = bench_shape(shape, megabytes, options.chunk_size, options.chunk_overlap, options.budget, options.memory)
        print(table(rows, megabytes), "\n", flush=True)
        figures += rows
    if options.json:
        content = {"versions": versions, "chunk_size": options.chunk_size, "chunk_overlap": options.chunk_overlap}
        options.json.write_text(json.dumps(content | {"rows": figures}, indent=1) + "\n", encoding="utf-8")
