"""What the build does to every page: folds, the language of Chinese text, terms, errata, one style sheet."""

from __future__ import annotations

import re
import sys

import pytest
import tinycss2
from lesson_frame import ROOT

from ragchunk_lessons import claims

sys.path.insert(0, str(ROOT / "scripts"))
import book_errata
import book_html
import book_styles
import book_terms

# --- folds and languages ------------------------------------------------------------------------------

FOLD = (
    '<div class="solution dropdown admonition" id="sol-1">\n<p class="admonition-title">Solution</p>'
    '<section id="s"><div class="x"><div>deep</div></div></section>\n</div><p>after</p>'
)


def test_a_dropdown_becomes_details():
    made = book_html.fold_with_details(f"<div>before</div>{FOLD}{FOLD}")
    opened = '<details class="solution dropdown admonition folded" id="sol-1">'
    assert (made.count(opened), made.count("</details><p>after")) == (2, 2)
    assert made.count('<summary class="admonition-title">Solution</summary>') == 2
    assert made.count("<div") == made.count("</div") == 5
    plain = '<div class="admonition note"><p class="admonition-title">Note</p></div>'
    assert book_html.fold_with_details(plain) == plain


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("<p>see 水泵 here</p>", '<p>see <span lang="zh-Hans">水泵</span> here</p>'),
        ("<p>水，泵。x</p>", '<p><span lang="zh-Hans">水，泵。</span>x</p>'),
        ('<p lang="zh-Hans">水<b>泵</b></p>', '<p lang="zh-Hans">水<b>泵</b></p>'),
        ("<svg><text>水</text><title>泵</title></svg>", None),
        ("<br>水<img alt='泵'>", "<br><span lang=\"zh-Hans\">水</span><img alt='泵'>"),
        ("<script>'水'</script><style>/* 泵 */</style>", "<script>'水'</script><style>/* 泵 */</style>"),
        ("<p>no Chinese, but – ° ×</p>", "<p>no Chinese, but – ° ×</p>"),
    ],
)
def test_chinese_is_named(body, wanted):
    wanted = wanted or '<svg><text><tspan lang="zh-Hans">水</tspan></text><title>泵</title></svg>'
    assert book_html.name_chinese(body) == wanted


def test_a_long_printed_line_is_prose_and_a_table_keeps_its_lines():
    def printed(line, kind="stream"):
        return f'<div class="output {kind} notranslate"><div class="highlight"><pre>{line}\n</pre></div></div>'

    long, table = "word " * 19, "|".join(["12345678"] * 10)
    assert 'stream notranslate prose"' in book_html.wrap_prose(printed(long))
    assert 'text_plain notranslate prose"' in book_html.wrap_prose(printed(f"a\n{long}", "text_plain"))
    assert book_html.wrap_prose(printed(table)) == printed(table)
    marked = "<span>&lt;</span>" * 80  # what is not shown does not count
    assert book_html.wrap_prose(printed(marked)) == printed(marked)


def test_what_docutils_writes_amiss_is_mended():
    listed = '<div role="list" class="citation-list"><div class="citation" id="a" role="doc-biblioentry">x</div></div>'
    assert "role" not in book_html.mend(listed)
    head = '<tr><th class="head"><p></p></th><th class="head"><p>x</p></th></tr>'
    assert book_html.mend(head) == '<tr><td></td><th class="head"><p>x</p></th></tr>'


def test_regions_of_one_name_are_told_apart():
    one = '<div class="a" role="region" aria-label="A strip">'
    assert book_html.tell_apart(one + one) == one + one.replace("A strip", "A strip (2)")


