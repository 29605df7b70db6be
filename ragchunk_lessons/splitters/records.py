"""Documents made of records: rows, turns of speech, cues, slides, lines of JSON.

Each of these splitters lives in a file of its own; this is their common door.
"""

from .jsonl import split_jsonl
from .slides import split_slides
from .speakers import split_speakers
from .table import split_table
from .time_windows import split_time_windows

__all__ = ["split_jsonl", "split_slides", "split_speakers", "split_table", "split_time_windows"]
