"""Lesson 13: what a model does not read, and the cure that rewrites the text."""

from __future__ import annotations

from ..corpora import load_text
from ._claim import Plain, claim

_LESSON = "13_cut_at_the_door"
_SIZE = 2000  # characters, as in the lesson: a chunk of 300 to 500 tokens


@claim(
    "silent-256",
    "sliceguide",
    "§3.1",
    "What a chunk has beyond the limit of the embedding model is cut off without a word.",
    "reproduced",
    _LESSON,
    holds=lambda m: (
        m["limit"] == 256
        and m["characters"] > 1000
        and m["numbers that differ"] == 0
        and m["numbers that differ with less"] == m["dimension"]
        and 1000 < m["room for prose"] < 1400
        and 300 < m["room for codes"] < 450
    ),
    finding=lambda m: (
        f"With {m['characters']} characters cut off or left on behind token {m['limit']}, "
        f"{m['numbers that differ']} of {m['dimension']} numbers of the vector differ. {m['limit']} tokens hold "
        f"{m['room for prose']} characters of prose, or {m['room for codes']} of alarm codes."
    ),
)
def silent_256() -> Plain:
    from ..model_lengths import read_end
    from ..models import load_embedder

    embed = load_embedder()
    prose = load_text("maintenance_prose")
    end = read_end(embed, prose)
    stop = end + len(prose[end:].split()[0]) if prose[end].isalnum() else end  # the word at the limit stays whole
    whole, cut, less = (embed([text])[0] for text in (prose, prose[:stop], prose[: end // 2]))
    return {
        "limit": embed.max_tokens,
        "dimension": embed.dimension,
        "characters": len(prose) - stop,
        "numbers that differ": int((whole != cut).sum()),
        "numbers that differ with less": int((whole != less).sum()),
        "room for prose": end,
        "room for codes": read_end(embed, load_text("alarm_codes")),
    }


@claim(
    "decode-cut",
    "sliceguide",
    "§3.1",
    "A chunk over the limit is cut again at token boundaries: slices of its tokens are decoded and stored.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["over"] > 0.8 * m["chunks"]
        and m["rewritten"] > 0.9 * m["pieces"]
        and 0 <= m["coverage"] < 30
        and m["capitals before"] > 500
        and m["capitals after"] == 0
        and m["repaired coverage"] == 100
    ),
    finding=lambda m: (
        f"{m['over']} of {m['chunks']} chunks are over the limit. Of the {m['pieces']} pieces, {m['rewritten']} are "
        f"not what the text says, and {m['coverage']} % of it is left as written: of {m['capitals before']} capitals "
        f"in those chunks {m['capitals after']} come back. Cut by positions, {m['repaired coverage']} % is left."
    ),
)
def decode_cut() -> Plain:
    from ..audit import audit
    from ..model_lengths import model_tokenizer
    from ..models import load_embedder
    from ..published import validate_chunk
    from ..splitters.recursive import split_recursive

    embed = load_embedder()
    text = load_text("station_manual")
    limit = embed.max_tokens - 2
    chunks = [chunk.text for chunk in split_recursive(text, _SIZE)]
    over = [chunk for chunk in chunks if embed.count_tokens(chunk) > embed.max_tokens]
    pieces = validate_chunk(chunks, model_tokenizer(embed), limit)
    again = validate_chunk(over, model_tokenizer(embed), limit)
    found = audit(text, pieces)
    wrong = {finding.number for finding in found.rewritten}
    as_written = [piece for number, piece in enumerate(pieces) if number not in wrong]
    repaired = split_recursive(text, embed.max_tokens, length_function=embed.count_tokens)
    return {
        "chunks": len(chunks),
        "over": len(over),
        "pieces": len(pieces),
        "rewritten": len(found.rewritten),
        "coverage": round(100 * audit(text, as_written).coverage),
        "capitals before": _capitals(over),
        "capitals after": _capitals(again),
        "repaired coverage": round(100 * audit(text, repaired).coverage),
    }


def _capitals(chunks: list[str]) -> int:
    """Capital letters, without those of the sign for an unknown token."""
    return sum(char.isupper() for chunk in chunks for char in chunk.replace("[UNK]", ""))


@claim(
    "door-margin",
    "sliceguide",
    "§3.1",
    "Against a limit of 512 tokens, keep chunks between 480 and 500, to leave room for the special tokens.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["marks"] == 2
        and m["full"] == m["limit"]
        and m["vector moves at"] == [m["limit"]]
        and m["left by the advice"] == [12, 32]
    ),
    finding=lambda m: (
        f"The model here adds {m['marks']} tokens. If the count holds them, no margin is needed: the last word of a "
        f"text of {m['full']} tokens moves the vector, and the next one does not. The advice leaves "
        f"{m['left by the advice'][0]} to {m['left by the advice'][1]} tokens unused; with a count in another unit, "
        "no fixed margin is safe."
    ),
)
def door_margin() -> Plain:
    from ..model_lengths import model_tokenizer
    from ..models import load_embedder

    embed = load_embedder()
    tokenizer = model_tokenizer(embed)
    words = load_text("maintenance_prose").split()
    plain = [word for word in words if len(tokenizer.encode(word, add_special_tokens=False)) == 1]
    marks = len(tokenizer.encode("a")) - len(tokenizer.encode("a", add_special_tokens=False))
    fill = embed.max_tokens - marks
    texts = [" ".join(plain[:count]) for count in (fill - 1, fill, fill + 1, fill + 2)]
    vectors = [embed([text])[0] for text in texts]
    lengths = [embed.count_tokens(text) for text in texts]
    return {
        "marks": marks,
        "limit": embed.max_tokens,
        "full": lengths[1],
        "vector moves at": [
            length
            for length, one, other in zip(lengths[1:], vectors[1:], vectors, strict=False)
            if (one != other).any()
        ],
        "left by the advice": [512 - 500, 512 - 480],
    }