# --- terms ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("chunk", "Two Chunks here", "Chunks"),
        ("chunk", "chunking and chunk_size", None),
        ("sentence boundary", "at sentence\nboundaries", "sentence\nboundaries"),
        ("bi-encoder", "Bi-encoders", "Bi-encoders"),
        ("index", "the indexes grow", "indexes"),
        ("index", "the index of the chunk", None),
        ("leaf", "it leaves", None),
        ("leaf", "its leaves", "leaves"),
        ("RAG", "a rag", None),
        ("RAG", "for RAG.", "RAG"),
        ("token", "tiktoken.py and token.json", None),
        ("hit", "they hit it", None),
        ("intersection over union", "its IoU is low", "IoU"),
        ("文本块", "一个文本块中", "文本块"),
    ],
)
def test_a_term_in_running_text(term, text, found):
    match = book_terms.pattern_of(term).search(text)
    assert (match and match["words"]) == found


# --- errata --------------------------------------------------------------------------------------------


def test_every_row_of_the_evidence_is_read():
    rows = book_errata.rows_of(ROOT)
    assert [row["id"] for row in rows] == [row.id for row in claims.CLAIMS]
    for row, claim in zip(rows, claims.CLAIMS, strict=True):
        assert (row["verdict"], row["source"]) == (claim.verdict, claim.source)
        assert (row["printed"], row["lesson"]) == (claim.published, claim.lesson and f"notebooks/{claim.lesson}")


def test_the_page_lists_every_erratum_once():
    page = (ROOT / "book" / "errata.md").read_text(encoding="utf-8")
    names = re.findall(r"(?m)^```\{errata\} (.+)$", page)
    listed = [row["id"] for name in names for row in book_errata.errata_of(ROOT, name)]
    assert sorted(names) == sorted(claims.SOURCES.values())
    assert sorted(listed) == sorted(row.id for row in claims.CLAIMS if row.verdict in book_errata.MENDED)


def test_every_lesson_with_an_erratum_says_what_to_do_instead():
    for row in book_errata.rows_of(ROOT):
        if row["lesson"]:
            anchor, words = book_errata.repair_of(ROOT, row["lesson"])
            assert anchor.startswith("the-repair") and words, row["lesson"]


# --- one style sheet -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".used{a:b}.gone{a:b}", ".used{a:b}"),
        (".used,.gone .used{a:b}", ".used{a:b}"),
        (".used:not(.gone){a:b}", ".used:not(.gone){a:b}"),
        (".used :is(.gone, .used){a:b}", ".used :is(.gone, .used){a:b}"),
        ('p > a[href=".gone"]{a:b}', 'p > a[href=".gone"]{a:b}'),
        ("@media (width < 9px){.gone{a:b}.used{a:b}}", "@media (width < 9px){.used{a:b}}"),
        ("@media print{.gone{a:b}}", ""),
        ("@font-face{font-family:x;src:url(fontawesome/a.woff2)}", ""),
        ("@keyframes turn{from{a:b}}", "@keyframes turn{from{a:b}}"),
        (".used::before{a:b}", ".used::before{a:b}"),
    ],
)
def test_rules_that_no_page_uses_are_left_out(css, kept):
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    assert book_styles.trimmed(rules, {"used", "p", "a"}) == kept


def test_the_icons_of_the_theme_go_and_those_of_the_book_stay(tmp_path):
    (tmp_path / "styles").mkdir()
    for name in ("styles/theme.css", "book.css"):
        (tmp_path / name).write_text(".fa-bars{a:b}.used{a:b}")
    assert book_styles.shortened(tmp_path, "styles/theme.css", {"used", "fa-bars"}) == ".used{a:b}"
    assert book_styles.shortened(tmp_path, "book.css", {"used", "fa-bars"}) == ".fa-bars{a:b}.used{a:b}"


def test_a_style_sheet_brings_what_it_imports(tmp_path):
    (tmp_path / "styles").mkdir()
    (tmp_path / "basic.css").write_text("a{background:url(b.png)}")
    (tmp_path / "styles" / "t.css").write_text('@import "../basic.css";p{background:url("c.png")}')
    assert book_styles.whole(tmp_path, "styles/t.css") == 'a{background:url(b.png)}p{background:url("styles/c.png")}'
