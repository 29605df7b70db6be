"""Which splitter for which kind of document."""

from __future__ import annotations

from ._choice import Choice

DOCUMENTS = (
    Choice(
        "Prose",
        "Whole sentences, as many as fit. Only one that is longer than the size is cut. In our manual it found clearly "
        "more than cutting by characters.",
        "05_overlap",
        ("split_sentences",),
        questions=("which-splitter",),
        section="The audit",
    ),
    Choice(
        "A text you do not know yet",
        "Blank lines, then lines, then words: it needs no sentences, and no chunk is longer than the size. For prose "
        "it is not the best one.",
        "04_recursive",
        ("split_recursive",),
        claims=("recursive-merge",),
        questions=("which-splitter",),
    ),
    Choice(
        "Chinese prose",
        "Its own sentence ends. The default ladder finds none of them and falls back to counting.",
        "04_recursive",
        ("split_recursive", "CJK_LADDER"),
        section="The repair: the right rungs",
    ),
    Choice(
        "Markdown",
        "The path of headings with every chunk. A comment in a code block is no heading, and a long table is cut "
        "between rows, with its header on every piece.",
        "06_documents",
        ("split_markdown",),
        claims=("md-regex", "table-halves"),
        questions=("which-splitter",),
    ),
    Choice(
        "A web page",
        "All text that a reader sees, in the order of the page, with its headings. A list of tags to keep loses what "
        "nobody thought of.",
        "06_documents",
        ("split_html",),
        claims=("html-tags",),
    ),
    Choice(
        "A report whose headings are plain lines",
        "The headings with every chunk, and what stands before the first of them. A sentence that begins with a number "
        "stays a sentence.",
        "06_documents",
        ("split_report",),
        claims=("report-pairs",),
    ),
    Choice(
        "A PDF file, or any text in pages",
        "The page number. With across=True also the sentence that runs over the end of a page.",
        "06_documents",
        ("read_pages", "split_pages"),
        claims=("pages-noop",),
    ),
    Choice(
        "A Word document",
        "Read it first. What comes of it carries marks for its headings, lists and tables, and is cut like a web page.",
        "06_documents",
        ("read_docx", "split_html"),
        opinion=True,
    ),
    Choice(
        "A table in a file",
        "One row a chunk, every value with the name of its column, and the number of the row.",
        "07_records",
        ("split_table",),
        claims=("structure-rows",),
        section="One row",
    ),
    Choice(
        "An interview, or minutes",
        "One turn a chunk, with the speaker.",
        "07_records",
        ("split_speakers",),
        claims=("structure-rows",),
        section="One turn",
    ),
    Choice(
        "A transcript with times",
        "The records of one window of time, with their own times, also after a silence.",
        "07_records",
        ("split_time_windows",),
        claims=("time-labels",),
    ),
    Choice(
        "Slides",
        "One slide a chunk, with its number.",
        "07_records",
        ("split_slides",),
        claims=("structure-rows",),
        section="One slide",
    ),
    Choice(
        "One record a line (JSONL)",
        "One record a chunk, with its id and its other fields. A broken line is named.",
        "07_records",
        ("split_jsonl",),
        claims=("structure-rows",),
        section="One line",
    ),
    Choice(
        "Program code",
        "Functions and classes whole where they fit. Blank lines inside them cut nothing.",
        "08_code_and_mixed",
        ("split_code",),
        claims=("adaptive-class",),
        section="The repair: look first, then cut",
    ),
    Choice(
        "Prose, lists, tables and code in one text",
        "Each kind by its own rule, and no chunk of two kinds.",
        "08_code_and_mixed",
        ("split_mixed",),
        section="The repair: look first, then cut",
    ),
    Choice(
        "Running text that changes its subject and shows no headings",
        "A budget of cuts, spent where neighbouring sentences are least alike. Models disagree on where the subject "
        "turns: use headings wherever there are any.",
        "12_semantic_breaks",
        ("split_semantic",),
        claims=("threshold-075", "semantic-ceiling"),
        section="How good is it on ordinary prose?",
    ),
    Choice(
        "A long text to be searched in small pieces and read in large ones",
        "Leaves with the number of their parent. The tail of the text is in a leaf too.",
        "15_parents",
        ("split_parents", "merge_parents"),
        claims=("parents-tail", "parents-125"),
    ),
    Choice(
        "A folder with files of several kinds",
        "Each file by the splitter for its kind, with its name as the source of every chunk.",
        "19_knowledge_base",
        ("read_folder", "split_document"),
        section="The audit",
    ),
    Choice(
        "You cannot decide",
        "Let several splitters cut it, look at what each damages, and ask questions: the choice then has reasons.",
        "22_your_document",
        ("compare_splitters", "choose_splitter"),
        section="Side by side",
    ),
)
