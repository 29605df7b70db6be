"""What the fuzzer does with the audit and all that stands on it: search, context, evaluation, citations, pictures."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import fuzz_texts as make
import numpy as np
from fake_embedders import by_hash, by_words

import ragchunk_lessons as ours

TARGETS: dict[str, Callable[[random.Random], None]] = {}
FOLDER = Path(tempfile.gettempdir())


def target(*names: str):
    """As in ``fuzz_cutting``."""

    def register(case):
        TARGETS.update(dict.fromkeys(names, case))
        return case

    return register


def cover(rng: random.Random, text: str) -> list[ours.Chunk]:
    """Chunks that cover a text, with overlaps and white space left out; positions exact."""
    cuts = sorted({rng.randrange(len(text) + 1) for _ in range(rng.randrange(6))} | {0, len(text)})
    back = rng.choice((0, 0, 1))
    spans = [(max(0, a - back), b) for a, b in pairwise(cuts)]
    return [ours.Chunk(text[a:b], a, b) for a, b in spans if a < b and text[a:b].strip()]


def visible(text: str, spans) -> set[int]:
    return {at for a, b in spans for at in range(a, b) if not text[at].isspace()}


@target("audit", "Audit", "Gap", "Finding")
def planted_losses(rng):
    """What only a dropped chunk held is lost, at the right characters, and nothing else is."""
    text = make.text(rng)
    chunks = cover(rng, text)
    keep = [chunk for chunk in chunks if rng.random() < 0.8]
    expected = visible(text, [(0, len(text))]) - visible(text, [(c.start, c.end) for c in keep])
    found = ours.audit(text, keep)
    assert visible(text, [(gap.start, gap.end) for gap in found.lost]) == expected
    assert found.ok == (not expected) and not found.rewritten and not found.misplaced
    assert all(gap.text == text[gap.start : gap.end] for gap in found.lost)
    json.dumps(found.to_dict() if hasattr(found, "to_dict") else found.report(), default=str)


@target("locate", "Located")
def strings(rng):
    """Plain strings, in any order and out of anything: nothing is invented and nothing vanishes."""
    text = make.text(rng)
    pieces = [chunk.text for chunk in cover(rng, text)]
    if rng.random() < 0.3:
        rng.shuffle(pieces)
    if rng.random() < 0.5:
        pieces.insert(rng.randrange(len(pieces) + 1), make.text(rng, pieces=6))
    found = ours.locate(text, pieces)
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in found.chunks)
    checked = ours.audit(text, pieces)
    assert checked.ok or checked.lost or checked.rewritten or checked.misplaced
    assert checked.report()


@target("read_chunks")
def records(rng):
    """What a pipeline has written, damaged in every way: words, or an audit, never another exception."""
    text = make.text(rng)
    rows = []
    for chunk in cover(rng, text):
        row = {rng.choice(("text", "page_content", "content")): chunk.text, "start": chunk.start, "end": chunk.end}
        for _ in range(rng.randrange(2)):
            row[rng.choice(("start", "end", "text", "metadata", "id", "meta"))] = rng.choice(
                (None, -1, 2.5, "x", [], {}, True, 10**20, chunk.start + 1)
            )
        rows.append(json.dumps(row))
    if rng.random() < 0.1 and rows:
        rows[0] = rows[0][: rng.randrange(len(rows[0]))]
    try:
        read = ours.read_chunks("\n".join(rows))
        found = ours.audit(text, read, rng.choice((None, 5, 50)))
    except (ValueError, TypeError) as error:
        assert str(error)
        return
    assert found.report()


class Strict(HTMLParser):
    """Fails where what was text has become a tag."""

    ALLOWED = frozenset(
        "div span b i style mark sup sub svg g path rect text title desc line circle details summary p "
        "ol ul li table thead tbody tr th td caption figure figcaption small em strong code br ruby rt "
        "polyline polygon tspan defs use section h2 h3 h4 wbr a abbr bdi".split()
    )

    def handle_starttag(self, tag, attributes):
        assert tag in self.ALLOWED, f"<{tag}> in the picture"
        assert not any(name.startswith("on") for name, _ in attributes)


HOSTILE = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><iframe>', "</style>", "&lt;", "</span>")


@target("show_chunks", "show_side_by_side", "show_tokens")
def pictures(rng):
    text = make.text(rng)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(HOSTILE) + text[at:]
    chunks = cover(rng, text)
    settings = {name: rng.random() < 0.5 for name in ("ruler", "facts", "hints", "words")}
    strip = ours.show_chunks(
        text, chunks, title=rng.choice((None, *HOSTILE)), fold=rng.choice((0, 20, 2000)) or None, **settings
    )
    both = ours.show_side_by_side(strip, strip)
    tokens = ours.show_tokens(text, [(chunk.start, chunk.end) for chunk in chunks]) if chunks else strip
    for picture in (strip, both, tokens):
        Strict().feed(picture._repr_html_())


def unit(embed):
    """The embedder with rows of length 1; a text without words gets a direction of its own."""

    def of(texts: list[str]) -> np.ndarray:
        vectors = embed(texts)
        vectors[~vectors.any(axis=1), 0] = 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    return of


BY_WORDS, BY_HASH = unit(by_words), unit(by_hash)


def question(rng) -> str:
    return make.text(rng, pieces=6) + "?"


def searched(rng):
    """A document, its chunks and some hits."""
    document = ours.Document(make.text(rng), source=rng.choice(("a.txt", "文件.md")))
    chunks = ours.split_parents(document, rng.randrange(4, 30), rng.randrange(1, 4))
    if not chunks:
        return document, chunks, []
    index = ours.ChunkIndex(chunks, rng.choice((BY_WORDS, BY_HASH)))
    return document, chunks, index.search(question(rng), rng.randrange(1, 9))


@target("ChunkIndex", "Hit", "fuse", "deduplicate", "rerank")
def search(rng):
    *_, hits = searched(rng)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert len({hit.chunk.id for hit in hits}) == len(hits)
    fused = ours.fuse([hits, hits[::-1], hits[:1]]) if hits else []
    assert {hit.chunk.id for hit in fused} == {hit.chunk.id for hit in hits}
    kept = ours.deduplicate(hits, rng.choice((0, 0.5, 1)), rng.choice((None, 2)))
    kept_ids = [hit.chunk.id for hit in kept]
    assert kept_ids == [hit.chunk.id for hit in hits if hit.chunk.id in kept_ids]  # the order of the hits stays
    assert bool(kept) == bool(hits)
    again = ours.rerank("q", hits, lambda query, texts: [float(len(text)) for text in texts], rng.choice((None, 1, 3)))
    assert all(a.score >= b.score for a, b in pairwise(again))


@target("KeywordIndex")
def keywords(rng):
    _, chunks, _ = searched(rng)
    if chunks:
        hits = ours.KeywordIndex(chunks).search(question(rng), rng.randrange(1, 9))
        assert len({hit.chunk.id for hit in hits}) == len(hits)


@target("merge_parents", "add_neighbours")
def context(rng):
    document, chunks, hits = searched(rng)
    merged = ours.merge_parents(hits, rng.randrange(1, 4), rng.choice((None, 2)))
    wide = ours.add_neighbours(hits, rng.randrange(3), **({"chunks": chunks, "documents": document} if chunks else {}))
    for hit in (*merged, *wide):
        assert hit.chunk.text == document.text[hit.chunk.start : hit.chunk.end]
    for one, two in ((a, b) for a in wide for b in wide if a is not b):
        assert one.chunk.end <= two.chunk.start or two.chunk.end <= one.chunk.start


@target("cite", "check_citation", "Citation", "CitationCheck")
def citations(rng):
    document, _, hits = searched(rng)
    for hit in hits[:2]:
        citation = ours.cite(hit, documents=document)
        assert ours.check_citation(citation, document).status == "holds", citation
        changed = ours.Document(document.text[hit.chunk.end :] or "x", source=document.source)
        assert ours.check_citation(citation, changed).status in {"holds", "moved", "several", "gone"}


@target("compare_chunks", "rebuild", "length_distribution")
def editions(rng):
    document, chunks, _ = searched(rng)
    if not chunks:
        return
    edited = ours.Document(document.text[: rng.randrange(len(document.text) + 1)] + "x", source=document.source)
    after = ours.split_parents(edited, 12, 2)
    changes = ours.compare_chunks(chunks, after)
    assert len(changes.kept) + len(changes.moved) + len(changes.added) == len(after)
    index = ours.rebuild(ours.ChunkIndex(chunks, BY_WORDS), after)
    assert [chunk.id for chunk in index.chunks] == [chunk.id for chunk in after]
    lengths = ours.length_distribution(after)
    assert str(len(after)) in str(lengths)


@target("Question", "Answer", "load_questions", "evaluate_retrieval", "compare_evaluations", "sweep")
def evaluation(rng):
    document, chunks, _ = searched(rng)
    places = [at for at in range(len(document.text)) if not document.text[at].isspace()]
    if not chunks or not places:
        return
    rows = []
    for number in range(rng.randrange(1, 4)):
        at = rng.choice(places)
        end = min(len(document.text), at + rng.randrange(1, 9))
        span = {"start": at, "end": end, "text": document.text[at:end]}
        rows.append({"question": f"q{number}", "document": document.source, "answers": [span]})
    questions = ours.load_questions(rows, document)
    index = ours.ChunkIndex(chunks, BY_WORDS)
    k = rng.randrange(1, 6)
    result = ours.evaluate_retrieval(index, questions, k)
    for metric in ("hit", "recall", "precision", "iou"):
        values = getattr(result, metric, None)
        if isinstance(values, float):
            assert 0 <= values <= 1
    ours.compare_evaluations(result, result, repeats=20)
    assert ours.sweep((4, 9), lambda n: ours.ChunkIndex(ours.split_recursive(document, n), BY_WORDS), questions, k)


@target("bootstrap", "paired_bootstrap")
def intervals(rng):
    values = [rng.choice((0, 1, rng.random())) for _ in range(rng.randrange(1, 9))]
    found = ours.bootstrap(values, repeats=50)
    assert found.low <= found.mean + 1e-9 and found.mean <= found.high + 1e-9
    same = ours.paired_bootstrap(values, values, repeats=50)
    assert (same.low, same.mean, same.high) == (0, 0, 0)


@target("compare_splitters", "choose_splitter", "write_page")
def comparison(rng):
    document = ours.Document(make.text(rng, rng.choice(("markdown", "mixed"))), source="a.md")
    if not document.text.strip():
        return
    compared = ours.compare_splitters(document, ["recursive", "sentences", "markdown"], rng.randrange(5, 60))
    assert ours.choose_splitter(compared)
    chunks = ours.split_recursive(document, 30)
    path = FOLDER / f"ragchunk-fuzz-{rng.getrandbits(48):x}.html"
    try:
        ours.write_page(path, document, chunks, title=rng.choice((None, *HOSTILE)))
        page = path.read_text(encoding="utf-8", errors="surrogatepass")
        assert "<script>alert" not in page and "<img src=x" not in page
    finally:
        path.unlink(missing_ok=True)
