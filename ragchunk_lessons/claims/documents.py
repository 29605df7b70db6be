"""Lesson 6: recipes that cut at what a reader sees: headings, tags, pages."""

from __future__ import annotations

import re

from ..corpora import load_text
from ._claim import Plain, claim, listed

_LESSON = "06_documents"

PAGED = (
    "Pump 3 is switched off once a week for the oil.\n\nThe valve must be closed before the\f"
    "lamp goes out.\n\nThen wait.\fWrite the hour into the book."
)
"""Three pages with form feeds between them; a sentence runs over the end of the first."""

FIRST_TAGS = r"(?is)<(h1|p)\b[^>]*>(.*?)</\1>"
NUMBERED = r"^\d+\.\d* .*$"


def tag_chunks(page: str, tags: str = FIRST_TAGS) -> list[str]:
    """Drops all text outside the tags it knows: the recipe for HTML, each ``h1`` and each ``p`` a chunk.

    Examples
    --------
    >>> tag_chunks("<h1>Pump</h1>Lost.<p>Kept <b>whole</b>.</p>")
    ['Pump', 'Kept whole.']
    """
    return [re.sub(r"<[^>]*>", "", found[-1]) for found in re.findall(tags, page)]


@claim(
    "md-regex",
    "sliceguide",
    "§2.3",
    "Cut Markdown before each line that begins with one to three #; cut a section of more than 800 characters at "
    "its blank lines.",
    "refuted",
    _LESSON,
    holds=lambda m: (
        m["comments"] > 0 and len(m["missed"]) > 0 and m["empty"] > 0 and m["longest"] > 800 and m["sections"] == 7
    ),
    finding=lambda m: (
        f"On a page of {m['sections']} sections it makes {m['pieces']} pieces. {m['comments']} of them begin at a "
        f"comment in a fence, and {listed(m['missed'])} are not seen. A table of {m['longest']} characters stays "
        f"whole, behind {m['empty']} empty piece."
    ),
)
def md_regex() -> Plain:
    from ..published import structure_chunk
    from ..splitters.markdown import markdown_headings

    page = load_text("handbook_page")
    headings = markdown_headings(page)
    pieces = structure_chunk(page)
    true = {page[mark.start : mark.end].split("\n")[0] for mark in headings}
    first = {piece.split("\n")[0] for piece in pieces}
    long = structure_chunk(load_text("inspection_table"))
    return {
        "sections": len(headings),
        "pieces": len(pieces),
        "comments": len(first - true),
        "missed": [f"“{line.lstrip('# ')}”" for line in sorted(true - first)],
        "empty": long.count(""),
        "longest": max(map(len, long)),
    }


@claim(
    "structure-rows",
    "ragcourse",
    "§7",
    "Thirteen of fourteen recipes cut at a visible mark, one by meaning; a table of marks and labels describes "
    "the thirteen.",
    "corrected",
    _LESSON,
    holds=lambda m: m["rows"] == 9 and m["without a row"] == 4 and m["whole"] == m["labelled"] == m["rows"],
    finding=lambda m: (
        f"The table has {m['rows']} rows, so {m['without a row']} recipes have none. Cut by our splitters, "
        f"{m['whole']} of {m['rows']} kinds keep all of their text, and {m['labelled']} carry a label."
    ),
)
def structure_rows() -> Plain:
    from ..audit import audit
    from ..readers import read_html, read_jsonl, read_table, read_transcript
    from ..splitters import documents, records

    page, transcript = read_html(load_text("handbook_page_html")), read_transcript(load_text("support_call"))
    table, lines = read_table(load_text("spare_parts_csv")), read_jsonl(load_text("alarm_log_jsonl"), errors="keep")
    speakers = read_transcript(load_text("support_call_speakers"))
    kinds = {
        "Markdown": (load_text("handbook_page"), "heading_path", lambda text: documents.split_markdown(text, 500)),
        "report": (load_text("inspection_report"), "heading_path", lambda text: documents.split_report(text, 500)),
        "HTML": (page, "heading_path", lambda text: documents.split_html(text, 500)),
        "pages": (PAGED, "page", documents.split_pages),
        "table": (table, "row", records.split_table),
        "speakers": (speakers, "speaker", records.split_speakers),
        "times": (transcript, "start_time", lambda text: records.split_time_windows(text, 60)),
        "slides": (load_text("slides"), "slide", records.split_slides),
        "lines": (lines, "id", records.split_jsonl),
    }
    cut = {name: (text, label, split(text)) for name, (text, label, split) in kinds.items()}
    return {
        "rows": len(cut),
        "without a row": 13 - len(cut),
        "whole": sum(audit(text, chunks).ok for text, _, chunks in cut.values()),
        "labelled": sum(any(label in chunk.metadata for chunk in chunks) for _, label, chunks in cut.values()),
    }


