"""Plain text: a file becomes a document, line ends and all."""

from __future__ import annotations

import os

from ..document import Document
from ._decode import as_text


def read_text(source: str | os.PathLike[str], *, encoding: str = "utf-8") -> Document:
    """A plain text as a document, unchanged: what the file holds is what is cut.

    Parameters
    ----------
    source : Path or str
        A ``Path`` is a file, a ``str`` is content, even if it looks like the name of a file.
    encoding : str
        What the file was written in. A byte order mark at the start of the file (UTF-8, UTF-16 or UTF-32) wins over
        it and is no part of the text. Content that is a ``str`` is left as it is.

    Returns
    -------
    Document
        With the path, as it was given, as ``source``. Line ends stay as they are: spans count ``\\r\\n`` as two.

    Raises
    ------
    TypeError
        If the source is neither a ``Path`` nor a ``str``.
    ValueError
        If the encoding is unknown, or the file is in another one; the message names the file, the position of the
        first wrong byte and the way out.
    OSError
        If the file cannot be read.

    Notes
    -----
    Source: the loading step of a RAG course's chunking chapter, §7.

    Examples
    --------
    >>> read_text("One line.\\r\\nAnother line.").text
    'One line.\\r\\nAnother line.'
    """
    text, name = as_text(source, encoding)
    return Document(text, name)
