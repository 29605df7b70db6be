"""What the planted cases of the page Symptoms are made of: a page, an embedder, chunks in their place."""

from __future__ import annotations

import numpy as np
from fake_embedders import by_words

from ragchunk_lessons import (
    Chunk,
    ChunkIndex,
    Document,
    load_questions,
)

PAGE = """# Pump 3

The pump stands in the hall. Grease it every May. It has two bearings.

## Alarms

| code | first step |
|------|------------|
| E-05 | check the valve |
| E-17 | let the bearing cool |

## Start

```bash
# load the settings
station load

station start
```

The lamp is green after ten seconds.
"""


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Embedder:
    """Texts with the same words are near each other. It reads twelve words."""

    name, max_tokens, dimension = "by words", 12, 64

    def __call__(self, texts):
        return unit(by_words(texts) + 0.01)

    def count_tokens(self, text):
        return len(text.split())


EMBED = Embedder()


def placed(text, pieces, source="manual.md", **metadata):
    found = [text.index(piece) for piece in pieces]
    return [
        Chunk(piece, at, at + len(piece), {"source": source, **metadata})
        for at, piece in zip(found, pieces, strict=True)
    ]


def asked(text, *pairs):
    rows = [{"question": question, "answers": [{"text": answer}]} for question, answer in pairs]
    return load_questions(rows, Document(text, "manual.md"))


def searched(text, pieces, *pairs, embed=EMBED, k=5, **more):
    """The names of a check that searches: an index of the pieces, questions and the hits of the first."""
    chunks = placed(text, pieces) if pieces and isinstance(pieces[0], str) else pieces
    index = ChunkIndex(chunks, embed)
    questions = asked(text, *pairs)
    question = questions[0].text if questions else "pump"
    return {
        "document": Document(text, "manual.md"),
        "text": text,
        "chunks": chunks,
        "index": index,
        "questions": questions,
        "question": question,
        "hits": index.search(question, k),
        "embed": embed,
        **more,
    }


def cut(text, pieces, **more):
    return {"text": text, "document": Document(text, "manual.md"), "chunks": pieces, "theirs": pieces, **more}
