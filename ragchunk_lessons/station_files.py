"""The folder of lesson 19: five of our texts as files of five kinds, as a station would keep them."""

from __future__ import annotations

import os
from pathlib import Path

from .corpora import load_text

_FILES = {
    "handbook.html": "handbook_page_html",
    "manual.md": "station_manual",
    "spare_parts.csv": "spare_parts_csv",
    "support_call.vtt": "support_call_vtt",
}
_RULES = "pump_rules.pdf"


def write_station_files(folder: str | os.PathLike[str]) -> list[str]:
    """Write the five files and give their names: Markdown, HTML, a table, subtitles, and a PDF of ten pages.

    The PDF belongs to another plant and has rules of its own, one section a page.

    Raises
    ------
    ImportError
        If ``fpdf2``, which makes the PDF, is not installed.
    OSError
        If the folder is missing or cannot be written.
    """
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise ImportError(f"making the PDF needs fpdf2 ({error}); install it with: pip install fpdf2") from error
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder; create it first")
    for name, text in _FILES.items():
        (folder / name).write_text(load_text(text), encoding="utf-8", newline="")
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    for section in load_text("pump_manual_natural").strip().split("\n\n"):
        pdf.add_page()
        pdf.multi_cell(0, 6, section.removeprefix("## "))
    pdf.output(str(folder / _RULES))
    return sorted([*_FILES, _RULES])
