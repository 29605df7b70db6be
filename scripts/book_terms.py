"""The first use of each term of the glossary on a page becomes a link; Sphinx loads it (see _config.yml).

It runs on the finished doctree, after translation, and takes the terms from Sphinx's own list of the glossary. So a
translated edition links its own words, and no page has to be written differently.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.nodes import exercise_title, solution_title

GLOSSARY = "book/glossary"
# Where no link is made: what names something, what is shown as it is, what is a link already.
QUIET = (
    nodes.title,
    nodes.subtitle,
    nodes.rubric,
    nodes.caption,
    nodes.thead,
    nodes.legend,
    nodes.figure,
    nodes.literal,
    nodes.literal_block,
    nodes.doctest_block,
    nodes.math,
    nodes.math_block,
    nodes.reference,
    nodes.term,
    nodes.citation,
    nodes.raw,
    nodes.field_name,
    nodes.topic,
    nodes.option_list,
    addnodes.pending_xref,
    addnodes.desc_signature,
    addnodes.toctree,
    exercise_title,
    solution_title,
)
# Everyday words too: they are the term only behind one of these words, and not before one of the others.
EVERYDAY = {
    "claim": "a|the|each|every|this|that|one",
    "hit": "a|the|each|every|first|one|of",
    "index": "an|the|one|whole",
    "judge": "a|the|as",
    "leaf": "a|the|called|each|per|of|its|their|small|same",
    "lost text": "the|of|no|as|is",
    "record": "a|the|each|every|one|per|of|from|two|are",
    "step": "a step of|size and|window and|overlap and|with a",
    "tail": "a|the|last|short",
}
NOT_BEFORE = {"index": "of"}
SHORT = {"intersection over union": "IoU"}


def plural(word):
    """How the last word of a term ends in the plural: ``boundary`` as ``boundar(?:y|ies)``."""
    if not word.isascii() or not word[-1:].isalpha():
        return re.escape(word)
    if word.endswith("index"):
        return re.escape(word[:-2]) + "(?:ex|exes|ices)"
    if word.endswith("leaf"):
        return re.escape(word[:-1]) + "(?:f|ves)"
    if re.search("[^aeiou]y$", word):
        return re.escape(word[:-1]) + "(?:y|ies)"
    if re.search("(?:s|x|sh|ch)$", word):
        return re.escape(word) + "(?:es)?"
    return re.escape(word) + "s?"


def pattern_of(term):
    """What a term looks like in running text: any case, the plural, and any space or line break between words.

    A short name in capitals, such as RAG, keeps its case: a rag is something else.
    """
    *before, last = term.split()
    words = r"[\s\-]+".join([*map(re.escape, before), plural(last)])
    if term in SHORT:
        words = rf"{words}|(?-i:{SHORT[term]})"
    words = rf"(?<![\w.\-/])(?P<words>{words})(?![\w/]|\.\w|-\w)" if term.isascii() else f"(?P<words>{words})"
    if term in EVERYDAY:
        words = rf"\b(?:{EVERYDAY[term]})\s+{words}"
    if term in NOT_BEFORE:
        words = rf"{words}(?!\s+(?:{NOT_BEFORE[term]})\b)"
    return re.compile(words, 0 if term.isupper() else re.I)


def is_quiet(node):
    parent = node.parent
    while parent is not None:
        if isinstance(parent, QUIET) or "notranslate" in parent.get("classes", ()):
            return True
        parent = parent.parent
    return False


def terms_of(env):
    """The terms of the glossary as (term, anchor), the longest first: "chunk overlap" goes before "chunk"."""
    named = {
        name: anchor
        for (kind, name), (page, anchor) in env.get_domain("std").objects.items()
        if kind == "term" and page == GLOSSARY
    }
    return sorted(named.items(), key=lambda item: (-len(item[0]), item[0]))


def first_uses(doctree, env):
    """Each term's first place on a page in the order of reading, as (node, start, end, term, anchor).

    A place inside a longer term is that term's: in "chunk overlap" no "chunk" is linked, also where
    "chunk overlap" itself was linked further up.
    """
    patterns = [(term, anchor, pattern_of(term)) for term, anchor in terms_of(env)]
    done = set()
    for node in list(doctree.findall(lambda one: isinstance(one, nodes.Text | addnodes.pending_xref))):
        if isinstance(node, addnodes.pending_xref):
            if node.get("reftype") == "term":  # written by hand
                done.add(node["reftarget"].lower())
            continue
        if is_quiet(node):
            continue
        text, taken, used = node.astext(), [], []
        for term, anchor, pattern in patterns:
            spans = [match.span("words") for match in pattern.finditer(text)]
            free = [one for one in spans if not any(start < one[1] and one[0] < end for start, end in taken)]
            if free and term.lower() not in done:
                used.append((node, *free[0], term, anchor))
            taken += free
        done |= {one[3].lower() for one in used}
        yield from sorted(used, key=lambda one: one[1])


class LinkFirstUses(SphinxPostTransform):
    """Make them links, before Sphinx resolves the links written by hand."""

    default_priority = 5
    formats = ("html",)

    def run(self):
        if self.env.docname == GLOSSARY:
            return
        self.drop_later_links()
        places = {}
        for node, *place in first_uses(self.document, self.env):
            places.setdefault(node, []).append(place)
        for node, spans in places.items():
            text, at, made = node.astext(), 0, []
            for start, end, term, _ in spans:
                link = addnodes.pending_xref(
                    "",
                    nodes.inline(text[start:end], text[start:end], classes=["xref", "std", "std-term"]),
                    refdomain="std",
                    reftype="term",
                    reftarget=term,
                    refexplicit=True,
                    refwarn=True,
                    refdoc=self.env.docname,
                )
                made += [nodes.Text(text[at:start]), link]
                at = end
            node.parent.replace(node, [one for one in [*made, nodes.Text(text[at:])] if one.astext()])

    def drop_later_links(self):
        """A term linked by hand behind its first use keeps its words only: one link for each term is enough."""
        seen = {one[3].lower() for one in first_uses(self.document, self.env)}
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link.get("reftype") != "term":
                continue
            if link["reftarget"].lower() in seen:
                link.replace_self(nodes.Text(link.astext()))
            seen.add(link["reftarget"].lower())


def note_first_lessons(app, env):
    """Where the lessons use each term first: for the glossary, and for the end of a lesson."""
    env.first_lessons, met = {}, set()
    for page in sorted(name for name in env.found_docs if name.startswith("notebooks/")):
        doctree = env.get_doctree(page)
        by_hand = {
            one["reftarget"].lower() for one in doctree.findall(addnodes.pending_xref) if one["reftype"] == "term"
        }
        plain = {one[3].lower() for one in first_uses(doctree, env)}
        new = [(term, anchor) for term, anchor in terms_of(env) if term.lower() in (by_hand | plain) - met]
        env.first_lessons[page] = sorted(new, key=lambda one: one[0].lower())
        met |= {term.lower() for term, _ in new}
    return []


def link_glossary(app, pagename, templatename, context, doctree):
    """Each term says in which lesson it is used first."""
    if pagename != GLOSSARY:
        return
    for page, terms in app.env.first_lessons.items():
        number = int(page.removeprefix("notebooks/")[:2])
        link = f'<a class="first-use" href="{context["pathto"](page)}">Lesson {number}</a>'
        for _, anchor in terms:
            entry = re.compile(rf'(<dt id="{re.escape(anchor)}">.*?</dt>\s*<dd>.*?)(</p>\s*</dd>)', re.S)
            context["body"] = entry.sub(rf"\1 {link}\2", context["body"], count=1)


def setup(app):
    app.connect("env-updated", note_first_lessons)
    app.connect("html-page-context", link_glossary)
    app.add_post_transform(LinkFirstUses)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
