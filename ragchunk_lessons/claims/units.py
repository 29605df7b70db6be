"""Lesson 2: characters, words and tokens."""

from __future__ import annotations

from ..corpora import DEFINITION, load_text
from ..lengths import ENCODINGS, count_characters, count_tokens, count_words, token_spans
from ._claim import Plain, claim, listed

_LESSON = "02_characters_and_tokens"


@claim(
    "def-chars",
    "ragcourse",
    "§3",
    "The definition of RAG has 276 characters.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["characters"] == 276,
    finding="It has {characters} characters.",
)
def def_chars() -> Plain:
    return {"characters": count_characters(DEFINITION)}


@claim(
    "def-words",
    "ragcourse",
    "§8",
    "The definition has 42 words.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["words"] == 42,
    finding="It has {words} words.",
)
def def_words() -> Plain:
    return {"words": count_words(DEFINITION)}


@claim(
    "def-token-chunks",
    "ragcourse",
    "§3",
    "Windows of 30 tokens with an overlap of 10 cut the definition into 3 chunks.",
    "reproduced",
    _LESSON,
    holds=lambda m: all(len(sizes) == 3 and sizes[:2] == [30, 30] for sizes in m.values()),
    finding=lambda m: (
        f"{len(m['gpt2'])} chunks in each encoding: "
        + "; ".join(f"{listed(sizes)} tokens in {name}" for name, sizes in m.items())
        + "."
    ),
)
def def_token_chunks() -> Plain:
    from ..splitters.fixed import split_tokens

    return {
        name: [count_tokens(chunk.text, name) for chunk in split_tokens(DEFINITION, 30, 10, encoding=name)]
        for name in ENCODINGS
    }


@claim(
    "def-tokens",
    "ragcourse",
    "§3",
    "The definition has between 51 and 70 tokens, so one token is about 4.6 characters.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        all(51 <= count <= 70 for count in m["tokens"])
        and m["definition"][0] > 4.6 + 0.3
        and m["prose"][1] < 4.6
        and m["chinese"][1] < 2
    ),
    finding=lambda m: (
        f"{listed(m['tokens'])} tokens in {listed(m['encodings'])}. Characters a token: "
        f"{_range(m['definition'])} here, "
        f"{_range(m['prose'])} in a manual's prose, {_range(m['chinese'])} in Chinese."
    ),
)
def def_tokens() -> Plain:
    def ratios(text: str) -> list[float]:
        found = [len(text) / count_tokens(text, name) for name in ENCODINGS]
        return [round(min(found), 2), round(max(found), 2)]

    return {
        "encodings": list(ENCODINGS),
        "tokens": [count_tokens(DEFINITION, name) for name in ENCODINGS],
        "definition": ratios(DEFINITION),
        "prose": ratios(load_text("maintenance_prose")),
        "chinese": ratios(load_text("chinese_technical")),
    }


def _range(ends: list[float]) -> str:
    low, high = (f"{end:.1f}" for end in ends)
    return low if low == high else f"{low} to {high}"


@claim(
    "affix-tokens",
    "ragcourse",
    "§3",
    "Word parts such as “pre”, “ing” and “ized” are each one token.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        set(m["alone"]) == {1}
        and "ized" in m["tokenized"].split("|")
        and "|" not in m["organized"]
        and m["preview, gpt2"] != m["preview, cl100k_base"]
    ),
    finding=(
        "On their own, yes, in every encoding. Inside a word it depends: {tokenized}, but {organized} is one token; "
        "{unhappiness}; and “preview” is {preview, gpt2} in gpt2, {preview, cl100k_base} in cl100k_base."
    ),
)
def affix_tokens() -> Plain:
    def parts(word: str, encoding: str = "cl100k_base") -> str:
        return "|".join(word[start:end] for start, end in token_spans(word, encoding))

    return {
        "alone": [count_tokens(part, name) for name in ENCODINGS for part in ("pre", "ing", "ized")],
        **{word: parts(word) for word in ("tokenized", "organized", "unhappiness")},
        **{f"preview, {name}": parts("preview", name) for name in ("gpt2", "cl100k_base")},
    }


@claim(
    "size-units",
    "ragcourse",
    "§3",
    "The largest size in the recipes, 1000 characters, is about 220 tokens: below the advised 300 to 800.",
    "reproduced",
    _LESSON,
    holds=lambda m: max(m["tokens"]) < 300 and all(abs(count - 220) <= 22 for count in m["tokens"]),
    finding=lambda m: f"{m['characters']} characters of a manual are {listed(m['tokens'])} tokens, by encoding.",
)
def size_units() -> Plain:
    text = load_text("maintenance_prose")[:1000]
    return {"characters": len(text), "tokens": sorted(count_tokens(text, name) for name in ENCODINGS)}


@claim(
    "zh-tokens",
    "sliceguide",
    "§2.1",
    "500 Chinese characters are about 350 to 400 tokens.",
    "corrected",
    _LESSON,
    holds=lambda m: 350 <= m["o200k_base"] <= 400 < m["cl100k_base"] < m["gpt2"],
    finding=(
        "Of {characters} characters it holds in o200k_base: {o200k_base} tokens. In cl100k_base they are "
        "{cl100k_base}, "
        "in gpt2 {gpt2}. The tokenizer that the guide uses, a Chinese BERT, is not at hand here."
    ),
)
def zh_tokens() -> Plain:
    text = load_text("chinese_500")
    return {"characters": len(text), **{name: count_tokens(text, name) for name in ENCODINGS}}


@claim(
    "zh-limit",
    "sliceguide",
    "§3.1",
    "600 Chinese characters can be more than the 512 tokens that a BGE model reads.",
    "not measurable here",
    _LESSON,
    holds=lambda m: m["cl100k_base"] > 512 > m["o200k_base"],
    finding=(
        "It depends on that model's tokenizer, which these lessons do not have. With others, {characters} "
        "characters are "
        "{o200k_base} tokens in o200k_base and {cl100k_base} in cl100k_base: below the limit and above it."
    ),
)
def zh_limit() -> Plain:
    text = load_text("chinese_technical")[:600]
    return {"characters": len(text), **{name: count_tokens(text, name) for name in ENCODINGS}}
