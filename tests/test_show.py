"""The strip: the text itself, coloured by chunk, that anyone can read and nothing can break."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
from chunk_makers import ngrams, slices
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from ragchunk_lessons import Chunk, Document, audit
from ragchunk_lessons.corpora import DEFINITION, load_text
from ragchunk_lessons.show import show_chunks, show_side_by_side, show_tokens
from ragchunk_lessons.showing.show_text import number


class Page(HTMLParser):
    """Elements with their attributes, and the text of the strip, as a browser would have them."""

    VOID = frozenset({"br"})

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.text, self.said = [], [], "", ""
        self.feed(html)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag, attributes):
        assert len(dict(attributes)) == len(attributes)
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append((tag, dict(attributes).get("class", "")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if any(tag == "style" for tag, _ in self.open):
            return
        if any(names == "rcl-text" for _, names in self.open) and not any(tag == "summary" for tag, _ in self.open):
            self.text += data
        else:
            self.said += data + " "

    def named(self, name):
        return [attributes for _, attributes in self.elements if name in attributes.get("class", "").split()]

    def values(self, attribute):
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]


def windows(text, size, step):
    return slices(text, *((at, min(at + size, len(text))) for at in range(0, len(text), step)))


def test_the_strip_of_the_definition():
    strip = show_chunks(DEFINITION, ngrams(DEFINITION, 8, 3), title="Where did the last four words go?")
    page = Page(strip.html)
    assert page.text == DEFINITION
    assert page.values("data-n") == ["0", "1", "2", "3", "4", "5", "6", "n"]
    assert page.values("data-x") == ["lost"]
    assert len(page.named("rcl-o")) == 6 + 1  # six overlaps and the key
    assert "Where did the last four words go?" in page.said
    assert "coverage 94.5 % lost 13 characters overlap given 13 to 26 blow-up 1.35×" in " ".join(page.said.split())
    assert repr(strip) == "Strip(7 chunks, coverage 94.5 %, lost 13 characters)"


@given(texts(), st.data())
def test_the_text_is_there_as_it_is_without_the_numbers(text, data):
    edges = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    spans = [(min(pair), max(pair)) for pair in zip(edges[::2], edges[1::2], strict=False)]
    page = Page(show_chunks(text, slices(text, *spans), hints=True, words=True).html)
    shown = re.sub("\r\n?", "\n", text)
    shown = re.sub("[\ud800-\udfff]", "\ufffd", shown)  # a lone surrogate cannot be written at all
    shown = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", lambda m: chr(0x2400 + min(ord(m[0]), 0x21)), shown)
    assert page.text == shown


def test_a_folded_text_is_whole_in_its_folds():
    text = load_text("pump_manual_natural")[:5000]
    page = Page(show_chunks(text, windows(text, 300, 250), fold=1000).html)
    assert page.text == text
    assert len([1 for tag, _ in page.elements if tag == "details"]) == 1


def test_a_loss_in_the_middle_stays_in_sight():
    text = load_text("pump_manual_natural") * 2
    chunks = windows(text, 300, 250)
    strip = show_chunks(text, [*chunks[:20], *chunks[21:]], fold=1000)
    gap = audit(text, [*chunks[:20], *chunks[21:]]).lost[0]
    sight = re.sub("<details.*?</details>", "", strip.body, flags=re.DOTALL)
    assert Page(sight).values("data-x") == ["lost"]
    assert gap.text[:60].split("\n")[0] in Page(sight).text


def test_ten_thousand_characters_stay_light():
    text = (load_text("pump_manual_natural") * 3)[:10_000]
    for size, step in ((300, 250), (40, 30), (50, 10)):
        assert len(show_chunks(text, windows(text, size, step)).html.encode()) < 60_000
    long = text * 500
    assert len(show_chunks(long, windows(long, 500, 450)).html.encode()) < 30_000


def test_hostile_text_stays_text():
    text = "<script>alert(1)</script> <img src=x onerror=alert(1)> &lt; \"'></span></div><style>*{}</style>"
    source = Document(text, source="<b>name</b>")
    chunk = Chunk(text[:24], 0, 24, {"page": "<script>alert(2)</script>"})
    strip = show_chunks(
        source, [chunk, "<script>Nobody has said this, neither here nor there</script>"], title="<img onerror=alert(4)>"
    )
    page = Page(strip.body)
    assert page.text == text
    assert {tag for tag, _ in page.elements} <= {"div", "span", "i", "b", "br"}
    assert "chunk 1 is not in the text: '<script>Nobody" in page.said
    assert "<img onerror=alert(4)>" in page.said
    assert not re.search("<script|<img|<style", strip.body)
    tokens = show_tokens(text, {"<script>": [(0, 8), (8, len(text))]}, title="<b>")
    assert not re.search("<script|<img|<style|<b>t", tokens.body)
    assert text in Page(tokens.body).text


def test_no_script_no_address_no_id():
    html = show_chunks(DEFINITION, ngrams(DEFINITION, 8, 3), title="t", hints=True, words=True).html
    assert not re.search(r"<script|https?:|url\(|@import|\sid=|\son\w+=", html)


def test_the_picture_is_the_same_every_time():
    code = (
        "from ragchunk_lessons.show import *; from ragchunk_lessons.corpora import DEFINITION as d;"
        "import hashlib; s = show_chunks(d, [d[:99], d[50:150], d[120:260], 'nowhere at all'], hints=True, words=True);"
        "print(hashlib.sha256(s.html.encode()).hexdigest(), repr(s))"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outs) == 1


def test_neighbours_alternate_and_shared_text_is_hatched():
    text = "aa bb cc dd ee ff gg"
    chunks = slices(text, (0, 8), (6, 14), (9, 20), (9, 14))
    page = Page(show_chunks(text, chunks).body)
    runs = [
        (attributes["class"].split()[0], attributes.get("data-n"))
        for _, attributes in page.elements
        if attributes.get("class", "").split()[:1] in (["rcl-a"], ["rcl-b"], ["rcl-o"], ["rcl-p"])
        and "data-m" not in attributes
    ]
    assert runs[:5] == [("rcl-a", "0"), ("rcl-o", "1"), ("rcl-b", None), ("rcl-p", "2 3"), ("rcl-a", None)]


def test_the_key_holds_only_what_occurs():
    def key(strip):
        return strip.body.split('class="rcl-key"')[1]

    plain = key(show_chunks("One. Two.", ["One.", "Two."]))
    assert "chunk n starts" in plain
    assert not re.search("in two|in three|in no|not as|depend|cut inside", plain)
    full = key(
        show_chunks(
            "one two three four. it is five.",
            [
                "one two thr",
                "two three",
                "three four.",
                {"text": "three four", "start": 2},
                {"text": "it is five!", "start": 20},
            ],
            hints=True,
            words=True,
        )
    )
    assert all(
        sign in full for sign in ("in two chunks", "in three or more", "not as in the source", "cut inside a word")
    )


def test_what_is_rewritten_or_misplaced_says_so():
    text = "The pump is old. The valve is new."
    chunks = [{"text": "The pump is OLD.", "start": 0}, {"text": "The valve is new.", "start": 3}]
    page = Page(show_chunks(text, chunks).body)
    assert page.values("data-x") == ["rewritten", "misplaced"]
    assert page.text == text


def test_hints_and_cuts_are_marked_when_asked_for():
    text = "The pump is old. It leaks."
    chunks = slices(text, (0, 6), (6, 16), (17, 26))
    assert "rcl-h" not in show_chunks(text, chunks).body
    marked = show_chunks(text, chunks, hints=True, words=True).body
    assert marked.count('<span class="rcl-k"></span>') == 2  # the cut and the key
    assert '<span class="rcl-h">It</span>' in marked


def test_the_ruler_is_to_scale():
    text = "x" * 200
    page = Page(show_chunks(text, slices(text, (0, 100), (50, 150))).body)
    bars = [attributes["style"] for attributes in (*page.named("rcl-ra"), *page.named("rcl-rb"), *page.named("rcl-rx"))]
    assert bars == [
        "left:0.00%;width:50.00%;top:1px",
        "left:25.00%;width:50.00%;top:19px",
        "left:75.00%;width:25.00%",
    ]
    assert page.values("data-m") == ["0", "1", "lost"]
    assert "0 200 characters" in " ".join(page.said.split())


def test_the_ruler_of_many_chunks_keeps_the_losses():
    text = "word " * 400
    page = Page(show_chunks(text, windows(text, 20, 20)[:-5]).body)
    assert (len(page.named("rcl-ra")), len(page.named("rcl-rx")), len(page.named("rcl-rl"))) == (0, 1, 1)


def test_parts_can_be_left_out():
    body = show_chunks("One.", ["One."], ruler=False, facts=False).body
    assert "rcl-ruler" not in body and "rcl-facts" not in body


def test_an_audit_that_was_made_before_is_drawn():
    made = audit("One. Two.", ["One."], chunk_size=3, chunk_overlap=1)
    assert show_chunks("One. Two.", audit=made).html == show_chunks(None, audit=made).html == made._repr_html_()
    assert "oversize" in made._repr_html_()
    with pytest.raises(TypeError, match="chunks is None; give the chunks to draw"):
        show_chunks("One.")


@pytest.mark.parametrize("text", ["", " \n ", "x"])
def test_little_text_is_drawn_too(text):
    assert Page(show_chunks(text, []).html).text == text


def test_screen_readers_get_the_text_and_a_summary():
    page = Page(show_chunks("One. Two.", ["One."], title='A "title"').body)
    [outer] = page.named("rcl-strip")
    assert (outer["role"], outer["aria-label"]) == ("group", 'A "title". 1 chunk, coverage 50 %, lost 4 characters')
    for name in ("rcl-ruler", "rcl-scale", "rcl-key"):
        assert [attributes["aria-hidden"] for attributes in page.named(name)] == ["true"]
    assert [attributes["dir"] for attributes in page.named("rcl-text")] == ["auto"]


def test_tokens_stand_one_way_of_counting_above_the_other():
    text = "a🌊 b"
    strip = show_tokens(text, {"three": [(0, 1), (1, 2), (1, 2), (1, 2), (2, 4)], "two": [(0, 2), (2, 4)]}, title="Two")
    page = Page(strip.html)
    assert page.text == text * 2
    assert page.values("data-t") == ["×3"]
    assert " ".join(page.said.split()).startswith("Two three 5 tokens two 2 tokens")
    assert repr(strip) == "Strip(three 5 tokens, two 2 tokens)"
    assert repr(show_tokens("ab", [(0, 2)])) == "Strip(1 token)"


def test_strips_side_by_side_share_one_style_sheet():
    one, two = show_chunks("One.", ["One."], title="1"), show_chunks("Two.", ["Two."], title="2")
    both = show_side_by_side(one, two)
    assert both.html.count("<style>") == 1
    assert both.body == f'<div class="rcl rcl-side">{one.body}{two.body}</div>'
    assert Page(both.html).text == "One.Two."


def test_numbers_come_in_groups():
    assert number(1234567) == "1\u202f234\u202f567"


# --- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spans", "kind", "message"),
    [
        ([(0, 1), (3, 2)], ValueError, "span 1 is [3:2], which ends before it starts"),
        ([(-1, 2)], ValueError, "span 0 is [-1:2], which is not inside the text of 4 characters"),
        ([(0, 5)], ValueError, "span 0 is [0:5], which is not inside the text of 4 characters"),
        ([(2, 4), (0, 2)], ValueError, "span 1 is [0:2], which starts before the one in front of it, [2:4]"),
        ({"one": [(0, 9)]}, ValueError, "span 0 of 'one' is [0:9], which is not inside the text of 4 characters"),
        (None, TypeError, "spans must be a list of (start, end) pairs, not NoneType"),
        ({"one": None}, TypeError, "spans of 'one' must be a list of (start, end) pairs, not NoneType"),
        ("0123", TypeError, "spans must be a list of (start, end) pairs, not str"),
        ([3], TypeError, "span 0 must be a pair (start, end) of whole numbers, not 3"),
        ([(0, 1, 2)], TypeError, "span 0 must be a pair (start, end) of whole numbers, not (0, 1, 2)"),
        ([(0, 1.5)], TypeError, "span 0 must be a pair (start, end) of whole numbers, not (0, 1.5)"),
        ([(0, True)], TypeError, "span 0 must be a pair (start, end) of whole numbers, not (0, True)"),
        ({3: [(0, 1)]}, TypeError, "the name of a row must be a str, not int (3)"),
    ],
)
def test_wrong_token_spans_are_named(spans, kind, message):
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        show_tokens("abcd", spans)


def test_spans_may_come_from_anywhere():
    expected = show_tokens("abcd", [(0, 2), (2, 4)]).html
    assert show_tokens("abcd", ((at, at + 2) for at in (0, 2))).html == expected
    assert show_tokens(Document("abcd"), np.array([[0, 2], [2, 4]])).html == expected
    assert repr(show_tokens("", [])) == "Strip(0 tokens)"


@pytest.mark.parametrize(
    ("named", "kind", "message"),
    [
        ({"title": 3}, TypeError, "title must be a str or None, not int (3)"),
        ({"fold": "2000"}, TypeError, "fold must be an int or None, not str ('2000')"),
        ({"fold": True}, TypeError, "fold must be an int or None, not bool (True)"),
        ({"fold": -1}, ValueError, "fold=-1 must be at least 0; None never folds"),
        ({"audit": True}, TypeError, "audit must be an Audit, as audit(source, chunks) gives it, not bool"),
    ],
)
def test_wrong_arguments_of_a_strip_are_named(named, kind, message):
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        show_chunks("One.", ["One."], **named)
    if "title" in named:
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            show_tokens("One.", [], **named)


def test_a_fold_may_be_a_whole_number_of_any_make():
    text = "word " * 200
    assert show_chunks(text, [text], fold=np.int64(100)).html == show_chunks(text, [text], fold=100).html


@pytest.mark.parametrize(("given", "message"), [([], "not list; give them one by one"), ("One.", "not str$")])
def test_only_strips_stand_side_by_side(given, message):
    with pytest.raises(TypeError, match=f"show_side_by_side takes Strips, as show_chunks gives them, {message}"):
        show_side_by_side(given)


def test_titles_and_names_are_replaced_like_the_text():
    odd, seen = "a\ud800\0\rb", "a\ufffd\u2400\nb"
    chunks = show_chunks("One.", ["One.", odd], title=odd)
    tokens = show_tokens("One." + odd, {odd: [(0, 9)]}, title=odd)
    for strip in (chunks, tokens, show_side_by_side(chunks, tokens)):
        assert seen in strip.html.encode("utf-8").decode("utf-8")
        assert "\0" not in strip.html
        repr(strip).encode("utf-8")
    assert f'<div class="rcl-title">{seen}</div>' in chunks.body
    assert f"<span>{seen}</span>" in tokens.body
    assert tokens.body.count(seen) == 5  # title, name, text, and both in the label
