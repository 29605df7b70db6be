"""The strip of an audit: the source it belongs to, and the flags on its chunks."""

from __future__ import annotations

import pytest
from chunk_makers import slices
from test_show import Page

from ragchunk_lessons import Document, audit
from ragchunk_lessons.show import show_chunks


def test_another_source_than_the_audited_one_is_refused():
    made = audit("One. Two.", ["One."])
    assert show_chunks(Document("One. Two.", source="a"), audit=made).html == made._repr_html_()
    with pytest.raises(ValueError, match="source is not the text that was audited"):
        show_chunks("One. Three.", audit=made)


def test_what_was_held_together_and_is_cut_is_flagged():
    text = "# A\n\n```\none\n\ntwo\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    cut, low = text.index("two"), text.index("| 3")
    made = audit(text, slices(text, (0, cut), (cut, low), (low, len(text))), 50)
    page = Page(made._repr_html_())
    assert page.values("data-x") == ["code cut", "no header"]
    assert page.text == text
    assert "rcl-w" not in made._repr_html_().split("</style>")[1]  # a flag is no rewriting
    assert "code cut 1 rows without header 1" in " ".join(page.said.split())
    long = audit(text, slices(text, (0, cut), (cut, len(text))), 30)
    assert Page(long._repr_html_()).values("data-x") == ["code cut", "oversize"]
    same = audit("“One.”", ['"One."'], normalize="quotes")
    assert "hidden quotes" in " ".join(Page(same._repr_html_()).said.split())


def test_ten_megabytes_of_markdown_stay_light():
    block = "# Head\n\n" + "Some words of a long text. " * 40 + "\n\n```\na\n\nb\n```\n\n| a |\n|---|\n| 1 |\n| 2 |\n\n"
    text = (block * 9000)[:10_000_000]
    spans = [(at, min(at + 500, len(text))) for at in range(0, len(text), 500)]
    made = audit(text, slices(text, *spans[:9], *spans[10:]), 400)
    assert made.cut_fences and made.tables_without_header
    assert len(made._repr_html_().encode()) < 40_000
