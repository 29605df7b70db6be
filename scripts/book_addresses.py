"""Files of the built site that are no pages of the book: its first address, addresses that changed, and the sitemap.

- index.html leads to the first page, and carries the same card
- a page for each line of book/redirects.yml leads from the old address to the new one
- sitemap.xml and robots.txt, once `html: baseurl` in _config.yml has an address
- .nojekyll: some hosts leave out folders such as _static without it
"""

import html
import posixpath
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import escape

import yaml

REDIRECTS = "book/redirects.yml"
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{extra}<meta http-equiv="refresh" content="0; url={link}">
</head>
<body>
<main><article>
<h1>{title}</h1>
<p>{words} <a href="{link}">{target}</a></p>
</article></main>
</body>
</html>
"""


class RedirectError(Exception):
    """A line of redirects.yml that leads nowhere or covers a page; the message says which."""


def read_redirects(source):
    """{old page: new page, with #anchor or not}, as redirects.yml has them."""
    path = Path(source) / REDIRECTS
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None
    return {str(old): str(new) for old, new in (found or {}).items()}


def check_redirects(redirects, pages, anchors):
    """Raise for a line that covers a page, or whose target, page or anchor, is not there.

    ``anchors`` gives the ids of a page.
    """
    for old, new in redirects.items():
        page, _, anchor = new.partition("#")
        if old in pages or old in ("index", "search", "404"):
            raise RedirectError(f"{REDIRECTS}: {old!r} is a page of the book; only an address that is free can lead on")
        if page not in pages:
            also = "; it has a line of its own, so name its target" if page in redirects else ""
            raise RedirectError(f"{REDIRECTS}: {old!r} leads to {page!r}, which is no page of the book{also}")
        if anchor and anchor not in anchors(page):
            raise RedirectError(f"{REDIRECTS}: {old!r} leads to {new!r}, and that page has no such anchor")


def relative(old, new):
    """The link from the page ``old`` to the page ``new``, which may have an anchor."""
    page, hash_, anchor = new.partition("#")
    link = posixpath.relpath(f"{page}.html", posixpath.dirname(old) or ".")
    return quote(link) + hash_ + quote(anchor)


def absolute(base, page):
    return f"{base.rstrip('/')}/{quote(page.partition('#')[0])}.html"


def leading_page(old, new, title, language, base="", head=(), words="This page has moved:", index=False):
    """The HTML of a small page that leads on."""
    lines = list(head) if index else ['<meta name="robots" content="noindex">']
    if base:
        lines.append(f'<link rel="canonical" href="{absolute(base, new)}">')
    return PAGE.format(
        language=language,
        title=html.escape(title),
        target=html.escape(title),
        link=html.escape(relative(old, new)),
        words=words,
        extra="".join(f"{line}\n" for line in lines),
    )


def sitemap(base, pages):
    """The XML of all pages, in their order."""
    rows = "".join(f"<url><loc>{escape(absolute(base, page))}</loc></url>\n" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )


def robots(base):
    return f"User-agent: *\nAllow: /\n\nSitemap: {base.rstrip('/')}/sitemap.xml\n"
