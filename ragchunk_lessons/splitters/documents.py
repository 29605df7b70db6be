"""Documents that show where to cut: headings, tags, pages, numbered sections, words of your own.

Each of these splitters lives in a file of its own; this is their common door.
"""

from .html import split_html
from .markdown import split_markdown
from .on import split_on
from .pages import split_pages
from .report import split_report

__all__ = ["split_html", "split_markdown", "split_on", "split_pages", "split_report"]
