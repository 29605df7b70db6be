"""Putting the chunks back together, to see what was lost, rewritten or put in the wrong place.

The verdict is worked out at once. Everything else an audit can tell is advice, and is worked out when it is
asked for.
"""

from __future__ import annotations

from importlib import import_module
from operator import index

_ELSEWHERE = {
    "hidden": "hidden",
    "layout": "layout_findings",
    "cut_fences": "layout_findings",
    "tables_without_header": "layout_findings",
    "anchors": "anchors",
    "orphans": "anchors",
    "openings": "anchors",
}
_OF_SOURCE = ("layout", "sentences")


class Audit:
    """What an audit found. Made by ``audit``.

    A chunk's number is its index in the list that was audited, from 0. Spans are half-open, in code points.

    Parameters
    ----------
    document : Document
        The source.
    placing : Placing
        Every chunk in its place.
    chunk_size, chunk_overlap : int or None
        What was asked for, in the units of ``length_function``.
    length_function : callable
    view : View or None
        What was overlooked when texts were compared.

    Attributes
    ----------
    lost : list of Gap
        Passages that no chunk holds. White space between chunks is not lost, and neither are words that a chunk has
        replaced: it is rewritten. Without a position, that takes half of its words to stand where it opens or ends.
    coverage : float
        The share of the source's characters, white space not counted, that stand in some chunk, from 0 to 1.
        An empty source is covered.
    rewritten : list of Finding
        Chunks whose text is not its slice of the source, nor ends with it after an added context; and chunks that join
        parts of the source in another order, or say a part twice that stands once. A context is taken as added if it
        ends with white space or a sign, not inside a word. Before a slice without letters and digits it must also end
        with a line end, or have no word that is new to the source and to the chunk's metadata. ``contexts`` lists
        them, since the source cannot vouch for them, and ``joined`` those that leave out what stands between two
        passages, as a chunk of sentences on one topic does.
    misplaced : list of Finding
        Chunks whose text does not stand where they claim, or starts further in front than they claim. Lines in
        front that another chunk holds, such as a table's header, are a context.

    Examples
    --------
    >>> audit("One. Two.", ["One."])
    Audit(ok=False, coverage=50 %, lost=1 span, 4 characters: 'Two.')
    """

    def __init__(self, document, placing, chunk_size=None, chunk_overlap=None, length_function=len, view=None):
        from .auditing.findings import gaps, visible

        self.document = document
        self.chunks = placing.placed
        self.rewritten = placing.rewritten
        self.misplaced = placing.misplaced
        self.chunk_size = chunk_size
        self.chunk_overlap = chunk_overlap
        self.length_function = length_function
        self.view = view
        ignored = view.ignored if view else []
        self.lost = gaps(document.text, [*(span for chunk in self.chunks for span in chunk.spans), *ignored])
        self.lost_characters = sum(gap.characters for gap in self.lost)
        self._total = visible(document.text) - sum(visible(document.text[start:end]) for start, end in ignored)
        # Not 1 - lost / total: 2 of 10 must be the same number as 0.2, since a limit may be just that.
        self.coverage = (self._total - self.lost_characters) / self._total if self._total else 1.0
        self._known = {}
        self._of_source = {}  # what is so of the document, whatever the chunks are

    def _once(self, name):
        """An advice by its name, worked out the first time."""
        known = self._of_source if name in _OF_SOURCE else self._known
        if name not in known:
            module = import_module(f".auditing.{_ELSEWHERE.get(name, 'advice')}", __package__)
            known[name] = getattr(module, name)(self)
        return known[name]

    def _share_source(self, other):
        """Know what another audit of the same document finds out about it, now and later."""
        self._of_source = other._of_source

    @property
    def ok(self):
        """Whether nothing is lost, rewritten or misplaced, and nothing oversize where ``chunk_size`` is given."""
        return not (self.lost or self.rewritten or self.misplaced or self.oversize)

    @property
    def hidden(self):
        """What ``normalize`` and ``ignore`` kept out of this audit, as a list of ``Hidden``; none without them."""
        return self._once("hidden")

    @property
    def oversize(self):
        """Chunks longer than ``chunk_size``, any added context included; none if no size was given."""
        return self._once("oversize")

    @property
    def contexts(self):
        """Chunks with an added context in front of their passage, and how many characters it has."""
        return self._once("contexts")

    @property
    def joined(self):
        """Chunks without positions that join passages which stand apart, and what the first two leave out."""
        return self._once("joined")

    @property
    def repeated(self):
        """Chunks that stand for the same passage as an earlier one. Overlap is not repetition."""
        return self._once("repeated")

    @property
    def inside(self):
        """Chunks whose passage lies wholly inside that of another chunk, without being the same."""
        return self._once("inside")

    @property
    def blank(self):
        """Chunks that hold nothing but white space."""
        return self._once("blank")

    @property
    def cut_words(self):
        """Cuts between two characters of one word, each once. Scripts written without spaces are left out."""
        return self._once("cut_words")

    @property
    def cut_graphemes(self):
        """Cuts inside a character that people see as one, such as a letter and its accent."""
        return self._once("cut_graphemes")

    @property
    def cut_sentences(self):
        """Cuts inside a sentence, each once. Needs the package ``nupunkt``.

        The detail says whether the sentence stands whole in some other chunk.
        """
        return self._once("cut_sentences")

    @property
    def broken_sentences(self):
        """Sentences that no chunk holds whole, as gaps. Needs the package ``nupunkt``."""
        return self._once("broken_sentences")

    @property
    def cut_fences(self):
        """Cuts inside a block of code, each once: a fenced block of Markdown, or what a reader marked as code."""
        return self._once("cut_fences")

    @property
    def tables_without_header(self):
        """Chunks that hold rows of a table without its header, neither in its place nor as a context in front."""
        return self._once("tables_without_header")

    @property
    def anchors(self):
        """For each chunk that has one outside itself, its anchor, and the share of its words that the chunk holds.

        The anchor is the innermost heading (of ``metadata["heading_path"]``, a heading mark or a Markdown heading)
        or, without one, the sentence before the chunk in its paragraph, which needs the package ``nupunkt``.
        """
        return self._once("anchors")

    @property
    def orphans(self):
        """Chunks that hold less than a third of the content words of their heading, or an eighth of their sentence's.

        They lack the words by which their subject is called. Advice, no more; a pronoun at the opening is named as
        a hint.
        """
        return self._once("orphans")

    @property
    def openings(self):
        """Chunks that open with a pronoun or in lower case, as if something stood before them. A hint, no more."""
        return self._once("openings")

    @property
    def replacement(self):
        """Chunks with more replacement characters (U+FFFD) than their passage has."""
        return self._once("replacement")

    @property
    def overlaps(self):
        """What each chunk shares with the one before it in the source, in the units of ``length_function``."""
        return self._once("overlaps")

    @property
    def blow_up(self):
        """Characters in all chunks for each character of the source; 1.0 for an empty source."""
        total = len(self.document.text)
        return sum(len(chunk.text) for chunk in self.chunks) / total if total else 1.0

    def report(self, advice=True):
        """The findings as a few plain lines.

        Parameters
        ----------
        advice : bool
            Whether to work out and add what does not decide about ``ok``.

        Returns
        -------
        str

        Examples
        --------
        >>> print(audit("One. Two.", ["One."]).report(advice=False))
        not ok: 1 chunk, coverage 50 %
        lost: 1 span, 4 characters
          [5:9] 'Two.'
        """
        from .auditing.report import report

        return report(self, advice)

    def __repr__(self):
        from .auditing.report import summary

        return f"Audit({summary(self)})"

    def _repr_html_(self):
        from .show import show_chunks

        return show_chunks(self.document, None, audit=self)._repr_html_()


