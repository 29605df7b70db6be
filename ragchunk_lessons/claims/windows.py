"""Lesson 3: windows of a fixed number of characters or tokens."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice

from ..corpora import FOX, load_text
from ..lengths import ENCODINGS, get_encoding, token_spans
from ._claim import Plain, claim, listed

_LESSON = "03_fixed_size"


@claim(
    "fox-20",
    "fixednotes",
    "",
    "The fox sentence in windows of 20 characters: 3 chunks.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["chunks"] == 3 and m["cut words"] == 0 and m["sizes that cut a word"] > m["sizes"] / 2,
    finding=(
        "{chunks} chunks, and {cut words} words cut. That is luck: of the {sizes} sizes from 10 to 30, "
        "{sizes that cut a word} cut a word."
    ),
)
def fox_20() -> Plain:
    from ..splitters.fixed import split_characters

    def cut(size: int) -> int:
        return sum(_inside_word(FOX, place) for place in range(size, len(FOX), size))

    sizes = range(10, 31)
    return {
        "chunks": len(split_characters(FOX, 20)),
        "cut words": cut(20),
        "sizes": len(sizes),
        "sizes that cut a word": sum(cut(size) > 0 for size in sizes),
    }


@claim(
    "fox-5",
    "fixednotes",
    "",
    "The fox sentence in windows of 5 tokens: 2 chunks.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["chunks"] == ["The quick brown fox jumps", "over the lazy dog."],
    finding=lambda m: f"{len(m['chunks'])} chunks: {listed(repr(chunk) for chunk in m['chunks'])}.",
)
def fox_5() -> Plain:
    from ..splitters.fixed import split_tokens

    return {"chunks": [chunk.text for chunk in split_tokens(FOX, 5)]}


@claim(
    "windows-512-50",
    "fixednotes",
    "",
    "Windows of 512 tokens that share 50 are 1–512, 463–974 and 925–1436.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["windows"] == ["1–512", "463–974", "925–1436"]
        and all(0 <= later <= 1 for later in m["later"])
        and len(m["later"]) == 3
    ),
    finding=lambda m: (
        f"On {m['words']} words of one token each: {listed(m['windows'])}. In a manual's prose a window can begin a "
        f"token later (here by {listed(m['later'])}): a word without the space before it may be two tokens, and what "
        "is shared is counted as text."
    ),
)
def windows_512_50() -> Plain:
    from ..splitters.fixed import split_tokens

    def windows(text: str) -> list[tuple[int, int]]:
        """Counted from 1: the token in which a chunk begins, and the one in which its last character stands."""
        starts = [start for start, _ in token_spans(text)]
        chunks = split_tokens(text, 512, 50)[:3]
        return [(bisect_right(starts, chunk.start), bisect_right(starts, chunk.end - 1)) for chunk in chunks]

    words = 1500
    plain, manual = windows("the " * words), windows(load_text("pump_manual_natural"))
    return {
        "words": words,
        "windows": [f"{first}–{last}" for first, last in plain],
        "later": [here - there for (here, _), (there, _) in zip(manual, plain, strict=True)],
    }


@claim(
    "parts-abcd",
    "fixednotes",
    "",
    "Four parts, two a chunk: 2 chunks without overlap, 3 with an overlap of one part.",
    "reproduced",
    _LESSON,
    holds=lambda m: m == {"without": ["A B", "C D"], "with": ["A B", "B C", "C D"]},
    finding=lambda m: f"{listed(m['without'])}; {listed(m['with'])}.",
)
def parts_abcd() -> Plain:
    from ..splitters.fixed import split_words

    return {
        "without": [chunk.text for chunk in split_words("A B C D", 2)],
        "with": [chunk.text for chunk in split_words("A B C D", 2, 1)],
    }


@claim(
    "words-whole",
    "fixednotes",
    "",
    "Cuts between tokens are less likely to fall inside a word than cuts between characters.",
    "corrected",
    _LESSON,
    holds=lambda m: m["tokens"] < 5 < 50 < m["characters"] and m["damaged"] > m["chunks"] / 2,
    finding=(
        "In English, yes: {characters} % of all places between two characters lie inside a word, and {tokens} "
        "% of those "
        "between two tokens. In Chinese the unit can be worse than a word: of {chunks} windows of {size} gpt2 tokens, "
        "{damaged} begin or end inside a character."
    ),
)
def words_whole() -> Plain:
    prose, chinese, size = load_text("maintenance_prose"), load_text("chinese_technical"), 256
    starts = [start for start, _ in token_spans(prose)][1:]
    encoder = get_encoding("gpt2")
    tokens = encoder.encode_ordinary(chinese)
    windows = [encoder.decode_bytes(tokens[at : at + size]) for at in range(0, len(tokens), size)]
    return {
        "characters": _percent([_inside_word(prose, place) for place in range(1, len(prose))]),
        "tokens": _percent([_inside_word(prose, place) for place in starts]),
        "size": size,
        "chunks": len(windows),
        "damaged": sum("\ufffd" in window.decode("utf-8", "replace") for window in windows),
    }


def _inside_word(text: str, place: int) -> bool:
    return text[place - 1].isalnum() and text[place].isalnum()


def _percent(facts: list[bool]) -> int:
    return round(100 * sum(facts) / len(facts))


@claim(
    "fixed-loop",
    "sliceguide",
    "§2.1",
    "The loop start = end − overlap: an overlap prevents loss and only adds redundancy.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["ranges"][:2] == ["451–500", "901–950"]
        and m["useless"] == 100
        and m["same start"] == [0]
        and m["taken"] == 1000
    ),
    finding=lambda m: (
        f"At 500/50 the last chunk lies inside the one before for {m['useless']} of the {m['lengths']} lengths "
        f"from {m['shortest']} to {m['longest']} ({listed(m['ranges'])}). With an overlap as large as the size the "
        f"loop never ends: the first {m['taken']} chunks all begin at {m['same start'][0]}."
    ),
)
def fixed_loop() -> Plain:
    from ..published import fixed_chunk, iter_fixed_chunks

    lengths = range(400, 1001)
    text = "".join(chr(0x4E00 + place) for place in range(1100))  # no two characters alike: a chunk tells its place

    def useless(length: int) -> bool:
        chunks = fixed_chunk(text[:length], 500, 50)
        return len(chunks) > 1 and chunks[-1] in chunks[-2]

    bad = [length for length in lengths if useless(length)]
    edges = [length for length in bad if length - 1 not in bad]
    taken = list(islice(iter_fixed_chunks(text[:100], 20, 20), 1000))
    return {
        "shortest": lengths[0],
        "longest": lengths[-1],
        "lengths": len(lengths),
        "useless": len(bad),
        "ranges": [f"{low}–{next(end for end in bad if end >= low and end + 1 not in bad)}" for low in edges],
        "taken": len(taken),
        "same start": sorted({text.index(chunk) for chunk in taken}),
    }


@claim(
    "language-free",
    "fixednotes",
    "",
    "Cutting by characters does not depend on the language.",
    "corrected",
    _LESSON,
    holds=lambda m: m["chinese"][0] > 3 * m["english"][1],
    finding=lambda m: (
        f"The cut does not, what is in it does: {m['size']} characters are {_between(m['english'])} tokens of "
        "English and "
        f"{_between(m['chinese'])} of Chinese, by encoding."
    ),
)
def language_free() -> Plain:
    from ..lengths import count_tokens

    size = 500
    found = {"size": size}
    for name, corpus in (("english", "maintenance_prose"), ("chinese", "chinese_technical")):
        counts = [count_tokens(load_text(corpus)[:size], encoding) for encoding in ENCODINGS]
        found[name] = [min(counts), max(counts)]
    return found


def _between(ends: list[int]) -> str:
    return f"{ends[0]} to {ends[1]}"
