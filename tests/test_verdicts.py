"""claims: the verdict of every row, so that none changes unseen; what each follows from is in test_claims."""

from __future__ import annotations

from ragchunk_lessons.claims import CLAIMS, VERDICTS

EXPECTED = {
    "reproduced": (
        "adaptive-class context-totals cost-3x cure-overlap cuts-move def-chars def-token-chunks def-words fox-20 "
        "fox-5 heading-depths metadata-noop ngram-tail pages-noop parents-125 parents-vectors parts-abcd "
        "put-together rag-1000 rag-200 rag-200-rank2 rag-300 rag-500 rerank-cost rerank-gaps rerank-it "
        "rerank-scores short-chunks silent-256 size-units table-halves topics-4-of-9 whole-doc windows-512-50"
    ).split(),
    "corrected": (
        "affix-tokens alarm-80 anchor-law anchor-rerank cure-dilutes cure-sentence def-tokens door-margin "
        "language-free mixed-sections overlap-all-50 overlap-rule overlap-top-five pump-e17 pump-size pump-union "
        "questions-30-50 rag-overlap-50 record-fields record-number recursive-merge report-pairs semantic-ceiling "
        "size-300-800 structure-rows substring-key time-labels token-34 topics-pronoun update-questions "
        "window-750 words-whole zh-tokens"
    ).split(),
    "refuted": (
        "decode-cut dot-separator fixed-loop html-tags md-regex ngram-example overlap-bm25 parents-tail "
        "rag-200-cut runs-differ threshold-075 topics-context"
    ).split(),
    "not measurable here": ("llm-method rerank-order zh-limit").split(),
}


def test_every_row_has_the_verdict_that_was_found():
    found = {verdict: sorted(row.id for row in CLAIMS if row.verdict == verdict) for verdict in VERDICTS}
    assert found == EXPECTED


def test_every_kind_of_verdict_is_used():
    assert all(EXPECTED[verdict] for verdict in VERDICTS)
