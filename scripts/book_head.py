"""What search engines and chat programs read of a page: its description, and the card they show for a link to it.

What needs an absolute address waits for the one place that has it, `html: baseurl` in _config.yml. Sphinx writes the
canonical link itself, from the same setting.
"""

import html
import re

from book_changes import FEED
from docutils import nodes

CARD = "_static/card.png"  # scripts/social_card.py makes it
CARD_SIZE = (1200, 630)
CARD_WORDS = "One sentence, coloured by chunk: the last four words stand in no chunk and are marked as lost"
LONGEST = 200  # characters; search engines show about 160
SHORTEST = 60  # what is shorter says too little
CITED = re.compile(r"\s*\[\d+(?:, \d+)*\]")  # the numbers of references
SENTENCE = re.compile(r"(?<=[.!?。！？])(?=\s|[\u4e00-\u9fff])")


def shortened(text, longest=LONGEST):
    """The first sentences of a text, as many as fit; of a longer one its first words."""
    text = " ".join(CITED.sub("", text).split())
    kept = ""
    for sentence in SENTENCE.split(text):
        if len(kept + sentence) > longest:
            break
        kept += sentence
    if len(kept) >= SHORTEST or kept == text:
        return kept.strip()
    words = text[: longest - 1]
    return (words.rsplit(" ", 1)[0] if " " in words else words).rstrip(" ,;:") + "…"


def opening(doctree):
    """The text of the paragraph below the title, or of the first one there is."""
    for node in doctree.findall(nodes.paragraph):
        alone = all(isinstance(parent, nodes.section | nodes.document) for parent in parents_of(node))
        if alone and node.astext().strip():
            return node.astext()
    return ""


def parents_of(node):
    while node.parent is not None:
        node = node.parent
        yield node


def tag(kind, name, content):
    return f'<meta {kind}="{name}" content="{html.escape(content)}" />'


def tags(title, description, site, language, address="", base=""):
    """The lines for the head of a page; ``address`` is its own, ``base`` the site's, both empty while not known."""
    found = [tag("name", "description", description)] if description else []
    found += [
        tag("property", "og:title", title),
        tag("property", "og:type", "article"),
        tag("property", "og:site_name", site),
        tag("property", "og:locale", {"en": "en_US"}.get(language, language)),
    ]
    if description:
        found.append(tag("property", "og:description", description))
    if address:
        image = f"{base.rstrip('/')}/{CARD}"
        found += [
            tag("property", "og:url", address),
            tag("property", "og:image", image),
            tag("property", "og:image:width", str(CARD_SIZE[0])),
            tag("property", "og:image:height", str(CARD_SIZE[1])),
            tag("property", "og:image:alt", CARD_WORDS),
            tag("name", "twitter:image", image),
            tag("name", "twitter:image:alt", CARD_WORDS),
        ]
    found.append(tag("name", "twitter:card", "summary_large_image" if address else "summary"))
    return found


def add_tags(app, pagename, templatename, context, doctree):
    if doctree is None:
        return
    title = doctree.next_node(nodes.title)
    found = tags(
        title.astext() if title else app.config.project,
        shortened(opening(doctree)) if opening(doctree) else "",
        app.config.html_title,
        app.config.language,
        context.get("pageurl") or "",
        app.config.html_baseurl,
    )
    feed = html.escape(context["pathto"](FEED, 1))
    found.append(f'<link rel="alternate" type="application/atom+xml" title="What has changed" href="{feed}" />')
    context["metatags"] = context.get("metatags", "") + "\n    " + "\n    ".join(found) + "\n"
