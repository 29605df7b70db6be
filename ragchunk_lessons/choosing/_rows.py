"""The rows of the decision tables, as data: heads of the two first columns, and the rows."""

from __future__ import annotations

from ._advice import ADVICE
from ._choice import Choice
from ._cures import CURES
from ._documents import DOCUMENTS

UNITS = (
    Choice(
        "You want to see and compare where chunks begin and end",
        "Characters. Every position is counted in them, no model is needed, and counting costs next to nothing.",
        "02_characters_and_tokens",
        ("count_characters",),
        section="What it costs",
    ),
    Choice(
        "An embedding model reads the chunks",
        "The tokens of that model, its special tokens included. What is longer is cut off without a word.",
        "13_cut_at_the_door",
        ("load_embedder",),
        claims=("silent-256", "door-margin"),
    ),
    Choice(
        "A language model reads them, and you pay by the token",
        "Tokens in the encoding of that model. A ratio of characters to tokens is a guess: it differs by kind of text.",
        "02_characters_and_tokens",
        ("token_length",),
        claims=("def-tokens", "size-units"),
    ),
    Choice(
        "Chinese text",
        "Tokens, and say whose. The same characters are far fewer in one encoding than in another.",
        "02_characters_and_tokens",
        ("split_tokens",),
        claims=("zh-tokens", "zh-limit"),
    ),
    Choice(
        "You are told a size without a unit",
        "Ask for the unit. Published advice changes it without saying so.",
        "02_characters_and_tokens",
        claims=("size-units", "window-750"),
    ),
    Choice(
        "You think in words",
        "Use words to explain, and for nothing else: no model counts them, and Chinese has no spaces between them.",
        "02_characters_and_tokens",
        ("count_words",),
        opinion=True,
    ),
)

SIZES = (
    Choice(
        "You begin",
        "About one paragraph. With equal characters to read the curve is flat at its top, so the exact number does not "
        "matter; far below and far above it does.",
        "21_measure",
        ("sweep",),
        questions=("chunk-size",),
    ),
    Choice(
        "You compare two sizes",
        "At an equal number of characters. With an equal number of results the larger size looks better because more "
        "is read.",
        "21_measure",
        ("evaluate_retrieval", "compare_evaluations"),
        questions=("chunk-size",),
        section="Five results are not five results",
    ),
    Choice(
        "The whole text fits into one chunk",
        "Cut it all the same where it speaks of several things: as one vector it is far from every question.",
        "01_why_chunk",
        claims=("whole-doc", "rag-1000"),
    ),
    Choice(
        "The chunk is shorter than a sentence",
        "Make it larger, or cut at sentences. Half a sentence can come second and answer nothing.",
        "04_recursive",
        ("split_sentences",),
        claims=("rag-200-rank2",),
    ),
    Choice(
        "You do not know how large a chunk may be",
        "No larger than the embedding model reads, counted in its tokens.",
        "13_cut_at_the_door",
        ("load_embedder",),
        claims=("silent-256",),
    ),
    Choice(
        "Sections are very short and very long",
        "Keep the headings as edges, bring them to one depth, and set a size as well: what is too long is cut again.",
        "06_documents",
        ("split_markdown", "length_distribution"),
        claims=("heading-depths",),
        section="What it costs",
    ),
    Choice(
        "Chunks of a few words fill the results",
        "Set a minimum. A short chunk joins the neighbour that is more alike.",
        "12_semantic_breaks",
        ("split_semantic",),
        claims=("short-chunks",),
    ),
)

OVERLAPS = (
    Choice(
        "You cut at sentences or headings",
        "Begin with none. No sentence is cut, so there is nothing for an overlap to mend.",
        "05_overlap",
        ("split_sentences",),
        section="The repair: cut at sentences, then overlap by sentences",
    ),
    Choice(
        "You ask which share is best",
        "No share gained anything that our questions can show, and the index grows with it. Sentence ends did gain.",
        "21_measure",
        ("sweep",),
        questions=("overlap-share",),
    ),
    Choice(
        "You want to test an overlap",
        "Ask all questions, not only those that the present cuts go through: an overlap moves the cuts into others.",
        "21_measure",
        ("evaluate_retrieval",),
        questions=("crossing-cuts",),
    ),
    Choice(
        "One passage takes several places",
        "Less overlap, or results without repeats. It begins with small overlaps already; there is no step.",
        "21_measure",
        ("deduplicate",),
        claims=("overlap-top-five",),
    ),
    Choice(
        "You cut by counting",
        "An overlap keeps a sentence whole for certain only if it is as long as the sentence, less one character. "
        "Cutting at sentences is cheaper.",
        "05_overlap",
        ("split_characters",),
        claims=("overlap-rule", "overlap-bm25"),
    ),
    Choice(
        "You asked for an overlap and get none",
        "It is an upper bound, given in whole pieces. Let the audit report what was given.",
        "05_overlap",
        ("audit",),
        claims=("rag-overlap-50",),
    ),
    Choice(
        "The overlap is as large as the size",
        "Refuse it. A published loop then never ends, and for other lengths its last chunk repeats the one before.",
        "03_fixed_size",
        claims=("fixed-loop",),
    ),
    Choice(
        "Chunks begin with “it” or “this”",
        "An overlap of one whole sentence, where that sentence says the name. A heading is shorter.",
        "14_missing_anchor",
        ("split_sentences",),
        claims=("cure-overlap", "cure-sentence"),
    ),
)

TABLES: dict[str, tuple[tuple[str, str], tuple[Choice, ...]]] = {
    "documents": (("What you have", "Function, and what is kept"), DOCUMENTS),
    "units": (("Your case", "Count in"), UNITS),
    "sizes": (("Your case", "Size"), SIZES),
    "overlaps": (("Your case", "Overlap"), OVERLAPS),
    "cures": (("What you see", "What to try, and what it did here"), CURES),
    "advice": (("What a source advises", "What survives the test"), ADVICE),
}
