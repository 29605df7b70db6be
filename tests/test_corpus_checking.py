"""The results of a corpus are read back only when its run has come to its end."""

from __future__ import annotations

import pytest

from ragchunk_lessons.batch import audit_corpus, corpus_chunks, troubled_documents
from ragchunk_lessons.batch._sample import sample_results


@pytest.mark.parametrize("read", [audit_corpus, corpus_chunks, troubled_documents])
def test_an_unfinished_run_is_refused_before_any_work(read, tmp_path):
    for folder in (tmp_path / "none", tmp_path):
        with pytest.raises(FileNotFoundError, match=r"has no summary\.json; run it to its end first"):
            read(folder)


def test_the_sample_is_made_once_and_read_by_all_three():
    out = sample_results()
    assert out == sample_results()
    assert audit_corpus(out, ["pump", "gauge"]).ok
    assert [chunk.text for chunk in corpus_chunks(out)] == ["Open the valve. Start the pump."]
    assert [row["source"] for row in troubled_documents(out)] == ["gauge"]
