"""The recipes as the sources print them, faults and all, because the faults are the lesson.

Each is written anew from its description and returns plain strings or records, as the printed one does: where a
piece came from is lost at the first cut. The first line of each docstring says what is wrong. Use the splitters of
this package for anything but study.

What a recipe needs beyond the text, an embedder or a tokenizer, is an argument.
"""

from .context import neighbour_chunks, parent_chunks
from .evaluation import eval_retrieval
from .knowledge import build_chunk_records
from .meaning import semantic_chunk, validate_chunk
from .records import metadata_group_chunks, speaker_chunks, time_window_chunks
from .structure import adaptive_chunks, report_chunks, structure_chunk
from .structure import adaptive_kind as adaptive_kind
from .topics import topic_chunks
from .windows import fixed_chunk, ngram_chunks, word_chunks
from .windows import iter_fixed_chunks as iter_fixed_chunks

__all__ = [
    "adaptive_chunks",
    "build_chunk_records",
    "eval_retrieval",
    "fixed_chunk",
    "metadata_group_chunks",
    "neighbour_chunks",
    "ngram_chunks",
    "parent_chunks",
    "report_chunks",
    "semantic_chunk",
    "speaker_chunks",
    "structure_chunk",
    "time_window_chunks",
    "topic_chunks",
    "validate_chunk",
    "word_chunks",
]
