"""Reading HTML: text as a person sees it, marks, the way back to the source, and pages that are broken."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import CHINESE, EMOJI, LATIN, MARKS, ODD, SPACES

from ragchunk_lessons.readers._decode import check_encoding
from ragchunk_lessons.readers._html_encoding import _LABELS, declared_encoding
from ragchunk_lessons.readers.html import read_html

BLOCK_TAGS = ["p", "div", "li", "ul", "ol", "h1", "h3", "blockquote", "pre", "section", "dl", "dd", "td", "tr", "table"]
TAGS = [f"<{name}>" for name in [*BLOCK_TAGS, "b", "a", "span", "code", "th", "thead", "caption", "br", "hr", "svg"]]
TAGS += [f"<{name}>" for name in ["ruby", "rt", "rp", "text", "mtd"]]
TAGS += [tag.replace("<", "</") for tag in TAGS]
BROKEN = [
    "<",
    "< ",
    "</",
    "</>",
    "<!",
    "<!--",
    "<![CDATA[",
    "<script>",
    "</script",
    "<textarea>",
    "<p class",
    "<?",
    "]]>",
]
WHOLE = ["<!-- x -->", "<!doctype html>", "<style>p{}</style>", "<img alt='x &gt; y'>", "&amp;", "&nbsp;", "&#x1F30A;"]


def text_of(source: str) -> str:
    return read_html(source).text


def marks_of(source: str, *kinds: str) -> list[tuple[str, str]]:
    page = read_html(source)
    return [(m.kind, page.text[m.start : m.end]) for m in page.marks if not kinds or m.kind in kinds]


def pages(pieces: list[str]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=40).map("".join)


def assert_mapped(source: str) -> None:
    page, reached, last, tag = read_html(source), 0, 0, None
    for start, end, raw_start, raw_end in page.raw.segments:
        assert not page.text[reached:start].strip(), f"{page.text[reached:start]!r} came from nowhere"
        # A tag that ends one annotation and opens the next has written both signs: ")" and "(".
        assert (last <= raw_start or (raw_start, raw_end) == tag) and raw_start < raw_end <= len(source)
        if end - start == raw_end - raw_start:
            assert page.text[start:end] == source[raw_start:raw_end]
        reached, last, tag = end, raw_end, (raw_start, raw_end)
    assert not page.text[reached:].strip()
    for mark in page.marks:
        span = page.text[mark.start : mark.end]
        assert mark.kind == "title" or (span.strip() and not re.search(r"\A[\r\n]|\s\Z", span))


def test_a_tag_that_ends_one_annotation_and_opens_the_next_has_written_both_signs():
    page = read_html("<rt>&amp;<rt>&amp;<p>")
    assert page.text == "(&)(&)"
    assert [segment[2:] for segment in page.raw.segments][2:4] == [(9, 13), (9, 13)]
    assert_mapped("<rt>&amp;<rt>&amp;<p>")


@given(pages([*TAGS, *WHOLE, *BROKEN, *LATIN, *CHINESE, *EMOJI, *MARKS, *SPACES, *ODD, "\r\n", "\n", "&", "&#", '"']))
@example("<pre>\r\n a\u0301\r\n<div>x</pre>&#999999999999;")
@example("<table>a<td>&nbsp;<th>b</table>")
def test_every_visible_character_maps_to_its_place(source):
    assert_mapped(source)


@given(st.lists(st.sampled_from([*TAGS, *BROKEN, *WHOLE[1:4], " ", "\n"]), max_size=40))
@example(["<table>", "<h1>", "</table>"])
@example(["<table>", "<td>", "<pre>", "<!--", "<![CDATA[", "]]>", "<script>"])
def test_no_word_is_lost_or_moved_on_any_page(tags):
    if "<script>" in tags:  # a script that is closed is left out, and rightly so
        tags = [tag for tag in tags if tag != "</script"]
    words = [f"w{number}w" for number in range(len(tags) + 1)]
    source = words[0] + "".join(f"{tag} {word}" for tag, word in zip(tags, words[1:], strict=True))
    # A tag that has begun takes along what stands before the next ">", as in a browser: here it ends at once.
    source = re.sub(r"(<p class|</script|<\?)", r"\1>", source)
    assert re.findall(r"w\d+w", text_of(source)) == words


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>Press the <strong>red</strong> button then <a>wait</a> ten seconds.</p>",) * 2,
        ("<div>in a div<p>in a p</p>behind it</div>", "in a div\n\nin a p\n\nbehind it"),
        ("<td>cell</td><blockquote>quoted</blockquote><pre>  code</pre>", "cell\n\nquoted\n\n  code"),
        ("<div>a<div>b</div>c</div><section>d</section>", "a\nb\nc\nd"),
        ("  a \n\t b<b> c</b> <i> d </i>\u00a0\u00a0e  \n", "a b c d \u00a0\u00a0e"),
        ("<p>\u3000\u3000洪水&nbsp;</p><p>&nbsp;</p>", "洪水"),
        ("a<br>b<br/><br>c<br><br><br>d", "a\nb\n\nc\n\nd"),
        ("R&amp;D &lt;b&gt; &copy &notit; &bogus; AT&T &#65;&#x42;", "R&D <b> © ¬it; &bogus; AT&T AB"),
        ("H<sub>2</sub>O x<wbr>y <ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "H2O xy 漢(かん)"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</ruby>です<ruby>x<rt></rt></ruby>", "漢(かん)字(じ)ですx"),
        ("<table><td><ruby>漢<rt><b>かん</b></rt></ruby><td>y</table>", "漢(かん) | y"),
        ("<ruby>漢<rt>かん", "漢 かん"),
        ("<p>one</br>two</p><table><td>a</br>b</table>", "one\ntwo\n\na b"),
        ("<a><svg><title>Download</title></svg>Report</a>", "Download Report"),
        ("<svg><text>North</text><text>South</text></svg>a<svg/>b", "North South a b"),
        ("<svg><text><tspan x=1>One</tspan><tspan x=1>two</tspan> m<tspan>2</tspan></text></svg>", "One two m2"),
        ("<math><mtable><mtr><mtd>1</mtd><mtd>0</mtd></mtr></mtable></math>", "1 0"),
        ("<ul><li>one<li><p>two</p><ol><li>three</ol></ul>after", "one\ntwo\nthree\n\nafter"),
        ("<dl><dt>term<dd>meaning</dl>", "term\nmeaning"),
        ("a<script>if (1<2) '</p>'</script>b<style>c</style>d<!-- e -->f", "abdf"),
        ("see<img src=x alt='a &quot;red&quot;\n lamp'>here<img alt><img>", 'see a "red" lamp here'),
        (
            "<select><option>one<option>two</select><textarea> a\n  b &amp; <b></textarea>x",
            "one\ntwo\n a\n  b & <b>\nx",
        ),
        ("<noscript>no script</noscript> <template>spare</template>", "no script spare"),
        ("", ""),
        ("<p></p> \n <br>", ""),
    ],
)
def test_text_as_a_person_sees_it(source, text):
    expected = re.sub(r"<[^>]*>", "", text) if text == source else text
    assert text_of(source) == expected
    assert_mapped(source)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>a<p>b</div></p></td>c", "a\n\nb\n\nc"),
        ("<b><i>crossed</b></i> tags<p", "crossed tags<p"),
        ("3 < 4 and 5 <6, a<-b, <>, x << y", "3 < 4 and 5 <6, a<-b, <>, x << y"),
        ("a<!-- never closed <p>b", "a never closed\n\nb"),
        ("a<!-->b<!--->c<!-- d --!>e<!-- f -- > -->g", "abceg"),
        ("<script>never closed <p>b", "never closed\n\nb"),
        ("<title>never closed<p>b", "never closed\n\nb"),
        ("<a href='x>never closed</a> b", "never closed b"),
        ("<a title='1 > 0' href=b/>c</a>", "c"),
        ("a<![CDATA[b < c &amp; d]]>e<![CDATA[f", "ab < c &amp; def"),
        ("<?xml version='1.0'?><!DOCTYPE html><svg><title>drawing</title><text>t</text></svg>", "drawing t"),
        ("<script src=a /><title/>shown", "shown"),
        ("<h2>open<p>text<h3>next</h3>more", "open\n\ntext\n\nnext\n\nmore"),
        ("<pre>open\n  x<p>text\n  y", "open\n  x\n\ntext y"),
        ("<plaintext>a <b>c", "a c"),
        ("&#" + "9" * 5000 + ";", "&#" + "9" * 5000 + ";"),
        ("a\x00b&#0;\ud83c", "a\x00b\ufffd\ud83c"),
    ],
)
def test_broken_pages_lose_nothing(source, text):
    assert text_of(source) == text
    assert_mapped(source)


def test_preformatted_text_byte_for_byte():
    source = "<p>x</p><pre class='lang-make'>\r\n\tall:  \r\n\t\tcc &lt;a&gt; <b>&amp;&amp;</b>\u00a0b  \r\n\r\n</pre>y"
    page = read_html(source)
    assert page.text == "x\n\n\tall:  \r\n\t\tcc <a> &&\u00a0b\n\ny"
    code = next(mark for mark in page.marks if mark.kind == "code")
    assert (page.text[code.start : code.end], code.data) == (page.text[3:-3], {"language": "make"})


def test_tables_have_one_line_a_row_and_know_their_header():
    source = """<table><caption>Fees</caption><thead><tr><th>Kind<th>Fee</thead>
        <tr><td>A<p>or B</p><td><ul><li>3<li>4</ul>
        <tr><td></td><td>5</td></tr><tr><td><td></tr><tr><th>x<td></table>z"""
    page = read_html(source)
    assert page.text == "Fees\nKind | Fee\nA or B | 3 4\n| 5\nx\n\nz"
    rows = [(page.text[m.start : m.end], m.data["header"]) for m in page.marks if m.kind == "row"]
    assert rows == [("Kind | Fee", True), ("A or B | 3 4", False), ("| 5", False), ("x", False)]
    assert marks_of(source, "table", "paragraph") == [("paragraph", "Fees"), ("table", page.text[5:-3])]


def test_only_the_first_rows_are_headers():
    source = "<table><tr><th>a<tr><th>b<tr><td>1<tr><th>c</table>"
    headers = [mark.data["header"] for mark in read_html(source).marks if mark.kind == "row"]
    assert headers == [True, True, False, False]


def test_text_in_no_cell_keeps_its_place():
    assert text_of("<table>a<tr>b<td>c</td>d<td>e</td></tr>f</table>g") == "a\nb c d | e\nf\n\ng"
    assert text_of("<table><tr><td>a</table><table><tr><td>b") == "a\n\nb"


@pytest.mark.parametrize(
    "source",
    [
        "<table><tr><td>a<td><table><tr><th>b<th>c<tr><td>1<td>2</table>d</table>",
        "<table><tr><td>a<td><table><tr><th>b<th>c<tr><td>1<td>2</table>d",
    ],
)
def test_a_table_around_a_table_is_a_layout(source):
    assert text_of(source) == "a\n\nb | c\n1 | 2\n\nd"
    assert marks_of(source, "table") == [("table", "b | c\n1 | 2")]
    assert marks_of("<table role=presentation><tr><td>a<td>b</table>", "table") == []
    assert marks_of("<table><tr><td><h2>a</h2>b</table>") == [("heading", "a")]


def test_headings_have_levels_and_the_title_is_a_mark():
    source = "<title>All &amp;\n more</title><h1>A<br>B</h1><h6>c <i>d</i></h6><h2></h2><h3><div>e</div></h3>"
    page = read_html(source)
    assert page.text == "A\nB\n\nc d\n\ne"
    found = [(mark.kind, mark.data) for mark in page.marks]
    assert found == [
        ("title", {"text": "All & more"}),
        ("heading", {"level": 1, "text": "A B"}),
        ("heading", {"level": 6, "text": "c d"}),
        ("heading", {"level": 3, "text": "e"}),
    ]


def test_marks_of_lists_and_quotations_are_outer_first():
    source = "<blockquote><p>a<ul><li>b<ul><li>c</ul></ul></blockquote>d"
    assert marks_of(source) == [
        ("quote", "a\n\nb\nc"),
        ("paragraph", "a"),
        ("list", "b\nc"),
        ("list", "c"),
    ]


def test_the_way_back_to_the_source():
    source = "<p>Fish &amp;\n<b>chips</b></p>"
    page = read_html(source)
    start, end = page.raw.to_raw(page.text.index("&"), page.text.index("hips"))
    assert source[start:end] == "&amp;\n<b>c"


@pytest.mark.parametrize("unit", ["<div>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<pre>", "<h1>", "<b>"])
def test_deep_nesting(unit):
    page = read_html(unit * (100_000 // unit.count("<")) + "deep")
    assert page.text == "deep"


def test_a_file_declares_its_encoding(tmp_path):
    path = tmp_path / "page.html"
    for declared, encoding in [("gb2312", "gb18030"), ("ISO-8859-1", "cp1252"), ("utf-16", "utf-8"), ("x", "utf-8")]:
        word = "caf\u00e9\u2019" if encoding == "cp1252" else "洪水\u20ac"
        path.write_bytes(
            f"<meta http-equiv=Content-Type content='text/html; charset={declared}'>{word}".encode(encoding)
        )
        assert (read_html(path).text, read_html(path).source) == (word, path.as_posix())
    path.write_bytes(b"<meta charset=utf-8>\xba\xe9")
    with pytest.raises(ValueError, match=r"page\.html is not utf-8: byte 0xba at position 20"):
        read_html(path)
    assert read_html(path, encoding="gb18030").text == "\u6d2a"


META = "<meta http-equiv=content-type content="


@pytest.mark.parametrize(
    ("source", "encoding"),
    [
        ("<meta charset=gbk>", "gb18030"),
        ("<META\nCHARSET = ' GBK '/>", "gb18030"),
        ("<meta/charset=gbk>", "gb18030"),
        ("<meta content=\"a;charset = 'gbk'\" http-equiv=Content-Type>", "gb18030"),
        (META + "'charset charset=gbk; x'>", "gb18030"),
        ("<meta charset=unknown><meta charset=gbk>", "gb18030"),
        ("<!-- x --><!----><!doctype html><meta charset=gbk>", "gb18030"),
        ("<head><!--" + "x" * 2000 + "--><title>T</title><meta charset=gbk>", "gb18030"),
        ("<?xml version='1.0' encoding='gbk'?><html>", "gb18030"),
        ("<?xml version='1.0' encoding='gbk'?><meta charset=big5>", "big5hkscs"),
        ("<meta charset=windows-31j>", "cp932"),
        ("<meta charset=utf-16le>", "utf-8"),
        ("<!-- <meta charset=gbk> --><p>", "utf-8"),
        ("<!-- <meta charset=gbk><p>", "utf-8"),
        ("<metadata charset=gbk>", "utf-8"),
        ("</meta charset=gbk>", "utf-8"),
        ("<meta data-charset=gbk>", "utf-8"),
        ("<meta name=description content='text; charset=windows-1252'>", "utf-8"),
        ("<meta name=x content='charset=gbk' charset=big5>", "big5hkscs"),
        ("<meta http-equiv=refresh content='charset=gbk'>", "utf-8"),
        (META + "'charset=gbk' charset=unknown>", "utf-8"),
        (META + '"charset=\'gbk">', "utf-8"),
        ("<p title='<meta charset=gbk>'><link data-x=charset=gbk>", "utf-8"),
        ("<script>'<meta charset=gbk>'</script><title><meta charset=gbk></title>", "utf-8"),
        ("<p>" + "x" * 2000 + "<meta charset=gbk>", "utf-8"),
        ("<p>set charset=gbk", "utf-8"),
        *(
            (f"<meta charset={name}>", "utf-8")
            for name in ("unicode_escape", "rot13", "utf-7", "idna", "cp037", "mbcs")
        ),
    ],
)
def test_only_a_meta_tag_declares_an_encoding(source, encoding):
    assert declared_encoding(source.encode()) == encoding


def test_every_encoding_of_the_web_is_known_to_python():
    assert all(check_encoding(codec) for codec in _LABELS)
    labels = [label for names in _LABELS.values() for label in names.split()]
    assert len(labels) == len(set(labels)) > 200
    assert declared_encoding("<?xml version='1.0'?>".encode("utf-16-le")) == "utf-16-le"


def test_bad_arguments():
    with pytest.raises(TypeError, match="source must be a Path"):
        read_html(b"<p>")
    with pytest.raises(ValueError, match="encoding='utf-9' is unknown"):
        read_html("<p>", encoding="utf-9")
