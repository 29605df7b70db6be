"""Lesson 11: what putting the chunks back together finds, and what it does not disturb."""

from __future__ import annotations

from ..corpora import DEFINITION, load_text
from ._claim import Plain, claim, listed


@claim(
    "put-together",
    "ragcourse",
    "§12",
    "Putting all chunks back together and comparing them with the text catches the two recipes that lose data.",
    "reproduced",
    "11_audit",
    holds=lambda m: (
        m["lost by the recipes"] == [13, 315]
        and m["named by the audit"] == 2
        and m["whole sets"] == m["passed by the audit"] == 4
        and m["differ when joined"] == 3
    ),
    finding=lambda m: (
        f"Both are caught: {listed(m['lost by the recipes'])} characters are lost, and the audit names them in "
        f"{m['named by the audit']} cases of {len(m['lost by the recipes'])}. But chunks that are simply joined also "
        f"differ from the text in {m['differ when joined']} of {m['whole sets']} sets that lose nothing, since they "
        f"overlap. An audit by positions passes {m['passed by the audit']} of them."
    ),
)
def put_together() -> Plain:
    from .. import audit, split_recursive, split_sentences, split_words
    from ..auditing.squeezed import squeeze
    from ..models import load_embedder
    from ..published import ngram_chunks, topic_chunks

    nine = load_text("nine_sentences")
    recipes = [
        audit(DEFINITION, ngram_chunks(DEFINITION, 8, 3)),
        audit(nine, topic_chunks(nine.split("\n"), load_embedder())),
    ]
    three = load_text("rag_three_paragraphs")
    whole = [
        (DEFINITION, split_words(DEFINITION, 8, 3)),
        (three, split_recursive(three, 200, 50)),
        (three, split_sentences(three, 300, 120)),
        (nine, split_sentences(nine, 150)),
    ]
    joined = [squeeze("".join(chunk.text for chunk in chunks)) != squeeze(text) for text, chunks in whole]
    return {
        "lost by the recipes": [result.lost_characters for result in recipes],
        "named by the audit": sum(bool(result.lost) for result in recipes),
        "whole sets": len(whole),
        "passed by the audit": sum(audit(text, chunks).ok for text, chunks in whole),
        "differ when joined": sum(joined),
    }