@claim(
    "html-tags",
    "ragcourse",
    "§7",
    "Take the h1 and p tags of a web page as chunks, each one of its own.",
    "refuted",
    _LESSON,
    holds=lambda m: m["kept"] < 50 and m["ours"] == 100,
    finding=lambda m: (
        f"On our page these two tags hold {m['kept']} % of the characters. The rest stands in {m['elsewhere']} other "
        f"kinds of tags. Our splitter keeps {m['ours']} %."
    ),
)
def html_tags() -> Plain:
    from ..audit import audit
    from ..readers import read_html
    from ..splitters.html import split_html

    page = load_text("handbook_page_html")
    document = read_html(page)
    return {
        "kept": round(100 * audit(document, tag_chunks(page)).coverage),
        "elsewhere": len(
            {"nav", "div", "h2", "th", "td", "li", "pre", "blockquote"} & set(re.findall(r"<(\w+)", page))
        ),
        "ours": round(100 * audit(document, split_html(page, 500)).coverage),
    }


@claim(
    "report-pairs",
    "ragcourse",
    "§7",
    "Cut a report where a pattern finds a heading, and pair each heading with its content.",
    "corrected",
    _LESSON,
    holds=lambda m: m["lost"] > 0 and m["false headings"] == 1 and m["ours lost"] == m["ours false headings"] == 0,
    finding=lambda m: (
        f"{m['lost']} characters before the first heading have no pair and are lost, and {m['false headings']} line of "
        f"prose begins with a number and becomes a heading. Our splitter: {m['ours lost']} and "
        f"{m['ours false headings']}."
    ),
)
def report_pairs() -> Plain:
    from ..audit import audit
    from ..published import report_chunks
    from ..splitters.report import split_report

    report = load_text("inspection_report")
    pieces, ours = report_chunks(report, NUMBERED), split_report(report, 500)
    return {
        "lost": audit(report, pieces).lost_characters,
        "false headings": sum(piece.startswith("2.5 hours") for piece in pieces),
        "ours lost": audit(report, ours).lost_characters,
        "ours false headings": sum(chunk.text.startswith("2.5 hours") for chunk in ours),
    }


@claim(
    "pages-noop",
    "ragcourse",
    "§7",
    "A loader of PDF files gives one piece a page, so a recipe that splits by page does nothing.",
    "reproduced",
    _LESSON,
    holds=lambda m: m["chunks"] == m["pages"] and m["changed"] == 0 and m["cut"] == 1 and m["cut, ours"] == 0,
    finding=lambda m: (
        f"{m['pages']} pages, {m['chunks']} chunks, {m['changed']} of them changed. What it leaves undone: "
        f"{m['cut']} sentence that runs over the end of a page is cut there; with across=True, {m['cut, ours']}."
    ),
)
def pages_noop() -> Plain:
    from ..splitters.pages import split_pages

    pages = PAGED.split("\f")
    chunks = split_pages(PAGED)

    def cut(found: list) -> int:
        return sum(chunk.text[-1] not in ".!?" for chunk in found)

    return {
        "pages": len(pages),
        "chunks": len(chunks),
        "changed": sum(chunk.text != page for chunk, page in zip(chunks, pages, strict=True)),
        "cut": cut(chunks),
        "cut, ours": cut(split_pages(PAGED, across=True)),
    }
