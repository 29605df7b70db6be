"""split_recursive beside LangChain's RecursiveCharacterTextSplitter: the same chunks, on thousands of texts.

What may differ, and nothing else: the reference keeps chunks that lie wholly inside a neighbour and, at size 1, chunks
of white space. The texts here hold no character of several code points and no carriage return, where a cut may move.
"""

from __future__ import annotations

import ast
import random
import textwrap
from importlib.metadata import distributions
from pathlib import Path

import pytest

from ragchunk_lessons import corpora
from ragchunk_lessons.splitters.recursive import LADDER, split_recursive

reference_module = pytest.importorskip("langchain_text_splitters")

STOPS = ("\n\n", "\n", ".", " ", "")
LADDERS = (LADDER, STOPS, ("\n\n\n", "\n\n", " ", ""), ("\n\n", ". ", " ", ""), (". ", "\n \n", "aba", ""), ("",))


def reference(text: str, size: int, overlap: int, separators, keep: str) -> list[str]:
    splitter = reference_module.RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, separators=list(separators), keep_separator=keep
    )
    return [chunk for chunk in splitter.split_text(text) if chunk.strip()]


def same_but_for_contained(expected: list[str], ours: list[str]) -> bool:
    """Whether ``ours`` is ``expected`` with some chunks left out, each of them inside a neighbour that is kept."""
    reached = {0}  # how many of ours can have been met so far
    for chunk in expected:
        onward = {at + 1 for at in reached if at < len(ours) and ours[at] == chunk}
        skipped = {at for at in reached if (at and chunk in ours[at - 1]) or (at < len(ours) and chunk in ours[at])}
        reached = onward | skipped
    return len(ours) in reached


def differs(text: str, size: int, overlap: int, separators, keep: str) -> str:
    """What is wrong, in words that reproduce it; nothing if the two agree."""
    chunks = split_recursive(text, size, overlap, separators=separators, keep_separator=keep)
    ours = [chunk.text for chunk in chunks]
    expected = reference(text, size, overlap, separators, keep)
    if ours == expected or same_but_for_contained(expected, ours):
        return ""
    return f"{text!r}, {size}, {overlap}, {separators!r}, {keep!r}:\n  reference {expected}\n  ours      {ours}"


def random_sizes(rng: random.Random) -> tuple[int, int]:
    size = rng.randint(1, rng.choice((8, 40, 200)))
    return size, rng.choice((0, rng.randrange(size), size - 1))


def random_text(rng: random.Random) -> str:
    letters = rng.choice(("a \n", "ab \n.", "abc      \n\n..", "a\n", "abcdefghij  \n", "a b。，\n ", "abbbaaa\n."))
    text = "".join(rng.choices(letters, k=rng.randint(0, rng.choice((20, 100, 100, 500)))))
    return text.replace("\n", "\n" * rng.randint(2, 5)) if rng.random() < 0.3 else text


@pytest.mark.parametrize("seed", range(10))
def test_generated_texts_give_the_same_chunks(seed):
    rng = random.Random(seed)
    for _ in range(1500):
        case = (random_text(rng), *random_sizes(rng), rng.choice((LADDER, *LADDERS)), rng.choice(("start", "end")))
        assert not (wrong := differs(*case)), wrong


def spelled_out(rng: random.Random) -> str:
    """White space and letters that all differ, so that each chunk tells its own place."""
    shape = rng.choices((" ", "\n", "\n\n", "x"), weights=(3, rng.choice((0, 1, 2)), 1, rng.choice((3, 12))), k=100)
    number = iter(range(0x4E00, 0x9FFF))
    return "".join(chr(next(number)) if piece == "x" else piece for piece in shape[: rng.randint(0, 100)])


def places(text: str, chunks: list[str]) -> list[tuple[int, int]]:
    return [(text.index(chunk[0]), text.index(chunk[0]) + len(chunk)) for chunk in chunks]


def not_contained(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    def inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one is not other and other[0] <= one[0] and one[1] <= other[1]

    once = list(dict.fromkeys(spans))  # a chunk that comes twice lies inside its twin
    return [span for span in once if not any(inside(span, other) for other in once)]


@pytest.mark.parametrize("seed", range(8))
def test_generated_texts_give_the_same_places(seed):
    rng = random.Random(1000 + seed)
    for _ in range(1000):
        text, (size, overlap), keep = spelled_out(rng), random_sizes(rng), rng.choice(("start", "end"))
        expected = not_contained(places(text, reference(text, size, overlap, LADDER, keep)))
        ours = split_recursive(text, size, overlap, keep_separator=keep)
        assert [(chunk.start, chunk.end) for chunk in ours] == expected, (text, size, overlap, keep)


def real_texts() -> dict[str, str]:
    """Our own corpora, licences and readmes of installed packages, sources of the standard library."""
    found = {}
    for name in corpora.names():
        try:
            found[name] = corpora.load_text(name)
        except ValueError:  # a JSON file
            continue
    for package in distributions():
        if package.metadata["Name"].lower() in {"pytest", "hypothesis", "langchain-text-splitters", "numpy"}:
            found[f"{package.metadata['Name']} readme"] = package.metadata.get_payload()
            for path in package.files or ():
                if path.name.upper().startswith("LICENSE") and path.suffix in {"", ".txt", ".md"}:
                    found[str(path)] = Path(package.locate_file(path)).read_text(encoding="utf-8", errors="ignore")
    for module in (ast, random, textwrap):
        found[module.__name__] = Path(module.__file__).read_text(encoding="utf-8")
    # Universal line ends are read above; what is left of several code points is skipped, as said at the top.
    return {name: text[:60_000] for name, text in found.items() if text and not set(text) & set("\r\u200d\ufe0f\u0301")}


@pytest.mark.parametrize("keep", ["start", "end"])
@pytest.mark.parametrize(("size", "overlap"), [(64, 63), (100, 20), (500, 50), (1000, 200)])
def test_real_texts_give_the_same_chunks(size, overlap, keep):
    texts = real_texts()
    assert len(texts) >= 10
    for name, text in texts.items():
        for separators in (LADDER, STOPS):
            assert not (wrong := differs(text, size, overlap, separators, keep)), f"{name}: {wrong[:2000]}"


@pytest.mark.parametrize(
    "change",
    [
        lambda text, size, overlap, separators, keep: (text, size + 1, overlap, separators, keep),
        lambda text, size, overlap, separators, keep: (text, size, max(overlap - 1, 0), separators, keep),
        lambda text, size, overlap, separators, keep: (text, size, overlap, separators[1:], keep),
        lambda text, size, overlap, separators, keep: (text, size, overlap, separators, "end"),
    ],
    ids=["size", "overlap", "separators", "keep"],
)
def test_the_comparison_notices_a_difference(change):
    rng, seen = random.Random(7), 0
    for _ in range(200):
        case = ("".join(rng.choices("abcdefg  \n.", k=200)), 40, 15, STOPS, "start")
        ours = [chunk.text for chunk in split_recursive(*case[:3], separators=case[3], keep_separator=case[4])]
        seen += not same_but_for_contained(reference(*change(*case)), ours)
    assert seen > 20
