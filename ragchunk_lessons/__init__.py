"""Cutting documents into chunks that know where they came from, and proving that nothing was lost.

The names below are the public ones. They are looked up on first use, so that importing the package costs
next to nothing and needs no third-party package.
"""

from importlib import import_module

# These two functions have the name of their module. Importing them here binds the functions for good: a later
# import of the module finds it loaded and leaves the package's own names alone.
from .audit import Audit as Audit
from .audit import audit as audit
from .locate import Located as Located
from .locate import locate as locate

__version__ = "0.1.0"

_WHERE = {
    "Document": "document",
    "Mark": "document",
    "RawMap": "document",
    "Chunk": "chunk",
    "count_characters": "lengths",
    "count_words": "lengths",
    "count_tokens": "lengths",
    "token_length": "lengths",
    "split_characters": "splitters.fixed",
    "split_words": "splitters.fixed",
    "split_tokens": "splitters.fixed",
    "split_recursive": "splitters.recursive",
    "LADDER": "splitters.recursive",
    "CJK_LADDER": "splitters.recursive",
    "split_sentences": "splitters.sentences",
    "split_markdown": "splitters.documents",
    "split_html": "splitters.documents",
    "split_report": "splitters.documents",
    "split_pages": "splitters.documents",
    "split_on": "splitters.documents",
    "split_table": "splitters.records",
    "split_speakers": "splitters.records",
    "split_time_windows": "splitters.records",
    "split_slides": "splitters.records",
    "split_jsonl": "splitters.records",
    "split_code": "splitters.code",
    "split_mixed": "splitters.mixed",
    "split_topics": "splitters.semantic",
    "split_semantic": "splitters.semantic",
    "split_with_llm": "splitters.semantic",
    "read_file": "readers",
    "read_text": "readers",
    "read_html": "readers",
    "read_table": "readers",
    "read_pages": "readers",
    "read_transcript": "readers",
    "read_jsonl": "readers",
    "read_docx": "readers",
    "read_chunks": "chunk_lines",
    "Finding": "auditing.findings",
    "Gap": "auditing.findings",
    "show_chunks": "show",
    "show_side_by_side": "show",
    "show_tokens": "show",
    "load_embedder": "models",
    "load_reranker": "rerankers",
    "ChunkIndex": "retrieval",
    "Hit": "retrieval",
    "KeywordIndex": "searching.keyword",
    "FaissIndex": "searching.faiss_index",
    "fuse": "searching.ranking",
    "rerank": "searching.ranking",
    "deduplicate": "searching.deduplicating",
    "split_parents": "context",
    "merge_parents": "context",
    "add_neighbours": "context",
    "Question": "evaluating.questions",
    "Answer": "evaluating.questions",
    "load_questions": "evaluating.questions",
    "evaluate_retrieval": "evaluate",
    "compare_evaluations": "evaluate",
    "length_distribution": "evaluating.distribution",
    "compare_splitters": "evaluating.comparing",
    "cite": "searching.citations",
    "check_citation": "searching.citations",
    "Citation": "searching.citations",
    "CitationCheck": "searching.citations",
    "read_folder": "searching.knowledge_base",
    "split_document": "searching.knowledge_base",
    "compare_chunks": "searching.knowledge_base",
    "rebuild": "searching.knowledge_base",
    "choose_splitter": "evaluating.splitter_choice",
    "write_page": "evaluating.one_page",
    "sweep": "evaluating.sweeps",
    "bootstrap": "evaluating.intervals",
    "paired_bootstrap": "evaluating.intervals",
}

_NUMPY_ROOMS = {
    "models",
    "rerankers",
    "retrieval",
    "searching.keyword",
    "searching.faiss_index",
    "searching.ranking",
    "searching.deduplicating",
    "context",
    "evaluating.sweeps",
    "evaluating.intervals",
}


def _public():
    """Every public name; without numpy those that do without it, so that a star import still works."""
    from importlib.util import find_spec

    left_out = () if find_spec("numpy") else _NUMPY_ROOMS
    return sorted([*(name for name in _WHERE if _WHERE[name] not in left_out), "Audit", "Located", "audit", "locate"])


def __getattr__(name):
    if name == "__all__":
        globals()[name] = value = _public()
        return value
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f".{_WHERE[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ImportError(
            f'{name} needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
        ) from error
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_public()})
