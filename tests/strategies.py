"""Texts that people and machines write, in one place: every room's property tests draw from here."""

from __future__ import annotations

from hypothesis import strategies as st

LATIN = ["a", "bc", "word", "Sentence one.", "e.g.", "3.14", "it's", "Straße", "\u00e9t\u00e9"]
CHINESE = ["洪水", "警报已发布", "请居民撤离", "。", "，", "！", "？", "；", "、", "「", "」", "“", "”"]
KOREAN_AND_THAI = ["\u0e01\u0e33", "한국어", "\u1112\u1161\u11ab", "\u1100\u1100"]
EMOJI = [
    "🌊",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",  # a family: three people and two joiners
    "\U0001f44b\U0001f3fd",  # a hand and its skin tone
    "\u2764\ufe0f",  # a heart and a variation selector
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # a flag made of tags
]
FLAGS = ["\U0001f1e8\U0001f1ed", "\U0001f1eb\U0001f1f7" * 3, "\U0001f1ef"]
MARKS = [
    "e\u0301",
    "\u0301",
    "a\u0328\u0301",
    " \u0301",
    "\u200d",
    "\u200c",
    "\u0915\u094d\u0937\u093f",
    "\u0e01\u0e33",
]
SPACES = [" ", "  ", "\t", "\u00a0", "\u3000", "\u2028", "\x85"]
LINE_ENDS = ["\n", "\n\n", "\n\n\n", "\r\n", "\r\n\r\n", "\r", "\r\r\n", "\n\r"]
ODD = ["\ud83c", "\udf0a", "\x00", "\ufeff", "<|endoftext|>", "---", "#", "|"]

_EVERYTHING = LATIN + CHINESE + KOREAN_AND_THAI + EMOJI + FLAGS + MARKS + SPACES + LINE_ENDS + ODD
# Spaces and line ends turn up about as often as in a real text.
_MIX = st.one_of(st.sampled_from(_EVERYTHING), st.sampled_from([*LATIN, " "]), st.sampled_from(SPACES + LINE_ENDS))


def mixed_text(max_pieces: int = 60) -> st.SearchStrategy[str]:
    """Text of every script and every trouble at once, the empty and the blank text included."""
    return st.lists(_MIX, max_size=max_pieces).map("".join)


def plain_text(max_pieces: int = 80) -> st.SearchStrategy[str]:
    """Latin words, stops, spaces and LF line ends: what most files hold."""
    return st.lists(st.sampled_from([*LATIN, " ", " ", "\n", "\n\n", ". "]), max_size=max_pieces).map("".join)


def blank_text(max_pieces: int = 20) -> st.SearchStrategy[str]:
    """White space of every kind and nothing else."""
    return st.lists(st.sampled_from(SPACES + LINE_ENDS), max_size=max_pieces).map("".join)


def any_text(max_size: int = 60) -> st.SearchStrategy[str]:
    """Any code points at all, lone surrogates included."""
    return st.text(st.characters(), max_size=max_size)


def texts(max_pieces: int = 60) -> st.SearchStrategy[str]:
    """One of the texts above."""
    return st.one_of(mixed_text(max_pieces), plain_text(max_pieces), blank_text(), any_text(max_pieces))


@st.composite
def sizes(draw: st.DrawFn, least: int = 1, most: int = 60) -> tuple[int, int]:
    """A chunk size and an overlap that goes with it; the extremes are drawn often."""
    size = draw(st.one_of(st.integers(least, min(least + 4, most)), st.integers(least, most)))
    overlap = draw(st.one_of(st.just(0), st.just(size - 1), st.integers(0, size - 1)))
    return size, overlap
