"""What to do when answers come out wrong."""

from __future__ import annotations

from ._choice import Choice

CURES = (
    Choice(
        "You do not know yet what is wrong",
        "First the audit: is all of the text there, and is each chunk a slice of it? A cure for the search mends "
        "nothing that was lost in the cut.",
        "11_audit",
        ("audit",),
        claims=("put-together",),
    ),
    Choice(
        "Short documents are not found at all",
        "Look for what the cut drops. A lost tail is little of a long text and may be all of a short one.",
        "21_measure",
        ("audit",),
        questions=("lost-tail",),
    ),
    Choice(
        "The results are beside the point",
        "Cut at the headings, so that a chunk does not run from one section into the next.",
        "20_five_failures",
        ("split_markdown",),
        claims=("mixed-sections",),
    ),
    Choice(
        "Half a table is found, without its header",
        "Cut tables between rows, and give each piece the header.",
        "20_five_failures",
        ("split_markdown", "split_mixed"),
        claims=("table-halves",),
    ),
    Choice(
        "The end of a long chunk is never found",
        "Count in the tokens of the embedding model and cut by position. Decoding slices of tokens rewrites the text.",
        "13_cut_at_the_door",
        ("split_recursive", "load_embedder"),
        claims=("silent-256", "decode-cut"),
    ),
    Choice(
        "The chunk that answers comes last, and does not name its subject",
        "Put the heading in front of it. Reranking does not help: the name is missing for both models.",
        "14_missing_anchor",
        ("split_markdown",),
        claims=("anchor-law", "anchor-rerank", "rerank-it"),
    ),
    Choice(
        "The context in front pushes the content aside",
        "Put less in front: a heading costs the least, a whole section the most.",
        "14_missing_anchor",
        claims=("cure-dilutes",),
    ),
    Choice(
        "The question says “it”, and the chunks are complete",
        "Mend the question: put the name back before you search. No cut and no context in the chunks helps.",
        "14_missing_anchor",
        section="Kept apart: a pronoun in the question",
    ),
    Choice(
        "Several pieces of one passage are found",
        "Join them before you cut the list. Whether that finds more depends on the model and on the number of pieces.",
        "15_parents",
        ("split_parents", "merge_parents"),
        questions=("merge-threshold",),
    ),
    Choice(
        "The right chunk is found, and the answer stands beside it",
        "Take the neighbours, by position, and few of them: with a budget a wide window costs places. Even the gain of "
        "one on either side is not certain.",
        "16_neighbours",
        ("add_neighbours",),
        section="How wide?",
    ),
    Choice(
        "Parents or neighbours?",
        "One of the two. At an equal budget both together are no better.",
        "16_neighbours",
        ("merge_parents", "add_neighbours"),
        questions=("parents-and-neighbours",),
    ),
    Choice(
        "Each chunk says too little by itself",
        "Before you build parents, try a larger piece. It was as good here, as far as these questions can tell.",
        "15_parents",
        ("split_recursive",),
        section="What it costs",
    ),
    Choice(
        "The answer is among the candidates and not among the results",
        "Read them again with the question. It helped where both share words, and lost answers where they do not; over "
        "all questions the gain is not certain.",
        "17_rerank",
        ("load_reranker", "rerank"),
        claims=("rerank-cost",),
        questions=("rerank-keep", "rerank-errs"),
    ),
    Choice(
        "Several searches bring several lists",
        "Join them, remove repeats, then cut. Which order they get matters less than we can measure.",
        "17_rerank",
        ("fuse",),
        questions=("merge-lists",),
    ),
    Choice(
        "The question holds a code or a part number",
        "Search for the code alone, by words, and fuse that list with the others. On one question the answer "
        "then came first in every wording with a code; on fifty others nothing changed.",
        "18_pump_manual",
        ("KeywordIndex", "fuse"),
        section="Both searches, fused",
    ),
    Choice(
        "Search by words, by vectors, or by both?",
        "Both beat words alone on our questions. Against vectors alone no difference can be shown.",
        "18_pump_manual",
        ("KeywordIndex", "ChunkIndex", "fuse"),
        section="Fifty questions instead of one",
    ),
    Choice(
        "One question works, and you want to build on it",
        "Ask it in other words first, and note the place of the answer after every stage. The places move with the "
        "wording.",
        "18_pump_manual",
        claims=("pump-e17",),
    ),
    Choice(
        "Old answers come back after an update",
        "Make the index anew from all chunks that are valid now. Adding leaves the old ones in it.",
        "19_knowledge_base",
        ("compare_chunks", "rebuild"),
        claims=("update-questions",),
    ),
    Choice(
        "An answer cannot say where it stands",
        "Store source, heading path, page or row, and the span with every chunk.",
        "19_knowledge_base",
        ("cite", "check_citation"),
        claims=("record-fields",),
        section="Citations",
    ),
    Choice(
        "Another run gives other chunks",
        "Look for another model or another version: the same model gives the same bits. Keep the cuts in a cache.",
        "12_semantic_breaks",
        ("split_semantic",),
        claims=("runs-differ", "cuts-move"),
    ),
)
