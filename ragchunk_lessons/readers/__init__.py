"""From a file to a document: its text as a person sees it, marks for what the layout shows, and the way back.

A ``Path`` is a file, a ``str`` is content. Each kind has a file of its own; this is their common door.
"""

from .any_file import read_file
from .docx import read_docx
from .html import read_html
from .jsonl import read_jsonl
from .pages import read_pages
from .table import read_table
from .text import read_text
from .transcript import read_transcript

__all__ = [
    "read_docx",
    "read_file",
    "read_html",
    "read_jsonl",
    "read_pages",
    "read_table",
    "read_text",
    "read_transcript",
]
