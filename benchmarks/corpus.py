"""One worker against two on a large corpus, and a run that is killed half-way: python -m benchmarks corpus.

    python -m benchmarks corpus --gigabytes 1 [--folder DIR] [--rounds 1] [--json PATH]

The corpus is made first, the same one every time: small documents of English, Chinese and Markdown as JSON Lines, from
the texts of the lessons. It is then cut in this process, by one worker and by two in turn, and by two that are killed
half-way and started again. Ids and counts must be equal, and two workers at least 1.6 times as fast as one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ragchunk_lessons.corpora import load_text

LEAST = 1.6  # times as fast as one worker
_TEXTS = ("maintenance_prose", "chinese_technical", "station_manual", "pump_manual_natural", "station_manual_zh")
_LENGTHS = (600, 1500, 2400, 900, 4000)  # characters of the documents, in turn


def write_corpus(path: Path, size: int) -> int:
    """Write documents until the file has so many bytes.

    Parameters
    ----------
    path : Path
    size : int
        In bytes.

    Returns
    -------
    int
        How many documents it has.
    """
    texts = [load_text(name) for name in _TEXTS]
    written = number = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        while written < size:
            text, length = texts[number % len(texts)], _LENGTHS[(number // 5) % len(_LENGTHS)]
            start = number * 7919 % max(1, len(text) - length)
            body = f"# Document {number}\n\n{text[start : start + length]}"
            line = json.dumps({"id": f"d{number}", "text": body}, ensure_ascii=False) + "\n"
            file.write(line)
            written += len(line.encode())
            number += 1
    return number


def fingerprint(out: Path) -> tuple[int, int, str]:
    """Rows of both tables, and one hash over all ids of chunks in their order, whatever the parts were."""
    import pyarrow.parquet as pq

    digest, counts = hashlib.sha256(), [0, 0]
    for number, name in enumerate(("documents", "chunks")):
        for path in sorted((out / name).glob("part-*.parquet")):
            ids = pq.read_table(path, columns=["id"])["id"].to_pylist()
            counts[number] += len(ids)
            digest.update("".join(ids).encode())
    return counts[0], counts[1], digest.hexdigest()[:16]


def command(source: Path, out: Path, workers: int) -> list[str]:
    """The command that cuts the corpus."""
    arguments = ["corpus", str(source), "--out", str(out), "--workers", str(workers), "--json"]
    return [sys.executable, "-m", "ragchunk_lessons", *arguments]


def timed(source: Path, out: Path, workers: int) -> float:
    """Seconds of a run from its start to its end, the start of the workers included."""
    begun = time.monotonic()
    subprocess.run(command(source, out, workers), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begun


def killed_half_way(source: Path, out: Path) -> tuple[int, int]:
    """A run with two workers that is killed with all its processes at half of its parts: done of all when it died."""
    scratch = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(out.parent))  # what is killed leaves some there
    given = {"stderr": subprocess.PIPE, "text": True, "env": {**os.environ, **scratch}, **_own_group()}
    with subprocess.Popen(command(source, out, 2), stdout=subprocess.DEVNULL, **given) as run:
        done, parts = 0, 1
        for done, parts in _told(run.stderr):
            if 2 * done >= parts:
                break
        _kill(run)
    return done, parts


def _told(lines: Iterator[str]) -> Iterator[tuple[int, int]]:
    for line in lines:
        words = line.split()
        if "parts," in words:
            at = words.index("of")
            yield int(words[at - 1]), int(words[at + 1])


def _own_group() -> dict:
    return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}


def _kill(run: subprocess.Popen) -> None:
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(run.pid)], check=False, stdout=subprocess.DEVNULL)
    else:
        os.killpg(run.pid, signal.SIGKILL)


def measure(folder: Path, gigabytes: float, rounds: int) -> dict:
    """All runs in a folder; the results of each are taken away when they have been looked at."""
    import shutil

    source = folder / "corpus.jsonl"
    documents = write_corpus(source, int(gigabytes * 1e9))
    print(f"{documents} documents, {source.stat().st_size / 1e9:.2f} GB", flush=True)
    found: dict = {"documents": documents, "seconds": {"this process": [], "one worker": [], "two workers": []}}

    def run(name: str, workers: int) -> tuple[int, int, str]:
        out = folder / "out"
        found["seconds"][name].append(timed(source, out, workers))
        print(f"{name}: {found['seconds'][name][-1]:.1f} s", flush=True)
        seen = fingerprint(out)
        shutil.rmtree(out)
        return seen

    reference = run("this process", 0)
    equal = []
    for _ in range(rounds):
        equal += [run("one worker", 1) == reference, run("two workers", 2) == reference]
    out = folder / "out"
    found["killed at"] = killed_half_way(source, out)
    print("killed at {} of {} parts".format(*found["killed at"]), flush=True)
    subprocess.run(command(source, out, 2), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    found["resumed"] = summary["resumed"]
    equal.append(fingerprint(out) == reference)
    pairs = zip(found["seconds"]["one worker"], found["seconds"]["two workers"], strict=True)
    found["ratio"] = round(sorted(one / two for one, two in pairs)[rounds // 2], 2)
    found["counts"] = reference[:2]
    found["equal"] = all(equal)
    found["nothing lost"] = found["killed at"][0] <= found["resumed"] and reference[0] == documents
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, and say whether it holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks corpus", description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, default=1.0, help="how large the corpus is (default: 1)")
    parser.add_argument("--rounds", type=int, default=1, help="how often one and two workers run in turn (default: 1)")
    parser.add_argument("--folder", type=Path, help="where the corpus and the results go (default: a temporary one)")
    parser.add_argument("--json", type=Path, help="where the figures go")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder, ignore_cleanup_errors=True) as folder:
        found = measure(Path(folder), options.gigabytes, options.rounds)
    print(json.dumps(found, indent=1))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    holds = found["equal"] and found["nothing lost"] and found["ratio"] >= LEAST
    print(f"two workers are {found['ratio']} times as fast as one; ids and counts equal: {found['equal']}")
    return 0 if holds else 1
