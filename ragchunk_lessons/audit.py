"""Putting the chunks back together, to see what was lost, rewritten or put in the wrong place.

The verdict is worked out at once. Everything else an audit can tell is advice, and is worked out when it is
asked for.
"""

from __future__ import annotations

from operator import index


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

    Attributes
    ----------
    lost : list of Gap
        Passages that no chunk holds. White space between chunks is not lost.
    coverage : float
        The share of the source's characters, white space not counted, that stand in some chunk, from 0 to 1.
        An empty source is covered.
    rewritten : list of Finding
        Chunks whose text is not its slice of the source, nor ends with it after an added context. A context is
        taken as added if it ends with white space or a sign, not inside a word, and the slice has a letter or a
        digit (or the context ends with a line end). ``contexts`` lists them, since the source cannot vouch for
        them.
    misplaced : list of Finding
        Chunks whose text does not stand where they claim, or starts further in front than they claim.

    Examples
    --------
    >>> audit("One. Two.", ["One."])
    Audit(ok=False, coverage=50 %, lost=1 span, 4 characters: 'Two.')
    """

    def __init__(self, document, placing, chunk_size=None, chunk_overlap=None, length_function=len):
        from .placing import gaps, visible

        self.document = document
        self.chunks = placing.placed
        self.rewritten = placing.rewritten
        self.misplaced = placing.misplaced
        self.chunk_size = chunk_size
        self.chunk_overlap = chunk_overlap
        self.length_function = length_function
        self.lost = gaps(document.text, [span for chunk in self.chunks for span in chunk.spans])
        self.lost_characters = sum(gap.characters for gap in self.lost)
        total = visible(document.text)
        self.coverage = 1 - self.lost_characters / total if total else 1.0
        self._known = {}

    def _once(self, name):
        """An advice by its name, worked out the first time."""
        if name not in self._known:
            from . import advice

            self._known[name] = getattr(advice, name)(self)
        return self._known[name]

    @property
    def ok(self):
        """Whether nothing is lost, rewritten or misplaced, and nothing oversize where ``chunk_size`` is given."""
        return not (self.lost or self.rewritten or self.misplaced or self.oversize)

    @property
    def oversize(self):
        """Chunks longer than ``chunk_size``, any added context included; none if no size was given."""
        return self._once("oversize")

    @property
    def contexts(self):
        """Chunks with an added context in front of their passage, and how many characters it has."""
        return self._once("contexts")

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
    def orphans(self):
        """Chunks that open with a pronoun or in lower case, as if something stood before them. A hint, no more."""
        return self._once("orphans")

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
        from .report import report

        return report(self, advice)

    def __repr__(self):
        from .report import summary

        return f"Audit({summary(self)})"

    def _repr_html_(self):
        from .show import show_chunks

        return show_chunks(self.document, None, audit=self)._repr_html_()


def audit(source, chunks, chunk_size=None, chunk_overlap=None, length_function=len):
    """Check chunks of any make against the text they were cut from.

    Parameters
    ----------
    source : str or Document
        The text that was cut.
    chunks : iterable
        Chunks of this package, plain strings, dicts with ``text`` and ``start``, or the document objects of
        LangChain, LlamaIndex, Haystack or Chonkie. Where a chunk claims a position, the claim is checked; where
        it does not, the text is located, in the order of the chunks. Where the source repeats itself, it is read
        in the way that leaves out less: with overlap, or each chunk directly after the one before.
    chunk_size, chunk_overlap : int, optional
        What was asked for. Without a size nothing is called oversize.
    length_function : callable
        The unit of the two, such as ``len`` or ``count_words``.

    Returns
    -------
    Audit

    Raises
    ------
    TypeError
        If the source is not a ``str`` or a ``Document``, or a chunk has no text. Later, when lengths are first
        needed: if ``length_function`` returns something other than a number.
    ValueError
        If ``chunk_size < 1`` or ``chunk_overlap < 0``. An overlap that is not smaller than the size is taken: a
        recipe is audited with what it was asked. Later: if ``length_function`` returns a negative number or NaN.

    Examples
    --------
    >>> audit("one two", [{"text": "one", "start": 0}, {"text": "two", "start": 4}], chunk_size=3).ok
    True
    """
    from .adapters import as_list, read_chunk
    from .document import as_document
    from .placing import place

    document = as_document(source)
    chunk_size = _whole("chunk_size", chunk_size, 1)
    chunk_overlap = _whole("chunk_overlap", chunk_overlap, 0)
    if not callable(length_function):
        raise TypeError(f"length_function must be callable, such as len, not {type(length_function).__name__}")
    read = [read_chunk(chunk, number) for number, chunk in enumerate(as_list(chunks))]
    return Audit(document, place(document.text, read), chunk_size, chunk_overlap, length_function)


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
