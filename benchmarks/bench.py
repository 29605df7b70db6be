"""This package beside other splitters: the same texts, one run, ratios and growth.

    python -m benchmarks [--quick] [--json PATH]

Times are CPU seconds of this process, the best of a few runs that take turns, and are kept as ratios only. Peak memory
is a multiple of the text's own size, traced in a separate pass, the text of the chunks included. A peer that would
need more than the budget is left out by name.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from ragchunk_lessons.auditing.adapters import as_list, read_chunk
from ragchunk_lessons.lengths import count_tokens, count_words
from ragchunk_lessons.peers import _quiet

from .measuring import peak_ratio, seconds, taking_turns
from .own import LEFT_OUT, bench_audit, bench_own
from .peers import LARGER, OURS, OWN, SETTINGS, UNITS, Peer, contenders, peers, versions
from .report import table
from .shapes import MEGABYTE, SHAPES, make_text

__all__ = ["MEGABYTE", "OURS", "SHAPES", "contenders", "main", "make_text", "peak_ratio", "seconds"]

RESULTS = Path(__file__).with_name("results.json")
_TRIAL = 5_000  # characters
_MEASURES = {"characters": len, "tokens": count_tokens, "words": count_words}


def bench_peer(peer: Peer, shape: str, size: int, overlap: int, counts: list[int], budget: float) -> dict:
    """One peer on one shape: for each size of the text its time as a multiple of ours, growth, memory, faults."""
    run = peer.make(size, overlap)
    ours = OWN[peer.beside](size, overlap if peer.overlap else 0)
    row: dict = {"shape": shape, "name": peer.name, "made_of": peer.made_of, "unit": peer.unit, "beside": peer.beside}
    row |= {"overlap": peer.overlap, "ratio": {}, "growth": {}, "left_out": {}}
    spent: dict[int, float] = {}
    for count in counts:
        expected = _expected(spent, count)
        if expected > budget:
            row["left_out"][str(count)] = f"more than {budget:g} s expected for one run"
            continue
        text = make_text(shape, count)
        if not spent:
            run(text[:_TRIAL])  # what is loaded once is not measured
            expected = seconds(run, text[:_TRIAL], 1) * count / _TRIAL
            row |= _looked_at(run, text, size, peer.unit)
        own, others = taking_turns([(ours, text), (run, text)], 3 if expected < budget / 4 else 1)
        own = min(own, seconds(ours, text, 2))
        row["ratio"][str(count)] = round(others / own, 2)
        if spent:
            row["growth"][str(count)] = round(others / spent[max(spent)] * 10 / (count / max(spent)), 1)
        spent[count] = others
    return row


def _expected(spent: dict[int, float], count: int) -> float:
    """What one run would take, if it goes on growing as it did."""
    if not spent:
        return 0.0
    *before, last = sorted(spent)
    step = count / last
    grown = spent[last] / spent[before[-1]] if before else step
    return spent[last] * max(grown, step)


def _looked_at(run: Callable, text: str, size: int, unit: str) -> dict:
    """How many chunks came out, how many of them are over the limit, and the peak of the memory."""
    texts = [read_chunk(chunk, number)[0] for number, chunk in enumerate(as_list(run(text)))]
    over = sum(_MEASURES[unit](one) > size for one in texts)
    return {"chunks": len(texts), "over_the_limit": over, "peak": round(peak_ratio(run, text[: 4 * _TRIAL]), 1)}


def bench_shapes(shapes: list[str], counts: list[int], budget: float, say: Callable[[str], None]) -> list[dict]:
    """Every peer that counts characters, on every shape, in both settings; the second one without the largest text."""
    rows = []
    for number, (setting, (size, overlap)) in enumerate(SETTINGS.items()):
        for shape in shapes:
            these = counts if not number else counts[: max(1, len(counts) - 1)]
            with _quiet():
                found = [bench_peer(peer, shape, size, overlap, these, budget) for peer in peers("characters")]
            rows += [{"setting": setting, **row} for row in found]
            say(table(found, these, f"{shape}; {setting}"))
    return rows


def bench_units(shapes: list[str], counts: list[int], budget: float, say: Callable[[str], None]) -> list[dict]:
    """The peers that count tokens or words, beside ours that counts the same: both settings, without the largest text.

    A peer of which one run on one shape is over the budget is left out there, as everywhere.
    """
    rows, these = [], counts[:2]
    for unit in ("tokens", "words"):
        for size, overlap in (UNITS[unit], LARGER[unit]):
            setting = f"{size} {unit}, {f'overlap {overlap}' if overlap else 'no overlap'}"
            for shape in shapes:
                with _quiet():
                    found = [bench_peer(peer, shape, size, overlap, these, budget) for peer in peers(unit)]
                rows += [{"setting": setting, **row} for row in found]
                say(table(found, these, f"{shape}; {setting}"))
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="smaller texts; writes no file unless --json says so")
    parser.add_argument("--json", metavar="PATH", type=Path, help=f"the file to write ({RESULTS.name} beside this one)")
    parser.add_argument("--shape", choices=SHAPES, action="append", help="only this shape; may be repeated")
    parser.add_argument("--only", choices=("peers", "own"), help="only the comparison, or only this package")
    parser.add_argument("--budget", type=float, default=1, metavar="SECONDS", help="for one run of one peer (1)")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments, measure, print the tables, and write the file that the page of the book shows."""
    options = _parser().parse_args(arguments)
    counts = [MEGABYTE // 50, MEGABYTE // 5] if options.quick else [MEGABYTE // 10, MEGABYTE, 10 * MEGABYTE]
    tries = 1 if options.quick else 3
    shapes = options.shape or list(SHAPES)
    content: dict = {
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "python": platform.python_version(),
        "versions": versions(),
        "quick": options.quick,
        "budget": options.budget,
        "characters": counts,
        "left_out": LEFT_OUT,
    }

    def say(line: str) -> None:
        print(line, flush=True)

    say(", ".join(f"{name} {number}" for name, number in {"Python": content["python"], **content["versions"]}.items()))
    if options.only != "own":
        content["peers"] = bench_shapes(shapes, counts, options.budget, say)
        content["peers"] += bench_units(shapes, counts, options.budget, say)
    if options.only != "peers":
        content["own"] = bench_own(MEGABYTE // 50, tries, say)
        content["audit"] = bench_audit(MEGABYTE * (5 if options.quick else 50), tries, say)
    partial = options.quick or options.only or options.shape
    path = options.json or (None if partial else RESULTS)
    if path:
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written: {path.name}", file=sys.stderr)
