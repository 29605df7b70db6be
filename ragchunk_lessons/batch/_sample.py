"""Results of a corpus of two documents, made once in a process: the examples of ``checking`` read them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_DOCUMENTS = ({"id": "pump", "text": "Open the valve. Start the pump."}, {"id": "gauge"})


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="corpus-", ignore_cleanup_errors=True)


@cache
def sample_results() -> Path:
    """The folder of the results; it is removed at the end of the process. The second document has no text.

    Examples
    --------
    >>> sorted(path.name for path in sample_results().iterdir() if path.suffix)
    ['run.json', 'summary.json']
    """
    from .corpus import split_corpus

    source = Path(_folder().name, "two.jsonl")
    source.write_text("".join(json.dumps(document) + "\n" for document in _DOCUMENTS), encoding="utf-8")
    out = source.with_name("out")
    split_corpus(source, out, workers=0)
    return out