def audit(source, chunks, chunk_size=None, chunk_overlap=None, length_function=len, *, normalize=None, ignore=None):
    """Check chunks of any make against the text they were cut from.

    Parameters
    ----------
    source : str or Document
        The text that was cut.
    chunks : iterable
        Chunks of this package, plain strings, dicts with ``text`` and ``start``, tuples of a text and its start or
        its span, the document objects of LangChain, LlamaIndex, Haystack or Chonkie, the pair that semchunk returns
        with ``offsets=True``, or the ``Path`` of a JSONL file. Where a chunk claims a position, the claim is checked;
        where it does not, the text is located, in the order of the chunks. Where the source repeats itself, it is
        read in the way that leaves out least: each chunk at the first place after the last one, directly after it, as
        far on as leaves no gap, or, for chunks in any order, those with one place there and the others in the gaps.
    chunk_size, chunk_overlap : int, optional
        What was asked for. Without a size nothing is called oversize.
    length_function : callable
        The unit of the two, such as ``len`` or ``count_words``.
    normalize : str, callable or iterable of them, optional
        Differences that were meant: ``"nfc"`` (accents as one character or two), ``"quotes"`` (straight or curly),
        ``"case"``, ``"whitespace"`` (a run of white space is one space), or a function that is given each word, a
        run of characters that are not white space, and returns what it counts as.
    ignore : str, re.Pattern or iterable of them, optional
        Passages that need not be in a chunk and may be, whole or in part, such as page numbers. A ``str`` is literal.

        What either of the two kept from being reported is in ``hidden``, and the report says so. Positions stay
        those of the source.

    Returns
    -------
    Audit

    Raises
    ------
    TypeError
        If the source is not a ``str`` or a ``Document``, a chunk has no text, or an argument is of another type.
        Later, when lengths are first needed: if ``length_function`` returns something other than a number.
    ValueError
        If ``chunk_size < 1`` or ``chunk_overlap < 0``. An overlap that is not smaller than the size is taken: a
        recipe is audited with what it was asked. If a kind in ``normalize`` is unknown, a line of a JSONL file is no
        chunk, or a chunk has two texts that differ, such as ``text`` and ``page_content``. Later: if
        ``length_function`` returns a negative number or NaN.

    Examples
    --------
    >>> audit("one two", [{"text": "one", "start": 0}, {"text": "two", "start": 4}], chunk_size=3).ok
    True
    >>> audit("He said “no”.", ['He said "no".'], normalize="quotes").hidden[0].chunks
    1
    """
    from .auditing.adapters import as_list, read_chunk
    from .auditing.placing import place
    from .document import as_document

    document = as_document(source)
    chunk_size = _whole("chunk_size", chunk_size, 1)
    chunk_overlap = _whole("chunk_overlap", chunk_overlap, 0)
    if not callable(length_function):
        raise TypeError(f"length_function must be callable, such as len, not {type(length_function).__name__}")
    view = None
    if normalize is not None or ignore is not None:
        from .auditing.normalizing import View, read_kinds, read_patterns

        view = View(document.text, read_kinds(normalize), read_patterns(ignore))
    read = [read_chunk(chunk, number) for number, chunk in enumerate(as_list(chunks))]
    return Audit(document, place(document.text, read, view), chunk_size, chunk_overlap, length_function, view)


def _whole(name, value, least):
    """A whole number of any make as an int, or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an int or None, not {type(value).__name__} ({value!r})")
    value = index(value)
    if value < least:
        raise ValueError(f"{name}={value} must be at least {least}")
    return value
