"""The built book's terms and references: linked once, in the right place, and in both directions."""

import re
import sys
from html.parser import HTMLParser

import pytest
from lesson_frame import ROOT
from site_visit import LESSONS, PAGES, SITE, leave_out

sys.path.insert(0, str(ROOT / "scripts"))
import book_errata

pytestmark = pytest.mark.site

QUIET = set("h1 h2 h3 h4 h5 h6 pre code figure figcaption style script svg dt thead summary".split())
VOID = set("br hr img input meta link wbr col".split())
# Terms of the glossary that no page uses: a reader meets them in other texts of the field.
NOT_USED = {
    "term-combining-mark",
    "term-lost-text",
    "term-nearest-neighbours",
    "term-prompt",
    "term-zero-width-joiner",
}

# --- terms -------------------------------------------------------------------------------------------


class Words(HTMLParser):
    """The running text of an article, and the links to terms with the text before each."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.links, self.misplaced = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        self.stack.append(tag)
        target = dict(attributes).get("href") or ""
        if tag == "a" and "glossary.html#term-" in target and "std-term" not in target:
            self.links.append(target.partition("#")[2])
            if QUIET & set(self.stack):
                self.misplaced.append(target)

    def handle_endtag(self, tag):
        while tag in self.stack and self.stack.pop() != tag:
            pass


def article_of(path):
    text = (SITE / path).read_text(encoding="utf-8")
    found = re.search(r"<article.*?</article>", text, re.S)
    text = found[0] if found else ""
    return re.sub(r'<aside class="found-in".*?</aside>', "", text, flags=re.S)


@pytest.mark.parametrize("path", PAGES)
def test_a_term_is_linked_once_and_not_in_headings_or_code(path):
    words = Words(article_of(path))
    if path == "book/glossary.html":
        assert words.links == []
        return
    assert sorted(words.links) == sorted(set(words.links))
    assert words.misplaced == []
    if path in LESSONS:
        assert len(words.links) >= 3


def test_the_first_use_is_the_link():
    """For terms of two words and more, which nothing else is called: no use in running text before the link."""
    seen = 0
    for path in LESSONS:
        body = article_of(path)
        for tag in ("pre", "code", "style", "script", "svg", "figure", "h1", "h2", "h3", "thead", "summary", "dt"):
            body = re.sub(rf"<{tag}\b.*?</{tag}>", " ", body, flags=re.S)
        body = re.sub(r'<div class="cell_output.*?(?=<section|<p>|<div class="cell )', " ", body, flags=re.S)
        body = re.sub(r'<p class="admonition-title">.*?</p>', " ", body, flags=re.S)
        body = re.sub(r"<a (?![^>]*glossary).*?</a>", " ", body, flags=re.S)
        for link in re.finditer(r'<a [^>]*glossary\.html#term-([a-z]+(?:-[a-z]+)+)"', body):
            term = link[1].replace("-", "[ -]")
            before = re.sub(r"<[^>]+>", "", body[: link.start()])
            assert not re.search(rf"(?<![\w-]){term}s?(?![\w-])", before, re.I), f"{link[1]} in {path}"
            seen += 1
    assert seen > 20


def test_every_term_of_the_glossary_is_used():
    used = {term for path in PAGES for term in Words(article_of(path)).links}
    glossary = (SITE / "book/glossary.html").read_text(encoding="utf-8")
    unused = set(re.findall(r'<dt id="(term-[^"]+)"', glossary)) - used
    assert unused == NOT_USED


# --- references both ways ----------------------------------------------------------------------------


def test_a_lesson_says_where_else_it_is_spoken_of():
    symptoms = book_errata.symptoms_of(ROOT)
    evidence = (SITE / "book/evidence.html").read_text(encoding="utf-8")
    if not LESSONS:
        leave_out("there is no lesson in the built book")
    for path in LESSONS:
        text = (SITE / path).read_text(encoding="utf-8")
        found = re.search(r'<aside class="found-in".*?</aside>', text, re.S)
        name = path.rpartition("/")[2]
        assert found, path
        assert found[0].count("symptoms.html#") == len(symptoms.get(path.removesuffix(".html"), [])), path
        rows = evidence.count(f'href="../notebooks/{name}">Lesson')
        assert found[0].count("evidence.html#claim-") == rows, path


def test_errata_and_evidence_lead_to_each_other():
    errata = (SITE / "book/errata.html").read_text(encoding="utf-8")
    evidence = (SITE / "book/evidence.html").read_text(encoding="utf-8")
    listed = re.findall(r'id="erratum-([^"]+)"', errata)
    wanted = re.findall(r'<tr id="claim-([^"]+)">(?:(?!</tr>).)*class="rcl-v (?:half|no)"', evidence, re.S)
    assert sorted(listed) == sorted(wanted) and len(listed) > 40
    for name in listed:
        assert f'href="evidence.html#claim-{name}"' in errata
        assert f'href="errata.html#erratum-{name}"' in evidence
