"""How the splitters of this package and its audit grow, and how much memory they take: each on its own kind of text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from ragchunk_lessons import audit
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.splitters.breakpoints import split_semantic
from ragchunk_lessons.splitters.code import split_code
from ragchunk_lessons.splitters.fixed import split_characters, split_tokens, split_words
from ragchunk_lessons.splitters.html import split_html
from ragchunk_lessons.splitters.jsonl import split_jsonl
from ragchunk_lessons.splitters.markdown import split_markdown
from ragchunk_lessons.splitters.mixed import split_mixed
from ragchunk_lessons.splitters.on import split_on
from ragchunk_lessons.splitters.pages import split_pages
from ragchunk_lessons.splitters.recursive import CJK_LADDER, split_recursive
from ragchunk_lessons.splitters.report import split_report
from ragchunk_lessons.splitters.sentences import split_sentences
from ragchunk_lessons.splitters.slides import split_slides
from ragchunk_lessons.splitters.speakers import split_speakers
from ragchunk_lessons.splitters.table import split_table
from ragchunk_lessons.splitters.time_windows import split_time_windows
from ragchunk_lessons.splitters.topics import split_topics

from .measuring import growth, peak_ratio, seconds
from .shapes import make_text

Cut = Callable[[str], Any]


def _until(parts: Iterator[str], characters: int) -> str:
    """Parts, one after the other, up to about so many characters and never cut."""
    found, total = [], 0
    for part in parts:
        found.append(part)
        total += len(part)
        if total >= characters:
            break
    return "".join(found)


def _numbered(parts: Callable[[int], str], head: str = "") -> Callable[[int], str]:
    def make(characters: int) -> str:
        return head + _until(map(parts, range(10**9)), characters)

    return make


def _repeated(block: str) -> Callable[[int], str]:
    return lambda characters: _until(cycle([block]), characters)


def _cue(number: int) -> str:
    at = 4 * (number % 80_000)
    begin, end = (f"{one // 3600:02}:{one % 3600 // 60:02}:{one % 60:02},000" for one in (at, at + 3))
    return f"{number + 1}\n{begin} --> {end}\nAna: The valve {number} was half closed.\n\n"


def _letters(texts: list[str]) -> Any:
    """A stand-in for a model: how often each of four letters occurs, so that the cutting alone is measured."""
    import numpy

    counts = numpy.array([[1 + text.count(letter) for letter in "aeno"] for text in texts], dtype="float32")
    return counts / numpy.linalg.norm(counts, axis=1, keepdims=True)


def _prose(characters: int) -> str:
    return _repeated(load_text("maintenance_prose").strip() + "\n\n")(characters)


SPLITTERS: dict[str, tuple[Callable[[int], str], Cut]] = {
    "split_characters": (partial(make_text, "one line"), lambda text: split_characters(text, 500, 50)),
    "split_words": (partial(make_text, "one line"), lambda text: split_words(text, 80, 8)),
    "split_tokens": (partial(make_text, "one line"), lambda text: split_tokens(text, 128, 16)),
    "split_recursive": (partial(make_text, "paragraphs"), lambda text: split_recursive(text, 500, 50)),
    "split_recursive, CJK_LADDER": (
        partial(make_text, "Chinese"),
        lambda text: split_recursive(text, 500, 50, separators=CJK_LADDER),
    ),
    "split_sentences": (_prose, lambda text: split_sentences(text, 500, 100)),
    "split_on": (partial(make_text, "paragraphs"), lambda text: split_on(text, "\n\n", 500)),
    "split_markdown": (partial(make_text, "Markdown manual"), lambda text: split_markdown(text, 500, 50)),
    "split_mixed": (partial(make_text, "Markdown manual"), lambda text: split_mixed(text, 500, 50)),
    "split_html": (
        _numbered(lambda number: f"<h2>Part {number}</h2><p>Close the <b>valve</b> and read gauge {number}.</p>\n"),
        lambda text: split_html(text, 500, 50),
    ),
    "split_report": (
        _numbered(lambda number: f"{number + 1}. Pump\n\nThe pump ran without a fault. The seal is dry.\n\n"),
        lambda text: split_report(text, 500, 50),
    ),
    "split_pages": (
        _numbered(lambda number: f"--- page {number + 1} ---\nThe pump ran without a fault. The seal is dry.\n"),
        lambda text: split_pages(_document(text), 500, 50),
    ),
    "split_table": (
        _numbered(lambda number: f"seal {number},pump 1,4,grease first\n", "part,fits,stock,remark\n"),
        lambda text: split_table(text, 500),
    ),
    "split_speakers": (
        _numbered(lambda number: f"{('Ana', 'Ben')[number % 2]}: The valve {number} was half closed.\n"),
        lambda text: split_speakers(text, 500, 50),
    ),
    "split_time_windows": (_numbered(_cue), lambda text: split_time_windows(_cues(text), 60, 500)),
    "split_slides": (_repeated(load_text("slides").strip() + "\n\n---\n\n"), lambda text: split_slides(text, 500)),
    "split_jsonl": (
        _numbered(lambda number: json.dumps({"id": number, "text": f"Alarm {number}: the tank is low."}) + "\n"),
        lambda text: split_jsonl(text, 500),
    ),
    "split_code": (_repeated(load_text("python_code").strip() + "\n\n\n"), lambda text: split_code(text, 500)),
    "split_topics": (_prose, lambda text: split_topics(text, 500, embedder=_letters, threshold=0.95)),
    "split_semantic": (_prose, lambda text: split_semantic(text, 500, embedder=_letters)),
}
LEFT_OUT = {
    "split_with_llm": "its time is that of the language model that answers",
    "split_topics and split_semantic with a model": "their time is that of the model; here they get a stand-in",
}


def _document(text: str) -> Any:
    from ragchunk_lessons.document import Document

    return Document(text)


def _cues(text: str) -> Any:
    from ragchunk_lessons.readers._cues import read_cues

    return read_cues(text, "", False)


def bench_own(characters: int, tries: int, say: Callable[[str], None]) -> list[dict]:
    """For each splitter the growth from this size to ten times as much, and the peak memory."""
    rows = []
    for name, (make, cut) in SPLITTERS.items():
        small, large = make(characters), make(10 * characters)
        grown = growth(cut, small, large, max(2, round(len(large) / len(small))), tries)
        rows.append(
            {
                "name": name,
                "characters": len(large),
                "growth": round(grown, 1),
                "peak": round(peak_ratio(cut, small), 1),
            }
        )
        say(f"  {name:<30}{grown:>6.1f} times for ten times the text{rows[-1]['peak']:>6.1f}x memory")
    return rows


AUDITED = {"chunks": "chunks of this package", "strings": "plain strings, to be located"}


def bench_audit(characters: int, tries: int, say: Callable[[str], None]) -> list[dict]:
    """An audit of a text with its chunks: growth, time beside the cutting, memory. Each in a process of its own."""
    rows = []
    for kind, words in AUDITED.items():
        row = {"name": words, "characters": characters, **_alone(kind, characters, tries)}
        rows.append(row)
        say(
            f"  audit of {words}: {row['ratio']:.1f} times the cutting, growth {row['growth']:.1f}, "
            f"{row['peak']:.1f}x traced, {row['resident']} x resident, text and chunks included"
        )
    return rows


def _alone(kind: str, characters: int, tries: int) -> dict:
    command = [sys.executable, "-m", "benchmarks.own", kind, str(characters), str(tries)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def measure_audit(kind: str, characters: int, tries: int) -> dict:
    """The figures of one audit, in this process: that of the whole text first, since the resident peak never falls."""

    def case(size: int) -> tuple[str, list]:
        text = make_text("paragraphs", size)
        chunks = split_recursive(text, 500, 50)
        return text, chunks if kind == "chunks" else [chunk.text for chunk in chunks]

    def run(pair: tuple[str, list]) -> Any:
        found = audit(*pair, 500, 50)
        if not found.ok:
            raise ValueError(f"the audit of the benchmark's own chunks says {found}")
        return found

    before = resident()
    large = case(characters)
    peak_before = resident()
    spent = seconds(run, large, 1)
    peak = resident()
    size = sys.getsizeof(large[0])
    cutting = seconds(lambda text: split_recursive(text, 500, 50), large[0], 2)
    small = case(characters // 10)
    return {
        "growth": round(growth(run, small, large, 10, tries), 1),
        "ratio": round(min(spent, seconds(run, large, 1)) / cutting, 2),
        "peak": round(peak_ratio(run, large, size), 2),
        "resident": round((peak - before) / size, 2) if peak else None,
        "resident before": round((peak_before - before) / size, 2) if peak else None,
    }


def resident() -> int:
    """The most memory that this process has held, in bytes; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if status.is_file():  # what getrusage says on Linux includes the process that started this one
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    print(json.dumps(measure_audit(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
