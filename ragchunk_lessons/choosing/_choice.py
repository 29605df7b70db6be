"""One row of a decision table: a situation, what to do, and what says so."""

from __future__ import annotations

from dataclasses import dataclass

from ..claims import SOURCES


@dataclass(frozen=True)
class Choice:
    """What to do in one situation. It is backed by a measurement, or it is an opinion; never both.

    Parameters
    ----------
    situation : str
        What the reader has or sees; in the table of advice, what a source advises.
    advice : str
        What to do and what comes of it. No measured numbers: those stand where the measurement is shown.
    lesson : str
        The lesson that shows it, such as ``"06_documents"``.
    functions : tuple of str
        Public names of the package, the first one to call first.
    claims, questions : tuple of str
        Ids of rows of ``ragchunk_lessons.claims`` and ``ragchunk_lessons.open_questions``.
    section : str
        A heading of the lesson below which it is measured.
    opinion : bool
        Whether nothing in these lessons measures it.
    key, place : str
        The source of an advice, as in ``Claim``.

    Raises
    ------
    ValueError
        If a row has no measurement and is not called an opinion, or has both, or its source is not known.

    Examples
    --------
    >>> Choice("Tea", "Drink it.", "01_why_chunk")
    Traceback (most recent call last):
    ...
    ValueError: 'Tea' has no measurement; name one, or say opinion=True
    """

    situation: str
    advice: str
    lesson: str
    functions: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    section: str = ""
    opinion: bool = False
    key: str = ""
    place: str = ""

    def __post_init__(self) -> None:
        measured = bool(self.claims or self.questions or self.section)
        if not measured and not self.opinion:
            raise ValueError(f"{self.situation!r} has no measurement; name one, or say opinion=True")
        if measured and self.opinion:
            raise ValueError(f"{self.situation!r} is measured; leave out opinion=True")
        if self.key and self.key not in SOURCES:
            raise ValueError(f"key={self.key!r} must be one of {tuple(SOURCES)}")

    @property
    def source(self) -> str:
        """The source in words, with the place in it; empty where there is none."""
        return ", ".join(filter(None, (SOURCES.get(self.key, ""), self.place)))
