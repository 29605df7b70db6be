"""Lesson 2: what a number of characters says about a number of tokens, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real

from ..corpora import DEFINITION, load_text
from ..lengths import ENCODINGS, count_tokens
from ..splitters.fixed import split_characters
from . import Checked, exercise, right, wrong


@exercise("02-1")
def lengths_of_four_chunks(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str) or len(pair := list(answer)) != 2:
        return wrong("give two numbers: (shortest, longest)")
    four = [length for length in range(1, 1200) if len(split_characters("x" * length, 200, 50)) == 4]
    for name, given, true, short in (("shortest", pair[0], four[0], True), ("longest", pair[1], four[-1], False)):
        if given == true:
            continue
        if abs(given - true) == 1:
            return wrong(f"the {name} is one character off; is the last window full, or just begun?")
        chunks = len(split_characters("x" * int(given), 200, 50)) if 0 < given < 10_000 else 0
        if chunks == 4:
            return wrong(
                f"{given} characters do give 4 chunks, but a {'shorter' if short else 'longer'} text does so too"
            )
        return wrong(f"a text of {given} characters gives {chunks} chunks")
    return right(f"{four[0]} to {four[-1]}: the number of chunks fixes the length only to within one step")


@exercise("02-2")
def one_or_three(answer: object) -> Checked:
    if not isinstance(answer, str) or not answer or answer != answer.strip() or " " in answer:
        return wrong("give one word as a string, without a space")
    if not answer.isalpha():
        return wrong("take a word of letters only")
    alone, after_space = count_tokens(answer), count_tokens(" " + answer)
    if (alone, after_space) != (3, 1):
        return wrong(f"tokens of {answer!r}: {alone} alone, {after_space} after a space; 3 and 1 are asked for")
    return right(f"{answer!r} is 3 tokens at the start of a text and 1 inside a sentence")


@exercise("02-3")
def half_the_ratio(answer: object) -> Checked:
    if not isinstance(answer, str) or len(answer.strip()) < 100:
        return wrong("give a text of at least 100 characters")
    if not answer.isascii():
        return wrong("use only the characters of an English keyboard")
    if "  " in answer or max(map(len, answer.split())) < 4:
        return wrong("letters that are spread out are no text; find one that a person might read")
    usual = len(DEFINITION) / count_tokens(DEFINITION)
    ratio = len(answer) / count_tokens(answer)
    if ratio > usual / 2:
        return wrong(f"this text has {ratio:.1f} characters a token; half of {usual:.1f} is asked for")
    return right(f"{ratio:.1f} characters a token, against {usual:.1f} for the definition")


@exercise("02-4")
def safe_for_chinese(answer: object) -> Checked:
    if not isinstance(answer, Real) or answer != int(answer) or answer < 1:
        return wrong("give a whole number of characters")
    # A token is at least one byte of UTF-8, and no character of this text is more than three.
    if answer > 512 // 3:
        return wrong(f"{answer} characters of three bytes are {3 * answer} bytes; how many tokens can that be at most?")
    if answer < 512 // 3:
        return wrong("this is safe, but a larger number is safe too")
    text = load_text("chinese_technical")
    held = [len(text) * 512 // count_tokens(text, encoding) for encoding in ENCODINGS]
    return right(f"safe for certain; of this lesson's Chinese, 512 tokens hold {min(held)} to {max(held)} on average")
