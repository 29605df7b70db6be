"""Chunks for plain strings: finding again where pieces came from that were cut without keeping it.

A chunk that carries its position from the first cut needs none of this. It is for the output of code that
does not: what is found gets its span back, what is not found is named.
"""

from __future__ import annotations


class Located:
    """What ``locate`` found: chunks in the order of the pieces, and the pieces that are missing.

    Parameters
    ----------
    chunks : list of Chunk
        Each is an exact slice of the document. ``metadata["piece"]`` is the index of its piece, from 0, and
        ``metadata["match"]`` says how it was found: ``"exact"``, ``"white space"`` or ``"slices"``.
    missing : list of (number, text)
        The pieces that stand nowhere, or only where an earlier piece was found already.

    Examples
    --------
    >>> found = locate("One. Two. Three.", ["One.", "Four."])
    >>> len(found), found.missing
    (1, [(1, 'Four.')])
    """

    __slots__ = ("chunks", "missing")

    def __init__(self, chunks, missing):
        self.chunks = chunks
        self.missing = missing

    def __iter__(self):
        return iter(self.chunks)

    def __len__(self):
        return len(self.chunks)

    def __getitem__(self, index):
        return self.chunks[index]

    def __repr__(self):
        return f"Located({len(self.chunks)} chunk{'s' * (len(self.chunks) != 1)}, {len(self.missing)} missing)"


def locate(document, pieces):
    """Find where each piece stands in the document, in order, each occurrence once.

    A piece is looked for as it is, then without regard to white space, then as whole sentences that may stand
    apart, which gives one chunk for each run of them. Of several places, the first that ends after the last
    piece did is taken; if there is none, the nearest unused one before it. Where that leaves text out, three other
    readings are tried, and the one that leaves out least is taken: each piece directly after the last one, each at
    the last place that leaves no gap, or pieces with one place there and the others in the gaps between them.

    Parameters
    ----------
    document : str or Document
    pieces : iterable of str
        Chunk objects of other libraries are read by their text.

    Returns
    -------
    Located
        Its ``chunks`` are exact slices of the document; its ``missing`` lists what was not found. A blank piece
        stands for nothing and is listed there too.

    Raises
    ------
    TypeError
        If the document is not a ``str`` or a ``Document``, or a piece has no text.

    Examples
    --------
    >>> [chunk.start for chunk in locate("ok no\\n\\nok", ["ok no", "ok"])]
    [0, 7]
    """
    from .auditing.adapters import as_list, read_chunk
    from .auditing.choice_of_reading import least_left_out
    from .chunk import Chunk
    from .document import as_document

    document = as_document(document)
    pieces = [read_chunk(piece, number)[0] for number, piece in enumerate(as_list(pieces, "pieces"))]
    base = {"source": document.source} if document.source else {}

    def run(locator):
        found = [locator.place(piece, number) for number, piece in enumerate(pieces)]
        held = [(number, *span) for number, (_, spans) in enumerate(found) for span in spans]
        return found, held, sum(kind != "exact" for kind, _ in found)

    found = least_left_out(document.text, run, dict(enumerate(pieces)))
    chunks, missing = [], []
    for number, (piece, (kind, spans)) in enumerate(zip(pieces, found, strict=True)):
        if kind in ("missing", "again"):
            missing.append((number, piece))
            continue
        for start, end in spans:
            metadata = {**base, "piece": number, "match": kind}
            chunks.append(Chunk(document.text[start:end], start, end, metadata))
    return Located(chunks, missing)
