"""A corpus too large for one go: cut part by part, by several workers, with a run that may be killed at any moment.

The work is done on Dask: workers of this machine by default, those of any scheduler by its address. Without Dask the
same run works in one process. The results are Parquet files, and the ids in them do not depend on how the work was
parted.
"""

from ._report import CorpusReport, Progress
from .checking import CorpusAudit, audit_corpus, corpus_chunks, troubled_documents
from .corpus import split_corpus

__all__ = [
    "CorpusAudit",
    "CorpusReport",
    "Progress",
    "audit_corpus",
    "corpus_chunks",
    "split_corpus",
    "troubled_documents",
]
