"""For each symptom that needs a search: names for which the check must speak, and be silent."""

from __future__ import annotations

import numpy as np
from fake_embedders import by_hash
from symptom_makers import EMBED, asked, placed, searched, unit

from ragchunk_lessons import (
    Chunk,
    ChunkIndex,
    Document,
    evaluate_retrieval,
    load_questions,
    split_parents,
    split_recursive,
    split_words,
)
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.published import ngram_chunks


def sources():
    bad = ChunkIndex([Chunk("Stop.", 0, 5)], EMBED)
    return {"index": bad}, searched("Stop.", ["Stop."])


def stale():
    new = "Wait 45 minutes."
    bad = {"index": ChunkIndex([Chunk("Wait 30 minutes.", 0, 16, {"source": "manual.md"})], EMBED)}
    return {**bad, "document": Document(new, "manual.md")}, searched(new, [new])


def pronoun():
    text = "Grease it every May."
    return {"questions": asked(text, ("When is it greased?", text))}, {
        "questions": asked(text, ("When is the pump greased?", text))
    }


def short_documents():
    documents = [Document("Stop the pump at once.", "note.md"), Document("one two three four five six", "long.md")]

    def index(split):
        return ChunkIndex([Chunk(t, 0, len(t), {"source": d.source}) for d in documents for t in split(d.text)], EMBED)

    kept = index(lambda text: [chunk.text for chunk in split_words(text, 6)])
    return {"documents": documents, "index": index(lambda text: ngram_chunks(text, 6, 1))}, {
        "documents": documents,
        "index": kept,
    }


def siblings():
    leaves = split_parents("pump one. pump two. pump six. pump ten. valve one. valve two.", 10, 3)
    close = ChunkIndex(leaves, EMBED).search("pump", 3)
    apart = list({hit.chunk.metadata["parent"]: hit for hit in close}.values())
    return {"hits": close}, {"hits": apart}


def repeats():
    text = "Stop the pump now. Wait."
    twice = [*placed(text, [text]), *placed(text, [text[:18]])]
    return searched(text, twice), searched(text, ["Stop the pump now.", "Wait."])


def step_beside():
    text = "The padlock hangs. Close the inlet. Test the start. Wait."
    answer = ("padlock hangs inlet", "The padlock hangs. Close the inlet.")
    near = placed(text, ["The padlock hangs.", "Test the start.", "Wait."])
    return searched(text, near, answer), searched(text, [answer[1], "Wait."], answer)


def far_down():
    pieces = [f"oil oil grease number {n}." for n in "abcdef"] + ["It is May."]
    text = " ".join(pieces)
    question = ("grease oil", "It is May.")
    return searched(text, pieces, question), searched(text, pieces[-2:], question)


def reranked_away():
    text = "Bread needs salt. Turn the wheel to close the valve."
    wrong = searched(text, ["Bread needs salt."], ("How do I close the valve?", "Bread needs salt."))
    right = searched(text, ["Turn the wheel to close the valve."], ("How do I close the valve?", "Bread needs salt."))
    return wrong, right


def code_lost():
    pieces = ["E-17 means heat."] + [f"alarm alarm code {n}." for n in "abcdefg"]
    text = " ".join(pieces)

    def far(texts):
        return np.array([[0.0, 1.0] if "heat" in text else [1.0, 0.0] for text in texts])

    return searched(text, pieces, embed=far), searched(text, pieces)


def model_changed():
    chunks = placed("Stop the pump.", ["Stop the pump."])
    index = ChunkIndex(chunks, lambda texts: unit(by_hash(texts)))
    return {"index": index, "embed": lambda texts: unit(by_hash([text.upper() for text in texts]))}, {
        "index": index,
        "embed": lambda texts: unit(by_hash(texts)),
    }


def late_filter():
    pieces = [f"pump {n}." for n in "abcdefgh"]
    text = " ".join(pieces)
    rare = lambda chunk: chunk.text in ("pump g.", "pump h.")  # noqa: E731
    bad = searched(text, pieces, k=5)
    bad["hits"] = bad["index"].search("pump a", 5)
    return {**bad, "question": "pump a", "wanted": rare}, {**bad, "question": "pump a", "wanted": lambda chunk: True}


def key_string():
    answer = "Grease the bearing of pump 3 in May, and never in winter."
    text = f"{answer} Wait."
    question = ("grease the bearing", answer)
    return searched(text, [answer[:30], "Wait."], question), searched(text, [answer, "Wait."], question)


def hidden_document():
    documents = [Document("Stop the pump.", "a.md"), Document("Grease the wheel.", "b.md")]
    rows = [
        {"question": document.text, "answers": [{"text": document.text, "document": document.source}]}
        for document in documents
    ]
    questions = load_questions(rows, documents)
    chunks = [Chunk(d.text, 0, len(d.text), {"source": d.source}) for d in documents]
    half = [chunks[0], Chunk("Grease", 0, 6, {"source": "b.md"})]
    return tuple({"questions": questions, "index": ChunkIndex(some, EMBED)} for some in (half, chunks))


def equal_results():
    text = load_text("maintenance_prose")
    document = Document(text, "manual.md")
    small, large = (ChunkIndex(split_recursive(document, size), EMBED) for size in (100, 800))
    questions = asked(text, ("pump", text[:20]))
    return {"large": large, "small": small, "questions": questions}, {
        "large": small,
        "small": small,
        "questions": questions,
    }


def no_winner():
    pieces = [f"part {n} is here." for n in "abcdefghij"]
    text = " ".join(pieces)
    questions = asked(text, *((f"where is part {n}", piece) for n, piece in zip("abcdefghij", pieces, strict=True)))
    every = evaluate_retrieval(ChunkIndex(placed(text, pieces), EMBED), questions, 10)
    none = evaluate_retrieval(ChunkIndex(placed(text, ["part"]), EMBED), questions, 10)
    return {"first": every, "second": every}, {"first": none, "second": every}


def whole_text_sent():
    text = load_text("maintenance_prose")
    pieces = split_recursive(text, 200)
    everything, few = (searched(text, pieces, k=k) for k in (len(pieces), 2))
    return everything, few


IN_SEARCH = {
    "Nobody can say where an answer comes from": sources,
    "After an update the old answer still comes": stale,
    "The question says “it”, and the results fit nothing": pronoun,
    "The right document is never found, although it is there": short_documents,
    "The same passage fills the first five places": siblings,
    "The same words come twice": repeats,
    "The step before or after is missing": step_beside,
    "The right passage is found, and stands far down the list": far_down,
    "After reranking the right passage is gone": reranked_away,
    "A code such as E-17 is not found": code_lost,
    "Since the model was changed, the results make no sense": model_changed,
    "With a filter hardly anything is left": late_filter,
    "My evaluation says 95 %, and users disagree": key_string,
    "The mean is good, and one document is never answered": hidden_document,
    "Larger chunks always win": equal_results,
    "The best setting is no better on new questions": no_winner,
    "Every question costs as much as the whole document": whole_text_sent,
}
