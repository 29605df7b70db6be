"""What a run has to say: while it goes on, and at its end."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. Only what is on the disk is counted.

    Examples
    --------
    >>> print(Progress(64, 16, bytes=10**9, done_bytes=250_000_000, documents=9000, failed=2, rate=8e6))
    16 of 64 parts, 25 %, 9000 documents, 2 failed, 8.0 MB/s
    """

    parts: int
    done: int
    bytes: int
    done_bytes: int
    documents: int
    failed: int
    rate: float

    def __str__(self) -> str:
        share = int(100 * self.done_bytes / self.bytes) if self.bytes else 100 * self.done // max(1, self.parts)
        speed = f", {self.rate / 1e6:.1f} MB/s" if self.rate else ""
        return f"{self.done} of {self.parts} parts, {share} %, {self.documents} documents, {self.failed} failed{speed}"


COUNTED = {
    "not_ok": "not ok",
    "failed": "failed",
    "set_aside": "set aside",
    "repeated": "repeated",
    "same_name": "of the same name",
    "doubled": "doubled ids",
}


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """What became of a corpus. Made by ``split_corpus``.

    Parameters
    ----------
    out : Path
        The folder of the results.
    documents, chunks, characters : int
        In the tables. Characters are those of the documents that could be read.
    whole : int
        Documents whose audit says *ok*.
    not_ok : int
        Documents whose audit says otherwise.
    unchecked : int
        Documents that were cut without an audit.
    failed : int
        Documents that could not be read or cut; ``words`` in their row says why.
    set_aside : int
        Documents that killed their worker or took too long.
    repeated : int
        Documents that stand in the tables once more, with the same name and the same text.
    same_name : int
        Documents whose name also stands for another text.
    doubled : int
        Ids of chunks that stand in several documents, which is possible only where these have the same name.
    parts, resumed : int
        All parts, and how many of them an earlier run had done.
    changed : int
        Parts of an earlier run that are no results any more, since the source has changed; it was cut again there.
    damaged : int
        Parts of an earlier run that were cut again, since a file of theirs was damaged or gone.
    """

    out: Path
    documents: int
    chunks: int
    characters: int
    whole: int
    not_ok: int
    unchecked: int
    failed: int
    set_aside: int
    repeated: int
    same_name: int
    doubled: int
    parts: int
    resumed: int
    changed: int
    damaged: int

    @property
    def ok(self) -> bool:
        """Whether every document was cut, no audit found anything, and no id names two passages."""
        return not (self.not_ok or self.failed or self.set_aside or self.doubled)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"ok": self.ok, **asdict(self), "out": self.out.as_posix()}

    def __repr__(self) -> str:
        said = [f"ok={self.ok}", f"{self.documents} documents", f"{self.chunks} chunks"]
        said += [f"{getattr(self, name)} {words}" for name, words in COUNTED.items() if getattr(self, name)]
        return f"CorpusReport({', '.join(said)})"
