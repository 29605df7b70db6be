"""Lesson 13: what a model does not read, and how to keep it from happening."""

from __future__ import annotations

from collections.abc import Iterable

from ..chunk import Chunk
from ..corpora import load_text
from ..models import load_embedder
from ..published import validate_chunk
from ..splitters.recursive import split_recursive
from . import Checked, exercise, right, wrong

_KINDS = ("maintenance_prose", "python_code", "alarm_codes")
_STEP = 50
_PIECE = 8  # tokens


def _over(name: str, size: int) -> int:
    """How many chunks of ``size`` characters the model does not read to their end."""
    embed = load_embedder()
    chunks = split_recursive(load_text(name), size)
    return sum(embed.count_tokens(chunk.text) > embed.max_tokens for chunk in chunks)


@exercise("13-1")
def safe_sizes(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str) or len(answer := list(answer)) != len(_KINDS):
        return wrong(f"give a list of {len(_KINDS)} sizes, in the order {', '.join(_KINDS)}")
    for name, size in zip(_KINDS, answer, strict=True):
        if isinstance(size, bool) or not isinstance(size, int) or size < _STEP or size % _STEP:
            return wrong(f"the size for {name} is {size!r}; give whole numbers in steps of {_STEP}")
        cut = _over(name, size)
        if cut:
            return wrong(f"{name} at {size} characters: {cut} chunk{'s' * (cut != 1)} over the limit; go down")
        if not _over(name, size + _STEP):
            return wrong(f"{name} at {size} characters is safe, and one step more still is; go up")
    most, least = max(answer), min(answer)
    return right(f"one model, one limit, and the safe size goes from {least} to {most} characters")


@exercise("13-2")
def text_that_survives(answer: object) -> Checked:
    if not isinstance(answer, str):
        return wrong("give the text itself, as a str")
    if len(answer.split()) < 12:
        return wrong(f"this text has {len(answer.split())} words; give at least 12, so that it is cut more than once")
    from ..model_lengths import model_tokenizer

    tokenizer = model_tokenizer(load_embedder())
    pieces = validate_chunk([answer], tokenizer, _PIECE)
    if len(pieces) < 2:
        return wrong("nothing was cut, so nothing could be damaged; write more")
    back = " ".join(pieces)
    if back != answer:
        at = next((n for n, (one, other) in enumerate(zip(answer, back, strict=False)) if one != other), len(answer))
        here, there = answer[max(at - 8, 0) : at + 4], back[max(at - 8, 0) : at + 4]
        return wrong(f"the pieces say {there!r} where your text says {here!r}; write what this tokenizer cannot change")
    return right(f"{len(pieces)} pieces, and every character is back; few manuals are written like that")


class _Words:
    """An embedder that counts words and reads five of them, or all of them."""

    def __init__(self, max_tokens: int | None) -> None:
        self.max_tokens = max_tokens

    def count_tokens(self, text: str) -> int:
        return len(text.split())


@exercise("13-3")
def guard_an_index(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function guard itself, without brackets")
    fits = [Chunk("one two three four five", 0, 23), Chunk("six seven", 24, 33)]
    long = Chunk("one two three four five six", 40, 67)
    for limit, chunks in ((5, fits), (5, []), (None, [*fits, long])):
        try:
            given = answer(list(chunks), _Words(limit))
        except Exception as error:
            said = "a model that reads any number of tokens" if limit is None else f"chunks of at most {limit} tokens"
            return wrong(f"with {said} it stops with {type(error).__name__}: {error}")
        if given is None or list(given) != list(chunks):
            return wrong("when every chunk arrives whole, give the chunks back as they came")
    try:
        answer([*fits, long], _Words(5))
    except ValueError as error:
        said = str(error)
    except Exception as error:
        return wrong(f"a chunk of six tokens should raise ValueError, not {type(error).__name__}")
    else:
        return wrong("a chunk of six tokens passed a limit of five without a word")
    if "2" not in said or "6" not in said:
        return wrong(f"the message is {said!r}; name the number of the chunk (from 0) and its tokens")
    return right("what does not arrive whole is named before it is stored")
