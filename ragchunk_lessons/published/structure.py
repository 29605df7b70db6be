"""Recipes that cut at something visible: headings of a report, of Markdown, and blank lines in mixed text."""

from __future__ import annotations

import re


def structure_chunk(markdown_text: str, max_size: int = 800) -> list[str]:
    """Takes a comment in a code block for a heading, misses ``####``, gives empty pieces, and does not keep its limit.

    It cuts before every line that starts with one to three ``#``, inside code too. A section above the limit is put
    together again from its paragraphs: if the first paragraph is too long, an empty piece comes out before it, and a
    paragraph is never cut. The two line ends that join paragraphs are not counted, and they also stand in front of
    the first one.

    Parameters
    ----------
    markdown_text : str
    max_size : int
        In characters.

    Returns
    -------
    list of str

    Notes
    -----
    Source: the structural recipe of a guide to slicing strategies, §2.3.

    Examples
    --------
    >>> structure_chunk("# Backup\\n```bash\\n# stop first\\nstop db\\n```\\n")
    ['# Backup\\n```bash\\n', '# stop first\\nstop db\\n```\\n']
    >>> structure_chunk("# A\\nlong paragraph", 10)
    ['', '# A\\nlong paragraph']
    """
    pieces = []
    for section in re.split(r"(?=^#{1,3}\s)", markdown_text, flags=re.MULTILINE):
        if not section.strip():
            continue
        if len(section) <= max_size:
            pieces.append(section)
            continue
        gathered = ""
        for paragraph in section.split("\n\n"):
            if len(gathered) + len(paragraph) > max_size:
                pieces.append(gathered)
                gathered = paragraph
            else:
                gathered += "\n\n" + paragraph
        if gathered:
            pieces.append(gathered)
    return pieces


def report_chunks(text: str, heading: str = r"^Section \d+:.*$") -> list[str]:
    """Drops what stands before the first heading, and the whole text where no heading has the form it looks for.

    The text is cut at the headings and put together again in pairs of heading and content. What comes before the
    first heading has no partner.

    Parameters
    ----------
    text : str
    heading : str
        A regular expression without groups of its own; ``^`` and ``$`` match at line ends.

    Returns
    -------
    list of str
        Heading and content, one space between them whatever stood there.

    Notes
    -----
    Source: the recipe for reports in the table of a RAG course's chunking chapter, §7, which gives the rule (find
    the form, then pair title and content) and no code.

    Examples
    --------
    >>> report_chunks("Valid until May.\\nSection 1: Scope\\nTwo pumps.\\nSection 2: Results\\nBoth run.")
    ['Section 1: Scope Two pumps.', 'Section 2: Results Both run.']
    """
    parts = re.split(f"({heading})", text, flags=re.MULTILINE)
    return [f"{title.strip()} {content.strip()}" for title, content in zip(parts[1::2], parts[2::2], strict=True)]


def adaptive_chunks(text: str, chunk_size: int = 100) -> list[str]:
    """Cuts a class in two at the first blank line inside it, and takes any block with a hyphen for a list.

    The text is cut at every blank line first. Only then is each block looked at: code is kept whole, a list is cut
    into its lines, prose goes through the recursive splitter. The promise to keep code whole holds for what is left
    of it after the first step. ``adaptive_kind`` says what a block is taken for.

    Parameters
    ----------
    text : str
    chunk_size : int
        In characters, for prose; code and list lines have no limit.

    Returns
    -------
    list of str
        Each without the white space at its ends, so that the first line of a method loses its indentation.

    Notes
    -----
    Source: the adaptive recipe of a RAG course's chunking chapter, §11. The order of the tests is ours.

    Examples
    --------
    >>> adaptive_chunks("class Door:\\n    width = 2\\n\\n    def open(self):\\n        return True")
    ['class Door:\\n    width = 2', 'def open(self):\\n        return True']
    >>> adaptive_chunks("A well-known rule\\nspans two lines.")
    ['A well-known rule', 'spans two lines.']
    """
    from ..splitters.recursive import split_recursive

    pieces: list[str] = []
    for block in text.split("\n\n"):
        block = block.strip()
        kind = adaptive_kind(block)
        if kind == "code":
            pieces.append(block)
        elif kind == "list":
            pieces += [line.strip() for line in block.split("\n")]
        else:
            pieces += [chunk.text for chunk in split_recursive(block, chunk_size)]
    return pieces


def adaptive_kind(block: str) -> str:
    """Takes anything with a hyphen for a list; ``"code"``, ``"list"`` or ``"prose"``, as ``adaptive_chunks`` sees it.

    Code is what begins with ``def`` or ``class``: an import or a decorator is prose, and with a minus sign a list.

    Examples
    --------
    >>> adaptive_kind("class Door:"), adaptive_kind("a well-known rule"), adaptive_kind("import math")
    ('code', 'list', 'prose')
    """
    if block.startswith(("def ", "class ")):
        return "code"
    return "list" if "-" in block else "prose"
